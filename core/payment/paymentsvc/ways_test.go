//go:build demo

package paymentsvc_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/chapa"
	"zabuni.org/core/gateway/dpo"
	"zabuni.org/core/gateway/iveri"
	"zabuni.org/core/gateway/paypal"
	"zabuni.org/core/gateway/pesapal"
	"zabuni.org/core/gateway/stripe"
	"zabuni.org/core/gateway/tingg"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/simulator/checkout"
)

// pages is the platform with every way that has a page, and the other sides of them.
type pages struct {
	origin string // where its messages arrive
	*bundle
	sim      *checkout.Simulator
	gateways paymentsvc.Gateways
	post     func(payment.Provider, payment.Message) // nil: what a provider sends arrives
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
		way := payment.Hook(part[4]).Way()
		if p.post != nil {
			p.post(way, m)
			return
		}
		if err := b.svc.Hear(context.WithoutCancel(ctx), way, m, "192.0.2.7"); err != nil {
			t.Error(err)
		}
		reply, onward, err := b.svc.Reply(context.WithoutCancel(ctx), way, m)
		if err != nil {
			t.Error(err)
		}
		if onward == "" {
			_, _ = w.Write(reply.Body)
		}
	}))
	t.Cleanup(srv.Close)
	p.origin = srv.URL
	var err error
	if p.sim, err = checkout.Open(checkout.Options{Hooks: srv.URL + "/api/supplier/hooks/", Now: p.clock}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.sim.Close)
	stp, one := stripe.New(p.sim.Stripe())
	pp, two := paypal.New(p.sim.PayPal(time.Now))
	cpp, three := chapa.New(p.sim.Chapa())
	pes, four := pesapal.New(p.sim.Pesapal(time.Now))
	c, five := tingg.New(p.sim.Tingg(time.Now))
	d, six := dpo.New(p.sim.DPO(time.Now))
	lite, seven := iveri.New(p.sim.IVeri(time.Now))
	b.must(errors.Join(one, two, three, four, five, six, seven))
	p.gateways = paymentsvc.Gateways{payment.Stripe: stp, payment.PayPal: pp, payment.Chapa: cpp, payment.Pesapal: pes, payment.Mpesa: b.mpesa,
		payment.Tingg: c, payment.DPO: d, payment.IVeri: lite}
	b.svc = paymentsvc.New(b.db, p.gateways, srv.URL, slog.New(slog.DiscardHandler))
	b.actor.Email = "peter@supplier.test"
	b.company("operator")
	b.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, phone, status, created_at)
		VALUES ($1, $2, 'supplier', $3, 'Peter', 'Otieno', '254701234567', 'active', now())`, b.actor.User, b.actor.Org, b.actor.Email)
	return ctx, p
}

// clock is the platform's, which tests move.
func (p *pages) clock() time.Time {
	var now time.Time
	p.must(p.owner.QueryRow(context.Background(), `SELECT zabuni.clock()`).Scan(&now))
	return now
}

// begin opens the page of an order.
func (p *pages) begin(ctx context.Context, way payment.Provider, order uuid.UUID) paymentsvc.Order {
	p.t.Helper()
	p.exec(`DELETE FROM rate_limit`)
	o, err := p.svc.PayByPage(ctx, p.actor, way, paymentsvc.Pay{Order: order, Key: uuid.NewString()})
	p.must(err)
	if n := o.Next; n != nil && n.Kind == payment.Form { // the payer's browser posts it
		form := url.Values{}
		for _, f := range n.Fields {
			form.Add(f.Name, f.Value)
		}
		res, err := http.PostForm(n.URL, form)
		p.must(err)
		_ = res.Body.Close()
	}
	return o
}

// fee is an amount that a way takes, in a currency of its own.
func fee(way payment.Provider, amount string) (string, string) {
	if way == payment.Tingg {
		return amount, "KES"
	}
	return amount, "USD"
}

func (p *pages) press(button string) {
	p.t.Helper()
	p.must(p.sim.Press(p.sim.Sales()[0].ID, button))
}

var allPages = []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal, payment.Tingg, payment.DPO, payment.IVeri}

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
				o := p.ordered(ctx, p.category(fee(way, "20.50")))
				terms, _ := payment.TermsOf(way)
				if o = p.begin(ctx, way, o.ID); o.Status != payment.Processing || o.Next == nil || o.Next.Kind != terms.Next || o.Next.URL == "" {
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
				if way == payment.Tingg && button == "decline" { // a request is open until it ends, whatever the payer's bank says
					want.reason = payment.TimedOut
				}
				p.expect(ctx, o.ID, want.order, want.attempt, want.reason)
			})
		}
	}
}

// A payment is found that was made before its page was told of, and one whose page was never told of.
func TestAnAnswerThatIsLateOrLost(t *testing.T) {
	for _, way := range allPages {
		if way == payment.IVeri { // nobody is called
			continue
		}
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			early := p.ordered(ctx, p.category(fee(way, "20")))
			p.sim.Next("before", "")
			p.begin(ctx, way, early.ID)
			_, err := p.svc.SettleDue(ctx)
			p.must(err)
			p.expect(ctx, early.ID, payment.Completed, payment.Completed, "")

			lost := p.ordered(ctx, p.category(fee(way, "30")))
			p.sim.Next("cut", "")
			// Of a request with a key the transport itself may send a second one, which gives the same session.
			if o := p.begin(ctx, way, lost.ID); o.Attempt.Status != payment.Pending && way != payment.Stripe {
				t.Fatalf("%+v", o.Attempt)
			}
			p.advance(time.Minute)
			p.settle(ctx)
			if way == payment.Pesapal || way == payment.DPO { // nobody saw a page: the next try has a new reference
				p.expect(ctx, lost.ID, payment.Failed, payment.Failed, payment.OutOfService)
				p.begin(ctx, way, lost.ID)
			} else if o := p.order(ctx, lost.ID); way != payment.Chapa && way != payment.Tingg && o.Next == nil {
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
	for _, way := range []payment.Provider{payment.Stripe, payment.Pesapal, payment.Tingg, payment.DPO, payment.IVeri} {
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
			if way == payment.Stripe || way == payment.DPO { // it was ended there
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
	for _, way := range []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal, payment.Tingg} {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			o := p.ordered(ctx, p.category(fee(way, "20")), p.category(fee(way, "30")))
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
			kind := "reversed"
			if way == payment.Pesapal { // it has one word for what was given back and what was asked back
				kind = "disputed"
			}
			if n := p.count(`SELECT count(*) FROM payment_reversal WHERE kind = $1 AND amount = 50`, kind); n != 1 {
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
	for _, way := range allPages {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			o := p.ordered(ctx, p.category(fee(way, "20")))
			p.begin(ctx, way, o.ID)
			before := p.count(`SELECT asked FROM payment_attempt WHERE order_id = $1`, o.ID)
			ref := o.Number + "-1"
			body := []byte(`{"event":"charge.success","tx_ref":"` + ref + `","OrderTrackingId":"x","OrderMerchantReference":"` + ref + `","merchant_transaction_id":"` + ref +
				`","request_status_code":"178","request_amount":20,"request_currency_code":"KES","amount_paid":20,"amount":"20","currency":"USD"}`)
			for _, m := range []payment.Message{
				{Method: "POST", Token: "account", Body: body},
				{Method: "POST", Token: "guessed", Body: body, Header: map[string][]string{"chapa-signature": {"constant"}, "stripe-signature": {"t=1,v1=00"}}},
				{Method: "POST", Token: "guessed", Body: []byte(`<API3G><Result>000</Result><TransactionToken>` + p.sim.Sales()[0].ID + `</TransactionToken><CompanyRef>` + ref + `</CompanyRef></API3G>`)},
				{Method: "POST", Token: "guessed", Body: []byte(`Lite_Merchant_Trace=` + ref + `&Lite_Payment_Card_Status=0&Lite_Order_Amount=2000`)},
				{Method: "GET", Token: "guessed", Query: map[string][]string{"trx_ref": {ref}, "status": {"success"}, "OrderTrackingId": {"x"}}},
				{Method: "POST", Token: "account", Body: []byte("\x00\xff")},
				{Method: "POST", Token: "account"},
			} {
				p.must(p.svc.Hear(ctx, way, m, "203.0.113.9"))
			}
			_, err := p.svc.SettleDue(ctx)
			p.must(err)
			p.expect(ctx, o.ID, payment.Processing, payment.Processing, "")
			if n := p.count(`SELECT asked FROM payment_attempt WHERE order_id = $1`, o.ID); n != before {
				t.Errorf("it was asked %d times", n-before)
			}
			if n := p.count(`SELECT count(*) FROM payment_callback WHERE verdict NOT IN ('forged', 'unmatched')`); n != 0 {
				t.Errorf("%d messages are taken for more", n)
			}
		})
	}
}

