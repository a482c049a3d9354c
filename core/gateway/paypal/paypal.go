// Package paypal speaks with PayPal's Orders v2: the payer agrees on a page, and we
// take the money then.
package paypal

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// Options are the settings of one application.
type Options struct {
	BaseURL    string // https://api-m.paypal.com, or its sandbox
	ID, Secret string
	Webhook    string           // id of the webhook whose messages are ours
	Now        func() time.Time // the platform's clock
}

// Complete reports whether the options can work at all.
func (o Options) Complete() bool {
	return o.BaseURL != "" && o.ID != "" && o.Secret != "" && o.Webhook != ""
}

// Begun reports whether somebody has set some of them.
func (o Options) Begun() bool { return o.ID != "" || o.Secret != "" || o.Webhook != "" }

// FromEnv reads the settings PAYPAL_*.
func FromEnv(env func(string) string) Options {
	o := Options{BaseURL: env("PAYPAL_URL"), ID: env("PAYPAL_ID"), Secret: env("PAYPAL_SECRET"), Webhook: env("PAYPAL_WEBHOOK")}
	if o.BaseURL == "" {
		o.BaseURL = "https://api-m.paypal.com"
	}
	return o
}

// A Client speaks for one application.
type Client struct {
	o      Options
	thin   *thin.Client
	bearer thin.Bearer
}

// New checks the options; it does not connect.
func New(o Options) (*Client, error) {
	if !o.Complete() {
		return nil, errors.New("paypal: id, secret and webhook belong together")
	}
	c, err := thin.New("paypal", o.BaseURL)
	return &Client{o: o, thin: c}, err
}

func (c *Client) token(ctx context.Context) (string, error) {
	return c.bearer.Token(c.o.Now(), func() (string, time.Time, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.thin.Base+"/v1/oauth2/token", strings.NewReader("grant_type=client_credentials"))
		if err != nil {
			return "", time.Time{}, err
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(c.o.ID+":"+c.o.Secret)))
		got, err := c.thin.Send(req)
		if err != nil {
			return "", time.Time{}, err
		}
		var t struct {
			AccessToken string `json:"access_token"`
			ExpiresIn   int64  `json:"expires_in"`
		}
		if err := got.Into(&t); err != nil || got.Status != http.StatusOK || t.AccessToken == "" {
			return "", time.Time{}, fmt.Errorf("paypal: no token, answer %d", got.Status)
		}
		return t.AccessToken, c.o.Now().Add(time.Duration(t.ExpiresIn) * time.Second), nil
	})
}

func (c *Client) do(ctx context.Context, method, path, request string, in any) (thin.Answer, error) {
	token, err := c.token(ctx)
	if err != nil {
		return thin.Answer{}, err
	}
	header := map[string]string{"Authorization": "Bearer " + token, "Prefer": "return=representation"}
	if request != "" {
		header["PayPal-Request-Id"] = request
	}
	got, err := c.thin.Do(ctx, method, path, header, in)
	if got.Status == http.StatusUnauthorized {
		c.bearer.Forget(token)
	}
	return got, err
}

// value is money as PayPal writes it.
type value struct {
	Currency string      `json:"currency_code"`
	Value    thin.Number `json:"value"`
}

type order struct {
	ID     string
	Status string
	Links  []struct{ Href, Rel string }
	Units  []struct {
		InvoiceID string `json:"invoice_id"`
		CustomID  string `json:"custom_id"`
		Amount    value
		Payments  struct {
			Captures []struct {
				ID, Status string
				Amount     value
			}
			Refunds []refund
		}
	} `json:"purchase_units"`
	Name    string
	Details []struct{ Issue string }
}

// Initiate makes an order. The same attempt makes the same order again, so an
// answer that was lost is asked for by repeating this.
func (c *Client) Initiate(ctx context.Context, ch payment.Charge) (payment.Accepted, error) {
	if _, err := c.token(ctx); err != nil { // without a token nothing was sent
		return payment.Accepted{}, &payment.Refusal{Reason: payment.OutOfService, Code: "token", Text: err.Error()}
	}
	got, err := c.do(ctx, http.MethodPost, "/v2/checkout/orders", ch.Attempt.String(), map[string]any{
		"intent": "CAPTURE",
		"purchase_units": []map[string]any{{
			"reference_id": "default",
			"custom_id":    ch.MerchantRef,
			"invoice_id":   ch.MerchantRef,
			"description":  "Bid fees " + ch.Number,
			"amount":       map[string]string{"currency_code": string(ch.Amount.Currency), "value": fixed(ch.Amount)},
		}},
		"payment_source": map[string]any{"paypal": map[string]any{"experience_context": map[string]string{
			"user_action":         "PAY_NOW",
			"shipping_preference": "NO_SHIPPING",
			"return_url":          ch.ReturnURL,
			"cancel_url":          ch.CancelURL,
		}}},
	})
	if err != nil {
		return payment.Accepted{}, err
	}
	var o order
	read := got.Into(&o)
	switch {
	case (got.Status == http.StatusOK || got.Status == http.StatusCreated) && read == nil && o.ID != "":
		for _, l := range o.Links {
			if l.Rel != "payer-action" && l.Rel != "approve" {
				continue
			}
			if err := thin.Safe(l.Href); err != nil {
				return payment.Accepted{}, fmt.Errorf("paypal: %w", err)
			}
			return payment.Accepted{Ref: o.ID, URL: l.Href}, nil
		}
		return payment.Accepted{Ref: o.ID}, nil // paid already, or gone: its page is no more
	case got.Status == http.StatusTooManyRequests, got.Status == http.StatusUnauthorized, got.Status == http.StatusForbidden:
		return payment.Accepted{}, &payment.Refusal{Reason: payment.OutOfService, Code: fmt.Sprint(got.Status)}
	case got.Status >= 400 && got.Status < 500 && read == nil && o.Name != "":
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Refused, Code: o.Name, Text: o.issue()}
	}
	return payment.Accepted{}, fmt.Errorf("paypal: answer %d says nothing", got.Status)
}

