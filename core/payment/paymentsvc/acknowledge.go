package paymentsvc

import (
	"context"
	"errors"
	"sync"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// owe writes that a provider is to be told what became of money, in the transaction that
// decided it. Most providers want to hear nothing.
func (s *Service) owe(ctx context.Context, tx pg.Tx, t paymentdb.LockAttemptRow, credited bool, now time.Time) error {
	if _, ok := s.gateways[payment.Provider(t.Provider)].(Acknowledger); !ok {
		return nil
	}
	return q.Acknowledge(ctx, tx, paymentdb.AcknowledgeParams{
		AttemptID:  t.ID,
		OrderID:    t.OrderID,
		SupplierID: t.SupplierID,
		Credited:   credited,
		NextAt:     &now,
	})
}

// AcknowledgeDue tells providers what became of a handful of payments and returns how
// many it tried. One that does not hear is told again, later and later.
func (s *Service) AcknowledgeDue(ctx context.Context) (int, error) {
	due, err := q.ClaimAcknowledgements(ctx, s.db, claimed)
	if err != nil {
		return 0, err
	}
	var (
		telling sync.WaitGroup
		failed  = make([]error, len(due))
	)
	for i, d := range due {
		telling.Go(func() { failed[i] = s.acknowledge(ctx, d) })
	}
	telling.Wait()
	return len(due), errors.Join(failed...)
}

func (s *Service) acknowledge(ctx context.Context, d paymentdb.ClaimAcknowledgementsRow) error {
	g, ok := s.gateways[payment.Provider(d.Provider)].(Acknowledger)
	if !ok {
		return nil // it speaks with nobody just now
	}
	told, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	c := s.chargeOf(paymentdb.ClaimDueRow{
		ID:          d.ID,
		OrderID:     d.OrderID,
		SupplierID:  d.SupplierID,
		Provider:    d.Provider,
		Token:       d.Token,
		MerchantRef: d.MerchantRef,
		ProviderRef: d.ProviderRef,
		Receipt:     d.Receipt,
		Payer:       d.Payer,
		Currency:    d.Currency,
		Amount:      d.Amount,
		Status:      d.Status,
		CreatedAt:   d.CreatedAt,
		Number:      d.Number,
	})
	if err := g.Acknowledge(told, c, d.Credited); err != nil {
		s.log.Warn("payment not acknowledged", "attempt", d.ID, "error", err.Error())
		return nil
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.Acknowledged(ctx, tx, d.ID)
		if err != nil || n == 0 {
			return err
		}
		return record(ctx, tx, access.System, "payment.attempt.acknowledged", d.OrderID, d.SupplierID, map[string]any{"attempt": d.ID, "credited": d.Credited})
	})
}
