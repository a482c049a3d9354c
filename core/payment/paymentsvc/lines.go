package paymentsvc

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// Events of statements.
const (
	LineSettled = "payment.line.settled" // detail: what became of a line
	LineFailed  = "payment.line.failed"  // detail: Unsettled
	RestAsked   = "payment.rest.asked"   // detail: Rest
)

// Rest is the detail of RestAsked.
type Rest struct {
	Number string       `json:"number"` // of the order
	Amount money.Amount `json:"amount"` // that is missing
}

// Unsettled is the detail of LineFailed.
type Unsettled struct {
	Code     string    `json:"code"`     // of the line
	Importer uuid.UUID `json:"importer"` // of its statement; nobody where a provider told of it
}

// looked is how many lines are looked at in one go.
const looked = 200

// SettleLines decides about lines that nobody has looked at, each in a transaction of its own,
// and returns how many there were.
func (s *Service) SettleLines(ctx context.Context) (int, error) {
	rows, err := q.NewLines(ctx, s.db, looked)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	byMoney := map[string][]paymentdb.NewLinesRow{}
	for _, r := range rows {
		byMoney[r.Currency] = append(byMoney[r.Currency], r)
	}
	var failed []error
	for _, currency := range slices.Sorted(maps.Keys(byMoney)) {
		group := byMoney[currency]
		lines := make([]bankLine, len(group))
		for i, r := range group {
			lines[i] = bankLine{r.Day, amount(r.Amount, r.Currency), r.Account, r.Reference, r.Payer, r.Narration, r.Reversal}
		}
		found, err := s.judge(ctx, s.db, lines)
		if err != nil {
			return 0, err
		}
		for i, r := range group {
			if err := pg.InTx(ctx, s.db, func(tx pg.Tx) error { return s.settleLine(ctx, tx, r.ID, found[i]) }); err != nil {
				failed = append(failed, fmt.Errorf("line %s: %w", r.Code, err), s.failedLine(ctx, r))
			}
		}
	}
	return len(rows), errors.Join(failed...)
}

// failedLine puts off a line that could not be settled, so that it keeps nobody from the others, and
// says so the first time.
func (s *Service) failedLine(ctx context.Context, r paymentdb.NewLinesRow) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		importer, err := q.TriedLine(ctx, tx, r.ID)
		if err != nil || r.TriedAt != nil {
			return err
		}
		return noted(ctx, tx, access.System, LineFailed, "statement_line", r.ID, Unsettled{Code: r.Code, Importer: orNil(importer)})
	})
}

// settleLine does what was found about a line. What is decided follows from the order under its
// locks, not from what was found before.
func (s *Service) settleLine(ctx context.Context, tx pg.Tx, id uuid.UUID, found judged) error {
	l, err := q.LockLine(ctx, tx, id)
	if err != nil || payment.LineState(l.Status) != payment.LineNew {
		return err
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return err
	}
	switch {
	case l.Reversal && l.Amount.Sign() < 0:
		err = s.takenBack(ctx, tx, &l, found, now)
	case found.verdict == payment.ToExplain:
		err = s.explained(ctx, tx, &l, *found.paid, now)
	case len(found.named) == 1 && found.named[0].Currency == l.Currency:
		err = s.names(ctx, tx, &l, found.named[0], now)
	default:
		l.AttemptID, l.OrderID, l.SupplierID = nil, nil, nil
		err = setLine(ctx, tx, &l, payment.LineOpen, now)
	}
	if err != nil {
		return err
	}
	if found.hint != uuid.Nil {
		if err := q.SetHint(ctx, tx, &found.hint, id); err != nil {
			return err
		}
	}
	return noted(ctx, tx, access.System, LineSettled, "statement_line", id, map[string]any{"code": l.Code, "status": l.Status, "order": l.OrderID})
}

