package paymentsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// held is what lies in suspense of one payment under review.
func held(rows []paymentdb.HeldForRow, attempt uuid.UUID) (money.Amount, bool) {
	for _, r := range rows {
		if r.ID == attempt && r.Currencies == 1 {
			return amount(r.Held, r.Currency), true
		}
	}
	return money.Amount{}, false
}

// payable says why an order cannot be paid by what lies in suspense.
func payable(o *Order) error {
	if payment.Live(o.Status) && o.Status != payment.Created && o.Attempt != nil && o.Attempt.Provider != payment.Bank {
		return payment.UnderWay.New("").With("number", o.Number)
	}
	if !payment.Order.Can(o.Status, "pay") {
		return payment.OrderDone.New("").With("number", o.Number)
	}
	for _, l := range o.Lines {
		if l.Entry.Paid {
			return payment.AlreadyPaid.New("").With("category", l.Name)
		}
	}
	return nil
}

// matches says why what lies in suspense cannot pay its order, and else which payments do it: this
// one, or it with the others of the same order that came in parts.
func (s *Service) matches(ctx context.Context, db pg.DB, o *Order, attempt uuid.UUID) ([]paymentdb.HeldForRow, error) {
	if err := payable(o); err != nil {
		return nil, err
	}
	rows, err := q.HeldFor(ctx, db, o.ID)
	if err != nil {
		return nil, err
	}
	own, ok := held(rows, attempt)
	if ok && same(own, o.Amount) {
		return nil, nil
	}
	sum, others := money.New(0, 0), make([]paymentdb.HeldForRow, 0, len(rows))
	for _, r := range rows {
		if r.Currencies != 1 || money.Currency(r.Currency) != o.Amount.Currency {
			ok = false
			break
		}
		sum = sum.Add(r.Held)
		if r.ID != attempt {
			others = append(others, r)
		}
	}
	if !ok || !sum.Equal(o.Amount.Value) {
		return nil, payment.NoMatch.New("").With("held", own.Value.Short()).With("number", o.Number)
	}
	return others, nil
}

// fits says why money under review cannot pay another order.
func (s *Service) fits(ctx context.Context, db pg.DB, x subject) error {
	if err := payable(x.target); err != nil {
		return err
	}
	rows, err := q.HeldFor(ctx, db, x.order.ID)
	if err != nil {
		return err
	}
	own, ok := held(rows, x.try.ID)
	if !ok || !same(own, x.target.Amount) {
		return payment.NoMatch.New("").With("held", own.Value.Short()).With("number", x.target.Number)
	}
	return nil
}

// missing is what an order still costs beside all that lies in suspense for it.
func (s *Service) missing(ctx context.Context, db pg.DB, x subject) (money.Amount, error) {
	if err := payable(x.order); err != nil {
		return money.Amount{}, err
	}
	rows, err := q.HeldFor(ctx, db, x.order.ID)
	if err != nil {
		return money.Amount{}, err
	}
	rest := x.order.Amount
	for _, r := range rows {
		if money.Currency(r.Currency) == rest.Currency {
			rest.Value = rest.Value.Sub(r.Held)
		}
	}
	if rest.Value.Sign() <= 0 || rest.Value.Equal(x.order.Amount.Value) {
		return rest, payment.NothingMissing.New("").With("number", x.order.Number)
	}
	return rest, nil
}

