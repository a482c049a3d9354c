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
func (t *Till) Query(_ context.Context, c payment.Charge) (payment.Result, error) {
	ref := c.Ref
	if t.Says != nil {
		return t.Says(ref), nil
	}
	return payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "R" + ref}, nil
}

// Read has nothing to read.
func (*Till) Read(payment.Message) ([]payment.Hint, error) {
	return nil, errors.New("this provider does not call back")
}

// Reply says nothing.
func (*Till) Reply(payment.Message) payment.Reply { return payment.Reply{} }