// names is a line that names one order: of a till it may bring what a prompt was paid with, of which a word may have
// come since it was looked for.
func (s *Service) names(ctx context.Context, tx pg.Tx, l *paymentdb.LockLineRow, o paymentdb.OrdersNumberedRow, now time.Time) error {
	if way := payment.WayOf(l.Account); way != payment.Bank {
		if err := lock(ctx, tx, o.SupplierID); err != nil {
			return err
		}
		if err := q.Lock(ctx, tx, "payment.receipt:"+string(way)+":"+l.Reference); err != nil {
			return err
		}
		taken, err := q.ReceiptTaken(ctx, tx, string(way), &l.Reference, uuid.Nil)
		if err != nil {
			return err
		}
		if taken {
			return s.receipted(ctx, tx, l, way, now)
		}
		if known, err := s.confirmed(ctx, tx, l, o, now); err != nil || known {
			return err
		}
	}
	return s.pays(ctx, tx, access.System, l, o.ID, o.SupplierID, now)
}

// receipted is a line whose receipt a payment has: it is no second money, and where it is not what was booked of that
// payment a person looks at it.
func (s *Service) receipted(ctx context.Context, tx pg.Tx, l *paymentdb.LockLineRow, way payment.Provider, now time.Time) error {
	paid, err := q.PaidWith(ctx, tx, []string{string(way)}, []string{l.Reference})
	if err != nil {
		return err
	}
	if len(paid) == 1 && same(amount(paid[0].Amount, paid[0].Currency), amount(l.Amount, l.Currency)) {
		return s.explained(ctx, tx, l, paid[0], now)
	}
	l.AttemptID, l.OrderID, l.SupplierID = nil, nil, nil
	return setLine(ctx, tx, l, payment.LineOpen, now)
}

func setLine(ctx context.Context, tx pg.Tx, l *paymentdb.LockLineRow, to payment.LineState, now time.Time) error {
	if l == nil {
		return nil
	}
	l.Status = string(to)
	return q.SetLine(ctx, tx, paymentdb.SetLineParams{
		Status:     l.Status,
		AttemptID:  l.AttemptID,
		OrderID:    l.OrderID,
		SupplierID: l.SupplierID,
		SettledAt:  &now,
		ID:         l.ID,
	})
}

// pays lets the money of a line pay an order, as the bank's answer about a try: what differs in
// amount, comes too late or a second time is under review there.
func (s *Service) pays(ctx context.Context, tx pg.Tx, a access.Actor, l *paymentdb.LockLineRow, order, supplier uuid.UUID, now time.Time) error {
	if err := lock(ctx, tx, supplier); err != nil {
		return err
	}
	o, err := s.locked(ctx, tx, order, supplier)
	if err != nil {
		return err
	}
	way := payment.WayOf(l.Account)
	attempt, err := q.OpenTransfer(ctx, tx, order, supplier, string(way))
	if pg.NoRows(err) {
		var t paymentdb.LockAttemptRow
		if t, err = s.standIn(ctx, tx, a, o, way, payment.Expired, now); err == nil {
			attempt = t.ID
		}
	}
	if err != nil {
		return err
	}
	d, err := q.TransferOf(ctx, tx, attempt)
	if err != nil {
		return err
	}
	came := amount(l.Amount, l.Currency)
	if err := clearing(ctx, tx, l.ID, "match", "provider:"+string(way), came, now); err != nil {
		return err
	}
	result := payment.Result{Outcome: payment.Paid, Code: l.Code, Receipt: l.Code + again(l), Amount: &came}
	if way != payment.Bank { // what its provider calls it, and the payer's phone
		result.Receipt = l.Reference + again(l)
	}
	if err := s.apply(ctx, tx, paymentdb.ClaimDueRow(d), result, false); err != nil {
		return err
	}
	t, err := q.LockAttempt(ctx, tx, attempt, supplier)
	if err != nil {
		return err
	}
	l.AttemptID, l.OrderID, l.SupplierID = &attempt, &order, &supplier
	to := payment.LineReview
	if payment.State(t.Status) == payment.Completed {
		to = payment.LineMatched
	}
	return setLine(ctx, tx, l, to, now)
}

// again tells the receipts of a line apart that was undone and is matched anew.
func again(l *paymentdb.LockLineRow) string {
	if payment.LineState(l.Status) == payment.LineNew {
		return ""
	}
	return "/" + uuid.Must(uuid.NewV7()).String()[:8]
}

