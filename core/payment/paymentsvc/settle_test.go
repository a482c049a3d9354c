package paymentsvc_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

func TestPaidByPhone(t *testing.T) {
	ctx, b := setup(t)
	id := b.category("1500", "KES")
	o, c := b.paying(ctx, id)
	if c.Amount.Value.String() != "1500.0000" || c.Number != o.Number || c.Payer != "254701234567" || len(token(c)) < 40 {
		t.Fatalf("%+v", c)
	}
	b.settle(ctx) // the phone has not been answered
	b.expect(ctx, o.ID, payment.Processing, payment.Processing, "")
	if b.paid(ctx, id) {
		t.Fatal("unlocked too early")
	}
	b.mpesa.says(ref(c), yes)
	b.hear(ctx, token(c), callback(ref(c), "NLJ7RT61SV", 1500))
	b.expect(ctx, o.ID, payment.Processing, payment.Processing, "") // a callback alone does nothing
	if _, err := b.svc.SettleDue(ctx); err != nil {                 // and yet it woke the question
		t.Fatal(err)
	}
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	got := b.order(ctx, o.ID)
	if got.Attempt.Receipt != "NLJ7RT61SV" || got.PaidAt == nil || got.Attempt.Payer != "2547…567" {
		t.Errorf("%+v", got.Attempt)
	}
	if !b.paid(ctx, id) {
		t.Fatal("not unlocked")
	}
	_, err := b.pay(ctx, o.ID)
	is(t, err, payment.OrderDone)
	if n := b.count(`SELECT count(*) FROM ledger_entry WHERE account = 'buyer:' || $1::uuid::text AND amount = -1500`, b.buyer); n != 1 {
		t.Error("credits", n)
	}
}

func TestEveryEndOfAPrompt(t *testing.T) {
	ctx, b := setup(t)
	o := b.ordered(ctx, b.category("20", "KES"))
	for _, reason := range []payment.Reason{payment.ByPayer, payment.Unreachable, payment.WrongPIN, payment.NoMoney, payment.TimedOut,
		payment.Busy, payment.OverLimit, payment.Refused, payment.OutOfService} {
		b.exec(`DELETE FROM rate_limit`)
		b.again(ctx, o.ID)
		b.mpesa.says(ref(b.mpesa.last(t)), payment.Result{Outcome: payment.NotPaid, Reason: reason, Code: "1"})
		b.settle(ctx)
		b.expect(ctx, o.ID, payment.Failed, payment.Failed, reason)
	}
	b.exec(`DELETE FROM rate_limit`)
	b.again(ctx, o.ID)
	b.mpesa.says(ref(b.mpesa.last(t)), yes)
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
}

func TestRefusedAtOnce(t *testing.T) {
	ctx, b := setup(t)
	o := b.ordered(ctx, b.category("20", "KES"))
	b.mpesa.initiate = func(payment.Charge) (payment.Accepted, error) {
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Busy, Code: "500.001.1001"}
	}
	if got, err := b.pay(ctx, o.ID); err != nil || got.Status != payment.Failed || got.Attempt.Reason != payment.Busy {
		t.Fatalf("%+v %v", got, err)
	}
	b.mpesa.initiate = nil
	b.again(ctx, o.ID)
}

func TestDoubleClick(t *testing.T) {
	ctx, b := setup(t)
	o := b.ordered(ctx, b.category("20", "KES"))
	var wait sync.WaitGroup
	faults := make([]error, 6)
	for i := range faults {
		key := "one-and-the-same"
		if i >= 3 {
			key = uuid.NewString() // other tabs
		}
		wait.Go(func() {
			_, faults[i] = b.svc.PayByMpesa(ctx, b.actor, paymentsvc.Pay{Order: o.ID, Phone: "254701234567", Key: key})
		})
	}
	wait.Wait()
	if len(b.mpesa.charges) != 1 {
		t.Fatal("prompts:", len(b.mpesa.charges))
	}
	for _, err := range faults {
		if err != nil && !errors.Is(err, payment.UnderWay) && !errors.Is(err, fault.TooMany) {
			t.Error(err)
		}
	}
	next := b.category("1", "KES") // is ordered apart from what is being paid
	if second := b.ordered(ctx, next); second.ID == o.ID || len(second.Lines) != 1 || second.Lines[0].Category != next {
		t.Fatalf("%+v", second)
	}
}

