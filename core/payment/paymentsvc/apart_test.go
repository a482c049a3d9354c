//go:build demo

package paymentsvc_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pgtest"
)

// An order that waits for a transfer keeps its categories, and the rest of the cart is paid meanwhile.
func TestAnOrderUnderWayKeepsItsCategoriesAlone(t *testing.T) {
	ctx, b := withBank(t)
	slow := b.transferring(ctx, "2500")
	kept := slow.Lines[0]
	quick := b.category("1500", "KES")
	b.add(ctx, quick)
	c, err := b.svc.Cart(ctx, b.actor)
	if err != nil || len(c.Lines) != 1 || c.Lines[0].Category != quick || c.Total.Value.String() != "1500.0000" || c.Order != nil ||
		len(c.UnderWay) != 1 || c.UnderWay[0].ID != slow.ID || c.UnderWay[0].Attempt.Provider != payment.Bank || c.UnderWay[0].Lines[0].Name != kept.Name {
		t.Fatalf("%+v %v", c, err)
	}
	// It is neither chosen again nor removed: the refusal names it and its order.
	names := func(err error) {
		t.Helper()
		is(t, err, payment.CategoryUnderWay)
		if p := fault.As(err).Params; p["category"] != kept.Name || p["number"] != slow.Number {
			t.Fatalf("%+v", p)
		}
	}
	_, err = b.svc.AddToCart(ctx, b.actor, kept.Category)
	names(err)
	_, err = b.svc.RemoveFromCart(ctx, b.actor, kept.Category)
	names(err)

	o, charge := b.paying(ctx)
	if o.Amount.Value.String() != "1500.0000" || len(o.Lines) != 1 {
		t.Fatalf("%+v", o)
	}
	// Both are being paid: nothing is left to order.
	_, err = b.svc.Checkout(ctx, b.actor, uuid.NewString())
	names(err)
	b.mpesa.says(ref(charge), yes)
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	b.expect(ctx, slow.ID, payment.Processing, payment.Processing, "")
	if b.paid(ctx, kept.Category) || !b.paid(ctx, quick) {
		t.Fatal("the wrong category is paid")
	}
	// The money of the first comes days later.
	b.imported(ctx, mt940(1, "2500 "+slow.Number))
	b.expect(ctx, slow.ID, payment.Completed, payment.Completed, "")
	if c, err = b.svc.Cart(ctx, b.actor); err != nil || len(c.Lines)+len(c.UnderWay) != 0 || !b.paid(ctx, kept.Category) {
		t.Fatalf("%+v %v", c, err)
	}
}

// What is given up is in the cart again, also where it had been taken out of it, and is ordered with the rest. Money
// that comes for the old order after that is a person's to look at: no category is paid twice.
func TestAnOrderThatIsGivenUpComesBackIntoTheCart(t *testing.T) {
	ctx, b := withBank(t)
	slow := b.transferring(ctx, "2500")
	kept := slow.Lines[0].Category
	b.exec(`DELETE FROM cart_item WHERE category_id = $1`, kept)
	quick := b.category("1500", "KES")
	b.add(ctx, quick)
	if _, err := b.svc.Leave(ctx, b.actor, slow.ID); err != nil {
		t.Fatal(err)
	}
	b.expect(ctx, slow.ID, payment.Expired, payment.Expired, payment.Abandoned)
	c, err := b.svc.Cart(ctx, b.actor)
	if err != nil || len(c.Lines) != 2 || len(c.UnderWay) != 0 || c.Total.Value.String() != "4000.0000" {
		t.Fatalf("%+v %v", c, err)
	}
	both, charge := b.paying(ctx)
	if len(both.Lines) != 2 {
		t.Fatalf("%+v", both)
	}
	if o := b.order(ctx, slow.ID); o.Status != payment.Cancelled {
		t.Fatal(o.Status)
	}
	b.imported(ctx, mt940(1, "2500 "+slow.Number))
	b.mpesa.says(ref(charge), yes)
	b.settle(ctx)
	b.expect(ctx, both.ID, payment.Completed, payment.Completed, "")
	b.expect(ctx, slow.ID, payment.Cancelled, payment.Review, payment.OrderCancelled)
}

