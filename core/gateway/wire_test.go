// Package gateway_test is what all ways of paying have in common: what stands on the wire.
package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/gateway/chapa"
	"zabuni.org/core/gateway/dpo"
	"zabuni.org/core/gateway/iveri"
	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/gateway/paypal"
	"zabuni.org/core/gateway/pesapal"
	"zabuni.org/core/gateway/stripe"
	"zabuni.org/core/gateway/tingg"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

var update = flag.Bool("update", false, "write the golden files; a person reads the difference before it is committed")

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// asked are the amounts that every way is asked for, beside the least and the most that it
// takes: what has cents, what has none, and what no way should have to take.
var asked = []struct{ currency, value string }{
	{"KES", "1250.50"}, {"KES", "1250"}, {"KES", "1250.505"}, {"USD", "19.99"}, {"USD", "19.90"}, {"EUR", "1234.56"}, {"GBP", "0.30"},
	{"RWF", "1500"}, {"RWF", "1500.50"}, {"UGX", "15000"}, {"UGX", "15000.50"}, {"TZS", "25000"}, {"TZS", "25000.25"},
	{"ETB", "1250.50"}, {"NGN", "1250.50"}, {"GHS", "125.05"}, {"MWK", "1250.50"}, {"MZN", "1250.50"}, {"XOF", "1500"}, {"XOF", "1500.50"}, {"ZAR", "1250.50"},
}

func amount(t *testing.T, currency, value string) money.Amount {
	t.Helper()
	v, err := money.ParseDecimal(value)
	if err != nil {
		t.Fatal(err)
	}
	return money.Amount{Value: v, Currency: money.Currency(currency)}
}

// line listens as a provider that takes whatever it is asked, and keeps what was said.
type line struct {
	*httptest.Server
	said []string
}

func listen(t *testing.T) *line {
	l := &line{}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		switch {
		case strings.Contains(r.URL.Path, "oauth"), strings.HasSuffix(r.URL.Path, "/RequestToken"), strings.HasSuffix(r.URL.Path, "/RegisterIPN"):
			_, _ = fmt.Fprintf(w, `{"access_token": "T", "token": "T", "expires_in": 3600, "expiryDate": %q, "ipn_id": "IPN-1"}`, noon.Add(time.Hour).Format(time.RFC3339))
			return
		}
		l.said = append(l.said, written(r, raw))
		page := l.URL + "/page"
		switch {
		case strings.HasPrefix(r.URL.Path, "/API/v6/"):
			_, _ = fmt.Fprint(w, `<API3G><Result>000</Result><TransToken>TOKEN-1</TransToken></API3G>`)
		case strings.HasPrefix(r.URL.Path, "/v1/transaction/"): // Chapa
			_, _ = fmt.Fprintf(w, `{"status": "success", "data": {"checkout_url": %q}}`, page)
		case strings.HasPrefix(r.URL.Path, "/v3/checkout-api/"): // Tingg
			_, _ = fmt.Fprintf(w, `{"status": {"status_code": 200}, "results": {"long_url": %q}}`, page)
		default:
			_, _ = fmt.Fprintf(w, `{"id": "ID-1", "url": %q, "status": "PENDING", "links": [{"rel": "approve", "href": %[1]q}],
				"order_tracking_id": "ID-1", "merchant_reference": "ZB7K-3M9Q-1", "redirect_url": %[1]q,
				"ResponseCode": "0", "CheckoutRequestID": "ws_1"}`, page)
		}
	}))
	t.Cleanup(l.Close)
	return l
}

