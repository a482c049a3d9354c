package paymentsvc

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
)

// A Refunder gives money back when it is told to.
type Refunder interface {
	// Refund orders a refund, once. A *payment.Refusal is a definite no; after any other error nobody
	// knows whether the money goes.
	Refund(ctx context.Context, c payment.Charge, r payment.Refund) (payment.RefundResult, error)
	// Refunded asks what became of one.
	Refunded(ctx context.Context, c payment.Charge, r payment.Refund) (payment.RefundResult, error)
}

// unheard is how long a provider that was told of a refund may not know of it.
const unheard = time.Hour

// owed is the account of what is to be given back by a way.
func owed(r paymentdb.LockRefundRow) string { return "refunds:" + r.Provider }

// promise moves a refund from the buyers to what is owed to the payer, or back where nothing went out.
func (s *Service) promise(ctx context.Context, tx pg.Tx, r paymentdb.LockRefundRow, movement string, back bool, now time.Time) error {
	lines, err := q.BackLines(ctx, tx, r.ID, r.SupplierID)
	if err != nil {
		return err
	}
	moved := []moving{{part: r.ID.String(), entry: entry{account: owed(r), amount: r.Amount.Neg()}}}
	for _, l := range lines {
		moved = append(moved, moving{part: r.ID.String() + "/" + l.CategoryID.String(), entry: entry{
			account:  "buyer:" + l.BuyerID.String(),
			buyer:    &l.BuyerID,
			category: &l.CategoryID,
			amount:   l.Amount,
		}})
	}
	if back {
		for i := range moved {
			moved[i].amount = moved[i].amount.Neg()
		}
	}
	return move(ctx, tx, r, movement, moved, now)
}

// outgoing is where lines of statements book what went out of an account.
const outgoing = "outgoing"

// payOut moves a refund out: from what the provider holds or, by a person's transfer, from where the
// line of the bank's statement meets it.
func (s *Service) payOut(ctx context.Context, tx pg.Tx, r paymentdb.LockRefundRow, now time.Time) error {
	of := r.ID.String()
	out := moving{part: of + "/out", entry: entry{account: "provider:" + r.Provider, amount: r.Amount.Neg()}}
	if r.ByHand {
		out.account = outgoing
	}
	return move(ctx, tx, r, "refund", []moving{{part: of + "/out", entry: entry{account: owed(r), amount: r.Amount}}, out}, now)
}

// moving is an entry with the part of the movement that it is.
type moving struct {
	entry
	part string
}

// move writes a balanced movement of a refund.
func move(ctx context.Context, tx pg.Tx, r paymentdb.LockRefundRow, movement string, moved []moving, now time.Time) error {
	return moveOf(ctx, tx, paymentdb.LockAttemptRow{ID: r.AttemptID, OrderID: r.OrderID, SupplierID: r.SupplierID}, movement, r.Currency, moved, now)
}

// moveOf writes a balanced movement of the money of an attempt.
func moveOf(ctx context.Context, tx pg.Tx, t paymentdb.LockAttemptRow, movement, currency string, moved []moving, now time.Time) error {
	return enter(ctx, tx, paymentdb.InsertEntriesParams{Movement: movement, SupplierID: &t.SupplierID, OrderID: &t.OrderID, AttemptID: &t.ID, Currency: currency, At: now}, moved)
}

// SendRefunds tells providers of a handful of approved refunds, asks about those that were sent, and returns
// how many there were.
func (s *Service) SendRefunds(ctx context.Context) (int, error) {
	due, err := q.ClaimRefunds(ctx, s.db, claimed)
	if err != nil {
		return 0, err
	}
	var (
		telling sync.WaitGroup
		failed  = make([]error, len(due))
	)
	for i, d := range due {
		telling.Go(func() { failed[i] = s.sendRefund(ctx, d) })
	}
	telling.Wait()
	return len(due), errors.Join(failed...)
}

// sendRefund sends a refund or asks about it. That it is sent is written before it is: whoever dies between
// leaves one that is asked about, and never one that goes twice.
func (s *Service) sendRefund(ctx context.Context, d paymentdb.ClaimRefundsRow) error {
	var r paymentdb.LockRefundRow
	var first bool
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var err error
		if r, err = s.dueRefund(ctx, tx, d); err != nil || payment.RefundState(r.Status) != payment.RefundApproved {
			return err
		}
		g, ok := s.gateways[payment.Provider(r.Provider)].(Refunder)
		if !ok || g == nil {
			return nil // it speaks with nobody just now
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		if gone, err := q.Gone(ctx, tx, r.AttemptID); err != nil {
			return err
		} else if gone { // the payer has it already
			return s.endRefund(ctx, tx, access.System, r, "fail", finishing{why: string(payment.TakenBack)}, now)
		}
		to, err := payment.RefundState(r.Status).Next("send")
		if err != nil {
			return err
		}
		first = true
		r.Status = string(to)
		if err := q.SendRefund(ctx, tx, string(to), &now, r.ID, r.SupplierID); err != nil {
			return err
		}
		return s.refunded(ctx, tx, access.System, r, "payment.refund.sent", "")
	})
	if err != nil || payment.RefundState(r.Status) != payment.RefundSent {
		return err
	}
	g, ok := s.gateways[payment.Provider(r.Provider)].(Refunder)
	if !ok {
		return nil
	}
	got, err := s.tellRefund(ctx, g, r, first)
	if err != nil {
		s.log.Warn("refund", "refund", r.ID, "error", err.Error())
		return nil
	}
	return s.heardOf(ctx, d, got)
}

