//go:build demo

package paymentsvc_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// limited lets one person decide up to 100 shillings.
func (b *bundle) limited() {
	b.svc.With(paymentsvc.Desk{Alone: payment.Limits{"KES": money.New(100, 0)}})
}

// bought is an order of categories that M-Pesa paid.
func (b *bundle) bought(ctx context.Context, categories ...uuid.UUID) paymentsvc.Order {
	b.t.Helper()
	b.exec(`DELETE FROM rate_limit`)
	o, c := b.paying(ctx, categories...)
	b.mpesa.says(ref(c), payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "R" + c.Attempt.String()[24:]})
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	return o
}

func (b *bundle) back(ctx context.Context, a access.Actor, o paymentsvc.Order, ends bool, parts ...payment.BackPart) uuid.UUID {
	b.t.Helper()
	id, err := b.svc.AskRefund(ctx, a, paymentsvc.RefundAsk{Order: o.Number, Parts: parts, Ends: ends, Reason: "The buyer asked for it", Key: uuid.NewString()})
	if err != nil {
		b.t.Fatal(err)
	}
	b.audit()
	return id
}

func part(category uuid.UUID, units int64) payment.BackPart {
	sum := money.New(units, 0)
	return payment.BackPart{Category: category, Amount: &sum}
}

func (b *bundle) refundState(id uuid.UUID) (state string) {
	b.t.Helper()
	if err := b.owner.QueryRow(b.t.Context(), `SELECT status FROM payment_refund WHERE id = $1`, id).Scan(&state); err != nil {
		b.t.Fatal(err)
	}
	return state
}

// owes is what a buyer was given for a category, after all that went back.
func (b *bundle) owes(category uuid.UUID) (sum string) {
	b.t.Helper()
	const of = `SELECT coalesce(-sum(amount), 0)::numeric(20,2)::text FROM ledger_entry WHERE category_id = $1 AND account LIKE 'buyer:%'`
	if err := b.owner.QueryRow(b.t.Context(), of, category).Scan(&sum); err != nil {
		b.t.Fatal(err)
	}
	return sum
}

