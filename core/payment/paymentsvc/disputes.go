package paymentsvc

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
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

// Events of disputes; their detail is Disputed.
const (
	DisputeOpened   = "payment.dispute.opened"   // its supplier and the operator's desk hear of it
	DisputeDue      = "payment.dispute.due"      // its day comes, and nobody has answered it
	DisputeWon      = "payment.dispute.won"      // its supplier and the operator's desk hear of it
	DisputeLost     = "payment.dispute.lost"     // likewise
	DisputeEnds     = "payment.dispute.ends"     // what it paid for counts no more; its supplier hears of it
	DisputeRestored = "payment.dispute.restored" // it counts again; likewise
)

// Disputed is the detail of what happens to a dispute.
type Disputed struct {
	Dispute  uuid.UUID        `json:"dispute"`
	Code     string           `json:"code"`
	Number   string           `json:"number"` // of the order
	Provider payment.Provider `json:"provider"`
	Amount   money.Amount     `json:"amount"`
	Due      time.Time        `json:"due_at"`
	Purpose  string           `json:"purpose,omitempty"` // names of the categories that it is about
	Why      string           `json:"why,omitempty"`
}

// openDispute writes down a task: what a payer's bank asks back is to be answered until a day.
func (s *Service) openDispute(ctx context.Context, tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, reversal uuid.UUID, gone money.Amount, r payment.Result, now time.Time) error {
	c := payment.Contest{State: payment.DisputeOpen}
	if r.Contest != nil {
		c = *r.Contest
	}
	if c.Due.IsZero() {
		c.Due = now.Add(payment.AnswerWithin)
	}
	p := paymentdb.InsertDisputeParams{
		ID:          uuid.Must(uuid.NewV7()),
		ReversalID:  &reversal,
		AttemptID:   t.ID,
		OrderID:     o.ID,
		SupplierID:  o.Supplier,
		Provider:    t.Provider,
		Currency:    string(gone.Currency),
		Amount:      gone.Value,
		Status:      string(payment.DisputeOpen),
		ProviderRef: c.Ref,
		Cause:       cmp.Or(c.Cause, r.Code),
		DueAt:       c.Due,
		OpenedAt:    now,
	}
	if err := insertDispute(ctx, tx, &p); err != nil {
		return err
	}
	d, err := q.LockDispute(ctx, tx, p.ID, p.SupplierID)
	if err != nil {
		return err
	}
	if err := s.disputed(ctx, tx, access.System, d, DisputeOpened, "", ""); err != nil {
		return err
	}
	if event := c.State; event == payment.DisputeAnswered || event == payment.DisputeLost { // we hear of it late
		return s.step(ctx, tx, o, t, d, map[payment.DisputeState]string{payment.DisputeAnswered: "answer", payment.DisputeLost: "lose"}[event], now)
	}
	return nil
}

// insertDispute gives a dispute a code that no other has.
func insertDispute(ctx context.Context, tx pg.Tx, p *paymentdb.InsertDisputeParams) error {
	for range 5 {
		var random [8]byte
		_, _ = rand.Read(random[:]) // never fails
		p.Code = payment.DisputeCode(binary.BigEndian.Uint64(random[:]))
		if n, err := q.InsertDispute(ctx, tx, *p); err != nil || n == 1 {
			return err
		}
	}
	return fmt.Errorf("no free code of a dispute")
}

// askAgain is when a provider is asked what became of a dispute; nil where none goes on that it knows of.
func (s *Service) askAgain(ctx context.Context, tx pg.Tx, attempt uuid.UUID, now time.Time) (*time.Time, error) {
	d, err := q.DisputeOfAttempt(ctx, tx, attempt)
	if pg.NoRows(err) || err == nil && (d.EnteredBy != nil || !payment.DisputeState(d.Status).Going()) {
		return nil, nil
	}
	next := now.Add(payment.AskDispute)
	return &next, err
}

