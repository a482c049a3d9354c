package paymentsvc

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// An Act is what may become of money that a person looks at.
type Act string

// Acts.
const (
	Match    Act = "match"    // it pays its order after all
	Allocate Act = "allocate" // it pays another order
	AskRest  Act = "ask"      // its payer is asked for what is missing
	Dismiss  Act = "dismiss"  // it pays nothing here, and stays in suspense until it is given back
	Undo     Act = "undo"     // what became of it is taken back, by a counter-entry
)

// Values lists them.
func (Act) Values() []string { return closed.Values(Match, Allocate, AskRest, Dismiss, Undo) }

// A Proposal is what somebody wants to become of money under review, or of a line of a statement.
type Proposal struct {
	Attempt  uuid.UUID
	Line     uuid.UUID // of a line instead
	Act      Act
	Target   string // number of the order that it goes to
	Reason   string
	Evidence uuid.UUID // a document that was uploaded for it
}

// mover is the right of every act that moves money.
var mover = access.Only(access.Operator, access.ManagePayments)

// subject is what a decision is about, under its locks.
type subject struct {
	order  *Order // of an attempt
	try    paymentdb.LockAttemptRow
	line   *paymentdb.LockLineRow // of a line, or the one that brought the attempt's money
	target *Order                 // that it goes to
	amount money.Amount           // that a decision moves
	now    time.Time
}

// Propose says what should become of money; above the limit another person decides, below it
// this one has, with a fresh proof of who acts.
func (s *Service) Propose(ctx context.Context, a access.Actor, in Proposal) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	var f fault.Fields
	if in.Reason = strings.TrimSpace(in.Reason); in.Reason == "" {
		f.Add("/reason", fault.Required)
	}
	if in.Act == Allocate && strings.TrimSpace(in.Target) == "" {
		f.Add("/order_number", fault.Required)
	}
	if in.Evidence == uuid.Nil && (in.Act == Match || in.Act == Allocate) { // money that pays is proved
		f.Add("/evidence_id", fault.Required)
	}
	if err := f.Err(); err != nil {
		return err
	}
	if in.Evidence != uuid.Nil {
		if kept, err := q.EvidenceKept(ctx, s.db, in.Evidence, a.Org); err != nil || !kept {
			return cmp.Or(err, error(document.Missing.New("")))
		}
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		x, err := s.subject(ctx, tx, in.Attempt, in.Line, in.Act, in.Target)
		if err != nil {
			return err
		}
		if err := s.mayBecome(ctx, tx, x, in.Line != uuid.Nil, in.Act); err != nil {
			return err
		}
		alone := in.Act == AskRest || s.desk.Alone.Alone(x.amount)
		if alone && in.Act != AskRest {
			if alone, err = s.aloneWithHeld(ctx, tx, x); err != nil {
				return err
			}
		}
		p := paymentdb.ProposeParams{
			ID:         uuid.Must(uuid.NewV7()),
			Act:        string(in.Act),
			Reason:     in.Reason,
			ProposedBy: a.User,
			ProposedAt: x.now,
			Alone:      alone,
		}
		if x.order != nil {
			p.AttemptID, p.OrderID, p.SupplierID = &x.try.ID, &x.order.ID, &x.order.Supplier
		}
		if in.Line != uuid.Nil {
			p.LineID = &in.Line
		}
		if x.target != nil {
			p.TargetID = &x.target.ID
		}
		if in.Evidence != uuid.Nil {
			p.DocumentID = &in.Evidence
		}
		if alone {
			if err := identity.Proved(a, x.now); err != nil && in.Act != AskRest {
				return err
			}
			yes := true
			p.DecidedBy, p.DecidedAt, p.Approved = &a.User, &x.now, &yes
		}
		err = q.Propose(ctx, tx, p)
		if c := pg.Constraint(err); c == "payment_resolution_open" || c == "payment_resolution_line" {
			return payment.Proposed.Wrap(err, "")
		}
		if err != nil {
			return err
		}
		if !alone {
			return s.resolved(ctx, tx, a, x, "payment.review.proposed", in.Act, in.Reason)
		}
		return s.carry(ctx, tx, a, x, in.Line != uuid.Nil, in.Act, in.Reason)
	})
}

