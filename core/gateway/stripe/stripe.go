// Package stripe speaks with Stripe's Checkout Sessions. It alone knows Stripe's library.
package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	sdk "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// tolerance is how old a signed message may be.
const tolerance = 300 * time.Second

// Options are the settings of one account.
type Options struct {
	BaseURL string // https://api.stripe.com
	Secret  string // key of the account
	Hook    string // secret that signs messages
}

// Complete reports whether the options can work at all.
func (o Options) Complete() bool { return o.BaseURL != "" && o.Secret != "" && o.Hook != "" }

// Begun reports whether somebody has set some of them.
func (o Options) Begun() bool { return o.Secret != "" || o.Hook != "" }

// FromEnv reads the settings STRIPE_*.
func FromEnv(env func(string) string) Options {
	o := Options{BaseURL: env("STRIPE_URL"), Secret: env("STRIPE_SECRET"), Hook: env("STRIPE_HOOK_SECRET")}
	if o.BaseURL == "" {
		o.BaseURL = "https://api.stripe.com"
	}
	return o
}

// A Client speaks for one account.
type Client struct {
	o     Options
	sdk   *sdk.Client
	terms payment.Terms
}

// New checks the options; it does not connect.
func New(o Options) (*Client, error) {
	if !o.Complete() {
		return nil, errors.New("stripe: the secret and the hook's secret belong together")
	}
	c, err := thin.New("stripe", o.BaseURL)
	if err != nil {
		return nil, err
	}
	terms, _ := payment.TermsOf(payment.Stripe)
	backends := sdk.NewBackendsWithConfig(&sdk.BackendConfig{
		HTTPClient:        c.HTTP,
		URL:               sdk.String(c.Base),
		MaxNetworkRetries: sdk.Int64(0), // we ask again ourselves, and know what about
		EnableTelemetry:   sdk.Bool(false),
		LeveledLogger:     &sdk.LeveledLogger{Level: sdk.LevelNull},
	})
	return &Client{o, sdk.NewClient(o.Secret, sdk.WithBackends(backends)), terms}, nil
}

// Initiate makes a session. The same attempt makes the same one again, so an answer
// that was lost is asked for by repeating this.
func (c *Client) Initiate(ctx context.Context, ch payment.Charge) (payment.Accepted, error) {
	units, ok := c.terms.Minor(ch.Amount)
	if !ok {
		return payment.Accepted{}, &payment.Refusal{Reason: payment.Refused, Code: "amount", Text: ch.Amount.String()}
	}
	params := &sdk.CheckoutSessionCreateParams{
		Mode:              sdk.String("payment"),
		ClientReferenceID: sdk.String(ch.MerchantRef),
		SuccessURL:        sdk.String(ch.ReturnURL),
		CancelURL:         sdk.String(ch.CancelURL),
		ExpiresAt:         sdk.Int64(ch.Until.Unix()),
		LineItems: []*sdk.CheckoutSessionCreateLineItemParams{{
			Quantity: sdk.Int64(1),
			PriceData: &sdk.CheckoutSessionCreateLineItemPriceDataParams{
				Currency:    sdk.String(strings.ToLower(string(ch.Amount.Currency))),
				UnitAmount:  sdk.Int64(units),
				ProductData: &sdk.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: sdk.String("Bid fees " + ch.Number)},
			},
		}},
	}
	params.SetIdempotencyKey(ch.Attempt.String())
	s, err := c.sdk.V1CheckoutSessions.Create(ctx, params)
	var said *sdk.Error
	if errors.As(err, &said) {
		switch {
		case said.HTTPStatusCode == http.StatusUnauthorized, said.HTTPStatusCode == http.StatusForbidden, said.HTTPStatusCode == http.StatusTooManyRequests:
			return payment.Accepted{}, &payment.Refusal{Reason: payment.OutOfService, Code: string(said.Type)}
		case said.HTTPStatusCode == http.StatusBadRequest && said.Type == sdk.ErrorTypeInvalidRequest:
			return payment.Accepted{}, &payment.Refusal{Reason: payment.Refused, Code: string(said.Code), Text: said.Msg}
		}
	}
	switch {
	case err != nil:
		return payment.Accepted{}, fmt.Errorf("stripe: %w", err)
	case s.ID == "":
		return payment.Accepted{}, errors.New("stripe: the answer says nothing")
	case s.URL != "":
		if err := thin.Safe(s.URL); err != nil {
			return payment.Accepted{}, fmt.Errorf("stripe: %w", err)
		}
	}
	return payment.Accepted{Ref: s.ID, URL: s.URL}, nil
}

