package paymentsvc_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pgtest"
)

var update = flag.Bool("update", false, "write the golden file; read the difference before you commit it")

// still lets the clock stand at a noon that is the same in every run.
const still = `CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT timestamptz '2026-11-23 12:00Z' + by FROM zabuni.clock_offset $$`

// What came of every prompt is written down as it was told: orders, attempts, callbacks,
// the books and the log, each column under its own name.
func TestWhatCameOfAPaymentIsWrittenDown(t *testing.T) {
	ctx, b := setup(t)
	b.exec(still)
	n := 0
	sold := func(fee string) uuid.UUID {
		n++
		id := b.category(fee, "KES")
		b.exec(`UPDATE category SET name = $2, opens_at = '2026-11-22', closes_at = '2026-12-22' WHERE id = $1`, id, fmt.Sprint("Lot ", n))
		return id
	}
	first := b.buyer
	b.buyer = b.company("buyer")
	foreign := sold("250") // of another buyer, by the job of the first: the books part what is whose
	b.buyer = first

	// Paid by phone, with a callback that came first; a second one after it.
	o, c := b.paying(ctx, sold("1500"), sold("0"), sold("40"), foreign)
	b.hear(ctx, token(c), callback(ref(c), "NLJ7RT61SV", 1790))
	b.mpesa.says(ref(c), yes)
	b.settle(ctx)
	b.hear(ctx, token(c), callback(ref(c), "NLJ7RT61SV", 1790))
	b.hear(ctx, token(c), callback(ref(c), "NLJ7RT61SV", 1))
	b.hear(ctx, token(c), callback("ws_CO_of_another", "X", 1790))
	b.hear(ctx, token(c), []byte("not a callback"))
	b.hear(ctx, "of-nobody", callback("x", "Y", 1))
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")

	// Refused by the payer, then by the provider at once, then unanswered until patience ends.
	o, c = b.paying(ctx, sold("20"))
	b.mpesa.says(ref(c), cancelled)
	b.settle(ctx)
	b.mpesa.initiate = func(payment.Charge) (payment.Accepted, error) {
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Busy, Code: "500.001.1001"}
	}
	b.tried(ctx, o.ID)
	b.mpesa.initiate = func(payment.Charge) (payment.Accepted, error) { return payment.Accepted{}, errors.New("cut off") }
	b.tried(ctx, o.ID)
	b.mpesa.initiate = nil
	b.advance(payment.Patience)
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Expired, payment.Expired, payment.TimedOut)

	// Paid with less: held, and paid again in full.
	b.again(ctx, o.ID)
	c = b.mpesa.last(t)
	less := money.Amount{Value: money.New(19, 0), Currency: "KES"}
	b.mpesa.says(ref(c), payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "R-19", Amount: &less})
	b.settle(ctx)
	b.again(ctx, o.ID)
	c = b.mpesa.last(t)
	b.mpesa.says(ref(c), payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "R-20"})
	b.settle(ctx)

	// A cart that changes replaces its order; what costs nothing is paid at once.
	b.ordered(ctx, sold("30"))
	gone := sold("31")
	b.ordered(ctx, gone)
	_, err := b.svc.RemoveFromCart(ctx, b.actor, gone)
	b.must(err)
	free := b.supplier()
	_, err = b.svc.AddToCart(ctx, free, sold("0"))
	b.must(err)
	_, err = b.svc.Checkout(ctx, free, "free")
	b.must(err)

	got := pgtest.Rows(t, b.db, "cart_item", "purchase_order", "order_line", "payment_attempt", "payment_callback", "ledger_entry", "audit_entry")
	const file = "testdata/written.golden"
	if *update {
		b.must(os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	b.must(err)
	if line, is, ought := pgtest.Differ(got, string(want)); line > 0 {
		t.Errorf("line %d of %s is %q, not %q (run with -update and read the difference)", line, file, is, ought)
	}
}

func (b *bundle) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// tried is a prompt that reaches no phone.
func (b *bundle) tried(ctx context.Context, order uuid.UUID) {
	b.t.Helper()
	b.advance(time.Minute)
	_, err := b.svc.PayByMpesa(ctx, b.actor, paymentsvc.Pay{Order: order, Phone: "254701234567", Key: uuid.NewString()})
	b.must(err)
}
