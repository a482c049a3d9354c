package app_test

import (
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// roomsTold is who is told of a room: whose bid a host entered from a paper, and nobody else.
func roomsTold(t *testing.T) *chronicle {
	c := begin(t, 2)
	x := c.Publish(policyOf(sourcing.ReverseAuction), story.Terms{
		Without: []sourcing.StepName{"criteria"},
		Items:   []sourcing.Item{{Number: "1", Description: "Maize", Unit: "bag", Quantity: *story.Points(100)}},
		Invited: c.Bidders,
	})
	c.SetClock(x.Closes.Add(time.Minute))
	c.Must(x.TryJoin(c.Bidders[1]))
	c.heedless()
	c.when("a bid is entered from a paper", func() {
		c.Must(c.Auctions.Enter(c.Context(), c.Officer, c.Officer.Org, x.ID, auctionsvc.PaperBid{
			Supplier: c.Bidders[0].Org,
			Amount:   money.New(480000, -2),
			Reason:   "The line to Turkana is down",
			Name:     "form.pdf",
			Paper:    story.PDF,
			Key:      "from a paper",
		}))
	})
	return c
}
