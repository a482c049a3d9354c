package paymentsvc

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// A DisputeAccess is what a person decides about what a disputed order had paid for.
type DisputeAccess struct {
	Dispute uuid.UUID
	Ends    bool // false: it counts as paid for again
	Why     string
}

// DecideAccess lets the categories of a disputed order that are open still count as paid for no more, or again.
// What has closed stays: a bid that was sent is never taken away by a payment.
func (s *Service) DecideAccess(ctx context.Context, a access.Actor, in DisputeAccess) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	var f fault.Fields
	if in.Why = f.Need("/why", in.Why, mostBack); f.Err() != nil {
		return f.Err()
	}
	return s.ofDispute(ctx, in.Dispute, func(tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, d paymentdb.LockDisputeRow, now time.Time) error {
		if !payment.DisputeState(d.Status).Took() || payment.State(t.Status) != payment.Completed {
			return payment.DisputeMoved.New("")
		}
		rows, err := q.DisputeLines(ctx, tx, d.ID, d.OrderID)
		if err != nil {
			return err
		}
		var names []string
		for _, l := range rows {
			if !l.StillOpen || l.Ends == in.Ends {
				continue
			}
			names = append(names, l.Name)
			err := q.SetDisputeLine(ctx, tx, paymentdb.SetDisputeLineParams{
				DisputeID:  d.ID,
				CategoryID: l.CategoryID,
				OrderID:    d.OrderID,
				SupplierID: d.SupplierID,
				BuyerID:    l.BuyerID,
				Ends:       in.Ends,
				DecidedBy:  a.User,
				DecidedAt:  now,
			})
			if err != nil {
				return err
			}
		}
		if len(names) == 0 {
			return payment.DisputeClosed.New("").With("number", d.Number)
		}
		action := DisputeRestored
		if in.Ends {
			action = DisputeEnds
		}
		return s.disputed(ctx, tx, a, d, action, strings.Join(names, ", "), in.Why)
	})
}

// namesOf are the names of some categories of a disputed order.
func (s *Service) namesOf(ctx context.Context, tx pg.Tx, d paymentdb.LockDisputeRow, of []uuid.UUID) (string, error) {
	rows, err := q.DisputeLines(ctx, tx, d.ID, d.OrderID)
	var names []string
	for _, l := range rows {
		if slices.Contains(of, l.CategoryID) {
			names = append(names, l.Name)
		}
	}
	return strings.Join(names, ", "), err
}
