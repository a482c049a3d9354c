package biddingsvc_test

import (
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// sold is a prequalification that asks one paper and costs a fee.
func sold(t *testing.T, fee int64, bidders int) *story.Category {
	t.Helper()
	p, _ := sourcing.PolicyOf(sourcing.Prequalification)
	return story.New(t, bidders).Publish(p, story.Terms{
		Fee: money.New(fee, 0),
		Sections: []story.Section{{
			Section: sourcing.Section{Name: "Papers"},
			Questions: []sourcing.Question{
				{Prompt: "Licence", Response: sourcing.FileUpload},
				{Prompt: "Licensed?", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)},
			},
		}},
	})
}

// The main rule about money: no bid without a paid fee. Of all that an order can be
// only completed is paid, and only for its own company and category.
func TestNoBidWithoutAPaidFee(t *testing.T) {
	t.Parallel()
	c := sold(t, 1000, 2)
	a, other := c.Bidders[0], c.Bidders[1]
	refused := func(when string) {
		t.Helper()
		if _, err := c.TryStart(a); fault.As(err).Code != entry.NotPaid.Code {
			t.Errorf("%s: %v", when, err)
		}
		if rows, err := c.Bidding.PaidNotBegun(t.Context(), a); err != nil || len(rows) != 0 {
			t.Errorf("%s: %d paid and not begun, %v", when, len(rows), err)
		}
	}
	refused("nothing was ordered")
	c.Pay(other)
	refused("another company has paid")
	order := c.Order(a)
	refused("checked out")
	c.Prompt(a, order)
	if n := c.Count("SELECT count(*) FROM purchase_order WHERE id = $1 AND status = 'processing'", order.ID); n != 1 {
		t.Fatal("the order is not with the provider")
	}
	refused("the provider has it")
	owner := pgtest.As(t, c.DB, "")
	for status := range states() {
		if status == payment.Completed {
			continue
		}
		_, err := pgtest.Do(t.Context(), owner, "UPDATE purchase_order SET status = $1 WHERE id = $2", string(status), order.ID)
		c.Must(err)
		refused("the order is " + string(status))
	}
	_, err := pgtest.Do(t.Context(), owner, "UPDATE purchase_order SET status = 'processing' WHERE id = $1", order.ID)
	c.Must(err)
	c.Settle()
	if rows, err := c.Bidding.PaidNotBegun(t.Context(), a); err != nil || len(rows) != 1 {
		t.Errorf("paid: %d paid and not begun, %v", len(rows), err)
	}
	if _, err := c.TryStart(a); err != nil {
		t.Errorf("paid: %v", err)
	}
	if _, err := c.TryStart(other); err != nil {
		t.Errorf("the other, paid: %v", err)
	}
}

// states are all in which an order can be.
func states() map[payment.State]bool {
	out := map[payment.State]bool{payment.Order.Start: true}
	for _, e := range payment.Order.Edges {
		out[e.To] = true
	}
	return out
}

// What is paid opens its own category and no other.
func TestAPaidFeeIsForOneCategory(t *testing.T) {
	t.Parallel()
	c := sold(t, 1000, 1)
	a := c.Bidders[0]
	second := c.World.Publish(c.Policy, story.Terms{
		Job: sourcing.JobForm{Code: "T2"},
		Fee: money.New(1, 0),
		Sections: []story.Section{{
			Section:   sourcing.Section{Name: "Papers"},
			Questions: []sourcing.Question{{Prompt: "Licensed?", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)}},
		}},
	})
	c.Pay(a)
	_, err := second.TryStart(a)
	c.Is(err, entry.NotPaid)
	_, err = c.TryStart(a)
	c.Must(err)
}

// What costs nothing asks nobody to pay.
func TestNoFeeAsksForNoOrder(t *testing.T) {
	t.Parallel()
	c := sold(t, 0, 1)
	_, err := c.TryStart(c.Bidders[0])
	c.Must(err)
}

