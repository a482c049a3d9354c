package pesapal

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"zabuni.org/core/payment"
)

// Refund gives back all of a payment; Pesapal takes one such request of each, and a person at the
// merchant approves it there.
func (c *Client) Refund(ctx context.Context, ch payment.Charge, r payment.Refund) (payment.RefundResult, error) {
	var out struct {
		failed
		Message string
	}
	got, err := c.do(ctx, http.MethodPost, "/api/Transactions/RefundRequest", map[string]any{
		"confirmation_code": ch.Receipt,
		"amount":            json.RawMessage(r.Amount.Value.Short()),
		"username":          "Zabuni",
		"remarks":           "Refund " + r.Code,
	}, &out)
	switch {
	case err != nil:
		return payment.RefundResult{}, err
	case got.Status == http.StatusOK && out.Status == "200":
		return payment.RefundResult{Code: "200"}, nil
	case got.Status < 500 && (out.Status == "500" || out.code() != ""): // rejected, as it says
		return payment.RefundResult{}, &payment.Refusal{Reason: payment.Refused, Code: out.code(), Text: out.Message}
	}
	return payment.RefundResult{}, fmt.Errorf("pesapal: answer %d says nothing of a refund", got.Status)
}

// Refunded asks the payment itself: it is reversed once the money is back.
func (c *Client) Refunded(ctx context.Context, ch payment.Charge, _ payment.Refund) (payment.RefundResult, error) {
	got, err := c.Query(ctx, ch)
	if err != nil {
		return payment.RefundResult{}, err
	}
	out := payment.RefundResult{Code: got.Code}
	if got.Outcome == payment.Reversed || got.Outcome == payment.Disputed {
		out.Word = payment.RefundPaid
	}
	return out, nil
}
