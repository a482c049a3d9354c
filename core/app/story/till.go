package story

import (
	"context"
	"errors"

	"zabuni.org/core/payment"
)

// till is a provider whose payers always pay, and that never calls back: what
// became of a charge is asked for.
type till struct{}

// Initiate takes every charge.
func (till) Initiate(_ context.Context, c payment.Charge) (payment.Accepted, error) {
	return payment.Accepted{Ref: "ws_CO_" + c.Attempt.String()}, nil
}

// Query answers that the payer has paid.
func (till) Query(_ context.Context, ref string) (payment.Result, error) {
	return payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "R" + ref}, nil
}

// ReadCallback has nothing to read.
func (till) ReadCallback([]byte) (payment.Hint, error) {
	return payment.Hint{}, errors.New("this provider does not call back")
}
