package sourcing

import (
	"slices"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
)

// Step is one thing that a category can have.
type Step uint32

// Steps.
const (
	Criteria     Step = 1 << iota // sections and questions
	Items                         // bill of quantities, assets, auction items: what is priced
	BidFee                        // a category is bought before it is answered
	QA                            // quality assurance of each submission
	Evaluation                    // scoring of each submission
	DueDiligence                  // site visits and their questions
	Letters                       // award, regret, success, custom and DD letters, and their standstill
	Notices                       // of the result, where there are no letters
	List                          // whoever passed is listed, to be invited out of the list
	Negotiation                   // rounds with chosen bidders, each a category below its own
	ByInvitation                  // only who is invited takes part
	Live                          // prices are known while the category is open
	Assets                        // items are things to look at: condition, place, photographs, a reserve under seal
)

var stepNames = []string{"criteria", "items", "bid_fee", "qa", "evaluation", "due_diligence", "letters", "notices", "list",
	"negotiation", "by_invitation", "live", "assets"}

// A StepName is a step on the wire.
type StepName string

// Values lists the names of all steps.
func (StepName) Values() []string { return slices.Clone(stepNames) }

// Names lists the steps of the set by their names on the wire.
func (s Step) Names() []StepName {
	out := []StepName{}
	for i, name := range stepNames {
		if s&(1<<i) != 0 {
			out = append(out, StepName(name))
		}
	}
	return out
}

// StepsOf is the set of the steps with these names; it reports false when one is
// no step.
func StepsOf[T ~string](names []T) (Step, bool) {
	var out Step
	for _, name := range names {
		i := slices.Index(stepNames, string(name))
		if i < 0 {
			return 0, false
		}
		out |= 1 << i
	}
	return out, true
}

// Has reports whether the category has all of steps.
func (p Policy) Has(steps Step) bool { return p.Steps&steps == steps }

// Priced reports whether bids carry the prices of items: what is live is priced in its
// room, and nowhere before.
func (p Policy) Priced() bool { return p.Has(Items) && !p.Has(Live) }

// Need returns NoSuchStep when the category lacks one of steps.
func (p Policy) Need(steps Step) error {
	if p.Has(steps) {
		return nil
	}
	return NoSuchStep.New("%s", p.Activity).With("activity", string(p.Activity))
}

// Less is the policy of a category that does without some steps.
func (p Policy) Less(without Step) Policy {
	p.Steps &^= without
	p.Optional &^= without
	kept := make([]Envelope, 0, len(p.Envelopes))
	for _, e := range p.Envelopes {
		if e.Holds &= p.Steps; e.Holds != 0 {
			kept = append(kept, e)
		}
	}
	p.Envelopes = kept
	if p.Method == Weighed && !p.Weighs() {
		p.Method = BestPrice
	}
	return p
}

// ofRounds is what a negotiation does not ask again: who takes part was judged,
// the award and its letters are those of the category above.
const ofRounds = Criteria | BidFee | QA | DueDiligence | Letters | Notices | List | Negotiation | Assets

// Round is the policy of a negotiation: prices alone, for chosen bidders, ordered
// as their category says with the technical results that they have.
func (p Policy) Round() Policy {
	method := p.Method
	p = p.Less(ofRounds)
	p.Steps |= ByInvitation
	p.Method, p.Below = method, true
	return p
}

// MayBid returns whether the actor may work on a bid of the activity; an activity
// that is none lets nobody.
func (a Activity) MayBid(who access.Actor) error {
	p, _ := PolicyOf(a)
	return who.Need(p.Supplier)
}

// NotInvited raises NotInvited; its sentence may differ by the activity that is its
// context.
func (a Activity) NotInvited() error { return NotInvited.New("").With("context", string(a)) }

// Weighs reports whether the author divides 100 per cent between the technical
// and the financial part. Elsewhere the policy decides.
func (p Policy) Weighs() bool { return p.Method == Weighed && p.Has(Criteria|Items|Evaluation) }

// Weights are the parts where the author has no choice.
func (p Policy) Weights() (technical, financial money.Quantity) {
	all := money.NewQuantity(100, 0)
	if p.Best == NoPrice {
		return all, money.Quantity{}
	}
	return money.Quantity{}, all
}

