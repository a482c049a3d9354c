package paypal

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// refund is one as PayPal tells of it, alone or in its order.
type refund struct {
	ID, Status string
	InvoiceID  string `json:"invoice_id"`
	Amount     value
	Name       string
	Details    []struct{ Issue string }
}

func (r refund) result() payment.RefundResult {
	out := payment.RefundResult{Ref: r.ID, Code: r.Status}
	switch r.Status {
	case "COMPLETED":
		out.Word = payment.RefundPaid
	case "FAILED", "CANCELLED":
		out.Word = payment.RefundNo
	}
	return out
}

// Refund gives back what is told of a capture.
func (c *Client) Refund(ctx context.Context, ch payment.Charge, r payment.Refund) (payment.RefundResult, error) {
	got, err := c.do(ctx, http.MethodPost, "/v2/payments/captures/"+url.PathEscape(ch.Receipt)+"/refund", r.ID.String(), map[string]any{
		"amount":        map[string]string{"currency_code": string(r.Amount.Currency), "value": fixed(r.Amount)},
		"invoice_id":    r.Code,
		"note_to_payer": "Refund " + r.Code,
	})
	if err != nil {
		return payment.RefundResult{}, err
	}
	var out refund
	read := got.Into(&out)
	switch {
	case (got.Status == http.StatusOK || got.Status == http.StatusCreated) && read == nil && out.ID != "":
		return out.result(), nil
	case got.Status == http.StatusUnprocessableEntity && read == nil, got.Status == http.StatusNotFound && read == nil:
		no := &payment.Refusal{Reason: payment.Refused, Code: out.Name}
		if len(out.Details) > 0 {
			no.Code = out.Details[0].Issue
		}
		return payment.RefundResult{}, no
	}
	return payment.RefundResult{}, fmt.Errorf("paypal: answer %d says nothing", got.Status)
}

// Refunded asks by PayPal's name, or looks for our code among what was given back of the order.
func (c *Client) Refunded(ctx context.Context, ch payment.Charge, r payment.Refund) (payment.RefundResult, error) {
	if r.Ref != "" {
		got, err := c.do(ctx, http.MethodGet, "/v2/payments/refunds/"+url.PathEscape(r.Ref), "", nil)
		if err != nil {
			return payment.RefundResult{}, err
		}
		var out refund
		if err := got.Into(&out); err != nil || got.Status != http.StatusOK || out.ID != r.Ref {
			return payment.RefundResult{}, fmt.Errorf("paypal: answer %d says nothing of a refund", got.Status)
		}
		return out.result(), nil
	}
	got, err := c.do(ctx, http.MethodGet, "/v2/checkout/orders/"+url.PathEscape(ch.Ref), "", nil)
	if err != nil {
		return payment.RefundResult{}, err
	}
	var o order
	if err := got.Into(&o); err != nil || got.Status != http.StatusOK || o.ID != ch.Ref {
		return payment.RefundResult{}, fmt.Errorf("paypal: answer %d says nothing of an order", got.Status)
	}
	for _, u := range o.Units {
		for _, back := range u.Payments.Refunds {
			if back.InvoiceID == r.Code {
				return back.result(), nil
			}
		}
	}
	return payment.RefundResult{Word: payment.RefundUnheard}, nil
}

// back sums what was given back of an order, where it says so.
func back(refunds []refund, currency string) (money.Amount, error) {
	total, err := thin.Number("0").Amount(currency)
	for _, r := range refunds {
		if err != nil {
			break
		}
		if r.Status != "COMPLETED" {
			continue
		}
		one, wrong := r.Amount.Value.Amount(r.Amount.Currency)
		if err = wrong; err == nil {
			total, err = total.Add(one)
		}
	}
	return total, err
}
