package story

import (
	"context"
	"errors"

	"zabuni.org/core/payment"
)

// A Till is a provider whose payers pay, unless a story says otherwise, and that
// never calls back: what is paid is found by asking.
type Till struct {
	Refusal *payment.Refusal                // of every charge
	Says    func(ref string) payment.Result // nil: that it was paid
}

// Initiate takes a charge.
func (t *Till) Initiate(_ context.Context, c payment.Charge) (payment.Accepted, error) {
	if t.Refusal != nil {
		return payment.Accepted{}, t.Refusal
	}
	return payment.Accepted{Ref: "ws_CO_" + c.Attempt.String()}, nil
}

// Query answers what became of a charge.
func (t *Till) Query(_ context.Context, ref string) (payment.Result, error) {
	if t.Says != nil {
		return t.Says(ref), nil
	}
	return payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "R" + ref}, nil
}

// ReadCallback has nothing to read.
func (*Till) ReadCallback([]byte) (payment.Hint, error) {
	return payment.Hint{}, errors.New("this provider does not call back")
}
