//go:build demo

package paymentsvc_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// clerks are operators who move money.
func (b *bundle) clerks(n int) []access.Actor {
	out := make([]access.Actor, n)
	for i := range out {
		id := uuid.Must(uuid.NewV7())
		b.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
			VALUES ($1, $2, 'qed', $1::uuid::text || '@zabuni.test', 'Njeri', 'Wambui', 'active', now())`, id, b.buyer)
		out[i] = access.Actor{User: id, Org: b.buyer, Type: access.Operator, Privileges: []access.Privilege{access.ManagePayments},
			Confirmed: time.Now().AddDate(1, 0, 0)} // at every moment of a test whose clock is moved on
	}
	return out
}

// Money under review is matched or dismissed by two people, the second never the first.
func TestTwoPeopleResolveAReview(t *testing.T) {
	ctx, b := setup(t)
	clerks := b.clerks(2)
	one, two := clerks[0], clerks[1]
	held := func(fee string, receipt string) (paymentsvc.Order, uuid.UUID) {
		b.exec(`DELETE FROM rate_limit`)
		category := b.category(fee, "KES")
		o, c := b.paying(ctx, category)
		b.exec(`UPDATE category SET closes_at = zabuni.clock() - interval '1 minute' WHERE id = $1`, category)
		b.mpesa.says(ref(c), payment.Result{Outcome: payment.Paid, Code: "0", Receipt: receipt})
		b.settle(ctx)
		b.expect(ctx, o.ID, payment.Failed, payment.Review, payment.LinesClosed)
		return o, c.Attempt
	}
	o, attempt := held("20", "R-1")
	is(t, b.svc.Decide(ctx, one, attempt, true), payment.NotInReview) // nobody proposed
	if err := b.svc.Propose(ctx, b.actor, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "mine", Evidence: b.evidence()}); err == nil {
		t.Error("a supplier decides about money")
	}
	for _, without := range []uuid.UUID{{}, uuid.New()} { // money that pays is proved by a document that is kept
		if err := b.svc.Propose(ctx, one, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "It came", Evidence: without}); err == nil {
			t.Errorf("matched with %s", without)
		}
	}
	b.must(b.svc.Propose(ctx, one, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "It came in time: the bank says so", Evidence: b.evidence()}))
	is(t, b.svc.Propose(ctx, two, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Dismiss, Reason: "No"}), payment.Proposed)
	is(t, b.svc.Decide(ctx, one, attempt, true), payment.SecondPerson)
	b.must(b.svc.Decide(ctx, two, attempt, false))
	b.must(b.svc.Propose(ctx, two, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "Looked again", Evidence: b.evidence()}))
	b.must(b.svc.Decide(ctx, one, attempt, true))
	is(t, b.svc.Decide(ctx, one, attempt, true), payment.NotInReview) // once
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, payment.LinesClosed)
	if n := b.count(`SELECT count(*) FROM (SELECT FROM ledger_entry WHERE account = 'suspense' HAVING sum(amount) <> 0) x`); n != 0 {
		t.Error("suspense holds something")
	}

	o, attempt = held("30", "R-2")
	b.must(b.svc.Propose(ctx, one, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Dismiss, Reason: "Given back by hand"}))
	b.must(b.svc.Decide(ctx, two, attempt, true))
	if got := b.order(ctx, o.ID); got.Status != payment.Failed || got.Attempt.Status != payment.Dismissed {
		t.Errorf("%s %+v", got.Status, got.Attempt)
	}
	b.audit()
}

// A provider that wants to hear what became of the money is told once it is decided, again
// until it has heard, and never otherwise.
func TestProvidersAreToldWhatBecameOfTheMoney(t *testing.T) {
	ctx, p := paged(t)
	told := func() string { return p.sim.Sales()[0].Told }
	o := p.ordered(ctx, p.category("20", "KES"))
	p.begin(ctx, payment.Tingg, o.ID)
	p.press("pay")
	n, err := p.svc.AcknowledgeDue(ctx)
	p.must(err)
	if n != 0 || told() != "" {
		t.Errorf("told %q before it was credited", told())
	}
	_, err = p.svc.SettleDue(ctx)
	p.must(err)
	// What does not get through is told again, later.
	p.exec(`UPDATE payment_attempt SET merchant_ref = merchant_ref || 'x' WHERE order_id = $1`, o.ID)
	n, err = p.svc.AcknowledgeDue(ctx)
	p.must(err)
	if n != 1 || told() != "" {
		t.Fatalf("%d, %q", n, told())
	}
	if n, err = p.svc.AcknowledgeDue(ctx); n != 0 || err != nil {
		t.Errorf("told again at once: %d %v", n, err)
	}
	p.exec(`UPDATE payment_attempt SET merchant_ref = rtrim(merchant_ref, 'x') WHERE order_id = $1`, o.ID)
	p.advance(2 * time.Minute)
	if n, err = p.svc.AcknowledgeDue(ctx); n != 1 || err != nil || told() != "accepted" {
		t.Fatalf("%d %v %q", n, err, told())
	}
	p.advance(48 * time.Hour)
	if n, err = p.svc.AcknowledgeDue(ctx); n != 0 || err != nil {
		t.Errorf("told on: %d %v", n, err)
	}
	if n := p.count(`SELECT count(*) FROM audit_entry WHERE action = 'payment.attempt.acknowledged'`); n != 1 {
		t.Errorf("%d entries", n)
	}

	// Money that a person looks at waits for the person's word.
	clerk := p.clerks(2)
	for _, one := range []struct {
		act  paymentsvc.Act
		want string
	}{{paymentsvc.Match, "accepted"}, {paymentsvc.Dismiss, "rejected"}} { // in this order: what is dismissed stays in the cart, and its category has closed
		act, want := one.act, one.want
		category := p.category("30", "KES")
		o := p.ordered(ctx, category)
		p.begin(ctx, payment.Tingg, o.ID)
		p.exec(`UPDATE category SET closes_at = zabuni.clock() - interval '1 minute' WHERE id = $1`, category)
		p.press("pay")
		_, err = p.svc.SettleDue(ctx)
		p.must(err)
		p.expect(ctx, o.ID, payment.Failed, payment.Review, payment.LinesClosed)
		if n, err = p.svc.AcknowledgeDue(ctx); n != 0 || err != nil {
			t.Fatalf("told while a person looks: %d %v", n, err)
		}
		attempt := p.order(ctx, o.ID).Attempt.ID
		p.must(p.svc.Propose(ctx, clerk[0], paymentsvc.Proposal{Attempt: attempt, Act: act, Reason: "Looked at", Evidence: p.evidence()}))
		p.must(p.svc.Decide(ctx, clerk[1], attempt, true))
		_, err = p.svc.AcknowledgeDue(ctx)
		p.must(err)
		if told() != want {
			t.Errorf("%s is told as %q", act, told())
		}
		if act == paymentsvc.Dismiss { // it goes back, out of suspense
			p.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() - interval '1 second' WHERE id = $1`, attempt)
			_, err = p.svc.SettleDue(ctx)
			p.must(err)
			if n := p.count(`SELECT count(*) FROM payment_reversal WHERE attempt_id = $1`, attempt); n != 1 {
				t.Errorf("%d reversals", n)
			}
		}
	}
	if n := p.count(`SELECT count(*) FROM (SELECT FROM ledger_entry WHERE account = 'suspense' HAVING sum(amount) <> 0) x`); n != 0 {
		t.Error("suspense holds something")
	}
	p.audit()
}

