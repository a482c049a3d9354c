package evaluation

import (
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of questions about prices.
var (
	PriceNotLow   = fault.Declare(fault.KindConflict, "evaluation.price_not_low", "Nothing makes this price abnormally low")
	PriceAsked    = fault.Declare(fault.KindConflict, "evaluation.price_asked", "This bidder has been asked about its price already")
	PriceNotAsked = fault.Declare(fault.KindNotFound, "evaluation.price_not_asked", "Nobody has asked about this price")
	PriceDecided  = fault.Declare(fault.KindConflict, "evaluation.price_decided", "It has been decided on this price already")
	PriceWaits    = fault.Declare(fault.KindConflict, "evaluation.price_waits", "The bidder can still explain its price: a bid is not left out before that")
	PriceLate     = fault.Declare(fault.KindConflict, "evaluation.price_late", "The time to explain this price is over")
	PriceMoved    = fault.Declare(fault.KindConflict, "evaluation.price_moved", "An explanation has come or somebody has decided meanwhile: load it again")
	PriceOpen     = fault.Declare(fault.KindConflict, "evaluation.price_open", "It is not decided yet whether an unusually low price was explained")
	PriceUnasked  = fault.Declare(fault.KindConflict, "evaluation.price_unasked",
		"This price is unusually low: its bidder is asked to explain it before the bid is recommended")
)

// MaxExplanation is how long an explanation can be.
const MaxExplanation = 8000

// PriceDays is within how many days from now an explanation is due at the latest.
const PriceDays = 60

// A PriceOutcome is what is decided on an abnormally low price.
type PriceOutcome string

// Outcomes.
const (
	PriceAccepted PriceOutcome = "accepted" // it was explained
	PriceRejected PriceOutcome = "rejected" // the bid is out
)

// Values lists them.
func (PriceOutcome) Values() []string { return closed.Values(PriceAccepted, PriceRejected) }

// A PriceAsk is a question to a bidder about its price.
type PriceAsk struct {
	Question string
	Due      time.Time
}

// Normal is the question as it is kept.
func (a PriceAsk) Normal(now time.Time) (PriceAsk, error) {
	var f fault.Fields
	a.Question = f.Need("/question", a.Question, 2000)
	a.Due = a.Due.Truncate(time.Microsecond)
	if !a.Due.After(now) || a.Due.After(now.AddDate(0, 0, PriceDays)) {
		f.Add("/due_at", DueWithin, "days", PriceDays)
	}
	return a, f.Err()
}

// DueWithin is the code of a field: the moment is in the future and not too far. Params: days.
const DueWithin = "evaluation.due_within"

// A PriceQuery is where a question about a price stands.
type PriceQuery struct {
	Due      time.Time
	Answered bool
	Outcome  PriceOutcome // empty: not decided
}

// Explain tells whether the bidder may still explain its price.
func (p PriceQuery) Explain(now time.Time) error {
	switch {
	case p.Outcome != "":
		return PriceDecided.New("it was %s", p.Outcome)
	case !now.Before(p.Due):
		return PriceLate.New("it was due at %s", p.Due.Format(time.RFC3339))
	}
	return nil
}

// Decide tells whether it may be decided now: nobody is put out who can still explain.
func (p PriceQuery) Decide(outcome PriceOutcome, now time.Time) error {
	switch {
	case p.Outcome != "":
		return PriceDecided.New("it was %s", p.Outcome)
	case outcome == PriceRejected && !p.Answered && now.Before(p.Due):
		return PriceWaits.New("it is due at %s", p.Due.Format(time.RFC3339))
	}
	return nil
}

// MayWin tells whether a bid can be recommended by its price: somebody decided that it
// was explained, or nothing called for that. In a regime that must ask, a sign does.
func MayWin(p *PriceQuery, signs int, must bool) error {
	switch {
	case p == nil && must && signs > 0:
		return PriceUnasked.New("%d signs", signs)
	case p != nil && p.Outcome == "":
		return PriceOpen.New("due at %s", p.Due.Format(time.RFC3339))
	}
	return nil
}
