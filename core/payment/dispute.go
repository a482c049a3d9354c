package payment

import (
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of disputes.
var (
	DisputeNotFound = fault.Declare(fault.KindNotFound, "payment.dispute_not_found", "That dispute could not be found")
	DisputeMoved    = fault.Declare(fault.KindConflict, "payment.dispute_moved", "This dispute is not in that state any more")
	DisputeProposed = fault.Declare(fault.KindConflict, "payment.dispute_proposed", "Somebody has said already what became of this dispute: another person decides on it")
	DisputeAsked    = fault.Declare(fault.KindConflict, "payment.dispute_not_asked", "Nobody has said what became of this dispute")
	DisputeNotPaid  = fault.Declare(fault.KindConflict, "payment.dispute_not_paid", "Only what was paid can be disputed")
	DisputeTold     = fault.Declare(fault.KindConflict, "payment.dispute_told", "Of this way of paying disputes are not entered: its provider or the bank's statement tells of them")
	DisputeEntered  = fault.Declare(fault.KindConflict, "payment.dispute_entered", "Somebody has entered a dispute of this payment already: another person decides on it")
	DisputeClosed   = fault.Declare(fault.KindConflict, "payment.dispute_closed", "Every category of this order has closed: its access stays")
)

// DisputeDay is the field error of a day until which nobody can answer, or need not yet.
const DisputeDay = "payment.dispute_day"

// A DisputeState is how far a dispute has come.
type DisputeState string

// States of disputes.
const (
	DisputeWaits    DisputeState = "entered"  // a person says so, and another decides
	DisputeRefused  DisputeState = "refused"  // by that one
	DisputeOpen     DisputeState = "open"     // nobody has answered it
	DisputeAnswered DisputeState = "answered" // the provider has what speaks for us
	DisputeWon      DisputeState = "won"      // the money came back
	DisputeLost     DisputeState = "lost"
)

// Values lists them in order.
func (DisputeState) Values() []string {
	return closed.Values(DisputeWaits, DisputeRefused, DisputeOpen, DisputeAnswered, DisputeWon, DisputeLost)
}

// Going reports whether a dispute has taken its money and is not over.
func (s DisputeState) Going() bool { return s == DisputeOpen || s == DisputeAnswered }

// Took reports whether the money of a dispute is gone.
func (s DisputeState) Took() bool { return s.Going() || s == DisputeLost }

// TellsOfDisputes reports whether the provider of a way says itself that a payment is disputed. Of the others a letter
// comes, which a person enters; what a bank asks back of a transfer stands in its statement.
func TellsOfDisputes(p Provider) bool {
	switch p {
	case Mpesa, Tingg, DPO, IVeri:
		return false
	}
	return true
}

// Disputes is the life of a dispute: one that a person enters moves nothing before it is open. Lost is not the end
// where the money comes back after all.
var Disputes = Machine{"dispute", State(DisputeWaits), []Edge{
	{State(DisputeWaits), "open", State(DisputeOpen)},
	{State(DisputeWaits), "refuse", State(DisputeRefused)},
	{State(DisputeOpen), "answer", State(DisputeAnswered)},
	{State(DisputeOpen), "win", State(DisputeWon)},
	{State(DisputeOpen), "lose", State(DisputeLost)},
	{State(DisputeAnswered), "answer", State(DisputeAnswered)},
	{State(DisputeAnswered), "win", State(DisputeWon)},
	{State(DisputeAnswered), "lose", State(DisputeLost)},
	{State(DisputeLost), "win", State(DisputeWon)},
}}

// Next is where an event leads.
func (s DisputeState) Next(event string) (DisputeState, error) {
	to, err := Disputes.Next(State(s), event)
	if err != nil {
		return s, DisputeMoved.Wrap(err, "")
	}
	return DisputeState(to), nil
}

// A Contest is what a provider tells of a dispute.
type Contest struct {
	Ref   string       // the provider's name of it
	Cause string       // its word for why
	Due   time.Time    // until when it is to be answered; zero: it does not say
	State DisputeState // as the provider sees it
}

const (
	// AnswerWithin is how long there is where the provider does not say: the shortest that any of them gives.
	AnswerWithin = 7 * 24 * time.Hour
	// AskDispute is how often a provider is asked what became of a dispute.
	AskDispute = 24 * time.Hour
	// RemindBefore is how long before its day an unanswered dispute is told of again.
	RemindBefore = 48 * time.Hour
)

// heard says what a provider's word changes of a dispute that is known: the event, or nothing.
func (c *Contest) heard(was DisputeState) string {
	if c == nil {
		return ""
	}
	event := map[DisputeState]string{DisputeAnswered: "answer", DisputeLost: "lose"}[c.State]
	if event == "" || !Disputes.Can(State(was), event) || event == "answer" && was == DisputeAnswered {
		return ""
	}
	return event
}

// DisputeCode makes the code of a dispute of random bits: DP-7K2M-9QX4.
func DisputeCode(random uint64) string { return "DP-" + coded(random) }
