package evaluation

import (
	"fmt"
	"math/big"
	"slices"

	"zabuni.org/core/kernel/fault"
)

// A Kind says how a criterion gets its score.
type Kind string

// Kinds.
const (
	Manual     Kind = "manual"     // by evaluators
	Choice     Kind = "choice"     // one option, each with its marks
	Checkboxes Kind = "checkboxes" // several options, their marks added, at most Max
	YesNo      Kind = "yes_no"     // options "yes" and "no"
	Number     Kind = "number"     // marks by the band that the number falls into
)

// A Criterion is one scored question.
type Criterion struct {
	ID      string
	Kind    Kind
	Max     *big.Rat
	Min     *big.Rat // fewer marks than this fail the bid whatever its total; nil: none
	Options map[string]*big.Rat
	Bands   []Band
}

// A Band gives marks to numbers from From (included) to To (excluded). A nil end
// is open. Numbers in no band get nothing.
type Band struct {
	From, To *big.Rat
	Marks    *big.Rat
}

// Check gathers what is wrong with a criterion's rules under pointer.
func (c Criterion) Check(pointer string, f *fault.Fields) {
	if c.Max == nil || c.Max.Sign() <= 0 {
		f.Add(pointer+"/max", fault.OutOfRange, "min", "0")
		return
	}
	within := func(p string, marks *big.Rat) {
		if marks == nil || marks.Sign() < 0 || marks.Cmp(c.Max) > 0 {
			f.Add(p, fault.OutOfRange, "min", "0", "max", c.Max.RatString())
		}
	}
	if c.Min != nil {
		within(pointer+"/min", c.Min)
	}
	switch c.Kind {
	case Manual:
	case Choice, Checkboxes, YesNo:
		if len(c.Options) == 0 {
			f.Add(pointer+"/options", fault.Required)
		}
		for name, marks := range c.Options {
			within(pointer+"/options/"+name, marks)
			if c.Kind == YesNo && name != "yes" && name != "no" {
				f.Add(pointer+"/options/"+name, fault.NotAllowed)
			}
		}
	case Number:
		if len(c.Bands) == 0 {
			f.Add(pointer+"/bands", fault.Required)
		}
		for i, b := range c.Bands {
			p := fmt.Sprintf("%s/bands/%d", pointer, i)
			within(p+"/marks", b.Marks)
			last := i == len(c.Bands)-1
			switch {
			case b.From != nil && b.To != nil && b.From.Cmp(b.To) >= 0,
				b.From == nil && i > 0, b.To == nil && !last,
				i > 0 && b.From != nil && c.Bands[i-1].To != nil && b.From.Cmp(c.Bands[i-1].To) < 0:
				f.Add(p, fault.BadFormat, "expected", "rising bands that do not overlap")
			}
		}
	default:
		f.Add(pointer+"/kind", fault.NotAllowed)
	}
}

// An Answer is what a bidder gave to an automatically scored question.
type Answer struct {
	Chosen []string // option ids; "yes" or "no"
	Number *big.Rat // nil: not answered
}

// Auto scores an answer. No answer has no marks.
func (c Criterion) Auto(a Answer) (Figure, error) {
	formula := "auto." + string(c.Kind)
	fixed := Given("criterion.max", c.ID, "published", c.Max)
	switch c.Kind {
	case Choice, YesNo, Checkboxes:
		chosen := slices.Clone(a.Chosen)
		slices.Sort(chosen)
		chosen = slices.Compact(chosen)
		if c.Kind != Checkboxes && len(chosen) > 1 {
			return Figure{}, ScoreRange.New("one option expected").At("/"+c.ID, fault.NotAllowed)
		}
		total, inputs := new(big.Rat), []Figure{fixed}
		for _, name := range chosen {
			marks, ok := c.Options[name]
			if !ok {
				return Figure{}, ScoreRange.New("unknown option").At("/"+c.ID, fault.Unknown)
			}
			total = add(total, marks)
			inputs = append(inputs, Given("option", name, "published", marks))
		}
		if total.Cmp(c.Max) > 0 {
			total = c.Max
		}
		return computed("criterion.score", c.ID, formula, total, inputs), nil
	case Number:
		if a.Number == nil {
			return computed("criterion.score", c.ID, formula, zero, []Figure{fixed}), nil
		}
		inputs := []Figure{fixed, Given("answer", c.ID, "response", a.Number)}
		for _, b := range c.Bands {
			if (b.From == nil || a.Number.Cmp(b.From) >= 0) && (b.To == nil || a.Number.Cmp(b.To) < 0) {
				return computed("criterion.score", c.ID, formula, b.Marks,
					append(inputs, Given("band", c.ID, "published", b.Marks)), bandText(b)), nil
			}
		}
		return computed("criterion.score", c.ID, formula, zero, inputs), nil
	}
	return Figure{}, BadRules.New("criterion %s is scored by people", c.ID)
}

