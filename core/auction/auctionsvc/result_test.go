package auctionsvc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/award"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/sourcing"
)

// judged is an auction of an activity whose bidders have answered what is asked; its papers are open, and where
// asked the results are made.
func judged(t *testing.T, of sourcing.Activity, pass bool, answers ...string) *story.Category {
	t.Helper()
	w := story.New(t, len(answers))
	p, _ := sourcing.PolicyOf(of)
	c := w.Publish(p, story.Terms{
		PassMark: 50,
		Sections: []story.Section{{
			Section: sourcing.Section{Name: "Standing"},
			Questions: []sourcing.Question{{
				Prompt:     "Licensed?",
				Response:   sourcing.YesNo,
				MustAnswer: true,
				Scored:     true,
				MaxScore:   story.Points(10),
				Options:    []sourcing.Option{{Label: "yes", Score: story.Points(10)}, {Label: "no", Score: story.Points(0)}},
			}},
		}},
		Items:   []sourcing.Item{{Number: "1", Description: "Maize", Unit: "bag", Quantity: *story.Points(100)}},
		Invited: w.Bidders,
	})
	for i, a := range w.Bidders {
		c.Bid(a, map[string]string{"Licensed?": answers[i]}, nil)
		c.Submit(a)
	}
	c.Close()
	c.Must(c.TryOpen())
	if pass {
		c.Judge()
	} else {
		c.Must(c.TryDeclare(c.Officer, evaluationsvc.InterestNone))
		c.Must(c.TryFinish(c.Officer))
	}
	return c
}

// order is who is ranked, and what became of the rest, by the letters of their places among the bidders.
func order(c *story.Category) string {
	c.Helper()
	bids := c.Desk().Bids
	var out []string
	for _, b := range bids {
		who := string(rune('a' + slices.IndexFunc(c.Bidders, func(x access.Actor) bool { return x.Org == b.SupplierID })))
		switch {
		case b.Rank != nil:
			out = append(out, fmt.Sprintf("%d:%s %s", *b.Rank, who, b.Price.Short()))
		case b.Why != nil:
			out = append(out, fmt.Sprintf("%s %s", who, b.Why.Left))
		default:
			out = append(out, who+" ?")
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// What stands at the end is ranked: the best price first, of equal ones the earlier, whoever was let in and bid nothing
// behind them with its reason. A forward auction turns the prices around and nothing else.
func TestWhatStandsAtTheEndIsRanked(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		of   sourcing.Activity
		bids []string // bidder and price, in order
		want string
	}{
		{sourcing.ReverseAuction, []string{"a 5000", "b 4900", "a 4800"}, "1:a 4800, 2:b 4900, c no_bid, d technical_not_passed"},
		{sourcing.ForwardAuction, []string{"a 5000", "b 5100", "a 5200"}, "1:a 5200, 2:b 5100, c no_bid, d technical_not_passed"},
		{sourcing.ReverseAuction, []string{"c 5000"}, "1:c 5000, a no_bid, b no_bid, d technical_not_passed"},
		{sourcing.ForwardAuction, nil, "a no_bid, b no_bid, c no_bid, d technical_not_passed"},
	} {
		t.Run(fmt.Sprint(x.of, x.bids), func(t *testing.T) {
			t.Parallel()
			c := judged(t, x.of, true, "yes", "yes", "yes", "no")
			var bids []story.LiveBid
			for _, b := range x.bids {
				bids = append(bids, story.LiveBid{Bidder: c.Bidders[b[0]-'a'], Price: b[2:]})
			}
			c.Live(bids...)
			if got := order(c); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
			if s := c.Status(); s != sourcing.Evaluated {
				t.Error(s)
			}
			if len(x.bids) == 0 { // and it ends without a result, with its reason
				submission := c.Submission(c.Bidders[0])
				c.Is(c.TryRecommend(c.Officer, &submission, "He was there"), award.NobodyPassed)
				c.Must(c.TryRecommend(c.Officer, nil, "Nobody bid"))
				return
			}
			// Nobody is chosen who offered nothing.
			for _, r := range c.Standing().Results {
				if r.Rank == nil {
					c.Is(c.TryRecommend(c.Officer, &r.Submission, "All the same"), award.NotEligible)
				}
			}
		})
	}
}

// Who may bid is decided before anybody bids, or not at all; and what was ranked is not moved in the room afterwards.
func TestAResultIsMadeBeforeOrAfterTheRoom(t *testing.T) {
	t.Parallel()
	c := judged(t, sourcing.ReverseAuction, true, "yes", "yes")
	a, b := c.Bidders[0], c.Bidders[1]
	c.Must(c.TryComplete(c.Officer)) // made again, before it counts
	if d := c.Desk(); d.Live != evaluationsvc.LiveAhead || d.Status != sourcing.TechnicalEvaluation {
		t.Error(d.Live, d.Status)
	}
	c.Begin()
	c.Is(c.TryComplete(c.Officer), sourcing.StillMoving)
	if d := c.Desk(); d.Live != evaluationsvc.LiveRunning {
		t.Error(d.Live)
	}
	for _, x := range []story.LiveBid{{Bidder: a, Price: "5000"}, {Bidder: b, Price: "4000"}} {
		c.Must(c.TryJoin(x.Bidder))
		c.Must(c.TryBid(x.Bidder, x.Price, "one"))
	}
	c.End()
	if d := c.Desk(); d.Live != evaluationsvc.LiveOver || d.Bids[0].Price != nil {
		t.Error(d.Live, "prices are told beside papers that are still judged")
	}
	conduct := func(d auctionsvc.Deed) error {
		d.Reason = "A reason"
		desk, err := c.Auctions.Desk(c.Context(), c.Officer, c.Officer.Org, c.ID)
		c.Must(err)
		d.Seen = desk.Auction.Seq
		return c.Auctions.Conduct(c.Context(), c.Officer, c.Officer.Org, c.ID, d)
	}
	first, second := int64(2), int64(3)
	c.Must(conduct(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &second})) // until then a slip may be mended
	c.Must(c.TryComplete(c.Officer))
	if got := order(c); got != "1:a 5000, b no_bid" {
		t.Error(got)
	}
	c.Is(conduct(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &first}), auction.Settled)
	c.Is(conduct(auctionsvc.Deed{Act: auctionsvc.Say}), auction.Settled)
	if got := order(c); got != "1:a 5000, b no_bid" {
		t.Error(got)
	}
}

// Nobody is let in whom nobody has judged, and a room that nobody could enter is ranked all the same.
func TestARoomThatNobodyWasJudgedFor(t *testing.T) {
	t.Parallel()
	c := judged(t, sourcing.ForwardAuction, false, "yes", "yes")
	c.Begin()
	c.Is(c.TryJoin(c.Bidders[0]), auction.NotQualified)
	c.End()
	c.Must(c.TryComplete(c.Officer))
	if got := order(c); got != "a no_bid, b no_bid" {
		t.Error(got)
	}
}
