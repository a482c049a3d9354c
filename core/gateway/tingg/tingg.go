// Package tingg speaks with Cellulant's Tingg Checkout 3.0: hosted pages for cards and
// mobile money of many countries, asked about by our own reference, and told what
// became of the money.
package tingg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// Options are the settings of one service.
type Options struct {
	BaseURL    string // https://api.tingg.africa, or its sandbox
	Key        string // of the application
	ID, Secret string
	Service    string           // code of the service that money is taken for
	Now        func() time.Time // the platform's clock
}

// Complete reports whether the options can work at all.
func (o Options) Complete() bool {
	return o.BaseURL != "" && o.Key != "" && o.ID != "" && o.Secret != "" && o.Service != ""
}

// Begun reports whether somebody has set some of them.
func (o Options) Begun() bool { return o.Key != "" || o.ID != "" || o.Secret != "" || o.Service != "" }

// FromEnv reads the settings TINGG_*.
func FromEnv(env func(string) string) Options {
	o := Options{BaseURL: env("TINGG_URL"), Key: env("TINGG_KEY"), ID: env("TINGG_ID"), Secret: env("TINGG_SECRET"), Service: env("TINGG_SERVICE")}
	if o.BaseURL == "" {
		o.BaseURL = "https://api.tingg.africa"
	}
	return o
}

// A Client speaks for one service.
type Client struct {
	o      Options
	thin   *thin.Client
	bearer thin.Bearer
}

// New checks the options; it does not connect.
func New(o Options) (*Client, error) {
	if !o.Complete() {
		return nil, errors.New("tingg: key, id, secret and service belong together")
	}
	c, err := thin.New("tingg", o.BaseURL)
	return &Client{o: o, thin: c}, err
}

func (c *Client) token(ctx context.Context) (string, error) {
	return c.bearer.Token(c.o.Now(), func() (string, time.Time, error) {
		got, err := c.thin.Do(ctx, http.MethodPost, "/v1/oauth/token/request", map[string]string{"apikey": c.o.Key},
			map[string]string{"grant_type": "client_credentials", "client_id": c.o.ID, "client_secret": c.o.Secret})
		if err != nil {
			return "", time.Time{}, err
		}
		var t struct {
			Token   string      `json:"access_token"`
			Expires thin.Number `json:"expires_in"` // seconds
		}
		if err := got.Into(&t); err != nil || t.Token == "" {
			return "", time.Time{}, fmt.Errorf("tingg: no token, answer %d", got.Status)
		}
		life, err := time.ParseDuration(string(t.Expires) + "s")
		if err != nil {
			return "", time.Time{}, fmt.Errorf("tingg: a token for %q", string(t.Expires))
		}
		return t.Token, c.o.Now().Add(life), nil
	})
}

func (c *Client) do(ctx context.Context, method, path string, in any) (thin.Answer, error) {
	token, err := c.token(ctx)
	if err != nil {
		return thin.Answer{}, err
	}
	got, err := c.thin.Do(ctx, method, path, map[string]string{"apikey": c.o.Key, "Authorization": "Bearer " + token}, in)
	if err == nil && got.Status == http.StatusUnauthorized {
		c.bearer.Forget(token)
	}
	return got, err
}

// status is how Tingg says whether a call was taken.
type status struct {
	Code        thin.Number `json:"status_code"`
	Description string      `json:"status_description"`
}

// countries are those of the currencies that Tingg takes, as it names them (ISO
// 3166-1 alpha-3): the page offers the ways of paying of that country.
var countries = map[money.Currency]string{"KES": "KEN", "TZS": "TZA", "UGX": "UGA", "GHS": "GHA", "MZN": "MOZ", "NGN": "NGA", "RWF": "RWA", "MWK": "MWI"}

// account is an order's number as Tingg takes one: no more than fifteen letters and digits.
func account(number string) string { return strings.ReplaceAll(number, "-", "") }

