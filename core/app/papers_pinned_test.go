package app_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/sourcing"
)

// keeps attaches a paper to a company's profile that holds until a day, and returns its version.
func keeps(w *listening, a access.Actor, kind party.DocumentKind, content string, until *time.Time) uuid.UUID {
	w.Helper()
	p, err := w.Party.Profile(w.Context(), a, a.Org)
	w.Must(err)
	u, err := w.Party.BeginUpload(w.Context(), a, a.Org, "document", "paper.pdf", int64(len(content)))
	w.Must(err)
	u, err = w.Party.Append(w.Context(), a, a.Org, u.ID, 0, []byte(content))
	w.Must(err)
	p, err = w.Party.Update(w.Context(), a, a.Org, partysvc.Update{Version: p.Version,
		Documents: map[party.DocumentKind]partysvc.Attached{kind: {File: &u.File, ExpiresOn: until}}})
	w.Must(err)
	for _, d := range p.Documents {
		if d.Kind == kind {
			return d.ID
		}
	}
	w.Fatalf("no %s on the profile", kind)
	return uuid.Nil
}

// A paper of the profile answers a question in the version that stands there; the bid keeps that
// version, and who comes onto a list by it stands there until the first of its papers ends. In a
// later window it answers with the paper that stands then, and what has ended is not offered.
func TestAListLastsAsLongAsThePapersThatWereTaken(t *testing.T) {
	t.Parallel()
	for _, p := range rolling() {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := listen(t, 3)
			a, b, ctx := w.Bidders[0], w.Bidders[1], t.Context()
			first := w.Author(p, questions)
			first.Roll(sourcing.Weekly, first.Closes.Add(60*24*time.Hour))
			w.Must(first.TryPublish(w.Officer))
			// Its last day is that of the closing of the second window, which is over only in the night after.
			last := party.Day(first.Closes).AddDate(0, 0, 7)
			long := party.Day(first.Closes).AddDate(2, 0, 0)
			tax := keeps(w, a, party.TaxCompliance, "%PDF-1.4 of this year", &last)
			licence := keeps(w, a, party.TradingLicence, "%PDF-1.4 licence", &long)
			charter := keeps(w, a, party.Registration, "%PDF-1.4 charter", nil)
			strange := keeps(w, b, party.TaxCompliance, "%PDF-1.4 of another", &long)

			bid := first.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "x"}, nil)
			ask := first.Questions["Licence"].ID
			papers, err := w.Bidding.Papers(ctx, a, bid)
			w.Must(err)
			if len(papers) != 3 {
				t.Fatalf("%d papers stand on the profile", len(papers))
			}
			for _, x := range []struct {
				who             access.Actor
				question, paper uuid.UUID
				want            *fault.Def
			}{
				{a, ask, strange, bidding.PaperGone},
				{a, ask, uuid.New(), bidding.PaperGone},
				{a, first.Questions["Method"].ID, tax, fault.Invalid},
				{a, uuid.New(), tax, fault.Invalid},
				{b, ask, strange, bidding.BidNotFound},
			} {
				_, err := w.Bidding.TakePaper(ctx, x.who, bid, x.question, x.paper)
				w.Is(err, x.want)
			}
			if _, err := w.Bidding.Papers(ctx, b, bid); err == nil {
				t.Error("another company reads papers by the bid of the first")
			}
			took := func(c *story.Category, papers ...uuid.UUID) {
				t.Helper()
				for _, id := range papers {
					_, err := w.Bidding.TakePaper(ctx, a, c.Bids[a.Org], c.Questions["Licence"].ID, id)
					w.Must(err)
				}
			}
			thrown, err := w.Bidding.TakePaper(ctx, a, bid, ask, charter)
			w.Must(err)
			w.Must(w.Bidding.RemoveFile(ctx, a, bid, thrown.ID)) // which is offered nowhere
			took(first, charter, licence, tax)
			first.Submit(a)
			applies(first, b) // with a file of its own

			// What the bid holds is what stood on the profile, whatever stands there later.
			later := keeps(w, a, party.TaxCompliance, "%PDF-1.4 of next year", &long)
			_, err = w.Bidding.TakePaper(ctx, a, bid, ask, tax)
			w.Is(err, bidding.PaperGone)
			mine, err := w.Bidding.Bid(ctx, a, bid)
			w.Must(err)
			held := map[uuid.UUID]biddingsvc.File{}
			for _, f := range mine.Files {
				held[f.Paper.ID] = f
			}
			f, plain, err := w.Bidding.ReadFile(ctx, a, bid, held[tax].ID)
			w.Must(err)
			if !bytes.Equal(plain, []byte("%PDF-1.4 of this year")) || f.Name != "paper.pdf" || held[tax].Paper.Kind != party.TaxCompliance || !held[tax].Paper.ExpiresOn.Equal(last) || held[charter].Paper.ExpiresOn != nil {
				t.Errorf("the bid holds %q, %+v", plain, held[tax].Paper)
			}

			first.Close()
			decides(first, a, b)
			if p.Has(sourcing.Evaluation) {
				sheet, err := first.TrySheet(w.Officer)
				w.Must(err)
				kinds := map[string]int{}
				for _, r := range sheet.Cells[first.Submission(a)][ask].Files {
					kinds[*r.Paper]++
				}
				for _, r := range sheet.Cells[first.Submission(b)][ask].Files {
					if r.Paper != nil {
						t.Errorf("a file of its own is %q", *r.Paper)
					}
				}
				if len(kinds) != 3 || kinds["tax_compliance"] != 1 {
					t.Errorf("who judges reads %v", kinds)
				}
			}
			until := func(of access.Actor) *time.Time {
				t.Helper()
				entries, err := w.Sourcing.Listed(ctx, w.Officer, w.Officer.Org, first.ID)
				w.Must(err)
				for _, e := range entries {
					if e.Supplier == of.Org {
						return e.Until
					}
				}
				t.Fatalf("%s is not listed: %+v", of.Name, entries)
				return nil
			}
			zone := party.Zone("KE")
			end := time.Date(last.Year(), last.Month(), last.Day()+1, 0, 0, 0, 0, zone)
			if got := until(a); got == nil || !got.Equal(end) {
				t.Errorf("it stands until %v, its paper ends at %v", got, end)
			}
			if got := until(b); got != nil {
				t.Errorf("a file of its own ends a place on the list at %v", got)
			}

			// Its place ends after the second window and within the third: in that it renews.
			second := first.Next()
			if _, err := second.TryStart(a); err == nil {
				t.Error("it applies in a window at whose closing it stands on the list")
			}
			second.Close()
			third := second.Next()
			_, err = third.TryStart(a)
			w.Must(err)
			again := third.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "x"}, nil)
			offered := func() (n int, papers []party.DocumentKind) {
				t.Helper()
				e, err := w.Bidding.Earlier(ctx, a, again)
				w.Must(err)
				for _, x := range e.Answers {
					for _, f := range x.Files {
						n++
						papers = append(papers, f.Paper.Kind)
					}
				}
				return n, papers
			}
			if n, kinds := offered(); n != 3 {
				t.Errorf("on its last day it holds, and %v are offered", kinds)
			}
			w.SetClock(end.Add(time.Minute))
			if n, kinds := offered(); n != 2 {
				t.Errorf("what has ended is offered: %v", kinds)
			}
			e, err := w.Bidding.Earlier(ctx, a, again)
			w.Must(err)
			var taking biddingsvc.Taking
			for _, x := range e.Answers {
				if len(x.Files) > 0 {
					taking.Answers = append(taking.Answers, biddingsvc.Taken{ID: x.Question, From: x.Bid, Seen: x.Version})
				}
			}
			_, err = w.Bidding.TakeEarlier(ctx, a, again, taking)
			w.Must(err)
			carried, err := w.Bidding.Bid(ctx, a, again)
			w.Must(err)
			for _, f := range carried.Files {
				if f.Paper == nil || f.Paper.ID != licence && f.Paper.ID != charter {
					t.Errorf("what is taken over from another bid is no paper any more: %+v", f)
				}
			}
			took(third, later)
			third.Submit(a)
			third.Close()
			decides(third, a)
			end = time.Date(long.Year(), long.Month(), long.Day()+1, 0, 0, 0, 0, zone)
			if got := until(a); got == nil || !got.Equal(end) {
				t.Errorf("renewed, it stands until %v, its papers end at %v", got, end)
			}
		})
	}
}

