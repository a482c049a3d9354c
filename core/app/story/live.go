package story

import (
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
)

// A LiveBid is what somebody bids in the room, for all items together.
type LiveBid struct {
	Bidder access.Actor
	Price  string
}

// TryJoin enters the room.
func (c *Category) TryJoin(a access.Actor) error {
	return c.Auctions.Join(c.Context(), a, c.ID)
}

// TryBid bids in the room, once for a key.
func (c *Category) TryBid(a access.Actor, price, key string) error {
	c.Helper()
	amount, err := money.ParseDecimal(price)
	c.Must(err)
	_, err = c.Auctions.Place(c.Context(), a, c.ID, amount, true, key)
	return err
}

// Begin moves the clock into the first minute of the room.
func (c *Category) Begin() {
	c.Helper()
	d, err := c.Auctions.Desk(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	c.SetClock(d.Auction.StartsAt.Add(time.Minute))
}

// End moves the clock to the room's end, which is written down.
func (c *Category) End() {
	c.Helper()
	d, err := c.Auctions.Desk(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	c.SetClock(d.View.EndsAt)
	_, err = c.Auctions.CloseDue(c.Context())
	c.Must(err)
}

// Live has each bid in the room, in their order, and ranks what stands at its end.
func (c *Category) Live(bids ...LiveBid) {
	c.Helper()
	c.Begin()
	for _, b := range bids {
		c.Must(c.TryJoin(b.Bidder))
		c.Must(c.TryBid(b.Bidder, b.Price, b.Bidder.Org.String()+b.Price))
	}
	c.End()
	c.Must(c.TryComplete(c.Officer))
}
