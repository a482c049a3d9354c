package sourcing

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/reference"
)

// Codes of what keeps a job, or a category of it, from an item of a plan.
const (
	NotPlanned    = "plan.not_approved"
	OtherMethod   = "plan.other_method"   // params: activity
	OtherCPV      = "plan.other_cpv"      // params: expected
	OtherPart     = "plan.other_part"     // another department
	OverBudget    = "plan.over_budget"    // params: left, currency
	OtherCurrency = "plan.other_currency" // params: currency
	BadCPV        = "plan.bad_cpv"
)

// CPV reads a code of the common procurement vocabulary as its eight digits; whether there is such a code a
// [reference.Vocabulary] knows.
func CPV(text string) (string, bool) {
	code, _, ok := reference.CPV(text)
	return code, ok
}

// CPVClass is what two things have in common that the law looks at together.
func CPVClass(code string) string { return code[:min(4, len(code))] }

// A Planned is an item of a plan of procurement as a job is held against it.
type Planned struct {
	ID             uuid.UUID
	Approved       bool
	Activity       Activity
	Classification string // eight digits
	Department     *uuid.UUID
	Currency       money.Currency
	Estimate       money.Decimal
	Committed      money.Decimal // what other categories take of it
}

// Left is what the budget of the item has left.
func (p Planned) Left() money.Decimal { return p.Estimate.Sub(p.Committed) }

// Take notes what keeps a job from being of the item, and gives it what it does not say itself. had: it was of the item
// before, whose plan may be drawn anew meanwhile.
func (p Planned) Take(f *fault.Fields, j JobForm, had bool, method string) JobForm {
	if !p.Approved && !had {
		f.Add("/plan_item_id", NotPlanned)
	}
	if j.Activity != p.Activity {
		f.Add(method, OtherMethod, "activity", string(p.Activity))
	}
	switch {
	case j.Classification == "":
		j.Classification = p.Classification
	case CPVClass(j.Classification) != CPVClass(p.Classification):
		f.Add("/classification", OtherCPV, "expected", CPVClass(p.Classification))
	}
	switch {
	case p.Department == nil:
	case j.Department == nil:
		j.Department = p.Department
	case *j.Department != *p.Department:
		f.Add("/department_id", OtherPart)
	}
	return j
}

// Afford notes at a category what its budget does not have, and copies what is left where nothing is said yet.
func (p Planned) Afford(f *fault.Fields, c CategoryForm, copied bool) CategoryForm {
	left := p.Left()
	switch {
	case c.Currency != p.Currency:
		f.Add("/currency", OtherCurrency, "currency", string(p.Currency))
	case c.Estimate == nil && copied && left.Sign() > 0:
		c.Estimate = &left
	case c.Estimate != nil && c.Estimate.Sign() == 0:
		f.Add("/estimate", fault.OutOfRange, "min", "0.01")
	case c.Estimate != nil && left.Less(*c.Estimate):
		f.Add("/estimate", OverBudget, "left", left.Short(), "currency", string(p.Currency))
	}
	return c
}

// planned looks at a category of a job that is of an item of a plan, and at what is bought beside it.
func (l *linter) planned(in Circumstances) {
	if p := in.Planned; p != nil && l.Category.Parent == nil {
		switch left := p.Left(); {
		case l.Category.Currency != p.Currency:
			l.block(LintPlanCurrency, "/currency", "currency", string(p.Currency))
		case l.Category.Estimate == nil || l.Category.Estimate.Sign() == 0:
			l.block(LintPlanEstimate, "/estimate")
		case left.Less(*l.Category.Estimate):
			l.block(LintPlanBudget, "/estimate", "left", left.Short(), "currency", string(p.Currency))
		}
		for _, i := range l.Items {
			if code, ok := CPV(i.Classification); ok && CPVClass(code) != CPVClass(p.Classification) {
				l.block(LintPlanCPV, "/items/"+i.ID.String()+"/classification", "number", i.Number, "expected", CPVClass(p.Classification))
			}
		}
	}
	for _, s := range Splits(l.Job.Regime, in.Beside) {
		if slices.ContainsFunc(s.Parts, func(p Purchase) bool { return p.ID == l.Category.ID }) {
			l.add(false, LintSplit, "/estimate", "references", s.Others(l.Category.ID), "ceiling", s.Ceiling.Value.Short(),
				"currency", string(s.Ceiling.Currency), "days", SplitDays)
		}
	}
}

