package story

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/sourcing"
)

// Roll has a draft take applications window after window.
func (c *Category) Roll(unit sourcing.WindowUnit, until time.Time) {
	c.Helper()
	c.Must(c.Sourcing.SetIntake(c.Context(), c.Officer, c.Officer.Org, c.ID, sourcing.IntakeForm{Unit: unit, Until: until}))
}

// Next has the clock open the window after this one.
func (c *Category) Next() *Category {
	c.Helper()
	n, err := c.Sourcing.RollDue(c.Context())
	if err != nil || n != 1 {
		c.Fatalf("%d windows opened, %v", n, err)
	}
	in, err := c.Sourcing.Intake(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	last := in.Windows[len(in.Windows)-1]
	w := &Category{
		World:     c.World,
		ID:        last.ID,
		Job:       c.Job,
		Closes:    last.ClosesAt,
		Questions: map[string]sourcing.Question{},
		Items:     map[string]uuid.UUID{},
		Bids:      map[uuid.UUID]uuid.UUID{},
	}
	w.own()
	w.asked()
	return w
}