func bandText(b Band) string {
	from, to := "−∞", "∞"
	if b.From != nil {
		from = short(b.From)
	}
	if b.To != nil {
		to = short(b.To)
	}
	return "[" + from + ", " + to + ")"
}

// An Aggregate makes one score of several evaluators' scores.
type Aggregate string

// Aggregates.
const (
	Mean        Aggregate = "mean"
	TrimmedMean Aggregate = "trimmed_mean" // from five evaluators on the highest and lowest fall out
	Consensus   Aggregate = "consensus"    // agreed in moderation, with a reason
)

// A Mark is one evaluator's score of a criterion.
type Mark struct {
	Evaluator string
	Score     *big.Rat
}

// Agreed is the outcome of moderation; the originals stay beside it.
type Agreed struct {
	Score  *big.Rat
	Reason string
}

// ByPeople aggregates the evaluators' marks of a manual criterion. Agreed is
// used, and needed, by Consensus only.
func (c Criterion) ByPeople(how Aggregate, marks []Mark, agreed *Agreed) (Figure, error) {
	if len(marks) == 0 {
		return Figure{}, Unscored.New("%s", c.ID).At("/"+c.ID, fault.Required)
	}
	check := func(s *big.Rat) error {
		if s == nil || s.Sign() < 0 || s.Cmp(c.Max) > 0 {
			return ScoreRange.New("%s", c.ID).With("max", c.Max.RatString()).At("/"+c.ID, fault.OutOfRange)
		}
		return nil
	}
	for _, m := range marks {
		if err := check(m.Score); err != nil {
			return Figure{}, err
		}
	}
	sorted := slices.Clone(marks)
	slices.SortStableFunc(sorted, func(a, b Mark) int {
		if n := a.Score.Cmp(b.Score); n != 0 {
			return n
		}
		return compareText(a.Evaluator, b.Evaluator)
	})
	inputs := make([]Figure, 0, len(sorted)+1)
	seen := map[string]bool{}
	for _, m := range sorted {
		if seen[m.Evaluator] {
			return Figure{}, BadRules.New("two marks of one evaluator for %s", c.ID)
		}
		seen[m.Evaluator] = true
		inputs = append(inputs, Given("mark", c.ID, m.Evaluator, m.Score))
	}
	formula := "people." + string(how)
	switch how {
	case Consensus:
		if agreed == nil {
			return Figure{}, Unscored.New("%s", c.ID).At("/"+c.ID, fault.Required)
		}
		if agreed.Reason == "" {
			return Figure{}, NeedsReason.New("%s", c.ID).At("/"+c.ID, fault.Required)
		}
		if err := check(agreed.Score); err != nil {
			return Figure{}, err
		}
		return computed("criterion.score", c.ID, formula, agreed.Score, inputs, agreed.Reason), nil
	case Mean, TrimmedMean:
		kept := sorted
		if how == TrimmedMean && len(sorted) >= 5 {
			kept = sorted[1 : len(sorted)-1]
		}
		total := new(big.Rat)
		for _, m := range kept {
			total = add(total, m.Score)
		}
		n := big.NewRat(int64(len(kept)), 1)
		mean := quo(total, n)
		return computed("criterion.score", c.ID, formula, mean, inputs, step(mean, "%s ÷ %s", total, n)), nil
	}
	return Figure{}, BadRules.New("unknown aggregate %q", how)
}

func compareText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
