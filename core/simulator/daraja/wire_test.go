//go:build demo

package daraja_test

import (
	"context"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymenthttp"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/simulator/daraja"
)

type nobody struct{}

func (nobody) Authenticate(context.Context, string, string) (access.Actor, bool, error) {
	return access.Actor{}, false, fault.Unauthenticated.New("")
}

// The hook takes what the simulator posts, over real connections.
func TestCallbacksReachTheHook(t *testing.T) {
	sim, err := daraja.Open(daraja.Options{Manual: true})
	if err != nil {
		t.Fatal(err)
	}
	defer sim.Close()
	client, err := mpesa.New(sim.Client(time.Now))
	if err != nil {
		t.Fatal(err)
	}
	db := pgtest.New(t)
	b := httpkit.New(httpkit.Config{App: "supplier", Auth: nobody{}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	paymenthttp.MountSupplier(b, paymentsvc.New(db, paymentsvc.Gateways{payment.Mpesa: client}, "", slog.New(slog.DiscardHandler)))
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &fasthttp.Server{Handler: b.Handler()}
	go func() { _ = srv.Serve(ln) }()
	defer func() { _ = srv.Shutdown() }()
	for i, phone := range []string{"254701234567", "254701234532", "254701234522"} {
		a, err := client.Initiate(t.Context(), payment.Charge{Attempt: uuid.New(), Number: "ZB-7K2M-9QX4", Amount: money.Amount{Value: money.New(1500, 0), Currency: "KES"},
			Payer: phone, CallbackURL: "http://" + ln.Addr().String() + "/api/supplier/hooks/mpesa/guessed"})
		if err != nil {
			t.Fatal(err)
		}
		if err := sim.End(a.Ref, []int{0, 1032, 0}[i]); err != nil {
			t.Fatal(err)
		}
	}
	var kept int
	if err := db.QueryRow(t.Context(), `SELECT sum(times) FROM payment_callback WHERE body LIKE '{"Body":{"stkCallback":%'`).Scan(&kept); err != nil || kept != 5 {
		t.Errorf("kept %d %v, delivered %+v", kept, err, sim.Prompts())
	}
}
