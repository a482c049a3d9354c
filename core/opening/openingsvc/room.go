package openingsvc

import (
	"context"
	"time"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/opening/internal/openingdb"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// FromRoom puts bids that stand in a room among the opened ones: nothing of them was
// sealed, so that nobody has to open anything.
func FromRoom(ctx context.Context, tx pg.Tx, c sourcing.Category, bids []biddingsvc.Entry, now time.Time) error {
	for i, b := range bids {
		err := q.InsertOpenedBid(ctx, tx, openingdb.InsertOpenedBidParams{
			SubmissionID: b.Submission,
			CategoryID:   c.ID,
			BuyerID:      c.Buyer,
			SupplierID:   b.Supplier,
			At:           now,
			Position:     int32(i + 1),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
