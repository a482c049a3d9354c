package auctionsvc_test

import (
	"fmt"
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/sourcing"
)

// paperless is a published auction that asks for no papers, at whose room nothing has happened.
func paperless(t *testing.T, of sourcing.Activity, bidders int) *story.Category {
	t.Helper()
	w := story.New(t, bidders)
	p, _ := sourcing.PolicyOf(of)
	c := w.Publish(p, story.Terms{
		Without: []sourcing.StepName{"criteria"},
		Items:   []sourcing.Item{{Number: "1", Description: "Maize", Unit: "bag", Quantity: *story.Points(100)}},
		Invited: w.Bidders,
	})
	if len(c.Policy.Envelopes) > 0 {
		t.Fatal("something is sealed here")
	}
	return c
}

// An auction that asks for no papers is ranked by what stands in its room, awarded, told by letters and reported as
// any other: a winner may stand without a submission.
func TestAnAuctionWithoutPapersIsAwarded(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		of   sourcing.Activity
		bids []string
		want string
	}{
		{sourcing.ReverseAuction, []string{"a 5000", "b 4900", "a 4800"}, "1:a 4800, 2:b 4900, c no_bid"},
		{sourcing.ForwardAuction, []string{"a 5000", "b 5100", "a 5200"}, "1:a 5200, 2:b 5100, c no_bid"},
	} {
		t.Run(fmt.Sprint(x.of), func(t *testing.T) {
			t.Parallel()
			c := paperless(t, x.of, 4) // the fourth does not come
			c.Close()
			if s := c.Status(); s != sourcing.Closed {
				t.Fatal(s)
			}
			c.Is(c.TryComplete(c.Officer), sourcing.StillMoving)
			c.Begin()
			c.Is(c.TryComplete(c.Officer), sourcing.StillMoving)
			for _, b := range c.Bidders[:3] {
				c.Must(c.TryJoin(b))
			}
			for _, b := range x.bids {
				c.Must(c.TryBid(c.Bidders[b[0]-'a'], b[2:], b))
			}
			c.End()
			if d := c.Desk(); d.Live != evaluationsvc.LiveOver || len(d.Bids) > 0 {
				t.Error(d.Live, len(d.Bids))
			}
			c.Must(c.TryComplete(c.Officer))
			if got := order(c); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
			if s := c.Status(); s != sourcing.Evaluated {
				t.Error(s)
			}
			c.Award()
			letters, err := c.Awards.Letters(c.Context(), c.Officer, c.Officer.Org, c.ID)
			c.Must(err)
			kinds := map[string]int{}
			for _, l := range letters {
				kinds[l.Kind]++
			}
			if len(letters) != 3 || kinds["award"] != 1 || kinds["regret"] != 2 {
				t.Error(kinds)
			}
			c.React()
			c.SetClock(c.Closes.Add(90 * 24 * time.Hour))
			c.Conclude()
			if s := c.Status(); s != sourcing.Awarded {
				t.Error(s)
			}
		})
	}
}