// standIn is a try of an order that nobody began here: money came for it all the same.
func (s *Service) standIn(ctx context.Context, tx pg.Tx, a access.Actor, o *Order, way payment.Provider, status payment.State, now time.Time) (paymentdb.LockAttemptRow, error) {
	tries, err := q.Tries(ctx, tx, o.ID, o.Supplier)
	if err != nil {
		return paymentdb.LockAttemptRow{}, err
	}
	p := paymentdb.InsertAttemptParams{
		ID:          uuid.Must(uuid.NewV7()),
		OrderID:     o.ID,
		SupplierID:  o.Supplier,
		Provider:    string(way),
		Token:       newToken(),
		MerchantRef: fmt.Sprintf("%s-%d", o.Number, tries+1),
		Currency:    string(o.Amount.Currency),
		Amount:      o.Amount.Value,
		Status:      string(status),
		CreatedAt:   now,
		SettledAt:   &now,
	}
	if err := q.InsertAttempt(ctx, tx, p); err != nil {
		return paymentdb.LockAttemptRow{}, err
	}
	if err := record(ctx, tx, a, "payment.attempt.found", o.ID, o.Supplier, map[string]any{"attempt": p.ID, "provider": way, "number": o.Number}); err != nil {
		return paymentdb.LockAttemptRow{}, err
	}
	return q.LockAttempt(ctx, tx, p.ID, o.Supplier)
}

// explained books a line as the money of a payment that came by another way.
func (s *Service) explained(ctx context.Context, tx pg.Tx, l *paymentdb.LockLineRow, p paymentdb.PaidWithRow, now time.Time) error {
	if err := clearing(ctx, tx, l.ID, "match", "provider:"+p.Provider, amount(l.Amount, l.Currency), now); err != nil {
		return err
	}
	l.AttemptID, l.OrderID, l.SupplierID = &p.ID, &p.OrderID, &p.SupplierID
	return setLine(ctx, tx, l, payment.LineExplained, now)
}

// takenBack is a line by which the bank took an earlier one back: of the one order that it names,
// if exactly that had come for it, else a person looks at it.
func (s *Service) takenBack(ctx context.Context, tx pg.Tx, l *paymentdb.LockLineRow, found judged, now time.Time) error {
	l.AttemptID, l.OrderID, l.SupplierID = nil, nil, nil
	if len(found.named) != 1 || found.named[0].Currency != l.Currency {
		return setLine(ctx, tx, l, payment.LineOpen, now)
	}
	o, way := found.named[0], payment.WayOf(l.Account)
	if err := lock(ctx, tx, o.SupplierID); err != nil {
		return err
	}
	attempt, err := q.CameBy(ctx, tx, o.ID, string(way), l.Amount.Neg())
	if pg.NoRows(err) {
		return setLine(ctx, tx, l, payment.LineOpen, now)
	}
	if err != nil {
		return err
	}
	d, err := q.TransferOf(ctx, tx, attempt)
	if err != nil {
		return err
	}
	if err := clearing(ctx, tx, l.ID, "reversal", "provider:"+string(way), amount(l.Amount, l.Currency), now); err != nil {
		return err
	}
	back := amount(l.Amount.Neg(), l.Currency)
	if err := s.apply(ctx, tx, paymentdb.ClaimDueRow(d), payment.Result{Outcome: payment.Reversed, Code: l.Code, Amount: &back}, false); err != nil {
		return err
	}
	l.OrderID, l.SupplierID = &o.ID, &o.SupplierID
	return setLine(ctx, tx, l, payment.LineMatched, now)
}

