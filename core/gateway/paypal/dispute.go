package paypal

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"zabuni.org/core/payment"
)

// dispute is one as PayPal tells of it.
type dispute struct {
	ID, Reason, Status string
	Due                *time.Time `json:"seller_response_due_date"`
	Outcome            struct {
		Code string `json:"outcome_code"`
	} `json:"dispute_outcome"`
}

// state is how far PayPal has come with it.
func (d dispute) state() payment.DisputeState {
	switch {
	case d.Status == "RESOLVED" && (d.Outcome.Code == "RESOLVED_SELLER_FAVOUR" || d.Outcome.Code == "CANCELED_BY_BUYER"):
		return payment.DisputeWon
	case d.Status == "RESOLVED":
		return payment.DisputeLost
	case d.Status == "UNDER_REVIEW", d.Status == "WAITING_FOR_BUYER_RESPONSE":
		return payment.DisputeAnswered
	}
	return payment.DisputeOpen
}

// contested asks what became of the dispute that reversed a payment. The capture goes on saying that it was
// reversed, also where the money came back.
func (c *Client) contested(ctx context.Context, r payment.Result) (payment.Result, error) {
	if r.Outcome != payment.Disputed {
		return r, nil
	}
	var found struct {
		Items []struct {
			ID string `json:"dispute_id"`
		}
	}
	got, err := c.do(ctx, http.MethodGet, "/v1/customer/disputes?disputed_transaction_id="+url.QueryEscape(r.Receipt), "", nil)
	if err != nil {
		return payment.Result{}, err
	}
	if err := got.Into(&found); err != nil || got.Status != http.StatusOK {
		return payment.Result{}, fmt.Errorf("paypal: answer %d says nothing of disputes", got.Status)
	}
	if len(found.Items) == 0 {
		return r, nil // its bank took it back without one
	}
	id := found.Items[0].ID
	if got, err = c.do(ctx, http.MethodGet, "/v1/customer/disputes/"+url.PathEscape(id), "", nil); err != nil {
		return payment.Result{}, err
	}
	var d dispute
	if err := got.Into(&d); err != nil || got.Status != http.StatusOK {
		return payment.Result{}, fmt.Errorf("paypal: answer %d says nothing of a dispute", got.Status)
	}
	r.Code = "REVERSED " + d.Status
	r.Contest = &payment.Contest{Ref: id, Cause: d.Reason, State: d.state()}
	if d.Due != nil {
		r.Contest.Due = d.Due.UTC()
	}
	if r.Contest.State == payment.DisputeWon {
		r.Outcome = payment.Paid
	}
	return r, nil
}
