package biddingsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/platform/pg"
)

// Mark takes bids of one buyer along their lives: what opening, evaluation and
// award find of them is written here and nowhere else. It raises IllegalMove, and
// BidNotFound for a bid that is not the buyer's.
func Mark(ctx context.Context, tx pg.Tx, buyer uuid.UUID, moves map[uuid.UUID]bidding.Move) error {
	ids := make([]uuid.UUID, 0, len(moves))
	for id := range moves {
		ids = append(ids, id)
	}
	rows, err := q.LockStatuses(ctx, tx, ids, buyer)
	if err != nil {
		return err
	}
	if len(rows) != len(moves) {
		return bidding.BidNotFound.New("%d of %d bids", len(rows), len(moves))
	}
	var changed []uuid.UUID
	var statuses []string
	for _, r := range rows {
		status, err := bidding.Status(r.Status).Do(moves[r.ID])
		if err != nil {
			return err
		}
		if string(status) != r.Status {
			changed, statuses = append(changed, r.ID), append(statuses, string(status))
		}
	}
	if len(changed) == 0 {
		return nil
	}
	_, err = q.SetStatuses(ctx, tx, buyer, changed, statuses)
	return err
}
