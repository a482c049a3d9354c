package story

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/sourcing"
)

// Negotiate begins a round of two days with some bidders.
func (c *Category) Negotiate(final bool, bidders ...access.Actor) *Category {
	c.Helper()
	var submissions []uuid.UUID
	for _, a := range bidders {
		submissions = append(submissions, c.Submission(a))
	}
	closes := c.now().Add(48 * time.Hour)
	id, err := c.TryNegotiate(c.Officer, sourcing.RoundForm{ClosesAt: closes, BestAndFinal: final}, submissions...)
	c.Must(err)
	r := &Category{
		World:     c.World,
		ID:        id,
		Job:       c.Job,
		Closes:    closes,
		Questions: map[string]sourcing.Question{},
		Items:     map[string]uuid.UUID{},
		Bids:      map[uuid.UUID]uuid.UUID{},
	}
	r.own()
	r.asked()
	return r
}

// Offer takes part in a category without questions, at prices by the items' numbers.
func (c *Category) Offer(a access.Actor, prices map[string]string) {
	c.Helper()
	c.Bid(a, nil, prices)
	c.Submit(a)
}

// Rank opens and ranks what was offered once the closing time has come.
func (c *Category) Rank() {
	c.Helper()
	c.Close()
	for c.Sealed() {
		c.Open()
		c.Judge()
	}
}