// A refund of all of an order, of one of its categories, and of one in two parts balances at every
// step, takes access where it says so, and never comes to more than was paid.
func TestWhatIsGivenBackBalances(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	clerks := b.clerks(2)
	one, two := clerks[0], clerks[1]
	x, y := b.category("60", "KES"), b.category("200", "KES")
	o := b.bought(ctx, x, y)

	id := b.back(ctx, one, o, true, part(x, 60)) // one person is enough
	if got := b.refundState(id); got != "approved" || b.owes(x) != "0.00" || b.owes(y) != "200.00" {
		t.Fatalf("%s, %s of the one and %s of the other", got, b.owes(x), b.owes(y))
	}
	if b.unlocked(ctx, x) || !b.unlocked(ctx, y) {
		t.Error("access is not what the refund says")
	}
	b.exec(`DELETE FROM cart_item`)
	b.must(b.svc.EndRefund(ctx, one, paymentsvc.RefundEnd{Refund: id, Paid: true, Reference: "FT-1", Evidence: b.evidence()}))
	b.audit()
	is(t, b.svc.EndRefund(ctx, one, paymentsvc.RefundEnd{Refund: id, Paid: true, Reference: "FT-1", Evidence: b.evidence()}), payment.RefundMoved)

	b.advance(payment.AloneWithin + time.Minute) // what one person decides in a day counts together
	first := b.back(ctx, one, o, false, part(y, 50))
	second := b.back(ctx, one, o, true, part(y, 150))
	b.feesAre(ctx, map[uuid.UUID]string{x: "paid 1, 1 went back, 60 received, 60 back", y: "paid 1, 1 went back, 200 received, 50 back"})
	if b.refundState(first) != "approved" || b.refundState(second) != "asked" || b.owes(y) != "150.00" {
		t.Fatalf("%s and %s, %s", b.refundState(first), b.refundState(second), b.owes(y))
	}
	_, err := b.svc.AskRefund(ctx, one, paymentsvc.RefundAsk{Order: o.Number, Reason: "More"})
	is(t, err, payment.RefundNothing)
	_, err = b.svc.AskRefund(ctx, one, paymentsvc.RefundAsk{Order: o.Number, Parts: []payment.BackPart{part(y, 1)}, Reason: "More"})
	if f := fault.As(err); f == nil || len(f.Fields) != 1 || f.Fields[0].Pointer != "/lines/0/amount" || f.Fields[0].Code != payment.RefundTooMuch {
		t.Errorf("more than is left: %v", err)
	}
	is(t, b.svc.DecideRefund(ctx, one, second, true), payment.SecondPerson)
	unproved := two
	unproved.Confirmed = time.Time{}
	is(t, b.svc.DecideRefund(ctx, unproved, second, true), fault.StepUp)
	b.must(b.svc.DecideRefund(ctx, two, second, true))
	b.audit()
	is(t, b.svc.DecideRefund(ctx, two, second, true), payment.RefundMoved)
	if b.owes(y) != "0.00" || b.unlocked(ctx, y) {
		t.Errorf("%s is left of the category", b.owes(y))
	}
	b.exec(`DELETE FROM cart_item`)
	b.must(b.svc.EndRefund(ctx, one, paymentsvc.RefundEnd{Refund: second, Why: "The account is closed", Evidence: b.evidence()}))
	b.audit()
	if b.owes(y) != "150.00" || !b.unlocked(ctx, y) {
		t.Errorf("nothing went out, and %s is left", b.owes(y))
	}
	again := b.back(ctx, one, o, true)
	b.must(b.svc.DecideRefund(ctx, two, again, false))
	b.audit()
	if got := b.refundState(again); got != "refused" || b.owes(y) != "150.00" {
		t.Errorf("%s, %s", got, b.owes(y))
	}
	b.readAlike(ctx, one, o, id, 4)
	mine := b.order(ctx, o.ID)
	if len(mine.Back) != 2 || mine.Back[0].Amount.Value.Short() != "50" || mine.Back[1].Reference != "FT-1" {
		t.Errorf("the supplier sees %+v", mine.Back)
	}
}

// readAlike expects that the list, a refund's own page and its order's story tell the same.
func (b *bundle) readAlike(ctx context.Context, a access.Actor, o paymentsvc.Order, id uuid.UUID, n int) {
	b.t.Helper()
	a.Privileges = append(a.Privileges, access.ViewReport)
	all, err := b.svc.Refunds(ctx, a, paymentsvc.RefundFilter{Search: o.Number}, "", 20)
	b.must(err)
	story, err := b.svc.OrderStory(ctx, a, o.Number)
	b.must(err)
	one, err := b.svc.Refund(ctx, a, id)
	b.must(err)
	if len(all.Items) != n || len(story.Refunds) != n || len(story.Fees) != 2 {
		b.t.Fatalf("%d in the list, %d in the story with %d fees", len(all.Items), len(story.Refunds), len(story.Fees))
	}
	last := all.Items[n-1]
	if last.ID != id || last.Code != one.Code || last.Amount.String() != one.Amount.String() || !one.Mine || len(one.Lines) != 1 || !one.Lines[0].Ends || one.Reference != "FT-1" || !one.Evidence {
		b.t.Errorf("%+v\n%+v", last, one)
	}
	done, err := b.svc.Refunds(ctx, a, paymentsvc.RefundFilter{Statuses: []payment.RefundState{payment.RefundDone}, Providers: []payment.Provider{payment.Mpesa}}, "", 20)
	b.must(err)
	if len(done.Items) != 1 || done.Items[0].ID != id {
		b.t.Errorf("%d are done", len(done.Items))
	}
	_, err = b.svc.Refund(ctx, a, uuid.New())
	is(b.t.(*testing.T), err, payment.RefundNotFound)
}