// heardOfDispute does what a provider's answer means for a dispute that is known.
func (s *Service) heardOfDispute(ctx context.Context, tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, known paymentdb.WentBackRow, decision payment.Decision, r payment.Result, now time.Time) error {
	d, err := q.LockDispute(ctx, tx, known.ID, o.Supplier)
	if err != nil {
		return err
	}
	if c := r.Contest; c != nil {
		told := paymentdb.HearDisputeParams{ProviderRef: cmp.Or(c.Ref, known.ProviderRef), Cause: cmp.Or(c.Cause, known.Cause), DueAt: known.DueAt, ID: d.ID, SupplierID: d.SupplierID}
		if !c.Due.IsZero() {
			told.DueAt = c.Due
		}
		if told.ProviderRef != known.ProviderRef || told.Cause != known.Cause || !told.DueAt.Equal(known.DueAt) {
			if err := q.HearDispute(ctx, tx, told); err != nil {
				return err
			}
			d.DueAt = told.DueAt
			if err := s.disputed(ctx, tx, access.System, d, "payment.dispute.heard", "", told.ProviderRef); err != nil {
				return err
			}
		}
	}
	switch {
	case decision.Won:
		return s.step(ctx, tx, o, t, d, "win", now)
	case decision.Dispute != "":
		return s.step(ctx, tx, o, t, d, decision.Dispute, now)
	}
	return s.askLater(ctx, tx, t, now)
}

// askLater sets when the provider of a disputed payment is asked again.
func (s *Service) askLater(ctx context.Context, tx pg.Tx, t paymentdb.LockAttemptRow, now time.Time) error {
	next, err := s.askAgain(ctx, tx, t.ID, now)
	if err != nil {
		return err
	}
	return q.SetAttempt(ctx, tx, paymentdb.SetAttemptParams{
		Status:     t.Status,
		Reason:     t.Reason,
		SettledAt:  t.SettledAt,
		NextAskAt:  next,
		ID:         t.ID,
		SupplierID: t.SupplierID,
	})
}

// step does what a provider says of a dispute.
func (s *Service) step(ctx context.Context, tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, d paymentdb.LockDisputeRow, event string, now time.Time) error {
	if event == "answer" {
		to, err := payment.DisputeState(d.Status).Next(event)
		if err != nil {
			return err
		}
		if err := q.AnswerDispute(ctx, tx, paymentdb.AnswerDisputeParams{Status: string(to), AnsweredAt: &now, ID: d.ID, SupplierID: d.SupplierID}); err != nil {
			return err
		}
		if err := s.disputed(ctx, tx, access.System, d, "payment.dispute.answered", "", ""); err != nil {
			return err
		}
		return s.askLater(ctx, tx, t, now)
	}
	return s.closeDispute(ctx, tx, access.System, t, d, event, nil, now)
}

// closeDispute ends a dispute: its money came back, or it stays gone.
func (s *Service) closeDispute(ctx context.Context, tx pg.Tx, a access.Actor, t paymentdb.LockAttemptRow, d paymentdb.LockDisputeRow, event string, by *uuid.UUID, now time.Time) error {
	to, err := payment.DisputeState(d.Status).Next(event)
	if err != nil {
		return err
	}
	if err := q.EndDispute(ctx, tx, paymentdb.EndDisputeParams{Status: string(to), EndedBy: by, EndedAt: &now, ID: d.ID, SupplierID: d.SupplierID}); err != nil {
		return err
	}
	action := DisputeLost
	if to == payment.DisputeWon {
		action = DisputeWon
		if err := s.winBack(ctx, tx, t, d, now); err != nil {
			return err
		}
	}
	if err := s.disputed(ctx, tx, a, d, action, "", d.EndWhy); err != nil {
		return err
	}
	if to == payment.DisputeWon {
		back, err := q.RestoreDispute(ctx, tx, d.ID, d.SupplierID)
		if err != nil {
			return err
		}
		if len(back) > 0 {
			names, err := s.namesOf(ctx, tx, d, back)
			if err != nil {
				return err
			}
			if err := s.disputed(ctx, tx, a, d, DisputeRestored, names, ""); err != nil {
				return err
			}
		}
	}
	return s.askLater(ctx, tx, t, now)
}

