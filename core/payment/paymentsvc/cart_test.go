package paymentsvc_test

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/sourcing"
)

func TestCart(t *testing.T) {
	ctx, b := setup(t)
	first, second := b.category("1500", "KES"), b.category("700.50", "KES")
	b.add(ctx, first, second, first)
	c, err := b.svc.Cart(ctx, b.actor)
	if err != nil || len(c.Lines) != 2 || c.Total.Value.String() != "2200.5000" || c.Order != nil || c.Lines[0].BuyerName == "" || c.Lines[0].JobTitle != "Laboratory supplies" {
		t.Fatalf("%+v %v", c, err)
	}
	if len(c.Providers) != 0 {
		t.Error("M-Pesa takes cents:", c.Providers)
	}
	dollars := b.category("5", "USD")
	_, err = b.svc.AddToCart(ctx, b.actor, dollars)
	is(t, err, payment.CartCurrency)
	if c, err = b.svc.RemoveFromCart(ctx, b.actor, second); err != nil || len(c.Lines) != 1 || len(c.Providers) != 1 {
		t.Fatalf("%+v %v", c, err)
	}
	_, err = b.svc.RemoveFromCart(ctx, b.actor, second)
	is(t, err, payment.NotInCart)
	if other, err := b.svc.Cart(ctx, b.supplier()); err != nil || len(other.Lines) != 0 || other.Total != nil {
		t.Fatal("a cart is seen by others", other, err)
	}
	is(t, func() error {
		_, err := b.svc.Cart(ctx, access.Actor{User: uuid.New(), Org: b.buyer, Type: access.Buyer})
		return err
	}(), fault.Forbidden)
	if n := b.count(`SELECT count(*) FROM audit_entry WHERE action LIKE 'payment.cart.%'`); n != 3 {
		t.Error("journal entries", n)
	}
}

func TestWhatACartDoesNotTake(t *testing.T) {
	ctx, b := setup(t)
	for sql, want := range map[string]*fault.Def{
		`UPDATE category SET status = 'closed' WHERE id = $1`:                                        entry.NotOpen,
		`UPDATE category SET closes_at = now() - interval '1 second' WHERE id = $1`:                  entry.Closed,
		`UPDATE category SET opens_at = now() + interval '1 day' WHERE id = $1`:                      entry.NotOpen,
		`UPDATE job SET status = 'cancelled' WHERE id = (SELECT job_id FROM category WHERE id = $1)`: entry.NotOpen,
	} {
		id := b.category("10", "KES")
		b.exec(sql, id)
		if _, err := b.svc.AddToCart(ctx, b.actor, id); !errors.Is(err, want) {
			t.Error(sql, err)
		}
		b.exec(`UPDATE job SET status = 'published'`)
	}
	_, err := b.svc.AddToCart(ctx, b.actor, uuid.New())
	is(t, err, sourcing.CategoryNotFound)
	draft := b.category("10", "KES")
	b.exec(`UPDATE category SET status = 'draft' WHERE id = $1`, draft)
	_, err = b.svc.AddToCart(ctx, b.actor, draft)
	is(t, err, sourcing.CategoryNotFound)
	invited := b.category("10", "KES")
	b.exec(`UPDATE category SET invited_only = true WHERE id = $1`, invited)
	_, err = b.svc.AddToCart(ctx, b.actor, invited)
	is(t, err, sourcing.NotInvited)
	b.exec(`INSERT INTO invitation (category_id, buyer_id, supplier_id, invited_by, invited_at) VALUES ($1, $2, $3, $3, now())`, invited, b.buyer, b.actor.Org)
	b.add(ctx, invited)
}

