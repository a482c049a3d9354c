package app_test

import (
	"os"
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// written are the tables from a payment to the list of who passed.
var written = []string{
	"category", "item", "invitation", "category_key",
	"cart_item", "purchase_order", "order_line", "payment_attempt", "ledger_entry",
	"participation", "response", "price_response", "bid_file", "upload", "upload_part", "submission", "sealed_envelope", "sealed_file", "withdrawal",
	"opening_session", "opening_approval", "opened_bid", "opened_answer", "opened_price", "opened_file",
	"quality_declaration", "quality_plan", "quality_sheet", "quality_check", "quality_control", "list_entry", "audit_entry",
}

// From a payment to the last round of a negotiation, and to a list: what each step
// leaves behind is what was done, each column and each entry of the log.
func TestWhatATenderAndAListLeaveBehindIsWrittenDown(t *testing.T) {
	t.Parallel()
	w := story.New(t, 5)
	tendered(w)
	listed(w)
	got := pgtest.Rows(t, w.DB, written...)
	const file = "testdata/written.golden"
	if *update {
		w.Must(os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	w.Must(err)
	if line, is, ought := pgtest.Differ(got, string(want)); line > 0 {
		t.Errorf("line %d of %s is %q, not %q (run with -update and read the difference)", line, file, is, ought)
	}
}

// deep are terms in which everything is asked that a tender can ask.
func deep() story.Terms {
	t := pumps
	t.Fee = money.New(1500, 0)
	t.Items = append(t.Items[:1:1], sourcing.Item{Number: "2", Code: "H-2", Description: "Hose", Unit: "m", Quantity: *story.Points(90), Classification: "CPV:1"})
	return t
}

// offers of the bidders: the second passes with less, the third's paper has ended, the
// fourth goes away.
var offers = []struct{ years, pump, hose string }{
	{"Ten", "1200.50", "3"}, {"Five", "1000", "2.75"}, {"Ten", "999", "1"}, {"Five", "900", "2"},
}

func tendered(w *story.World) {
	w.Helper()
	c := w.Publish(policyOf(sourcing.Tender), deep())
	for i, o := range offers {
		a := w.Bidders[i]
		c.Pay(a)
		c.Bid(a, map[string]string{"Years in trade": o.years, "Method": "By hand", "Licence": "licence.pdf"}, map[string]string{"1": o.pump, "2": o.hose})
		c.Submit(a)
	}
	first, last := w.Bidders[0], w.Bidders[3]
	_, err := c.TrySave(first, c.Bids[first.Org], biddingsvc.Changes{
		Answers: []biddingsvc.Answer{{Question: c.Questions["Method"].ID, Value: "By machine", Version: 1}},
		Prices:  []biddingsvc.Price{{Item: c.Items["1"], UnitPrice: "1100", Version: 1}},
	})
	w.Must(err)
	c.Submit(first)
	w.Must(c.TryWithdraw(last, c.Bids[last.Org], "The pump is made no more"))
	c.Pay(w.Bidders[4]) // who begins nothing
	c.Close()
	c.Open()
	w.Must(c.TryDeclareChecker(w.Person("buyer", access.Buyer, w.Officer.Org), opening.InterestRecused))
	c.Check(w.Bidders[2], "Licence", assurance.Valid, "")
	c.Check(w.Bidders[2], "Licence", assurance.Expired, "Ended on 3 May")
	c.Judge(
		story.Mark{Bidder: first, Prompt: "Method", Value: "8"},
		story.Mark{Bidder: w.Bidders[1], Prompt: "Method", Value: "7"},
		story.Mark{Bidder: w.Bidders[2], Prompt: "Method", Value: "9"},
	)
	c.Open()
	c.Judge()
	for i, final := range []bool{false, true} {
		r := c.Negotiate(final, first, w.Bidders[1])
		r.Offer(first, map[string]string{"1": []string{"1050", "1000"}[i], "2": "3"})
		if !final {
			r.Rank()
			continue
		}
		w.Must(w.Sourcing.CancelCategory(w.Context(), w.Officer, w.Officer.Org, r.ID, "It is enough"))
	}
}

func listed(w *story.World) {
	w.Helper()
	c := w.Publish(policyOf(sourcing.SupplierRegistration), story.Terms{Job: sourcing.JobForm{Code: "L1", Title: "Registration"}, Opens: noonOf(w), Closes: noonOf(w).Add(48 * time.Hour), Sections: questions.Sections})
	for _, a := range w.Bidders[:3] {
		c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "x", "Licence": "licence.pdf"}, nil)
		c.Submit(a)
	}
	c.Close()
	c.Open()
	c.Judge()
	c.Award()
	until := c.Closes.Add(24 * time.Hour)
	for i, form := range []sourcing.EntryForm{
		{Status: sourcing.Listed, Until: &until, Reason: "For a year"},
		{Status: sourcing.Suspended, Reason: "Its licence is being renewed"},
	} {
		w.Must(w.Sourcing.SetEntry(w.Context(), w.Officer, w.Officer.Org, c.ID, w.Bidders[i].Org, form))
	}
	next := w.Author(policyOf(sourcing.RFQ), story.Terms{Job: sourcing.JobForm{Code: "Q1", Title: "Quotations"}, Closes: until.Add(time.Hour), Invited: w.Bidders[4:]})
	_, err := w.Sourcing.InviteFromList(w.Context(), w.Officer, w.Officer.Org, next.ID, c.ID)
	w.Must(err)
}

// noonOf is where the clock of a world stands.
func noonOf(w *story.World) (now time.Time) {
	w.Helper()
	w.Must(w.DB.QueryRow(w.Context(), "SELECT zabuni.clock()").Scan(&now))
	return now
}
