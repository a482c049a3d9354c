package paymentsvc

import (
	"context"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
)

// A Total is what was paid in one currency.
type Total struct {
	Orders int64
	Amount money.Amount
}

// Totals is money at a glance.
type Totals struct {
	Paid    []Total // within the last thirty days
	Reviews int64   // attempts that wait for a person
}

// Totals returns what was paid within the last thirty days and how much waits
// for a person; for operator staff.
func (s *Service) Totals(ctx context.Context, a access.Actor) (Totals, error) {
	var out Totals
	if err := access.Only(access.Operator, access.ViewPayments).Admit(a); err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	since := now.Add(-30 * 24 * time.Hour)
	rows, err := q.Totals(ctx, s.db, &since)
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		out.Paid = append(out.Paid, Total{r.Orders, amount(r.Amount, r.Currency)})
	}
	out.Reviews, err = q.OpenReviews(ctx, s.db)
	return out, err
}
