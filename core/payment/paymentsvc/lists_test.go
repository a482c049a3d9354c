package paymentsvc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// Money at a glance is money: what cost nothing is not counted, what was paid longer
// ago than a month no more, and each currency for itself.
func TestTotalsAreOfMoneyThatCame(t *testing.T) {
	ctx, b := setup(t)
	desk := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	totals := func(want ...string) {
		t.Helper()
		got, err := b.svc.Totals(ctx, desk)
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for _, p := range got.Paid {
			rows = append(rows, fmt.Sprintf("%d %s %s", p.Orders, p.Amount.Currency, p.Amount.Value.Short()))
		}
		if !slices.Equal(rows, want) || got.Reviews != 0 { // who refuses to pay waits for nobody
			t.Errorf("%q and %d to be looked at, want %q and none", rows, got.Reviews, want)
		}
	}
	pay := func(fee string) {
		t.Helper()
		o, charge := b.paying(ctx, b.category(fee, "KES"))
		b.mpesa.says(ref(charge), yes)
		b.settle(ctx)
		b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	}
	b.ordered(ctx, b.category("0", "KES"))
	b.ordered(ctx, b.category("0", "UGX"))
	totals()
	pay("100")
	b.advance(20 * 24 * time.Hour)
	pay("23")
	_, refused := b.paying(ctx, b.category("7", "KES"))
	b.mpesa.says(ref(refused), payment.Result{Outcome: payment.NotPaid, Reason: payment.ByPayer})
	b.settle(ctx)
	totals("2 KES 123")
	b.exec(`UPDATE purchase_order SET currency = 'UGX' WHERE amount = 23`)
	totals("1 KES 100", "1 UGX 23")
	b.advance(10*24*time.Hour + time.Minute)
	totals("1 UGX 23")
	for _, status := range []payment.State{payment.Cancelled} {
		b.exec(`UPDATE purchase_order SET status = $1 WHERE amount = 23`, string(status))
		totals() // what was given back did not come
	}
	b.exec(`UPDATE purchase_order SET status = 'completed' WHERE amount = 23`)
	totals("1 UGX 23")
	b.exec(`UPDATE purchase_order SET created_at = created_at - interval '60 days'`)
	totals("1 UGX 23") // when it was paid counts, not when it was ordered
}

// hidesThePayer expects whose telephone pays in no list and in no order.
func (b *bundle) hidesThePayer(ctx context.Context) {
	b.t.Helper()
	desk := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	mine, err := b.svc.MyPayments(ctx, b.actor, paymentsvc.Filter{}, "", 100)
	if err != nil {
		b.t.Fatal(err)
	}
	all, err := b.svc.Payments(ctx, desk, paymentsvc.Filter{}, "", 100)
	if err != nil {
		b.t.Fatal(err)
	}
	reviews, err := b.svc.InReview(ctx, desk, paymentsvc.Filter{}, "", 100)
	if err != nil || len(reviews.Items) == 0 {
		b.t.Fatal(reviews, err)
	}
	if glance, err := b.svc.Totals(ctx, desk); err != nil || int(glance.Reviews) != len(reviews.Items) {
		b.t.Errorf("%d wait for a person at a glance, %d in the list, %v", glance.Reviews, len(reviews.Items), err)
	}
	answers := []any{mine, all, reviews}
	for _, p := range mine.Items {
		answers = append(answers, b.order(ctx, p.ID))
	}
	for _, a := range answers {
		raw, err := json.Marshal(a)
		if err != nil || strings.Contains(string(raw), "254701234567") || !strings.Contains(string(raw), "Number") {
			b.t.Errorf("the payer's number is told, %v: %s", err, raw)
		}
	}
}
