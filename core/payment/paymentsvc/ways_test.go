//go:build demo

package paymentsvc_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/chapa"
	"zabuni.org/core/gateway/paypal"
	"zabuni.org/core/gateway/pesapal"
	"zabuni.org/core/gateway/stripe"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/simulator/checkout"
)

// pages is the platform with every way that has a page, and the other sides of them.
type pages struct {
	*bundle
	sim *checkout.Simulator
}

func paged(t *testing.T) (context.Context, *pages) {
	t.Helper()
	ctx, b := setup(t)
	p := &pages{bundle: b}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		part := strings.Split(r.URL.Path, "/") // "", api, supplier, hooks, way, token
		body, _ := io.ReadAll(r.Body)
		m := payment.Message{Method: r.Method, Header: map[string][]string{}, Query: r.URL.Query(), Body: body, Token: part[5]}
		for k, v := range r.Header {
			m.Header[strings.ToLower(k)] = v
		}
		if err := b.svc.Hear(context.WithoutCancel(ctx), payment.Provider(part[4]), m, "192.0.2.7"); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(srv.Close)
	var err error
	if p.sim, err = checkout.Open(checkout.Options{Hooks: srv.URL + "/api/supplier/hooks/", Later: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.sim.Close)
	stp, one := stripe.New(p.sim.Stripe())
	pp, two := paypal.New(p.sim.PayPal(time.Now))
	cpp, three := chapa.New(p.sim.Chapa())
	pes, four := pesapal.New(p.sim.Pesapal(time.Now))
	b.must(errors.Join(one, two, three, four))
	b.svc = paymentsvc.New(b.db, paymentsvc.Gateways{payment.Stripe: stp, payment.PayPal: pp, payment.Chapa: cpp, payment.Pesapal: pes, payment.Mpesa: b.mpesa},
		srv.URL, slog.New(slog.DiscardHandler))
	b.actor.Email = "peter@supplier.test"
	return ctx, p
}

// begin opens the page of an order.
func (p *pages) begin(ctx context.Context, way payment.Provider, order uuid.UUID) paymentsvc.Order {
	p.t.Helper()
	p.exec(`DELETE FROM rate_limit`)
	o, err := p.svc.PayByPage(ctx, p.actor, way, paymentsvc.Pay{Order: order, Key: uuid.NewString()})
	p.must(err)
	return o
}

func (p *pages) press(button string) {
	p.t.Helper()
	p.must(p.sim.Press(p.sim.Sales()[0].ID, button))
}

var allPages = []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal}

// Whatever a person does on a page of whatever provider, and whatever the provider says
// first, twice or never, the order ends as the money did.
func TestEveryPageEndsAsTheMoneyDid(t *testing.T) {
	for _, way := range allPages {
		for button, want := range map[string]struct {
			order, attempt payment.State
			reason         payment.Reason
		}{
			"pay":      {payment.Completed, payment.Completed, ""},
			"twice":    {payment.Completed, payment.Completed, ""},
			"never":    {payment.Completed, payment.Completed, ""},
			"decline":  {payment.Failed, payment.Failed, payment.Refused},
			"less":     {payment.Failed, payment.Review, payment.AmountDiffers},
			"currency": {payment.Failed, payment.Review, payment.CurrencyDiffers},
		} {
			t.Run(string(way)+" "+button, func(t *testing.T) {
				ctx, p := paged(t)
				o := p.ordered(ctx, p.category("20.50", "USD"))
				if o = p.begin(ctx, way, o.ID); o.Status != payment.Processing || o.Next == nil || o.Next.Kind != payment.Redirect || o.Next.URL == "" {
					t.Fatalf("%+v %+v", o, o.Next)
				}
				p.press(button)
				if button != "never" { // a message woke the question
					_, err := p.svc.SettleDue(ctx)
					p.must(err)
				} else {
					p.advance(time.Minute)
					p.settle(ctx)
				}
				p.expect(ctx, o.ID, want.order, want.attempt, want.reason)
			})
		}
	}
}

