package paymentsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Leave ends the attempt of an order at a provider's page, so that the payer may
// choose another way. The provider is asked first: what was paid meanwhile is paid.
// What comes later is found all the same, because the attempt is asked about on.
// A prompt cannot be left: its phone may answer yet, and its patience is short.
func (s *Service) Leave(ctx context.Context, a access.Actor, order uuid.UUID) (Order, error) {
	if err := supplier(a, access.MakePayments); err != nil {
		return Order{}, err
	}
	o, err := s.order(ctx, s.db, a, order)
	if err != nil || o.Attempt == nil || !payment.Live(o.Attempt.Status) {
		return o, err
	}
	if terms, _ := payment.TermsOf(o.Attempt.Provider); !terms.Left() || o.Attempt.Status == payment.Created {
		return Order{}, payment.UnderWay.New("").With("number", o.Number)
	}
	if err := journal.Take(ctx, s.db, "pay:"+a.Org.String(), perSupplier); err != nil {
		return Order{}, err
	}
	one, err := q.ClaimOne(ctx, s.db, order, a.Org)
	if pg.NoRows(err) { // it ended just now
		return s.order(ctx, s.db, a, order)
	}
	if err != nil {
		return Order{}, err
	}
	if err := s.leave(ctx, paymentdb.ClaimDueRow(one)); err != nil {
		return Order{}, err
	}
	return s.order(ctx, s.db, a, order)
}

func (s *Service) leave(ctx context.Context, d paymentdb.ClaimDueRow) error {
	g, err := s.gateway(payment.Provider(d.Provider))
	if err != nil {
		return s.conclude(ctx, d, payment.Result{}, true) // nobody speaks with it any more
	}
	result, err := s.ask(ctx, d, g)
	if err != nil {
		return payment.ProviderAbsent.Wrap(err, "asked before it is left")
	}
	if ender, ok := g.(Abandoner); ok && result.Outcome == payment.Waiting {
		told, cancel := context.WithTimeout(ctx, queryTimeout)
		defer cancel()
		if err := ender.Abandon(told, s.chargeOf(d)); err != nil { // it may have been paid in this moment
			s.log.Warn("payment page not ended", "attempt", d.ID, "error", err.Error())
			if result, err = s.ask(ctx, d, g); err != nil {
				return payment.ProviderAbsent.Wrap(err, "asked after it was left")
			}
		}
	}
	return s.conclude(ctx, d, result, true)
}

// Returned is a browser that comes back from a provider's page: it wakes the
// question, and is told how the order stands. What the page said to the browser
// counts for nothing. The reference is ours or the provider's, or empty with an order.
func (s *Service) Returned(ctx context.Context, a access.Actor, way payment.Provider, order uuid.UUID, ref string) (Order, error) {
	if err := supplier(a, access.MakePayments); err != nil {
		return Order{}, err
	}
	if order == uuid.Nil && ref == "" {
		return Order{}, fault.Invalid.New("neither an order nor a reference").At("/order_id", fault.Required)
	}
	if err := journal.Take(ctx, s.db, "pay-return:"+a.Org.String(), perSupplier); err != nil {
		return Order{}, err
	}
	var attempt uuid.UUID
	if ref != "" {
		t, err := q.AttemptReturned(ctx, s.db, a.Org, string(way), ref)
		if err != nil {
			return Order{}, notFound(err, payment.OrderNotFound)
		}
		attempt, order = t.ID, t.OrderID
	}
	o, err := s.order(ctx, s.db, a, order)
	if err != nil {
		return Order{}, err
	}
	if attempt == uuid.Nil && o.Attempt != nil {
		attempt = o.Attempt.ID
	}
	return o, q.Wake(ctx, s.db, attempt, false)
}
