package opening

import "zabuni.org/core/sourcing"

// Who may see what, and when: one pure function over a table. Counts, names and
// figures of live work ask it; an answer that decides for itself is a second opinion.

// A Role is what the asking person does.
type Role string

// A Relation is how the person stands to the bid or to the category.
type Relation string

// A Phase is how far the bid's category has come.
type Phase string

// A Field is a kind of datum.
type Field string

// A Sight is how much of it may be seen.
type Sight string

// Roles.
const (
	RolePublic    Role = "public"
	RoleSupplier  Role = "supplier"
	RoleBuyer     Role = "buyer"    // manages the category
	RoleOperator  Role = "operator" // on the buyer's behalf; its database administrator sees no more
	RoleOpener    Role = "opener"   // member of the opening committee
	RoleEvaluator Role = "evaluator"
)

// Relations.
const (
	None       Relation = "none"
	Own        Relation = "own"        // the supplier's own bid; the buyer's own category
	Rival      Relation = "rival"      // another bidder of the category
	Undeclared Relation = "undeclared" // evaluator who has not declared interests yet, or has one
	Cleared    Relation = "cleared"    // evaluator who declared none
	Finalised  Relation = "finalised"  // cleared, and own scores are final
)

// Phases of a bid. A bid that failed technically stays in TechnicalOpened: its
// financial envelope is never opened.
const (
	Draft           Phase = "draft"
	Submitted       Phase = "submitted"
	Closed          Phase = "closed"
	TechnicalOpened Phase = "technical_opened"
	FinancialOpened Phase = "financial_opened"
	Awarded         Phase = "awarded"
)

// Fields.
const (
	FieldCount       Field = "count"        // how many submissions there are
	FieldIdentity    Field = "identity"     // who submitted
	FieldTechnical   Field = "technical"    // answers and files
	FieldPrice       Field = "price"        // of any bid
	FieldWinnerPrice Field = "winner_price" // of the awarded bid
	FieldEstimate    Field = "estimate"     // reserve price or estimate
	FieldScores      Field = "scores"       // of other evaluators; for a supplier, its own result
)

// Sights.
const (
	Nothing Sight = "nothing"
	Exists  Sight = "exists" // that there is one, sealed; not what
	Value   Sight = "value"
)

// Lists for the whole product space, in order of printing.
var (
	Roles     = []Role{RolePublic, RoleSupplier, RoleBuyer, RoleOperator, RoleOpener, RoleEvaluator}
	Relations = []Relation{None, Own, Rival, Undeclared, Cleared, Finalised}
	Phases    = []Phase{Draft, Submitted, Closed, TechnicalOpened, FinancialOpened, Awarded}
	Sights    = []Sight{Nothing, Exists, Value}
	Fields    = []Field{FieldCount, FieldIdentity, FieldTechnical, FieldPrice, FieldWinnerPrice, FieldEstimate, FieldScores}
)

// Settings are what a category may have chosen. The zero value is the strict seal.
type Settings struct {
	CountBeforeClose bool // the buyer sees how many bids have come in
	ReadOut          bool // names and prices are read out to all bidders at the financial opening
	EstimateOpen     bool // evaluators know the estimate from the start
}

// A right is one row: from phase on, this role in one of these relations sees
// this much of the field. When says which setting it hangs on.
type right struct {
	role  Role
	rels  []Relation
	field Field
	from  Phase
	sight Sight
	when  func(Settings) bool
}

func countShown(s Settings) bool   { return s.CountBeforeClose }
func readOut(s Settings) bool      { return s.ReadOut }
func estimateOpen(s Settings) bool { return s.EstimateOpen }

var (
	own     = []Relation{Own}
	rival   = []Relation{Rival}
	bidders = []Relation{Own, Rival}
	judges  = []Relation{Cleared, Finalised}
	done    = []Relation{Finalised}
	anyhow  = Relations
)

