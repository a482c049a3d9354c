// Package chapa speaks with Chapa: hosted pages, asked about by our own reference.
package chapa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/payment"
)

// Options are the settings of one account.
type Options struct {
	BaseURL string // https://api.chapa.co
	Secret  string // key of the account
	Hook    string // secret that signs messages
}

// Complete reports whether the options can work at all.
func (o Options) Complete() bool { return o.BaseURL != "" && o.Secret != "" && o.Hook != "" }

// Begun reports whether somebody has set some of them.
func (o Options) Begun() bool { return o.Secret != "" || o.Hook != "" }

// FromEnv reads the settings CHAPA_*.
func FromEnv(env func(string) string) Options {
	o := Options{BaseURL: env("CHAPA_URL"), Secret: env("CHAPA_SECRET"), Hook: env("CHAPA_HOOK_SECRET")}
	if o.BaseURL == "" {
		o.BaseURL = "https://api.chapa.co"
	}
	return o
}

// A Client speaks for one account.
type Client struct {
	o    Options
	thin *thin.Client
}

// New checks the options; it does not connect.
func New(o Options) (*Client, error) {
	if !o.Complete() {
		return nil, errors.New("chapa: the secret and the hook's secret belong together")
	}
	c, err := thin.New("chapa", o.BaseURL)
	return &Client{o, c}, err
}

func (c *Client) do(ctx context.Context, method, path string, in any) (thin.Answer, error) {
	return c.thin.Do(ctx, method, path, map[string]string{"Authorization": "Bearer " + c.o.Secret}, in)
}

// answer is every shape that Chapa answers in; message is a text or an object.
type answer struct {
	Status  string
	Message json.RawMessage
	Data    *struct {
		CheckoutURL string `json:"checkout_url"`
		TxRef       string `json:"tx_ref"`
		Reference   string
		Status      string
		Currency    string
		Amount      thin.Number
	}
}

// Initiate makes a page. Our reference is used once only: a second try of the same
// one is refused, so it cannot take money twice.
func (c *Client) Initiate(ctx context.Context, ch payment.Charge) (payment.Accepted, error) {
	got, err := c.do(ctx, http.MethodPost, "/v1/transaction/initialize", map[string]any{
		"amount":       ch.Amount.Value.Short(),
		"currency":     string(ch.Amount.Currency),
		"tx_ref":       ch.MerchantRef,
		"callback_url": ch.CallbackURL,
		"return_url":   ch.ReturnURL,
		"customization": map[string]string{
			"title":       "Bid fees",
			"description": strings.ReplaceAll(ch.Number, "-", " "),
		},
	})
	if err != nil {
		return payment.Accepted{}, err
	}
	var a answer
	read := got.Into(&a)
	switch {
	case got.Status == http.StatusOK && read == nil && a.Status == "success" && a.Data != nil:
		if err := thin.Safe(a.Data.CheckoutURL); err != nil {
			return payment.Accepted{}, fmt.Errorf("chapa: %w", err)
		}
		return payment.Accepted{Ref: ch.MerchantRef, URL: a.Data.CheckoutURL}, nil
	case got.Status == http.StatusUnauthorized, got.Status == http.StatusForbidden, got.Status == http.StatusTooManyRequests:
		return payment.Accepted{}, &payment.Refusal{Reason: payment.OutOfService, Code: fmt.Sprint(got.Status)}
	case got.Status >= 400 && got.Status < 500 && read == nil:
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Refused, Code: fmt.Sprint(got.Status), Text: string(a.Message)}
	}
	return payment.Accepted{}, fmt.Errorf("chapa: answer %d says nothing", got.Status)
}

// Query asks by our own reference. A reference that Chapa does not know was never
// given a page: nobody can have paid by it.
func (c *Client) Query(ctx context.Context, ch payment.Charge) (payment.Result, error) {
	got, err := c.do(ctx, http.MethodGet, "/v1/transaction/verify/"+url.PathEscape(ch.MerchantRef), nil)
	if err != nil {
		return payment.Result{}, err
	}
	var a answer
	if err := got.Into(&a); err != nil {
		return payment.Result{}, fmt.Errorf("chapa: %w", err)
	}
	if got.Status == http.StatusNotFound {
		if ch.Ref == "" {
			return payment.Result{Outcome: payment.NotPaid, Reason: payment.OutOfService, Code: "404"}, nil
		}
		return payment.Result{Code: "404"}, nil // nobody has begun on its page
	}
	if got.Status != http.StatusOK || a.Data == nil {
		return payment.Result{}, fmt.Errorf("chapa: answer %d says nothing", got.Status)
	}
	d := a.Data
	if d.TxRef != ch.MerchantRef {
		return payment.Result{}, fmt.Errorf("chapa: asked of %s, told of %s", ch.MerchantRef, d.TxRef)
	}
	r := payment.Result{Code: d.Status, Ref: ch.MerchantRef}
	switch d.Status {
	case "success":
		r.Outcome, r.Receipt = payment.Paid, d.Reference
	case "failed":
		r.Outcome, r.Reason = payment.NotPaid, payment.Refused
	case "cancelled", "failed/cancelled":
		r.Outcome, r.Reason = payment.NotPaid, payment.ByPayer
	case "refunded":
		r.Outcome = payment.Reversed
	case "reversed":
		r.Outcome = payment.Disputed
	default:
		return r, nil
	}
	if r.Outcome == payment.NotPaid {
		return r, nil
	}
	amount, err := d.Amount.Amount(d.Currency)
	if err != nil {
		return payment.Result{}, fmt.Errorf("chapa: %w", err)
	}
	r.Amount = &amount
	return r, nil
}

// Login is nil where Chapa knows the account; nothing is paid by it.
func (c *Client) Login(ctx context.Context) error {
	got, err := c.do(ctx, http.MethodGet, "/v1/banks", nil)
	if err == nil && got.Status != http.StatusOK {
		err = fmt.Errorf("chapa: answer %d", got.Status)
	}
	return err
}

// Read reads a message: a browserless GET to the attempt's own address, which its
// token proves, or a signed POST. The constant Chapa-Signature proves nothing:
// whoever saw it once can repeat it.
func (c *Client) Read(m payment.Message) ([]payment.Hint, error) {
	if m.Method == http.MethodGet {
		ref := m.Query.Get("trx_ref")
		if ref == "" {
			ref = m.Query.Get("tx_ref")
		}
		if ref == "" || len(ref) > 100 {
			return nil, errors.New("chapa: names no payment")
		}
		return []payment.Hint{{Token: m.Token, MerchantRef: ref, Code: m.Query.Get("status")}}, nil
	}
	if !thin.Same(m.Only("x-chapa-signature"), thin.Mac(c.o.Hook, m.Body)) {
		return nil, payment.Forged
	}
	var e struct {
		Event, Status, Currency string
		TxRef                   string `json:"tx_ref"`
		Amount                  thin.Number
	}
	if err := json.Unmarshal(m.Body, &e); err != nil {
		return nil, err
	}
	if e.TxRef == "" || len(e.TxRef) > 100 {
		return nil, errors.New("chapa: names no payment")
	}
	back := e.Event == "charge.refunded" || e.Event == "charge.reversed"
	h := payment.Hint{MerchantRef: e.TxRef, Code: e.Status, Back: back}
	if e.Event == "charge.success" {
		amount, err := e.Amount.Amount(e.Currency)
		if err != nil {
			return nil, err
		}
		h.Amount = &amount
	}
	return []payment.Hint{h}, nil
}

// Reply is that we heard.
func (*Client) Reply(payment.Message) payment.Reply { return payment.Reply{} }
