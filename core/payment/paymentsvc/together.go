package paymentsvc

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

const (
	claimed = 10
	// company is how long an answer waits for others, to be settled in one transaction with them.
	company = 20 * time.Millisecond
)

// papers are what comes last in a transaction: the numbers of a country are held from the first of them to the commit.
type papers []func() error

func (p papers) issue() error {
	for _, f := range p {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// An answered is an attempt with what its provider said of it.
type answered struct {
	paymentdb.ClaimDueRow
	result payment.Result
}

// SettleDue asks once about a handful of attempts and returns how many.
func (s *Service) SettleDue(ctx context.Context) (int, error) {
	due, err := q.ClaimDue(ctx, s.db, claimed)
	if err != nil {
		return 0, err
	}
	answers := make(chan answered, len(due))
	for _, d := range due { // at once: a provider that does not answer delays nobody else
		go func() { answers <- answered{d, s.answer(ctx, d)} }()
	}
	var failed []error
	for left := len(due); left > 0; {
		batch := gather(answers, left)
		left -= len(batch)
		failed = append(failed, s.concludeAll(ctx, batch))
	}
	return len(due), errors.Join(failed...)
}

// gather waits for an answer, and a moment for those that come with it.
func gather(answers <-chan answered, left int) []answered {
	batch := []answered{<-answers}
	late := time.NewTimer(company)
	defer late.Stop()
	for len(batch) < left {
		select {
		case a := <-answers:
			batch = append(batch, a)
		case <-late.C:
			return batch
		}
	}
	return batch
}

// answer is what a provider says of an attempt: that it waits, where there is no answer.
func (s *Service) answer(ctx context.Context, d paymentdb.ClaimDueRow) payment.Result {
	g := s.gateways[payment.Provider(d.Provider)]
	if g == nil {
		return payment.Result{}
	}
	r, err := s.ask(ctx, d, g)
	if err != nil {
		s.log.Warn("payment query", "attempt", d.ID, "error", err.Error())
		return payment.Result{}
	}
	return r
}

// concludeAll does what answers mean in one transaction: its commit, and the wait for the numbers of papers, are shared.
// What fails together is done one by one, so that nobody's failure is another's.
func (s *Service) concludeAll(ctx context.Context, batch []answered) error {
	if len(batch) > 1 {
		err := s.concludeTogether(ctx, batch)
		if err == nil {
			return nil
		}
		s.log.Warn("payments not settled together", "error", err.Error())
	}
	var failed []error
	for _, a := range batch {
		failed = append(failed, s.conclude(ctx, a.ClaimDueRow, a.result, false))
	}
	return errors.Join(failed...)
}

func (s *Service) concludeTogether(ctx context.Context, batch []answered) error {
	slices.SortFunc(batch, func(a, b answered) int { // all take locks in one order
		return cmp.Or(slices.Compare(a.SupplierID[:], b.SupplierID[:]), slices.Compare(a.ID[:], b.ID[:]))
	})
	return pg.InPlannedTx(ctx, s.db, func(tx pg.Tx) error {
		for i, a := range batch { // all before anything else is held
			if i > 0 && a.SupplierID == batch[i-1].SupplierID {
				continue
			}
			if err := lock(ctx, tx, a.SupplierID); err != nil {
				return err
			}
		}
		var last papers
		for _, a := range batch {
			if err := s.applyLocked(ctx, tx, a.ClaimDueRow, a.result, false, &last); err != nil {
				return err
			}
		}
		return last.issue()
	})
}

// conclude does what an answer means, in a transaction of its own.
func (s *Service) conclude(ctx context.Context, d paymentdb.ClaimDueRow, result payment.Result, leaving bool) error {
	apply := func() error {
		return pg.InPlannedTx(ctx, s.db, func(tx pg.Tx) error { return s.apply(ctx, tx, d, result, leaving) })
	}
	err := apply()
	if pg.Constraint(err) == "payment_attempt_receipt" { // a callback gave it to another attempt just now: this time it is seen
		err = apply()
	}
	return err
}
