// Package dpo speaks with DPO Pay: hosted pages over an interface of XML, asked about by
// the token of each page.
package dpo

import (
	"bytes"
	"context"
	"encoding/xml"
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

// Options are the settings of one company.
type Options struct {
	BaseURL string // https://secure.3gdirectpay.com
	Company string // token of the company
	Service string // number of the service type that bid fees are
	Hook    string // last part of the address that messages are sent to
	Now     func() time.Time
}

// Complete reports whether the options can work at all.
func (o Options) Complete() bool {
	return o.BaseURL != "" && o.Company != "" && o.Service != "" && o.Hook != ""
}

// Begun reports whether somebody has set some of them.
func (o Options) Begun() bool { return o.Company != "" || o.Service != "" || o.Hook != "" }

// FromEnv reads the settings DPO_*.
func FromEnv(env func(string) string) Options {
	o := Options{BaseURL: env("DPO_URL"), Company: env("DPO_COMPANY"), Service: env("DPO_SERVICE"), Hook: env("DPO_HOOK_SECRET")}
	if o.BaseURL == "" {
		o.BaseURL = "https://secure.3gdirectpay.com"
	}
	return o
}

// A Client speaks for one company.
type Client struct {
	o    Options
	thin *thin.Client
}

// New checks the options; it does not connect.
func New(o Options) (*Client, error) {
	if !o.Complete() {
		return nil, errors.New("dpo: company, service and the hook's secret belong together")
	}
	c, err := thin.New("dpo", o.BaseURL)
	return &Client{o, c}, err
}

// ask is every request that we make; what is empty is left out.
type ask struct {
	XMLName     xml.Name `xml:"API3G"`
	Company     string   `xml:"CompanyToken"`
	Request     string
	Transaction *transaction
	Services    *services
	Token       string `xml:"TransactionToken,omitempty"`
	Verify      string `xml:"VerifyTransaction,omitempty"` // 1: we have credited it
}

type transaction struct {
	Amount    string `xml:"PaymentAmount"`
	Currency  string `xml:"PaymentCurrency"`
	Ref       string `xml:"CompanyRef"`
	Unique    int    `xml:"CompanyRefUnique"`
	ReturnURL string `xml:"RedirectURL"`
	BackURL   string `xml:"BackURL"`
	Life      int    `xml:"PTL"`
	LifeOf    string `xml:"PTLtype"`
	First     string `xml:"customerFirstName,omitempty"`
	Last      string `xml:"customerLastName,omitempty"`
	Email     string `xml:"customerEmail,omitempty"`
}

type services struct {
	Service struct {
		Type        string `xml:"ServiceType"`
		Description string `xml:"ServiceDescription"`
		Date        string `xml:"ServiceDate"`
	}
}

// told is every answer, and every message.
type told struct {
	XMLName     xml.Name `xml:"API3G"`
	Result      string
	Explanation string `xml:"ResultExplanation"`
	TransToken  string // of a page that was made
	Token       string `xml:"TransactionToken"` // of a message
	Approval    string `xml:"TransactionApproval"`
	Ref         string `xml:"CompanyRef"`
	Currency    string `xml:"TransactionCurrency"`
	Amount      string `xml:"TransactionAmount"`
	Final       string `xml:"TransactionFinalAmount"`
	FinalIn     string `xml:"TransactionFinalCurrency"`
}

// read reads XML of a stranger: nothing in it may say what it is made of.
func read(raw []byte) (t told, err error) {
	if bytes.Contains(raw, []byte("<!")) {
		return t, errors.New("dpo: declares entities")
	}
	return t, xml.Unmarshal(raw, &t)
}

func (c *Client) do(ctx context.Context, in ask) (told, int, error) {
	in.Company = c.o.Company
	raw, err := xml.Marshal(in)
	if err != nil {
		return told{}, 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.thin.Base+"/API/v6/", bytes.NewReader(append([]byte(xml.Header), raw...)))
	if err != nil {
		return told{}, 0, err
	}
	req.GetBody = nil
	req.Header.Set("Content-Type", "application/xml")
	got, err := c.thin.Send(req)
	if err != nil {
		return told{}, 0, err
	}
	t, err := read(got.Body)
	if err != nil || t.Result == "" {
		return told{}, got.Status, fmt.Errorf("dpo: answer %d says nothing: %w", got.Status, errors.Join(err, errors.New("no result")))
	}
	return t, got.Status, nil
}

// Initiate makes a page, which ends by itself when patience does.
func (c *Client) Initiate(ctx context.Context, ch payment.Charge) (payment.Accepted, error) {
	terms, _ := payment.TermsOf(payment.DPO)
	var s services
	s.Service.Type, s.Service.Description = c.o.Service, "Bid fees "+ch.Number
	s.Service.Date = c.o.Now().UTC().Format("2006/01/02 15:04")
	t, _, err := c.do(ctx, ask{
		Request:  "createToken",
		Services: &s,
		Transaction: &transaction{
			Amount:    money.RoundRat(ch.Amount.Value.Rat(), 2),
			Currency:  string(ch.Amount.Currency),
			Ref:       ch.MerchantRef,
			Unique:    1,
			ReturnURL: ch.ReturnURL,
			BackURL:   ch.CancelURL,
			Life:      int(terms.Patience / time.Minute),
			LifeOf:    "minutes",
			First:     ch.Person.First,
			Last:      ch.Person.Last,
			Email:     ch.Person.Email,
		},
	})
	if err != nil {
		return payment.Accepted{}, err
	}
	if t.Result != "000" || t.TransToken == "" {
		reason := payment.OutOfService
		switch t.Result {
		case "904", "905", "906": // a currency or an amount that the company may not take
			reason = payment.Refused
		}
		return payment.Accepted{}, &payment.Refusal{Reason: reason, Code: t.Result, Text: t.Explanation}
	}
	return payment.Accepted{Ref: t.TransToken, URL: c.thin.Base + "/payv2.php?ID=" + url.QueryEscape(t.TransToken)}, nil
}

// Query asks by the page's token. An attempt without one never showed a page: the payer
// gets a new one, with a new reference.
func (c *Client) Query(ctx context.Context, ch payment.Charge) (payment.Result, error) {
	if ch.Ref == "" {
		return payment.Result{Outcome: payment.NotPaid, Reason: payment.OutOfService, Code: "no page"}, nil
	}
	t, status, err := c.do(ctx, ask{Request: "verifyToken", Token: ch.Ref, Verify: "0"})
	if err != nil {
		return payment.Result{}, err
	}
	if t.Ref != "" && t.Ref != ch.MerchantRef {
		return payment.Result{}, fmt.Errorf("dpo: asked of %s, told of %s", ch.MerchantRef, t.Ref)
	}
	out := payment.Result{Code: t.Result}
	switch t.Result {
	case "000", "002": // 002: more or less than was asked for
		out.Outcome, out.Receipt = payment.Paid, strings.TrimSpace(t.Approval)
	case "001", "003", "007", "900":
		return out, nil
	case "901":
		out.Outcome, out.Reason = payment.NotPaid, payment.Refused
		return out, nil
	case "903":
		out.Outcome, out.Reason = payment.NotPaid, payment.TimedOut
		return out, nil
	case "904":
		out.Outcome, out.Reason = payment.NotPaid, payment.ByPayer
		return out, nil
	default:
		return payment.Result{}, fmt.Errorf("dpo: answer %d %s says nothing", status, t.Result)
	}
	amount, err := thin.Number(t.Amount).Amount(t.Currency)
	if err == nil && t.Final != "" && amount.Currency != ch.Amount.Currency { // the payer changed the currency on the page
		if final, wrong := thin.Number(t.Final).Amount(t.FinalIn); wrong == nil && final.Currency == ch.Amount.Currency {
			amount = final
		}
	}
	if err != nil {
		return payment.Result{}, fmt.Errorf("dpo: %w", err)
	}
	out.Amount = &amount
	return out, nil
}

// Abandon ends a page, so that nobody pays there any more.
func (c *Client) Abandon(ctx context.Context, ch payment.Charge) error {
	if ch.Ref == "" {
		return nil
	}
	t, _, err := c.do(ctx, ask{Request: "cancelToken", Token: ch.Ref})
	if err == nil && t.Result != "000" {
		err = fmt.Errorf("dpo: not cancelled: %s", t.Result)
	}
	return err
}

// Acknowledge verifies what was credited once more, now for good: DPO warns of what
// nobody has verified. What is not credited is left for a person.
func (c *Client) Acknowledge(ctx context.Context, ch payment.Charge, credited bool) error {
	if !credited {
		return nil
	}
	t, _, err := c.do(ctx, ask{Request: "verifyToken", Token: ch.Ref, Verify: "1"})
	if err == nil && t.Result != "000" && t.Result != "002" {
		err = fmt.Errorf("dpo: verified as %s", t.Result)
	}
	return err
}

// Login is nil where DPO knows the company; nothing is paid by it.
func (c *Client) Login(ctx context.Context) error {
	t, _, err := c.do(ctx, ask{Request: "verifyToken", Token: "00000000-0000-0000-0000-000000000000"})
	if err == nil && (t.Result == "801" || t.Result == "802") { // the company is missing, or there is none
		err = fmt.Errorf("dpo: %s %s", t.Result, t.Explanation)
	}
	return err
}

// Read reads a message, which nobody signs: the last part of its address is known to
// whoever set it up at DPO alone.
func (c *Client) Read(m payment.Message) ([]payment.Hint, error) {
	if !thin.Same(m.Token, c.o.Hook) {
		return nil, payment.Forged
	}
	t, err := read(m.Body)
	if err != nil {
		return nil, err
	}
	token := t.Token
	if token == "" {
		token = t.TransToken
	}
	if token == "" || len(token) > 100 || len(t.Ref) > 100 {
		return nil, errors.New("dpo: names no payment")
	}
	return []payment.Hint{{MerchantRef: t.Ref, Ref: token, Code: t.Result}}, nil
}

// Reply is the word that DPO waits for.
func (*Client) Reply(payment.Message) payment.Reply {
	return payment.Reply{Type: "text/plain; charset=utf-8", Body: []byte("OK")}
}