// The sealed parts of a file that nobody finishes go after a week; what is still on
// its way, and what has arrived, stays.
func TestAbandonedPartsAreSwept(t *testing.T) {
	t.Parallel()
	c := sold(t, 0, 1)
	a, question := c.Bidders[0], c.Questions["Licence"].ID
	bid := c.Bid(a, map[string]string{"Licence": "arrived.pdf"}, nil)
	owner := pgtest.As(t, c.DB, "")
	kept := func(when string, uploads, parts int) {
		t.Helper()
		var u, p int
		c.Must(owner.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM upload), (SELECT count(*) FROM upload_part)").Scan(&u, &p))
		if u != uploads || p != parts {
			t.Errorf("%s: %d uploads in %d parts, want %d in %d", when, u, p, uploads, parts)
		}
	}
	begin := func(name string) (id [16]byte) {
		t.Helper()
		u, err := c.TryUpload(a, bid, question, name, len(story.PDF))
		c.Must(err)
		_, err = c.TryAppend(a, u.ID, 0, story.PDF[:10])
		c.Must(err)
		return u.ID
	}
	old := begin("old.pdf")
	c.SetClock(story.Noon.Add(time.Minute))
	young := begin("young.pdf")
	kept("both begun", 2, 2)

	week := story.Noon.AddDate(0, 0, 7)
	c.SetClock(week.Add(-time.Microsecond))
	c.Must(c.Bidding.SweepUploads(t.Context()))
	kept("a moment before the week is over", 2, 2)
	c.SetClock(week)
	c.Must(c.Bidding.SweepUploads(t.Context()))
	kept("after the week", 1, 1)
	_, err := c.Bidding.UploadStatus(t.Context(), a, old)
	c.Is(err, bidding.FileMissing)
	u, err := c.Bidding.UploadStatus(t.Context(), a, young)
	if c.Must(err); u.Received != 10 {
		t.Errorf("%d bytes of the young one", u.Received)
	}
	b, err := c.Bidding.Bid(t.Context(), a, bid)
	if c.Must(err); len(b.Files) != 1 {
		t.Errorf("%d files", len(b.Files))
	}
}

// The files of one bid are bounded in all: to the last byte, over every question, and
// what was taken out leaves room for what replaces it.
func TestTheFilesOfABidAreBoundedInAll(t *testing.T) {
	t.Parallel()
	c := sold(t, 0, 2)
	a, other, question := c.Bidders[0], c.Bidders[1], c.Questions["Licence"].ID
	bid := c.Bid(a, map[string]string{"Licence": "large.pdf"}, nil)
	owner := pgtest.As(t, c.DB, "")
	holds := func(size int64) {
		t.Helper()
		_, err := pgtest.Do(t.Context(), owner, "UPDATE bid_file SET size = $1", size)
		c.Must(err)
	}
	begin := func(size int) error { _, err := c.TryUpload(a, bid, question, "another.pdf", size); return err }
	for _, size := range []int{-1, 0} {
		c.Is(begin(size), fault.Invalid)
	}
	c.Must(begin(1))
	holds(bidding.MaxFiles - 100)
	c.Must(begin(100))
	c.Is(begin(101), bidding.TooMuch)
	_, err := c.TryUpload(other, c.Bid(other, nil, nil), question, "own.pdf", 101)
	c.Must(err) // another bid's files are its own
	b, err := c.Bidding.Bid(t.Context(), a, bid)
	c.Must(err)
	c.Must(c.Bidding.RemoveFile(t.Context(), a, bid, b.Files[0].ID))
	c.Must(begin(101))
	c.Is(begin(bidding.MaxFile+1), document.TooLarge)
}

// What has closed is no more to be begun, though nobody has marked it as closed yet.
func TestWhatHasClosedIsNoMoreToBeBegun(t *testing.T) {
	t.Parallel()
	c := sold(t, 1000, 1)
	a := c.Bidders[0]
	c.Pay(a)
	for _, x := range []struct {
		at   time.Time
		want int
	}{{c.Closes.Add(-time.Microsecond), 1}, {c.Closes, 0}} {
		c.SetClock(x.at)
		rows, err := c.Bidding.PaidNotBegun(t.Context(), a)
		if err != nil || len(rows) != x.want {
			t.Errorf("%s: %d to be begun, want %d, %v", x.at, len(rows), x.want, err)
		}
	}
	_, err := c.TryStart(a)
	c.Is(err, entry.Closed)
}

// What was submitted and what stands there now are two things once the draft goes
// on: the bid and every list tell it, until it is submitted again.
func TestWhatChangedSinceItWasSubmittedIsTold(t *testing.T) {
	t.Parallel()
	c := sold(t, 0, 1)
	a := c.Bidders[0]
	bid := c.Bid(a, map[string]string{"Licensed?": "yes"}, nil)
	told := func(want bool) {
		t.Helper()
		page, err := c.Bidding.Bids(t.Context(), a, biddingsvc.BidFilter{Ongoing: true}, "", 10)
		c.Must(err)
		b, err := c.Bidding.Bid(t.Context(), a, bid)
		c.Must(err)
		if len(page.Items) != 1 || page.Items[0].Changed != want || b.Changed != want {
			t.Errorf("the list tells %+v, the bid %v; want %v", page.Items, b.Changed, want)
		}
	}
	told(false)
	c.Submit(a)
	told(false)
	c.SetClock(c.Closes.Add(-time.Hour))
	_, err := c.TrySave(a, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: c.Questions["Licensed?"].ID, Value: "no", Version: 1}}})
	c.Must(err)
	told(true)
	_, err = c.TrySubmit(a, bid, "once more, now that it changed")
	c.Must(err)
	told(false)
}
