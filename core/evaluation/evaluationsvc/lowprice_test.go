package evaluationsvc_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// lowest is a tender in which the first bidder is far below the two others.
func lowest(t *testing.T, activity sourcing.Activity) *story.Category {
	t.Helper()
	return evaluated(t, activity, bidder{"ninety", "1000", "10"}, bidder{"seventy", "3900", "10"}, bidder{"all", "8000", "10"})
}

func clockOf(c *story.Category) (now time.Time) {
	c.Helper()
	c.Must(c.DB.QueryRow(c.Context(), "SELECT zabuni.clock()").Scan(&now))
	return now
}

func askPrice(c *story.Category, who, bidder access.Actor, due time.Time) error {
	return c.Evaluation.AskPrice(c.Context(), who, c.Officer.Org, c.Submission(bidder), evaluation.PriceAsk{Question: "How do you deliver at this price?", Due: due})
}

func decidePrice(c *story.Category, who, bidder access.Actor, outcome evaluation.PriceOutcome, seen int32) error {
	return c.Evaluation.DecidePrice(c.Context(), who, c.Officer.Org, c.Submission(bidder), outcome, "So it is", seen)
}

// bidOf is a bidder's bid as the desk shows it to the officer.
func bidOf(c *story.Category, who access.Actor) evaluationsvc.Bid {
	c.Helper()
	d := c.Desk()
	return d.Bids[slices.IndexFunc(d.Bids, func(b evaluationsvc.Bid) bool { return b.SupplierID == who.Org })]
}

// Who looks abnormally low is asked, explains, and stays in; nobody is recommended before
// it is decided, and both sides are told.
func TestALowPriceIsExplained(t *testing.T) {
	t.Parallel()
	c := lowest(t, sourcing.Tender)
	low, next := c.Bidders[0], c.Bidders[1]
	var codes []string
	for _, s := range bidOf(c, low).Low {
		codes = append(codes, string(s.Code))
	}
	if got := strings.Join(codes, " "); got != "below_mean below_next" {
		t.Errorf("the low price is %s", got)
	}
	if signs := bidOf(c, next).Low; len(signs) != 1 || signs[0].Code != evaluation.BelowNext {
		t.Errorf("the second is %+v", signs)
	}
	if signs := bidOf(c, c.Bidders[2]).Low; len(signs) > 0 {
		t.Errorf("the dearest is low: %+v", signs)
	}
	due := clockOf(c).Add(48 * time.Hour)
	c.Is(askPrice(c, c.Officer, c.Bidders[2], due), evaluation.PriceNotLow)
	c.Is(decidePrice(c, c.Officer, low, evaluation.PriceAccepted, 1), evaluation.PriceNotAsked)
	c.Is(c.Evaluation.ExplainPrice(t.Context(), low, c.Bids[low.Org], "Own pipes"), evaluation.PriceNotAsked)
	if q, err := c.Evaluation.MyPriceQuery(t.Context(), low, c.Bids[low.Org]); q != nil || err != nil {
		t.Errorf("asked of nobody yet: %+v, %v", q, err)
	}
	c.Must(askPrice(c, c.Officer, low, due))
	c.Is(askPrice(c, c.Officer, low, due), evaluation.PriceAsked)
	c.React()
	if told := strings.Join(c.Told(low), "\n"); !strings.Contains(told, "price.asked") {
		t.Errorf("the bidder hears %s", told)
	}
	if told := strings.Join(c.Told(next), "\n"); strings.Contains(told, "price") {
		t.Errorf("another hears %s", told)
	}

	submission := c.Submission(low)
	c.Is(c.TryRecommend(c.Officer, &submission, ""), evaluation.PriceOpen)
	other := c.Submission(next)
	c.Is(c.TryRecommend(c.Officer, &other, "It is safer"), evaluation.PriceOpen)
	c.Is(decidePrice(c, c.Officer, low, evaluation.PriceRejected, 1), evaluation.PriceWaits)

	// Nobody answers for somebody else, and the answer may get better.
	c.Is(c.Evaluation.ExplainPrice(t.Context(), next, c.Bids[low.Org], "Not mine"), bidding.BidNotFound)
	_, foreign := c.Evaluation.MyPriceQuery(t.Context(), next, c.Bids[low.Org])
	c.Is(foreign, bidding.BidNotFound)
	clerk := low
	clerk.Privileges = nil
	_, forbidden := c.Evaluation.MyPriceQuery(t.Context(), clerk, c.Bids[low.Org])
	c.Is(forbidden, fault.Forbidden)
	c.Is(c.Evaluation.ExplainPrice(t.Context(), c.Officer, c.Bids[low.Org], "Not mine"), fault.Forbidden)
	if err := c.Evaluation.ExplainPrice(t.Context(), low, c.Bids[low.Org], " "); err == nil || fault.As(err).Fields[0].Pointer != "/answer" {
		t.Errorf("an empty answer is %v", err)
	}
	c.Must(c.Evaluation.ExplainPrice(t.Context(), low, c.Bids[low.Org], "Own pipes"))
	c.Must(c.Evaluation.ExplainPrice(t.Context(), low, c.Bids[low.Org], "We make the pipes ourselves"))
	c.React()
	if told := strings.Join(c.Told(c.Officer), "\n"); !strings.Contains(told, "price.answered") {
		t.Errorf("who asked hears %s", told)
	}
	q := bidOf(c, low).Query
	if q == nil || q.Answer != "We make the pipes ourselves" || q.Version != 3 || q.AskedByName == "" {
		t.Fatalf("the officer reads %+v", q)
	}
	c.Is(decidePrice(c, c.Officer, low, evaluation.PriceAccepted, 2), evaluation.PriceMoved)
	c.Must(decidePrice(c, c.Officer, low, evaluation.PriceAccepted, 3))
	c.Is(decidePrice(c, c.Officer, low, evaluation.PriceRejected, 4), evaluation.PriceDecided)
	c.Is(c.Evaluation.ExplainPrice(t.Context(), low, c.Bids[low.Org], "And more"), evaluation.PriceDecided)
	own, err := c.Evaluation.MyPriceQuery(t.Context(), low, c.Bids[low.Org])
	c.Must(err)
	if !own.Decided || own.Answer != "We make the pipes ourselves" {
		t.Errorf("the bidder reads %+v", own)
	}
	c.Must(c.TryRecommend(c.Officer, &submission, ""))
	c.Is(askPrice(c, c.Officer, next, due), evaluationsvc.Settled)
}