func (o order) issue() string {
	if len(o.Details) == 0 {
		return ""
	}
	return o.Details[0].Issue
}

// fixed writes an amount with the two decimals that PayPal's currencies here have.
func fixed(a money.Amount) string {
	whole, cents, _ := strings.Cut(a.Value.Short(), ".")
	return whole + "." + (cents + "00")[:2]
}

// Query asks how the order stands; without its name it is made again, which gives the same one.
func (c *Client) Query(ctx context.Context, ch payment.Charge) (payment.Result, error) {
	if ch.Ref == "" {
		again, err := c.Initiate(ctx, ch)
		var refused *payment.Refusal
		if errors.As(err, &refused) && refused.Reason == payment.Refused {
			return payment.Result{Outcome: payment.NotPaid, Reason: payment.Refused, Code: refused.Code}, nil
		}
		return payment.Result{Ref: again.Ref, URL: again.URL}, err
	}
	got, err := c.do(ctx, http.MethodGet, "/v2/checkout/orders/"+url.PathEscape(ch.Ref), "", nil)
	if err != nil {
		return payment.Result{}, err
	}
	r, err := c.read(got, ch)
	if err != nil {
		return r, err
	}
	return c.contested(ctx, r)
}

func (c *Client) read(got thin.Answer, ch payment.Charge) (payment.Result, error) {
	var o order
	if err := got.Into(&o); err != nil {
		return payment.Result{}, fmt.Errorf("paypal: %w", err)
	}
	if got.Status == http.StatusNotFound { // an order that nobody agreed to is gone after a while
		return payment.Result{Outcome: payment.NotPaid, Reason: payment.TimedOut, Code: o.Name}, nil
	}
	if got.Status != http.StatusOK && got.Status != http.StatusCreated || len(o.Units) != 1 {
		return payment.Result{}, fmt.Errorf("paypal: answer %d %s says nothing", got.Status, o.Name)
	}
	u := o.Units[0]
	if o.ID != ch.Ref || u.CustomID != ch.MerchantRef {
		return payment.Result{}, fmt.Errorf("paypal: asked of %s %s, told of %s %s", ch.Ref, ch.MerchantRef, o.ID, u.CustomID)
	}
	r := payment.Result{Code: o.Status}
	if len(u.Payments.Captures) == 0 {
		switch o.Status {
		case "APPROVED":
			r.Outcome = payment.Held
		case "VOIDED":
			r.Outcome, r.Reason = payment.NotPaid, payment.ByPayer
		}
		return r, nil
	}
	last := u.Payments.Captures[len(u.Payments.Captures)-1]
	r.Code, r.Receipt = last.Status, last.ID
	switch last.Status {
	case "COMPLETED":
		r.Outcome = payment.Paid
	case "DECLINED", "FAILED":
		return payment.Result{Outcome: payment.NotPaid, Reason: payment.Refused, Code: last.Status}, nil
	case "REFUNDED", "PARTIALLY_REFUNDED":
		r.Outcome = payment.Reversed
	case "REVERSED":
		r.Outcome = payment.Disputed
	default: // PENDING, and what is not known: it has the money or not, and will say
		return payment.Result{Code: last.Status}, nil
	}
	amount, err := last.Amount.Value.Amount(last.Amount.Currency)
	if err != nil {
		return payment.Result{}, fmt.Errorf("paypal: %w", err)
	}
	r.Amount = &amount
	if last.Status == "PARTIALLY_REFUNDED" {
		if *r.Amount, err = back(u.Payments.Refunds, last.Amount.Currency); err != nil {
			return payment.Result{}, fmt.Errorf("paypal: %w", err)
		}
	}
	return r, nil
}