// Who gives back in parts what is above the limit of one person waits for another one, unless a day lies between.
func TestPartsDoNotWalkRoundALimit(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	clerks := b.clerks(2)
	x := b.category("200", "KES")
	o := b.bought(ctx, x)
	steps := []struct {
		by   int
		sum  int64
		wait bool
		want string
	}{{0, 60, false, "approved"}, {0, 40, false, "approved"}, {0, 1, false, "asked"}, {1, 10, false, "approved"}, {0, 20, true, "approved"}}
	for i, s := range steps {
		if s.wait {
			b.advance(payment.AloneWithin + time.Minute)
		}
		if got := b.refundState(b.back(ctx, clerks[s.by], o, false, part(x, s.sum))); got != s.want {
			t.Errorf("step %d is %s, want %s", i, got, s.want)
		}
	}
}

// What a person says became of a refund is said with a fresh proof of who acts.
func TestTheEndOfARefundIsProved(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	clerk := b.clerks(1)[0]
	id := b.back(ctx, clerk, b.bought(ctx, b.category("60", "KES")), false)
	clerk.Confirmed = time.Time{}
	is(t, b.svc.EndRefund(ctx, clerk, paymentsvc.RefundEnd{Refund: id, Paid: true, Reference: "FT-1", Evidence: b.evidence()}), fault.StepUp)
	if got := b.refundState(id); got != "approved" {
		t.Error(got)
	}
}

// What a refund cannot be asked for, and by whom, and what its end takes.
func TestRefundsAreRefused(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	clerk := b.clerks(1)[0]
	x := b.category("60", "KES")
	o, c := b.paying(ctx, x)
	ask := func(a access.Actor, in paymentsvc.RefundAsk) error {
		in.Order = o.Number
		_, err := b.svc.AskRefund(ctx, a, in)
		return err
	}
	is(t, ask(clerk, paymentsvc.RefundAsk{Reason: "Why"}), payment.RefundNotPaid)
	b.mpesa.says(ref(c), yes)
	b.settle(ctx)
	is(t, ask(b.actor, paymentsvc.RefundAsk{Reason: "Why"}), fault.Forbidden)
	unproved := clerk
	unproved.Confirmed = time.Time{}
	is(t, ask(unproved, paymentsvc.RefundAsk{Reason: "Why"}), fault.StepUp)
	other := b.category("60", "KES")
	half := money.New(5, -1)
	for at, in := range map[string]paymentsvc.RefundAsk{
		"/reason":              {},
		"/lines/0/category_id": {Reason: "Why", Parts: []payment.BackPart{{Category: other}}},
		"/lines/1/category_id": {Reason: "Why", Parts: []payment.BackPart{part(x, 1), part(x, 1)}},
		"/lines/0/amount":      {Reason: "Why", Parts: []payment.BackPart{part(x, 0)}},
	} {
		if f := fault.As(ask(clerk, in)); f == nil || len(f.Fields) != 1 || f.Fields[0].Pointer != at {
			t.Errorf("%s: %v", at, f)
		}
	}
	fine := half.Add(money.New(1, -4))
	if f := fault.As(ask(clerk, paymentsvc.RefundAsk{Reason: "Why", Parts: []payment.BackPart{{Category: x, Amount: &fine}}})); f == nil || len(f.Fields) != 1 {
		t.Errorf("a part of a cent: %v", f)
	}
	key := uuid.NewString()
	twice := func() uuid.UUID {
		id, err := b.svc.AskRefund(ctx, clerk, paymentsvc.RefundAsk{Order: o.Number, Parts: []payment.BackPart{{Category: x, Amount: &half}}, Reason: "Half a shilling", Key: key})
		b.must(err)
		return id
	}
	id := twice()
	if twice() != id || b.count(`SELECT count(*) FROM payment_refund`) != 1 {
		t.Error("a click that came twice gives back twice")
	}
	for at, in := range map[string]paymentsvc.RefundEnd{
		"/reference":   {Refund: id, Paid: true, Evidence: b.evidence()},
		"/why":         {Refund: id, Evidence: b.evidence()},
		"/evidence_id": {Refund: id, Paid: true, Reference: "FT-1"},
	} {
		if f := fault.As(b.svc.EndRefund(ctx, clerk, in)); f == nil || len(f.Fields) != 1 || f.Fields[0].Pointer != at {
			t.Errorf("%s: %v", at, f)
		}
	}
	is(t, b.svc.EndRefund(ctx, clerk, paymentsvc.RefundEnd{Refund: uuid.New(), Paid: true, Reference: "x", Evidence: b.evidence()}), payment.RefundNotFound)
	is(t, b.svc.DecideRefund(ctx, clerk, uuid.New(), true), payment.RefundNotFound)
	b.audit()
}

