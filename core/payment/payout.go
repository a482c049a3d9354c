package payment

import (
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of payouts.
var (
	PayoutNotFound = fault.Declare(fault.KindNotFound, "payment.payout_not_found", "That payout could not be found")
	PayoutMoved    = fault.Declare(fault.KindConflict, "payment.payout_moved", "Somebody has decided on this payout already")
	PayoutTwice    = fault.Declare(fault.KindConflict, "payment.payout_twice", "That transfer to this buyer is written down already")
)

// PayoutTooMuch is the field error of an amount of which less is owed.
const PayoutTooMuch = "payment.payout_too_much"

// A PayoutState is how far a payout has come.
type PayoutState string

// States of payouts.
const (
	PayoutAsked   PayoutState = "asked"   // one person says that it was made
	PayoutRefused PayoutState = "refused" // another says that it was not
	PayoutDone    PayoutState = "done"
)

// Values lists them in order.
func (PayoutState) Values() []string { return closed.Values(PayoutAsked, PayoutRefused, PayoutDone) }

// PayoutCode makes the code of a payout of random bits: PO-7K2M-9QX4.
func PayoutCode(random uint64) string { return "PO-" + coded(random) }

// A TotalSource is who told what a way holds.
type TotalSource string

// Sources of totals.
const (
	ByProvider TotalSource = "provider" // it has a call that tells what it took in a day
	ByRows     TotalSource = "rows"     // it has none: our payments, reversals and refunds, added up
)

// Values lists them.
func (TotalSource) Values() []string { return closed.Values(ByProvider, ByRows) }
