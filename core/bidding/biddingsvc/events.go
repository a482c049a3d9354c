package biddingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/platform/pg"
)

// Events of a bid that others follow. Whose they are is its supplier; what they
// say is nobody else's before the category has closed.
const (
	BidSubmitted = "bidding.bid.submitted" // detail: Received
	BidWithdrawn = "bidding.bid.withdrawn" // detail: Withdrawn
)

// Received is a submission with what its receipt says.
type Received struct {
	Bid        uuid.UUID `json:"bid_id"`
	Category   uuid.UUID `json:"category_id"`
	Buyer      uuid.UUID `json:"buyer_id"`
	Version    int32     `json:"version"`
	ReceivedAt time.Time `json:"received_at"`
	Receipt    string    `json:"receipt_sha256"`
}

// Withdrawn is a bid that was taken back.
type Withdrawn struct {
	Category     uuid.UUID `json:"category_id"`
	Buyer        uuid.UUID `json:"buyer_id"`
	Withdrawal   uuid.UUID `json:"withdrawal_id"`
	At           time.Time `json:"at"`
	Versions     string    `json:"versions"`
	ContactBy    time.Time `json:"contact_by"`
	ReasonLength int       `json:"reason_length"`
}

// A Concerned supplier has to do with a category: it was told of its invitation,
// has paid, or has begun a bid. Its bid stands if it was submitted and not withdrawn.
type Concerned = biddingdb.ConcernedRow

// Concerned returns the next suppliers, after one, that a category concerns.
func (s *Service) Concerned(ctx context.Context, db pg.DB, category, after uuid.UUID, limit int) ([]Concerned, error) {
	return q.Concerned(ctx, db, category, after, int32(limit))
}

// CountWithdrawals counts the bids of a category that were withdrawn.
func (s *Service) CountWithdrawals(ctx context.Context, db pg.DB, category uuid.UUID) (int64, error) {
	return q.CountWithdrawals(ctx, db, category)
}