// Initiate makes a page. Our reference names one request only, so that a second try of
// the same one cannot take money twice.
func (c *Client) Initiate(ctx context.Context, ch payment.Charge) (payment.Accepted, error) {
	if _, err := c.token(ctx); err != nil { // no request was sent
		return payment.Accepted{}, &payment.Refusal{Reason: payment.OutOfService, Code: "token", Text: err.Error()}
	}
	got, err := c.do(ctx, http.MethodPost, "/v3/checkout-api/checkout-request/express-request", map[string]any{
		"merchant_transaction_id": ch.MerchantRef,
		"account_number":          account(ch.Number),
		"request_amount":          ch.Amount.Value.Short(),
		"currency_code":           string(ch.Amount.Currency),
		"country_code":            countries[ch.Amount.Currency],
		"service_code":            c.o.Service,
		"request_description":     "Bid fees " + ch.Number,
		"due_date":                ch.Until.UTC().Format(time.DateTime),
		"customer_first_name":     ch.Person.First,
		"customer_last_name":      ch.Person.Last,
		"customer_email":          ch.Person.Email,
		"msisdn":                  ch.Person.Phone,
		"language_code":           "en",
		"callback_url":            ch.CallbackURL,
		"success_redirect_url":    ch.ReturnURL,
		"pending_redirect_url":    ch.ReturnURL,
		"fail_redirect_url":       ch.CancelURL,
	})
	if err != nil {
		return payment.Accepted{}, err
	}
	var a struct {
		Status  status
		Results struct {
			ShortURL string `json:"short_url"`
			LongURL  string `json:"long_url"`
		}
	}
	read := got.Into(&a)
	to := a.Results.LongURL
	if to == "" {
		to = a.Results.ShortURL
	}
	switch {
	case got.Status == http.StatusOK && read == nil && to != "":
		if err := thin.Safe(to); err != nil {
			return payment.Accepted{}, fmt.Errorf("tingg: %w", err)
		}
		return payment.Accepted{Ref: ch.MerchantRef, URL: to}, nil
	case got.Status == http.StatusUnauthorized, got.Status == http.StatusForbidden, got.Status == http.StatusTooManyRequests:
		return payment.Accepted{}, &payment.Refusal{Reason: payment.OutOfService, Code: fmt.Sprint(got.Status)}
	case got.Status < 500 && read == nil && a.Status.Code != "" && a.Status.Code != "200":
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Refused, Code: string(a.Status.Code), Text: a.Status.Description}
	}
	return payment.Accepted{}, fmt.Errorf("tingg: answer %d says nothing", got.Status)
}

// request is a request for money as Tingg tells of it. What was asked stands there
// twice: as we asked it, and as the payer's own currency made of it.
type request struct {
	MerchantRef      string      `json:"merchant_transaction_id"`
	Code             thin.Number `json:"request_status_code"`
	Asked            thin.Number `json:"request_amount"`
	AskedCurrency    string      `json:"request_currency_code"`
	Original         thin.Number `json:"original_request_amount"`
	OriginalCurrency string      `json:"original_request_currency_code"`
	Paid             thin.Number `json:"amount_paid"`
	PaidCurrency     string      `json:"currency_code"`
	Payments         []struct {
		Receipt string      `json:"cpg_transaction_id"`
		Amount  thin.Number `json:"amount_paid"`
	}
}

// paid is what came, in the currency that we asked in where all of it came: the
// converted pair is the payer's, the original one ours.
func (r request) paid() (money.Amount, error) {
	asked, err := r.Asked.Amount(r.AskedCurrency)
	if err != nil {
		return asked, err
	}
	currency := r.PaidCurrency
	if currency == "" {
		currency = r.AskedCurrency
	}
	paid, err := r.Paid.Amount(currency)
	if err != nil || paid.Currency != asked.Currency || !paid.Value.Equal(asked.Value) || r.Original == "" {
		return paid, err
	}
	return r.Original.Amount(r.OriginalCurrency)
}

func (r request) receipt() string {
	if len(r.Payments) == 0 {
		return ""
	}
	return r.Payments[0].Receipt
}

// What the codes of a request mean (docs.tingg.africa, checkout 3.0). 101 and 102 are one
// failed try inside a request that is still open; 180 is our own no, before it goes back.
var (
	whole   = []string{"178", "183", "188"}
	partly  = []string{"176", "177", "179"}
	gone    = []string{"184", "185", "186", "187", "191"}
	expired = "129"
)

