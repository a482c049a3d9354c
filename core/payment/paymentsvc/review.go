package paymentsvc

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// An Act is what may become of money in review.
type Act string

// Acts.
const (
	Match   Act = "match"   // it pays its order after all
	Dismiss Act = "dismiss" // it pays nothing here, and stays in suspense until it is given back
)

// Values lists them.
func (Act) Values() []string { return closed.Values(Match, Dismiss) }

// A Proposal is what somebody wants to become of money in review.
type Proposal struct {
	Attempt uuid.UUID
	Act     Act
	Reason  string
}

// mover is the right of every act that moves money.
var mover = access.Only(access.Operator, access.ManagePayments)

// Propose writes what should become of money in review; another person decides.
func (s *Service) Propose(ctx context.Context, a access.Actor, in Proposal) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	in.Reason = strings.TrimSpace(in.Reason)
	if in.Reason == "" {
		return fault.Invalid.New("no reason").At("/reason", fault.Required)
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		o, t, now, err := s.reviewed(ctx, tx, in.Attempt)
		if err != nil {
			return err
		}
		if in.Act == Match {
			if err := s.matches(ctx, tx, o, t.ID); err != nil {
				return err
			}
		}
		err = q.Propose(ctx, tx, paymentdb.ProposeParams{
			ID:         uuid.Must(uuid.NewV7()),
			AttemptID:  t.ID,
			OrderID:    o.ID,
			SupplierID: o.Supplier,
			Act:        string(in.Act),
			Reason:     in.Reason,
			ProposedBy: a.User,
			ProposedAt: now,
		})
		if pg.Constraint(err) == "payment_resolution_open" {
			return payment.Proposed.Wrap(err, "")
		}
		if err != nil {
			return err
		}
		return s.resolved(ctx, tx, a, o, t, "payment.review.proposed", in.Act, in.Reason)
	})
}

// Decide approves or refuses what another person proposed. Approved, it is done at
// once and cannot be undone here.
func (s *Service) Decide(ctx context.Context, a access.Actor, attempt uuid.UUID, approve bool) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		o, t, now, err := s.reviewed(ctx, tx, attempt)
		if err != nil {
			return err
		}
		p, err := q.Proposal(ctx, tx, attempt)
		if err != nil {
			return notFound(err, payment.NotInReview)
		}
		if p.ProposedBy == a.User {
			return payment.SecondPerson.New("")
		}
		err = q.Decide(ctx, tx, &a.User, &now, &approve, p.ID)
		if err != nil {
			return err
		}
		act := Act(p.Act)
		if !approve {
			return s.resolved(ctx, tx, a, o, t, "payment.review.refused", act, p.Reason)
		}
		if err := s.resolve(ctx, tx, a, o, t, act, now); err != nil {
			return err
		}
		return s.resolved(ctx, tx, a, o, t, "payment.review.resolved", act, p.Reason)
	})
}

// reviewed locks an attempt that is in review, and its order.
func (s *Service) reviewed(ctx context.Context, tx pg.Tx, attempt uuid.UUID) (*Order, paymentdb.LockAttemptRow, time.Time, error) {
	var t paymentdb.LockAttemptRow
	found, err := q.ReviewOf(ctx, tx, attempt)
	if err != nil {
		return nil, t, time.Time{}, notFound(err, payment.OrderNotFound)
	}
	if err := lock(ctx, tx, found.SupplierID); err != nil {
		return nil, t, time.Time{}, err
	}
	r, err := q.LockOrder(ctx, tx, found.OrderID, found.SupplierID)
	if err != nil {
		return nil, t, time.Time{}, err
	}
	if t, err = q.LockAttempt(ctx, tx, attempt, found.SupplierID); err != nil {
		return nil, t, time.Time{}, err
	}
	if payment.State(t.Status) != payment.Review {
		return nil, t, time.Time{}, payment.NotInReview.New("%s", t.Status)
	}
	o := &Order{ID: r.ID, Supplier: r.SupplierID, Number: r.Number, Amount: amount(r.Amount, r.Currency), Status: payment.State(r.Status)}
	if err := s.fill(ctx, tx, access.Actor{Org: o.Supplier}, o); err != nil {
		return nil, t, time.Time{}, err
	}
	now, err := pg.ClockOf(ctx, tx)
	return o, t, now, err
}

// matches says why what lies in suspense cannot pay the order.
func (s *Service) matches(ctx context.Context, db pg.DB, o *Order, attempt uuid.UUID) error {
	if payment.Live(o.Status) && o.Status != payment.Created {
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
	held, err := q.InSuspense(ctx, db, &attempt)
	if err != nil {
		return err
	}
	if held.Currencies != 1 || !same(amount(held.Held, held.Currency), o.Amount) {
		return payment.NoMatch.New("").With("held", held.Held.Short()).With("number", o.Number)
	}
	return nil
}

func (s *Service) resolve(ctx context.Context, tx pg.Tx, a access.Actor, o *Order, t paymentdb.LockAttemptRow, act Act, now time.Time) error {
	if act == Match {
		if err := s.matches(ctx, tx, o, t.ID); err != nil {
			return err
		}
	}
	to, err := payment.Attempt.Next(payment.State(t.Status), string(act))
	if err != nil {
		return err
	}
	err = q.SetAttempt(ctx, tx, paymentdb.SetAttemptParams{Status: string(to), Reason: t.Reason, SettledAt: &now, ID: t.ID, SupplierID: o.Supplier})
	if err != nil {
		return err
	}
	if err := s.owe(ctx, tx, t, act == Match, now); err != nil || act == Dismiss {
		return err
	}
	debit := entry{account: suspense, amount: o.Amount.Value}
	if err := transfer(ctx, tx, o, t, string(Match), string(o.Amount.Currency), debit, credits(o), now); err != nil {
		return err
	}
	paid, err := payment.Order.Next(o.Status, "pay")
	if err != nil {
		return err
	}
	return s.complete(ctx, tx, a, o, paid, payment.Provider(t.Provider), true, now)
}

func (s *Service) resolved(ctx context.Context, tx pg.Tx, a access.Actor, o *Order, t paymentdb.LockAttemptRow, action string, act Act, reason string) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{
		Action:   action,
		Object:   "order",
		ObjectID: o.ID,
		Owner:    o.Supplier,
		Detail:   map[string]any{"attempt": t.ID, "number": o.Number, "act": act, "why": reason},
	})
	return err
}
