package app_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/contract"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// again is what a buyer conducts after others, from the moment on that the clock says.
func again(w *story.World, t story.Terms) story.Terms {
	w.Helper()
	w.Must(w.DB.QueryRow(w.Context(), "SELECT zabuni.clock()").Scan(&t.Opens))
	t.Job.Code = fmt.Sprint("S", w.Count("SELECT count(*) FROM job"))
	t.Closes = t.Opens.Add(48 * time.Hour)
	return t
}

// An award with a line for each item is paid item by item: of each by who was given it, whatever others offered for it.
func TestTheLastPriceIsWhatTheItemWasGivenFor(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	sold := func(prices ...map[string]string) *story.Category {
		t.Helper()
		c := w.Publish(policyOf(sourcing.AssetDisposal), again(w, story.Terms{Items: []sourcing.Item{
			{Number: "1", Code: "LO-1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)},
			{Number: "2", Code: "DE-1", Description: "Desk", Unit: "each", Quantity: *story.Points(1)},
		}}))
		for i, p := range prices {
			c.Bid(w.Bidders[i], nil, p)
			c.Submit(w.Bidders[i])
		}
		c.Rank()
		c.Award()
		return c
	}
	first := sold(map[string]string{"1": "100", "2": "30"}, map[string]string{"1": "80", "2": "50"})
	second := sold(map[string]string{"1": "90", "2": "70"})
	tells(first, map[evaluation.Baseline]string{evaluation.ByLastPaid: "never_paid"})
	tells(second, map[evaluation.Baseline]string{evaluation.ByLastPaid: "150 10 6.67"})
	third := sold(map[string]string{"1": "90", "2": "70"}, map[string]string{"1": "85", "2": "71"})
	tells(third, map[evaluation.Baseline]string{evaluation.ByLastPaid: "160 1 0.63"})
}

// What an addendum took away was not paid for: what was, before, still is the last price.
func TestWhatIsGoneWasNotPaid(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	ctx := w.Context()
	wanted := func(gone string, prices map[string]string) *story.Category {
		t.Helper()
		terms := pumps
		terms.Sections, terms.Items, terms.PassMark, terms.Technical, terms.Financial = nil, nil, 0, 0, 100
		for number := range prices {
			terms.Items = append(terms.Items, sourcing.Item{Number: number, Code: "PU-" + number, Description: "Pump", Unit: "each", Quantity: *story.Points(2)})
		}
		if gone != "" {
			terms.Items = append(terms.Items, sourcing.Item{Number: gone, Code: "PU-" + gone, Description: "Pump", Unit: "each", Quantity: *story.Points(2)})
		}
		c := w.Publish(policyOf(sourcing.RFQ), again(w, terms))
		if gone != "" {
			d, err := w.Sourcing.Category(ctx, w.Officer, w.Officer.Org, c.ID)
			w.Must(err)
			form := sourcing.AddendumForm{Title: "One less", Text: "It is not needed any more.", Version: d.Content.Category.Version}
			form.GoneItems = []uuid.UUID{c.Items[gone]}
			w.Must(w.Sourcing.IssueAddendum(ctx, w.Officer, w.Officer.Org, c.ID, uuid.New(), form))
		}
		bid := c.Bid(w.Bidders[0], nil, prices)
		if gone != "" {
			w.Must(w.Bidding.Acknowledge(ctx, w.Bidders[0], bid, 1))
		}
		c.Submit(w.Bidders[0])
		c.Rank()
		c.Award()
		return c
	}
	wanted("", map[string]string{"1": "100"})
	wanted("1", map[string]string{"2": "60"})
	third := wanted("", map[string]string{"1": "90"})
	tells(third, map[evaluation.Baseline]string{evaluation.ByLastPaid: "200 20 10"})
	// What is asked for no more in the category itself is compared with nothing either.
	fourth := wanted("1", map[string]string{"2": "50"})
	tells(fourth, map[evaluation.Baseline]string{evaluation.ByLastPaid: "120 20 16.67"})
}

// What an award's contracts come to is told from their approval on, and as long as they are kept.
func TestWhatWasContractedIsToldAsLongAsItIsKept(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	c := bought(w, 450, "100")
	c.Award()
	set := func(sql string, args ...any) {
		t.Helper()
		_, err := pgtest.Do(w.Context(), w.DB, sql, args...)
		w.Must(err)
	}
	told := func() string {
		t.Helper()
		page, err := w.Reports.Savings(w.Context(), w.Officer, w.Officer.Org, reportsvc.SavingFilter{Baseline: evaluation.ByEstimate}, "", 10)
		w.Must(err)
		if !page.Items[0].Agreed {
			return ""
		}
		return page.Items[0].Contracted.Short()
	}
	// What one award gave to two comes to what both contracts say.
	for i, number := range []string{"K/1", "K/2"} {
		set(`INSERT INTO contract (id, buyer_id, supplier_id, award_id, number, title, currency, value, status, no_signature_before, created_at, created_by)
			SELECT gen_random_uuid(), a.buyer_id, $2, a.id, $3, 'Pumps', a.currency, $4, 'draft', a.decided_at, a.decided_at, a.decided_by FROM award a WHERE a.category_id = $1`,
			c.ID, w.Bidders[i].Org, number, []int{150, 70}[i])
	}
	for _, status := range contract.Status("").Values() {
		set("UPDATE contract SET status = $2 WHERE buyer_id = $1", w.Officer.Org, status)
		want, one := "", ""
		if slices.Contains(contract.InForce, contract.Status(status)) || slices.Contains([]string{"approved", "sent", "negotiating", "signing"}, status) {
			want, one = "220", "70"
		}
		if got := told(); got != want {
			t.Errorf("%s: its contracts come to %q, want %q", status, got, want)
		}
		set("UPDATE contract SET status = 'draft' WHERE buyer_id = $1 AND number = 'K/1'", w.Officer.Org)
		if got := told(); got != one {
			t.Errorf("a draft and one that is %s come to %q, want %q", status, got, one)
		}
	}
}