// Judged reports whether people judge the submissions before a result is made.
func (p Policy) Judged() bool { return p.Has(Criteria) && p.Steps&(Evaluation|QA) != 0 }

// Checked reports whether a bid passes by the checks of people alone: nobody scores it.
func (p Policy) Checked() bool { return p.Has(Criteria|QA) && !p.Has(Evaluation) }

// Chooses reports whether a decision names bids; elsewhere all who passed are
// chosen together.
func (p Policy) Chooses() bool { return p.Selects != AllPassed }

// Points reports whether a bid has technical points: people or rules score answers,
// or a round keeps the points that were given before it.
func (p Policy) Points() bool { return p.Has(Criteria|Evaluation) || p.Method == Weighed }

// A Result is what a decision makes, and by what name people speak of it.
type Result string

// Results.
const (
	ResultAward      Result = "award"      // a supplier delivers
	ResultList       Result = "list"       // suppliers stand on a list
	ResultSale       Result = "sale"       // a buyer gets what it paid best for
	ResultAssessment Result = "assessment" // suppliers are judged, and nothing else comes of it
)

// Result tells what a decision makes.
func (p Policy) Result() Result {
	switch {
	case p.Best == Highest:
		return ResultSale
	case p.Chooses():
		return ResultAward
	case p.Has(List):
		return ResultList
	}
	return ResultAssessment
}

// Envelope finds an envelope by its name.
func (p Policy) Envelope(name string) (Envelope, bool) {
	i := slices.IndexFunc(p.Envelopes, func(e Envelope) bool { return e.Name == name })
	if i < 0 {
		return Envelope{}, false
	}
	return p.Envelopes[i], true
}

// Holding finds the envelope in which a step's content lies; none where it is
// not sealed.
func (p Policy) Holding(s Step) (Envelope, bool) {
	i := slices.IndexFunc(p.Envelopes, func(e Envelope) bool { return e.Holds&s == s })
	if i < 0 {
		return Envelope{}, false
	}
	return p.Envelopes[i], true
}

// Last reports whether nothing of a submission stays sealed once e is open.
func (p Policy) Last(e Envelope) bool {
	return len(p.Envelopes) > 0 && p.Envelopes[len(p.Envelopes)-1].Name == e.Name
}

// First reports whether e is the envelope that opens the bids.
func (p Policy) First(e Envelope) bool { return len(p.Envelopes) > 0 && p.Envelopes[0].Name == e.Name }

// EnvelopeNames lists the envelopes in the order of their opening.
func (p Policy) EnvelopeNames() []string {
	out := make([]string, len(p.Envelopes))
	for i, e := range p.Envelopes {
		out[i] = e.Name
	}
	return out
}

// Reserves reports whether a category may be kept for a special group: of what is bought by bids, and of lists of suppliers.
func (p Policy) Reserves() bool { return p.Best != Highest && p.Listed && !p.Has(Live) && !p.Below }

// A Field is something that a category of one policy has and of another has not.
type Field string

// fields lists what a category may have besides its common fields, with the rule.
var fields = []struct {
	name string
	of   func(Policy) bool
}{
	{"estimate", func(Policy) bool { return true }},
	{"invited_only", func(p Policy) bool { return !p.Has(ByInvitation) }},
	{"reserved_for", Policy.Reserves},
	{"without", func(p Policy) bool { return p.Optional != 0 }},
	{"bid_fee", func(p Policy) bool { return p.Has(BidFee) }},
	{"pass_mark", func(p Policy) bool { return p.Has(Criteria | Evaluation) }},
	{"technical_weight", Policy.Weighs},
	{"financial_weight", Policy.Weighs},
	{"price_formula", Policy.Weighs},
	{"openers", func(p Policy) bool { return len(p.Envelopes) > 0 && p.Openers > 0 }},
}

// Values lists every field that some category may have.
func (Field) Values() []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.name
	}
	return out
}

// Fields names what a category has besides name, number, description,
// instructions, type, grouping, currency and dates.
func (p Policy) Fields() []Field {
	out := []Field{}
	for _, f := range fields {
		if f.of(p) {
			out = append(out, Field(f.name))
		}
	}
	return out
}