// A price that is not explained in time puts its bid out: the best price of the opening
// stays, the orders beside it are printed, and the letter says why.
func TestALowPriceThatNobodyExplains(t *testing.T) {
	t.Parallel()
	c := lowest(t, sourcing.Tender)
	low := c.Bidders[0]
	ranks(t, c, "1 93.00 at 1100, 3 74.07 at 8100, 2 57.25 at 4000")
	due := clockOf(c).Add(48 * time.Hour)
	c.Must(askPrice(c, c.Officer, low, due))
	c.SetClock(due)
	c.Is(c.Evaluation.ExplainPrice(t.Context(), low, c.Bids[low.Org], "Too late"), evaluation.PriceLate)
	c.Must(decidePrice(c, c.Officer, low, evaluation.PriceRejected, 1))
	ranks(t, c, "3 74.07 at 8100, 2 57.25 at 4000")
	b := bidOf(c, low)
	if *b.Outcome != "fail" || b.Why.Left != evaluation.PriceUnexplained || b.Query == nil || *b.Query.Outcome != "rejected" {
		t.Errorf("the bid is %+v for %+v", *b.Outcome, b.Why)
	}
	third := bidOf(c, c.Bidders[2])
	if third.Why.Before == nil || third.Why.Before.Rank != 2 || third.Why.Recomputed == nil || third.Why.Recomputed.Score != "84.81" {
		t.Errorf("beside it stand %+v and %+v", third.Why.Before, third.Why.Recomputed)
	}
	done, err := c.Evaluation.TryRefresh(t.Context(), c.Officer, c.Officer.Org, c.ID)
	if err != nil || done.Changed != 0 {
		t.Errorf("computed again: %+v, %v", done, err)
	}
	submission := c.Submission(low)
	if err := c.TryRecommend(c.Officer, &submission, "All the same"); err == nil {
		t.Error("a bid that is out is recommended")
	}
	c.Award()
	var body string
	c.Must(c.DB.QueryRow(t.Context(), "SELECT string_agg(value, ' ') FROM letter_figure f JOIN letter l ON l.id = f.letter_id WHERE l.supplier_id = $1", low.Org).Scan(&body))
	if !strings.Contains(body, "unusually low") {
		t.Errorf("the letter says %q", body)
	}
}

// Where the law has low prices asked, nobody gets a recommendation before; who has an
// interest asks nothing, and in a sale a low price is nobody's question.
func TestWhereTheLawAsksForLowPrices(t *testing.T) {
	t.Parallel()
	terms := pumps
	terms.Job.Regime, terms.Closes = "ke-ppada", story.Noon.AddDate(0, 0, 22)
	c := evaluatedBy(t, sourcing.Tender, terms, bidder{"ninety", "1000", "10"}, bidder{"seventy", "3900", "10"}, bidder{"all", "8000", "10"})
	low := c.Bidders[0]
	submission := c.Submission(low)
	c.Is(c.TryRecommend(c.Officer, &submission, ""), evaluation.PriceUnasked)
	due := clockOf(c).Add(time.Hour)
	stranger := c.Person("clerk", access.Buyer, c.Officer.Org)
	stranger.Privileges = nil
	c.Is(askPrice(c, stranger, low, due), fault.Forbidden)
	c.Is(askPrice(c, c.Bidders[1], low, due), fault.Forbidden)
	if err := c.Evaluation.AskPrice(t.Context(), c.Officer, c.Officer.Org, uuid.Must(uuid.NewV7()), evaluation.PriceAsk{}); err == nil {
		t.Error("a bid that is not there is asked")
	}
	c.Must(askPrice(c, c.Officer, low, due))
	c.Must(decidePrice(c, c.Officer, low, evaluation.PriceAccepted, 1))
	c.Must(c.TryRecommend(c.Officer, &submission, ""))
}

// The mean is of what the others asked at first: that they follow a low price in a round does not make it less low.
func TestAMeanIsOfFirstPrices(t *testing.T) {
	t.Parallel()
	c := evaluated(t, sourcing.Tender, bidder{"ninety", "4000", "10"}, bidder{"seventy", "8000", "10"}, bidder{"all", "8000", "10"})
	codes := func() string {
		t.Helper()
		var out []string
		for _, s := range bidOf(c, c.Bidders[0]).Low {
			out = append(out, string(s.Code))
		}
		return strings.Join(out, " ")
	}
	if got := codes(); got != "below_mean below_next" {
		t.Errorf("before the round: %s", got)
	}
	r := c.Negotiate(false, c.Bidders[1], c.Bidders[2])
	for _, a := range c.Bidders[1:3] {
		r.Offer(a, map[string]string{"1": "4200", "2": "10"})
	}
	r.Rank()
	if got := codes(); got != "below_mean" {
		t.Errorf("after it: %s", got)
	}
}
