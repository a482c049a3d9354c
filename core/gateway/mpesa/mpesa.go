// Package mpesa speaks with Safaricom's Daraja: prompts on phones (STK push) and
// what became of them, and money that payers send to a paybill by hand (C2B).
package mpesa

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"zabuni.org/core/payment"
)

const (
	connectTimeout = 5 * time.Second
	totalTimeout   = 30 * time.Second
	largestAnswer  = 64 << 10
	tokenMargin    = time.Minute // a token is renewed before it ends
)

// nairobi is where Daraja's timestamps are read; Kenya has no summer time.
var nairobi = time.FixedZone("EAT", 3*60*60)

// Options are the settings of one shortcode.
type Options struct {
	BaseURL     string // https://api.safaricom.co.ke, or its sandbox
	Key, Secret string // of the application
	Shortcode   string // that the passkey belongs to
	Passkey     string
	Till        string           // paid into, where it is a till; empty: the shortcode is a paybill
	Hook        string           // secret end of the addresses that confirmations come to; empty: nobody pays by hand
	Now         func() time.Time // the platform's clock
}

// Complete reports whether the options can work at all.
func (o Options) Complete() bool {
	return o.BaseURL != "" && o.Key != "" && o.Secret != "" && o.Shortcode != "" && o.Passkey != ""
}

// Begun reports whether somebody has set some of them.
func (o Options) Begun() bool {
	return o.Key != "" || o.Secret != "" || o.Shortcode != "" || o.Passkey != "" || o.Till != "" || o.Hook != ""
}

// FromEnv reads the settings MPESA_*.
func FromEnv(env func(string) string) Options {
	o := Options{BaseURL: env("MPESA_URL"), Key: env("MPESA_KEY"), Secret: env("MPESA_SECRET"), Shortcode: env("MPESA_SHORTCODE"),
		Passkey: env("MPESA_PASSKEY"), Till: env("MPESA_TILL"), Hook: env("MPESA_HOOK_SECRET")}
	if o.BaseURL == "" {
		o.BaseURL = "https://api.safaricom.co.ke"
	}
	return o
}

// A Client speaks for one shortcode.
type Client struct {
	o    Options
	http *http.Client

	mu     sync.Mutex
	token  string
	until  time.Time
	called bool // Daraja knows where confirmations go
}

// New checks the options; it does not connect.
func New(o Options) (*Client, error) {
	u, err := url.Parse(o.BaseURL)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("mpesa: %q is no address", o.BaseURL)
	}
	if u.Scheme != "https" {
		if ip := net.ParseIP(u.Hostname()); ip == nil || !ip.IsLoopback() {
			return nil, fmt.Errorf("mpesa: secrets would go to %s in the clear", u.Host)
		}
	}
	if !o.Complete() {
		return nil, errors.New("mpesa: key, secret, shortcode and passkey belong together")
	}
	o.BaseURL = strings.TrimSuffix(o.BaseURL, "/")
	dialer := &net.Dialer{Timeout: connectTimeout}
	return &Client{o: o, http: &http.Client{
		Timeout:       totalTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // secrets follow no redirect
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, TLSHandshakeTimeout: connectTimeout, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute},
	}}, nil
}

// pushRequest is Daraja's order of a prompt.
type pushRequest struct {
	BusinessShortCode, Password, Timestamp string
	TransactionType                        string
	Amount                                 string
	PartyA, PartyB, PhoneNumber            string
	CallBackURL                            string
	AccountReference                       string // at most 12 characters
	TransactionDesc                        string // at most 13
}

// answer is every shape that Daraja answers in; names match in any case.
type answer struct {
	CheckoutRequestID   string
	ResponseCode        code
	ResponseDescription string
	ResultCode          code
	ResultDesc          string
	ErrorCode           string
	ErrorMessage        string
}

// code is a number that Daraja writes now as a number and now as a string.
type code string