func TestWhatMpesaDoesNotTake(t *testing.T) {
	ctx, b := setup(t)
	for _, c := range []struct {
		fee, currency string
		want          *fault.Def
	}{{"5", "USD", payment.ProviderCurrency}, {"250001", "KES", payment.ProviderLimit}, {"10.50", "KES", payment.ProviderLimit}} {
		id := b.category(c.fee, c.currency)
		o := b.ordered(ctx, id)
		_, err := b.pay(ctx, o.ID)
		is(t, err, c.want)
		if _, err := b.svc.RemoveFromCart(ctx, b.actor, id); err != nil {
			t.Fatal(err)
		}
	}
	_, err := b.svc.PayByMpesa(ctx, b.actor, paymentsvc.Pay{Order: uuid.New(), Phone: "0201234567"})
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Code != payment.MpesaPhone {
		t.Error(err)
	}
	_, err = b.pay(ctx, uuid.New())
	is(t, err, payment.OrderNotFound)
	none := paymentsvc.New(b.db, paymentsvc.Gateways{}, "", nil)
	_, err = none.PayByMpesa(ctx, b.actor, paymentsvc.Pay{Phone: "254701234567"})
	is(t, err, payment.ProviderAbsent)
	o := b.ordered(ctx, b.category("5", "KES"))
	b.exec(`UPDATE category SET status = 'cancelled'`)
	_, err = b.pay(ctx, o.ID)
	is(t, err, entry.NotOpen)
	if len(b.mpesa.charges) != 0 {
		t.Error("a prompt was sent")
	}
}

// died is an initiation after which nothing else ran in its process.
func (b *bundle) died(ctx context.Context, order uuid.UUID) {
	b.mpesa.initiate = func(payment.Charge) (payment.Accepted, error) { panic("the process ended here") }
	func() {
		defer func() { _ = recover() }()
		_, _ = b.pay(ctx, order)
	}()
	b.mpesa.initiate = nil
}

func TestDeathBetweenCallAndAnswer(t *testing.T) {
	t.Run("settled by the callback's reference", func(t *testing.T) {
		ctx, b := setup(t)
		o := b.ordered(ctx, b.category("20", "KES"))
		b.died(ctx, o.ID)
		b.expect(ctx, o.ID, payment.Pending, payment.Created, "")
		_, err := b.pay(ctx, o.ID) // nobody knows whether the phone was asked
		is(t, err, payment.UnderWay)
		b.settle(ctx)
		b.settle(ctx)
		b.expect(ctx, o.ID, payment.Pending, payment.Pending, "")
		c := b.mpesa.last(t)
		b.mpesa.says(ref(c), yes)
		b.hear(ctx, token(c), callback(ref(c), "AAA", 20))
		b.settle(ctx)
		b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	})
	t.Run("given up without one", func(t *testing.T) {
		ctx, b := setup(t)
		o := b.ordered(ctx, b.category("20", "KES"))
		b.died(ctx, o.ID)
		b.advance(payment.Patience)
		b.settle(ctx)
		b.expect(ctx, o.ID, payment.Expired, payment.Expired, payment.TimedOut)
		b.again(ctx, o.ID)
	})
}

func TestUnansweredInitiation(t *testing.T) {
	ctx, b := setup(t)
	o := b.ordered(ctx, b.category("20", "KES"))
	b.mpesa.initiate = func(payment.Charge) (payment.Accepted, error) { return payment.Accepted{}, context.DeadlineExceeded }
	if got, err := b.pay(ctx, o.ID); err != nil || got.Status != payment.Pending || got.Attempt.Status != payment.Pending {
		t.Fatalf("%+v %v", got, err)
	}
	c := b.mpesa.last(t)
	b.mpesa.says(ref(c), cancelled)
	b.hear(ctx, token(c), callback(ref(c), "", -1))
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Failed, payment.Failed, payment.ByPayer)
}

