package mpesa_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

const theRef = "ws_CO_21112026091500701234567"

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// daraja answers every call with one fixture and keeps what it was asked.
type daraja struct {
	*mpesa.Client
	now    time.Time
	tokens int
	calls  int
	asked  map[string]string
}

func serve(t *testing.T, status int, name string) *daraja {
	t.Helper()
	d := &daraja{now: time.Date(2026, 11, 21, 6, 15, 0, 0, time.UTC)}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if u, p, ok := r.BasicAuth(); ok && r.URL.Path == "/oauth/v1/generate" && u == "key" && p == "secret" {
			d.tokens++
			_, _ = w.Write(fixture(t, "oauth.json"))
			return
		}
		if r.Header.Get("Authorization") != "Bearer c9SQxWWhmdVRlyh0zh8gZDTkubVF" {
			t.Error("no bearer")
		}
		d.calls++
		d.asked = map[string]string{}
		if err := json.NewDecoder(r.Body).Decode(&d.asked); err != nil {
			t.Error(err)
		}
		if name == "" { // the connection dies without an answer
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(status)
		_, _ = w.Write(fixture(t, name))
	}))
	t.Cleanup(srv.Close)
	var err error
	d.Client, err = mpesa.New(mpesa.Options{BaseURL: srv.URL + "/", Key: "key", Secret: "secret", Shortcode: "174379", Passkey: "pass", Now: func() time.Time { return d.now }})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func charge() payment.Charge {
	return payment.Charge{Attempt: uuid.New(), Number: "ZB-7K2M-9QX4", Amount: money.Amount{Value: money.New(1500, 0), Currency: "KES"},
		Payer: "254701234567", CallbackURL: "https://zabuni.test/api/supplier/hooks/mpesa/x"}
}

func TestPromptOnTheWire(t *testing.T) {
	d := serve(t, 200, "push_accepted.json")
	got, err := d.Initiate(t.Context(), charge())
	if err != nil || got.Ref != theRef {
		t.Fatal(got, err)
	}
	want := map[string]string{"BusinessShortCode": "174379", "Timestamp": "20261121091500", "TransactionType": "CustomerPayBillOnline", "Amount": "1500",
		"PartyA": "254701234567", "PartyB": "174379", "PhoneNumber": "254701234567", "CallBackURL": "https://zabuni.test/api/supplier/hooks/mpesa/x",
		"AccountReference": "ZB7K2M9QX4", "TransactionDesc": "Bid fees", "Password": base64.StdEncoding.EncodeToString([]byte("174379pass20261121091500"))}
	for k, v := range want {
		if d.asked[k] != v {
			t.Errorf("%s: %q want %q", k, d.asked[k], v)
		}
	}
	if len(d.asked) != len(want) {
		t.Error(d.asked)
	}
}

func TestTokenIsKeptForAnHour(t *testing.T) {
	d := serve(t, 200, "query_paid.json")
	for _, after := range []time.Duration{0, 58 * time.Minute, time.Minute} {
		d.now = d.now.Add(after)
		if _, err := d.Query(t.Context(), payment.Charge{Ref: theRef}); err != nil {
			t.Fatal(err)
		}
	}
	if d.tokens != 2 {
		t.Error("tokens", d.tokens)
	}
}

