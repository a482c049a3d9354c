package chapa

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"zabuni.org/core/payment"
)

// Refund gives back all of a payment: one of Chapa's two documents says that it takes no parts.
func (c *Client) Refund(ctx context.Context, ch payment.Charge, r payment.Refund) (payment.RefundResult, error) {
	form := url.Values{"reason": {"Refund " + r.Code}, "reference": {r.Code}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.thin.Base+"/v1/refund/"+url.PathEscape(ch.MerchantRef), strings.NewReader(form.Encode()))
	if err != nil {
		return payment.RefundResult{}, err
	}
	req.GetBody = nil // sent once
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Authorization", "Bearer "+c.o.Secret)
	got, err := c.thin.Send(req)
	if err != nil {
		return payment.RefundResult{}, err
	}
	var a struct {
		Status string
		Data   struct {
			RefID string `json:"ref_id"`
		}
	}
	read := got.Into(&a)
	switch {
	case got.Status == http.StatusOK && read == nil && a.Status == "success": // taken, and worked on
		return payment.RefundResult{Ref: a.Data.RefID, Code: a.Status}, nil
	case got.Status == http.StatusBadRequest && read == nil, got.Status == http.StatusNotFound && read == nil:
		return payment.RefundResult{}, &payment.Refusal{Reason: payment.Refused, Code: fmt.Sprint(got.Status)}
	}
	return payment.RefundResult{}, fmt.Errorf("chapa: answer %d says nothing of a refund", got.Status)
}

// Refunded asks the payment itself: all of it went back, or none.
func (c *Client) Refunded(ctx context.Context, ch payment.Charge, r payment.Refund) (payment.RefundResult, error) {
	got, err := c.Query(ctx, ch)
	if err != nil {
		return payment.RefundResult{}, err
	}
	out := payment.RefundResult{Ref: r.Ref, Code: got.Code}
	if got.Outcome == payment.Reversed || got.Outcome == payment.Disputed {
		out.Word = payment.RefundPaid
	}
	return out, nil // a refund that it never took looks like one that it works on: a person ends that
}
