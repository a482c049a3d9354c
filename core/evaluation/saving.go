package evaluation

import (
	"math/big"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// A Baseline is what an award is compared with. No figure mixes two of them.
type Baseline string

// Baselines.
const (
	ByEstimate Baseline = "estimate"
	ByMean     Baseline = "mean"      // of the bids that passed
	ByLastPaid Baseline = "last_paid" // by the same buyer, for the same items
	ByBefore   Baseline = "before"    // the price before a negotiation or an auction
)

// Values lists them in the order in which screens offer them.
func (Baseline) Values() []string { return closed.Values(ByEstimate, ByMean, ByLastPaid, ByBefore) }

// A NoBaseline is why a baseline could not be had.
type NoBaseline string

// Reasons.
const (
	NoEstimate    NoBaseline = "no_estimate"
	AwardedInPart NoBaseline = "in_part"      // the estimate is of more than was given
	TooFewBids    NoBaseline = "too_few_bids" // one bid is its own mean
	NeverPaid     NoBaseline = "never_paid"   // for one of its items at least
	NotNegotiated NoBaseline = "not_negotiated"
	TooLarge      NoBaseline = "too_large" // for an amount of money
)

// Values lists them.
func (NoBaseline) Values() []string {
	return closed.Values(NoEstimate, AwardedInPart, TooFewBids, NeverPaid, NotNegotiated, TooLarge)
}

// A BaselineSource is a row that a baseline came from. What it has not stays nil.
type BaselineSource struct {
	Submission, Supplier *uuid.UUID
	Item                 *uuid.UUID // of the category that was awarded
	PaidItem, PaidAward  *uuid.UUID // of an earlier award
	Seq                  *int64     // of a bid in a room
	At                   *time.Time
	Quantity             *money.Quantity
	UnitPrice            *money.Decimal
	Amount               money.Decimal
}

// A Saving is an award against one baseline. Where there is none, Missing says why and
// the figures are nil: none is not zero.
type Saving struct {
	Kind            Baseline
	Baseline, Saved *money.Decimal
	Percent         *money.Decimal // nil too where it would have more digits than a number has
	Missing         NoBaseline
	Sources         []BaselineSource
}

// An Awarding is what is known at an award of what it is compared with.
type Awarding struct {
	Best     sourcing.Direction
	Currency money.Currency
	Amount   money.Decimal
	Whole    bool           // all that the estimate is of was given
	Estimate *money.Decimal // nil or zero: nobody estimated
	// Passed are the amounts of the bids that passed: one list for each item where a
	// decision chooses item by item, else one.
	Passed [][]BaselineSource
	Paid   []BaselineSource // for each item that was given, nil where one was never paid for
	Before []BaselineSource // what the winner, or the room, offered first; nil where nothing was negotiated
}

// Savings compares an award with each of the baselines.
func Savings(a Awarding) []Saving {
	out := []Saving{{Kind: ByEstimate}, {Kind: ByMean}, {Kind: ByLastPaid}, {Kind: ByBefore}}
	switch {
	case a.Estimate == nil || a.Estimate.Sign() == 0:
		out[0].Missing = NoEstimate
	case !a.Whole:
		out[0].Missing = AwardedInPart
	default:
		out[0].compare(a, a.Estimate.Rat(), exactly, []BaselineSource{{Amount: *a.Estimate}})
	}
	mean, sources, enough := means(a.Passed)
	if out[1].Missing = TooFewBids; enough {
		out[1].compare(a, mean, a.Currency.Exponent(), sources)
	}
	if out[2].Missing = NeverPaid; len(a.Paid) > 0 {
		out[2].compare(a, amounts(a.Paid), exactly, a.Paid)
	}
	if out[3].Missing = NotNegotiated; len(a.Before) > 0 {
		out[3].compare(a, amounts(a.Before), exactly, a.Before)
	}
	return out
}

// means adds up the means of the lists; each needs two amounts at least.
func means(lists [][]BaselineSource) (sum *big.Rat, sources []BaselineSource, enough bool) {
	sum = new(big.Rat)
	for _, list := range lists {
		if len(list) < 2 {
			return nil, nil, false
		}
		sum.Add(sum, quo(amounts(list), big.NewRat(int64(len(list)), 1)))
		sources = append(sources, list...)
	}
	return sum, sources, len(lists) > 0
}

func amounts(list []BaselineSource) *big.Rat {
	sum := new(big.Rat)
	for _, s := range list {
		sum.Add(sum, s.Amount.Rat())
	}
	return sum
}

// exactly is how many digits an amount may have: what was given stays as it was.
const exactly = 4

// compare sets the figures against an exact baseline. The saving is what is shown of the
// baseline less the award, so that the three add up; the per cent is rounded once, from
// what is exact.
func (s *Saving) compare(a Awarding, exact *big.Rat, digits int, sources []BaselineSource) {
	baseline, err := roundTo(exact, digits)
	if err != nil {
		s.Missing = TooLarge
		return
	}
	saved := baseline.Sub(a.Amount)
	share := sub(exact, a.Amount.Rat())
	if a.Best == sourcing.Highest {
		saved, share = saved.Neg(), share.Neg(share)
	}
	s.Missing, s.Baseline, s.Saved, s.Sources = "", &baseline, &saved, sources
	s.Percent = PerCentOf(share, exact)
}

// PerCentOf is how many per cent of a whole a part is, rounded once to two digits; nil of
// nothing, and where it would have more digits than a number has.
func PerCentOf(part, whole *big.Rat) *money.Decimal {
	if whole.Sign() == 0 {
		return nil
	}
	out, err := roundTo(mul(hundred, quo(part, whole)), 2)
	if err != nil {
		return nil
	}
	return &out
}

// roundTo rounds an exact number once.
func roundTo(r *big.Rat, digits int) (money.Decimal, error) {
	return money.ParseDecimal(money.RoundRat(r, digits))
}
