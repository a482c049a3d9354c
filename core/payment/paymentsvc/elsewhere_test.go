package paymentsvc_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// Money for a category that was paid meanwhile some other way buys nothing: it is held, and the desk says why it cannot pay
// the order it came for.
func TestMoneyForWhatIsPaidElsewhereIsHeld(t *testing.T) {
	ctx, b := setup(t)
	category := b.category("20", "KES")
	o, c := b.paying(ctx, category)
	other := uuid.New()
	b.exec(`INSERT INTO purchase_order (id, supplier_id, number, cart_code, currency, amount, status, created_by, created_at)
		VALUES ($1, $2, $1::uuid::text, $1::uuid::text, 'KES', 20, 'completed', $1, now())`, other, b.actor.Org)
	b.exec(`INSERT INTO order_line (order_id, category_id, supplier_id, buyer_id, fee) VALUES ($1, $2, $3, $4, 20)`, other, category, b.actor.Org, b.buyer)
	b.mpesa.says(ref(c), yes)
	b.hear(ctx, token(c), callback(ref(c), "TWICE", 20))
	b.settle(ctx)
	if got := b.order(ctx, o.ID); got.Status != payment.Failed || got.Attempt.Status != payment.Review || got.Attempt.Reason != payment.OrderPaid {
		t.Errorf("the order is %s, its payment %+v", got.Status, got.Attempt)
	}
	desk := access.Actor{User: uuid.New(), Type: access.Operator, Privileges: []access.Privilege{access.ViewReport}}
	s, err := b.svc.OrderStory(ctx, desk, o.ID.String())
	b.must(err)
	if !errors.Is(s.NoMatch, payment.AlreadyPaid) || len(s.Tries) != 1 || s.Tries[0].Held.Short() != "20" {
		t.Errorf("%v, %+v", s.NoMatch, s.Tries)
	}
}

// Who orders a cart while it is changed orders what it holds when their turn comes, not what it held when they asked.
func TestAnOrderIsOfTheCartThatItFinds(t *testing.T) {
	ctx, b := setup(t)
	goes, stays := b.category("10", "KES"), b.category("20", "KES")
	b.add(ctx, goes, stays)
	tx, err := b.owner.Begin(ctx)
	b.must(err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	_, err = tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('payment.cart:' || $1::uuid::text, 0))`, b.actor.Org)
	b.must(err)
	type told struct {
		order paymentsvc.Order
		err   error
	}
	made := make(chan told, 1)
	go func() {
		o, err := b.svc.Checkout(ctx, b.actor, uuid.NewString())
		made <- told{o, err}
	}()
	for waits := 0; waits == 0; {
		waits = b.count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`)
	}
	_, err = tx.Exec(ctx, `DELETE FROM cart_item WHERE category_id = $1`, goes)
	b.must(err)
	b.must(tx.Commit(ctx))
	got := <-made
	b.must(got.err)
	if len(got.order.Lines) != 1 || got.order.Lines[0].Category != stays || got.order.Amount.Value.Short() != "20" {
		t.Errorf("ordered are %+v for %s", got.order.Lines, got.order.Amount)
	}
}
