package contract

import (
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of what is due under contracts.
var (
	DutyNotFound = fault.Declare(fault.KindNotFound, "contract.duty_not_found", "That milestone could not be found")
	DutyMove     = fault.Declare(fault.KindConflict, "contract.duty_move", "This is not possible in the present state of the milestone")
	NotInForce   = fault.Declare(fault.KindConflict, "contract.not_in_force", "The contract is over")
	NotYourDuty  = fault.Declare(fault.KindForbidden, "contract.not_your_duty", "Whose duty it is says that it is done: the supplier does that on its own desk")
	Noticed      = fault.Declare(fault.KindConflict, "contract.noticed", "Notice was given: the contract ends on its last day, unless an amendment moves that")
	NoRenewal    = fault.Declare(fault.KindConflict, "contract.no_renewal", "The contract has no renewal that this could be done with")
	CardTaken    = fault.Declare(fault.KindConflict, "contract.card_taken", "There is a scorecard of this period already")
	CardEmpty    = fault.Declare(fault.KindConflict, "contract.card_empty", "Nothing was due in this period and nobody judged")
)

// Codes of field errors of what is due.
const (
	OverValue   = "contract.over_value"   // params: left, currency
	BeforeStart = "contract.before_start" // of the contract
	InPast      = "contract.in_past"      // a day that is over
	NotHundred  = "contract.not_hundred"  // params: sum
)

// DutyKind is what is due.
type DutyKind string

// Kinds; the first four are those of open contracting data.
const (
	Delivery   DutyKind = "delivery"
	Payment    DutyKind = "payment"
	Reporting  DutyKind = "reporting"
	Consent    DutyKind = "approval"
	Obligation DutyKind = "obligation"
)

// Values lists them.
func (DutyKind) Values() []string {
	return closed.Values(Delivery, Payment, Reporting, Consent, Obligation)
}

// DutyStatus is where something that is due stands.
type DutyStatus string

// Statuses.
const (
	Scheduled    DutyStatus = "scheduled"
	Submitted    DutyStatus = "submitted" // by whose it is
	Met          DutyStatus = "met"
	PartiallyMet DutyStatus = "partiallyMet"
	NotMet       DutyStatus = "notMet"
	Withdrawn    DutyStatus = "withdrawn" // it is due no more
)

// Values lists them.
func (DutyStatus) Values() []string {
	return closed.Values(Scheduled, Submitted, Met, PartiallyMet, NotMet, Withdrawn)
}

// Verdict is what the buyer says of what was due.
type Verdict string

// Verdicts.
const (
	SayMet       Verdict = "met"
	SayPartially Verdict = "partiallyMet"
	SayNotMet    Verdict = "notMet"
	SayReturned  Verdict = "returned" // it is to be done again
	SayWithdrawn Verdict = "withdrawn"
)

// Values lists them.
func (Verdict) Values() []string {
	return closed.Values(SayMet, SayPartially, SayNotMet, SayReturned, SayWithdrawn)
}

// DutyAct is what somebody did about something that is due.
type DutyAct string

// Acts; each verdict is one.
const (
	DutySet      DutyAct = "set"
	DutyChanged  DutyAct = "changed"
	DutyHandedIn DutyAct = "submitted"
)

// Values lists them.
func (DutyAct) Values() []string {
	return append(closed.Values(DutySet, DutyChanged, DutyHandedIn), Verdict("").Values()...)
}

// Judge returns where a duty stands after a verdict at a day, or tells why there is none now.
func (s DutyStatus) Judge(v Verdict, due, today time.Time) (DutyStatus, error) {
	open := s == Scheduled || s == Submitted || s == PartiallyMet
	switch {
	case v == SayReturned && s == Submitted:
		return Scheduled, nil
	case v == SayWithdrawn && (s == Scheduled || s == Submitted):
		return Withdrawn, nil
	case v == SayNotMet && open && today.After(due): // until then it can be met still
		return NotMet, nil
	case v == SayPartially && (s == Scheduled || s == Submitted):
		return PartiallyMet, nil
	case v == SayMet && open:
		return Met, nil
	}
	return s, DutyMove.New("%s what is %s", v, s).With("status", string(s))
}

// A Duty is what is due under a contract, as somebody sets it.
type Duty struct {
	Kind   DutyKind
	Side   Side
	Title  string
	Due    *time.Time
	Amount string // of a payment
}

// Check normalises a duty and adds to f what is wrong with it: left is what of the contract's value
// no payment takes yet.
func (d Duty) Check(f *fault.Fields, starts *time.Time, today time.Time, left money.Amount) (Duty, *money.Decimal) {
	f.OneOf("/kind", string(d.Kind), d.Kind.Values()...)
	f.OneOf("/side", string(d.Side), d.Side.Values()...)
	d.Title = f.Line("/title", d.Title, 200)
	switch {
	case d.Due == nil:
		f.Add("/due_on", fault.Required)
	case starts != nil && d.Due.Before(*starts):
		f.Add("/due_on", BeforeStart)
	case d.Due.Before(today):
		f.Add("/due_on", InPast)
	}
	if d.Kind != Payment {
		if d.Amount != "" {
			f.Add("/amount", fault.NotAllowed)
		}
		return d, nil
	}
	if d.Amount == "" {
		f.Add("/amount", fault.Required)
		return d, nil
	}
	v, err := money.ParseDecimal(d.Amount)
	switch {
	case err != nil:
		f.Add("/amount", fault.BadFormat, "expected", "1250000.00")
	case v.Sign() <= 0:
		f.Add("/amount", fault.OutOfRange, "min", 0)
	case v.Cmp(left.Value) > 0:
		f.Add("/amount", OverValue, "left", left.Value.Short(), "currency", string(left.Currency))
	}
	return d, &v
}

// Renewal is how a contract goes on after its last day.
type Renewal string

// Renewals.
const (
	NoRenewing Renewal = "none"
	ByOption   Renewal = "option"    // when the buyer says so
	Automatic  Renewal = "automatic" // unless notice was given
)

// Values lists them.
func (Renewal) Values() []string { return closed.Values(NoRenewing, ByOption, Automatic) }

// UsualReminders are the days before an end on which people are reminded, where no category says others.
var UsualReminders = []int32{90, 60, 30, 7, 0}

// DutyStages are the days before something is due on which whose it is is reminded, the latest first;
// below zero it is late, and both sides hear of it.
var DutyStages = []int32{-1, 0, 7}

// Stage is the latest of stages that has come for a day, today; false where none has.
func Stage(stages []int32, due, today time.Time) (int32, bool) {
	for _, n := range stages {
		if !today.Before(due.AddDate(0, 0, -int(n))) {
			return n, true
		}
	}
	return 0, false
}
