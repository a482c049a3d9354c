//go:build demo

package demo

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// published lets the public know at once what the clock of the demonstration would leave to another time.
func (t tender) published(ctx context.Context, a *app.App, category uuid.UUID) error {
	return published(ctx, a, category, t.by.actor.Org)
}

func published(ctx context.Context, a *app.App, category, owner uuid.UUID) error {
	return disclosed(ctx, a, "category", category, owner)
}

// disclosed is the same for whatever something may be public of.
func disclosed(ctx context.Context, a *app.App, object string, id, owner uuid.UUID) error {
	payload, err := json.Marshal(journal.Event{Object: object, ObjectID: id, Owner: owner})
	if err != nil {
		return err
	}
	return pg.InTx(ctx, a.DB, func(tx pg.Tx) error { return a.Disclose(ctx, tx, payload) })
}
