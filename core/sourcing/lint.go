package sourcing

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
)

// A Finding is something about a category that its author should know. A
// blocking one keeps it from being published.
type Finding struct {
	Code     string
	Params   map[string]any
	Pointer  string // into the category: /pass_mark, /sections/{id}/weight
	Blocking bool
}

// Codes of findings.
const (
	LintNoCategories    = "lint.no_categories" // nothing to publish in the job
	LintNoSections      = "lint.no_sections"
	LintNoQuestions     = "lint.no_questions"       // params: name
	LintNoItems         = "lint.no_items"           //
	LintNoQuantity      = "lint.no_quantity"        // params: number
	LintNoUnit          = "lint.no_unit"            // params: number
	LintDuplicateItem   = "lint.duplicate_item"     // params: number
	LintAssetBare       = "lint.asset_bare"         // params: number; no condition, place or photograph
	LintReserveCurrency = "lint.reserve_currency"   // params: number, currency
	LintWeights         = "lint.weights"            // params: sum
	LintSectionWeights  = "lint.section_weights"    // params: sum
	LintWeightless      = "lint.weightless"         // params: name; others have a weight
	LintIdleWeight      = "lint.idle_weight"        // params: name; nothing in it is scored
	LintNothingScored   = "lint.nothing_scored"     // the technical part counts
	LintScoredUncounted = "lint.scored_uncounted"   // the technical part counts nothing
	LintScoredNoScoring = "lint.scored_no_scoring"  // the activity does not score
	LintNothingChecked  = "lint.nothing_checked"    // by checks alone a bid passes
	LintPassMark        = "lint.pass_mark"          // params: best
	LintOptionsMissing  = "lint.options_missing"    // a choice without choices
	LintOptionsSame     = "lint.options_same"       // params: label
	LintOptionUnscored  = "lint.option_unscored"    // params: label
	LintOptionScore     = "lint.option_score"       // params: label, max
	LintBestBelowMax    = "lint.best_below_max"     // params: best, max
	LintMinAboveMax     = "lint.min_above_max"      // params: min, max
	LintBandsGap        = "lint.bands_gap"          // params: from, to
	LintBandsOverlap    = "lint.bands_overlap"      // params: band
	LintBandsEnds       = "lint.bands_ends"         // they do not cover all numbers
	LintBandScore       = "lint.band_score"         // params: band, max
	LintClosesPast      = "lint.closes_past"        //
	LintClosesFirst     = "lint.closes_before_open" //
	LintShortPeriod     = "lint.short_period"       // params: days
	LintOpeners         = "lint.openers"            // params: min
	LintNoPaymentMode   = "lint.no_payment_mode"    // params: currency
	LintFee             = "lint.fee"                // params: currency
	LintNobodyInvited   = "lint.nobody_invited"     //
	LintNoSuchStep      = "lint.no_such_step"       // params: activity
	LintOrphan          = "lint.section_unknown"    // a question or subsection hangs nowhere
	LintPlanEstimate    = "lint.plan_estimate"      // what is planned has its value said
	LintPlanBudget      = "lint.plan_budget"        // params: left, currency
	LintPlanCurrency    = "lint.plan_currency"      // params: currency
	LintPlanCPV         = "lint.plan_cpv"           // params: number, expected
	LintSplit           = "lint.split_purchase"     // params: references, ceiling, currency, days
)

// Content is a category with all that is asked in it.
type Content struct {
	Job         Job
	Category    Category
	Sections    []Section
	Questions   []Question
	Items       []Item
	Attachments []Attachment
	Invited     int
}

// Circumstances are what publishing depends on besides the content.
type Circumstances struct {
	Now     time.Time
	Payable []money.Currency        // in which a bid fee can be paid
	Fee     func(money.Amount) bool // whether somebody takes this one
	Planned *Planned                // the item of a plan that the job is of
	Beside  []Purchase              // what the company buys about that time, with this
}