// Fifty people who ask at once for the same money get it once.
func TestFiftyAsksGiveBackOnce(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	clerk := b.clerks(1)[0]
	x := b.category("90", "KES")
	o := b.bought(ctx, x)
	var asking sync.WaitGroup
	for range 50 {
		asking.Go(func() {
			_, _ = b.svc.AskRefund(ctx, clerk, paymentsvc.RefundAsk{Order: o.Number, Parts: []payment.BackPart{part(x, 20)}, Reason: "All at once"})
		})
	}
	asking.Wait()
	b.audit()
	if n := b.count(`SELECT count(*) FROM payment_refund`); n != 4 || b.owes(x) != "10.00" {
		t.Errorf("%d refunds, %s is left", n, b.owes(x))
	}
}

// A job that was called off gives all its fees back in one act, decided by two people; nothing of it is left then.
func TestACancelledJobGivesItsFeesBack(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	clerks := b.clerks(2)
	x, y, stays := b.category("60", "KES"), b.category("70", "KES"), b.category("30", "KES")
	b.bought(ctx, x, stays)
	b.actor = b.supplier()
	b.bought(ctx, x, y)
	is(t, errOf(b.svc.AskJobRefund(ctx, clerks[0], b.job, "It was called off", "")), payment.JobGoesOn)
	b.exec(`UPDATE category SET status = 'cancelled' WHERE id = ANY($1::uuid[])`, []uuid.UUID{x, y})
	reader := clerks[0]
	reader.Privileges = append(reader.Privileges, access.ViewReport)
	sums, err := b.svc.JobRefund(ctx, reader, b.job)
	if err != nil || len(sums) != 1 || sums[0].Orders != 2 || sums[0].Amount.Short() != "190" || sums[0].Alone {
		t.Errorf("what would go back: %+v, %v", sums, err)
	}
	is(t, errOf(b.svc.JobRefund(ctx, reader, uuid.New())), payment.OrderNotFound)
	n, err := b.svc.AskJobRefund(ctx, clerks[0], b.job, "It was called off", uuid.NewString())
	if err != nil || n != 2 {
		t.Fatal(n, err)
	}
	b.audit()
	is(t, errOf(b.svc.AskJobRefund(ctx, clerks[0], b.job, "Again", "")), payment.RefundNothing)
	var any uuid.UUID
	if err := b.owner.QueryRow(ctx, `SELECT id FROM payment_refund LIMIT 1`).Scan(&any); err != nil {
		t.Fatal(err)
	}
	is(t, b.svc.DecideRefund(ctx, clerks[0], any, true), payment.SecondPerson)
	b.must(b.svc.DecideRefund(ctx, clerks[1], any, true))
	b.audit()
	if b.owes(x) != "0.00" || b.owes(y) != "0.00" || b.owes(stays) != "30.00" {
		t.Errorf("left: %s, %s, %s", b.owes(x), b.owes(y), b.owes(stays))
	}
}

func errOf[T any](_ T, err error) error { return err }