// A payment is found that was made before its page was told of, and one whose page was never told of.
func TestAnAnswerThatIsLateOrLost(t *testing.T) {
	for _, way := range allPages {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			early := p.ordered(ctx, p.category("20", "USD"))
			p.sim.Next("before")
			p.begin(ctx, way, early.ID)
			_, err := p.svc.SettleDue(ctx)
			p.must(err)
			p.expect(ctx, early.ID, payment.Completed, payment.Completed, "")

			lost := p.ordered(ctx, p.category("30", "USD"))
			p.sim.Next("cut")
			// Of a request with a key the transport itself may send a second one, which gives the same session.
			if o := p.begin(ctx, way, lost.ID); o.Attempt.Status != payment.Pending && way != payment.Stripe {
				t.Fatalf("%+v", o.Attempt)
			}
			p.advance(time.Minute)
			p.settle(ctx)
			if way == payment.Pesapal { // nobody saw a page: the next try has a new reference
				p.expect(ctx, lost.ID, payment.Failed, payment.Failed, payment.OutOfService)
				p.begin(ctx, way, lost.ID)
			} else if o := p.order(ctx, lost.ID); way != payment.Chapa && o.Next == nil {
				t.Fatalf("its page is not found: %+v", o.Attempt)
			}
			p.press("pay")
			p.advance(2 * time.Minute)
			p.settle(ctx)
			p.expect(ctx, lost.ID, payment.Completed, payment.Completed, "")
		})
	}
}

// A page that was left holds nobody; what is paid there after all pays the order, or is held if another way did.
func TestALeftPage(t *testing.T) {
	for _, way := range []payment.Provider{payment.Stripe, payment.Pesapal} {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			o := p.ordered(ctx, p.category("2000", "KES"))
			p.begin(ctx, way, o.ID)
			_, err := p.pay(ctx, o.ID)
			is(t, err, payment.UnderWay)
			first := p.sim.Sales()[0].ID
			if o, err = p.svc.Leave(ctx, p.actor, o.ID); err != nil || o.Status == payment.Processing {
				t.Fatal(o.Status, err)
			}
			p.expect(ctx, o.ID, payment.Expired, payment.Expired, payment.Abandoned)
			p.again(ctx, o.ID)
			p.mpesa.says(ref(p.mpesa.last(t)), yes)
			p.settle(ctx)
			p.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
			if way == payment.Stripe { // it was ended there
				if p.sim.Press(first, "pay") == nil {
					t.Error("a page that was left was paid")
				}
				return
			}
			p.must(p.sim.Press(first, "pay"))
			_, err = p.svc.SettleDue(ctx)
			p.must(err)
			if n := p.count(`SELECT count(*) FROM payment_attempt WHERE status = 'review' AND reason = 'order_paid'`); n != 1 {
				t.Errorf("%d are held", n)
			}
			p.audit()
		})
	}
}

// Nobody takes what a payer agreed to once the order is paid by another way.
func TestWhatIsHeldIsNotTakenTwice(t *testing.T) {
	ctx, p := paged(t)
	o := p.ordered(ctx, p.category("20", "USD"))
	p.begin(ctx, payment.PayPal, o.ID)
	first := p.sim.Sales()[0].ID
	_, err := p.svc.Leave(ctx, p.actor, o.ID)
	p.must(err)
	p.begin(ctx, payment.Stripe, o.ID)
	p.press("pay")
	_, err = p.svc.SettleDue(ctx)
	p.must(err)
	p.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	p.must(p.sim.Press(first, "pay"))
	for range 3 {
		p.advance(2 * time.Hour)
		p.settle(ctx)
	}
	for _, sale := range p.sim.Sales() {
		if sale.ID == first && sale.State != "agreed" {
			t.Errorf("it was taken: %s", sale.State)
		}
	}
	p.audit()
}

