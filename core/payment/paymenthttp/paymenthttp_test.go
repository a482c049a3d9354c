package paymenthttp_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/gateway/iveri"
	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymenthttp"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/pgtest"
)

// nobody is an authenticator that knows no token.
type nobody struct{}

func (nobody) Authenticate(context.Context, string, string) (access.Actor, bool, error) {
	return access.Actor{}, false, fault.Unauthenticated.New("")
}

func open(t *testing.T) (*httpkit.BFF, *pgxpool.Pool) {
	t.Helper()
	client, err := mpesa.New(mpesa.Options{BaseURL: "http://127.0.0.1:1", Key: "k", Secret: "s", Shortcode: "1", Passkey: "p", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	db := pgtest.New(t)
	b := httpkit.New(httpkit.Config{App: "supplier", Auth: nobody{}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	paymenthttp.MountSupplier(b, paymentsvc.New(db, paymentsvc.Gateways{payment.Mpesa: client}, "", slog.New(slog.DiscardHandler)))
	return b, db
}

func call(t *testing.T, b *httpkit.BFF, method, path, body string, header map[string]string) (int, string) {
	t.Helper()
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod(method)
	ctx.Request.SetRequestURI("http://zabuni.test/api/supplier" + path)
	ctx.Request.SetBodyString(body)
	for k, v := range header {
		ctx.Request.Header.Set(k, v)
	}
	b.Handler()(&ctx)
	return ctx.Response.StatusCode(), strings.TrimSpace(string(ctx.Response.Body()))
}

// Daraja sends again what is not answered with exactly this, whatever came in.
func TestTheHookAcceptsWhatComes(t *testing.T) {
	t.Parallel()
	b, db := open(t)
	kinds := []string{"application/json", "application/json;charset=UTF-8", "text/plain", ""}
	bodies := []string{`{"Body":{"stkCallback":{"CheckoutRequestID":"ws_CO_1","ResultCode":0}}}`, `[]`, "not JSON at all\x00\xff"}
	for _, kind := range kinds {
		for _, body := range bodies {
			status, answer := call(t, b, "POST", "/hooks/mpesa/guessed", body, map[string]string{"Content-Type": kind})
			if status != 200 || answer != `{"ResultCode":0,"ResultDesc":"Accepted"}` {
				t.Errorf("%q %q: %d %s", kind, body, status, answer)
			}
		}
	}
	var kept int
	if err := db.QueryRow(t.Context(), `SELECT count(*) FROM payment_callback WHERE verdict = 'unmatched'`).Scan(&kept); err != nil || kept != len(kinds)*len(bodies) {
		t.Error("kept", kept, err)
	}
	if status, _ := call(t, b, "POST", "/hooks/mpesa/guessed", strings.Repeat("x", 65<<10), map[string]string{"Content-Type": "application/json"}); status != 413 {
		t.Error("too large:", status)
	}
}

// What could not be kept is not acknowledged: Daraja sends it again, and money that was
// paid is not forgotten by both sides.
func TestTheHookDoesNotAcceptWhatItCannotKeep(t *testing.T) {
	t.Parallel()
	b, db := open(t)
	db.Close()
	for _, body := range []string{`{"Body":{"stkCallback":{"CheckoutRequestID":"ws_CO_1","ResultCode":0}}}`, `[]`, "not JSON at all"} {
		status, answer := call(t, b, "POST", "/hooks/mpesa/guessed", body, map[string]string{"Content-Type": "application/json"})
		if status < 500 || strings.Contains(answer, "Accepted") {
			t.Errorf("%q: %d %s", body, status, answer)
		}
	}
}

func TestNothingElseIsOpenToEverybody(t *testing.T) {
	t.Parallel()
	b, _ := open(t)
	for _, g := range b.Guards() {
		if g.Guard.Public != slices.Contains([]string{"paymentCallback", "paymentCallbackByAddress", "bill", "payBill"}, g.ID) {
			t.Errorf("%s is public: %v", g.ID, g.Guard.Public)
		}
	}
	key := map[string]string{"Idempotency-Key": "one-click", "Content-Type": "application/json"}
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/supplier/cart/", ""}, {"POST", "/supplier/cart/checkout/", ""}, {"GET", "/supplier/mypayments/", ""},
		{"POST", "/supplier/payment/mpesa/", `{"order_id":"01900000-0000-7000-8000-000000000001","phone":"254701234567"}`},
	} {
		if status, answer := call(t, b, c.method, c.path, c.body, key); status != 401 {
			t.Errorf("%s %s: %d %s", c.method, c.path, status, answer)
		}
	}
}

// Another site's page makes a browser post to a hook: it is let in as nobody, and sent on to our own page; anywhere
// else it is refused.
func TestABrowserIsMadeToPostToAHookAlone(t *testing.T) {
	t.Parallel()
	client, err := iveri.New(iveri.Options{BaseURL: "http://127.0.0.1:1", Application: "{a}", Secret: "s", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	db := pgtest.New(t)
	b := httpkit.New(httpkit.Config{App: "supplier", Auth: nobody{}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	paymenthttp.MountSupplier(b, paymentsvc.New(db, paymentsvc.Gateways{payment.IVeri: client}, "https://zabuni.test", slog.New(slog.DiscardHandler)))
	foreign := map[string]string{
		"Content-Type":   "application/x-www-form-urlencoded",
		"Sec-Fetch-Site": "cross-site",
		"Origin":         "https://portal.test",
		"Cookie":         "__Host-zabuni_sid=somebodys",
		"Authorization":  "Bearer anything",
	}
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod("POST")
	ctx.Request.SetRequestURI("http://zabuni.test/api/supplier/hooks/iveri/guessed")
	ctx.Request.SetBodyString("Lite_Merchant_Trace=ZB-7K2M-9QX4-1&Lite_Payment_Card_Status=0")
	for k, v := range foreign {
		ctx.Request.Header.Set(k, v)
	}
	b.Handler()(&ctx)
	if status, to := ctx.Response.StatusCode(), string(ctx.Response.Header.Peek("Location")); status != 303 || to != "https://zabuni.test/supplier/payment/cards/re/error" {
		t.Errorf("%d to %q", status, to)
	}
	for _, path := range []string{"/supplier/cart/checkout/", "/payment/carts/guessed/d/", "/hooks"} {
		if status, answer := call(t, b, "POST", path, "", foreign); status != 403 {
			t.Errorf("%s: %d %s", path, status, answer)
		}
	}
}
