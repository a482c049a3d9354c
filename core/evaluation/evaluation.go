// Package evaluation is the rules by which bids are opened, scored and ranked.
// It is pure: exact rationals in, figures out, and every figure carries where it
// comes from. Nothing is rounded but for print.
package evaluation

import (
	"fmt"
	"math/big"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of this package.
var (
	BadRules    = fault.Declare(fault.KindInvalid, "evaluation.rules", "The evaluation rules are not complete")
	Unscored    = fault.Declare(fault.KindPrecondition, "evaluation.unscored", "Some criteria have no score yet")
	ScoreRange  = fault.Declare(fault.KindInvalid, "evaluation.score_range", "A score lies outside its criterion")
	NeedsReason = fault.Declare(fault.KindInvalid, "evaluation.reason", "Give a reason")
	PriceZero   = fault.Declare(fault.KindInvalid, "evaluation.price_zero", "A price of zero cannot be scored")
	NotRanked   = fault.Declare(fault.KindInvalid, "evaluation.not_ranked", "This bid is not ranked")
	PriceAbsent = fault.Declare(fault.KindPrecondition, "evaluation.price_absent", "A price has not been opened yet")
)

// A Figure is a number with its whole origin. Formula and Code are words of a
// closed list that screens and letters translate; Steps are plain arithmetic.
type Figure struct {
	Code    string   `json:"code"`              // what it is: "technical.total", "price"
	Of      string   `json:"of,omitempty"`      // whose: a section's, criterion's or bid's id
	Exact   *big.Rat `json:"exact"`             // the value itself: "4432/5"
	Shown   string   `json:"shown"`             // two decimals, half-up
	Formula string   `json:"formula,omitempty"` // how it was made: "price.rel"
	Source  string   `json:"source,omitempty"`  // of a figure that was not computed: "published", "response", an evaluator
	Steps   []string `json:"steps,omitempty"`   // "100 × 100 ÷ 120 = 83.33"
	Inputs  []Figure `json:"inputs,omitempty"`
}

// Given is a figure that comes from outside the formulas: published, answered, or
// marked by a person.
func Given(code, of, source string, v *big.Rat) Figure {
	return Figure{Code: code, Of: of, Exact: v, Shown: show(v), Source: source}
}

func computed(code, of, formula string, v *big.Rat, inputs []Figure, steps ...string) Figure {
	return Figure{Code: code, Of: of, Exact: v, Shown: show(v), Formula: formula, Steps: steps, Inputs: inputs}
}

// show prints with two decimals, half-up.
func show(r *big.Rat) string { return money.RoundRat(r, 2) }

// short prints an operand: all its digits when there are few, else six and a mark.
func short(r *big.Rat) string {
	if n, exact := r.FloatPrec(); exact && n <= 6 {
		return r.FloatString(n)
	}
	return "≈" + r.FloatString(6)
}

// step prints one line of arithmetic with its result.
func step(result *big.Rat, format string, operands ...*big.Rat) string {
	args := make([]any, len(operands))
	for i, o := range operands {
		args[i] = short(o)
	}
	return fmt.Sprintf(format, args...) + " = " + short(result)
}

// A Line is one line of a printed explanation.
type Line struct {
	Depth  int
	Figure Figure // without its inputs
}

// Lines lays the figure and all that it comes from out for print, in order.
func (f Figure) Lines() []Line {
	var out []Line
	var walk func(f Figure, depth int)
	walk = func(f Figure, depth int) {
		inputs := f.Inputs
		f.Inputs = nil
		out = append(out, Line{depth, f})
		for _, in := range inputs {
			walk(in, depth+1)
		}
	}
	walk(f, 0)
	return out
}

var (
	zero    = new(big.Rat)
	one     = big.NewRat(1, 1)
	hundred = big.NewRat(100, 1)
)

func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
