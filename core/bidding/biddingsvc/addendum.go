package biddingsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// SetAside implements sourcingsvc.Closing: what was submitted for a category before an
// addendum changed it is not counted and not opened; its bidders have to confirm by submitting
// again. All who have submitted are touched: what a bid answers lies under its seal.
func (s *Service) SetAside(ctx context.Context, tx pg.Tx, c sourcing.Category, addendum uuid.UUID) error {
	rows, err := q.LockSubmitted(ctx, tx, c.ID, c.Buyer)
	if err != nil || len(rows) == 0 {
		return err
	}
	moves := map[uuid.UUID]bidding.Move{}
	for _, r := range rows {
		moves[r.ID] = bidding.Amend
	}
	if err := Mark(ctx, tx, c.Buyer, moves); err != nil {
		return err
	}
	return q.SetAside(ctx, tx, addendum, c.ID, c.Buyer)
}

// Acknowledge says that the actor's company has read the addenda of a category up to the
// latest. Nothing is submitted before. It raises AddendumNew where another came meanwhile.
func (s *Service) Acknowledge(ctx context.Context, a access.Actor, bid uuid.UUID, number int) error {
	return s.tx(ctx, a, func(tx pg.Tx) error {
		p, _, err := locked(ctx, tx, a, bid)
		if err != nil {
			return err
		}
		if int32(number) != p.Addenda {
			return bidding.AddendumNew.New("%d is not %d", number, p.Addenda).With("number", p.Addenda)
		}
		if p.AddendumRead == p.Addenda {
			return nil
		}
		if err := q.ReadAddendum(ctx, tx, p.Addenda, bid, a.Org); err != nil {
			return err
		}
		return record(ctx, tx, a, "acknowledged", bid, a.Org, map[string]any{"category_id": p.CategoryID, "addendum": number})
	})
}