func TestCheckoutIsOneOrder(t *testing.T) {
	ctx, b := setup(t)
	_, err := b.svc.Checkout(ctx, b.actor, "first-key")
	is(t, err, payment.CartEmpty)
	first, second := b.category("1500", "KES"), b.category("500", "KES")
	b.add(ctx, first, second)
	poor := b.actor
	poor.Privileges = nil
	_, err = b.svc.Checkout(ctx, poor, "key-of-poor")
	is(t, err, fault.Forbidden)

	const clicks = 12 // half of them the same click
	var (
		wait   sync.WaitGroup
		orders [clicks]paymentsvc.Order
		faults [clicks]error
	)
	for i := range clicks {
		key := "same-click"
		if i%2 == 0 {
			key = uuid.NewString()
		}
		wait.Go(func() { orders[i], faults[i] = b.svc.Checkout(ctx, b.actor, key) })
	}
	wait.Wait()
	for i, o := range orders {
		if faults[i] != nil || o.ID != orders[0].ID || o.Amount.Value.String() != "2000.0000" || len(o.Number) != 12 || len(o.CartCode) < 22 {
			t.Fatalf("%+v %v", o, faults[i])
		}
	}
	c, err := b.svc.Cart(ctx, b.actor)
	if err != nil || c.Order == nil || c.Order.CartCode != orders[0].CartCode {
		t.Fatalf("%+v %v", c, err)
	}
	// A line says of its category in the order what it says in the cart.
	inCart := map[uuid.UUID]paymentsvc.CartLine{}
	for _, l := range c.Lines {
		inCart[l.Category] = l
	}
	for _, l := range b.order(ctx, orders[0].ID).Lines {
		same := inCart[l.Category]
		l.Entry = same.Entry
		if !reflect.DeepEqual(l, same) || l.JobZone == "" || l.BuyerName == "" {
			t.Errorf("in the order %+v\nin the cart %+v", l, same)
		}
	}
	if _, err := b.svc.RemoveFromCart(ctx, b.actor, second); err != nil {
		t.Fatal(err)
	}
	o, err := b.svc.Checkout(ctx, b.actor, uuid.NewString())
	if err != nil || o.ID == orders[0].ID || o.Amount.Value.String() != "1500.0000" {
		t.Fatalf("%+v %v", o, err)
	}
	if old := b.order(ctx, orders[0].ID); old.Status != payment.Cancelled {
		t.Error(old.Status)
	}
	_, err = b.svc.Order(ctx, b.supplier(), o.ID)
	is(t, err, payment.OrderNotFound)
	_, err = b.svc.PayByMpesa(ctx, b.actor, paymentsvc.Pay{Order: orders[0].ID, Phone: "254701234567", Key: uuid.NewString()})
	is(t, err, payment.OrderDone)
}

func TestCheckoutReadsTheCartAfresh(t *testing.T) {
	ctx, b := setup(t)
	id := b.category("1500", "KES")
	b.add(ctx, id)
	b.exec(`UPDATE category SET closes_at = zabuni.clock() + interval '1 hour' WHERE id = $1`, id)
	b.advance(time.Hour)
	_, err := b.svc.Checkout(ctx, b.actor, uuid.NewString())
	is(t, err, entry.Closed)
	b.exec(`UPDATE category SET closes_at = closes_at + interval '1 day', bid_fee = 1800 WHERE id = $1`, id)
	o, err := b.svc.Checkout(ctx, b.actor, uuid.NewString())
	if err != nil || o.Amount.Value.String() != "1800.0000" {
		t.Fatal(o.Amount, err)
	}
	b.add(ctx, b.category("3", "KES"))
	b.exec(`UPDATE category SET currency = 'USD' WHERE id = $1`, id)
	_, err = b.svc.Checkout(ctx, b.actor, uuid.NewString())
	is(t, err, payment.CartCurrency)
}

func TestFreeOrdersAreComplete(t *testing.T) {
	ctx, b := setup(t)
	id, other := b.category("0", "USD"), b.category("0", "USD")
	o := b.ordered(ctx, id, other)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	if o.PaidAt == nil || o.Attempt.Provider != payment.Free {
		t.Errorf("%+v", o)
	}
	if c, err := b.svc.Cart(ctx, b.actor); err != nil || len(c.Lines) != 0 {
		t.Error("the cart is not empty", err)
	}
	for _, c := range []uuid.UUID{id, other} {
		if !b.paid(ctx, c) {
			t.Error("not paid")
		}
	}
	_, err := b.svc.AddToCart(ctx, b.actor, id)
	is(t, err, payment.AlreadyPaid)
	var categories int
	err = b.owner.QueryRow(ctx, `SELECT jsonb_array_length(payload->'detail'->'category_ids') FROM outbox WHERE subject = 'zabuni.payment.order.completed'`).Scan(&categories)
	if err != nil || categories != 2 {
		t.Error(categories, err)
	}
}

