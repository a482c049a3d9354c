package bidding

import (
	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// Worse refuses an offer of a round of negotiation that is worse than the last one
// that stands, and names each line that is.
var Worse = fault.Declare(fault.KindInvalid, "bidding.worse", "In a round of negotiation no price may be worse than your last one")

// Codes of field errors.
const (
	WorseLine  = "bidding.worse_line"  // params: number, last
	WorseTotal = "bidding.worse_total" // params: last
	LineGone   = "bidding.line_gone"   // params: number, last
)

// A Step is what a bidder offers for one item in a round, and what it offered last;
// nil where it names no price.
type Step struct {
	Item     uuid.UUID
	Number   string
	Quantity money.Quantity
	Last     *money.Decimal
	Now      *money.Decimal
}

// Improve returns nil when no unit price and no total is worse than before, in the
// direction in which prices are better: each may be improved or kept.
func Improve(best sourcing.Direction, currency money.Currency, steps []Step) error {
	worse := func(now, last money.Decimal) bool {
		if best == sourcing.Highest {
			return now.Cmp(last) < 0
		}
		return now.Cmp(last) > 0
	}
	var f fault.Fields
	var now, last money.Decimal
	for _, s := range steps {
		if s.Now != nil {
			now = now.Add(money.Line(*s.Now, s.Quantity, currency))
		}
		if s.Last == nil {
			continue
		}
		last = last.Add(money.Line(*s.Last, s.Quantity, currency))
		switch at := "/prices/" + s.Item.String(); {
		case s.Now == nil:
			f.Add(at, LineGone, "number", s.Number, "last", s.Last.String())
		case worse(*s.Now, *s.Last):
			f.Add(at, WorseLine, "number", s.Number, "last", s.Last.String())
		}
	}
	if worse(now, last) {
		f.Add("/total", WorseTotal, "last", last.String())
	}
	if len(f) == 0 {
		return nil
	}
	err := Worse.New("%d findings", len(f))
	err.Fields = f
	return err
}