// tellRefund speaks with the provider.
func (s *Service) tellRefund(ctx context.Context, g Refunder, r paymentdb.LockRefundRow, first bool) (payment.RefundResult, error) {
	of, err := q.TransferOf(ctx, s.db, r.AttemptID)
	if err != nil {
		return payment.RefundResult{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	back := payment.Refund{ID: r.ID, Code: r.Code, Ref: r.ProviderRef, Amount: amount(r.Amount, r.Currency)}
	charge := s.chargeOf(paymentdb.ClaimDueRow(of))
	if !first {
		return g.Refunded(ctx, charge, back)
	}
	got, err := g.Refund(ctx, charge, back)
	var no *payment.Refusal
	if errors.As(err, &no) {
		return payment.RefundResult{Word: payment.RefundNo, Code: cmp.Or(no.Code, string(no.Reason))}, nil
	}
	return got, err
}

// heardOf does what a provider's answer about a refund means.
func (s *Service) heardOf(ctx context.Context, d paymentdb.ClaimRefundsRow, got payment.RefundResult) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		r, err := s.dueRefund(ctx, tx, d)
		if err != nil || payment.RefundState(r.Status) != payment.RefundSent {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		f := finishing{ref: got.Ref}
		switch {
		case got.Word == payment.RefundPaid:
			return s.endRefund(ctx, tx, access.System, r, "finish", f, now)
		case got.Word == payment.RefundNo, got.Word == payment.RefundUnheard && now.Sub(*r.SentAt) > unheard:
			f.why = cmp.Or(got.Code, "unheard")
			return s.endRefund(ctx, tx, access.System, r, "fail", f, now)
		case got.Ref != "":
			n, err := q.NameRefund(ctx, tx, got.Ref, r.ID, r.SupplierID)
			if err != nil || n == 0 {
				return err
			}
			return s.refunded(ctx, tx, access.System, r, "payment.refund.accepted", got.Ref)
		}
		return nil
	})
}

func (s *Service) dueRefund(ctx context.Context, tx pg.Tx, d paymentdb.ClaimRefundsRow) (paymentdb.LockRefundRow, error) {
	if err := lock(ctx, tx, d.SupplierID); err != nil {
		return paymentdb.LockRefundRow{}, err
	}
	return s.lockedRefund(ctx, tx, d.ID, d.OrderID, d.SupplierID)
}

// finishing is how a refund ends.
type finishing struct {
	ref, reference, why string
	by, evidence        *uuid.UUID
}

// endRefund ends a refund: its money is out, or its buyers have their fees again.
func (s *Service) endRefund(ctx context.Context, tx pg.Tx, a access.Actor, r paymentdb.LockRefundRow, event string, f finishing, now time.Time) error {
	to, err := payment.RefundState(r.Status).Next(event)
	if err != nil {
		return err
	}
	err = q.FinishRefund(ctx, tx, paymentdb.FinishRefundParams{
		Status:      string(to),
		FinishedBy:  f.by,
		FinishedAt:  &now,
		Reference:   f.reference,
		Why:         f.why,
		DocumentID:  f.evidence,
		ProviderRef: f.ref,
		ID:          r.ID,
		SupplierID:  r.SupplierID,
	})
	if err != nil {
		return err
	}
	if to == payment.RefundDone {
		if err := s.payOut(ctx, tx, r, now); err != nil {
			return err
		}
		ref := cmp.Or(f.reference, f.ref)
		w := papered{order: r.OrderID, supplier: r.SupplierID, number: r.Number, refund: &r.ID, way: payment.Provider(r.Provider), reference: ref, currency: money.Currency(r.Currency), now: now}
		if _, err := s.issue(ctx, tx, w); err != nil {
			return err
		}
		return s.refunded(ctx, tx, a, r, RefundDone, ref)
	}
	if err := s.promise(ctx, tx, r, "undo", true, now); err != nil {
		return err
	}
	return s.refunded(ctx, tx, a, r, RefundFailed, f.why)
}

// A RefundEnd is what a person says became of a refund.
type RefundEnd struct {
	Refund    uuid.UUID
	Paid      bool
	Reference string // of the transfer
	Why       string // nothing went out
	Evidence  uuid.UUID
}

// EndRefund takes a person's word, with a document, for what became of a refund: of one that goes by a
// transfer, or of one that its provider never answered for.
func (s *Service) EndRefund(ctx context.Context, a access.Actor, in RefundEnd) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	var f fault.Fields
	event := "fail"
	if in.Paid {
		event = "finish"
		in.Reference = f.Line("/reference", in.Reference, 100)
		in.Why = ""
	} else {
		in.Why = f.Need("/why", in.Why, mostBack)
		in.Reference = ""
	}
	if in.Evidence == uuid.Nil {
		f.Add("/evidence_id", fault.Required)
	}
	if err := f.Err(); err != nil {
		return err
	}
	if kept, err := q.EvidenceKept(ctx, s.db, in.Evidence, a.Org); err != nil || !kept {
		return cmp.Or(err, error(document.Missing.New("")))
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		of, err := q.RefundOwner(ctx, tx, in.Refund)
		if err != nil {
			return notFound(err, payment.RefundNotFound)
		}
		r, err := s.dueRefund(ctx, tx, paymentdb.ClaimRefundsRow{ID: in.Refund, OrderID: of.OrderID, SupplierID: of.SupplierID})
		if err != nil {
			return err
		}
		if !r.ByHand && payment.RefundState(r.Status) == payment.RefundApproved { // its provider is about to be told
			return payment.RefundMoved.New("")
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		if err := identity.Proved(a, now); err != nil {
			return err
		}
		return s.endRefund(ctx, tx, a, r, event, finishing{reference: in.Reference, why: in.Why, by: &a.User, evidence: &in.Evidence}, now)
	})
}
