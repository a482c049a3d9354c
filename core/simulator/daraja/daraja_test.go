//go:build demo

package daraja_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/simulator/daraja"
)

type peers struct {
	sim    *daraja.Simulator
	client *mpesa.Client
	heard  chan []byte
	hook   string
}

func open(t *testing.T, o daraja.Options) *peers {
	t.Helper()
	sim, err := daraja.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	p := &peers{sim: sim, heard: make(chan []byte, 10)}
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		p.heard <- raw
	}))
	p.hook = srv.URL
	t.Cleanup(srv.Close)
	t.Cleanup(sim.Close)
	if p.client, err = mpesa.New(sim.Client(time.Now)); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *peers) prompt(t *testing.T, phone string) (payment.Accepted, error) {
	return p.client.Initiate(t.Context(), payment.Charge{Attempt: uuid.New(), Number: "ZB-7K2M-9QX4", Amount: money.Amount{Value: money.New(1500, 0), Currency: "KES"},
		Payer: phone, CallbackURL: p.hook})
}

// What the client expects of Daraja and what the simulator does is one contract.
func TestPhonesDoWhatTheirEndingsSay(t *testing.T) {
	p := open(t, daraja.Options{})
	for phone, want := range map[string]struct {
		outcome   payment.Outcome
		reason    payment.Reason
		callbacks int
		amount    string
	}{
		"254701234567": {payment.Paid, "", 1, "1500.0000"},
		"254701234532": {payment.NotPaid, payment.ByPayer, 1, ""},
		"254701234537": {payment.NotPaid, payment.Unreachable, 1, ""},
		"254701234501": {payment.NotPaid, payment.WrongPIN, 1, ""},
		"254701234511": {payment.NotPaid, payment.NoMoney, 1, ""},
		"254701234522": {payment.Paid, "", 3, "1500.0000"},
		"254701234555": {payment.Paid, "", 1, "1501.0000"},
	} {
		a, err := p.prompt(t, phone)
		if err != nil {
			t.Fatal(phone, err)
		}
		for range want.callbacks {
			hints, err := p.client.Read(payment.Message{Body: <-p.heard})
			if err != nil {
				t.Fatal(err)
			}
			h := hints[0]
			if h.Ref != a.Ref || (h.Amount != nil) != (want.amount != "") || (h.Amount != nil && (h.Amount.Value.String() != want.amount || h.Receipt == "")) {
				t.Errorf("%s: %+v %v", phone, h, err)
			}
		}
		got, err := p.client.Query(t.Context(), payment.Charge{Ref: a.Ref})
		if err != nil || got.Outcome != want.outcome || got.Reason != want.reason {
			t.Errorf("%s: %+v %v", phone, got, err)
		}
	}
}

func TestManualPhonesWait(t *testing.T) {
	p := open(t, daraja.Options{Manual: true})
	a, err := p.prompt(t, "254701234567")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.client.Query(t.Context(), payment.Charge{Ref: a.Ref}); err != nil || got.Outcome != payment.Waiting {
		t.Fatal(got, err)
	}
	_, err = p.prompt(t, "254701234567")
	var r *payment.Refusal
	if !errors.As(err, &r) || r.Reason != payment.Busy {
		t.Fatal("two prompts on one phone:", err)
	}
	press := func(do, ref string) int {
		var ctx fasthttp.RequestCtx
		ctx.Request.Header.SetMethod("POST")
		ctx.Request.Header.SetContentType("application/x-www-form-urlencoded")
		ctx.Request.SetBodyString("do=" + do + "&ref=" + ref)
		ctx.Request.SetRequestURI("/_dev/mpesa")
		p.sim.Handle(&ctx)
		return ctx.Response.StatusCode()
	}
	if got := press("pay", "other"); got != 409 {
		t.Error(got)
	}
	if got := press("pay", a.Ref); got != 303 {
		t.Error(got)
	}
	<-p.heard
	if got, err := p.client.Query(t.Context(), payment.Charge{Ref: a.Ref}); err != nil || got.Outcome != payment.Paid {
		t.Error(got, err)
	}
	var ctx fasthttp.RequestCtx
	ctx.Request.SetRequestURI("/_dev/mpesa")
	p.sim.Handle(&ctx)
	if body := string(ctx.Response.Body()); !strings.Contains(body, "254701234567") || strings.Contains(body, `value="pay"`) {
		t.Error(body)
	}
}

func TestTheCallbackThatNeverComes(t *testing.T) {
	p := open(t, daraja.Options{Manual: true})
	a, err := p.prompt(t, "254701234544")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.sim.End(a.Ref, 0); err != nil {
		t.Fatal(err)
	}
	if got, err := p.client.Query(t.Context(), payment.Charge{Ref: a.Ref}); err != nil || got.Outcome != payment.Paid {
		t.Error(got, err)
	}
	if len(p.heard) != 0 || p.sim.Prompts()[0].Callbacks != 0 {
		t.Error("it came")
	}
}

func TestARevokedTokenIsReplaced(t *testing.T) {
	p := open(t, daraja.Options{Manual: true})
	if _, err := p.prompt(t, "254701234567"); err != nil {
		t.Fatal(err)
	}
	p.sim.Forget()
	_, err := p.prompt(t, "254701234568")
	var r *payment.Refusal
	if !errors.As(err, &r) || r.Reason != payment.OutOfService {
		t.Fatal(err)
	}
	if _, err := p.prompt(t, "254701234568"); err != nil {
		t.Fatal(err)
	}
}
