//go:build demo

package checkout_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/chapa"
	"zabuni.org/core/gateway/paypal"
	"zabuni.org/core/gateway/pesapal"
	"zabuni.org/core/gateway/stripe"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/simulator/checkout"
)

// world is the simulator, the true clients, and where its messages arrive.
type world struct {
	sim      *checkout.Simulator
	gateways paymentsvc.Gateways
	hooks    string

	mu    sync.Mutex
	heard []payment.Message
}

func open(t *testing.T) *world {
	t.Helper()
	w := &world{}
	srv := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := payment.Message{Method: r.Method, Header: map[string][]string{}, Query: r.URL.Query(), Body: body, Token: r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]}
		for k, v := range r.Header {
			m.Header[strings.ToLower(k)] = v
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.heard = append(w.heard, m)
	}))
	t.Cleanup(srv.Close)
	w.hooks = srv.URL + "/hooks/"
	var err error
	if w.sim, err = checkout.Open(checkout.Options{Hooks: w.hooks, Later: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.sim.Close)
	stp, one := stripe.New(w.sim.Stripe())
	pp, two := paypal.New(w.sim.PayPal(time.Now))
	cpp, three := chapa.New(w.sim.Chapa())
	p, four := pesapal.New(w.sim.Pesapal(time.Now))
	if err := errors.Join(one, two, three, four); err != nil {
		t.Fatal(err)
	}
	w.gateways = paymentsvc.Gateways{payment.Stripe: stp, payment.PayPal: pp, payment.Chapa: cpp, payment.Pesapal: p}
	return w
}

func (w *world) charge(way payment.Provider) payment.Charge {
	return payment.Charge{
		Attempt:     uuid.New(),
		Number:      "ZB-7K2M-9QX4",
		MerchantRef: "ZB-7K2M-9QX4-" + uuid.NewString()[:8],
		Amount:      money.Amount{Value: money.New(1250_50, -2), Currency: "USD"},
		Email:       "peter@supplier.test",
		Until:       time.Now().Add(time.Hour).Truncate(time.Second),
		CallbackURL: w.hooks + string(way) + "/token",
		AccountURL:  w.hooks + string(way) + "/",
		ReturnURL:   "https://zabuni.test/supplier/payment/cards/re/success",
		CancelURL:   "https://zabuni.test/supplier/payment/cards/" + string(way),
	}
}

// begin opens a page and returns the charge with its name.
func (w *world) begin(t *testing.T, way payment.Provider) payment.Charge {
	t.Helper()
	c := w.charge(way)
	a, err := w.gateways[way].Initiate(t.Context(), c)
	if err != nil || a.Ref == "" || !strings.HasPrefix(a.URL, "http://localhost:") {
		t.Fatalf("%s: %+v %v", way, a, err)
	}
	c.Ref = a.Ref
	return c
}

// ask puts the question and takes what is held.
func (w *world) ask(t *testing.T, way payment.Provider, c payment.Charge) payment.Result {
	t.Helper()
	g := w.gateways[way]
	r, err := g.Query(t.Context(), c)
	if capturer, ok := g.(paymentsvc.Capturer); ok && err == nil && r.Outcome == payment.Held {
		r, err = capturer.Capture(t.Context(), c)
	}
	if err != nil {
		t.Fatalf("%s: %v", way, err)
	}
	return r
}

func (w *world) messages() []payment.Message {
	w.sim.Close() // waits for what is late
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.heard
}

var ways = []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal}

// What a person does on a page is what the provider answers, and what it sends is read
// by the true client as being of that payment.
func TestEachButtonOfEachWay(t *testing.T) {
	for _, way := range ways {
		for _, x := range []struct {
			button   string
			outcome  payment.Outcome
			amount   string
			messages int
		}{
			{"pay", payment.Paid, "1250.5 USD", 1},
			{"decline", payment.NotPaid, "", 1},
			{"less", payment.Paid, "1249.5 USD", 1},
			{"currency", payment.Paid, "1250.5 EUR", 1},
			{"close", payment.Paid, "1250.5 USD", 1},
			{"twice", payment.Paid, "1250.5 USD", 2},
			{"late", payment.Paid, "1250.5 USD", 1},
			{"never", payment.Paid, "1250.5 USD", 0},
		} {
			t.Run(string(way)+" "+x.button, func(t *testing.T) {
				w := open(t)
				c := w.begin(t, way)
				if r := w.ask(t, way, c); r.Outcome != payment.Waiting {
					t.Fatalf("before anything: %+v", r)
				}
				if err := w.sim.Press(w.sim.Sales()[0].ID, x.button); err != nil {
					t.Fatal(err)
				}
				r := w.ask(t, way, c)
				got := ""
				if r.Amount != nil {
					got = r.Amount.Value.Short() + " " + string(r.Amount.Currency)
				}
				if r.Outcome != x.outcome || got != x.amount || (x.outcome == payment.Paid) != (r.Receipt != "") {
					t.Errorf("%+v %s", r, got)
				}
				want := x.messages
				if way == payment.Chapa {
					want *= 2 // one in an address, one signed
				}
				heard := w.messages()
				if len(heard) != want {
					t.Fatalf("%d messages, want %d", len(heard), want)
				}
				for _, m := range heard {
					hints, err := w.gateways[way].Read(m)
					if err != nil || len(hints) != 1 || hints[0].MerchantRef != c.MerchantRef || hints[0].Ref != "" && hints[0].Ref != c.Ref {
						t.Errorf("%s %s: %+v %v", m.Method, m.Body, hints, err)
					}
				}
			})
		}
	}
}

