package access

// A Sight is something that people look at and that is more than what everybody of
// their type may know.
type Sight string

// Sights.
const (
	Work      Sight = "work"      // drafts, estimates and invitations of buyers
	Letters   Sight = "letters"   // decisions, as they were written to bidders
	Suppliers Sight = "suppliers" // who they are, with tax numbers and phones
)

// sights are the privileges of which one is enough for a sight; a user type that has
// none sees it by belonging to it. Whose work has nothing to do with buyers or
// suppliers, or who has no work yet, sees neither.
var sights = map[Sight]map[UserType][]Privilege{
	Work: {
		Operator: {ManageJob, ManageCategory, ManageCriteria, InviteSuppliers, EvaluateBids, ManageAuction, ManageBuyer, ViewReport},
	},
	Letters: {
		Operator: {ManageJob, EvaluateBids, ManageBuyer, ViewReport},
		Buyer:    {ManageJob, OpenBids, EvaluateBids, AwardJob, ViewReport},
	},
	Suppliers: {
		Operator: {ManageSupplier, ManageBuyer, InviteSuppliers, EvaluateBids, ViewPayments, ViewReport},
	},
}

// Sees admits users of a type to a sight.
func Sees(t UserType, s Sight) Guard { return Only(t, sights[s][t]...) }

// See returns fault.Forbidden when the actor may not look at a sight. Whose it is,
// is another question.
func (a Actor) See(s Sight) error {
	return Sees(a.Type, s).Admit(a)
}
