package sourcing

import (
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/money"
)

// Arithmetic says what a regime does with a bid whose lines do not add up to its
// sum. It is served with the regime; here sums are made of the lines, so none differs.
type Arithmetic string

// Arithmetic policies.
const (
	Correct Arithmetic = "correct" // unit prices prevail
	Reject  Arithmetic = "reject"  // the sum read out is final: an error makes the bid non-responsive
)

// Values lists them.
func (Arithmetic) Values() []string { return closed.Values(Correct, Reject) }

// A RegimeCode names a regime.
type RegimeCode string

// Values lists the codes of the table.
func (RegimeCode) Values() []string {
	out := make([]string, len(Regimes))
	for i, r := range Regimes {
		out[i] = r.Code
	}
	return out
}

// A Regime is the law or house rule under which a job runs.
type Regime struct {
	Code           string
	MinDays        int              // from opening to closing
	MinDaysOf      map[Activity]int // where an activity has a period of its own
	StandstillDays int              // from the letters to the contract
	// NoStandstillAlone: a single bid leaves nobody who could object.
	NoStandstillAlone bool
	DebriefDays       int // within which who lost may ask why
	// AnswerDays is how long before the closing no question is taken any more.
	AnswerDays int
	Arithmetic Arithmetic
	// AsksLow: whose price looks abnormally low is asked to explain it before it is recommended.
	AsksLow bool
	// FeeBack: the fee of who withdraws before the closing goes back. It pays for taking
	// part, whatever becomes of the bid, where no law says otherwise.
	FeeBack bool
	// Ceilings are up to which value a method may be chosen, where the law sets one.
	Ceilings map[Activity]Ceiling
}

// Regimes is the table, the default first. Of ke-ppada, standstill, debriefing, arithmetic
// and the question about low prices are clauses 44, 45, 31 and 37 of the standard tender
// document (PPRA 2022), whose clause 7 has the days for questions set by each tender; the periods are what the platform asks for, the statute may allow shorter ones.
var Regimes = []Regime{
	{Code: "private-default", StandstillDays: 7, DebriefDays: 5, AnswerDays: 1, Arithmetic: Correct},
	{
		Code:              "ke-ppada",
		MinDays:           14,
		MinDaysOf:         map[Activity]int{RFQ: 7, Tender: 21},
		StandstillDays:    14,
		NoStandstillAlone: true,
		DebriefDays:       5,
		AnswerDays:        3,
		Arithmetic:        Reject,
		AsksLow:           true,
		// Second schedule of the Regulations of 2020.
		Ceilings: map[Activity]Ceiling{RFQ: {Currency: "KES", Goods: money.New(3_000_000, 0), Works: money.New(5_000_000, 0), Services: money.New(3_000_000, 0)}},
	},
}

// RegimeOf finds a regime.
func RegimeOf(code string) (Regime, bool) {
	for _, r := range Regimes {
		if r.Code == code {
			return r, true
		}
	}
	return Regime{}, false
}

// MinOpenDays is how long a category of the activity must stay open.
func (r Regime) MinOpenDays(a Activity) int {
	if d, ok := r.MinDaysOf[a]; ok {
		return d
	}
	return r.MinDays
}