type linter struct {
	Content
	policy Policy
	out    []Finding
}

func (l *linter) add(blocking bool, code, pointer string, params ...any) {
	f := Finding{Code: code, Pointer: pointer, Blocking: blocking}
	for i := 0; i+1 < len(params); i += 2 {
		if f.Params == nil {
			f.Params = map[string]any{}
		}
		f.Params[params[i].(string)] = params[i+1]
	}
	l.out = append(l.out, f)
}

func (l *linter) block(code, pointer string, params ...any) { l.add(true, code, pointer, params...) }

// Lint tells what keeps a category from being published, and what its author
// might have overlooked: all of it at once.
func Lint(c Content, in Circumstances) []Finding {
	l := &linter{Content: c}
	l.policy = c.Category.Policy()
	l.terms(in)
	l.criteria()
	l.items()
	l.planned(in)
	return l.out
}

func (l *linter) terms(in Circumstances) {
	c := l.Category
	from := c.OpensAt
	if from.Before(in.Now) {
		from = in.Now
	}
	r, _ := RegimeOf(l.Job.Regime)
	days := r.MinOpenDays(c.Activity)
	switch {
	case !c.ClosesAt.After(in.Now):
		l.block(LintClosesPast, "/closes_at")
	case !c.ClosesAt.After(c.OpensAt):
		l.block(LintClosesFirst, "/closes_at")
	case c.ClosesAt.Sub(from) < time.Duration(days)*24*time.Hour:
		l.block(LintShortPeriod, "/closes_at", "days", days)
	}
	if c.Openers < l.policy.Openers {
		l.block(LintOpeners, "/openers", "min", l.policy.Openers)
	}
	switch {
	case c.BidFee.Sign() <= 0:
	case !slices.Contains(in.Payable, c.Currency):
		l.block(LintNoPaymentMode, "/bid_fee", "currency", string(c.Currency))
	case !in.Fee(money.Amount{Value: c.BidFee, Currency: c.Currency}):
		l.block(LintFee, "/bid_fee", "currency", string(c.Currency))
	}
	if c.InvitedOnly && l.Invited == 0 {
		l.add(l.policy.Has(ByInvitation), LintNobodyInvited, "/invited_only")
	}
	if l.policy.Has(Evaluation) {
		if sum := c.TechnicalWeight.Add(c.FinancialWeight); !sum.Equal(money.NewQuantity(100, 0)) {
			l.block(LintWeights, "/technical_weight", "sum", sum.Short())
		}
	}
}

func (l *linter) criteria() {
	if !l.policy.Has(Criteria) {
		if len(l.Questions)+len(l.Sections) > 0 {
			l.block(LintNoSuchStep, "/sections", "activity", string(l.policy.Activity))
		}
		return
	}
	if len(l.Sections) == 0 {
		l.block(LintNoSections, "/sections")
	}
	asked := map[uuid.UUID]int{} // questions of a section and its subsections
	for _, q := range l.Questions {
		if root, ok := l.root(q.Section); ok {
			asked[root]++
			if q.Section != root {
				asked[q.Section]++
			}
		} else {
			l.block(LintOrphan, "/questions/"+q.ID.String())
		}
		l.question(q)
	}
	for _, s := range l.Sections {
		if _, ok := l.root(s.ID); !ok {
			l.block(LintOrphan, "/sections/"+s.ID.String())
		}
		if asked[s.ID] == 0 {
			l.block(LintNoQuestions, "/sections/"+s.ID.String(), "name", s.Name)
		}
	}
	l.scoring()
}

// root finds the top section that a section belongs to.
func (l *linter) root(id uuid.UUID) (uuid.UUID, bool) {
	for range len(l.Sections) + 1 {
		i := slices.IndexFunc(l.Sections, func(s Section) bool { return s.ID == id })
		switch {
		case i < 0:
			return uuid.Nil, false
		case l.Sections[i].Parent == nil:
			return id, true
		}
		id = *l.Sections[i].Parent
	}
	return uuid.Nil, false // a circle
}