func TestRefusalsAreDefiniteAndSilenceIsNot(t *testing.T) {
	for _, c := range []struct {
		status int
		name   string
		want   payment.Reason // empty: nobody knows
	}{{400, "push_invalid.json", payment.Refused}, {500, "push_busy.json", payment.Busy}, {500, "push_credentials.json", payment.OutOfService}, {500, "push_merchant.json", payment.OutOfService}, {200, "", ""}, {502, "callback_paid.json", ""}} {
		d := serve(t, c.status, c.name)
		_, err := d.Initiate(t.Context(), charge())
		var r *payment.Refusal
		if errors.As(err, &r) != (c.want != "") || err == nil || (r != nil && r.Reason != c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if d.calls != 1 {
			t.Errorf("%s: sent %d times", c.name, d.calls)
		}
	}
	d := serve(t, 200, "push_accepted.json")
	cents := charge()
	cents.Amount.Value = money.New(15005, -1)
	if _, err := d.Initiate(t.Context(), cents); err == nil || d.calls != 0 {
		t.Error("cents were sent", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Initiate(gone, charge()); err == nil || d.calls != 0 {
		t.Error(err)
	}
}

// One code says that a prompt is still on the phone and that our own password is wrong:
// the second is no answer about the payment.
func TestAQueryThatIsRefusedSaysNothing(t *testing.T) {
	d := serve(t, 500, "push_credentials.json")
	if got, err := d.Query(t.Context(), payment.Charge{Ref: theRef}); err == nil {
		t.Errorf("%+v", got)
	}
}

func TestQuery(t *testing.T) {
	for name, c := range map[string]struct {
		status  int
		outcome payment.Outcome
		reason  payment.Reason
		fails   bool
	}{
		"query_paid.json": {200, payment.Paid, "", false}, "query_cancelled.json": {200, payment.NotPaid, payment.ByPayer, false},
		"query_processing.json": {500, payment.Waiting, "", false}, "push_invalid.json": {400, payment.Waiting, "", true}, "callback_paid.json": {200, payment.Waiting, "", true},
	} {
		got, err := serve(t, c.status, name).Query(t.Context(), payment.Charge{Ref: theRef})
		if (err != nil) != c.fails || got.Outcome != c.outcome || got.Reason != c.reason {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	if _, err := serve(t, 200, "query_paid.json").Query(t.Context(), payment.Charge{Ref: "ws_CO_another"}); err == nil {
		t.Error("an answer about another prompt was taken")
	}
}

func TestCallbacks(t *testing.T) {
	d := serve(t, 200, "oauth.json")
	read := func(body []byte) (payment.Hint, error) {
		hints, err := d.Read(payment.Message{Token: "t", Body: body})
		if err != nil {
			return payment.Hint{}, err
		}
		if len(hints) != 1 || hints[0].Token != "t" {
			t.Errorf("%+v", hints)
		}
		return hints[0], nil
	}
	got, err := read(fixture(t, "callback_paid.json"))
	if err != nil || got.Ref != theRef || got.Code != "0" || got.Receipt != "UKL9H2T0QX" || got.Amount.Value.String() != "1500.0000" || got.Amount.Currency != "KES" {
		t.Errorf("%+v %v", got, err)
	}
	got, err = read(fixture(t, "callback_cancelled.json"))
	if err != nil || got.Code != "1032" || got.Amount != nil || got.Receipt != "" {
		t.Errorf("%+v %v", got, err)
	}
	for _, bad := range []string{"", "null", "[]", `{"Body":{}}`, `{"Body":{"stkCallback":{"CheckoutRequestID":""}}}`,
		`{"Body":{"stkCallback":{"CheckoutRequestID":"x","CallbackMetadata":{"Item":[{"Name":"Amount","Value":{}}]}}}}`,
		`{"Body":{"stkCallback":{"CheckoutRequestID":"x","CallbackMetadata":{"Item":[{"Name":"Amount","Value":1e99}]}}}}`,
		`{"Body":{"stkCallback":{"CheckoutRequestID":"x","CallbackMetadata":{"Item":[{"Name":"MpesaReceiptNumber","Value":7}]}}}}`} {
		if h, err := read([]byte(bad)); err == nil {
			t.Errorf("%s: %+v", bad, h)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"Body":{"stkCallback":{"CheckoutRequestID":"x","ResultCode":"0"}}}`))
	c, err := mpesa.New(mpesa.Options{BaseURL: "https://sandbox.safaricom.co.ke", Key: "k", Secret: "s", Shortcode: "1", Passkey: "p", Now: time.Now})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		h, err := c.Read(payment.Message{Body: raw})
		if err == nil && (len(h) != 1 || h[0].Ref == "" || len(h[0].Receipt) > 40) {
			t.Errorf("%+v", h)
		}
	})
}

func TestSecretsGoNowhereInTheClear(t *testing.T) {
	for _, bad := range []string{"", "http://api.safaricom.co.ke", "safaricom", "http://127.0.0.1.example.com"} {
		if _, err := mpesa.New(mpesa.Options{BaseURL: bad, Key: "k", Secret: "s", Shortcode: "1", Passkey: "p", Now: time.Now}); err == nil {
			t.Error(bad)
		}
	}
	env := map[string]string{"MPESA_KEY": "k", "MPESA_SECRET": "s", "MPESA_SHORTCODE": "1"}
	o := mpesa.FromEnv(func(n string) string { return env[n] })
	if o.Complete() || o.BaseURL != "https://api.safaricom.co.ke" {
		t.Error(o)
	}
}
