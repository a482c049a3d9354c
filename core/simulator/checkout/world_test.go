//go:build demo

package checkout_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
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
	moved time.Duration // the clock is ahead
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.moved)
}

func (w *world) advance(d time.Duration) {
	w.mu.Lock()
	w.moved += d
	w.mu.Unlock()
	w.sim.Deliver()
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
	if w.sim, err = checkout.Open(checkout.Options{Hooks: w.hooks, Now: w.clock}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.sim.Close)
	stp, one := stripe.New(w.sim.Stripe())
	pp, two := paypal.New(w.sim.PayPal(time.Now))
	cpp, three := chapa.New(w.sim.Chapa())
	p, four := pesapal.New(w.sim.Pesapal(time.Now))
	c, five := tingg.New(w.sim.Tingg(time.Now))
	d, six := dpo.New(w.sim.DPO(time.Now))
	lite, seven := iveri.New(w.sim.IVeri(time.Now))
	if err := errors.Join(one, two, three, four, five, six, seven); err != nil {
		t.Fatal(err)
	}
	w.gateways = paymentsvc.Gateways{payment.Stripe: stp, payment.PayPal: pp, payment.Chapa: cpp, payment.Pesapal: p,
		payment.Tingg: c, payment.DPO: d, payment.IVeri: lite}
	return w
}

func (w *world) charge(way payment.Provider) payment.Charge {
	currency := money.Currency("USD")
	if way == payment.Tingg {
		currency = "KES"
	}
	return payment.Charge{
		Attempt:     uuid.New(),
		Number:      "ZB-7K2M-9QX4",
		MerchantRef: "ZB-7K2M-9QX4-" + uuid.NewString()[:8],
		Amount:      money.Amount{Value: money.New(1250_50, -2), Currency: currency},
		Person:      payment.Person{First: "Peter", Last: "Otieno", Email: "peter@supplier.test", Phone: "254701234567"},
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
	if err != nil || a.Ref == "" {
		t.Fatalf("%s: %+v %v", way, a, err)
	}
	c.Ref = a.Ref
	if former, ok := w.gateways[way].(paymentsvc.Former); ok {
		w.post(t, a.URL, former.Fields(c))
		return c
	}
	at, err := http.Get(a.URL)
	if err != nil || at.StatusCode != http.StatusOK || at.Request.URL.Hostname() != "localhost" {
		t.Fatalf("%s: its page is %+v %v", way, at, err)
	}
	_ = at.Body.Close()
	return c
}

// post is what the payer's browser does with a form.
func (w *world) post(t *testing.T, to string, fields []payment.Field) {
	t.Helper()
	form := url.Values{}
	for _, f := range fields {
		form.Add(f.Name, f.Value)
	}
	res, err := http.PostForm(to, form)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("posted: %+v %v", res, err)
	}
	_ = res.Body.Close()
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
	w.sim.Close() // waits for what is under way
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.heard
}