// mayLine says why an act on a line cannot be done.
func mayLine(x subject, act Act) error {
	state := payment.LineState(x.line.Status)
	switch act {
	case Allocate:
		switch {
		case state != payment.LineOpen:
			return payment.LineDone.New("%s", state)
		case x.amount.Value.Sign() < 0:
			return payment.LineOutgoing.New("")
		case x.target.Amount.Currency != x.amount.Currency:
			return payment.OrderCurrency.New("").With("number", x.target.Number).With("currency", string(x.target.Amount.Currency))
		}
		return nil
	case Dismiss:
		if state != payment.LineOpen {
			return payment.LineDone.New("%s", state)
		}
		return nil
	case Undo:
		switch state {
		case payment.LineDismissed, payment.LineExplained:
			return nil
		case payment.LineReview:
			if payment.State(x.try.Status) == payment.Review {
				return nil
			}
		case payment.LineMatched:
			if x.order != nil && payment.State(x.try.Status) == payment.Completed && same(x.amount, amount(x.try.Amount, x.try.Currency)) {
				return nil
			}
		}
		return payment.NotUndone.New("%s", state)
	}
	return payment.NotInReview.New("%s", act)
}

// carryLine does what was decided about a line.
func (s *Service) carryLine(ctx context.Context, tx pg.Tx, a access.Actor, x subject, act Act) error {
	switch act {
	case Allocate:
		return s.pays(ctx, tx, a, x.line, x.target.ID, x.target.Supplier, x.now)
	case Dismiss:
		return setLine(ctx, tx, x.line, payment.LineDismissed, x.now)
	}
	return s.undo(ctx, tx, a, x)
}

// undo takes back what became of a line: its money lies in suspense again, by counter-entries. An
// order that it paid stays completed, with the undoing as a row beside it: what was unlocked is a
// person's to decide.
func (s *Service) undo(ctx context.Context, tx pg.Tx, a access.Actor, x subject) error {
	state := payment.LineState(x.line.Status)
	against := "provider:" + string(payment.WayOf(x.line.Account))
	switch state {
	case payment.LineExplained:
		against = "provider:" + x.try.Provider
	case payment.LineReview:
		if err := s.end(ctx, tx, x, "dismiss"); err != nil {
			return err
		}
		if err := release(ctx, tx, x.order, x.try, string(Undo), x.amount, x.now); err != nil {
			return err
		}
	case payment.LineMatched:
		if gone, err := q.Gone(ctx, tx, x.try.ID); err != nil || gone {
			return errors.Join(err, payment.NotUndone.New("its money went back"))
		}
		fees, err := s.paidFees(ctx, tx, x.order.ID)
		if err != nil {
			return err
		}
		for _, f := range fees {
			if f.Back.Sign() > 0 {
				return payment.NotUndone.New("its money goes back")
			}
		}
		if err := s.giveUp(ctx, tx, a, x); err != nil {
			return err
		}
	}
	if state != payment.LineDismissed {
		back := money.Amount{Value: x.amount.Value.Neg(), Currency: x.amount.Currency}
		if err := clearing(ctx, tx, x.line.ID, string(Undo), against, back, x.now); err != nil {
			return err
		}
	}
	x.line.AttemptID, x.line.OrderID, x.line.SupplierID = nil, nil, nil
	return setLine(ctx, tx, x.line, payment.LineOpen, x.now)
}

// giveUp takes from the buyers what a match that is undone had given them.
func (s *Service) giveUp(ctx context.Context, tx pg.Tx, a access.Actor, x subject) error {
	err := q.InsertReversal(ctx, tx, paymentdb.InsertReversalParams{
		ID:         uuid.Must(uuid.NewV7()),
		AttemptID:  x.try.ID,
		OrderID:    x.order.ID,
		SupplierID: x.order.Supplier,
		Kind:       "undone",
		Currency:   string(x.amount.Currency),
		Amount:     x.amount.Value,
		Code:       x.line.Code,
		At:         x.now,
	})
	if err != nil {
		return err
	}
	against := credits(x.order)
	for i := range against {
		against[i].amount = against[i].amount.Neg()
	}
	total := money.Amount{Value: x.amount.Value.Neg(), Currency: x.amount.Currency}
	if err := book(ctx, tx, x.order, x.try, string(Undo), total, against, x.now); err != nil {
		return err
	}
	return record(ctx, tx, a, AttemptReversed, x.order.ID, x.order.Supplier, Reversal{
		Attempt: x.try.ID,
		Number:  x.order.Number,
		Kind:    "undone",
		Amount:  x.amount,
		Code:    x.line.Code,
	})
}
