package biddingsvc_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// sister publishes a category that asks what others ask, and more: its words differ in what
// stands large and in blanks, its choices in their order.
func sister(w *story.World, activity sourcing.Activity, code string, currency money.Currency, second bool) *story.Category {
	w.Helper()
	p, _ := sourcing.PolicyOf(activity)
	choices := func(labels ...string) []sourcing.Option {
		var out []sourcing.Option
		for _, l := range labels {
			out = append(out, sourcing.Option{Label: l})
		}
		return out
	}
	ask := []sourcing.Question{
		{Prompt: "Licence", Response: sourcing.FileUpload},
		{Prompt: "Method of work", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(5)},
		{Prompt: "Insured?", Response: sourcing.YesNo},
		{Prompt: "Size", Response: sourcing.Selection, Options: choices("Small", "Large")},
		{Prompt: "Regions", Response: sourcing.Checkboxes, Options: choices("Coast", "Rift", "Nairobi")},
		{Prompt: "Turnover", Response: sourcing.Number, Help: "Of last year"},
		{Prompt: "Depot", Response: sourcing.Text},
	}
	if second {
		ask = []sourcing.Question{
			{Prompt: "Anything else", Response: sourcing.Text},
			{Prompt: "DEPOT", Response: sourcing.TextBox}, // another kind of answer
			{Prompt: "Turnover", Response: sourcing.Number, Help: "Of the last three years"},
			{Prompt: "regions", Response: sourcing.Checkboxes, Options: choices("Nairobi", "coast", "Rift ")},
			{Prompt: "Size", Response: sourcing.Selection, Options: choices("Small", "Large", "Huge")},
			{Prompt: "Insured?", Response: sourcing.YesNo, Scored: true, MaxScore: story.Points(2), Options: []sourcing.Option{{Label: "yes", Score: story.Points(2)}, {Label: "no", Score: story.Points(0)}}},
			{Prompt: "Method\n  of work", Response: sourcing.TextBox},
			{Prompt: "licence", Response: sourcing.FileUpload},
		}
	}
	return w.Publish(p, story.Terms{
		Job:       sourcing.JobForm{Code: code, Title: "Job " + code},
		Name:      "Category " + code,
		Currency:  currency,
		Technical: 50,
		Financial: 50,
		Sections:  []story.Section{{Section: sourcing.Section{Name: "Standing"}, Questions: ask}},
		Items: []sourcing.Item{
			{Number: map[bool]string{true: "7", false: "1"}[second], Code: "D-1", Description: map[bool]string{true: "DESK", false: "Desk"}[second], Unit: "each", Quantity: *story.Points(4)},
			{Number: "2", Code: map[bool]string{true: "T-9"}[second], Description: "Transport", Unit: "km", Quantity: *story.Points(30)},
		},
	})
}

var said = map[string]string{
	"Licence": "licence.pdf", "Method of work": "By hand", "Insured?": "yes", "Size": "Large", "Turnover": "1200.50", "Depot": "Mombasa",
}

// inWords is what a bid is offered from others, in words.
func inWords(t *testing.T, c *story.Category, e biddingsvc.Earlier) string {
	t.Helper()
	names := map[uuid.UUID]string{}
	for prompt, q := range c.Questions {
		names[q.ID] = strings.Join(strings.Fields(prompt), " ")
		for _, o := range q.Options {
			names[o.ID] = strings.TrimSpace(o.Label)
		}
	}
	for number, id := range c.Items {
		names[id] = number
	}
	var out []string
	for _, a := range e.Answers {
		value := a.Value
		for id, name := range names {
			value = strings.ReplaceAll(value, id.String(), name)
		}
		for _, f := range a.Files {
			value += fmt.Sprintf("%s (%s, %d)", f.Name, f.Type, f.Size)
		}
		out = append(out, fmt.Sprintf("%s: %s, %s, %v, %s", names[a.Question], value, a.Category, a.Submitted, a.At.Sub(story.Noon)))
	}
	for _, p := range e.Prices {
		out = append(out, fmt.Sprintf("%s: %s %s, %s, %v, %s", names[p.Item], p.UnitPrice.Short(), p.Remarks, p.Category, p.Submitted, p.At.Sub(story.Noon)))
	}
	return strings.Join(out, "\n")
}