// What is given up and ordered by itself is the same order: the transfer that was sent after all pays it.
func TestTheSameCartIsTheOrderThatWasGivenUp(t *testing.T) {
	ctx, b := withBank(t)
	slow := b.transferring(ctx, "2500")
	if _, err := b.svc.Leave(ctx, b.actor, slow.ID); err != nil {
		t.Fatal(err)
	}
	if o := b.ordered(ctx); o.ID != slow.ID {
		t.Fatalf("%+v", o)
	}
	b.imported(ctx, mt940(1, "2500 "+slow.Number))
	b.expect(ctx, slow.ID, payment.Completed, payment.Completed, "")
}

// An order that failed while another was made stands beside it with what is its own, and what is ordered next
// replaces both.
func TestOrdersThatNobodyPaysAreReplacedTogether(t *testing.T) {
	ctx, b := setup(t)
	first, charge := b.paying(ctx, b.category("100", "KES"))
	second := b.ordered(ctx, b.category("200", "KES"))
	b.mpesa.says(ref(charge), cancelled)
	b.settle(ctx)
	b.expect(ctx, first.ID, payment.Failed, payment.Failed, payment.ByPayer)
	c, err := b.svc.Cart(ctx, b.actor)
	if err != nil || len(c.Lines) != 2 || len(c.UnderWay) != 0 || c.Order != nil {
		t.Fatalf("%+v %v", c, err)
	}
	all := b.ordered(ctx)
	for _, o := range []paymentsvc.Order{first, second} {
		if got := b.order(ctx, o.ID); got.Status != payment.Cancelled {
			t.Fatal(got.Status)
		}
	}
	if all.Amount.Value.String() != "300.0000" {
		t.Fatal(all.Amount)
	}
}