// A provider may be faster with the end than with its answer to our call: what has
// ended stays as it is, and nobody asks about it again.
func TestAnAcceptanceAfterTheEndAsksNothingMore(t *testing.T) {
	for name, x := range map[string]struct {
		says           payment.Result
		claimed        int64
		order, attempt payment.State
		reason         payment.Reason
	}{
		"paid":              {yes, 20, payment.Completed, payment.Completed, ""},
		"of another amount": {yes, 15, payment.Failed, payment.Review, payment.AmountDiffers},
		"refused":           {cancelled, -1, payment.Failed, payment.Failed, payment.ByPayer},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, b := setup(t)
			o := b.ordered(ctx, b.category("20", "KES"))
			b.mpesa.initiate = func(c payment.Charge) (payment.Accepted, error) {
				b.mpesa.says(ref(c), x.says)
				b.hear(ctx, token(c), callback(ref(c), "FAST", x.claimed))
				b.settle(ctx)
				return payment.Accepted{Ref: ref(c)}, nil
			}
			if _, err := b.pay(ctx, o.ID); err != nil {
				t.Fatal(err)
			}
			b.expect(ctx, o.ID, x.order, x.attempt, x.reason)
			if n := b.count(`SELECT count(*) FROM payment_attempt WHERE next_ask_at IS NOT NULL`); n != 0 {
				t.Error("still asked about")
			}
		})
	}
}

func TestSilenceEndsAfterAWeek(t *testing.T) {
	ctx, b := setup(t)
	o, c := b.paying(ctx, b.category("20", "KES"))
	for range 12 {
		b.settle(ctx)
	}
	b.expect(ctx, o.ID, payment.Expired, payment.Expired, payment.TimedOut)
	for range 32 {
		b.advance(time.Hour)
		b.settle(ctx)
	}
	if n := b.count(`SELECT count(*) FROM payment_attempt WHERE next_ask_at IS NOT NULL`); n != 1 {
		t.Error("not asked about any more after a day", n)
	}
	for range 8 {
		b.advance(24 * time.Hour)
		b.settle(ctx)
	}
	if n := b.count(`SELECT count(*) FROM payment_attempt WHERE next_ask_at IS NOT NULL`); n != 0 {
		t.Error("still asked about", n)
	}
	b.mpesa.says(ref(c), yes) // and yet a callback may come next week
	b.hear(ctx, token(c), callback(ref(c), "LATE", 20))
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
}

func TestLateSuccessAfterAnotherPaymentIsHeld(t *testing.T) {
	ctx, b := setup(t)
	o, first := b.paying(ctx, b.category("20", "KES"))
	b.advance(payment.Patience)
	b.settle(ctx)
	b.again(ctx, o.ID)
	b.mpesa.says(ref(b.mpesa.last(t)), yes)
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	b.mpesa.says(ref(first), yes)
	b.hear(ctx, token(first), callback(ref(first), "SECOND", 20))
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	desk := access.Actor{User: uuid.New(), Type: access.Operator, Privileges: []access.Privilege{access.ViewReport}}
	r, err := b.svc.InReview(ctx, desk, paymentsvc.Filter{}, "", 10)
	if err != nil || len(r.Items) != 1 || r.Items[0].Reason != payment.OrderPaid || r.Items[0].Held.String() != "20.0000" || r.Items[0].Receipt != "SECOND" {
		t.Fatalf("%+v %v", r, err)
	}
	b.hidesThePayer(ctx)
}

// The attempt that has paid is the one that counts, in every list, though somebody has
// tried again before its word came.
func TestTheAttemptThatPaidIsTheOneThatCounts(t *testing.T) {
	ctx, b := setup(t)
	o, first := b.paying(ctx, b.category("20", "KES"))
	b.advance(payment.Patience)
	b.settle(ctx)
	b.again(ctx, o.ID)
	b.mpesa.says(ref(first), yes)
	b.hear(ctx, token(first), callback(ref(first), "FIRST", 20))
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	if got := b.order(ctx, o.ID).Attempt; got.ID != first.Attempt || got.Receipt != "FIRST" {
		t.Errorf("%+v", got)
	}
}

func TestCancelledAndClosedAreHeld(t *testing.T) {
	ctx, b := setup(t)
	id := b.category("20", "KES")
	o, c := b.paying(ctx, id)
	b.advance(payment.Patience)
	b.settle(ctx)
	b.ordered(ctx, b.category("30", "KES"))
	b.mpesa.says(ref(c), yes)
	b.hear(ctx, token(c), callback(ref(c), "A", 20))
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Cancelled, payment.Review, payment.OrderCancelled)

	other := b.category("20", "KES")
	b.exec(`DELETE FROM cart_item`)
	o, c = b.paying(ctx, other)
	b.exec(`UPDATE category SET status = 'closed', closes_at = now() WHERE id = $1`, other)
	b.mpesa.says(ref(c), yes)
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Failed, payment.Review, payment.LinesClosed)
}

