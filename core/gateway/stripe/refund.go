package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	sdk "github.com/stripe/stripe-go/v85"

	"zabuni.org/core/payment"
)

// mark is the name under which a refund carries ours: it is found again by it when the answer was lost.
const mark = "refund"

// Refund gives back what is told of a charge.
func (c *Client) Refund(ctx context.Context, ch payment.Charge, r payment.Refund) (payment.RefundResult, error) {
	units, ok := c.terms.Minor(r.Amount)
	if !ok || ch.Receipt == "" {
		return payment.RefundResult{}, &payment.Refusal{Reason: payment.Refused, Code: "amount", Text: r.Amount.String()}
	}
	params := &sdk.RefundCreateParams{PaymentIntent: sdk.String(ch.Receipt), Amount: sdk.Int64(units)}
	params.AddMetadata(mark, r.ID.String())
	params.SetIdempotencyKey(r.ID.String())
	got, err := c.sdk.V1Refunds.Create(ctx, params)
	var said *sdk.Error
	if errors.As(err, &said) {
		switch said.HTTPStatusCode {
		case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusNotFound:
			return payment.RefundResult{}, &payment.Refusal{Reason: payment.Refused, Code: string(said.Code), Text: said.Msg}
		}
	}
	if err != nil {
		return payment.RefundResult{}, fmt.Errorf("stripe: %w", err)
	}
	return refundOf(got), nil
}

// Refunded asks by Stripe's name, or looks for ours among what was given back of the charge.
func (c *Client) Refunded(ctx context.Context, ch payment.Charge, r payment.Refund) (payment.RefundResult, error) {
	if r.Ref != "" {
		got, err := c.sdk.V1Refunds.Retrieve(ctx, r.Ref, &sdk.RefundRetrieveParams{})
		if err != nil {
			return payment.RefundResult{}, fmt.Errorf("stripe: %w", err)
		}
		return refundOf(got), nil
	}
	params := &sdk.RefundListParams{PaymentIntent: sdk.String(ch.Receipt)}
	params.Limit = sdk.Int64(100)
	for got, err := range c.sdk.V1Refunds.List(ctx, params).All(ctx) {
		if err != nil {
			return payment.RefundResult{}, fmt.Errorf("stripe: %w", err)
		}
		if got.Metadata[mark] == r.ID.String() {
			return refundOf(got), nil
		}
	}
	return payment.RefundResult{Word: payment.RefundUnheard}, nil
}

func refundOf(r *sdk.Refund) payment.RefundResult {
	out := payment.RefundResult{Ref: r.ID, Code: string(r.Status)}
	switch r.Status {
	case sdk.RefundStatusSucceeded:
		out.Word = payment.RefundPaid
	case sdk.RefundStatusFailed, sdk.RefundStatusCanceled:
		out.Word = payment.RefundNo
		if r.FailureReason != "" {
			out.Code = string(r.FailureReason)
		}
	}
	return out
}