// Whatever happens between a proposal and its approval, a match is examined again: money
// pays an order only if it still can.
func TestAMatchIsExaminedWhenItIsApproved(t *testing.T) {
	ctx, p := paged(t)
	clerk := p.clerks(2)
	category := p.category("2000", "KES")
	o := p.ordered(ctx, category)
	p.begin(ctx, payment.Tingg, o.ID)
	p.exec(`UPDATE category SET closes_at = zabuni.clock() - interval '1 minute' WHERE id = $1`, category)
	p.press("pay")
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	attempt := p.order(ctx, o.ID).Attempt.ID
	p.exec(`UPDATE category SET closes_at = zabuni.clock() + interval '1 day' WHERE id = $1`, category)
	p.must(p.svc.Propose(ctx, clerk[0], paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "It came in time", Evidence: p.evidence()}))

	// Meanwhile another way is under way, and then pays.
	p.begin(ctx, payment.DPO, o.ID)
	is(t, p.svc.Decide(ctx, clerk[1], attempt, true), payment.UnderWay)
	p.press("pay")
	p.advance(time.Minute)
	p.settle(ctx)
	p.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	is(t, p.svc.Decide(ctx, clerk[1], attempt, true), payment.OrderDone)
	if n := p.count(`SELECT count(*) FROM payment_attempt WHERE id = $1 AND status = 'review'`, attempt); n != 1 {
		t.Error("it is not under review any more")
	}
	p.must(p.svc.Decide(ctx, clerk[1], attempt, false))
	is(t, p.svc.Propose(ctx, clerk[0], paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "Again", Evidence: p.evidence()}), payment.OrderDone)
	p.audit()
}

