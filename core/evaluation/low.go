package evaluation

import (
	"math/big"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/sourcing"
)

// LowRule says from where on a price is abnormally low. A nil limit is not tested.
type LowRule struct {
	BelowMean     *big.Rat // share below the mean of the others' first prices
	BelowNext     *big.Rat // share below the next price
	BelowEstimate *big.Rat // share below the estimate in the plan
}

// DefaultLowRule is the rule in force in Ukraine's Prozorro since 2020; an estimate is
// measured like the mean of the others.
var DefaultLowRule = LowRule{BelowMean: big.NewRat(40, 100), BelowNext: big.NewRat(30, 100), BelowEstimate: big.NewRat(40, 100)}

// A LowCode says what a price is far below.
type LowCode string

// Codes of signs.
const (
	BelowMean     LowCode = "below_mean"
	BelowNext     LowCode = "below_next"
	BelowEstimate LowCode = "below_estimate"
)

// Values lists them.
func (LowCode) Values() []string { return closed.Values(BelowMean, BelowNext, BelowEstimate) }

// A LowSign is one reason to ask the bidder for an explanation of the price. It
// is a question to the bidder, never a rejection by itself.
type LowSign struct {
	Code    LowCode
	Against *big.Rat // the mean, the next price or the estimate
	Share   Figure   // how far below it, against the limit
}

// PerCent is by how many per cent the price is below.
func (s LowSign) PerCent() *big.Rat { return mul(hundred, s.Share.Exact) }

// LowInput is a candidate's price among the others.
type LowInput struct {
	Bid      string
	Price    *big.Rat
	Others   []*big.Rat // first prices of the other bids, before any auction
	Next     *big.Rat   // the next price in the ranking; nil: none
	Estimate *big.Rat   // nil: not published or not known
}

// AbnormallyLow lists the signs. Limits are reached, not passed: a price exactly
// 40 per cent below the mean is a sign.
func AbnormallyLow(r LowRule, in LowInput) []LowSign {
	var out []LowSign
	test := func(code LowCode, limit, against *big.Rat, inputs []Figure) {
		if limit == nil || against == nil || against.Sign() <= 0 {
			return
		}
		share := sub(one, quo(in.Price, against))
		if share.Cmp(limit) < 0 {
			return
		}
		inputs = append([]Figure{Given("price", in.Bid, "response", in.Price)}, inputs...)
		inputs = append(inputs, Given("low.limit", "", "published", limit))
		out = append(out, LowSign{code, against, computed("low.share", in.Bid, "low."+string(code), share, inputs,
			step(share, "1 − %s ÷ %s", in.Price, against))})
	}
	if len(in.Others) > 0 {
		sum := total(in.Others)
		n := big.NewRat(int64(len(in.Others)), 1)
		mean := quo(sum, n)
		test(BelowMean, r.BelowMean, mean, []Figure{computed("price.mean", "", "mean", mean, nil, step(mean, "%s ÷ %s", sum, n))})
	}
	if in.Next != nil {
		test(BelowNext, r.BelowNext, in.Next, []Figure{Given("price.next", "", "response", in.Next)})
	}
	if in.Estimate != nil {
		test(BelowEstimate, r.BelowEstimate, in.Estimate, []Figure{Given("price.estimate", "", "published", in.Estimate)})
	}
	return out
}

// AsksForLow reports whether prices of an activity can be so low that their bidders are
// asked: those that were sealed, of whole bids of which the lowest is the best. In an
// auction everybody sees how a price came about.
func AsksForLow(p sourcing.Policy) bool {
	return p.Has(sourcing.Items|sourcing.Evaluation) && !p.Has(sourcing.Live) && p.Best == LowestBest && p.Selects == sourcing.OneBid
}

// A LowBid is a price among those that are compared.
type LowBid struct {
	Bid          string
	First, Price *big.Rat // as it was opened, and as it stands
}

// LowSigns are the signs of each of the bids, by its id.
func LowSigns(r LowRule, estimate *big.Rat, bids []LowBid) map[string][]LowSign {
	out := map[string][]LowSign{}
	for i, b := range bids {
		in := LowInput{Bid: b.Bid, Price: b.Price, Estimate: estimate}
		for j, other := range bids {
			if i == j {
				continue
			}
			in.Others = append(in.Others, other.First)
			if other.Price.Cmp(b.Price) >= 0 && (in.Next == nil || other.Price.Cmp(in.Next) < 0) {
				in.Next = other.Price
			}
		}
		if signs := AbnormallyLow(r, in); len(signs) > 0 {
			out[b.Bid] = signs
		}
	}
	return out
}

// A Preferred bid is one in a comparison with a margin of preference.
type Preferred struct {
	Bid      string
	Price    *big.Rat // as evaluated
	Loadable *big.Rat // the part that the margin applies to: without provisional sums and dayworks
	Favoured bool     // group A
}

// Preference decides a comparison in which group A is favoured by margin: the
// lowest of A wins when it is not above the lowest of B with the margin loaded;
// otherwise the lowest of B on its own price. It returns the index of the winner,
// or -1 when there are no bids.
func Preference(margin *big.Rat, bids []Preferred) (winner int, loaded []Figure) {
	bestA, bestB := -1, -1
	loaded = make([]Figure, len(bids))
	for i, b := range bids {
		price := Given("price", b.Bid, "response", b.Price)
		if b.Favoured {
			loaded[i] = price
			if bestA < 0 || b.Price.Cmp(bids[bestA].Price) < 0 {
				bestA = i
			}
			continue
		}
		v := add(b.Price, mul(margin, b.Loadable))
		loaded[i] = computed("price.compared", b.Bid, "preference.loaded", v,
			[]Figure{price, Given("preference.margin", "", "published", margin)},
			step(v, "%s + %s × %s", b.Price, margin, b.Loadable))
		if bestB < 0 || b.Price.Cmp(bids[bestB].Price) < 0 {
			bestB = i
		}
	}
	switch {
	case bestA < 0:
		return bestB, loaded
	case bestB < 0:
		return bestA, loaded
	}
	for i, b := range bids {
		if !b.Favoured && loaded[i].Exact.Cmp(bids[bestA].Price) < 0 {
			return bestB, loaded
		}
	}
	return bestA, loaded
}