// What a provider tells of a payer is kept without what we have no reason to keep.
func TestNoCardAndNoPhoneIsKept(t *testing.T) {
	for _, way := range []payment.Provider{payment.Tingg, payment.DPO, payment.IVeri} {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			o := p.ordered(ctx, p.category(fee(way, "20")))
			p.begin(ctx, way, o.ID)
			p.press("pay")
			if n := p.count(`SELECT count(*) FROM payment_callback WHERE attempt_id IS NOT NULL AND verdict = 'heard'`); n != 1 {
				t.Fatalf("%d messages", n)
			}
			if n := p.count(`SELECT count(*) FROM payment_callback WHERE body ~ '254701234567|4242424242424242|2029'`); n != 0 {
				t.Errorf("%d messages hold a number of the payer", n)
			}
		})
	}
}

// Whoever has the code of an order pays it without an account, sees no more of it than that
// takes, and comes back to where it came from.
func TestWhoeverHasTheCodePays(t *testing.T) {
	for _, way := range []payment.Provider{payment.Tingg, payment.DPO} {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			o := p.ordered(ctx, p.category("2000", "KES"))
			code := p.order(ctx, o.ID).CartCode
			b, err := p.svc.Bill(ctx, code, "203.0.113.9")
			p.must(err)
			if b.Amount.String() != o.Amount.String() || b.Payee == "" || b.Status != payment.Created || !slices.Equal(b.Providers, []payment.Provider{payment.Tingg, payment.DPO}) || b.Next != nil {
				t.Fatalf("%+v", b)
			}
			in := paymentsvc.Visitor{Code: code, Network: "203.0.113.9", Phone: "0701 234 567", Key: uuid.NewString()}
			for range 2 { // the same click twice is one payment
				if b, err = p.svc.PayBill(ctx, way, in); err != nil || b.Next == nil || b.Next.URL == "" || b.Provider != way {
					t.Fatalf("%+v %v", b, err)
				}
			}
			if len(p.sim.Sales()) != 1 {
				t.Errorf("%d pages", len(p.sim.Sales()))
			}
			if way == payment.Tingg {
				is(t, second(p.svc.PayBill(ctx, way, paymentsvc.Visitor{Code: code, Phone: "0701 234 567", Key: uuid.NewString()})), payment.UnderWay)
			}
			p.press("pay")
			p.advance(time.Minute)
			p.settle(ctx)
			p.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
			if b, err = p.svc.Bill(ctx, code, "203.0.113.9"); err != nil || b.Status != payment.Completed || b.Next != nil {
				t.Errorf("%+v %v", b, err)
			}
			is(t, second(p.svc.PayBill(ctx, way, paymentsvc.Visitor{Code: code, Phone: "0701234567", Key: uuid.NewString()})), payment.OrderDone)
			if n := p.count(`SELECT count(*) FROM audit_entry WHERE action = 'payment.attempt.begun' AND detail @> '{"by_link":true}' AND actor_id = $1`, access.System.User); n != 1 {
				t.Errorf("%d entries", n)
			}
		})
	}
	ctx, p := paged(t)
	o := p.ordered(ctx, p.category("2000", "KES"))
	code := p.order(ctx, o.ID).CartCode
	is(t, second(p.svc.Bill(ctx, "guessed", "x")), payment.OrderNotFound)
	is(t, second(p.svc.PayBill(ctx, payment.Tingg, paymentsvc.Visitor{Code: "guessed", Key: uuid.NewString()})), payment.OrderNotFound)
	for _, way := range []payment.Provider{payment.Mpesa, payment.Stripe, payment.IVeri, payment.Free, "nobody"} {
		is(t, second(p.svc.PayBill(ctx, way, paymentsvc.Visitor{Code: code, Key: uuid.NewString()})), payment.ProviderAbsent)
	}
	_, err := p.svc.PayBill(ctx, payment.Tingg, paymentsvc.Visitor{Code: code, Phone: "12", Key: uuid.NewString()})
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != "/phone" || f[0].Code != fault.BadFormat {
		t.Errorf("%v", err)
	}
	// Whoever tries codes is slowed down.
	for range 60 {
		if _, err = p.svc.Bill(ctx, "guessed", "198.51.100.7"); !errors.Is(err, payment.OrderNotFound) {
			break
		}
	}
	is(t, err, fault.TooMany)
}

func second[T any](_ T, err error) error { return err }