// UnmarshalJSON reads either.
func (c *code) UnmarshalJSON(raw []byte) error {
	*c = code(strings.Trim(string(raw), `"`))
	if *c == "null" {
		*c = ""
	}
	return nil
}

// Initiate sends a prompt to a phone, once: it is never sent again, because a
// second prompt may take the money twice.
func (c *Client) Initiate(ctx context.Context, ch payment.Charge) (payment.Accepted, error) {
	units := ch.Amount.Value.RoundTo(0)
	if !units.Equal(ch.Amount.Value) || ch.Amount.Currency != "KES" {
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Refused, Code: "amount", Text: ch.Amount.String()}
	}
	stamp, password := c.password()
	r := pushRequest{BusinessShortCode: c.o.Shortcode, Password: password, Timestamp: stamp, TransactionType: "CustomerPayBillOnline",
		Amount: units.Short(), PartyA: ch.Payer, PartyB: c.o.Shortcode, PhoneNumber: ch.Payer, CallBackURL: ch.CallbackURL,
		AccountReference: payment.Bill(ch.Number), TransactionDesc: "Bid fees"}
	if c.o.Till != "" {
		r.TransactionType, r.PartyB = "CustomerBuyGoodsOnline", c.o.Till
	}
	// Without a token nothing was sent, so this is as definite as a refusal.
	token, err := c.bearer(ctx)
	if err != nil {
		return payment.Accepted{}, &payment.Refusal{Reason: payment.OutOfService, Code: "token", Text: err.Error()}
	}
	status, a, err := c.post(ctx, token, "/mpesa/stkpush/v1/processrequest", r)
	switch {
	case err != nil:
		return payment.Accepted{}, err
	case status == http.StatusOK && a.ResponseCode == "0" && a.CheckoutRequestID != "":
		return payment.Accepted{Ref: a.CheckoutRequestID}, nil
	case a.ErrorCode != "":
		return payment.Accepted{}, &payment.Refusal{Reason: refusal(a.ErrorCode, a.ErrorMessage), Code: a.ErrorCode, Text: a.ErrorMessage}
	case status == http.StatusOK && a.ResponseCode != "" && a.ResponseCode != "0":
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Refused, Code: string(a.ResponseCode), Text: a.ResponseDescription}
	case status >= 400 && status < 500:
		return payment.Accepted{}, &payment.Refusal{Reason: payment.OutOfService, Code: strconv.Itoa(status)}
	}
	return payment.Accepted{}, fmt.Errorf("mpesa: answer %d says nothing", status)
}

// refusal reads why a prompt was not sent. One code says both that the phone is held by
// another prompt and that the merchant is not known; only their words differ.
func refusal(code, text string) payment.Reason {
	switch {
	case code == "500.001.1001" && strings.Contains(strings.ToLower(text), "subscriber"):
		return payment.Busy
	case strings.HasPrefix(code, "400."):
		return payment.Refused
	}
	return payment.OutOfService
}

// Query asks what became of a prompt.
func (c *Client) Query(ctx context.Context, ch payment.Charge) (payment.Result, error) {
	ref := ch.Ref
	stamp, password := c.password()
	in := map[string]string{"BusinessShortCode": c.o.Shortcode, "Password": password, "Timestamp": stamp, "CheckoutRequestID": ref}
	token, err := c.bearer(ctx)
	if err != nil {
		return payment.Result{}, err
	}
	status, a, err := c.post(ctx, token, "/mpesa/stkpushquery/v1/query", in)
	switch {
	case err != nil:
		return payment.Result{}, err
	case a.ErrorCode == "500.001.1001" && strings.Contains(a.ErrorMessage, "process"): // an HTTP 500 that means: still on the phone
		return payment.Result{Code: a.ErrorCode}, nil
	case a.ErrorCode != "":
		return payment.Result{}, fmt.Errorf("mpesa: %s %s", a.ErrorCode, a.ErrorMessage)
	case status == http.StatusOK && a.ResultCode != "":
		if a.CheckoutRequestID != "" && a.CheckoutRequestID != ref {
			return payment.Result{}, fmt.Errorf("mpesa: asked of %s, told of %s", ref, a.CheckoutRequestID)
		}
		return resultOf(string(a.ResultCode)), nil
	}
	return payment.Result{}, fmt.Errorf("mpesa: answer %d says nothing", status)
}