// written is a request as a person reads it: what proves it, and its body a field a line.
func written(r *http.Request, raw []byte) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", r.Method, r.URL)
	for _, h := range []string{"Idempotency-Key", "PayPal-Request-Id"} {
		if v := r.Header.Get(h); v != "" {
			fmt.Fprintf(&b, "%s: %s\n", h, v)
		}
	}
	kind := r.Header.Get("Content-Type")
	switch {
	case strings.HasPrefix(kind, "application/json"):
		var out bytes.Buffer
		if json.Indent(&out, raw, "", "  ") == nil {
			raw = out.Bytes()
		}
		b.Write(raw)
	case strings.HasPrefix(kind, "application/xml"):
		b.WriteString(strings.ReplaceAll(string(raw), "><", ">\n<"))
	default:
		form, _ := url.ParseQuery(string(raw))
		for _, k := range slices.Sorted(maps.Keys(form)) {
			fmt.Fprintf(&b, "%s = %s\n", k, strings.Join(form[k], " & "))
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

type initiator interface {
	Initiate(context.Context, payment.Charge) (payment.Accepted, error)
}

// ways are all ways of paying that somebody else takes money by.
func ways(t *testing.T, base string) map[payment.Provider]initiator {
	now := func() time.Time { return noon }
	out := map[payment.Provider]initiator{}
	keep := func(p payment.Provider, c initiator, err error) {
		if err != nil {
			t.Fatal(p, err)
		}
		out[p] = c
	}
	m, err := mpesa.New(mpesa.Options{BaseURL: base, Key: "k", Secret: "s", Shortcode: "174379", Passkey: "p", Now: now})
	keep(payment.Mpesa, m, err)
	st, err := stripe.New(stripe.Options{BaseURL: base, Secret: "s", Hook: "h"})
	keep(payment.Stripe, st, err)
	pp, err := paypal.New(paypal.Options{BaseURL: base, ID: "i", Secret: "s", Webhook: "w", Now: now})
	keep(payment.PayPal, pp, err)
	ch, err := chapa.New(chapa.Options{BaseURL: base, Secret: "s", Hook: "h"})
	keep(payment.Chapa, ch, err)
	pe, err := pesapal.New(pesapal.Options{BaseURL: base, Key: "k", Secret: "s", Now: now})
	keep(payment.Pesapal, pe, err)
	ti, err := tingg.New(tingg.Options{BaseURL: base, Key: "k", ID: "i", Secret: "s", Service: "ZABUNI", Now: now})
	keep(payment.Tingg, ti, err)
	dp, err := dpo.New(dpo.Options{BaseURL: base, Company: "C", Service: "3854", Hook: "h", Now: now})
	keep(payment.DPO, dp, err)
	iv, err := iveri.New(iveri.Options{BaseURL: base, Application: "{A}", Secret: "s", Now: now})
	keep(payment.IVeri, iv, err)
	ba, err := bank.New(bank.Options{Accounts: "KES|Zabuni Ltd|KCB Bank|Moi Avenue|1180234567|KCBLKENX"})
	keep(payment.Bank, ba, err)
	return out
}

func charge(a money.Amount) payment.Charge {
	return payment.Charge{
		Attempt:     uuid.MustParse("019a0000-0000-7000-8000-000000000001"),
		Number:      "ZB7K-3M9Q",
		MerchantRef: "ZB7K-3M9Q-1",
		Receipt:     "RECEIPT-1",
		Amount:      a,
		Payer:       "254700000001",
		Person:      payment.Person{First: "Achieng", Last: "Otieno", Email: "pay@example.org", Phone: "254700000001"},
		Until:       noon.Add(time.Hour),
		CallbackURL: "https://zabuni.example/hooks/token",
		AccountURL:  "https://zabuni.example/hooks/account/",
		ReturnURL:   "https://zabuni.example/return",
		CancelURL:   "https://zabuni.example/cancel",
	}
}

// told is what differs from the first request of a way: the first is written whole.
func told(first *string, now string) string {
	if *first == "" {
		*first = now
		return now
	}
	var b strings.Builder
	before := strings.Split(*first, "\n")
	for i, l := range strings.Split(now, "\n") {
		if i >= len(before) || before[i] != l {
			fmt.Fprintln(&b, strings.TrimSpace(l))
		}
	}
	if b.Len() == 0 {
		return "(the same)\n"
	}
	return b.String()
}

// Amounts on the wire are exact: each way is asked for the same ones, and what it would
// write to its provider stands in a file that a person has read.
func TestAmountsOnTheWire(t *testing.T) {
	l := listen(t)
	for way, c := range ways(t, l.URL) {
		t.Run(string(way), func(t *testing.T) {
			terms, ok := payment.TermsOf(way)
			if !ok {
				t.Fatal("a way without terms")
			}
			var all []money.Amount
			for _, r := range terms.Money {
				for _, v := range []money.Decimal{r.Least, r.Most} {
					if way != payment.Bank {
						all = append(all, money.Amount{Value: v, Currency: r.Currency})
					}
				}
			}
			for _, a := range asked {
				all = append(all, amount(t, a.currency, a.value))
			}
			var out strings.Builder
			var first, firstBack string
			for _, a := range all {
				fmt.Fprintf(&out, "== %s %s\n", a.Currency, a.Value.Short())
				l.said = nil
				if err := terms.Check(a); err != nil {
					fmt.Fprintln(&out, "not offered:", err)
					continue
				}
				_, err := c.Initiate(t.Context(), charge(a))
				var no *payment.Refusal
				switch {
				case errors.As(err, &no):
					fmt.Fprintf(&out, "refused: %s %s\n", no.Reason, no.Code)
					continue
				case err != nil:
					t.Errorf("%s: %v", a, err)
				}
				if form, ok := c.(interface {
					Fields(payment.Charge) []payment.Field
				}); ok {
					var b strings.Builder
					for _, f := range form.Fields(charge(a)) {
						fmt.Fprintf(&b, "%s = %s\n", f.Name, f.Value)
					}
					l.said = append(l.said, b.String())
				}
				for _, s := range l.said {
					out.WriteString(told(&first, s))
				}
				if len(l.said) == 0 {
					fmt.Fprintln(&out, "(nobody is told)")
				}
				back, ok := c.(interface {
					Refund(context.Context, payment.Charge, payment.Refund) (payment.RefundResult, error)
				})
				if !ok {
					continue
				}
				l.said = nil
				_, _ = back.Refund(t.Context(), charge(a), payment.Refund{ID: uuid.MustParse("019a0000-0000-7000-8000-000000000002"), Code: "RF-1", Amount: a})
				if len(l.said) != 1 {
					t.Errorf("%s is given back by %d requests", a, len(l.said))
					continue
				}
				fmt.Fprint(&out, "-- given back\n", told(&firstBack, l.said[0]))
			}
			same(t, string(way), strings.ReplaceAll(out.String(), l.URL, "https://provider.example"))
		})
	}
}

func same(t *testing.T, way, got string) {
	t.Helper()
	file := filepath.Join("testdata", "wire", way+".txt")
	if *update {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, after := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range after {
		if i >= len(before) || before[i] != after[i] {
			t.Fatalf("%s, line %d: %q was not written so before", file, i+1, after[i])
		}
	}
	if len(before) != len(after) {
		t.Fatalf("%s says more than is written now", file)
	}
}

// What an order of payment must come to, in words of its own: a golden file that was drawn
// again without being read does not change it.
func TestAmountsThatProvidersAreAsked(t *testing.T) {
	l := listen(t)
	all := ways(t, l.URL)
	for _, c := range []struct {
		way             payment.Provider
		currency, value string
		says            string // empty: the way does not take it
	}{
		{payment.Stripe, "KES", "1250.50", "line_items[0][price_data][unit_amount] = 125050\n"},
		{payment.Stripe, "RWF", "1500", "line_items[0][price_data][unit_amount] = 1500\n"},
		{payment.Stripe, "UGX", "15000", "line_items[0][price_data][unit_amount] = 1500000\n"}, // ISO has no hundredths of it, Stripe does
		{payment.Stripe, "RWF", "1500.50", ""},
		{payment.Stripe, "UGX", "15000.50", ""},
		{payment.DPO, "KES", "1250.50", "<PaymentAmount>1250.50</PaymentAmount>"},
		{payment.DPO, "XOF", "1500", "<PaymentAmount>1500.00</PaymentAmount>"},
		{payment.Mpesa, "KES", "1250", "\"Amount\": \"1250\""},
		{payment.Mpesa, "KES", "1250.50", ""},
		{payment.Mpesa, "USD", "1250", ""},
		{payment.PayPal, "USD", "19.9", "\"value\": \"19.90\""},
		{payment.PayPal, "KES", "1250.50", ""},
		{payment.Chapa, "ETB", "1250.50", "\"amount\": \"1250.5\""},
		{payment.Pesapal, "KES", "1250.50", "\"amount\": 1250.5,"},
		{payment.Tingg, "NGN", "1250.50", "\"request_amount\": \"1250.5\""},
		{payment.Tingg, "TZS", "25000", "\"request_amount\": \"25000\""},
	} {
		a := amount(t, c.currency, c.value)
		terms, _ := payment.TermsOf(c.way)
		l.said = nil
		_, err := all[c.way].Initiate(t.Context(), charge(a))
		offered := terms.Check(a) == nil
		switch sent := strings.Join(l.said, ""); {
		case c.says == "" && offered:
			t.Errorf("%s takes %s %s", c.way, c.currency, c.value)
		case c.says != "" && (!offered || err != nil || !strings.Contains(sent, c.says)):
			t.Errorf("%s is asked for %s %s (offered %v, %v) without %q:\n%s", c.way, c.currency, c.value, offered, err, c.says, sent)
		}
	}
	// Where rule and client both must refuse, the client does so by itself.
	for _, way := range []payment.Provider{payment.Mpesa, payment.Stripe} {
		l.said = nil
		_, err := all[way].Initiate(t.Context(), charge(amount(t, "KES", "1250.505")))
		var no *payment.Refusal
		if !errors.As(err, &no) || no.Code != "amount" || len(l.said) > 0 {
			t.Errorf("%s was asked for half a cent: %v %v", way, err, l.said)
		}
	}
}
