package evaluation

import "math/big"

// LowRule says from where on a price is abnormally low. A nil limit is not tested.
type LowRule struct {
	BelowMean     *big.Rat // share below the mean of the others' first prices
	BelowNext     *big.Rat // share below the next price
	BelowEstimate *big.Rat // share below the estimate in the plan
}

// DefaultLowRule is the rule in force in Ukraine's Prozorro since 2020.
var DefaultLowRule = LowRule{BelowMean: big.NewRat(40, 100), BelowNext: big.NewRat(30, 100)}

// A LowSign is one reason to ask the bidder for an explanation of the price. It
// is a question to the bidder, never a rejection by itself.
type LowSign struct {
	Code  string // "below_mean", "below_next", "below_estimate"
	Share Figure // how far below, against the limit
}

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
	test := func(code string, limit, against *big.Rat, inputs []Figure) {
		if limit == nil || against == nil || against.Sign() <= 0 {
			return
		}
		share := sub(one, quo(in.Price, against))
		if share.Cmp(limit) < 0 {
			return
		}
		inputs = append([]Figure{Given("price", in.Bid, "response", in.Price)}, inputs...)
		inputs = append(inputs, Given("low.limit", "", "published", limit))
		out = append(out, LowSign{code, computed("low.share", in.Bid, "low."+code, share, inputs,
			step(share, "1 − %s ÷ %s", in.Price, against))})
	}
	if len(in.Others) > 0 {
		sum := total(in.Others)
		n := big.NewRat(int64(len(in.Others)), 1)
		mean := quo(sum, n)
		test("below_mean", r.BelowMean, mean, []Figure{computed("price.mean", "", "mean", mean, nil, step(mean, "%s ÷ %s", sum, n))})
	}
	if in.Next != nil {
		test("below_next", r.BelowNext, in.Next, []Figure{Given("price.next", "", "response", in.Next)})
	}
	if in.Estimate != nil {
		test("below_estimate", r.BelowEstimate, in.Estimate, []Figure{Given("price.estimate", "", "published", in.Estimate)})
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
