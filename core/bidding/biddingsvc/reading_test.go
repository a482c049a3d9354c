package biddingsvc_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

var update = flag.Bool("update", false, "write the golden file; read the difference before you commit it")

// offered are four tenders, each of which closes a day later than the one before it: the
// first bidder submits in one, changes it again and drafts in the second; the other is
// there too, and goes away again. Two more it has paid for.
func offered(t *testing.T) (tenders []*story.Category, mine, other access.Actor) {
	t.Helper()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	w := story.New(t, 2)
	mine, other = w.Bidders[0], w.Bidders[1]
	for i, title := range []string{"Desks", "Chairs", "Lamps", "Doors"} {
		c := w.Publish(p, story.Terms{
			Job:       sourcing.JobForm{Code: fmt.Sprint("T", i), Title: title + " of 2027"},
			Name:      title,
			Fee:       money.New(10, 0),
			Closes:    story.Noon.Add(time.Duration(i+2) * 24 * time.Hour),
			Technical: 50,
			Financial: 50,
			Sections: []story.Section{{
				Section: sourcing.Section{Name: "Papers"},
				Questions: []sourcing.Question{
					{Prompt: "Licence", Response: sourcing.FileUpload, QA: true},
					{Prompt: "Method", Response: sourcing.TextBox, Scored: true, MustAnswer: true, MaxScore: story.Points(5)},
				},
			}},
			Items: []sourcing.Item{
				{Number: "1", Code: "A-1", Description: title, Unit: "each", Quantity: *story.Points(4)},
				{Number: "2", Description: "Transport", Unit: "km", Quantity: *story.Points(30)},
			},
		})
		c.Pay(mine)
		c.Pay(other)
		tenders = append(tenders, c)
	}
	for i, c := range tenders[:2] {
		c.Bid(other, map[string]string{"Method": "By hand", "Licence": "other.pdf"}, map[string]string{"1": "7", "2": "2"})
		c.Submit(other)
		c.Bid(mine, map[string]string{"Method": "By machine", "Licence": "mine.pdf"}, map[string]string{"1": "8.50"})
		c.SetClock(story.Noon.Add(time.Duration(i) * 24 * time.Hour).Add(time.Hour))
		c.Must(c.TryWithdraw(other, c.Bids[other.Org], fmt.Sprint("Reason ", i)))
	}
	first := tenders[0]
	save := func(price string, version int64) {
		_, err := first.TrySave(mine, first.Bids[mine.Org], biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: first.Items["2"], UnitPrice: price, Version: version}}})
		first.Must(err)
	}
	save("3", 0)
	first.Submit(mine)
	first.SetClock(story.Noon.Add(26 * time.Hour))
	save("4", 1)
	return tenders, mine, other
}

// What a supplier is told of its bids, its withdrawals and what it has paid for, and which
// of them each filter leaves, is written down. Read the difference before you take it.
func TestWhatABidderIsToldIsWrittenDown(t *testing.T) {
	t.Parallel()
	tenders, mine, other := offered(t)
	c := tenders[0]
	var b strings.Builder
	told := func(question string, answer any, err error) {
		t.Helper()
		c.Must(err)
		fmt.Fprintf(&b, "%s: %s\n", question, pgtest.Told(t, c.DB, answer))
	}
	for _, x := range tenders[:2] {
		bid, err := c.Bidding.Bid(t.Context(), mine, x.Bids[mine.Org])
		told("my bid", bid, err)
		in, err := c.Bidding.BidIn(t.Context(), other, x.ID)
		told("the other's", in.Submissions, err)
	}
	in, err := c.Bidding.BidIn(t.Context(), mine, tenders[2].ID)
	told("none", in, err)
	on := func(first, last day.Day) day.Span { return day.Between(first, last, "Africa/Nairobi") }
	for _, x := range []struct {
		what string
		f    biddingsvc.BidFilter
	}{
		{"all", biddingsvc.BidFilter{}},
		{"past", biddingsvc.BidFilter{}},
		{"ranked", biddingsvc.BidFilter{Ranked: true}},
		{"of tenders", biddingsvc.BidFilter{Activities: []sourcing.Activity{sourcing.Tender}}},
		{"of quotations", biddingsvc.BidFilter{Activities: []sourcing.Activity{sourcing.RFQ}}},
		{"that close on the second day", biddingsvc.BidFilter{Closes: on("2026-11-25", "2026-11-25")}},
		{"that close later", biddingsvc.BidFilter{Closes: on("2026-11-26", "2026-12-25")}},
		{"of a name", biddingsvc.BidFilter{Search: "chai"}},
		{"of a title", biddingsvc.BidFilter{Search: "desks of"}},
		{"of nothing", biddingsvc.BidFilter{Search: "%"}},
	} {
		x.f.Ongoing = x.what != "past" && x.what != "ranked"
		page, err := c.Bidding.Bids(t.Context(), mine, x.f, "", 10)
		if x.what == "all" {
			told("mine", page.Items, err)
			continue
		}
		names := make([]string, len(page.Items))
		for i, r := range page.Items {
			names[i] = r.CategoryName
		}
		told("mine "+x.what, names, err)
	}
	for _, x := range []struct {
		what string
		f    biddingsvc.WithdrawalFilter
	}{
		{"all", biddingsvc.WithdrawalFilter{}},
		{"of the first day", biddingsvc.WithdrawalFilter{Withdrawn: on("2026-11-23", "2026-11-23")}},
		{"of a name", biddingsvc.WithdrawalFilter{Search: "chai"}},
		{"of a title", biddingsvc.WithdrawalFilter{Search: "desks of"}},
		{"of nothing", biddingsvc.WithdrawalFilter{Search: "lamps"}},
	} {
		page, err := c.Bidding.Withdrawals(t.Context(), other, x.f, "", 10)
		told("withdrawn "+x.what, page.Items, err)
	}
	page, err := c.Bidding.Withdrawals(t.Context(), mine, biddingsvc.WithdrawalFilter{}, "", 10)
	told("withdrawn by me", page.Items, err)
	for _, activity := range []sourcing.Activity{sourcing.Tender, sourcing.RFQ} {
		rows, err := c.Bidding.PaidNotBegun(t.Context(), mine, activity)
		told("paid for, as a "+string(activity), rows, err)
	}
	for after, more := "", true; more; more = after != "" {
		bids, err := c.Bidding.Bids(t.Context(), mine, biddingsvc.BidFilter{Ongoing: true}, after, 1)
		c.Must(err)
		gone, err := c.Bidding.Withdrawals(t.Context(), other, biddingsvc.WithdrawalFilter{}, "", 1)
		told("one by one", []string{bids.Items[0].CategoryName, gone.Items[0].CategoryName}, err)
		if gone.Next != "" {
			gone, err = c.Bidding.Withdrawals(t.Context(), other, biddingsvc.WithdrawalFilter{}, gone.Next, 1)
			told("and the next", []string{gone.Items[0].CategoryName, gone.Next}, err)
		}
		after = bids.Next
	}

	const file = "testdata/reading.golden"
	if *update {
		c.Must(os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	c.Must(err)
	if line, is, ought := pgtest.Differ(b.String(), string(want)); line > 0 {
		t.Errorf("line %d of %s is %q, not %q (run with -update and read the difference)", line, file, is, ought)
	}
}