func TestAKeyBelongsToItsRequest(t *testing.T) {
	ctx, b := setup(t)
	o := b.ordered(ctx, b.category("10", "KES"))
	pay := func(order uuid.UUID, phone string) error {
		_, err := b.svc.PayByMpesa(ctx, b.actor, paymentsvc.Pay{Order: order, Phone: phone, Key: "one-click"})
		return err
	}
	for range 2 {
		if err := pay(o.ID, "254701234567"); err != nil {
			t.Fatal(err)
		}
	}
	is(t, pay(o.ID, "254701234568"), journal.KeyReused)
	// Of another order, which nobody would be asked for though its answer says so.
	is(t, pay(b.ordered(ctx, b.category("20", "KES")).ID, "254701234567"), journal.KeyReused)
	if len(b.mpesa.charges) != 1 {
		t.Error("prompts", len(b.mpesa.charges))
	}
}

func TestListsAreInPages(t *testing.T) {
	ctx, b := setup(t)
	for range 5 {
		b.ordered(ctx, b.category("0", "KES"))
	}
	var seen []string
	after := ""
	for range 3 {
		p, err := b.svc.MyPayments(ctx, b.actor, paymentsvc.Filter{Statuses: []payment.State{payment.Completed}}, after, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Items {
			seen = append(seen, r.Number)
			if r.Lines != 1 || r.Purpose == "" || r.Status != payment.Completed {
				t.Errorf("%+v", r)
			}
		}
		after = p.Next
	}
	if len(seen) != 5 || after != "" {
		t.Fatal(seen, after)
	}
	desk := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: []access.Privilege{access.ViewPayments, access.ViewReport}}
	all, err := b.svc.Payments(ctx, desk, paymentsvc.Filter{Search: seen[0]}, "", 10)
	if err != nil || len(all.Items) != 1 || all.Items[0].SupplierName == "" {
		t.Fatal(all, err)
	}
	for _, call := range []func(context.Context, access.Actor) error{
		func(ctx context.Context, a access.Actor) error {
			_, err := b.svc.Payments(ctx, a, paymentsvc.Filter{}, "", 10)
			return err
		},
		func(ctx context.Context, a access.Actor) error {
			_, err := b.svc.InReview(ctx, a, paymentsvc.Filter{}, "", 10)
			return err
		},
		func(ctx context.Context, a access.Actor) error { _, err := b.svc.Strays(ctx, a, 0, 10); return err },
	} {
		is(t, call(ctx, b.actor), fault.Forbidden)
		poor := desk
		poor.Privileges = nil
		is(t, call(ctx, poor), fault.Forbidden)
	}
}

// A payment takes from the cart what it paid and nothing else, though that stood in
// an order before.
func TestAPaymentLeavesInTheCartWhatItDidNotPay(t *testing.T) {
	ctx, b := setup(t)
	paid, kept := b.category("100", "KES"), b.category("200", "KES")
	b.ordered(ctx, kept, paid)
	if _, err := b.svc.RemoveFromCart(ctx, b.actor, kept); err != nil {
		t.Fatal(err)
	}
	rival := b.supplier()
	if _, err := b.svc.AddToCart(ctx, rival, paid); err != nil {
		t.Fatal(err)
	}
	o, charge := b.paying(ctx, paid)
	b.add(ctx, kept)
	b.mpesa.says(ref(charge), yes)
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	for _, x := range []struct {
		whose access.Actor
		left  uuid.UUID
	}{{b.actor, kept}, {rival, paid}} { // who has not paid keeps what another has paid for itself
		c, err := b.svc.Cart(ctx, x.whose)
		if err != nil || len(c.Lines) != 1 || c.Lines[0].Category != x.left {
			t.Fatalf("%+v %v", c.Lines, err)
		}
	}
}