// rights is the table of B1. A supplier sees all of its own bid at any time; what
// is not here is seen by nobody. Rights only grow with the phases.
var rights = []right{
	{RoleSupplier, own, FieldIdentity, Draft, Value, nil},
	{RoleSupplier, own, FieldTechnical, Draft, Value, nil},
	{RoleSupplier, own, FieldPrice, Draft, Value, nil},
	{RoleSupplier, own, FieldScores, Awarded, Value, nil},
	{RoleSupplier, bidders, FieldCount, FinancialOpened, Value, readOut},
	{RoleSupplier, rival, FieldIdentity, FinancialOpened, Value, readOut},
	{RoleSupplier, rival, FieldPrice, FinancialOpened, Value, readOut},
	{RoleSupplier, rival, FieldIdentity, Awarded, Value, nil},
	{RoleSupplier, anyhow, FieldCount, Awarded, Value, nil},
	{RoleSupplier, anyhow, FieldWinnerPrice, Awarded, Value, nil},

	{RolePublic, anyhow, FieldCount, Awarded, Value, nil},
	{RolePublic, anyhow, FieldWinnerPrice, Awarded, Value, nil},

	{RoleBuyer, own, FieldEstimate, Draft, Value, nil}, // its author
	{RoleBuyer, own, FieldCount, Submitted, Value, countShown},
	{RoleBuyer, own, FieldCount, Closed, Value, nil},
	{RoleBuyer, own, FieldIdentity, Closed, Exists, nil},
	{RoleBuyer, own, FieldTechnical, Closed, Exists, nil},
	{RoleBuyer, own, FieldPrice, Closed, Exists, nil},
	{RoleBuyer, own, FieldIdentity, TechnicalOpened, Value, nil}, // minutes of the opening
	{RoleBuyer, own, FieldScores, TechnicalOpened, Exists, nil},
	{RoleBuyer, own, FieldPrice, FinancialOpened, Value, nil}, // minutes of the opening
	{RoleBuyer, own, FieldScores, FinancialOpened, Value, nil},
	{RoleBuyer, own, FieldTechnical, Awarded, Value, nil}, // the file that is archived
	{RoleBuyer, own, FieldWinnerPrice, Awarded, Value, nil},

	{RoleOpener, anyhow, FieldCount, Closed, Value, nil},
	{RoleOpener, anyhow, FieldIdentity, Closed, Exists, nil},
	{RoleOpener, anyhow, FieldTechnical, Closed, Exists, nil},
	{RoleOpener, anyhow, FieldPrice, Closed, Exists, nil},
	{RoleOpener, anyhow, FieldIdentity, TechnicalOpened, Value, nil},
	{RoleOpener, anyhow, FieldPrice, FinancialOpened, Value, nil}, // they read it out
	{RoleOpener, anyhow, FieldEstimate, FinancialOpened, Value, nil},
	{RoleOpener, anyhow, FieldWinnerPrice, Awarded, Value, nil},

	{RoleEvaluator, judges, FieldEstimate, Draft, Value, estimateOpen},
	{RoleEvaluator, anyhow, FieldCount, TechnicalOpened, Value, nil},
	{RoleEvaluator, judges, FieldIdentity, TechnicalOpened, Value, nil},
	{RoleEvaluator, judges, FieldTechnical, TechnicalOpened, Value, nil},
	{RoleEvaluator, judges, FieldScores, TechnicalOpened, Exists, nil},
	{RoleEvaluator, done, FieldScores, TechnicalOpened, Value, nil},
	{RoleEvaluator, judges, FieldScores, FinancialOpened, Value, nil}, // after consensus
	{RoleEvaluator, judges, FieldPrice, FinancialOpened, Value, nil},
	{RoleEvaluator, judges, FieldEstimate, FinancialOpened, Value, nil},
	{RoleEvaluator, anyhow, FieldWinnerPrice, Awarded, Value, nil},
}

// Visible says how much of a field a person may see.
func Visible(s Settings, role Role, relation Relation, phase Phase, field Field) Sight {
	if role == RoleOperator { // acts for the buyer and sees what the buyer sees
		role = RoleBuyer
	}
	best, now := Nothing, rank(Phases, phase)
	for _, r := range rights {
		if r.role != role || r.field != field || rank(Phases, r.from) > now || rank(r.rels, relation) < 0 ||
			(r.when != nil && !r.when(s)) {
			continue
		}
		if r.sight == Value {
			return Value
		}
		best = r.sight
	}
	return best
}

// rank is the place of v in list, -1 when it is not there.
func rank[T comparable](list []T, v T) int {
	for i, e := range list {
		if e == v {
			return i
		}
	}
	return -1
}

// PhaseOf is how far a category has come, as sights ask it.
func PhaseOf(s sourcing.Status) Phase {
	switch s {
	case sourcing.Approved, sourcing.Open:
		return Submitted
	case sourcing.Closed, sourcing.Opening, sourcing.Cancelled:
		return Closed
	case sourcing.TechnicalEvaluation:
		return TechnicalOpened
	case sourcing.FinancialOpened, sourcing.Evaluated, sourcing.Recommended:
		return FinancialOpened
	case sourcing.Notified, sourcing.Awarded, sourcing.Complete, sourcing.Unsuccessful:
		return Awarded
	}
	return Draft
}
