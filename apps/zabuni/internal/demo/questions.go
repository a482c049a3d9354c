//go:build demo

package demo

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/sourcing"
)

// asked has bidders ask about a category: what the first asks is answered to all, what the
// second asks waits where bids are still taken, and is refused where they are not.
func (t tender) asked(ctx context.Context, a *app.App, category uuid.UUID) error {
	owner := t.by.actor.Org
	for i, b := range t.bids[:min(len(t.bids), 2)] {
		id := uuid.Must(uuid.NewV7())
		text := []string{
			"We at " + b.by.company.name + " deliver ourselves. Does the price include delivery to the site and unloading?",
			"May the warranty begin with acceptance instead of delivery?",
		}[i]
		if err := a.Sourcing.Ask(ctx, b.by.actor, category, id, text); err != nil {
			return err
		}
		var err error
		switch {
		case i == 0:
			err = a.Sourcing.Reply(ctx, t.by.actor, owner, category, id, sourcing.Reply{
				Question: "Does the price include delivery to the site and unloading?",
				Answer:   "Delivery to the site is included; unloading is done by us.",
				Version:  1,
			})
		case t.stage != open:
			err = a.Sourcing.RefuseQuestion(ctx, t.by.actor, owner, category, id, 1, "The terms of delivery say so on their first page.")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
