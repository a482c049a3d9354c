package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/procurement"
	"zabuni.org/core/sourcing"
)

// procurementTold is who is told of plans of procurement: who may decide on one that waits, and who drew and who sent it of
// the decision, at their own desks; nobody of what they did themselves, or may no longer read.
func procurementTold(t *testing.T) *chronicle {
	c := begin(t, 0)
	ctx, org, s := t.Context(), c.Officer.Org, c.Procurement
	staff := c.Person("operator", access.Operator, uuid.Nil)
	c.heedless()
	drawn := func(by access.Actor, title string) uuid.UUID {
		id, err := s.Draw(ctx, by, org, procurement.Form{Year: 2026, Title: title, Regime: "private-default"})
		c.Must(err)
		day := story.Noon.Truncate(24 * time.Hour)
		_, err = s.AddItem(ctx, by, org, id, procurement.Item{Number: "1", Title: "Beds", Classification: "33192100", Activity: sourcing.Tender, Currency: "KES",
			Estimate: *sum("1000"), PublishOn: day, AwardOn: day})
		c.Must(err)
		return id
	}
	say := func(by access.Actor, id uuid.UUID, to procurement.Status) {
		p, err := s.Plan(ctx, by, org, id)
		c.Must(err)
		c.Must(s.Step(ctx, by, org, id, to, "The night ward comes first", p.Version))
	}
	var id, theirs uuid.UUID
	c.when("a plan is begun", func() { id = drawn(c.Officer, "Annual plan") })
	c.when("it is sent", func() { say(c.Officer, id, procurement.Submitted) })
	c.when("another person returns it", func() { say(c.Second, id, procurement.Returned) })
	c.when("who returned it sends it", func() { say(c.Second, id, procurement.Submitted) })
	c.when("who drew it approves it", func() { say(c.Officer, id, procurement.Approved) })
	c.when("it is revised", func() { say(c.Officer, id, procurement.Revised) })
	c.when("the operator sends a plan of the buyer's", func() {
		theirs = drawn(staff, "Plan of the house")
		say(staff, theirs, procurement.Submitted)
	})
	c.when("it is approved", func() { say(c.Second, theirs, procurement.Approved) })
	c.when("one is decided before anybody was told that it waits", func() {
		say(staff, id, procurement.Submitted)
		say(c.Second, id, procurement.Returned)
	})
	c.when("who drew it has left", func() {
		say(staff, id, procurement.Submitted)
		c.do("UPDATE account SET status = 'deactivated' WHERE id = $1", c.Officer.User)
		say(c.Second, id, procurement.Approved)
	})
	return c
}