// SplitDays is within how many days purchases are looked at together.
const SplitDays = 90

// A Ceiling is up to which value a method may be chosen, by what is bought.
type Ceiling struct {
	Currency               money.Currency
	Goods, Works, Services money.Decimal
}

// Of is the ceiling of what a CPV code says is bought.
func (c Ceiling) Of(code string) money.Decimal {
	switch {
	case strings.HasPrefix(code, "45"):
		return c.Works
	case code < "49":
		return c.Goods
	}
	return c.Services
}

// A Purchase is something that is bought, or is to be.
type Purchase struct {
	ID             uuid.UUID
	Reference      string
	Activity       Activity
	Classification string
	Department     *uuid.UUID
	Value          money.Amount
	On             time.Time // a day
}

// A Split is several purchases each of which is within the ceiling of its method, and that together are above it.
type Split struct {
	Activity Activity
	Class    string // four digits of CPV
	Ceiling  money.Amount
	Sum      money.Decimal
	Parts    []Purchase // in the order of their days
}

// Others names the parts but one.
func (s Split) Others(but uuid.UUID) string {
	var out []string
	for _, p := range s.Parts {
		if p.ID != but {
			out = append(out, p.Reference)
		}
	}
	return strings.Join(out, ", ")
}

// Splits finds what may have been split to stay below a ceiling of the regime: the same department buys of the same class
// by the same method within [SplitDays], each time within the ceiling and together above it.
func Splits(regime string, all []Purchase) []Split {
	r, _ := RegimeOf(regime)
	type key struct {
		activity   Activity
		class      string
		department uuid.UUID
		ceiling    string // a class may hold both, but one kind of thing has one ceiling
	}
	groups := map[key][]Purchase{}
	var order []key
	for _, p := range all {
		c, ok := r.Ceilings[p.Activity]
		if !ok || c.Currency != p.Value.Currency || p.Classification == "" || c.Of(p.Classification).Less(p.Value.Value) {
			continue
		}
		k := key{activity: p.Activity, class: CPVClass(p.Classification), ceiling: c.Of(p.Classification).String()}
		if p.Department != nil {
			k.department = *p.Department
		}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], p)
	}
	var out []Split
	for _, k := range order {
		parts := groups[k]
		slices.SortStableFunc(parts, func(a, b Purchase) int { return a.On.Compare(b.On) })
		c := r.Ceilings[k.activity]
		out = append(out, windows(parts, Split{Activity: k.activity, Class: k.class, Ceiling: money.Amount{Value: c.Of(parts[0].Classification), Currency: c.Currency}})...)
	}
	return out
}

// windows are the runs of purchases, in the order of their days, that lie in windows whose sum is above the ceiling.
func windows(parts []Purchase, like Split) []Split {
	var out []Split
	end := 0 // of the run that was found last
	for i := range parts {
		sum, j := money.Decimal{}, i
		for ; j < len(parts) && parts[j].On.Sub(parts[i].On) <= SplitDays*24*time.Hour; j++ {
			sum = sum.Add(parts[j].Value.Value)
		}
		if j-i < 2 || !like.Ceiling.Value.Less(sum) {
			continue
		}
		if len(out) == 0 || i >= end {
			out = append(out, like)
			end = i
		}
		last := &out[len(out)-1]
		for ; end < j; end++ {
			last.Parts = append(last.Parts, parts[end])
			last.Sum = last.Sum.Add(parts[end].Value.Value)
		}
	}
	return out
}