// A paper that ended between the closing and the decision lists nobody beyond it, and an ended one
// answers nothing.
func TestAPaperThatHasEndedAnswersNothing(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	a, ctx := w.Bidders[0], t.Context()
	c := w.Author(rolling()[0], questions)
	w.Must(c.TryPublish(w.Officer))
	day := party.Day(c.Closes)
	licence := keeps(w, a, party.TradingLicence, "%PDF-1.4 licence", &day)
	bid := c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "x"}, nil)
	over := day.AddDate(0, 0, -1)
	w.do("UPDATE company_document SET expires_on = $2 WHERE id = $1", licence, over)
	w.SetClock(over.AddDate(0, 0, 1))
	_, err := w.Bidding.TakePaper(ctx, a, bid, c.Questions["Licence"].ID, licence)
	w.Is(err, bidding.PaperOver)
	w.do("UPDATE company_document SET expires_on = $2 WHERE id = $1", licence, day)
	_, err = w.Bidding.TakePaper(ctx, a, bid, c.Questions["Licence"].ID, licence)
	w.Must(err)
	c.Submit(a)
	c.Close()
	w.SetClock(c.Closes.Add(72 * time.Hour))
	decides(c, a)
	w.SetClock(c.Closes.Add(73 * time.Hour))
	entries, err := w.Sourcing.Listed(ctx, w.Officer, w.Officer.Org, c.ID)
	if err != nil || len(entries) != 1 || !entries[0].Expired {
		t.Errorf("%+v, %v", entries, err)
	}
}