// winBack books what a dispute had taken to where it was taken from.
func (s *Service) winBack(ctx context.Context, tx pg.Tx, t paymentdb.LockAttemptRow, d paymentdb.LockDisputeRow, now time.Time) error {
	rows, err := q.ReversedEntries(ctx, tx, &t.ID)
	if err != nil {
		return err
	}
	moved := make([]moving, len(rows))
	for i, r := range rows {
		moved[i] = moving{part: r.Part, entry: entry{account: r.Account, buyer: r.BuyerID, category: r.CategoryID, amount: r.Amount.Neg()}}
	}
	return moveOf(ctx, tx, t, "reversal_won", d.Currency, moved, now)
}

// disputed writes the journal entry of a dispute.
func (s *Service) disputed(ctx context.Context, tx pg.Tx, a access.Actor, d paymentdb.LockDisputeRow, action, purpose, why string) error {
	return record(ctx, tx, a, action, d.OrderID, d.SupplierID, Disputed{
		Dispute:  d.ID,
		Code:     d.Code,
		Number:   d.Number,
		Provider: payment.Provider(d.Provider),
		Amount:   amount(d.Amount, d.Currency),
		Due:      d.DueAt.UTC(),
		Purpose:  purpose,
		Why:      why,
	})
}

// RemindDisputes tells once of a handful of disputes whose day comes and that nobody has answered, and returns
// how many there were.
func (s *Service) RemindDisputes(ctx context.Context) (int, error) {
	n := 0
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		due, err := q.ClaimDisputes(ctx, tx, now.Add(payment.RemindBefore), claimed)
		n = len(due)
		for _, d := range due {
			err = cmp.Or(err, s.disputed(ctx, tx, access.System, paymentdb.LockDisputeRow{ID: d.ID, Code: d.Code, OrderID: d.OrderID, SupplierID: d.SupplierID, Number: d.Number,
				Provider: d.Provider, Currency: d.Currency, Amount: d.Amount, DueAt: d.DueAt}, DisputeDue, "", ""))
		}
		return err
	})
	return n, err
}

// A DisputeAnswer is what a person says was sent to a provider.
type DisputeAnswer struct {
	Dispute  uuid.UUID
	Text     string
	Evidence uuid.UUID // of what was sent; none: the pack alone
}

// AnswerDispute writes down that a dispute was answered where its provider takes answers, and by what.
func (s *Service) AnswerDispute(ctx context.Context, a access.Actor, in DisputeAnswer) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	var f fault.Fields
	if in.Text = f.Need("/answer", in.Text, mostBack); f.Err() != nil {
		return f.Err()
	}
	if err := s.keptEvidence(ctx, a, in.Evidence); err != nil {
		return err
	}
	return s.ofDispute(ctx, in.Dispute, func(tx pg.Tx, _ *Order, t paymentdb.LockAttemptRow, d paymentdb.LockDisputeRow, now time.Time) error {
		to, err := payment.DisputeState(d.Status).Next("answer")
		if err != nil {
			return err
		}
		p := paymentdb.AnswerDisputeParams{Status: string(to), AnsweredBy: &a.User, AnsweredAt: &now, Answer: in.Text, ID: d.ID, SupplierID: d.SupplierID}
		if in.Evidence != uuid.Nil {
			p.AnswerID = &in.Evidence
		}
		if err := q.AnswerDispute(ctx, tx, p); err != nil {
			return err
		}
		if err := s.disputed(ctx, tx, a, d, "payment.dispute.answered", "", in.Text); err != nil {
			return err
		}
		return s.askLater(ctx, tx, t, now)
	})
}

// keptEvidence refuses a document that is not kept for the operator's desk; none is none.
func (s *Service) keptEvidence(ctx context.Context, a access.Actor, id uuid.UUID) error {
	if id == uuid.Nil {
		return nil
	}
	if kept, err := q.EvidenceKept(ctx, s.db, id, a.Org); err != nil || !kept {
		return cmp.Or(err, error(document.Missing.New("")))
	}
	return nil
}