func TestCallbacksNeverUnlock(t *testing.T) {
	ctx, b := setup(t)
	o, c := b.paying(ctx, b.category("1500", "KES"))
	good := callback(ref(c), "NLJ7RT61SV", 1500)
	b.hear(ctx, "guessed-token", good)                           // forged: token
	b.hear(ctx, token(c), callback("ws_CO_other", "X", 1500))    // forged: another charge
	b.hear(ctx, token(c), callback("ws_CO_other", "Y", 15))      // the same: what it says of its amount holds up nobody
	b.hear(ctx, token(c), []byte("<xml>\x00\xff"))               // not Daraja's
	b.hear(ctx, token(c), []byte(`{"Body":{"stkCallback":{}}}`)) // nor this
	b.hear(ctx, token(c), good)                                  // true in shape: the provider does not confirm it
	b.hear(ctx, token(c), good)                                  // doubled
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Processing, payment.Processing, "")
	b.mpesa.says(ref(c), yes)
	for range 4 { // many deliveries, replicas and polls at once
		b.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() WHERE next_ask_at IS NOT NULL`)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() { _ = b.svc.Hear(ctx, payment.Mpesa, message(token(c), good), "196.201.214.200") })
			wait.Go(func() {
				if _, err := b.svc.SettleDue(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	b.exec(`DELETE FROM rate_limit`)
	b.hear(ctx, token(c), callback(ref(c), "NLJ7RT61SV", 1)) // afterwards, of another amount
	b.hear(ctx, token(c), callback(ref(c), "", -1))          // afterwards, a cancellation
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	desk := access.Actor{User: uuid.New(), Type: access.Operator, Privileges: []access.Privilege{access.ViewReport}}
	strays, err := b.svc.Strays(ctx, desk, 0, 50)
	verdicts := map[string]int{}
	for _, s := range strays {
		verdicts[s.Verdict]++
	}
	if err != nil || verdicts["unmatched"] != 1 || verdicts["contradicts"] != 3 {
		t.Error(verdicts, b.verdicts(), err)
	}
}

func TestAnotherAmountIsHeld(t *testing.T) {
	ctx, b := setup(t)
	id := b.category("1500", "KES")
	o, c := b.paying(ctx, id)
	b.mpesa.says(ref(c), yes)
	b.hear(ctx, token(c), callback(ref(c), "LESS", 15))
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Failed, payment.Review, payment.AmountDiffers)
	if n := b.count(`SELECT count(*) FROM ledger_entry WHERE account = 'suspense' AND amount = -15`); n != 1 {
		t.Error("held", n)
	}
	if b.paid(ctx, id) {
		t.Error("unlocked")
	}
}

func TestAReceiptSettlesOnce(t *testing.T) {
	ctx, b := setup(t)
	o, c := b.paying(ctx, b.category("20", "KES"))
	b.mpesa.says(ref(c), yes)
	b.hear(ctx, token(c), callback(ref(c), "NLJ7RT61SV", 20))
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	o, c = b.paying(ctx, b.category("20", "KES"))
	b.mpesa.says(ref(c), yes)
	b.hear(ctx, token(c), callback(ref(c), "NLJ7RT61SV", 20))
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Failed, payment.Review, payment.ReceiptReused)
}

func TestReceiptMayComeAfterTheSettlement(t *testing.T) {
	ctx, b := setup(t)
	o, c := b.paying(ctx, b.category("20", "KES"))
	b.mpesa.says(ref(c), yes)
	b.settle(ctx)
	b.hear(ctx, token(c), callback(ref(c), "NLJ7RT61SV", 20))
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	if got := b.order(ctx, o.ID).Attempt.Receipt; got != "NLJ7RT61SV" {
		t.Error(got)
	}
}

func TestGuessersFillNoDisk(t *testing.T) {
	ctx, b := setup(t)
	for range 80 {
		b.hear(ctx, uuid.NewString(), []byte("{}"))
	}
	if n := b.count(`SELECT count(*) FROM payment_callback`); n != 60 {
		t.Error("kept", n)
	}
}