// What a company answered to the same in a bid of its own is offered in its next one, newest
// first, from its own drafts and with its own key; nobody else's, and not to whoever has no hand
// in such bids.
func TestWhatWasAnsweredIsOfferedAgain(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	mine, other := w.Bidders[0], w.Bidders[1]
	first := sister(w, sourcing.Tender, "T1", "KES", false)
	older := sister(w, sourcing.Tender, "T0", "KES", false)
	next := sister(w, sourcing.Tender, "T2", "KES", true)
	prices := map[string]string{"1": "8.50", "2": "3"}
	older.Bid(mine, map[string]string{"Method of work": "Long ago", "Licence": "old.pdf", "Insured?": "no"}, map[string]string{"1": "7"})
	w.SetClock(story.Noon.Add(time.Hour))
	bid := first.Bid(mine, said, prices)
	_, err := first.TrySave(mine, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: first.Questions["Regions"].ID,
		Value: `["` + first.Option("Regions", "Coast").String() + `","` + first.Option("Regions", "Nairobi").String() + `"]`}}})
	w.Must(err)
	first.Bid(other, map[string]string{"Method of work": "The other's", "Licence": "other.pdf", "Insured?": "no"}, map[string]string{"1": "1", "2": "1"})
	first.Submit(mine)
	first.Submit(other)
	offered := func(a access.Actor, c *story.Category) biddingsvc.Earlier {
		t.Helper()
		id, err := c.TryStart(a)
		w.Must(err)
		e, err := c.Bidding.Earlier(t.Context(), a, id)
		w.Must(err)
		return e
	}
	is := func(when string, e biddingsvc.Earlier, c *story.Category, want ...string) {
		t.Helper()
		if got := inWords(t, c, e); got != strings.Join(want, "\n") {
			t.Errorf("%s:\n%s\nwant:\n%s", when, got, strings.Join(want, "\n"))
		}
	}
	all := []string{
		`regions: ["Nairobi","coast"], Category T1, true, 1h0m0s`,
		"Insured?: yes, Category T1, true, 1h0m0s",
		"Method of work: By hand, Category T1, true, 1h0m0s",
		"licence: licence.pdf (application/pdf, 72), Category T1, true, 1h0m0s",
		"7: 8.5 delivered, Category T1, true, 1h0m0s",
	}
	is("mine", offered(mine, next), next, all...)
	e := offered(other, next)
	is("the other's", e, next, "Insured?: no, Category T1, true, 1h0m0s", "Method of work: The other's, Category T1, true, 1h0m0s",
		"licence: other.pdf (application/pdf, 72), Category T1, true, 1h0m0s", "7: 1 delivered, Category T1, true, 1h0m0s")

	// Sealed envelopes have no part in it: it is the same when there is nothing in them.
	owner := pgtest.As(t, w.DB, "")
	_, err = pgtest.Tamper(t.Context(), owner, "UPDATE sealed_envelope SET sealed = 'x'")
	w.Must(err)
	is("without envelopes", offered(mine, next), next, all...)

	// In another currency nothing was offered; who bids in tenders no more reads nothing of them.
	list := sister(w, sourcing.Prequalification, "P1", "USD", true)
	is("a list", offered(mine, list), list, all[0], all[1], all[2], all[3])
	dollars := sister(w, sourcing.Tender, "T3", "USD", true)
	is("in dollars", offered(mine, dollars), dollars, all[:4]...)
	clerk := mine
	clerk.Privileges = []access.Privilege{access.ManagePrequal}
	is("to who has no hand in tenders", offered(clerk, list), list)
	_, err = w.Bidding.Earlier(t.Context(), clerk, bid)
	w.Is(err, fault.Forbidden)
	_, err = w.Bidding.Earlier(t.Context(), other, bid)
	w.Is(err, bidding.BidNotFound)

	// Of what was destroyed nothing is left: what was said before it is offered, as a draft.
	_, err = pgtest.Tamper(t.Context(), owner, "UPDATE participation SET draft_key = '' WHERE id = $1", bid)
	w.Must(err)
	is("after the newer one is gone", offered(mine, next), next, "Insured?: no, Category T0, false, 0s", "Method of work: Long ago, Category T0, false, 0s",
		"licence: old.pdf (application/pdf, 72), Category T0, false, 0s", "7: 7 delivered, Category T0, false, 0s")
}