// results are the codes whose meaning is known; with any other we go on asking.
var results = map[string]payment.Reason{
	"1": payment.NoMoney, "17": payment.OverLimit, "26": payment.OutOfService, "1001": payment.Busy, "1019": payment.TimedOut, "1025": payment.Refused,
	"1032": payment.ByPayer, "1037": payment.Unreachable, "2001": payment.WrongPIN, "9999": payment.Refused,
}

func resultOf(code string) payment.Result {
	if code == "0" {
		return payment.Result{Outcome: payment.Paid, Code: code}
	}
	if reason, ok := results[code]; ok {
		return payment.Result{Outcome: payment.NotPaid, Reason: reason, Code: code}
	}
	return payment.Result{Code: code}
}

func (c *Client) password() (stamp, password string) {
	stamp = c.o.Now().In(nairobi).Format("20060102150405")
	return stamp, base64.StdEncoding.EncodeToString([]byte(c.o.Shortcode + c.o.Passkey + stamp))
}

// Login is nil where Daraja knows the application; nothing is paid by it.
func (c *Client) Login(ctx context.Context) error {
	_, err := c.bearer(ctx)
	return err
}

// bearer returns a token that is good for a while, asking for a new one when needed.
func (c *Client) bearer(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token != "" && c.o.Now().Before(c.until) {
		return c.token, nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.o.BaseURL+"/oauth/v1/generate?grant_type=client_credentials", nil)
	if err != nil {
		return "", err
	}
	req.SetBasicAuth(c.o.Key, c.o.Secret)
	var got struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   code   `json:"expires_in"` // "3599", a string
	}
	status, err := c.do(req, &got)
	if err != nil {
		return "", err
	}
	seconds, err := strconv.Atoi(string(got.ExpiresIn))
	if status != http.StatusOK || got.AccessToken == "" || err != nil {
		return "", fmt.Errorf("mpesa: no token, answer %d", status)
	}
	c.token, c.until = got.AccessToken, c.o.Now().Add(time.Duration(seconds)*time.Second-tokenMargin)
	return c.token, nil
}

func (c *Client) post(ctx context.Context, token, path string, in any) (int, answer, error) {
	var a answer
	raw, err := json.Marshal(in)
	if err != nil {
		return 0, a, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.o.BaseURL+path, bytes.NewReader(raw))
	if err != nil {
		return 0, a, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	req.GetBody = nil // the transport must not send it a second time when a connection dies
	status, err := c.do(req, &a)
	if status == http.StatusUnauthorized || strings.HasPrefix(a.ErrorCode, "404.001.03") || strings.HasPrefix(a.ErrorCode, "401.") {
		c.forget(token)
	}
	return status, a, err
}

// forget gives up a token that is refused: the next call gets a new one.
func (c *Client) forget(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token == token {
		c.token = ""
	}
}

func (c *Client) do(req *http.Request, out any) (int, error) {
	return c.doUpTo(req, out, largestAnswer)
}

func (c *Client) doUpTo(req *http.Request, out any, largest int64) (int, error) {
	res, err := c.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, largest))
	if err != nil {
		return res.StatusCode, err
	}
	if len(bytes.TrimSpace(raw)) > 0 && json.Unmarshal(raw, out) != nil && res.StatusCode == http.StatusOK {
		return res.StatusCode, errors.New("mpesa: the answer is not JSON")
	}
	return res.StatusCode, nil
}
