// Package assurance is the rules by which people check what bidders claim: one
// verdict on each answer that goes through quality assurance. Nobody passes whose
// answer was found other than valid.
package assurance

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// Faults of this package.
var (
	NotDeclared  = fault.Declare(fault.KindForbidden, "assurance.not_declared", "Declare your interests before you check what the bids say")
	Recused      = fault.Declare(fault.KindForbidden, "assurance.recused", "You have declared an interest in this category")
	NotAsked     = fault.Declare(fault.KindConflict, "assurance.not_asked", "This question does not go through quality assurance")
	Changed      = fault.Declare(fault.KindConflict, "assurance.changed", "Somebody else has checked this meanwhile: load it again")
	Concluded    = fault.Declare(fault.KindConflict, "assurance.concluded", "Checks do not change once the results are made")
	Unchecked    = fault.Declare(fault.KindPrecondition, "assurance.unchecked", "Some answers are not checked yet")
	Uncontrolled = fault.Declare(fault.KindPrecondition, "assurance.uncontrolled", "Some bids that were drawn are not checked a second time yet")
	Unfinished   = fault.Declare(fault.KindPrecondition, "assurance.unfinished", "The first check of this bid is not finished")
	Finished     = fault.Declare(fault.KindConflict, "assurance.finished", "This check is finished and does not change any more")
	NotDrawn     = fault.Declare(fault.KindConflict, "assurance.not_drawn", "This bid was not drawn for a second check")
	SamePerson   = fault.Declare(fault.KindForbidden, "assurance.same_person", "Who had a hand in one check of a bid does not make the other")
	NotYours     = fault.Declare(fault.KindForbidden, "assurance.not_yours", "Somebody else was asked to make this check")
	NotChecker   = fault.Declare(fault.KindConflict, "assurance.not_checker", "A check is given to who has declared to have no interest")
	Shrinks      = fault.Declare(fault.KindConflict, "assurance.sample_shrinks", "Once the bids are open, a sample grows and never shrinks")
)

// A Verdict is what somebody found of an answer.
type Verdict string

// Verdicts.
const (
	Valid      Verdict = "valid"
	Expired    Verdict = "expired"
	NotIssued  Verdict = "not_issued" // by whom it names
	Altered    Verdict = "altered"
	Unreadable Verdict = "unreadable"
	Missing    Verdict = "missing"
)

// Verdicts lists them in order.
var Verdicts = []Verdict{Valid, Expired, NotIssued, Altered, Unreadable, Missing}

// Values lists them in order.
func (Verdict) Values() []string { return closed.Values(Verdicts...) }

// Fatal reports whether a bid fails by the verdict.
func (v Verdict) Fatal() bool { return v != Valid }

// A Finding is a verdict with its evidence.
type Finding struct {
	Verdict Verdict
	Note    string // what it rests on
}

// Normal returns the finding as it is kept, or what is wrong with it: a fatal
// verdict says what it rests on.
func (f Finding) Normal() (Finding, error) {
	var wrong fault.Fields
	if !slices.Contains(Verdicts, f.Verdict) {
		wrong.Add("/verdict", fault.NotAllowed)
	}
	f.Note = wrong.May("/note", f.Note, 2000)
	if f.Verdict.Fatal() && f.Note == "" {
		wrong.Add("/note", fault.Required)
	}
	return f, wrong.Err()
}

// A Check is a finding of one answer, by somebody.
type Check struct {
	Finding
	Submission, Question uuid.UUID
	By                   uuid.UUID
	ByName               string
	At                   time.Time
	Version              int32
}

// A Failure is a check by which a bid fails.
type Failure struct {
	Question uuid.UUID `json:"question"`
	Verdict  Verdict   `json:"verdict"`
}

// May tells whether the bids of a category can be checked now: once the envelope
// that holds what is checked is open, and until their results are made. A bid whose
// prices are known fails by no check any more.
func May(c sourcing.Category, judged bool) error {
	p := c.Policy()
	if err := p.Need(sourcing.Criteria | sourcing.QA); err != nil {
		return err
	}
	e, _ := p.Holding(sourcing.Criteria)
	switch {
	case c.Status == e.Opens && !judged:
		return nil
	case slices.Index(sourcing.Statuses, c.Status) < slices.Index(sourcing.Statuses, e.Opens):
		return opening.NotOpened.New("category is %s", c.Status)
	}
	return Concluded.New("category is %s", c.Status)
}
