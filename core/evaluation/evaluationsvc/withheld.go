package evaluationsvc

import (
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/sourcing"
)

// Withheld says why somebody is not shown what there is of prices and results.
type Withheld string

// Reasons.
const (
	Undeclared Withheld = "undeclared" // declares first
	StoodApart Withheld = "apart"      // has an interest, or stepped back
	Others     Withheld = "others"     // it is for those who judge or decide
)

// Values lists them.
func (Withheld) Values() []string { return closed.Values(Undeclared, StoodApart, Others) }

// opened reports whether somebody was among those who opened the prices.
func (d *Desk) opened(who uuid.UUID) bool {
	p := d.Policy()
	return slices.ContainsFunc(d.Sessions, func(s openingsvc.Session) bool {
		e, ok := p.Envelope(string(s.Envelope))
		return ok && e.Holds&sourcing.Items != 0 && s.OpenedAt != nil &&
			slices.ContainsFunc(s.People, func(one openingsvc.Person) bool { return one.AccountID == who })
	})
}

// withhold takes out of opened bids what the actor does not see, and says why where there
// was anything.
func (d *Desk) withhold(by opening.Standing, who uuid.UUID, bids []evaluationdb.OpenedBidsRow) {
	price := by.Sees(opening.FieldPrice) == opening.Value
	scores := by.Sees(opening.FieldScores) == opening.Value
	readOut := by.ReadsOut(d.opened(who))
	kept := len(d.Lines) > 0 && !(price && scores)
	if kept {
		d.Lines = nil
	}
	for i := range bids {
		b := &bids[i]
		if !price {
			kept = kept || b.Price != nil
			b.Price = nil
		}
		if !readOut {
			b.ReadOut = nil
		}
		if !scores {
			kept = kept || b.TechnicalPass != nil
			b.Technical, b.TechnicalPass, b.Outcome, b.Explanation = nil, nil, nil, nil
			b.FinancialScore, b.Combined, b.Rank = nil, nil, nil
		}
	}
	switch {
	case !kept:
	case by.Apart:
		d.Withheld = StoodApart
	case by.Waits():
		d.Withheld = Undeclared
	default:
		d.Withheld = Others
	}
}
