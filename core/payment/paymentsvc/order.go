package paymentsvc

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Order returns one of the caller's orders.
func (s *Service) Order(ctx context.Context, a access.Actor, id uuid.UUID) (Order, error) {
	if err := supplier(a, access.MakePayments); err != nil {
		return Order{}, err
	}
	return s.order(ctx, s.db, a, id)
}

func (s *Service) order(ctx context.Context, db pg.DB, a access.Actor, id uuid.UUID) (Order, error) {
	r, err := q.Order(ctx, db, id, a.Org)
	if err != nil {
		return Order{}, notFound(err, payment.OrderNotFound)
	}
	o := Order{ID: r.ID, Supplier: a.Org, Number: r.Number, CartCode: r.CartCode, Amount: amount(r.Amount, r.Currency),
		Status: payment.State(r.Status), CreatedAt: r.CreatedAt, PaidAt: r.PaidAt}
	if err := s.fill(ctx, db, a, &o); err != nil {
		return o, err
	}
	back, err := s.givenBack(ctx, db, a.Org, id)
	if err != nil {
		return o, err
	}
	o.Back, o.ByHand = back[id], s.byHand(&o)
	o.Receipts, err = s.receipts(ctx, db, a.Org, id)
	return o, err
}

// Checkout freezes the caller's cart into an order. The same cart gives the same
// order again; a changed one replaces the orders that nobody is paying just now.
// What stands in an order that is being paid is no part of it.
// An order that costs nothing is complete at once.
func (s *Service) Checkout(ctx context.Context, a access.Actor, key string) (Order, error) {
	if err := supplier(a, access.MakePayments); err != nil {
		return Order{}, err
	}
	var id uuid.UUID
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		id, err = journal.Once(ctx, tx, a, "payment.checkout", key, a.Org, func() (uuid.UUID, error) { return s.checkout(ctx, tx, a) })
		return err
	})
	if err != nil {
		return Order{}, err
	}
	return s.order(ctx, s.db, a, id)
}

func (s *Service) checkout(ctx context.Context, tx pg.Tx, a access.Actor) (uuid.UUID, error) {
	if err := lock(ctx, tx, a.Org); err != nil {
		return uuid.Nil, err
	}
	held, err := q.InCart(ctx, tx, a.Org)
	if err != nil {
		return uuid.Nil, err
	}
	if err := entrysvc.Hold(ctx, tx, held...); err != nil {
		return uuid.Nil, err
	}
	c, err := s.cart(ctx, tx, a)
	if err != nil {
		return uuid.Nil, err
	}
	lines := c.lines()
	if len(lines) == 0 && len(c.UnderWay) > 0 {
		return uuid.Nil, c.apart(c.UnderWay[0].Lines[0].Category)
	}
	total, err := payment.Total(lines)
	if err != nil {
		return uuid.Nil, err
	}
	for _, l := range lines {
		if err := l.Check(); err != nil {
			return uuid.Nil, err
		}
	}
	if err := s.cancelOpen(ctx, tx, a, c); err != nil {
		return uuid.Nil, err
	}
	if c.Order != nil {
		return c.Order.ID, nil
	}
	now, err := pg.ClockOf(ctx, tx) // after the lock: the order of orders is the order of locks
	if err != nil {
		return uuid.Nil, err
	}
	o := Order{ID: uuid.Must(uuid.NewV7()), Supplier: a.Org, Amount: total, Status: payment.Order.Start, CreatedAt: now}
	if err := insertOrder(ctx, tx, a, &o); err != nil {
		return uuid.Nil, err
	}
	for _, l := range lines {
		err := q.InsertLine(ctx, tx, paymentdb.InsertLineParams{OrderID: o.ID, CategoryID: l.Category, SupplierID: a.Org, BuyerID: l.Buyer, Fee: l.Fee.Value})
		if err != nil {
			return uuid.Nil, err
		}
		o.Lines = append(o.Lines, CartLine{Line: l})
	}
	err = record(ctx, tx, a, "payment.order.created", o.ID, a.Org, map[string]any{"number": o.Number, "amount": total, "lines": len(lines)})
	if err == nil && total.Value.IsZero() {
		err = s.completeFree(ctx, tx, a, &o)
	}
	return o.ID, err
}

