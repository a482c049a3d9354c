package tell

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// tellRenewal tells who stands on the list of an intake until a day that they may apply in the window in which that is.
func (t *Teller) tellRenewal(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	to, err := t.Sourcing.Renewers(ctx, tx, e.Owner, e.ObjectID, after, notifysvc.Batch)
	if err != nil || len(to) == 0 {
		return nil, err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	return toEach(to, ofCategory(c, "category.renewal", mail.Renewal, nil)), err
}

// tellAgain tells who has not passed a window of an intake of the one that takes applications meanwhile: once, with the
// decision, and nobody who has begun to apply in it.
func (t *Teller) tellAgain(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	var d awardsvc.Decided
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return nil, err
	}
	var failed []uuid.UUID
	for _, r := range d.Results {
		if r.Kind == award.Regret {
			failed = append(failed, r.Supplier)
		}
	}
	if len(failed) == 0 {
		return nil, nil
	}
	window, to, err := t.Sourcing.Again(ctx, tx, e.Owner, e.ObjectID, failed, after, notifysvc.Batch)
	if err != nil || len(to) == 0 {
		return nil, err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, window)
	return toEach(to, ofCategory(c, "category.window", mail.Window, nil)), err
}
