package sourcing

import (
	"time"

	"zabuni.org/core/kernel/fault"
)

// FinalRound refuses a round after the one that was announced as the last.
var FinalRound = fault.Declare(fault.KindConflict, "sourcing.final_round", "The last round asked for best and final offers")

// A RoundForm is what a buyer says of a round of negotiation.
type RoundForm struct {
	ClosesAt     time.Time
	BestAndFinal bool // no round follows it
}

// NewRound returns the next round of a category after those that it had, as it
// begins at now: its items stay as they are, nothing is asked again and nothing is
// paid again. It raises NoSuchStep, IllegalMove, StillMoving and FinalRound.
func (c Category) NewRound(form RoundForm, had []Category, now time.Time) (Category, error) {
	if err := c.Policy().Need(Negotiation); err != nil {
		return Category{}, err
	}
	if c.Status != Evaluated {
		return Category{}, IllegalMove.New("negotiate a category that is %s", c.Status).With("status", string(c.Status))
	}
	if Running(had) {
		return Category{}, StillMoving.New("a round runs")
	}
	r := Category{
		Job:             c.Job,
		Buyer:           c.Buyer,
		Activity:        c.Activity,
		Parent:          &c.ID,
		Round:           len(had) + 1,
		BestAndFinal:    form.BestAndFinal,
		Name:            c.Name,
		Description:     c.Description,
		Instructions:    c.Instructions,
		Type:            c.Type,
		Grouping:        c.Grouping,
		Currency:        c.Currency,
		OpensAt:         now,
		ClosesAt:        form.ClosesAt.UTC().Truncate(time.Microsecond),
		TechnicalWeight: c.TechnicalWeight,
		FinancialWeight: c.FinancialWeight,
		PriceFormula:    c.PriceFormula,
		Openers:         c.Openers,
		InvitedOnly:     true,
		Without:         c.Without,
		Status:          Draft,
	}
	for _, before := range had {
		if before.BestAndFinal && before.Status == Evaluated {
			return Category{}, FinalRound.New("round %d", before.Round)
		}
	}
	var f fault.Fields
	if !r.ClosesAt.After(now) {
		f.Add("/closes_at", LintClosesPast)
	}
	return r, f.Err()
}

// Running reports whether one of a category's rounds has not ended.
func Running(rounds []Category) bool {
	for _, r := range rounds {
		if !r.Status.Ended() {
			return true
		}
	}
	return false
}