// Money that goes back is told of, and asked about.
func TestMoneyGoesBack(t *testing.T) {
	for _, way := range ways {
		for button, want := range map[string]payment.Outcome{"reverse": payment.Reversed, "dispute": payment.Reversed} {
			w := open(t)
			c := w.begin(t, way)
			id := w.sim.Sales()[0].ID
			if err := w.sim.Press(id, "never"); err != nil {
				t.Fatal(err)
			}
			paid := w.ask(t, way, c)
			if err := w.sim.Press(id, button); err != nil {
				t.Fatal(way, err)
			}
			if way == payment.Stripe && button == "dispute" {
				want = payment.Disputed
			}
			if r := w.ask(t, way, c); r.Outcome != want || r.Amount == nil {
				t.Errorf("%s %s: %+v", way, button, r)
			}
			for _, m := range w.messages() {
				hints, err := w.gateways[way].Read(m)
				if err != nil || len(hints) != 1 || m.Method == "POST" && !hints[0].Back || hints[0].MerchantRef != c.MerchantRef && hints[0].Receipt != paid.Receipt {
					t.Errorf("%s %s: %+v %v", way, button, hints, err)
				}
			}
		}
	}
}

// An initiation that was cut off ends in at most one page: found again by repeating it, by our own
// reference, or not at all where nobody saw it.
func TestAnInitiationThatWasCutOff(t *testing.T) {
	for _, way := range ways {
		w := open(t)
		c := w.charge(way)
		w.sim.Next("cut")
		_, err := w.gateways[way].Initiate(t.Context(), c)
		var refused *payment.Refusal
		if err == nil || errors.As(err, &refused) {
			t.Fatalf("%s: %v", way, err)
		}
		r := w.ask(t, way, c)
		switch way {
		case payment.Pesapal:
			if r.Outcome != payment.NotPaid {
				t.Errorf("%s: %+v", way, r)
			}
		case payment.Chapa:
			if r.Outcome != payment.Waiting || r.Ref != c.MerchantRef {
				t.Errorf("%s: %+v", way, r)
			}
		default:
			if r.Outcome != payment.Waiting || r.Ref == "" || r.URL == "" || len(w.sim.Sales()) != 1 {
				t.Errorf("%s: %+v, %d pages", way, r, len(w.sim.Sales()))
			}
		}
	}
}

// What is not to the letter what a provider sends proves nothing, and reads as nothing.
func TestMessagesThatProveNothing(t *testing.T) {
	for _, way := range ways {
		w := open(t)
		w.begin(t, way)
		if err := w.sim.Press(w.sim.Sales()[0].ID, "pay"); err != nil {
			t.Fatal(err)
		}
		for _, m := range w.messages() {
			if m.Method != "POST" {
				continue
			}
			with := func(change func(*payment.Message)) payment.Message {
				other := m
				other.Header = map[string][]string{}
				for k, v := range m.Header {
					other.Header[k] = v
				}
				change(&other)
				return other
			}
			bad := map[string]payment.Message{
				"nothing": {Method: "POST"},
				"no JSON": with(func(m *payment.Message) { m.Body = []byte("\x00\xff<xml/>") }),
			}
			switch way {
			case payment.Pesapal:
				bad["another token"] = with(func(m *payment.Message) { m.Token = "guessed" })
				bad["no order"] = with(func(m *payment.Message) { m.Body = []byte(`{"OrderTrackingId":""}`) })
			case payment.PayPal:
				bad["a header twice"] = with(func(m *payment.Message) { m.Header["paypal-transmission-sig"] = []string{"a", "b"} })
				if err := w.gateways[way].(paymentsvc.Prover).Prove(t.Context(), with(func(m *payment.Message) { m.Body = append([]byte(" "), m.Body...) })); err == nil {
					t.Error("an altered message is proved")
				}
			default:
				name := map[payment.Provider]string{payment.Stripe: "stripe-signature", payment.Chapa: "x-chapa-signature"}[way]
				bad["altered"] = with(func(m *payment.Message) { m.Body = append(m.Body[:len(m.Body):len(m.Body)], ' ') })
				bad["unsigned"] = with(func(m *payment.Message) { delete(m.Header, name) })
				bad["signed twice"] = with(func(m *payment.Message) { m.Header[name] = append([]string{"x"}, m.Header[name]...) })
				bad["old"] = with(func(m *payment.Message) {
					m.Header[name] = []string{"t=1600000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"}
				})
			}
			for what, m := range bad {
				if hints, err := w.gateways[way].Read(m); err == nil {
					t.Errorf("%s, %s: %+v", way, what, hints)
				}
			}
		}
	}
}

// What a provider does not take is a definite no: nobody is asked about it again.
func TestWhatIsRefused(t *testing.T) {
	for _, way := range ways {
		w := open(t)
		c := w.charge(way)
		c.Amount.Currency = "XOF"
		if way == payment.Pesapal {
			c.Email = ""
		}
		_, err := w.gateways[way].Initiate(t.Context(), c)
		var refused *payment.Refusal
		if !errors.As(err, &refused) || refused.Reason != payment.Refused || len(w.sim.Sales()) != 0 {
			t.Errorf("%s: %v", way, err)
		}
	}
}

// A page that was left takes no money any more, where the provider can end it.
func TestAPageThatIsLeft(t *testing.T) {
	w := open(t)
	c := w.begin(t, payment.Stripe)
	if err := w.gateways[payment.Stripe].(paymentsvc.Abandoner).Abandon(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if err := w.sim.Press(w.sim.Sales()[0].ID, "pay"); err == nil {
		t.Error("it was paid")
	}
	if r := w.ask(t, payment.Stripe, c); r.Outcome != payment.NotPaid {
		t.Errorf("%+v", r)
	}
}
