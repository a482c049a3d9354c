package sourcing

import (
	"slices"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
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

// Values lists them in the order of the policies.
func (Activity) Values() []string {
	out := make([]string, len(Policies))
	for i, p := range Policies {
		out[i] = string(p.Activity)
	}
	return out
}

// A Policy is everything in which one activity differs from another. A new
// activity is a new row: the engine reads rows and knows no activity.
type Policy struct {
	Activity  Activity
	Steps     Step
	Optional  Step       // a category may do without these
	Usually   Step       // and does without these of them unless its author says otherwise
	Envelopes []Envelope // of a submission, in the order of their opening
	Openers   int        // people who must open together; none: the clock opens
	Method    Method
	Best      Direction
	Ties      []Tie
	Selects   Choice
	Lines     Lines
	Prefix    string           // of references
	Regime    string           // by default
	Supplier  access.Privilege // by which a supplier's user takes part
	Rights    Rights           // by which those of the buyer and of the operator do the rest
	Below     bool             // a round of negotiation: the category above it decides
	Listed    bool             // everybody may read of it, unless its buyer keeps it out (ruling 76)
}

// An Envelope is a part of a submission that is sealed with a key of its own.
type Envelope struct {
	Name  string // of its key
	Holds Step   // Criteria, Items or both
	Opens Status // where the category stands once it is open
}

// An EnvelopeName names an envelope on the wire.
type EnvelopeName string

// Values lists the envelopes that activities have.
func (EnvelopeName) Values() []string { return []string{technical.Name, financial.Name, whole.Name} }

// Envelopes that activities have.
var (
	technical = Envelope{Name: "technical", Holds: Criteria, Opens: TechnicalEvaluation}
	financial = Envelope{Name: "financial", Holds: Items, Opens: FinancialOpened}
	whole     = Envelope{Name: "bid", Holds: Criteria | Items, Opens: FinancialOpened}
)

// Method says how the bids that passed are ordered.
type Method string

// Methods.
const (
	Unranked  Method = "unranked"   // all who passed stand beside each other
	BestPrice Method = "best_price" // the best price among those who passed
	Weighed   Method = "weighed"    // technical and financial in published shares
)

// Values lists them.
func (Method) Values() []string { return closed.Values(Unranked, BestPrice, Weighed) }

// Direction tells which price is best.
type Direction string

// Directions.
const (
	Lowest  Direction = "lowest"
	Highest Direction = "highest"
	NoPrice Direction = "none"
)

// Values lists them.
func (Direction) Values() []string { return closed.Values(Lowest, Highest, NoPrice) }

// A Tie is one link of the published chain that separates equal bids.
type Tie string

// Ties.
const (
	HigherTechnical Tie = "higher_technical"
	BetterPrice     Tie = "better_price"
	HigherCriterion Tie = "higher_criterion"
	EarlierReceipt  Tie = "earlier_receipt"
	PublicDraw      Tie = "public_draw"
)

// Values lists them.
func (Tie) Values() []string {
	return closed.Values(HigherTechnical, BetterPrice, HigherCriterion, EarlierReceipt, PublicDraw)
}

// Chains of ties.
var (
	qualityFirst = []Tie{HigherTechnical, BetterPrice, EarlierReceipt} // ruling 38
	priceFirst   = []Tie{BetterPrice, HigherTechnical, EarlierReceipt}
)

// Choice says whom a decision chooses.
type Choice string

// Choices.
const (
	AllPassed Choice = "all"  // everybody who passed
	OneBid    Choice = "one"  // one bid as a whole
	EachLine  Choice = "line" // the best bid of each item
)

// Values lists them.
func (Choice) Values() []string { return closed.Values(AllPassed, OneBid, EachLine) }

// Lines says which items a bid must price.
type Lines string

// Lines.
const (
	EveryLine Lines = "every"
	AnyLine   Lines = "any" // what the bidder wants, at least one
)

// Values lists them.
func (Lines) Values() []string { return closed.Values(EveryLine, AnyLine) }

// Policies has one row per activity, in the order in which screens offer them.
var Policies = []Policy{
	{
		Activity:  Prequalification,
		Steps:     Criteria | BidFee | QA | Evaluation | DueDiligence | Letters | List,
		Envelopes: []Envelope{technical},
		Openers:   1,
		Method:    Unranked,
		Best:      NoPrice,
		Selects:   AllPassed,
		Prefix:    "PQ",
		Regime:    "private-default",
		Supplier:  access.ManagePrequal,
		Rights:    Usual,
		Listed:    true,
	},
	{
		Activity:  ExpressionOfInterest,
		Steps:     Criteria | BidFee | QA | Evaluation | DueDiligence | Letters | List,
		Envelopes: []Envelope{technical},
		Openers:   1,
		Method:    Unranked,
		Best:      NoPrice,
		Selects:   AllPassed,
		Prefix:    "EI",
		Regime:    "private-default",
		Supplier:  access.ManagePrequal,
		Rights:    Usual,
		Listed:    true,
	},
	{
		Activity:  Tender,
		Steps:     Criteria | Items | BidFee | QA | Evaluation | DueDiligence | Letters | Negotiation,
		Envelopes: []Envelope{technical, financial},
		Openers:   2,
		Method:    Weighed,
		Best:      Lowest,
		Ties:      qualityFirst,
		Selects:   OneBid,
		Lines:     EveryLine,
		Prefix:    "TN",
		Regime:    "private-default",
		Supplier:  access.ManageTender,
		Rights:    Usual,
		Listed:    true,
	},
	{
		Activity:  RFQ,
		Steps:     Criteria | Items | Evaluation | Negotiation | ByInvitation | Notices,
		Optional:  Criteria,
		Usually:   Criteria,
		Envelopes: []Envelope{whole},
		Openers:   1,
		Method:    Weighed,
		Best:      Lowest,
		Ties:      qualityFirst,
		Selects:   OneBid,
		Lines:     EveryLine,
		Prefix:    "RQ",
		Regime:    "private-default",
		Supplier:  access.ManageRFQ,
		Rights:    Usual,
		Listed:    true,
	},
	{
		Activity:  AssetDisposal,
		Steps:     Criteria | Items | Assets | BidFee | Notices,
		Optional:  Criteria,
		Usually:   Criteria,
		Envelopes: []Envelope{whole},
		Openers:   2,
		Method:    BestPrice,
		Best:      Highest,
		Ties:      priceFirst,
		Selects:   EachLine,
		Lines:     AnyLine,
		Prefix:    "AD",
		Regime:    "private-default",
		Supplier:  access.ManageAssetDisposal,
		Rights: operatorsOwn(map[Act]access.Privilege{
			ToAsk:    access.ManageCategory,
			ToInvite: access.ManageCategory,
			ToReport: access.ManageCategory,
			ToTell:   access.ManageCategory,
		}),
	},
	{
		Activity:  SupplierRegistration,
		Steps:     Criteria | BidFee | QA | List | Notices,
		Envelopes: []Envelope{technical},
		Method:    Unranked,
		Best:      NoPrice,
		Selects:   AllPassed,
		Prefix:    "SR",
		Regime:    "private-default",
		Supplier:  access.ManagePrequal,
		Rights: operatorsOwn(map[Act]access.Privilege{
			ToAuthor: access.ManageJob,
			ToAsk:    access.ManageJob,
			ToInvite: access.ManageJob,
			ToJudge:  access.ManageJob,
			ToReport: access.ManageJob,
			ToTell:   access.ManageJob,
		}),
		Listed: true,
	},
	{
		Activity:  RiskManagement,
		Steps:     Criteria | QA | DueDiligence | ByInvitation | Notices,
		Envelopes: []Envelope{technical},
		Method:    Unranked,
		Best:      NoPrice,
		Selects:   AllPassed,
		Prefix:    "RM",
		Regime:    "private-default",
		Supplier:  access.ManagePrequal,
		Rights:    Usual,
	},
	{
		Activity:  ReverseAuction,
		Steps:     Criteria | Items | Evaluation | Letters | Live,
		Optional:  Criteria,
		Envelopes: []Envelope{technical},
		Openers:   1,
		Method:    BestPrice,
		Best:      Lowest,
		Ties:      []Tie{BetterPrice, EarlierReceipt},
		Selects:   OneBid,
		Lines:     EveryLine,
		Prefix:    "RA",
		Regime:    "private-default",
		Supplier:  access.SubmitBid,
		Rights:    Usual,
		Listed:    true,
	},
	{
		Activity:  ForwardAuction,
		Steps:     Criteria | Items | Evaluation | Letters | Live,
		Optional:  Criteria,
		Envelopes: []Envelope{technical},
		Openers:   1,
		Method:    BestPrice,
		Best:      Highest,
		Ties:      []Tie{BetterPrice, EarlierReceipt},
		Selects:   OneBid,
		Lines:     EveryLine,
		Prefix:    "FA",
		Regime:    "private-default",
		Supplier:  access.SubmitBid,
		Rights:    Usual,
	},
}

// PolicyOf finds the row of an activity. What a category may do is asked of
// Category.Policy, which leaves out the steps that it does without.
func PolicyOf(a Activity) (Policy, bool) {
	i := slices.IndexFunc(Policies, func(p Policy) bool { return p.Activity == a })
	if i < 0 {
		return Policy{}, false
	}
	return Policies[i], true
}