// scoring checks weights and whether the pass mark can be reached.
func (l *linter) scoring() {
	c := l.Category
	best, most := map[uuid.UUID]*big.Rat{}, map[uuid.UUID]*big.Rat{}
	all := new(big.Rat)
	for _, q := range l.Questions {
		root, ok := l.root(q.Section)
		if b := q.Best(); ok && b != nil {
			if most[root] == nil {
				best[root], most[root] = new(big.Rat), new(big.Rat)
			}
			best[root].Add(best[root], b.Rat())
			most[root].Add(most[root], q.MaxScore.Rat())
			all.Add(all, q.MaxScore.Rat())
		}
	}
	if l.policy.Checked() && !slices.ContainsFunc(l.Questions, func(q Question) bool { return q.QA }) {
		l.block(LintNothingChecked, "/questions")
	}
	if !l.policy.Has(Evaluation) {
		return // each scored question was refused by itself
	}
	switch {
	case all.Sign() == 0 && (c.TechnicalWeight.Sign() > 0 || c.PassMark.Sign() > 0):
		l.block(LintNothingScored, "/technical_weight")
		return
	case all.Sign() == 0:
		return
	case c.TechnicalWeight.IsZero() && c.PassMark.IsZero():
		l.add(false, LintScoredUncounted, "/technical_weight")
	}
	reach, sum, weighted := new(big.Rat), money.Quantity{}, 0
	for _, s := range l.Sections {
		if s.Parent == nil && s.Weight != nil {
			weighted++
			sum = sum.Add(*s.Weight)
		}
	}
	for _, s := range l.Sections {
		pointer := "/sections/" + s.ID.String() + "/weight"
		switch {
		case s.Parent != nil && s.Weight != nil && s.Weight.Sign() > 0:
			l.block(LintIdleWeight, pointer, "name", s.Name)
		case s.Parent != nil:
		case most[s.ID] == nil && s.Weight != nil && s.Weight.Sign() > 0:
			l.block(LintIdleWeight, pointer, "name", s.Name)
		case most[s.ID] == nil:
		case weighted > 0 && (s.Weight == nil || s.Weight.IsZero()):
			l.block(LintWeightless, pointer, "name", s.Name)
		default:
			w := new(big.Rat).Quo(most[s.ID], all)
			if weighted > 0 {
				w = new(big.Rat).Quo(s.Weight.Rat(), big.NewRat(100, 1))
			}
			part := new(big.Rat).Quo(best[s.ID], most[s.ID])
			reach.Add(reach, part.Mul(part, w))
		}
	}
	if weighted > 0 && !sum.Equal(money.NewQuantity(100, 0)) {
		l.block(LintSectionWeights, "/sections", "sum", sum.Short())
	}
	if reach.Mul(reach, big.NewRat(100, 1)); reach.Cmp(c.PassMark.Rat()) < 0 {
		l.block(LintPassMark, "/pass_mark", "best", money.RoundRat(reach, 2))
	}
}

func (l *linter) items() {
	if !l.policy.Has(Items) {
		if len(l.Items) > 0 {
			l.block(LintNoSuchStep, "/items", "activity", string(l.policy.Activity))
		}
		return
	}
	// Where the price alone decides, or counts, there must be something to price.
	if len(l.Items) == 0 && (l.Category.FinancialWeight.Sign() > 0 || !l.policy.Has(Evaluation)) {
		l.block(LintNoItems, "/items")
	}
	seen := map[string]bool{}
	for _, i := range l.Items {
		pointer := "/items/" + i.ID.String()
		if i.Quantity.Sign() <= 0 {
			l.block(LintNoQuantity, pointer+"/quantity", "number", i.Number)
		}
		if i.Unit == "" {
			l.block(LintNoUnit, pointer+"/unit", "number", i.Number)
		}
		n := strings.ToLower(strings.TrimSpace(i.Number))
		if seen[n] {
			l.block(LintDuplicateItem, pointer+"/number", "number", i.Number)
		}
		seen[n] = true
		l.asset(i, pointer)
	}
}