// What a person takes over is an answer of this bid like any other, saved once and written
// down with where it is from; what has changed on either side since it was seen is not taken.
func TestWhatIsTakenOverIsChosen(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	mine, other := w.Bidders[0], w.Bidders[1]
	first, next := sister(w, sourcing.Tender, "T1", "KES", false), sister(w, sourcing.Tender, "T2", "KES", true)
	bid := first.Bid(mine, said, map[string]string{"1": "8.50", "2": "3"})
	foreign := first.Bid(other, said, map[string]string{"1": "1"})
	first.Submit(mine)
	w.SetClock(story.Noon.Add(3 * time.Hour))
	to, err := next.TryStart(mine)
	w.Must(err)
	method, licence, insured := next.Questions["Method\n  of work"].ID, next.Questions["licence"].ID, next.Questions["Insured?"].ID
	desk := next.Items["7"]
	if method == uuid.Nil {
		t.Fatalf("%v", next.Questions)
	}
	take := func(t biddingsvc.Taking) (biddingsvc.Saved, error) {
		return w.Bidding.TakeEarlier(w.Context(), mine, to, t)
	}
	saves := func() int {
		return w.Count("SELECT count(*) FROM audit_entry WHERE object_id = $1", to)
	}
	before := saves()
	for what, x := range map[string]biddingsvc.Taking{
		"/answers/1": {Answers: []biddingsvc.Taken{{ID: insured, From: bid, Seen: 1}, {ID: method, From: foreign, Seen: 1}}},
		"/answers/0": {Answers: []biddingsvc.Taken{{ID: method, From: bid, Seen: 2}, {ID: insured, From: bid, Seen: 1}}},
		"/prices/0":  {Prices: []biddingsvc.Taken{{ID: desk, From: foreign, Seen: 1}}, Answers: []biddingsvc.Taken{{ID: insured, From: bid, Seen: 1}}},
		"/prices/1":  {Prices: []biddingsvc.Taken{{ID: desk, From: bid, Seen: 1}, {ID: next.Items["2"], From: bid, Seen: 1}}},
	} {
		_, err := take(x)
		w.Is(err, bidding.EarlierGone)
		faults(t, err, what+" "+bidding.EarlierGone.Code)
	}
	b, err := w.Bidding.Bid(t.Context(), mine, to)
	w.Must(err)
	if len(b.Answers) != 0 || len(b.Files) != 0 || saves() != before {
		t.Fatalf("what is not there was taken: %+v", b.Answers)
	}

	saved, err := take(biddingsvc.Taking{
		Answers: []biddingsvc.Taken{{ID: method, From: bid, Seen: 1}, {ID: licence, From: bid}},
		Prices:  []biddingsvc.Taken{{ID: desk, From: bid, Seen: 1}},
	})
	w.Must(err)
	if saved.Versions[method] != 1 || saved.Versions[desk] != 1 || len(saved.Conflicts) != 0 || !saved.At.Equal(story.Noon.Add(3*time.Hour)) {
		t.Errorf("%+v", saved)
	}
	b, err = w.Bidding.Bid(t.Context(), mine, to)
	w.Must(err)
	if b.Answers[method].Value != "By hand" || b.Answers[insured].Value != "" || b.Lines[0].UnitPrice.Short() != "8.5" || b.Lines[0].Remarks != "delivered" ||
		len(b.Files) != 1 || b.Files[0].Question != licence || b.Files[0].Name != "licence.pdf" || !b.Files[0].UploadedAt.Equal(saved.At) {
		t.Errorf("%+v %+v %+v", b.Answers, b.Lines, b.Files)
	}
	_, data, err := w.Bidding.ReadFile(t.Context(), mine, to, b.Files[0].ID)
	w.Must(err)
	if !bytes.Equal(data, story.PDF) {
		t.Errorf("%q", data)
	}
	if n := w.Count("SELECT count(DISTINCT store_key) FROM bid_file WHERE supplier_id = $1", mine.Org); n != 2 {
		t.Errorf("%d bodies of two files: what becomes of one would become of the other", n)
	}
	if n := w.Count(`SELECT count(*) FROM audit_entry WHERE object_id = $1 AND action = 'bidding.bid.earlier_taken' AND detail->'from' = jsonb_build_array($2::text)
		AND (detail->>'answers')::int = 1 AND (detail->>'prices')::int = 1 AND jsonb_array_length(detail->'files') = 1`, to, bid.String()); n != 1 {
		t.Error("nobody wrote down what was taken from where")
	}

	// Sent again, as after a lost answer, it changes nothing; neither does what another tab has changed.
	saved, err = take(biddingsvc.Taking{
		Answers: []biddingsvc.Taken{{ID: method, From: bid, Seen: 1}, {ID: licence, From: bid}, {ID: insured, From: bid, Seen: 1}},
		Prices:  []biddingsvc.Taken{{ID: desk, From: bid, Seen: 1}},
	})
	w.Must(err)
	slices.SortFunc(saved.Conflicts, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	want := []uuid.UUID{method, licence, desk}
	slices.SortFunc(want, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	if !slices.Equal(saved.Conflicts, want) || saved.Versions[insured] != 1 || len(saved.Versions) != 1 {
		t.Errorf("%+v", saved)
	}
	if n := w.Count("SELECT count(*) FROM bid_file WHERE participation_id = $1", to); n != 1 {
		t.Errorf("%d files", n)
	}

	// Nothing of it is taken once the category has closed.
	w.SetClock(next.Closes)
	_, err = take(biddingsvc.Taking{Answers: []biddingsvc.Taken{{ID: next.Questions["Size"].ID, From: bid, Seen: 1}}})
	w.Is(err, entry.Closed)
}
