package evaluation

import (
	"math/big"

	"zabuni.org/core/sourcing"
)

// A Direction says which price is best.
type Direction = sourcing.Direction

// Directions.
const (
	LowestBest  = sourcing.Lowest
	HighestBest = sourcing.Highest // disposal of assets
)

// PriceTerms are the published numbers of a price formula and, for the formulas
// that adjust a price, what they need of one bid.
type PriceTerms struct {
	Qualification *big.Rat // prorata: the price that gets nothing
	Upper, Lower  *big.Rat // abs: the prices that get nothing and all
	QualityMax    *big.Rat // meat: Σ of the greatest quality values, less than 1
}

// Adjustment is what an adjusting formula knows of one bid.
type Adjustment struct {
	Quality     []*big.Rat // q2p: money values; meat: shares
	Denominator *big.Rat   // lcc
	Addition    *big.Rat   // lcc
}

// A PriceFormula is one row of the table of formulas.
type PriceFormula struct {
	Name     string
	Adjusts  bool     // makes a price to compare instead of points of 100
	Zero     bool     // can score a price of zero
	Relative bool     // depends on the best price, so on who else takes part
	Needs    []string // published terms that must be set
	Text     string   // as published, F the price, B the best price
	apply    func(in priceInput) (*big.Rat, string)
}

type priceInput struct {
	price, best *big.Rat
	higher      bool
	terms       PriceTerms
	adjustment  Adjustment
}

// gap is by how much b is better than a: positive when a is the worse price.
func (in priceInput) gap(a, b *big.Rat) *big.Rat {
	if in.higher {
		return sub(b, a)
	}
	return sub(a, b)
}

// points holds a score between nothing and all.
func points(r *big.Rat) *big.Rat {
	switch {
	case r.Sign() < 0:
		return zero
	case r.Cmp(hundred) > 0:
		return hundred
	}
	return r
}

// PriceFormulas is the table, in the order in which it is offered. The first is
// the default.
var PriceFormulas = []PriceFormula{
	{Name: "rel", Relative: true, Text: "100 × B ÷ F", apply: func(in priceInput) (*big.Rat, string) {
		a, b := in.best, in.price
		if in.higher {
			a, b = b, a
		}
		r := points(mul(hundred, quo(a, b)))
		return r, step(r, "100 × %s ÷ %s", a, b)
	}},
	{Name: "lead_percent", Relative: true, Text: "max(0, 100 − 100 × |F − B| ÷ B)", apply: func(in priceInput) (*big.Rat, string) {
		d := in.gap(in.price, in.best)
		r := points(sub(hundred, mul(hundred, quo(d, in.best))))
		return r, step(r, "100 − 100 × %s ÷ %s", d, in.best)
	}},
	{Name: "prorata", Relative: true, Needs: []string{"qualification"}, Text: "100 × (Q − F) ÷ (Q − B)", apply: func(in priceInput) (*big.Rat, string) {
		q := in.terms.Qualification
		top, whole := in.gap(q, in.price), in.gap(q, in.best)
		if whole.Sign() <= 0 { // nobody is better than Q: only those who reach it get all
			if in.gap(in.price, q).Sign() <= 0 {
				return hundred, "F = Q"
			}
			return zero, ""
		}
		r := points(mul(hundred, quo(top, whole)))
		return r, step(r, "100 × %s ÷ %s", top, whole)
	}},
	{Name: "abs", Zero: true, Needs: []string{"upper", "lower"}, Text: "100 × (U − F) ÷ (U − L)", apply: func(in priceInput) (*big.Rat, string) {
		worst, top := in.terms.Upper, in.terms.Lower
		if in.higher {
			worst, top = top, worst
		}
		d, whole := in.gap(worst, in.price), in.gap(worst, top)
		r := points(mul(hundred, quo(d, whole)))
		return r, step(r, "100 × %s ÷ %s", d, whole)
	}},
	{Name: "q2p", Adjusts: true, Zero: true, Text: "F − Σ quality in money", apply: func(in priceInput) (*big.Rat, string) {
		v := total(in.adjustment.Quality)
		r := sub(in.price, v)
		return r, step(r, "%s − %s", in.price, v)
	}},
	{Name: "meat", Adjusts: true, Needs: []string{"quality_max"}, Text: "F ÷ (1 + V ÷ (1 − Vmax))", apply: func(in priceInput) (*big.Rat, string) {
		v := total(in.adjustment.Quality)
		c := add(one, quo(v, sub(one, in.terms.QualityMax)))
		r := quo(in.price, c)
		return r, step(r, "%s ÷ (1 + %s ÷ (1 − %s))", in.price, v, in.terms.QualityMax)
	}},
	{Name: "lcc", Adjusts: true, Text: "F ÷ denominator + addition", apply: func(in priceInput) (*big.Rat, string) {
		d, a := in.adjustment.Denominator, in.adjustment.Addition
		if d == nil {
			d = one
		}
		if a == nil {
			a = zero
		}
		r := add(quo(in.price, d), a)
		return r, step(r, "%s ÷ %s + %s", in.price, d, a)
	}},
}