// Query asks by our own reference. One that Tingg does not know was never given a page.
func (c *Client) Query(ctx context.Context, ch payment.Charge) (payment.Result, error) {
	got, err := c.do(ctx, http.MethodGet, "/v3/checkout-api/query/"+url.PathEscape(c.o.Service)+"/"+url.PathEscape(ch.MerchantRef), nil)
	if err != nil {
		return payment.Result{}, err
	}
	var a struct {
		Status  status
		Results *request
	}
	if err := got.Into(&a); err != nil {
		return payment.Result{}, fmt.Errorf("tingg: %w", err)
	}
	if a.Status.Code == "1001" || got.Status == http.StatusNotFound { // no request found
		if ch.Ref == "" {
			return payment.Result{Outcome: payment.NotPaid, Reason: payment.OutOfService, Code: "1001"}, nil
		}
		return payment.Result{Code: "1001"}, nil
	}
	r := a.Results
	if got.Status != http.StatusOK || r == nil || r.Code == "" {
		return payment.Result{}, fmt.Errorf("tingg: answer %d %s says nothing", got.Status, a.Status.Code)
	}
	if r.MerchantRef != ch.MerchantRef {
		return payment.Result{}, fmt.Errorf("tingg: asked of %s, told of %s", ch.MerchantRef, r.MerchantRef)
	}
	code := string(r.Code)
	out := payment.Result{Code: code, Ref: ch.MerchantRef}
	switch {
	case slices.Contains(whole, code), slices.Contains(partly, code):
		out.Outcome, out.Receipt = payment.Paid, r.receipt()
	case slices.Contains(gone, code):
		out.Outcome = payment.Reversed
	case code == expired:
		out.Outcome, out.Reason = payment.NotPaid, payment.TimedOut
		return out, nil
	default:
		return out, nil
	}
	amount, err := r.paid()
	if err != nil {
		return payment.Result{}, fmt.Errorf("tingg: %w", err)
	}
	if out.Outcome == payment.Paid && amount.Value.Sign() <= 0 {
		return payment.Result{}, fmt.Errorf("tingg: %s of nothing", code)
	}
	out.Amount = &amount
	return out, nil
}

// Acknowledge tells that what was paid was credited, or that it never will be and is to
// go back: until then Tingg may keep it.
func (c *Client) Acknowledge(ctx context.Context, ch payment.Charge, credited bool) error {
	code, says := "183", "Credited to "+ch.Number
	if !credited {
		code, says = "180", "Not credited: "+ch.Number
	}
	got, err := c.do(ctx, http.MethodPost, "/v3/checkout-api/acknowledgement/request", map[string]any{
		"acknowledgement_amount":    ch.Amount.Value.Short(),
		"acknowledgement_type":      "Full",
		"acknowledgement_narration": says,
		"acknowledgment_reference":  ch.MerchantRef,
		"merchant_transaction_id":   ch.MerchantRef,
		"service_code":              c.o.Service,
		"status_code":               code,
		"currency_code":             string(ch.Amount.Currency),
	})
	if err != nil {
		return err
	}
	var a struct{ Status status }
	if err := got.Into(&a); err != nil || got.Status != http.StatusOK || a.Status.Code != "200" {
		return fmt.Errorf("tingg: not acknowledged, answer %d %s", got.Status, a.Status.Code)
	}
	return nil
}

// Login is nil where Tingg knows the application; nothing is paid by it.
func (c *Client) Login(ctx context.Context) error {
	_, err := c.token(ctx)
	return err
}

// Read reads a message, which nobody signs: the token of its address proves that it is
// of whoever we told it to.
func (c *Client) Read(m payment.Message) ([]payment.Hint, error) {
	var r request
	if err := json.Unmarshal(m.Body, &r); err != nil {
		return nil, err
	}
	if r.MerchantRef == "" || len(r.MerchantRef) > 100 {
		return nil, errors.New("tingg: names no payment")
	}
	code := string(r.Code)
	h := payment.Hint{Token: m.Token, MerchantRef: r.MerchantRef, Code: code, Back: slices.Contains(gone, code)}
	if slices.Contains(whole, code) || slices.Contains(partly, code) {
		amount, err := r.paid()
		if err != nil {
			return nil, err
		}
		h.Amount, h.Receipt = &amount, r.receipt()
	}
	return []payment.Hint{h}, nil
}

// Reply is that we heard: what became of the money is told by Acknowledge.
func (*Client) Reply(payment.Message) payment.Reply { return payment.Reply{} }
