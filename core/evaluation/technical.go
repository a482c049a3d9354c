package evaluation

import (
	"fmt"
	"math/big"

	"zabuni.org/core/assurance"
	"zabuni.org/core/kernel/fault"
)

// A Section is a weighted group of criteria. Weights are per cent and add up to
// 100; when no section has one, each counts by its marks.
type Section struct {
	ID       string
	Weight   *big.Rat
	Criteria []Criterion
}

// CheckSections gathers what is wrong with the rules of a technical evaluation.
func CheckSections(sections []Section) error {
	var f fault.Fields
	total, weighted := new(big.Rat), 0
	seen := map[string]bool{}
	for i, s := range sections {
		p := fmt.Sprintf("/sections/%d", i)
		if s.Weight != nil {
			weighted++
			total = add(total, s.Weight)
			if s.Weight.Sign() < 0 || (s.Weight.Sign() > 0) != (len(s.Criteria) > 0) {
				f.Add(p+"/weight", fault.OutOfRange) // weight without criteria, or criteria without weight
			}
		}
		for j, c := range s.Criteria {
			q := fmt.Sprintf("%s/criteria/%d", p, j)
			if c.ID == "" || seen[c.ID] {
				f.Add(q+"/id", fault.Taken)
			}
			seen[c.ID] = true
			c.Check(q, &f)
		}
	}
	if len(seen) == 0 {
		f.Add("/sections", fault.Required)
	}
	if weighted > 0 && (weighted != len(sections) || total.Cmp(hundred) != 0) {
		f.Add("/sections", fault.OutOfRange, "sum", total.RatString(), "max", "100")
	}
	return f.Err()
}

// A Technical is the technical result of one bid.
type Technical struct {
	Total  Figure // T, of 100
	Passed bool
	Short  []Shortfall         // criteria below their own minimum
	Below  bool                // total below the pass mark
	Failed []assurance.Failure // checks
}

// Without is the result of a bid that was found untrue: whatever it scored, it
// does not pass.
func (t Technical) Without(failed []assurance.Failure) Technical {
	t.Failed = failed
	t.Passed = t.Passed && len(failed) == 0
	return t
}

// A Shortfall is a criterion below its minimum.
type Shortfall struct {
	Criterion string
	Needed    *big.Rat
	Got       *big.Rat
}

// Score computes T = Σ weight · (Σ score ÷ Σ max) of 100. A bid passes when T
// reaches the pass mark and every criterion its own minimum.
func Score(bid string, sections []Section, scores map[string]Figure, passMark *big.Rat) (Technical, error) {
	if err := CheckSections(sections); err != nil {
		return Technical{}, err
	}
	var t Technical
	var missing fault.Fields
	allMax, total := new(big.Rat), new(big.Rat)
	for _, s := range sections {
		for _, c := range s.Criteria {
			allMax = add(allMax, c.Max)
		}
	}
	var parts []Figure
	for _, s := range sections {
		got, maximum := new(big.Rat), new(big.Rat)
		var inputs []Figure
		for _, c := range s.Criteria {
			maximum = add(maximum, c.Max)
			score, ok := scores[c.ID]
			if !ok || score.Exact == nil {
				missing.Add("/"+c.ID, fault.Required)
				continue
			}
			if score.Exact.Sign() < 0 || score.Exact.Cmp(c.Max) > 0 {
				return Technical{}, ScoreRange.New("%s", c.ID).With("max", c.Max.RatString()).At("/"+c.ID, fault.OutOfRange)
			}
			got = add(got, score.Exact)
			inputs = append(inputs, score)
			if c.Min != nil && score.Exact.Cmp(c.Min) < 0 {
				t.Short = append(t.Short, Shortfall{c.ID, c.Min, score.Exact})
			}
		}
		if maximum.Sign() == 0 {
			continue
		}
		weight := s.Weight
		if weight == nil {
			weight = mul(hundred, quo(maximum, allMax))
		}
		value := mul(weight, quo(got, maximum))
		inputs = append(inputs, Given("section.weight", s.ID, "published", weight))
		parts = append(parts, computed("section.score", s.ID, "section.weighted", value, inputs,
			step(value, "%s × %s ÷ %s", weight, got, maximum)))
		total = add(total, value)
	}
	if len(missing) > 0 {
		err := Unscored.New("%d criteria", len(missing))
		err.Fields = missing
		return Technical{}, err
	}
	if passMark == nil {
		passMark = zero
	}
	t.Below = total.Cmp(passMark) < 0
	t.Passed = !t.Below && len(t.Short) == 0
	parts = append(parts, Given("pass_mark", "", "published", passMark))
	t.Total = computed("technical.total", bid, "technical.sum", total, parts)
	return t, nil
}