// insertOrder gives the order a number that no other has.
func insertOrder(ctx context.Context, tx pg.Tx, a access.Actor, o *Order) error {
	for range 5 {
		var random [24]byte
		if _, err := rand.Read(random[:]); err != nil {
			return err
		}
		o.Number = payment.Number(binary.BigEndian.Uint64(random[:8]))
		o.CartCode = base64.RawURLEncoding.EncodeToString(random[8:])
		n, err := q.InsertOrder(ctx, tx, paymentdb.InsertOrderParams{ID: o.ID, SupplierID: o.Supplier, Number: o.Number, CartCode: o.CartCode,
			Currency: string(o.Amount.Currency), Amount: o.Amount.Value, Status: string(o.Status), CreatedBy: a.User, CreatedAt: o.CreatedAt})
		if err != nil || n == 1 {
			return err
		}
	}
	return fmt.Errorf("no free order number")
}

// cancelOpen ends the orders of earlier carts but the one of this cart, and leaves alone what was being paid when it was read.
func (s *Service) cancelOpen(ctx context.Context, tx pg.Tx, a access.Actor, c Cart) error {
	for _, o := range c.idle {
		if c.Order != nil && c.Order.ID == o.ID {
			continue
		}
		r, err := q.LockOrder(ctx, tx, o.ID, a.Org)
		if err != nil {
			return err
		}
		to, err := payment.Order.Next(payment.State(r.Status), "cancel")
		if err != nil { // somebody began to pay it in this moment
			return payment.CategoryUnderWay.Wrap(err, "").With("category", o.Lines[0].Name).With("number", r.Number)
		}
		if err := q.SetOrder(ctx, tx, string(to), nil, r.ID, a.Org); err != nil {
			return err
		}
		if err := record(ctx, tx, a, "payment.order.cancelled", r.ID, a.Org, map[string]any{"number": r.Number, "why": "cart changed"}); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) completeFree(ctx context.Context, tx pg.Tx, a access.Actor, o *Order) error {
	to, err := payment.Order.Next(o.Status, "free")
	if err != nil {
		return err
	}
	err = q.InsertAttempt(ctx, tx, paymentdb.InsertAttemptParams{ID: uuid.Must(uuid.NewV7()), OrderID: o.ID, SupplierID: o.Supplier, Provider: string(payment.Free),
		Token: newToken(), Currency: string(o.Amount.Currency), Amount: o.Amount.Value, Status: string(payment.Completed), CreatedAt: o.CreatedAt, SettledAt: &o.CreatedAt})
	if err != nil {
		return err
	}
	return s.complete(ctx, tx, a, o, to, payment.Free, false, o.CreatedAt)
}

// complete marks an order as paid, empties the cart of it and says so: the only
// place that unlocks.
func (s *Service) complete(ctx context.Context, tx pg.Tx, a access.Actor, o *Order, to payment.State, by payment.Provider, late bool, now time.Time) error {
	if err := s.unlock(ctx, tx, o, to, now); err != nil {
		return err
	}
	return s.completed(ctx, tx, a, o, by, late, now)
}

// unlock is all of completing an order but its papers and its word.
func (s *Service) unlock(ctx context.Context, tx pg.Tx, o *Order, to payment.State, now time.Time) error {
	if err := q.SetOrder(ctx, tx, string(to), &now, o.ID, o.Supplier); err != nil {
		return err
	}
	return q.ForgetPaid(ctx, tx, o.Supplier, o.ID)
}

// completed issues the papers of an order that is paid, and says so. It comes last in its transaction.
func (s *Service) completed(ctx context.Context, tx pg.Tx, a access.Actor, o *Order, by payment.Provider, late bool, now time.Time) error {
	d := Completed{
		Order:      o.ID,
		Supplier:   o.Supplier,
		Number:     o.Number,
		Provider:   by,
		Amount:     o.Amount,
		Categories: make([]uuid.UUID, len(o.Lines)),
		Late:       late,
	}
	names := make([]string, len(o.Lines))
	for i, l := range o.Lines {
		d.Categories[i], names[i] = l.Category, l.Name
	}
	d.Purpose = strings.Join(names, ", ")
	reference, err := q.PaidReference(ctx, tx, o.ID, o.Supplier)
	if err != nil {
		return err
	}
	d.Receipts, err = s.issue(ctx, tx, papered{order: o.ID, supplier: o.Supplier, number: o.Number, way: by, reference: reference, currency: o.Amount.Currency, now: now})
	if err != nil {
		return err
	}
	return record(ctx, tx, a, OrderCompleted, o.ID, o.Supplier, d)
}

// newToken is 256 random bits: what makes a callback worth a look.
func newToken() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}
