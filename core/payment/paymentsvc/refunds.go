package paymentsvc

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Events of refunds; their detail is Refunded.
const (
	RefundApproved = "payment.refund.approved" // its supplier hears of it
	RefundDone     = "payment.refund.done"     // likewise
	RefundFailed   = "payment.refund.failed"   // whoever asked for it hears of it
)

// Refunded is the detail of what happens to a refund.
type Refunded struct {
	Refund  uuid.UUID    `json:"refund"`
	Code    string       `json:"code"`
	Number  string       `json:"number"` // of the order
	Amount  money.Amount `json:"amount"`
	Purpose string       `json:"purpose"`        // the names of the categories
	Ends    []uuid.UUID  `json:"ends,omitempty"` // categories that count as paid for no more
	Asker   uuid.UUID    `json:"asker"`
	ByHand  bool         `json:"by_hand"`
	Why     string       `json:"why,omitempty"`
}

// A RefundAsk is what somebody wants given back of an order.
type RefundAsk struct {
	Order  string             // number or id
	Parts  []payment.BackPart // none: all that is left
	Ends   bool               // a category of which nothing is left counts as paid for no more
	Reason string
	Key    string // made by the browser at the click
}

// mostBack is the longest reason and reference that a refund takes.
const mostBack = 2000

// AskRefund asks that money of an order be given back. Above the limit another person decides; below it
// this one has, with a fresh proof of who acts.
func (s *Service) AskRefund(ctx context.Context, a access.Actor, in RefundAsk) (uuid.UUID, error) {
	if err := mover.Admit(a); err != nil {
		return uuid.Nil, err
	}
	var f fault.Fields
	if in.Reason = f.Need("/reason", in.Reason, mostBack); f.Err() != nil {
		return uuid.Nil, f.Err()
	}
	var id uuid.UUID
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var err error
		id, err = journal.Once(ctx, tx, a, "payment.refund", in.Key, in, func() (uuid.UUID, error) {
			of, err := q.OrderOwner(ctx, tx, strings.TrimSpace(in.Order))
			if err != nil {
				return uuid.Nil, notFound(err, payment.OrderNotFound)
			}
			if err := lock(ctx, tx, of.SupplierID); err != nil {
				return uuid.Nil, err
			}
			b, err := s.giving(ctx, tx, of.ID, of.SupplierID, in.Parts)
			if err != nil {
				return uuid.Nil, err
			}
			before, err := q.GivenAlone(ctx, tx, of.ID, of.SupplierID, a.User, b.now.Add(-payment.AloneWithin))
			if err != nil {
				return uuid.Nil, err
			}
			together := money.Amount{Value: b.total.Value.Add(before), Currency: b.total.Currency}
			return s.writeRefund(ctx, tx, a, b, in, nil, s.desk.Alone.Alone(together))
		})
		return err
	})
	return id, err
}

// giving is what goes back of one order, under its lock.
type giving struct {
	order paymentdb.LockOrderRow
	by    paymentdb.PaidByRow
	lines []payment.BackLine
	total money.Amount
	now   time.Time
}

// giving locks an order and decides what goes back of it.
func (s *Service) giving(ctx context.Context, tx pg.Tx, order, supplier uuid.UUID, parts []payment.BackPart) (giving, error) {
	var b giving
	var err error
	if b.order, err = q.LockOrder(ctx, tx, order, supplier); err != nil {
		return b, err
	}
	b.by, err = q.PaidBy(ctx, tx, order, supplier)
	if payment.State(b.order.Status) != payment.Completed || pg.NoRows(err) || payment.Provider(b.by.Provider) == payment.Free {
		return b, payment.RefundNotPaid.New("%s", b.order.Status).With("number", b.order.Number)
	}
	if err != nil {
		return b, err
	}
	if gone, err := q.Gone(ctx, tx, b.by.ID); err != nil || gone {
		return b, errors.Join(err, payment.RefundGone.New("").With("number", b.order.Number))
	}
	fees, err := s.paidFees(ctx, tx, order)
	if err != nil {
		return b, err
	}
	if b.lines, b.total, err = payment.GiveBack(money.Currency(b.order.Currency), fees, parts); err != nil {
		return b, err
	}
	b.now, err = pg.ClockOf(ctx, tx)
	return b, err
}

// paidFees are the fees of an order with what went back of them.
func (s *Service) paidFees(ctx context.Context, db pg.DB, order uuid.UUID) ([]payment.PaidFee, error) {
	rows, err := q.PaidFees(ctx, db, order)
	out := make([]payment.PaidFee, len(rows))
	for i, r := range rows {
		out[i] = payment.PaidFee{Category: r.CategoryID, Buyer: r.BuyerID, Name: r.Name, Fee: r.Fee, Back: r.Back}
	}
	return out, err
}

