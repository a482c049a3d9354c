// Package iveri speaks with iVeri Lite: the payer's browser posts a form to a page of the
// acquirer, and is posted back; we ask by our own reference what became of it.
package iveri

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// Options are the settings of one merchant at one acquirer.
type Options struct {
	BaseURL     string           // https://portal.host.iveri.com, or the acquirer's own
	Application string           // id of the application, with its braces
	Secret      string           // that signs what the browser posts
	Now         func() time.Time // the platform's clock
}

// Complete reports whether the options can work at all.
func (o Options) Complete() bool { return o.BaseURL != "" && o.Application != "" && o.Secret != "" }

// Begun reports whether somebody has set some of them.
func (o Options) Begun() bool { return o.Application != "" || o.Secret != "" }

// FromEnv reads the settings IVERI_*.
func FromEnv(env func(string) string) Options {
	o := Options{BaseURL: env("IVERI_URL"), Application: env("IVERI_APPLICATION"), Secret: env("IVERI_SECRET")}
	if o.BaseURL == "" {
		o.BaseURL = "https://portal.host.iveri.com"
	}
	return o
}

// A Client speaks for one merchant.
type Client struct {
	o    Options
	thin *thin.Client
}

// New checks the options; it does not connect.
func New(o Options) (*Client, error) {
	if !o.Complete() {
		return nil, errors.New("iveri: application and secret belong together")
	}
	c, err := thin.New("iveri", o.BaseURL)
	return &Client{o, c}, err
}

const (
	authorise = "/Lite/Authorise.aspx"
	info      = "/Lite/AuthoriseInfo.aspx"
)

// Initiate tells nobody: the page is made by the browser that posts to it.
func (c *Client) Initiate(_ context.Context, ch payment.Charge) (payment.Accepted, error) {
	return payment.Accepted{Ref: ch.MerchantRef, URL: c.thin.Base + authorise}, nil
}

// Fields are what the browser posts. Amounts are in hundredths; the reference is taken
// once only, so that a form that is sent twice takes money once.
func (c *Client) Fields(ch payment.Charge) []payment.Field {
	terms, _ := payment.TermsOf(payment.IVeri)
	minor, _ := terms.Minor(ch.Amount)
	amount := strconv.FormatInt(minor, 10)
	return []payment.Field{
		{Name: "Lite_Merchant_ApplicationId", Value: c.o.Application},
		{Name: "Lite_Merchant_Trace", Value: ch.MerchantRef},
		{Name: "Lite_Order_Amount", Value: amount},
		{Name: "Lite_Currency_AlphaCode", Value: string(ch.Amount.Currency)},
		{Name: "Lite_Order_LineItems_Product_1", Value: "Bid fees " + ch.Number},
		{Name: "Lite_Order_LineItems_Quantity_1", Value: "1"},
		{Name: "Lite_Order_LineItems_Amount_1", Value: amount},
		{Name: "Ecom_ConsumerOrderID", Value: ch.MerchantRef},
		{Name: "Ecom_BillTo_Online_Email", Value: ch.Person.Email},
		{Name: "Lite_Website_Successful_Url", Value: ch.CallbackURL},
		{Name: "Lite_Website_Fail_Url", Value: ch.CallbackURL},
		{Name: "Lite_Website_TryLater_Url", Value: ch.CallbackURL},
		{Name: "Lite_Website_Error_Url", Value: ch.CallbackURL},
		{Name: "Lite_Transaction_Token", Value: Token(c.o.Secret, c.o.Application, amount, ch.Person.Email, c.o.Now())},
	}
}

// Token signs what a browser posts (iVeri, Merchant Hash Token Generation).
func Token(secret, application, amount, email string, at time.Time) string {
	unix := strconv.FormatInt(at.Unix(), 10)
	sum := sha256.Sum256([]byte(secret + unix + authorise + application + amount + email))
	return "x:" + unix + ":" + hex.EncodeToString(sum[:])
}

// Origin is where browsers post to.
func (c *Client) Origin() string {
	u, err := url.Parse(c.thin.Base)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Query asks by our own reference. One that nobody has posted yet is one that waits.
func (c *Client) Query(ctx context.Context, ch payment.Charge) (payment.Result, error) {
	form := url.Values{"Lite_Merchant_ApplicationId": {c.o.Application}, "Lite_Merchant_Trace": {ch.MerchantRef}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.thin.Base+info, strings.NewReader(form.Encode()))
	if err != nil {
		return payment.Result{}, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	got, err := c.thin.Send(req)
	if err != nil {
		return payment.Result{}, err
	}
	v, err := url.ParseQuery(strings.TrimSpace(string(got.Body)))
	status := v.Get("Lite_Payment_Card_Status")
	if err != nil || got.Status != http.StatusOK || status == "" {
		return payment.Result{}, fmt.Errorf("iveri: answer %d says nothing", got.Status)
	}
	r := payment.Result{Code: status, Ref: ch.MerchantRef}
	switch status {
	case "1", "2", "5", "9", "255": // try later; 255: nobody has posted it, or not as it should be
		return r, nil
	}
	if ref := v.Get("Lite_Merchant_Trace"); ref != ch.MerchantRef {
		return payment.Result{}, fmt.Errorf("iveri: asked of %s, told of %s", ch.MerchantRef, ref)
	}
	if status != "0" {
		r.Outcome, r.Reason = payment.NotPaid, payment.Refused
		return r, nil
	}
	r.Outcome, r.Receipt = payment.Paid, v.Get("Lite_TransactionIndex")
	amount, err := minor(v, ch.Amount.Currency)
	if err != nil {
		return payment.Result{}, fmt.Errorf("iveri: %w", err)
	}
	r.Amount = &amount
	return r, nil
}

// minor reads an amount in hundredths; an application has one currency, which an answer
// need not name.
func minor(v url.Values, asked money.Currency) (money.Amount, error) {
	n, err := strconv.ParseInt(v.Get("Lite_Order_Amount"), 10, 64)
	if err != nil || n < 0 {
		return money.Amount{}, fmt.Errorf("%q is no amount", v.Get("Lite_Order_Amount"))
	}
	currency := asked
	if told := v.Get("Lite_Currency_AlphaCode"); told != "" {
		if currency, err = money.ParseCurrency(told); err != nil {
			return money.Amount{}, err
		}
	}
	return money.Amount{Value: money.New(n, -2), Currency: currency}, nil
}

// Login is nil where iVeri answers at all: an application is known by its payments alone.
func (c *Client) Login(ctx context.Context) error {
	_, err := c.Query(ctx, payment.Charge{MerchantRef: "doctor"})
	return err
}

// Read reads what the payer's browser was made to post. It is the payer who brings it:
// it says that there is something to ask, and no more.
func (c *Client) Read(m payment.Message) ([]payment.Hint, error) {
	v, err := url.ParseQuery(string(m.Body))
	if err != nil {
		return nil, err
	}
	ref := v.Get("Lite_Merchant_Trace")
	if ref == "" || len(ref) > 64 {
		return nil, errors.New("iveri: names no payment")
	}
	return []payment.Hint{{Token: m.Token, MerchantRef: ref, Code: v.Get("Lite_Payment_Card_Status")}}, nil
}

// Reply sends the browser on to our own page.
func (*Client) Reply(payment.Message) payment.Reply { return payment.Reply{Back: true} }
