package payment

import (
	"errors"
	"net/url"
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
	Abandoned    Reason = "abandoned"    // the payer chose another way
	TakenBack    Reason = "taken_back"   // paid, and the money went back before we asked
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
	return closed.Values(ByPayer, Unreachable, WrongPIN, NoMoney, TimedOut, Busy, OverLimit, Refused, OutOfService, Abandoned, TakenBack,
		AmountDiffers, CurrencyDiffers, OrderPaid, OrderCancelled, LinesClosed, ReceiptReused)
}

// A Charge is one attempt as a gateway sees it.
type Charge struct {
	Attempt     uuid.UUID
	Number      string // of the order
	MerchantRef string // ours: the number and the try, once only everywhere
	Ref         string // the provider's name of it, once it is known
	Receipt     string // once it is known
	Amount      money.Amount
	Payer       string    // phone of a prompt
	Person      Person    // who pays, where the provider insists on it; not kept
	Until       time.Time // when its page is to end
	CallbackURL string    // of this attempt alone: its last part is its token
	AccountURL  string    // where the messages of a whole account go
	ReturnURL   string    // where the browser comes back to
	CancelURL   string    // where it comes back to from a page that was left
}

// A Person is who pays, as far as it is known.
type Person struct {
	First, Last, Email string
	Phone              string // E.164 without +
}

// Accepted is the answer of a provider that took a charge.
type Accepted struct {
	Ref string // the provider's name of it
	URL string // of its page, where it has one
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
	Waiting  Outcome = iota // it does not know yet
	Held                    // the payer agreed, and we must take it
	Paid                    //
	NotPaid                 //
	Reversed                // it was paid, and the money went back
	Disputed                // it was paid, and the payer's bank asks it back
)

// A Result is a provider's answer to our own question; only it decides.
type Result struct {
	Outcome Outcome
	Reason  Reason // of NotPaid
	Code    string
	Receipt string
	Amount  *money.Amount // where the provider tells it; of a reversal: what went back
	Ref     string        // of an initiation that was cut off, found again
	URL     string        // of its page
	Contest *Contest      // of Disputed: what the provider tells of it
}

// A Message is what came in without being asked for.
type Message struct {
	Method string
	Header map[string][]string // by lower case names
	Query  url.Values
	Body   []byte
	Token  string // the last part of the address
}

// Only returns the one value of a header; one that stands twice proves nothing.
func (m Message) Only(header string) string {
	if v := m.Header[header]; len(v) == 1 {
		return v[0]
	}
	return ""
}

// A Reply is the answer to a provider's message.
type Reply struct {
	Type string // media type; empty: no body
	Body []byte
	Back bool // a browser brought it, and goes on to the order's own page
}

// Forged is raised for a message whose proof is absent, wrong or old.
var Forged = errors.New("payment: the message proves nothing")

// A Hint is what a message says of one attempt, which it names by what it knows. It
// wakes a question, and it may speak against a payment; it never speaks for one.
type Hint struct {
	Token       string // of the attempt
	MerchantRef string
	Ref         string
	Code        string
	Receipt     string
	Amount      *money.Amount
	Back        bool // it speaks of money that went back, which is asked about after the end as well
}

// Facts is everything that a settlement weighs, read under the locks.
type Facts struct {
	Order, Attempt State
	Asked          money.Amount
	Claimed        []money.Amount // what callbacks of this attempt said was paid
	LinesTake      bool           // at least one category is still open
	LinesPaid      bool           // a category of the order is paid
	ReceiptTaken   bool           // another attempt has this receipt
	Gone           bool           // that its money went back is written already
	Dispute        DisputeState   // of what went back last; empty: it is no dispute
	Entered        bool           // a person entered that one: its provider knows nothing of it, and its yes wins nothing back
	Given          money.Decimal  // what its provider gives back because we told it to
}

// A Decision is what a settlement does.
type Decision struct {
	Order, Attempt State // after it
	Reason         Reason
	Unlocks        bool
	Suspense       *money.Amount // received, and not to be credited
	Back           *money.Amount // went back from what had been booked
	Won            bool          // what a dispute had taken came back
	Dispute        string        // what happens to the dispute that is known: answer, lose
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
	case Waiting, Held:
		return d, nil
	case Reversed, Disputed:
		return f.back(d, r)
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
	if Ended(f.Attempt) {
		d.Won = f.Gone && !f.Entered && Disputes.Can(State(f.Dispute), "win")
		return d, nil
	}
	received, reason := f.received(r)
	switch {
	case f.ReceiptTaken: // before all: it is no second money, whatever its amount
		reason = ReceiptReused
	case reason != "":
	case f.Order == Completed || f.LinesPaid:
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

// back writes that money went back; the order stays what it is. Of an attempt that was never
// seen as paid it is one more way of not being paid.
func (f Facts) back(d Decision, r Result) (Decision, error) {
	if !Ended(f.Attempt) {
		return Settle(f, Result{Outcome: NotPaid, Reason: TakenBack, Code: r.Code})
	}
	if f.Gone {
		if f.Dispute != "" {
			d.Dispute = r.Contest.heard(f.Dispute)
			// Nothing is missing but what we gave back ourselves: what the dispute took came again.
			ours := r.Outcome == Reversed && r.Amount != nil && !f.Given.Less(r.Amount.Value)
			d.Won = ours && Disputes.Can(State(f.Dispute), "win")
		}
		return d, nil
	}
	gone := f.Asked
	if r.Amount != nil {
		gone = *r.Amount
	}
	if gone.Value = gone.Value.Sub(f.Given); gone.Value.Sign() <= 0 {
		return d, nil // it is what we give back ourselves
	}
	d.Back = &gone
	return d, nil
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

// Grace is how long an initiation may take before others look at its attempt.
const Grace = 45 * time.Second