// aloneWithHeld reports whether one person may decide on what came as well, and not only on what was asked.
func (s *Service) aloneWithHeld(ctx context.Context, db pg.DB, x subject) (bool, error) {
	if x.order == nil {
		return true, nil
	}
	rows, err := q.HeldFor(ctx, db, x.order.ID)
	if err != nil {
		return false, err
	}
	for _, r := range rows {
		if r.ID == x.try.ID && (r.Currencies > 1 || r.Currencies == 1 && !s.desk.Alone.Alone(amount(r.Held, r.Currency))) {
			return false, nil
		}
	}
	return true, nil
}

// Decide approves or refuses what another person proposed about a payment. Approved, it is done at once.
func (s *Service) Decide(ctx context.Context, a access.Actor, attempt uuid.UUID, approve bool) error {
	return s.decide(ctx, a, attempt, uuid.Nil, approve)
}

// DecideLine does the same about a line of a statement.
func (s *Service) DecideLine(ctx context.Context, a access.Actor, line uuid.UUID, approve bool) error {
	return s.decide(ctx, a, uuid.Nil, line, approve)
}

func (s *Service) decide(ctx context.Context, a access.Actor, attempt, line uuid.UUID, approve bool) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		// What is proposed says which locks there are to take; it is read again under them.
		open, err := proposal(ctx, tx, attempt, line)
		if err != nil {
			return err
		}
		act, target := Act(open.Act), ""
		if open.TargetID != nil {
			target = open.TargetID.String()
		}
		x, err := s.subject(ctx, tx, attempt, line, act, target)
		if err != nil {
			return err
		}
		if open.ProposedBy == a.User {
			return payment.SecondPerson.New("")
		}
		if err := identity.Proved(a, x.now); err != nil {
			return err
		}
		if err := q.Decide(ctx, tx, &a.User, &x.now, &approve, open.ID); err != nil {
			return err
		}
		if !approve {
			return s.resolved(ctx, tx, a, x, "payment.review.refused", act, open.Reason)
		}
		return s.carry(ctx, tx, a, x, line != uuid.Nil, act, open.Reason)
	})
}

func proposal(ctx context.Context, tx pg.Tx, attempt, line uuid.UUID) (paymentdb.ProposalRow, error) {
	if line != uuid.Nil {
		p, err := q.LineProposal(ctx, tx, &line)
		return paymentdb.ProposalRow(p), notFound(err, payment.NotInReview)
	}
	p, err := q.Proposal(ctx, tx, &attempt)
	return p, notFound(err, payment.NotInReview)
}

// subject locks what a decision is about: the line, then the suppliers in order, then orders and attempts.
func (s *Service) subject(ctx context.Context, tx pg.Tx, attempt, line uuid.UUID, act Act, target string) (subject, error) {
	var x subject
	if line != uuid.Nil {
		l, err := q.LockLine(ctx, tx, line)
		if err != nil {
			return x, notFound(err, payment.LineNotFound)
		}
		x.line, x.amount = &l, amount(l.Amount, l.Currency)
		if l.AttemptID != nil && act == Undo {
			attempt = *l.AttemptID
		}
	} else if id, err := q.LineOfAttempt(ctx, tx, &attempt); err == nil {
		l, err := q.LockLine(ctx, tx, id)
		if err != nil {
			return x, err
		}
		x.line = &l
	} else if !pg.NoRows(err) {
		return x, err
	}
	suppliers := []uuid.UUID{}
	var found paymentdb.ReviewOfRow
	if attempt != uuid.Nil {
		var err error
		if found, err = q.ReviewOf(ctx, tx, attempt); err != nil {
			return x, notFound(err, payment.OrderNotFound)
		}
		suppliers = append(suppliers, found.SupplierID)
	}
	var to paymentdb.OrderFactsRow
	if act == Allocate {
		var err error
		if to, err = q.OrderFacts(ctx, tx, strings.TrimSpace(target)); err != nil {
			if pg.NoRows(err) {
				return x, fault.Invalid.New("no such order").At("/order_number", payment.OrderNotFound.Code)
			}
			return x, err
		}
		suppliers = append(suppliers, to.SupplierID)
	}
	if err := lockAll(ctx, tx, suppliers); err != nil {
		return x, err
	}
	var err error
	if attempt != uuid.Nil {
		if x.order, err = s.locked(ctx, tx, found.OrderID, found.SupplierID); err != nil {
			return x, err
		}
		if x.try, err = q.LockAttempt(ctx, tx, attempt, found.SupplierID); err != nil {
			return x, err
		}
		if line == uuid.Nil {
			x.amount = amount(x.try.Amount, x.try.Currency)
			if payment.State(x.try.Status) != payment.Review {
				return x, payment.NotInReview.New("%s", x.try.Status)
			}
		}
	}
	if act == Allocate {
		if x.target, err = s.locked(ctx, tx, to.ID, to.SupplierID); err != nil {
			return x, err
		}
	}
	x.now, err = pg.ClockOf(ctx, tx)
	return x, err
}