// Money that goes back is a row and a movement of its own, once; the order stays what it is.
func TestMoneyThatGoesBack(t *testing.T) {
	for _, way := range allPages {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			o := p.ordered(ctx, p.category("20", "USD"), p.category("30", "USD"))
			p.begin(ctx, way, o.ID)
			p.press("pay")
			_, err := p.svc.SettleDue(ctx)
			p.must(err)
			p.press("reverse")
			for range 2 {
				_, err = p.svc.SettleDue(ctx)
				p.must(err)
				p.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() - interval '1 second'`)
			}
			if got := p.order(ctx, o.ID); got.Status != payment.Completed {
				t.Error(got.Status)
			}
			if n := p.count(`SELECT count(*) FROM payment_reversal WHERE kind = 'reversed' AND amount = 50`); n != 1 {
				t.Errorf("%d reversals", n)
			}
			if n := p.count(`SELECT count(*) FROM (SELECT FROM ledger_entry GROUP BY account, category_id HAVING sum(amount) <> 0) x`); n != 0 {
				t.Errorf("%d accounts hold something", n)
			}
			if n := p.count(`SELECT count(*) FROM audit_entry WHERE action = 'payment.attempt.reversed'`); n != 1 {
				t.Errorf("%d entries", n)
			}
		})
	}
}

// A message in nobody's name changes nothing but the inbox, and calls nobody.
func TestForgedMessagesChangeNothing(t *testing.T) {
	ctx, p := paged(t)
	for _, way := range allPages {
		o := p.ordered(ctx, p.category("20", "USD"))
		p.begin(ctx, way, o.ID)
		before := p.count(`SELECT asked FROM payment_attempt WHERE order_id = $1`, o.ID)
		body := []byte(`{"event":"charge.success","tx_ref":"` + o.Number + `-1","OrderTrackingId":"x","OrderMerchantReference":"` + o.Number + `-1","amount":"20","currency":"USD"}`)
		for _, m := range []payment.Message{
			{Method: "POST", Token: "account", Body: body},
			{Method: "POST", Token: "guessed", Body: body, Header: map[string][]string{"chapa-signature": {"constant"}, "stripe-signature": {"t=1,v1=00"}}},
			{Method: "GET", Token: "guessed", Query: map[string][]string{"trx_ref": {o.Number + "-1"}, "status": {"success"}, "OrderTrackingId": {"x"}}},
			{Method: "POST", Token: "account", Body: []byte("\x00\xff")},
			{Method: "POST", Token: "account"},
		} {
			p.must(p.svc.Hear(ctx, way, m, "203.0.113.9"))
		}
		_, err := p.svc.SettleDue(ctx)
		p.must(err)
		p.expect(ctx, o.ID, payment.Processing, payment.Processing, "")
		if n := p.count(`SELECT asked FROM payment_attempt WHERE order_id = $1`, o.ID); n != before {
			t.Errorf("%s was asked %d times", way, n-before)
		}
		_, err = p.svc.Leave(ctx, p.actor, o.ID)
		p.must(err)
	}
	if n := p.count(`SELECT count(*) FROM payment_callback WHERE verdict NOT IN ('forged', 'unmatched')`); n != 0 {
		t.Errorf("%d messages are taken for more", n)
	}
}

// Money under review is matched or dismissed by two people, the second never the first.
func TestTwoPeopleResolveAReview(t *testing.T) {
	ctx, b := setup(t)
	clerk := func() access.Actor {
		id := uuid.Must(uuid.NewV7())
		b.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
			VALUES ($1, $2, 'qed', $1::uuid::text || '@zabuni.test', 'Njeri', 'Wambui', 'active', now())`, id, b.buyer)
		return access.Actor{User: id, Org: b.buyer, Type: access.Operator, Privileges: []access.Privilege{access.ManagePayments}}
	}
	one, two := clerk(), clerk()
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
	if err := b.svc.Propose(ctx, b.actor, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "mine"}); err == nil {
		t.Error("a supplier decides about money")
	}
	b.must(b.svc.Propose(ctx, one, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "It came in time: the bank says so"}))
	is(t, b.svc.Propose(ctx, two, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Dismiss, Reason: "No"}), payment.Proposed)
	is(t, b.svc.Decide(ctx, one, attempt, true), payment.SecondPerson)
	b.must(b.svc.Decide(ctx, two, attempt, false))
	b.must(b.svc.Propose(ctx, two, paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "Looked again"}))
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
