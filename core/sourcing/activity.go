package sourcing

import (
	"slices"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
)

// Activity is the kind of a job.
type Activity string

// The activities of the specification.
const (
	Prequalification     Activity = "prequalification"
	ExpressionOfInterest Activity = "expression_of_interest"
	Tender               Activity = "tender"
	RFQ                  Activity = "rfq"
	AssetDisposal        Activity = "asset_disposal"
	SupplierRegistration Activity = "supplier_registration"
	RiskManagement       Activity = "risk_management"
	ReverseAuction       Activity = "reverse_auction"
	ForwardAuction       Activity = "forward_auction"
)

// Step is one thing that a job of some activity can have. The web is served the
// same set and shows by it what a screen has.
type Step uint16

// Steps.
const (
	Criteria     Step = 1 << iota // sections and questions
	Items                         // bill of quantities, assets, auction items: what is priced
	Financial                     // prices are opened apart, after the technical part
	BidFee                        // a category is bought before it is answered
	QA                            // quality assurance of each submission
	Evaluation                    // scoring of each submission
	DueDiligence                  // site visits and their questions
	Letters                       // award, regret, success, custom and DD letters
	Negotiation                   // a child category with chosen bidders
	FromList                      // suppliers are invited out of a prequalification
	Live                          // prices are known while the category is open
)

var stepNames = []string{"criteria", "items", "financial", "bid_fee", "qa", "evaluation", "due_diligence", "letters",
	"negotiation", "from_list", "live"}

