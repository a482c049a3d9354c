package opening

import (
	"slices"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// Why somebody has no hand in a category, or declares nothing any more.
var (
	Apart = fault.Declare(fault.KindForbidden, "opening.apart",
		"You have declared an interest in this category, or stepped back: others decide on it")
	DeclaredLate = fault.Declare(fault.KindConflict, "opening.declared_late",
		"There is a result: interests are declared between the opening of the bids and the result")
)

// Said is what a person has declared in a category; a round is judged by what was said
// in the category above it.
type Said struct {
	Interest string // before scoring; empty: nothing yet
	Final    bool   // and has finished
	Checks   string // before checking, likewise
}

// A Standing is how one of the people of a buyer, or of the operator for it, stands to
// the bids of a category. What they see of the bids, and whether they decide on them, is
// asked of it alone.
type Standing struct {
	Judges  bool // may judge
	Asked   bool // and declares interests first
	Cleared bool // has declared none
	Final   bool // and has finished
	Checks  bool // has declared none before checking
	Apart   bool // has declared one, or stepped back
	Opens   bool // may open
	Buys    bool // authors the category, decides on it or reports of it
	phase   Phase
	result  bool
}

// StandingOf is the standing of an actor who has said so much.
func StandingOf(a access.Actor, c sourcing.Category, said Said) Standing {
	p := c.Policy()
	may := func(acts ...sourcing.Act) bool { return p.May(a, acts...) == nil }
	judges := may(sourcing.ToJudge)
	return Standing{
		Judges:  judges,
		Asked:   judges && p.Has(sourcing.Criteria|sourcing.Evaluation),
		Cleared: judges && said.Interest == InterestNone,
		Final:   said.Final,
		Checks:  judges && said.Checks == InterestNone,
		Apart:   apart(said.Interest) || apart(said.Checks),
		Opens:   may(sourcing.ToOpen),
		Buys:    may(sourcing.ToAuthor, sourcing.ToNegotiate, sourcing.ToAward, sourcing.ToReport, sourcing.ToTell),
		phase:   PhaseOf(c.Status),
		result:  HasResult(c.Status),
	}
}

func apart(interest string) bool { return interest != "" && interest != InterestNone }

// AsChecker is the standing where a checker counts as a judge.
func (s Standing) AsChecker() Standing {
	s.Cleared = s.Cleared || s.Checks
	return s
}

// Waits reports whether the person has to declare before anything of the bids is shown:
// until there is a result, who may judge is nothing but a judge.
func (s Standing) Waits() bool { return s.Asked && !s.Cleared && !s.Apart && !s.result }

// Sees asks the table of sights in each role that the person has. Who is apart has none
// but that of a judge who is not cleared. Names and numbers are no content: by them one
// declares.
func (s Standing) Sees(f Field) Sight {
	judge := Undeclared
	switch {
	case s.Apart:
	case s.Cleared && s.Final:
		judge = Finalised
	case s.Cleared:
		judge = Cleared
	}
	sights := []Sight{Visible(Settings{}, RoleEvaluator, judge, s.phase, f)}
	if !s.Apart && (!s.Waits() || f == FieldCount || f == FieldIdentity) {
		if s.Opens {
			sights = append(sights, Visible(Settings{}, RoleOpener, None, s.phase, f))
		}
		if s.Buys || s.Judges {
			sights = append(sights, Visible(Settings{}, RoleBuyer, Own, s.phase, f))
		}
	}
	return slices.MaxFunc(sights, func(a, b Sight) int { return rank(Sights, a) - rank(Sights, b) })
}

// ReadsOut reports whether the person is shown what prices were read out: whoever sees
// prices, and whoever opened them with the others, as the opener that they were then.
func (s Standing) ReadsOut(opened bool) bool {
	return s.Sees(FieldPrice) == Value ||
		opened && !s.Apart && Visible(Settings{}, RoleOpener, None, s.phase, FieldPrice) == Value
}

// Decides raises Apart for who neither decides on a category nor has its results made.
func (s Standing) Decides() error {
	if s.Apart {
		return Apart.New("")
	}
	return nil
}

// MayDeclare returns nil from the opening of the bids to their result. It raises
// NotOpened and DeclaredLate.
func MayDeclare(c sourcing.Category) error {
	switch phase := PhaseOf(c.Status); {
	case HasResult(c.Status):
		return DeclaredLate.New("category is %s", c.Status)
	case rank(Phases, phase) < rank(Phases, TechnicalOpened):
		return NotOpened.New("category is %s", c.Status)
	}
	return nil
}

// HasResult reports whether a category in this state has had a result.
func HasResult(s sourcing.Status) bool {
	switch s {
	case sourcing.Evaluated, sourcing.Recommended, sourcing.Notified, sourcing.Awarded, sourcing.Complete, sourcing.Unsuccessful:
		return true
	}
	return false
}
