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
	NotDeclared = fault.Declare(fault.KindForbidden, "assurance.not_declared", "Declare your interests before you check what the bids say")
	Recused     = fault.Declare(fault.KindForbidden, "assurance.recused", "You have declared an interest in this category")
	NotAsked    = fault.Declare(fault.KindConflict, "assurance.not_asked", "This question does not go through quality assurance")
	Changed     = fault.Declare(fault.KindConflict, "assurance.changed", "Somebody else has checked this meanwhile: load it again")
	Concluded   = fault.Declare(fault.KindConflict, "assurance.concluded", "Checks do not change once the results are made")
	Unchecked   = fault.Declare(fault.KindPrecondition, "assurance.unchecked", "Some answers are not checked yet")
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

// A Book is all checks of a category: those done, and those there are to do.
type Book struct {
	Questions []uuid.UUID // that go through quality assurance, in the order of print
	Checks    map[Answer]Check
}

// An Answer is what is checked: what a bid says to a question.
type Answer struct{ Submission, Question uuid.UUID }

// Done counts the checks of a bid.
func (b Book) Done(bid uuid.UUID) (n int) {
	for _, q := range b.Questions {
		if _, ok := b.Checks[Answer{bid, q}]; ok {
			n++
		}
	}
	return n
}

// Failures are the checks by which a bid fails, in the order of print.
func (b Book) Failures(bid uuid.UUID) (out []Failure) {
	for _, q := range b.Questions {
		if c, ok := b.Checks[Answer{bid, q}]; ok && c.Verdict.Fatal() {
			out = append(out, Failure{Question: q, Verdict: c.Verdict})
		}
	}
	return out
}

// Complete raises Unchecked with each gap unless every answer of the bids is checked.
func (b Book) Complete(bids []uuid.UUID) error {
	var gaps fault.Fields
	for _, bid := range bids {
		for _, q := range b.Questions {
			if _, ok := b.Checks[Answer{bid, q}]; !ok {
				gaps.Add("/"+bid.String()+"/"+q.String(), fault.Required)
			}
		}
	}
	if len(gaps) == 0 {
		return nil
	}
	err := Unchecked.New("%d gaps", len(gaps)).With("count", len(gaps))
	err.Fields = gaps
	return err
}
