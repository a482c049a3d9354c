package paymentsvc_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// One supplier's cart is changed, ordered and settled by one at a time: whoever comes
// meanwhile waits, and another supplier does not.
func TestACartIsChangedByOneAtATime(t *testing.T) {
	ctx, b := setup(t)
	holder, other := b.actor, b.supplier()
	inCart, fresh := b.category("10", "KES"), b.category("20", "KES")
	_, c := b.paying(ctx, b.category("30", "KES"))
	b.add(ctx, inCart)
	acts := map[string]func(access.Actor) error{
		"add":    func(a access.Actor) error { _, err := b.svc.AddToCart(ctx, a, fresh); return err },
		"remove": func(a access.Actor) error { _, err := b.svc.RemoveFromCart(ctx, a, inCart); return err },
		"order":  func(a access.Actor) error { _, err := b.svc.Checkout(ctx, a, uuid.NewString()); return err },
		"settle": func(access.Actor) error { _, err := b.svc.SettleDue(ctx); return err },
	}
	b.mpesa.says(ref(c), yes)
	b.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock()`)

	tx, err := b.owner.Begin(ctx)
	b.must(err)
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	_, err = tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('payment.cart:' || $1::uuid::text, 0))`, holder.Org)
	b.must(err)
	done := make(chan string, len(acts))
	for name, act := range acts {
		go func() { _ = act(holder); done <- name }()
	}
	for waiting := 0; waiting < len(acts); {
		select {
		case name := <-done:
			t.Fatalf("%s does not wait", name)
		default:
		}
		waiting = b.count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`)
	}
	for _, act := range []func() error{
		func() error { return acts["add"](other) },
		func() error { _, err := b.svc.Checkout(ctx, other, uuid.NewString()); return err },
		func() error { _, err := b.svc.RemoveFromCart(ctx, other, fresh); return err },
	} {
		b.must(act())
	}
	b.must(tx.Rollback(ctx))
	for range acts {
		<-done
	}
}

// A callback has its effect on its own attempt: the name that it tells is noted where
// none is known, and a receipt where one is missing; what another has is not taken, and
// the callback is kept all the same.
func TestACallbackAdoptsForItsOwnAttemptAlone(t *testing.T) {
	ctx, b := setup(t)
	first := b.actor
	attempts := map[string]payment.Charge{}
	lost := func(name string) {
		b.actor = b.supplier()
		o := b.ordered(ctx, b.category("20", "KES"))
		b.exec(`DELETE FROM rate_limit`)
		b.died(ctx, o.ID)
		attempts[name] = b.mpesa.last(t)
	}
	lost("one")
	lost("two")
	b.actor = first
	told := func(column, name string) (s string) {
		t.Helper()
		b.must(b.owner.QueryRow(ctx, `SELECT coalesce(`+column+`, '') FROM payment_attempt WHERE id = $1`, attempts[name].Attempt).Scan(&s))
		return s
	}
	expect := func(when, column, one, two, verdicts string) {
		t.Helper()
		if got := []string{told(column, "one"), told(column, "two"), b.verdicts()}; got[0] != one || got[1] != two || got[2] != verdicts {
			t.Errorf("%s: %q, want %q", when, got, []string{one, two, verdicts})
		}
	}
	hear := func(name, ref, receipt string) { b.hear(ctx, token(attempts[name]), callback(ref, receipt, 20)) }
	hear("one", "", "")
	expect("without a name", "provider_ref", "", "", "unreadable")
	hear("one", "ws_1", "R-1")
	expect("the first name", "provider_ref", "ws_1", "", "unreadable heard")
	hear("two", "ws_1", "R-1")
	expect("the name of another", "provider_ref", "ws_1", "", "unreadable heard contradicts")
	hear("two", "ws_2", "R-2")
	hear("two", "ws_3", "R-2")
	expect("another name", "provider_ref", "ws_1", "ws_2", "unreadable heard contradicts heard contradicts")

	b.exec(`UPDATE payment_attempt SET status = 'completed', next_ask_at = NULL`)
	hear("one", "ws_1", "R-1")
	expect("its receipt", "receipt", "R-1", "", "unreadable heard contradicts heard contradicts") // kept once, and heard again
	hear("two", "ws_2", "R-1")
	expect("the receipt of another", "receipt", "R-1", "", "unreadable heard contradicts heard contradicts late")
	hear("two", "ws_2", "R-2")
	hear("two", "ws_2", "R-3")
	expect("another receipt", "receipt", "R-1", "R-2", "unreadable heard contradicts heard contradicts late late")
	if n := b.count(`SELECT count(*) FROM payment_attempt WHERE next_ask_at IS NOT NULL`); n != 0 {
		t.Errorf("%d are asked about again", n)
	}
}

// Prompts and callbacks are counted for whom they are: ten a company and five a phone,
// ten callbacks an attempt, and the next is too much, whoever else has room.
func TestEachHasAMeasureOfItsOwn(t *testing.T) {
	ctx, b := setup(t)
	b.exec(still)
	o := b.ordered(ctx, b.category("20", "KES"))
	b.mpesa.initiate = func(payment.Charge) (payment.Accepted, error) {
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Busy, Code: "1"}
	}
	pay := func(phone string) error {
		_, err := b.svc.PayByMpesa(ctx, b.actor, paymentsvc.Pay{Order: o.ID, Phone: phone, Key: uuid.NewString()})
		return err
	}
	refused := 0
	for i := range 12 {
		phone := "254701234567"
		if i >= 5 {
			phone = "254701234568"
		}
		if err := pay(phone); err != nil {
			refused++
			if i < 10 {
				t.Errorf("prompt %d: %v", i+1, err)
			}
		}
	}
	if refused != 2 {
		t.Errorf("%d of 12 are refused", refused)
	}
	mine := b.actor
	b.actor = b.supplier()
	o = b.ordered(ctx, b.category("20", "KES"))
	if err := pay("254701234567"); err == nil {
		t.Error("a sixth prompt to one phone, of another company")
	}
	b.must(pay("254701234569"))
	b.actor = mine
	c := b.mpesa.last(t)
	for i := range 12 {
		b.hear(ctx, token(c), anew(callback(ref(c), "R", 20), i))
	}
	b.hear(ctx, token(b.mpesa.charges[0]), callback(ref(c), "R", 20))
	for i := range 61 {
		b.hear(ctx, "of-nobody", anew([]byte("{}"), i))
	}
	b.must(b.svc.Hear(ctx, payment.Mpesa, message("of-nobody", anew([]byte("{}"), 99)), "196.201.214.201"))
	for of, want := range map[string]int{
		`attempt_id = '` + c.Attempt.String() + `'`:                  10,
		`attempt_id = '` + b.mpesa.charges[0].Attempt.String() + `'`: 1,
		`attempt_id IS NULL AND network = '196.201.214.200'`:         60,
		`attempt_id IS NULL AND network = '196.201.214.201'`:         1,
	} {
		if n := b.count(`SELECT count(*) FROM payment_callback WHERE ` + of); n != want {
			t.Errorf("%d callbacks where %s are kept, want %d", n, of, want)
		}
	}
}

// A click is one order, though the cart has changed when it comes again.
func TestAClickIsOneOrder(t *testing.T) {
	ctx, b := setup(t)
	b.add(ctx, b.category("20", "KES"))
	var ids []uuid.UUID
	for _, key := range []string{"the-first-click", "the-first-click", "another-click-of-mine"} {
		o, err := b.svc.Checkout(ctx, b.actor, key)
		b.must(err)
		ids = append(ids, o.ID)
		b.add(ctx, b.category("30", "KES"))
	}
	if ids[0] != ids[1] || ids[1] == ids[2] {
		t.Errorf("%v", ids)
	}
}

// An attempt is asked about at its moment and not before.
func TestAnAttemptIsAskedAboutAtItsMoment(t *testing.T) {
	ctx, b := setup(t)
	b.exec(still)
	b.paying(ctx, b.category("20", "KES"))
	for _, x := range []struct {
		at   string
		want int
	}{{"1 microsecond", 0}, {"0", 1}} {
		b.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() + $1::interval`, x.at)
		if n, err := b.svc.SettleDue(ctx); err != nil || n != x.want {
			t.Errorf("due in %s: %d are asked about, %v", x.at, n, err)
		}
	}
}