// resolve does what was decided about a payment under review.
func (s *Service) resolve(ctx context.Context, tx pg.Tx, a access.Actor, x subject, act Act) error {
	o, t := x.order, x.try
	if act == Allocate {
		return s.allocate(ctx, tx, a, x)
	}
	var parts []paymentdb.HeldForRow
	if act == Match {
		var err error
		if parts, err = s.matches(ctx, tx, o, t.ID); err != nil {
			return err
		}
	}
	if err := s.end(ctx, tx, x, string(act)); err != nil {
		return err
	}
	if err := s.owe(ctx, tx, t, act == Match, x.now); err != nil || act == Dismiss {
		return err
	}
	for _, part := range parts { // what came in parts lies together before it is credited
		if err := s.gather(ctx, tx, x, part); err != nil {
			return err
		}
	}
	debit := entry{account: suspense, amount: o.Amount.Value}
	if err := transfer(ctx, tx, o, t, string(Match), string(o.Amount.Currency), debit, credits(o), x.now); err != nil {
		return err
	}
	if err := setLine(ctx, tx, x.line, payment.LineMatched, x.now); err != nil {
		return err
	}
	paid, err := payment.Order.Next(o.Status, "pay")
	if err != nil {
		return err
	}
	return s.complete(ctx, tx, a, o, paid, payment.Provider(t.Provider), true, x.now)
}

// end lets an attempt under review go where an act leads.
func (s *Service) end(ctx context.Context, tx pg.Tx, x subject, act string) error {
	to, err := payment.Attempt.Next(payment.State(x.try.Status), act)
	if err != nil {
		return err
	}
	return q.SetAttempt(ctx, tx, paymentdb.SetAttemptParams{Status: string(to), Reason: x.try.Reason, SettledAt: &x.now, ID: x.try.ID, SupplierID: x.order.Supplier})
}

// gather moves the suspense of another payment of the same order to this one, which is about to pay it.
func (s *Service) gather(ctx context.Context, tx pg.Tx, x subject, part paymentdb.HeldForRow) error {
	other, err := q.LockAttempt(ctx, tx, part.ID, x.order.Supplier)
	if err != nil {
		return err
	}
	moved := amount(part.Held, part.Currency)
	if err := release(ctx, tx, x.order, other, string(Match), moved, x.now); err != nil {
		return err
	}
	from := x
	from.try = other
	if err := s.end(ctx, tx, from, "dismiss"); err != nil {
		return err
	}
	if err := s.owe(ctx, tx, other, true, x.now); err != nil {
		return err
	}
	return transferPart(ctx, tx, x.order, x.try, "suspense", part.ID.String(), moved.Currency,
		entry{account: "provider:" + part.Provider, amount: moved.Value}, []entry{{account: suspense, amount: moved.Value}}, x.now)
}

// release takes the money of an attempt out of suspense, back to the way by which it came.
func release(ctx context.Context, tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, movement string, a money.Amount, now time.Time) error {
	return transfer(ctx, tx, o, t, movement, string(a.Currency), entry{account: suspense, amount: a.Value},
		[]entry{{account: "provider:" + t.Provider, amount: a.Value}}, now)
}

// allocate lets money under review pay another order: its attempt pays nothing, and one of the
// other order has the money.
func (s *Service) allocate(ctx context.Context, tx pg.Tx, a access.Actor, x subject) error {
	if err := s.end(ctx, tx, x, "dismiss"); err != nil {
		return err
	}
	if err := s.owe(ctx, tx, x.try, true, x.now); err != nil {
		return err
	}
	if err := release(ctx, tx, x.order, x.try, string(Match), x.target.Amount, x.now); err != nil {
		return err
	}
	t, err := s.standIn(ctx, tx, a, x.target, payment.Provider(x.try.Provider), payment.Completed, x.now)
	if err != nil {
		return err
	}
	if err := book(ctx, tx, x.target, t, "capture", x.target.Amount, credits(x.target), x.now); err != nil {
		return err
	}
	if x.line != nil {
		x.line.AttemptID, x.line.OrderID, x.line.SupplierID = &t.ID, &x.target.ID, &x.target.Supplier
		if err := setLine(ctx, tx, x.line, payment.LineMatched, x.now); err != nil {
			return err
		}
	}
	to, err := payment.Order.Next(x.target.Status, "pay")
	if err != nil {
		return err
	}
	return s.complete(ctx, tx, a, x.target, to, payment.Provider(x.try.Provider), true, x.now)
}