// Names lists the steps of the set by their names on the wire.
func (s Step) Names() []string {
	var out []string
	for i, name := range stepNames {
		if s&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// Direction tells which price is best.
type Direction string

// Directions.
const (
	Lowest  Direction = "lowest"
	Highest Direction = "highest"
	NoPrice Direction = "none"
)

// A Method is how the bids of a category are ordered. What each does is evaluation's.
type Method string

// Methods that activities use.
const (
	QCBS     Method = "qcbs" // quality and cost, as the author weighs them
	QBS      Method = "qbs"  // quality alone
	LCS      Method = "lcs"  // the best price among those who pass
	Unranked Method = ""     // all who pass, none before another
)

// A Policy is everything in which one activity differs from another. What a row
// says is data; what a new step does is code that asks for the step, never for
// the activity.
type Policy struct {
	Activity Activity
	Steps    Step
	Best     Direction
	Method   Method
	Openers  int              // people who must open an envelope together, at least
	Prefix   string           // of references
	Regime   string           // by default
	Supplier access.Privilege // by which a supplier's user takes part
}

// Policies has one row per activity, in the order in which screens offer them.
var Policies = []Policy{
	{
		Activity: Prequalification,
		Steps:    Criteria | BidFee | QA | Evaluation | DueDiligence | Letters,
		Best:     NoPrice,
		Method:   QBS,
		Openers:  1,
		Prefix:   "PQ",
		Regime:   "private-default",
		Supplier: access.ManagePrequal,
	},
	{
		Activity: ExpressionOfInterest,
		Steps:    Criteria | BidFee | QA | Evaluation | DueDiligence | Letters,
		Best:     NoPrice,
		Method:   QBS,
		Openers:  1,
		Prefix:   "EI",
		Regime:   "private-default",
		Supplier: access.ManagePrequal,
	},
	{
		Activity: Tender,
		Steps:    Criteria | Items | Financial | BidFee | QA | Evaluation | DueDiligence | Letters | Negotiation,
		Best:     Lowest,
		Method:   QCBS,
		Openers:  2,
		Prefix:   "TN",
		Regime:   "private-default",
		Supplier: access.ManageTender,
	},
	{
		Activity: RFQ,
		Steps:    Items | Evaluation | Negotiation | FromList,
		Best:     Lowest,
		Method:   LCS,
		Openers:  1,
		Prefix:   "RQ",
		Regime:   "private-default",
		Supplier: access.ManageRFQ,
	},
	{
		Activity: AssetDisposal,
		Steps:    Criteria | Items | Financial | BidFee,
		Best:     Highest,
		Method:   LCS,
		Openers:  2,
		Prefix:   "AD",
		Regime:   "private-default",
		Supplier: access.ManageAssetDisposal,
	},
	{
		Activity: SupplierRegistration,
		Steps:    Criteria | BidFee | QA,
		Best:     NoPrice,
		Method:   Unranked,
		Openers:  1,
		Prefix:   "SR",
		Regime:   "private-default",
		Supplier: access.ManagePrequal,
	},
	{
		Activity: RiskManagement,
		Steps:    Criteria | QA | DueDiligence,
		Best:     NoPrice,
		Method:   Unranked,
		Openers:  1,
		Prefix:   "RM",
		Regime:   "private-default",
		Supplier: access.ManagePrequal,
	},
	{
		Activity: ReverseAuction,
		Steps:    Criteria | Items | Live,
		Best:     Lowest,
		Method:   LCS,
		Openers:  1,
		Prefix:   "RA",
		Regime:   "private-default",
		Supplier: access.SubmitBid,
	},
	{
		Activity: ForwardAuction,
		Steps:    Criteria | Items | Live,
		Best:     Highest,
		Method:   LCS,
		Openers:  1,
		Prefix:   "FA",
		Regime:   "private-default",
		Supplier: access.SubmitBid,
	},
}

// PolicyOf finds the row of an activity.
func PolicyOf(a Activity) (Policy, bool) {
	i := slices.IndexFunc(Policies, func(p Policy) bool { return p.Activity == a })
	if i < 0 {
		return Policy{}, false
	}
	return Policies[i], true
}

// Has reports whether the activity has all of steps.
func (p Policy) Has(steps Step) bool { return p.Steps&steps == steps }

// Need returns NoSuchStep when the activity lacks one of steps.
func (p Policy) Need(steps Step) error {
	if p.Has(steps) {
		return nil
	}
	return NoSuchStep.New("%s", p.Activity).With("activity", string(p.Activity))
}

// MayBid returns whether the actor may work on a bid of the activity; an activity
// that is none lets nobody.
func (a Activity) MayBid(who access.Actor) error {
	p, _ := PolicyOf(a)
	return who.Need(p.Supplier)
}

// Weighs reports whether the author divides 100 per cent between the technical
// and the financial part. Elsewhere the activity itself decides.
func (p Policy) Weighs() bool { return p.Method == QCBS }

// Weights are the parts where the author has no choice, or has made none: the
// price decides where there are prices.
func (p Policy) Weights() (technical, financial money.Quantity) {
	all := money.NewQuantity(100, 0)
	switch {
	case p.Method == Unranked:
		return money.Quantity{}, money.Quantity{}
	case p.Has(Items):
		return money.Quantity{}, all
	}
	return all, money.Quantity{}
}

// Envelopes are the parts of a submission that are sealed, each with a key of
// its own, in the order of their opening.
func (p Policy) Envelopes() []string {
	var out []string
	if p.Has(Criteria) {
		out = append(out, "technical")
	}
	if p.Has(Items) && !p.Has(Live) {
		out = append(out, "financial")
	}
	return out
}

// Fields names what a category of the activity has besides name, number,
// description, instructions, type, grouping, currency and dates.
func (p Policy) Fields() []string {
	fields := []string{"invited_only", "estimate"}
	if p.Has(BidFee) {
		fields = append(fields, "bid_fee")
	}
	if p.Has(Criteria | Evaluation) {
		fields = append(fields, "pass_mark")
	}
	if p.Weighs() {
		fields = append(fields, "technical_weight", "financial_weight")
	}
	if p.Has(Items | Evaluation) {
		fields = append(fields, "price_formula")
	}
	if len(p.Envelopes()) > 0 {
		fields = append(fields, "openers")
	}
	return fields
}