// Whoever waits longest is asked about first, however many have come since: nobody's
// payment is overtaken for ever.
func TestWhoWaitsLongestIsAskedAboutFirst(t *testing.T) {
	ctx, b := setup(t)
	b.exec(still)
	_, c := b.paying(ctx, b.category("20", "KES"))
	b.exec(`UPDATE payment_attempt SET next_ask_at = NULL WHERE id = $1`, c.Attempt)
	b.exec(`INSERT INTO payment_attempt (id, order_id, supplier_id, provider, token, provider_ref, currency, amount, status, reason, next_ask_at, created_at)
		SELECT gen_random_uuid(), order_id, supplier_id, provider, 'token-' || n, n::text, currency, amount, 'expired', 'timeout',
		       zabuni.clock() - n * interval '1 minute', created_at
		FROM payment_attempt, generate_series(1, 25) n ORDER BY n % 7, n`)
	for left := 25; left > 0; {
		n, err := b.svc.SettleDue(ctx)
		if err != nil || n == 0 {
			t.Fatalf("%d are left, %d are asked about: %v", left, n, err)
		}
		left -= n
		if got := b.count(`SELECT count(*) FROM payment_attempt WHERE status = 'expired' AND asked = 0 AND provider_ref::int <= $1`, left); got != left {
			t.Fatalf("%d of the %d that have waited least are left", got, left)
		}
	}
}

