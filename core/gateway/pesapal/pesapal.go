// Package pesapal speaks with Pesapal's API 3.0: hosted pages, whose messages say
// nothing but that there is something to ask.
package pesapal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/payment"
)

// Options are the settings of one merchant.
type Options struct {
	BaseURL     string // https://pay.pesapal.com/v3, or its sandbox
	Key, Secret string
	Now         func() time.Time // the platform's clock
}

// Complete reports whether the options can work at all.
func (o Options) Complete() bool { return o.BaseURL != "" && o.Key != "" && o.Secret != "" }

// Begun reports whether somebody has set some of them.
func (o Options) Begun() bool { return o.Key != "" || o.Secret != "" }

// FromEnv reads the settings PESAPAL_*.
func FromEnv(env func(string) string) Options {
	o := Options{BaseURL: env("PESAPAL_URL"), Key: env("PESAPAL_KEY"), Secret: env("PESAPAL_SECRET")}
	if o.BaseURL == "" {
		o.BaseURL = "https://pay.pesapal.com/v3"
	}
	return o
}

// A Client speaks for one merchant.
type Client struct {
	o      Options
	thin   *thin.Client
	bearer thin.Bearer

	mu   sync.Mutex
	ipns map[string]string // by address: the name that Pesapal gave it
}

// New checks the options; it does not connect.
func New(o Options) (*Client, error) {
	if !o.Complete() {
		return nil, errors.New("pesapal: key and secret belong together")
	}
	c, err := thin.New("pesapal", o.BaseURL)
	return &Client{o: o, thin: c, ipns: map[string]string{}}, err
}

// hook is the last part of the address that Pesapal calls: nobody who does not know
// our secret knows it, because nothing is signed.
func (c *Client) hook() string { return thin.Mac(c.o.Secret, []byte("messages of "+c.o.Key))[:40] }

// failed is Pesapal's no, which comes with any status.
type failed struct {
	Error *struct {
		Type string `json:"error_type"`
		Code string
	}
	Status thin.Number
}

func (f failed) code() string {
	if f.Error == nil {
		return ""
	}
	return f.Error.Code
}

func (c *Client) token(ctx context.Context) (string, error) {
	return c.bearer.Token(c.o.Now(), func() (string, time.Time, error) {
		got, err := c.thin.Do(ctx, http.MethodPost, "/api/Auth/RequestToken", nil, map[string]string{"consumer_key": c.o.Key, "consumer_secret": c.o.Secret})
		if err != nil {
			return "", time.Time{}, err
		}
		var t struct {
			Token      string
			ExpiryDate time.Time // documents say five minutes, recordings an hour: what it says itself counts
		}
		if err := got.Into(&t); err != nil || t.Token == "" {
			return "", time.Time{}, fmt.Errorf("pesapal: no token, answer %d", got.Status)
		}
		return t.Token, t.ExpiryDate, nil
	})
}

func (c *Client) do(ctx context.Context, method, path string, in, out any) (thin.Answer, error) {
	token, err := c.token(ctx)
	if err != nil {
		return thin.Answer{}, err
	}
	got, err := c.thin.Do(ctx, method, path, map[string]string{"Authorization": "Bearer " + token}, in)
	if err != nil {
		return got, err
	}
	var f failed
	if json.Unmarshal(got.Body, &f) == nil && (got.Status == http.StatusUnauthorized || f.Status == "401") {
		c.bearer.Forget(token)
	}
	if err := got.Into(out); err != nil {
		return got, fmt.Errorf("pesapal: %w", err)
	}
	return got, nil
}

// ipn registers the address that Pesapal is to call, once in the life of this process.
func (c *Client) ipn(ctx context.Context, address string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id := c.ipns[address]; id != "" {
		return id, nil
	}
	var r struct {
		ID string `json:"ipn_id"`
	}
	got, err := c.do(ctx, http.MethodPost, "/api/URLSetup/RegisterIPN", map[string]string{"url": address, "ipn_notification_type": "POST"}, &r)
	if err != nil {
		return "", err
	}
	if r.ID == "" {
		return "", fmt.Errorf("pesapal: no address was registered, answer %d", got.Status)
	}
	c.ipns[address] = r.ID
	return r.ID, nil
}