// Query asks how the session stands; without its name it is made again, which gives the same one.
func (c *Client) Query(ctx context.Context, ch payment.Charge) (payment.Result, error) {
	if ch.Ref == "" {
		again, err := c.Initiate(ctx, ch)
		var refused *payment.Refusal
		if errors.As(err, &refused) && refused.Reason == payment.Refused {
			return payment.Result{Outcome: payment.NotPaid, Reason: payment.Refused, Code: refused.Code}, nil
		}
		return payment.Result{Ref: again.Ref, URL: again.URL}, err
	}
	params := &sdk.CheckoutSessionRetrieveParams{}
	params.AddExpand("payment_intent.latest_charge")
	s, err := c.sdk.V1CheckoutSessions.Retrieve(ctx, ch.Ref, params)
	if err != nil {
		return payment.Result{}, fmt.Errorf("stripe: %w", err)
	}
	if s.ID != ch.Ref || s.ClientReferenceID != ch.MerchantRef {
		return payment.Result{}, fmt.Errorf("stripe: asked of %s %s, told of %s %s", ch.Ref, ch.MerchantRef, s.ID, s.ClientReferenceID)
	}
	r := payment.Result{Code: string(s.Status) + " " + string(s.PaymentStatus)}
	switch {
	case s.PaymentStatus == sdk.CheckoutSessionPaymentStatusPaid:
		r.Outcome = payment.Paid
	case s.Status == sdk.CheckoutSessionStatusExpired:
		return payment.Result{Outcome: payment.NotPaid, Reason: payment.TimedOut, Code: r.Code}, nil
	case s.Status == sdk.CheckoutSessionStatusComplete && failed(s.PaymentIntent): // it was to be paid later, and was not
		return payment.Result{Outcome: payment.NotPaid, Reason: payment.Refused, Code: r.Code}, nil
	default:
		return r, nil
	}
	units := s.AmountTotal
	if i := s.PaymentIntent; i != nil {
		r.Receipt = i.ID
		if paid := i.LatestCharge; paid != nil {
			if paid.Disputed {
				if err := c.contest(ctx, i.ID, &r, &units); err != nil {
					return payment.Result{}, err
				}
				if r.Outcome == payment.Disputed { // all that went back is told, as of what is given back
					units = min(units+paid.AmountRefunded, s.AmountTotal)
				}
			}
			if paid.AmountRefunded > 0 && r.Outcome == payment.Paid {
				r.Outcome, units = payment.Reversed, paid.AmountRefunded
			}
		}
	}
	amount := c.amount(units, string(s.Currency))
	r.Amount = &amount
	return r, nil
}

func failed(i *sdk.PaymentIntent) bool {
	return i != nil && (i.Status == sdk.PaymentIntentStatusCanceled || i.Status == sdk.PaymentIntentStatusRequiresPaymentMethod)
}

// contest asks what became of a dispute: a charge says for ever that there was one.
func (c *Client) contest(ctx context.Context, intent string, r *payment.Result, units *int64) error {
	params := &sdk.DisputeListParams{PaymentIntent: sdk.String(intent)}
	params.Limit = sdk.Int64(100)
	for d, err := range c.sdk.V1Disputes.List(ctx, params).All(ctx) { // the newest first
		if err != nil {
			return fmt.Errorf("stripe: %w", err)
		}
		state, taken := disputed[d.Status]
		if !taken || state == payment.DisputeWon {
			continue // an inquiry takes no money, and what was won came back
		}
		r.Outcome, r.Code, *units = payment.Disputed, "disputed "+string(d.Status), d.Amount
		r.Contest = &payment.Contest{Ref: d.ID, Cause: string(d.Reason), State: state}
		if d.EvidenceDetails != nil && d.EvidenceDetails.DueBy > 0 {
			r.Contest.Due = time.Unix(d.EvidenceDetails.DueBy, 0).UTC()
		}
		return nil
	}
	return nil
}

// disputed are the states of disputes that took money.
var disputed = map[sdk.DisputeStatus]payment.DisputeState{
	sdk.DisputeStatusNeedsResponse: payment.DisputeOpen,
	sdk.DisputeStatusUnderReview:   payment.DisputeAnswered,
	sdk.DisputeStatusWon:           payment.DisputeWon,
	sdk.DisputeStatusLost:          payment.DisputeLost,
}

// amount reads units of a currency; of one that we never ask for only the name counts.
func (c *Client) amount(units int64, currency string) money.Amount {
	a, _ := c.terms.Major(units, money.Currency(strings.ToUpper(currency)))
	return a
}

// Abandon ends a session, so that nobody pays there any more.
func (c *Client) Abandon(ctx context.Context, ch payment.Charge) error {
	if ch.Ref == "" {
		return nil
	}
	_, err := c.sdk.V1CheckoutSessions.Expire(ctx, ch.Ref, &sdk.CheckoutSessionExpireParams{})
	return err
}

// Login is nil where Stripe knows the account; nothing is paid by it.
func (c *Client) Login(ctx context.Context) error {
	_, err := c.sdk.V1Balance.Retrieve(ctx, &sdk.BalanceRetrieveParams{})
	return err
}

// Read reads a signed message of the account.
func (c *Client) Read(m payment.Message) ([]payment.Hint, error) {
	proof := m.Only("stripe-signature")
	if proof == "" || m.Method != http.MethodPost || webhook.ValidatePayloadWithTolerance(m.Body, proof, c.o.Hook, tolerance) != nil {
		return nil, payment.Forged
	}
	var e struct {
		Type string
		Data struct {
			Object struct {
				ID            string
				Reference     string `json:"client_reference_id"`
				Intent        string `json:"payment_intent"`
				PaymentStatus string `json:"payment_status"`
				Currency      string
				Total         int64 `json:"amount_total"`
			}
		}
	}
	if err := json.Unmarshal(m.Body, &e); err != nil {
		return nil, err
	}
	o := e.Data.Object
	h := payment.Hint{Code: e.Type}
	switch {
	case strings.HasPrefix(e.Type, "checkout.session."):
		h.MerchantRef, h.Ref = o.Reference, o.ID
		if o.PaymentStatus == "paid" {
			amount := c.amount(o.Total, o.Currency)
			h.Amount, h.Receipt = &amount, o.Intent
		}
	case e.Type == "charge.refunded", strings.HasPrefix(e.Type, "charge.dispute."):
		h.Receipt, h.Back = o.Intent, true
	default:
		return nil, nil // not of payments that we ask for
	}
	if h.MerchantRef == "" && h.Receipt == "" || len(h.MerchantRef) > 100 || len(h.Ref) > 200 || len(h.Receipt) > 200 {
		return nil, errors.New("stripe: names no payment")
	}
	return []payment.Hint{h}, nil
}

// Reply is that we heard.
func (*Client) Reply(payment.Message) payment.Reply { return payment.Reply{} }