// Only a payment that its provider has confirmed takes a receipt from a callback: of any
// other the number stays free for whoever has paid under it.
func TestOnlyAConfirmedPaymentTakesAReceipt(t *testing.T) {
	ctx, b := setup(t)
	_, c := b.paying(ctx, b.category("20", "KES"))
	states := map[payment.State]bool{}
	for _, e := range payment.Attempt.Edges {
		states[e.From], states[e.To] = true, true
	}
	for state := range states {
		b.exec(`UPDATE payment_attempt SET status = $1, receipt = NULL`, string(state))
		b.exec(`DELETE FROM rate_limit`)
		b.hear(ctx, token(c), callback(ref(c), "NLJ7RT61SV", 20))
		taken := b.count(`SELECT count(*) FROM payment_attempt WHERE receipt = 'NLJ7RT61SV'`) == 1
		if confirmed := state == payment.Completed; taken != confirmed {
			t.Errorf("%s: its receipt is taken: %v", state, taken)
		}
	}
}

// What strangers send fills no disk: of each no more than anybody's message has, a
// few at once from one network, and a bound over all networks.
func TestStrangersFillNoDisk(t *testing.T) {
	ctx, b := setup(t)
	send := func(network string, body string) {
		b.must(b.svc.Hear(ctx, payment.Mpesa, message("of-nobody", []byte(body)), network))
	}
	kept := func(network string) int {
		return b.count(`SELECT count(*) FROM payment_callback WHERE network = '` + network + `'`)
	}
	longest := strings.Repeat("a", 4096)
	for _, body := range []string{longest, longest + "b", longest[1:] + "ሀ", strings.Repeat("x", 64<<10)} {
		send("203.0.113.1", body)
	}
	if n := b.count(`SELECT count(*) FROM payment_callback WHERE length(body) = 4096`); n != 3 {
		t.Errorf("%d long bodies are kept as far as their bound", n)
	}
	if n := b.count(`SELECT count(*) FROM payment_callback WHERE length(body) = 4095`); n != 1 {
		t.Errorf("%d bodies end before half a letter", n)
	}
	for i := range 100 {
		send("203.0.113.2", string(anew([]byte("{}"), i)))
	}
	send("203.0.113.5", "{}")
	if n := kept("203.0.113.5"); n != 0 {
		t.Errorf("what is kept already is kept %d times more", n)
	}
	if n := kept("203.0.113.2"); n != 60 {
		t.Errorf("%d of one network are kept", n)
	}
	b.exec(`UPDATE rate_limit SET level = 599 WHERE bucket = 'callback-from-anywhere'`)
	for _, network := range []string{"203.0.113.3", "203.0.113.4"} {
		send(network, "of "+network)
	}
	if a, z := kept("203.0.113.3"), kept("203.0.113.4"); a != 1 || z != 0 {
		t.Errorf("of all networks %d and %d are kept at the bound", a, z)
	}
}