func total(list []*big.Rat) *big.Rat {
	t := new(big.Rat)
	for _, v := range list {
		t = add(t, v)
	}
	return t
}

// Formula finds a row of the table.
func Formula(name string) (PriceFormula, bool) {
	for _, f := range PriceFormulas {
		if f.Name == name {
			return f, true
		}
	}
	return PriceFormula{}, false
}

// check reports why the terms do not fit the formula.
func (f PriceFormula) check(t PriceTerms, d Direction) error {
	set := map[string]bool{"qualification": t.Qualification != nil && t.Qualification.Sign() > 0,
		"upper": t.Upper != nil, "lower": t.Lower != nil,
		"quality_max": t.QualityMax != nil && t.QualityMax.Sign() >= 0 && t.QualityMax.Cmp(one) < 0}
	for _, n := range f.Needs {
		if !set[n] {
			return BadRules.New("formula %s needs %s", f.Name, n).With("term", n)
		}
	}
	if f.Name == "abs" && t.Upper.Cmp(t.Lower) <= 0 {
		return BadRules.New("the upper price must be above the lower").With("term", "upper")
	}
	if f.Adjusts && d == HighestBest {
		return BadRules.New("formula %s is for the lowest price", f.Name)
	}
	return nil
}

// price makes the figure of one bid. Best is nil when the formula is not relative.
func (f PriceFormula) price(bid string, price, best *big.Rat, d Direction, t PriceTerms, a Adjustment, allowZero bool) (Figure, error) {
	if price.Sign() < 0 || (price.Sign() == 0 && !(allowZero && f.Zero)) {
		return Figure{}, PriceZero.New("bid %s", bid)
	}
	if a.Denominator != nil && a.Denominator.Sign() <= 0 {
		return Figure{}, BadRules.New("denominator of bid %s", bid).With("term", "denominator")
	}
	code := "price.points"
	if f.Adjusts {
		code = "price.compared"
	}
	inputs := []Figure{Given("price", bid, "response", price)}
	if f.Relative {
		inputs = append(inputs, Given("price.best", "", "frozen", best))
	}
	for _, n := range f.Needs {
		term := map[string]*big.Rat{"qualification": t.Qualification, "upper": t.Upper, "lower": t.Lower, "quality_max": t.QualityMax}[n]
		inputs = append(inputs, Given("price."+n, "", "published", term))
	}
	for _, q := range a.Quality {
		inputs = append(inputs, Given("price.quality", bid, "technical", q))
	}
	v, how := f.apply(priceInput{price, best, d == HighestBest, t, a})
	out := computed(code, bid, "price."+f.Name, v, inputs)
	if how != "" {
		out.Steps = []string{how}
	}
	return out, nil
}
