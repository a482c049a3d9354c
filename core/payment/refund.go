package payment

import (
	"fmt"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of what is given back.
var (
	RefundNotFound = fault.Declare(fault.KindNotFound, "payment.refund_not_found", "That refund could not be found")
	RefundNotPaid  = fault.Declare(fault.KindConflict, "payment.refund_not_paid", "Only what was paid can be given back")
	RefundNothing  = fault.Declare(fault.KindConflict, "payment.refund_nothing", "Nothing is left that could be given back")
	RefundGone     = fault.Declare(fault.KindConflict, "payment.refund_gone", "The money of this payment went back already")
	RefundMoved    = fault.Declare(fault.KindConflict, "payment.refund_moved", "This refund is not in that state any more")
	JobGoesOn      = fault.Declare(fault.KindConflict, "payment.job_goes_on", "No category of this job was cancelled")
)

// RefundTooMuch is the field error of an amount of which less is left.
const RefundTooMuch = "payment.refund_too_much"

// A RefundState is how far a refund has come.
type RefundState string

// States of refunds.
const (
	RefundAsked    RefundState = "asked"
	RefundRefused  RefundState = "refused"  // by the second person
	RefundApproved RefundState = "approved" // owed; nobody was told to pay it out yet
	RefundSent     RefundState = "sent"     // the provider was told, and its answer may not be known
	RefundDone     RefundState = "done"
	RefundFailed   RefundState = "failed" // nothing went out, and the buyer has the fee again
)

// Values lists them in order.
func (RefundState) Values() []string {
	return closed.Values(RefundAsked, RefundRefused, RefundApproved, RefundSent, RefundDone, RefundFailed)
}

// Refunds is the life of a refund. What was sent is never sent again: it is asked about.
var Refunds = Machine{"refund", State(RefundAsked), []Edge{
	{State(RefundAsked), "refuse", State(RefundRefused)},
	{State(RefundAsked), "approve", State(RefundApproved)},
	{State(RefundApproved), "send", State(RefundSent)},
	{State(RefundApproved), "finish", State(RefundDone)}, // by a person's transfer
	{State(RefundApproved), "fail", State(RefundFailed)},
	{State(RefundSent), "finish", State(RefundDone)},
	{State(RefundSent), "fail", State(RefundFailed)},
}}

// Next is where an event leads.
func (s RefundState) Next(event string) (RefundState, error) {
	to, err := Refunds.Next(State(s), event)
	if err != nil {
		return s, RefundMoved.Wrap(err, "")
	}
	return RefundState(to), nil
}

// A Backing is how a way gives money back.
type Backing uint8

// Ways of giving back.
const (
	ByHand  Backing = iota // a person makes a transfer
	InWhole                // the provider gives back all of a payment at once, or nothing
	InParts                // the provider gives back what it is told
)

// backings are the ways whose providers give money back when they are told to.
var backings = map[Provider]Backing{Stripe: InParts, PayPal: InParts, Chapa: InWhole, Pesapal: InWhole}

// BackBy reports whether the provider of a way can give back so much of a payment.
func BackBy(p Provider, whole bool) bool {
	return backings[p] == InParts || backings[p] == InWhole && whole
}

// A PaidFee is one fee of a paid order, and what of it went back or is asked to.
type PaidFee struct {
	Category, Buyer uuid.UUID
	Name            string
	Fee, Back       money.Decimal
}

// A BackPart is what somebody wants given back of one fee.
type BackPart struct {
	Category uuid.UUID
	Amount   *money.Decimal // nil: all that is left
}

// A BackLine is what goes back of one fee.
type BackLine struct {
	Category, Buyer uuid.UUID
	Name            string
	Amount          money.Decimal
	All             bool // nothing of the fee is left then
}

// GiveBack decides what goes back: of the named fees, or of all that something is left of. The sum
// is what the order's lock protects: never more than was paid, less what goes back already.
func GiveBack(c money.Currency, fees []PaidFee, parts []BackPart) (lines []BackLine, total money.Amount, err error) {
	total.Currency = c
	if len(parts) == 0 {
		for _, f := range fees {
			if f.Fee.Sub(f.Back).Sign() > 0 {
				parts = append(parts, BackPart{Category: f.Category})
			}
		}
	}
	var wrong fault.Fields
	seen := map[uuid.UUID]bool{}
	for i, p := range parts {
		at := fmt.Sprintf("/lines/%d/", i)
		f, ok := feeOf(fees, p.Category)
		if !ok || seen[p.Category] {
			wrong.Add(at+"category_id", fault.NotAllowed)
			continue
		}
		seen[p.Category] = true
		left := f.Fee.Sub(f.Back)
		sum := left
		if p.Amount != nil {
			sum = *p.Amount
		}
		switch {
		case left.Sign() <= 0 || left.Less(sum):
			wrong.Add(at+"amount", RefundTooMuch, "left", money.Amount{Value: left, Currency: c}.String())
		case sum.Sign() <= 0 || !sum.Equal(sum.RoundTo(int32(c.Exponent()))):
			wrong.Add(at+"amount", fault.BadFormat, "expected", "1234.56")
		}
		total.Value = total.Value.Add(sum)
		lines = append(lines, BackLine{Category: f.Category, Buyer: f.Buyer, Name: f.Name, Amount: sum, All: sum.Equal(left)})
	}
	if err := wrong.Err(); err != nil {
		return nil, total, err
	}
	if len(lines) == 0 {
		return nil, total, RefundNothing.New("")
	}
	return lines, total, nil
}

func feeOf(fees []PaidFee, category uuid.UUID) (PaidFee, bool) {
	for _, f := range fees {
		if f.Category == category {
			return f, true
		}
	}
	return PaidFee{}, false
}

// RefundCode makes the code of a refund of random bits: RF-7K2M-9QX4.
func RefundCode(random uint64) string { return "RF-" + coded(random) }

// coded is eight signs of random bits, the last of which checks the others.
func coded(random uint64) string {
	var body [8]byte
	sum := 0
	for i := range 7 {
		n := int(random>>(5*i)&31) % 31 // without Z, as the codes of lines
		body[i] = numerals[n]
		sum += (i + 1) * n
	}
	body[7] = numerals[sum%31]
	return string(body[:4]) + "-" + string(body[4:])
}

// A Refund is one order to give money back as a gateway sees it.
type Refund struct {
	ID     uuid.UUID // the key that a repeated order is known by
	Code   string
	Ref    string // the provider's name of it, once it is known
	Amount money.Amount
}

// A RefundWord is what a provider says of a refund.
type RefundWord uint8

// Words of a provider.
const (
	RefundWaits   RefundWord = iota // it works on it, or does not know yet
	RefundPaid                      // the money is on its way to the payer
	RefundNo                        // it will not be paid
	RefundUnheard                   // the provider was never told of it
)

// A RefundResult is a provider's answer about a refund.
type RefundResult struct {
	Word RefundWord
	Ref  string
	Code string
}