// Initiate makes a page.
func (c *Client) Initiate(ctx context.Context, ch payment.Charge) (payment.Accepted, error) {
	ipn, err := c.ipn(ctx, ch.AccountURL+c.hook())
	if err != nil { // no order was sent
		return payment.Accepted{}, &payment.Refusal{Reason: payment.OutOfService, Code: "ipn", Text: err.Error()}
	}
	var r struct {
		failed
		TrackingID  string `json:"order_tracking_id"`
		MerchantRef string `json:"merchant_reference"`
		RedirectURL string `json:"redirect_url"`
	}
	got, err := c.do(ctx, http.MethodPost, "/api/Transactions/SubmitOrderRequest", map[string]any{
		"id":               ch.MerchantRef,
		"currency":         string(ch.Amount.Currency),
		"amount":           json.RawMessage(ch.Amount.Value.Short()),
		"description":      "Bid fees " + ch.Number,
		"callback_url":     ch.ReturnURL,
		"cancellation_url": ch.CancelURL,
		"notification_id":  ipn,
		"billing_address":  map[string]string{"email_address": ch.Person.Email},
	}, &r)
	switch {
	case err != nil:
		return payment.Accepted{}, err
	case r.TrackingID != "" && r.MerchantRef == ch.MerchantRef:
		if err := thin.Safe(r.RedirectURL); err != nil {
			return payment.Accepted{}, fmt.Errorf("pesapal: %w", err)
		}
		return payment.Accepted{Ref: r.TrackingID, URL: r.RedirectURL}, nil
	case r.code() != "" && got.Status < 500:
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Refused, Code: r.code()}
	}
	return payment.Accepted{}, fmt.Errorf("pesapal: answer %d says nothing", got.Status)
}

// Query asks by Pesapal's own name. An attempt without one never showed a page: the
// payer gets a new one, with a new reference.
func (c *Client) Query(ctx context.Context, ch payment.Charge) (payment.Result, error) {
	if ch.Ref == "" {
		return payment.Result{Outcome: payment.NotPaid, Reason: payment.OutOfService, Code: "no page"}, nil
	}
	var r struct {
		failed
		Code        *int        `json:"status_code"`
		Says        string      `json:"payment_status_description"`
		Receipt     string      `json:"confirmation_code"`
		MerchantRef string      `json:"merchant_reference"`
		TrackingID  string      `json:"order_tracking_id"`
		Amount      thin.Number `json:"amount"`
		Currency    string
	}
	got, err := c.do(ctx, http.MethodGet, "/api/Transactions/GetTransactionStatus?orderTrackingId="+url.QueryEscape(ch.Ref), nil, &r)
	if err != nil {
		return payment.Result{}, err
	}
	if r.Code == nil {
		return payment.Result{}, fmt.Errorf("pesapal: answer %d %s says nothing", got.Status, r.code())
	}
	if r.MerchantRef != ch.MerchantRef || r.TrackingID != "" && r.TrackingID != ch.Ref {
		return payment.Result{}, fmt.Errorf("pesapal: asked of %s, told of %s", ch.MerchantRef, r.MerchantRef)
	}
	out := payment.Result{Code: strings.TrimSpace(fmt.Sprint(*r.Code, " ", r.Says))}
	switch *r.Code {
	case 1:
		out.Outcome, out.Receipt = payment.Paid, r.Receipt
	case 2:
		out.Outcome, out.Reason = payment.NotPaid, payment.Refused
		return out, nil
	case 3: // given back or taken back: what we gave back ourselves is known
		out.Outcome = payment.Disputed
	default: // 0 INVALID: nobody has paid yet
		return out, nil
	}
	amount, err := r.Amount.Amount(r.Currency)
	if err != nil {
		return payment.Result{}, fmt.Errorf("pesapal: %w", err)
	}
	out.Amount = &amount
	return out, nil
}

// Login is nil where Pesapal knows the merchant; nothing is paid by it.
func (c *Client) Login(ctx context.Context) error {
	_, err := c.token(ctx)
	return err
}

// ipn is a message, in an address or as JSON.
type ipn struct {
	TrackingID  string `json:"OrderTrackingId"`
	MerchantRef string `json:"OrderMerchantReference"`
	Kind        string `json:"OrderNotificationType"`
}

func of(m payment.Message) (in ipn, err error) {
	if m.Method == http.MethodGet {
		return ipn{m.Query.Get("OrderTrackingId"), m.Query.Get("OrderMerchantReference"), m.Query.Get("OrderNotificationType")}, nil
	}
	err = json.Unmarshal(m.Body, &in)
	return in, err
}

// Read reads a message, which says only what to ask about. It may come again when
// money goes back, so it is asked about after the end too.
func (c *Client) Read(m payment.Message) ([]payment.Hint, error) {
	if !thin.Same(m.Token, c.hook()) {
		return nil, payment.Forged
	}
	in, err := of(m)
	if err != nil {
		return nil, err
	}
	if in.TrackingID == "" || in.MerchantRef == "" || len(in.TrackingID) > 100 || len(in.MerchantRef) > 100 {
		return nil, errors.New("pesapal: names no payment")
	}
	return []payment.Hint{{MerchantRef: in.MerchantRef, Ref: in.TrackingID, Code: in.Kind, Back: true}}, nil
}

// Reply is the message again, with a status.
func (c *Client) Reply(m payment.Message) payment.Reply {
	in, _ := of(m)
	raw, _ := json.Marshal(map[string]any{
		"orderNotificationType":  in.Kind,
		"orderTrackingId":        in.TrackingID,
		"orderMerchantReference": in.MerchantRef,
		"status":                 200,
	})
	return payment.Reply{Type: "application/json", Body: raw}
}
