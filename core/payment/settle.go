package payment

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/money"
)

// A Reason says why a payment did not go through, or why a person must look at it.
type Reason string

// Reasons of a failed attempt; the web has a sentence for each.
const (
	ByPayer      Reason = "cancelled"    // refused the prompt
	Unreachable  Reason = "unreachable"  // phone off, or the prompt was not answered
	WrongPIN     Reason = "wrong_pin"    //
	NoMoney      Reason = "insufficient" //
	TimedOut     Reason = "timeout"      // nobody said anything in time
	Busy         Reason = "busy"         // another prompt is on this phone
	OverLimit    Reason = "limit"        // of the payer's account
	Refused      Reason = "refused"      // by the provider, without a reason that helps the payer
	OutOfService Reason = "unavailable"  // the provider did not serve
)

// Reasons of a review.
const (
	AmountDiffers   Reason = "amount_differs"
	CurrencyDiffers Reason = "currency_differs"
	OrderPaid       Reason = "order_paid"
	OrderCancelled  Reason = "order_cancelled"
	LinesClosed     Reason = "category_closed"
	ReceiptReused   Reason = "receipt_reused"
)

// Values lists the reasons of both.
func (Reason) Values() []string {
	return closed.Values(ByPayer, Unreachable, WrongPIN, NoMoney, TimedOut, Busy, OverLimit, Refused, OutOfService,
		AmountDiffers, CurrencyDiffers, OrderPaid, OrderCancelled, LinesClosed, ReceiptReused)
}

// A Charge is what a gateway asks of a payer.
type Charge struct {
	Attempt     uuid.UUID
	Number      string // of the order
	Amount      money.Amount
	Payer       string
	CallbackURL string
}

// Accepted is the answer of a provider that took a charge.
type Accepted struct {
	Ref string // the provider's name of it
}

// A Refusal is a provider's definite no. Any other error of an initiation means
// that nobody knows whether the payer was asked.
type Refusal struct {
	Reason Reason
	Code   string
	Text   string
}

func (r *Refusal) Error() string { return "refused: " + r.Code + " " + r.Text }

// An Outcome is what a provider says of a charge when asked.
type Outcome uint8

// Outcomes.
const (
	Waiting Outcome = iota // it does not know yet
	Paid
	NotPaid
)

// A Result is a provider's answer to our own question; only it decides.
type Result struct {
	Outcome Outcome
	Reason  Reason // of NotPaid
	Code    string
	Receipt string
	Amount  *money.Amount // where the provider tells it
}

// A Hint is what a callback says. It wakes a question, and it may speak against
// a payment; it never speaks for one.
type Hint struct {
	Ref     string
	Code    string
	Receipt string
	Amount  *money.Amount
}

// Facts is everything that a settlement weighs, read under the locks.
type Facts struct {
	Order, Attempt State
	Asked          money.Amount
	Claimed        []money.Amount // what callbacks of this attempt said was paid
	LinesTake      bool           // at least one category is still open
	LinesPaid      bool           // a category of the order is paid
	ReceiptTaken   bool           // another attempt has this receipt
}

// A Decision is what a settlement does.
type Decision struct {
	Order, Attempt State // after it
	Reason         Reason
	Unlocks        bool
	Suspense       *money.Amount // received, and not to be credited
}

// Settle decides. It is the only place where an order becomes paid.
func Settle(f Facts, r Result) (Decision, error) {
	d := Decision{Order: f.Order, Attempt: f.Attempt}
	step := func(event string) error {
		next, err := Attempt.Next(f.Attempt, event)
		d.Attempt = next
		if err == nil && Order.Can(f.Order, event) {
			d.Order, err = Order.Next(f.Order, event)
		}
		return err
	}
	switch r.Outcome {
	case Waiting:
		return d, nil
	case NotPaid:
		if !Attempt.Can(f.Attempt, "fail") {
			return d, nil // failed already, or paid: a later no changes nothing
		}
		d.Reason = r.Reason
		// An attempt that had expired does not fail an order that a later attempt has taken on.
		if f.Attempt == Expired && Live(f.Order) {
			d.Attempt = Failed
			return d, nil
		}
		return d, step("fail")
	}
	if f.Attempt == Completed || f.Attempt == Review {
		return d, nil
	}
	received, reason := f.received(r)
	switch {
	case f.ReceiptTaken: // before all: it is no second money, whatever its amount
		reason = ReceiptReused
	case reason != "":
	case f.Order == Completed || f.Order == RefundPending || f.Order == Refunded || f.LinesPaid:
		reason = OrderPaid
	case f.Order == Cancelled:
		reason = OrderCancelled
	case !f.LinesTake:
		reason = LinesClosed
	}
	if reason == "" {
		d.Unlocks = true
		return d, step("pay")
	}
	d.Reason = reason
	if received.Value.Sign() > 0 && reason != ReceiptReused {
		d.Suspense = &received
	}
	next, err := Attempt.Next(f.Attempt, "review")
	d.Attempt = next
	// The order waits for a person as a failed one: it can be paid again.
	if err == nil && Order.Can(f.Order, "fail") && f.Attempt != Expired && f.Attempt != Failed {
		d.Order, err = Order.Next(f.Order, "fail")
	}
	return d, err
}

// received is what was paid by every account, and why it is not what was asked.
func (f Facts) received(r Result) (money.Amount, Reason) {
	told := f.Claimed
	if r.Amount != nil {
		told = append([]money.Amount{*r.Amount}, told...)
	}
	for _, a := range told {
		if a.Currency != f.Asked.Currency {
			return a, CurrencyDiffers
		}
		if !a.Value.Equal(f.Asked.Value) {
			return a, AmountDiffers
		}
	}
	return f.Asked, ""
}

// Patience is how long an attempt holds its order without word; then the payer
// may try again. Lifetime is how long it is asked about.
const (
	Patience = 5 * time.Minute
	Lifetime = 24 * time.Hour
)

// Grace is how long an initiation may take before others look at its attempt.
const Grace = 45 * time.Second

// waits are the pauses between questions while the payer looks at the phone.
var waits = []time.Duration{5 * time.Second, 5 * time.Second, 5 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second}

// Wait is the pause after the given count of questions about an attempt of an age.
func Wait(asked int, age time.Duration) time.Duration {
	switch {
	case asked < len(waits):
		return waits[asked]
	case age < Patience:
		return time.Minute
	case age < time.Hour:
		return 5 * time.Minute
	}
	return time.Hour
}