// lockAll takes the locks of suppliers in one order, whoever asks.
func lockAll(ctx context.Context, tx pg.Tx, suppliers []uuid.UUID) error {
	if len(suppliers) == 2 && suppliers[0].String() > suppliers[1].String() {
		suppliers[0], suppliers[1] = suppliers[1], suppliers[0]
	}
	for _, id := range suppliers {
		if err := lock(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// locked reads an order under its lock.
func (s *Service) locked(ctx context.Context, tx pg.Tx, id, supplier uuid.UUID) (*Order, error) {
	r, err := q.LockOrder(ctx, tx, id, supplier)
	if err != nil {
		return nil, err
	}
	o := &Order{ID: r.ID, Supplier: r.SupplierID, Number: r.Number, Amount: amount(r.Amount, r.Currency), Status: payment.State(r.Status)}
	return o, s.fill(ctx, tx, access.Actor{Org: o.Supplier}, o)
}

// mayBecome says why an act cannot be done.
func (s *Service) mayBecome(ctx context.Context, tx pg.Tx, x subject, ofLine bool, act Act) error {
	if ofLine {
		return mayLine(x, act)
	}
	switch act {
	case Match:
		_, err := s.matches(ctx, tx, x.order, x.try.ID)
		return err
	case Allocate:
		return s.fits(ctx, tx, x)
	case AskRest:
		_, err := s.missing(ctx, tx, x)
		return err
	case Undo:
		return payment.NotUndone.New("")
	}
	return nil
}

// carry does what was decided, and asks again whether it can be: things happen in between.
func (s *Service) carry(ctx context.Context, tx pg.Tx, a access.Actor, x subject, ofLine bool, act Act, reason string) error {
	if err := s.mayBecome(ctx, tx, x, ofLine, act); err != nil {
		return err
	}
	var err error
	switch {
	case ofLine:
		err = s.carryLine(ctx, tx, a, x, act)
	case act == AskRest:
		var rest money.Amount
		if rest, err = s.missing(ctx, tx, x); err == nil {
			err = record(ctx, tx, a, RestAsked, x.order.ID, x.order.Supplier, Rest{Number: x.order.Number, Amount: rest})
		}
	default:
		err = s.resolve(ctx, tx, a, x, act)
	}
	if err != nil {
		return err
	}
	return s.resolved(ctx, tx, a, x, "payment.review.resolved", act, reason)
}

func (s *Service) resolved(ctx context.Context, tx pg.Tx, a access.Actor, x subject, action string, act Act, reason string) error {
	e := journal.Entry{Action: action, Object: "statement_line", Owner: a.Org}
	detail := map[string]any{"act": act, "why": reason}
	if x.line != nil {
		e.ObjectID, detail["line"] = x.line.ID, x.line.Code
	}
	if x.order != nil {
		e.Object, e.ObjectID, e.Owner = "order", x.order.ID, x.order.Supplier
		detail["attempt"], detail["number"] = x.try.ID, x.order.Number
	}
	if x.target != nil {
		detail["target"] = x.target.Number
	}
	e.Detail = detail
	_, err := journal.Record(ctx, tx, a, e)
	return err
}