// Capture takes what the payer agreed to. One that was taken already is asked about.
func (c *Client) Capture(ctx context.Context, ch payment.Charge) (payment.Result, error) {
	got, err := c.do(ctx, http.MethodPost, "/v2/checkout/orders/"+url.PathEscape(ch.Ref)+"/capture", "take-"+ch.Attempt.String(), map[string]any{})
	if err != nil {
		return payment.Result{}, err
	}
	if got.Status == http.StatusUnprocessableEntity {
		var o order
		if err := got.Into(&o); err != nil {
			return payment.Result{}, fmt.Errorf("paypal: %w", err)
		}
		switch o.issue() {
		case "ORDER_ALREADY_CAPTURED":
			return c.Query(ctx, ch)
		case "INSTRUMENT_DECLINED", "PAYER_CANNOT_PAY", "TRANSACTION_REFUSED":
			return payment.Result{Outcome: payment.NotPaid, Reason: payment.Refused, Code: o.issue()}, nil
		}
		return payment.Result{}, fmt.Errorf("paypal: not captured: %s", o.issue())
	}
	return c.read(got, ch)
}

// Login is nil where PayPal knows the application; nothing is paid by it.
func (c *Client) Login(ctx context.Context) error {
	_, err := c.token(ctx)
	return err
}

type event struct {
	Type     string `json:"event_type"`
	Resource struct {
		ID       string
		CustomID string `json:"custom_id"`
		Amount   *value
		Links    []struct{ Href, Rel string }
		Units    []struct {
			CustomID string `json:"custom_id"`
		} `json:"purchase_units"`
		Disputed []struct {
			Capture  string `json:"seller_transaction_id"`
			CustomID string `json:"custom"`
		} `json:"disputed_transactions"`
		Related struct {
			IDs struct {
				Order string `json:"order_id"`
			} `json:"related_ids"`
		} `json:"supplementary_data"`
	}
}

var signed = []string{"paypal-transmission-id", "paypal-transmission-time", "paypal-transmission-sig", "paypal-cert-url", "paypal-auth-algo"}

// Read reads a message of the account. What stands in it is proved by Prove.
func (c *Client) Read(m payment.Message) ([]payment.Hint, error) {
	if m.Method != http.MethodPost {
		return nil, payment.Forged
	}
	for _, h := range signed {
		if m.Only(h) == "" {
			return nil, payment.Forged
		}
	}
	var e event
	if err := json.Unmarshal(m.Body, &e); err != nil {
		return nil, err
	}
	h := payment.Hint{Code: e.Type, MerchantRef: e.Resource.CustomID}
	switch {
	case e.Type == "CHECKOUT.ORDER.APPROVED" && len(e.Resource.Units) == 1:
		h.MerchantRef, h.Ref = e.Resource.Units[0].CustomID, e.Resource.ID
	case e.Type == "PAYMENT.CAPTURE.COMPLETED":
		h.Ref, h.Receipt = e.Resource.Related.IDs.Order, e.Resource.ID
		if e.Resource.Amount != nil {
			amount, err := e.Resource.Amount.Value.Amount(e.Resource.Amount.Currency)
			if err != nil {
				return nil, err
			}
			h.Amount = &amount
		}
	case e.Type == "PAYMENT.CAPTURE.DENIED", e.Type == "PAYMENT.CAPTURE.PENDING":
		h.Ref = e.Resource.Related.IDs.Order
	case e.Type == "PAYMENT.CAPTURE.REFUNDED", e.Type == "PAYMENT.CAPTURE.REVERSED":
		h.Back = true
	case strings.HasPrefix(e.Type, "CUSTOMER.DISPUTE.") && len(e.Resource.Disputed) == 1:
		h.Receipt, h.MerchantRef, h.Back = e.Resource.Disputed[0].Capture, e.Resource.Disputed[0].CustomID, true
	default:
		return nil, nil // not of payments that we ask for
	}
	if h.MerchantRef == "" && h.Receipt == "" || len(h.MerchantRef) > 100 || len(h.Ref) > 100 || len(h.Receipt) > 100 {
		return nil, errors.New("paypal: names no payment")
	}
	return []payment.Hint{h}, nil
}

// Prove asks PayPal whether it sent a message.
func (c *Client) Prove(ctx context.Context, m payment.Message) error {
	if !json.Valid(m.Body) {
		return payment.Forged
	}
	got, err := c.do(ctx, http.MethodPost, "/v1/notifications/verify-webhook-signature", "", map[string]any{
		"transmission_id":   m.Only("paypal-transmission-id"),
		"transmission_time": m.Only("paypal-transmission-time"),
		"transmission_sig":  m.Only("paypal-transmission-sig"),
		"cert_url":          m.Only("paypal-cert-url"),
		"auth_algo":         m.Only("paypal-auth-algo"),
		"webhook_id":        c.o.Webhook,
		"webhook_event":     json.RawMessage(m.Body),
	})
	if err != nil {
		return err
	}
	var v struct {
		Status string `json:"verification_status"`
	}
	if err := got.Into(&v); err != nil || got.Status >= 500 || got.Status == http.StatusTooManyRequests {
		return fmt.Errorf("paypal: answer %d proves nothing", got.Status)
	}
	if v.Status != "SUCCESS" {
		return payment.Forged
	}
	return nil
}

// Reply is that we heard.
func (*Client) Reply(payment.Message) payment.Reply { return payment.Reply{} }