// What was proposed to pay an order is gone when the second person approves: nothing is
// paid by it.
func TestAMatchOfMoneyThatIsGone(t *testing.T) {
	ctx, p := paged(t)
	clerk := p.clerks(2)
	category := p.category("2000", "KES")
	o := p.ordered(ctx, category)
	p.begin(ctx, payment.Stripe, o.ID)
	p.exec(`UPDATE category SET closes_at = zabuni.clock() - interval '1 minute' WHERE id = $1`, category)
	p.press("pay")
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	attempt := p.order(ctx, o.ID).Attempt.ID
	p.must(p.svc.Propose(ctx, clerk[0], paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "It came in time", Evidence: p.evidence()}))
	p.press("reverse")
	_, err = p.svc.SettleDue(ctx)
	p.must(err)
	is(t, p.svc.Decide(ctx, clerk[1], attempt, true), payment.NoMatch)
	p.expect(ctx, o.ID, payment.Failed, payment.Review, payment.LinesClosed)
	p.audit()
}

// Money under review that goes back leaves suspense, where it lay: no buyer loses what
// none was given.
func TestMoneyUnderReviewGoesBackFromSuspense(t *testing.T) {
	ctx, p := paged(t)
	category := p.category("2000", "KES")
	o := p.ordered(ctx, category)
	p.begin(ctx, payment.Stripe, o.ID)
	p.exec(`UPDATE category SET closes_at = zabuni.clock() - interval '1 minute' WHERE id = $1`, category)
	p.press("pay")
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	p.expect(ctx, o.ID, payment.Failed, payment.Review, payment.LinesClosed)
	p.press("reverse")
	_, err = p.svc.SettleDue(ctx)
	p.must(err)
	if n := p.count(`SELECT count(*) FROM ledger_entry WHERE account LIKE 'buyer:%'`); n != 0 {
		t.Errorf("%d movements of a buyer", n)
	}
	if n := p.count(`SELECT count(*) FROM (SELECT FROM ledger_entry GROUP BY account HAVING sum(amount) <> 0) x`); n != 0 {
		t.Errorf("%d accounts hold something", n)
	}
	p.audit()
}

// evidence is a document that the operator keeps for a decision.
func (b *bundle) evidence() uuid.UUID {
	b.t.Helper()
	id := uuid.Must(uuid.NewV7())
	b.exec(`INSERT INTO document (id, company_id, kind, name, media_type, size, sha256, store_key, created_by, created_at)
		VALUES ($1, $2, 'payment_evidence', 'slip.pdf', 'application/pdf', 14, '', $1::uuid::text, $1, now())`, id, b.buyer)
	return id
}