// asset looks at what bidders will ask about a thing, and at its reserve.
func (l *linter) asset(i Item, pointer string) {
	if !l.policy.Has(Assets) {
		return
	}
	var a Asset
	if i.Asset != nil {
		a = *i.Asset
	}
	if a.Condition == "" || a.Location == "" || len(a.Photos) == 0 {
		l.add(false, LintAssetBare, pointer+"/asset", "number", i.Number)
	}
	if a.Reserve != nil && a.Reserve.Currency != l.Category.Currency {
		l.block(LintReserveCurrency, pointer+"/asset/reserve", "number", i.Number, "currency", string(a.Reserve.Currency))
	}
}

func (l *linter) question(q Question) {
	pointer := "/questions/" + q.ID.String()
	rule, _ := RuleOf(q.Response)
	if rule.Options && len(q.Options) == 0 {
		l.block(LintOptionsMissing, pointer+"/options")
	}
	labels := map[string]bool{}
	for i, o := range q.Options {
		label := strings.ToLower(strings.TrimSpace(o.Label))
		if labels[label] {
			l.block(LintOptionsSame, fmt.Sprintf("%s/options/%d/label", pointer, i), "label", o.Label)
		}
		labels[label] = true
	}
	if !q.Scored || q.MaxScore == nil {
		return
	}
	if !l.policy.Has(Evaluation) {
		l.block(LintScoredNoScoring, pointer+"/scored")
	}
	most := *q.MaxScore
	if q.MinScore != nil && most.Less(*q.MinScore) {
		l.block(LintMinAboveMax, pointer+"/min_score", "min", q.MinScore.Short(), "max", most.Short())
	}
	for i, o := range q.Options {
		at := fmt.Sprintf("%s/options/%d/score", pointer, i)
		switch {
		case o.Score == nil:
			l.block(LintOptionUnscored, at, "label", o.Label)
		case o.Score.Sign() < 0 || most.Less(*o.Score):
			l.block(LintOptionScore, at, "label", o.Label, "max", most.Short())
		}
	}
	if len(q.Options) < len(rule.Fixed) {
		l.block(LintOptionsMissing, pointer+"/options")
	}
	l.bands(q, pointer)
	if b := q.Best(); b.Less(most) && len(q.Options)+len(q.Bands) > 0 {
		l.block(LintBestBelowMax, pointer+"/max_score", "best", b.Short(), "max", most.Short())
	}
}

// bands must lie end to end and cover every number.
func (l *linter) bands(q Question, pointer string) {
	for i, b := range q.Bands {
		at := fmt.Sprintf("%s/bands/%d", pointer, i)
		if b.Score.Sign() < 0 || q.MaxScore.Less(b.Score) {
			l.block(LintBandScore, at+"/score", "band", i+1, "max", q.MaxScore.Short())
		}
		if b.Lower != nil && b.Upper != nil && !b.Lower.Less(*b.Upper) {
			l.block(LintBandsOverlap, at, "band", i+1)
		}
		if (b.Lower == nil) != (i == 0) || (b.Upper == nil) != (i == len(q.Bands)-1) {
			l.block(LintBandsEnds, at, "band", i+1)
			continue
		}
		if i == 0 {
			continue
		}
		end := q.Bands[i-1].Upper
		switch {
		case end == nil: // told above, at the band before
		case end.Less(*b.Lower):
			l.block(LintBandsGap, at+"/lower", "from", end.Short(), "to", b.Lower.Short())
		case b.Lower.Less(*end):
			l.block(LintBandsOverlap, at, "band", i+1)
		}
	}
}