// writeRefund writes a refund, and approves it where one person is enough.
func (s *Service) writeRefund(ctx context.Context, tx pg.Tx, a access.Actor, b giving, in RefundAsk, batch *uuid.UUID, alone bool) (uuid.UUID, error) {
	if alone {
		if err := identity.Proved(a, b.now); err != nil {
			return uuid.Nil, err
		}
	}
	whole := b.total.Value.Equal(b.order.Amount)
	p := paymentdb.InsertRefundParams{
		ID:         uuid.Must(uuid.NewV7()),
		BatchID:    batch,
		OrderID:    b.order.ID,
		AttemptID:  b.by.ID,
		SupplierID: b.order.SupplierID,
		Provider:   b.by.Provider,
		ByHand:     !payment.BackBy(payment.Provider(b.by.Provider), whole),
		Whole:      whole,
		Currency:   string(b.total.Currency),
		Amount:     b.total.Value,
		Status:     string(payment.RefundAsked),
		Reason:     in.Reason,
		Alone:      alone,
		AskedBy:    a.User,
		AskedAt:    b.now,
	}
	if err := insertRefund(ctx, tx, &p); err != nil {
		return uuid.Nil, err
	}
	for _, l := range b.lines {
		err := q.InsertRefundLine(ctx, tx, paymentdb.InsertRefundLineParams{
			RefundID:   p.ID,
			CategoryID: l.Category,
			OrderID:    b.order.ID,
			SupplierID: b.order.SupplierID,
			BuyerID:    l.Buyer,
			Amount:     l.Amount,
			Ends:       in.Ends && l.All,
		})
		if err != nil {
			return uuid.Nil, err
		}
	}
	r, err := q.LockRefund(ctx, tx, p.ID, p.SupplierID)
	if err != nil {
		return uuid.Nil, err
	}
	if err := s.refunded(ctx, tx, a, r, "payment.refund.proposed", in.Reason); err != nil || !alone {
		return p.ID, err
	}
	return p.ID, s.judgeRefund(ctx, tx, a, r, true, b.now)
}

// insertRefund gives a refund a code that no other has.
func insertRefund(ctx context.Context, tx pg.Tx, p *paymentdb.InsertRefundParams) error {
	for range 5 {
		var random [8]byte
		_, _ = rand.Read(random[:]) // never fails
		p.Code = payment.RefundCode(binary.BigEndian.Uint64(random[:]))
		if n, err := q.InsertRefund(ctx, tx, *p); err != nil || n == 1 {
			return err
		}
	}
	return fmt.Errorf("no free code of a refund")
}

// DecideRefund approves or refuses what another person asked to be given back; one of a batch stands for all of it.
func (s *Service) DecideRefund(ctx context.Context, a access.Actor, id uuid.UUID, approve bool) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		of, err := q.RefundOwner(ctx, tx, id)
		if err != nil {
			return notFound(err, payment.RefundNotFound)
		}
		rows := []paymentdb.BatchRefundsRow{{ID: id, OrderID: of.OrderID, SupplierID: of.SupplierID}}
		if of.BatchID != nil {
			if rows, err = q.BatchRefunds(ctx, tx, of.BatchID); err != nil {
				return err
			}
			if len(rows) == 0 {
				return payment.RefundMoved.New("")
			}
		}
		if err := s.lockEach(ctx, tx, rows); err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		for _, row := range rows {
			r, err := s.lockedRefund(ctx, tx, row.ID, row.OrderID, row.SupplierID)
			if err != nil {
				return err
			}
			if r.AskedBy == a.User {
				return payment.SecondPerson.New("")
			}
			if err := identity.Proved(a, now); err != nil {
				return err
			}
			if err := s.judgeRefund(ctx, tx, a, r, approve, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// lockEach takes the locks of suppliers in their order, whoever asks.
func (s *Service) lockEach(ctx context.Context, tx pg.Tx, rows []paymentdb.BatchRefundsRow) error {
	suppliers := make([]string, len(rows))
	for i, r := range rows {
		suppliers[i] = r.SupplierID.String()
	}
	slices.Sort(suppliers)
	for _, id := range slices.Compact(suppliers) {
		if err := lock(ctx, tx, uuid.MustParse(id)); err != nil {
			return err
		}
	}
	return nil
}

// lockedRefund reads a refund under the locks of its order and its own; its supplier's is held.
func (s *Service) lockedRefund(ctx context.Context, tx pg.Tx, id, order, supplier uuid.UUID) (paymentdb.LockRefundRow, error) {
	if _, err := q.LockOrder(ctx, tx, order, supplier); err != nil {
		return paymentdb.LockRefundRow{}, err
	}
	return q.LockRefund(ctx, tx, id, supplier)
}

// judgeRefund does what was decided: approved, the buyers owe their fees from this moment.
func (s *Service) judgeRefund(ctx context.Context, tx pg.Tx, a access.Actor, r paymentdb.LockRefundRow, approve bool, now time.Time) error {
	event := "refuse"
	if approve {
		event = "approve"
	}
	to, err := payment.RefundState(r.Status).Next(event)
	if err != nil {
		return err
	}
	p := paymentdb.DecideRefundParams{Status: string(to), DecidedBy: &a.User, DecidedAt: &now, ID: r.ID, SupplierID: r.SupplierID}
	if approve && !r.ByHand {
		p.NextAt = &now
	}
	if err := q.DecideRefund(ctx, tx, p); err != nil {
		return err
	}
	if !approve {
		return s.refunded(ctx, tx, a, r, "payment.refund.refused", "")
	}
	if gone, err := q.Gone(ctx, tx, r.AttemptID); err != nil || gone {
		return errors.Join(err, payment.RefundGone.New("").With("number", r.Number))
	}
	if err := s.promise(ctx, tx, r, "refund", false, now); err != nil {
		return err
	}
	return s.refunded(ctx, tx, a, r, RefundApproved, "")
}

// refunded writes the journal entry of a refund.
func (s *Service) refunded(ctx context.Context, tx pg.Tx, a access.Actor, r paymentdb.LockRefundRow, action, why string) error {
	lines, err := q.BackLines(ctx, tx, r.ID, r.SupplierID)
	if err != nil {
		return err
	}
	d := Refunded{Refund: r.ID, Code: r.Code, Number: r.Number, Amount: amount(r.Amount, r.Currency), Asker: r.AskedBy, ByHand: r.ByHand, Why: why}
	names := make([]string, len(lines))
	for i, l := range lines {
		names[i] = l.Name
		if l.Ends {
			d.Ends = append(d.Ends, l.CategoryID)
		}
	}
	d.Purpose = strings.Join(names, ", ")
	return record(ctx, tx, a, action, r.OrderID, r.SupplierID, d)
}