// A paper answers a question once, whoever asks for it again; it can be taken back and taken anew, and
// neither after the closing nor beyond what a bid may hold.
func TestAPaperIsTakenOnce(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	a, ctx := w.Bidders[0], t.Context()
	c := w.Author(rolling()[0], questions)
	w.Must(c.TryPublish(w.Officer))
	until := party.Day(c.Closes)
	licence := keeps(w, a, party.TradingLicence, "%PDF-1.4 licence", &until)
	bid, ask := c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "x"}, nil), c.Questions["Licence"].ID
	files := func() []biddingsvc.File {
		t.Helper()
		b, err := w.Bidding.Bid(ctx, a, bid)
		w.Must(err)
		return b.Files
	}
	noted := func() int {
		t.Helper()
		return w.Count("SELECT count(*) FROM audit_entry WHERE action = 'bidding.bid.file_added' AND object_id = $1 AND detail->>'paper_id' = $2", bid, licence.String())
	}
	tabs := make(chan biddingsvc.File, 2)
	for range 2 {
		go func() {
			f, err := w.Bidding.TakePaper(ctx, a, bid, ask, licence)
			if err != nil {
				t.Error(err)
			}
			tabs <- f
		}()
	}
	if one, other := <-tabs, <-tabs; one.ID != other.ID || one.Paper == nil || other.Paper == nil || other.Name != "paper.pdf" {
		t.Errorf("two tabs took %+v and %+v", one, other)
	}
	if held := files(); len(held) != 1 || noted() != 1 {
		t.Errorf("taken twice, the bid holds %d, and %d are noted", len(held), noted())
	}
	w.do("UPDATE bid_file SET size = $2, paper_id = NULL WHERE participation_id = $1", bid, int64(bidding.MaxFiles))
	_, err := w.Bidding.TakePaper(ctx, a, bid, ask, licence)
	w.Is(err, bidding.TooMuch)
	w.Must(w.Bidding.RemoveFile(ctx, a, bid, files()[0].ID))
	_, err = w.Bidding.TakePaper(ctx, a, bid, ask, licence)
	w.Must(err)
	if held := files(); len(held) != 1 || noted() != 2 {
		t.Errorf("taken anew, the bid holds %d, and %d are noted", len(held), noted())
	}
	c.Submit(a)
	c.Close()
	_, err = w.Bidding.TakePaper(ctx, a, bid, ask, licence)
	w.Is(err, entry.Closed)
}

// A paper may fill a bid to its last byte, and answers each question that asks for it by a file of its own.
func TestAPaperAnswersEachQuestionThatAsksForIt(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	a, ctx := w.Bidders[0], t.Context()
	terms := questions
	terms.Sections = append(slices.Clone(questions.Sections), story.Section{Section: sourcing.Section{Name: "More"},
		Questions: []sourcing.Question{{Prompt: "Permit", Response: sourcing.FileUpload}}})
	c := w.Author(rolling()[0], terms)
	w.Must(c.TryPublish(w.Officer))
	content := "%PDF-1.4 licence"
	licence := keeps(w, a, party.Registration, content, nil)
	bid := c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "x"}, nil)
	w.do("UPDATE participation SET last_saved_at = NULL WHERE id = $1", bid)
	one, err := w.Bidding.TakePaper(ctx, a, bid, c.Questions["Licence"].ID, licence)
	w.Must(err)
	if n := w.Count("SELECT count(*) FROM participation WHERE id = $1 AND last_saved_at IS NOT NULL", bid); n != 1 {
		t.Error("a paper was taken, and the draft does not say that it was worked on")
	}
	w.do("UPDATE bid_file SET size = $2 WHERE id = $1", one.ID, int64(bidding.MaxFiles-len(content)+1))
	_, err = w.Bidding.TakePaper(ctx, a, bid, c.Questions["Permit"].ID, licence)
	w.Is(err, bidding.TooMuch)
	w.do("UPDATE bid_file SET size = $2 WHERE id = $1", one.ID, int64(bidding.MaxFiles-len(content)))
	other, err := w.Bidding.TakePaper(ctx, a, bid, c.Questions["Permit"].ID, licence)
	w.Must(err)
	if other.ID == one.ID || other.Question != c.Questions["Permit"].ID {
		t.Errorf("the other question is answered by %+v", other)
	}
	c.Submit(a)
}