// ofDispute does something with a dispute under the locks of its supplier, its order and its attempt.
func (s *Service) ofDispute(ctx context.Context, id uuid.UUID, do func(pg.Tx, *Order, paymentdb.LockAttemptRow, paymentdb.LockDisputeRow, time.Time) error) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		of, err := q.DisputeOwner(ctx, tx, id)
		if err != nil {
			return notFound(err, payment.DisputeNotFound)
		}
		if err := lock(ctx, tx, of.SupplierID); err != nil {
			return err
		}
		o, err := s.locked(ctx, tx, of.OrderID, of.SupplierID)
		if err != nil {
			return err
		}
		d, err := q.LockDispute(ctx, tx, id, of.SupplierID)
		if err != nil {
			return err
		}
		t, err := q.LockAttempt(ctx, tx, d.AttemptID, of.SupplierID)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		return do(tx, o, t, d, now)
	})
}

// A DisputeEnd is what a person says became of a dispute, where its provider says nothing.
type DisputeEnd struct {
	Dispute  uuid.UUID
	Won      bool
	Why      string
	Evidence uuid.UUID // that the money came back
}

// EndDispute says what became of a dispute. Above the limit another person decides; below it this one has, with a
// fresh proof of who acts.
func (s *Service) EndDispute(ctx context.Context, a access.Actor, in DisputeEnd) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	var f fault.Fields
	in.Why = f.Need("/why", in.Why, mostBack)
	if in.Won && in.Evidence == uuid.Nil {
		f.Add("/evidence_id", fault.Required)
	}
	if err := f.Err(); err != nil {
		return err
	}
	if err := s.keptEvidence(ctx, a, in.Evidence); err != nil {
		return err
	}
	as, event := string(payment.DisputeLost), "lose"
	if in.Won {
		as, event = string(payment.DisputeWon), "win"
	}
	return s.ofDispute(ctx, in.Dispute, func(tx pg.Tx, _ *Order, t paymentdb.LockAttemptRow, d paymentdb.LockDisputeRow, now time.Time) error {
		if _, err := payment.DisputeState(d.Status).Next(event); err != nil {
			return err
		}
		if d.EndAs != nil && (payment.DisputeState(d.Status).Going() || *d.EndAs != d.Status) { // also of one that is lost, and comes again
			return payment.DisputeProposed.New("")
		}
		alone := s.desk.Alone.Alone(amount(d.Amount, d.Currency))
		if alone {
			if err := identity.Proved(a, now); err != nil {
				return err
			}
		}
		p := paymentdb.ProposeDisputeParams{EndAs: &as, EndBy: &a.User, EndAt: &now, EndWhy: in.Why, Alone: alone, ID: d.ID, SupplierID: d.SupplierID}
		if in.Evidence != uuid.Nil {
			p.EndID = &in.Evidence
		}
		if err := q.ProposeDispute(ctx, tx, p); err != nil {
			return err
		}
		d.EndWhy = in.Why
		if !alone {
			return s.disputed(ctx, tx, a, d, "payment.dispute.proposed", "", in.Why)
		}
		return s.closeDispute(ctx, tx, a, t, d, event, &a.User, now)
	})
}

// DecideDispute approves or refuses what another person says: that there is a dispute, or what became of it.
func (s *Service) DecideDispute(ctx context.Context, a access.Actor, id uuid.UUID, approve bool) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	return s.ofDispute(ctx, id, func(tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, d paymentdb.LockDisputeRow, now time.Time) error {
		if payment.DisputeState(d.Status) == payment.DisputeWaits {
			return s.decideEntry(ctx, tx, a, o, t, d, approve, now)
		}
		if d.EndAs == nil || !payment.DisputeState(d.Status).Going() && *d.EndAs == d.Status {
			return payment.DisputeAsked.New("")
		}
		if *d.EndBy == a.User {
			return payment.SecondPerson.New("")
		}
		if err := identity.Proved(a, now); err != nil {
			return err
		}
		if !approve {
			if err := q.ProposeDispute(ctx, tx, paymentdb.ProposeDisputeParams{ID: d.ID, SupplierID: d.SupplierID}); err != nil {
				return err
			}
			return s.disputed(ctx, tx, a, d, "payment.dispute.refused", "", d.EndWhy)
		}
		event := "lose"
		if *d.EndAs == string(payment.DisputeWon) {
			event = "win"
		}
		return s.closeDispute(ctx, tx, a, t, d, event, &a.User, now)
	})
}