// Two tabs order while a third begins to pay, and the callback of the first order comes while the second is paid:
// whoever is first, a category stands in one order that can be paid, and is paid once.
func TestTabsAtOnceNeverOrderACategoryTwice(t *testing.T) {
	ctx, b := setup(t)
	for range 12 {
		b.exec(`DELETE FROM rate_limit`)
		b.actor = b.supplier()
		shared, other := b.category("20", "KES"), b.category("30", "KES")
		first := b.ordered(ctx, shared)
		b.add(ctx, other)
		var (
			wait   sync.WaitGroup
			faults [4]error
			made   [3]paymentsvc.Order
		)
		wait.Go(func() { made[0], faults[0] = b.pay(ctx, first.ID) })
		for i := range 2 {
			wait.Go(func() { made[1+i], faults[1+i] = b.svc.Checkout(ctx, b.actor, uuid.NewString()) })
		}
		wait.Wait()
		for i, err := range faults {
			if err != nil && !errors.Is(err, payment.CategoryUnderWay) && !errors.Is(err, payment.OrderDone) {
				t.Fatal(i, err)
			}
		}
		second := made[1]
		if faults[1] != nil {
			second = made[2]
		}
		if second.ID == uuid.Nil { // both were told of the payment that began in their moment
			second = b.ordered(ctx)
		}
		if n := b.count(`SELECT count(*) FROM (SELECT FROM order_line l JOIN purchase_order o ON o.id = l.order_id
			WHERE o.supplier_id = $1 AND o.status NOT IN ('completed', 'cancelled') GROUP BY l.category_id HAVING count(*) > 1) x`, b.actor.Org); n != 0 {
			t.Fatal("a category stands in two orders")
		}
		b.exec(`DELETE FROM rate_limit`)
		if _, err := b.pay(ctx, second.ID); err != nil {
			t.Fatal(err)
		}
		for _, c := range b.charged(b.actor) {
			b.mpesa.says(ref(c), yes)
			wait.Go(func() {
				told := callback(ref(c), "R"+c.Attempt.String(), c.Amount.Value.RoundTo(0).Rat().Num().Int64())
				if err := b.svc.Hear(ctx, payment.Mpesa, message(token(c), told), "192.0.2.1"); err != nil {
					t.Error(err)
				}
				if _, err := b.svc.SettleDue(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		b.settle(ctx)
		b.audit()
		if !b.paid(ctx, shared) || !b.paid(ctx, other) {
			t.Fatal("something was paid that does not count")
		}
	}
}

// charged are the charges of one supplier.
func (b *bundle) charged(a access.Actor) []payment.Charge {
	b.t.Helper()
	p, err := b.svc.MyPayments(b.t.Context(), a, paymentsvc.Filter{}, "", 100)
	if err != nil {
		b.t.Fatal(err)
	}
	b.mpesa.mu.Lock()
	defer b.mpesa.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(b.mpesa.charges), func(c payment.Charge) bool {
		return !slices.ContainsFunc(p.Items, func(r paymentsvc.Payment) bool { return r.Number == c.Number })
	})
}

// The database holds it as well, whatever the code forgets.
func TestNoCategoryStandsInTwoOpenOrders(t *testing.T) {
	ctx, b := setup(t)
	o, _ := b.paying(ctx, b.category("20", "KES"))
	twice := func(status string) error {
		id := uuid.Must(uuid.NewV7())
		b.exec(`INSERT INTO purchase_order (id, supplier_id, number, cart_code, currency, amount, status, created_by, created_at)
			VALUES ($1, $2, $1::uuid::text, $1::uuid::text, 'KES', 20, $3, $1, now())`, id, b.actor.Org, status)
		_, err := pgtest.Do(ctx, b.owner, `INSERT INTO order_line (order_id, category_id, supplier_id, buyer_id, fee) VALUES ($1, $2, $3, $4, 20)`,
			id, o.Lines[0].Category, b.actor.Org, b.buyer)
		return err
	}
	if err := twice("created"); err == nil || !strings.Contains(err.Error(), "stands in another order") {
		t.Fatal(err)
	}
	if err := twice("cancelled"); err != nil {
		t.Fatal(err)
	}
}

// Of several orders under way the refusal names the one that a category stands in, the cart tells the oldest first, and who may not
// pay gives none of them up.
func TestOfSeveralOrdersUnderWayEachIsNamed(t *testing.T) {
	ctx, b := withBank(t)
	orders := []paymentsvc.Order{b.transferring(ctx, "2500"), b.transferring(ctx, "1500")}
	c, err := b.svc.Cart(ctx, b.actor)
	if err != nil || len(c.UnderWay) != 2 || c.UnderWay[0].ID != orders[0].ID || c.UnderWay[1].ID != orders[1].ID {
		t.Fatalf("%+v %v", c, err)
	}
	for _, o := range orders {
		_, err := b.svc.RemoveFromCart(ctx, b.actor, o.Lines[0].Category)
		is(t, err, payment.CategoryUnderWay)
		if p := fault.As(err).Params; p["category"] != o.Lines[0].Name || p["number"] != o.Number {
			t.Errorf("%+v", p)
		}
	}
	poor := b.actor
	poor.Privileges = nil
	_, err = b.svc.Leave(ctx, poor, orders[0].ID)
	is(t, err, fault.Forbidden)
	_, err = b.svc.Leave(ctx, b.supplier(), orders[0].ID)
	is(t, err, payment.OrderNotFound)
	b.expect(ctx, orders[0].ID, payment.Processing, payment.Processing, "")
}

// The order of exactly this cart stays, and another that nobody pays is ended, which the log says; the same click is the same order
// whatever the cart has become, and another cart of the same total is another order.
func TestCheckoutKeepsTheOrderOfThisCartAlone(t *testing.T) {
	ctx, b := setup(t)
	first, charge := b.paying(ctx, b.category("100", "KES"))
	b.exec(`DELETE FROM rate_limit`)
	b.add(ctx, b.category("100", "KES"))
	key := uuid.NewString()
	second, err := b.svc.Checkout(ctx, b.actor, key)
	b.must(err)
	b.mpesa.says(ref(charge), cancelled)
	b.settle(ctx)
	_, err = b.svc.RemoveFromCart(ctx, b.actor, second.Lines[0].Category)
	b.must(err)
	if c, err := b.svc.Cart(ctx, b.actor); err != nil || c.Order == nil || c.Order.ID != first.ID {
		t.Fatalf("%+v %v", c.Order, err)
	}
	if o := b.ordered(ctx); o.ID != first.ID {
		t.Fatalf("%+v", o)
	}
	if o := b.order(ctx, second.ID); o.Status != payment.Cancelled {
		t.Error(o.Status)
	}
	if n := b.count(`SELECT count(*) FROM audit_entry WHERE action = 'payment.order.cancelled' AND object_id = $1`, second.ID); n != 1 {
		t.Errorf("the log has its end %d times", n)
	}
	if o, err := b.svc.Checkout(ctx, b.actor, key); err != nil || o.ID != second.ID {
		t.Errorf("the same click: %+v %v", o, err)
	}
	_, err = b.svc.RemoveFromCart(ctx, b.actor, first.Lines[0].Category)
	b.must(err)
	if o := b.ordered(ctx, b.category("100", "KES")); o.ID == first.ID || o.Lines[0].Category == first.Lines[0].Category {
		t.Errorf("another cart of the same total is %+v", o)
	}
}
