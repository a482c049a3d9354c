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

// Step is one thing that a job of some activity can have. The web builds its
// navigation from the same set.
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

// A Policy is everything in which one activity differs from another. A new
// activity is a new row, never a new code path.
type Policy struct {
	Activity Activity
	Steps    Step
	Best     Direction
	Prefix   string           // of references
	Regime   string           // by default
	Supplier access.Privilege // by which a supplier's user takes part
}

// Policies has one row per activity, in the order in which screens offer them.
var Policies = []Policy{
	{Prequalification, Criteria | BidFee | QA | Evaluation | DueDiligence | Letters, NoPrice, "PQ", "private-default", access.ManagePrequal},
	{ExpressionOfInterest, Criteria | BidFee | QA | Evaluation | DueDiligence | Letters, NoPrice, "EI", "private-default", access.ManagePrequal},
	{Tender, Criteria | Items | Financial | BidFee | QA | Evaluation | DueDiligence | Letters | Negotiation, Lowest, "TN", "private-default", access.ManageTender},
	{RFQ, Items | Evaluation | Negotiation | FromList, Lowest, "RQ", "private-default", access.ManageRFQ},
	{AssetDisposal, Criteria | Items | Financial | BidFee, Highest, "AD", "private-default", access.ManageAssetDisposal},
	{SupplierRegistration, Criteria | BidFee | QA, NoPrice, "SR", "private-default", access.ManagePrequal},
	{RiskManagement, Criteria | QA | DueDiligence, NoPrice, "RM", "private-default", access.ManagePrequal},
	{ReverseAuction, Criteria | Items | Live, Lowest, "RA", "private-default", access.SubmitBid},
	{ForwardAuction, Criteria | Items | Live, Highest, "FA", "private-default", access.SubmitBid},
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
func (p Policy) Weighs() bool { return p.Has(Criteria | Items | Evaluation) }

// Weights are the parts of an activity whose author has no choice.
func (p Policy) Weights() (technical, financial money.Quantity) {
	all := money.NewQuantity(100, 0)
	switch {
	case !p.Has(Evaluation):
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
