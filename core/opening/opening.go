// Package opening is the rules by which sealed bids are opened: who opens, when,
// and who may see what from then on.
package opening

import (
	"bytes"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// Faults of this package.
var (
	NotClosed     = fault.Declare(fault.KindConflict, "opening.not_closed", "Bids cannot be opened before the category has closed")
	NotOpened     = fault.Declare(fault.KindConflict, "opening.not_opened", "The bids of this category have not been opened")
	AlreadyOpened = fault.Declare(fault.KindConflict, "opening.already_opened", "This envelope has been opened already")
	NoEnvelope    = fault.Declare(fault.KindNotFound, "opening.no_envelope", "The bids of this category have no such envelope")
	JudgeFirst    = fault.Declare(fault.KindPrecondition, "opening.judge_first", "Complete the technical evaluation before the prices are opened")
	ByTheClock    = fault.Declare(fault.KindConflict, "opening.by_the_clock", "The bids of this category are opened by themselves once it has closed")
	OpenQuestions = fault.Declare(fault.KindPrecondition, "opening.open_questions", "Questions of suppliers wait for an answer")
	NotConfirmed  = fault.Declare(fault.KindPrecondition, "opening.not_confirmed", "More people have to confirm the opening")
	RootDiffers   = fault.Declare(fault.KindInternal, "opening.root_differs", "The submissions are not those that were there at closing")
	TotalDiffers  = fault.Declare(fault.KindInternal, "opening.total_differs", "A sealed total is not what its lines make")
	NoOpener      = fault.Declare(fault.KindUnavailable, "opening.no_opener", "This process does not hold the opening key")
)

// Window is how long one person's word for an opening stands.
const Window = 30 * time.Minute

// A Rule says how an envelope is opened: by so many people together, or by the
// clock. The zero value opens nothing.
type Rule struct {
	People int
	Within time.Duration
	Clock  bool // once the closing time has come
}

// RuleOf is the rule of a category. What its activity asks for is asked for,
// whatever its row says.
func RuleOf(c sourcing.Category) Rule {
	p := c.Policy()
	if p.Openers == 0 {
		return Rule{Clock: true}
	}
	return Rule{People: max(c.Openers, p.Openers), Within: Window}
}

// A Confirmation is one person's word that the envelope shall be opened.
type Confirmation struct {
	Person   uuid.UUID
	At       time.Time // the database's clock
	Entitled bool      // holds the privilege and is a member of this opening, now
	StepUp   bool      // confirmed with password or second factor for this act
}

// A Decision says whether to open now.
type Decision struct {
	Open    bool
	By      []uuid.UUID // who counts, in the order of their word
	Missing int
	Expires time.Time // when the first word that counts lapses; zero without any
}

// Decide looks at the confirmations at the instant now of the database's clock.
// What was said before closing, in the future, twice by one person, without
// right or step-up, or more than the window ago does not count.
func (r Rule) Decide(closesAt, now time.Time, said []Confirmation) Decision {
	last := map[uuid.UUID]time.Time{}
	for _, c := range said {
		if !c.Entitled || !c.StepUp || c.Person == uuid.Nil || c.At.Before(closesAt) ||
			c.At.After(now) || now.Sub(c.At) > r.Within {
			continue
		}
		if c.At.After(last[c.Person]) {
			last[c.Person] = c.At
		}
	}
	if r.Clock {
		return Decision{Open: !now.Before(closesAt)}
	}
	d := Decision{Missing: max(r.People, 1)}
	for person := range last {
		d.By = append(d.By, person)
	}
	slices.SortFunc(d.By, func(a, b uuid.UUID) int {
		if n := last[a].Compare(last[b]); n != 0 {
			return n
		}
		return bytes.Compare(a[:], b[:])
	})
	if len(d.By) > 0 {
		d.Expires = last[d.By[0]].Add(r.Within)
	}
	d.Missing = max(0, d.Missing-len(d.By))
	d.Open = d.Missing == 0 && !now.Before(closesAt)
	return d
}

// FileContext binds the key of an opened file to its place, so that a key cannot
// be moved to another bid.
func FileContext(submission, file uuid.UUID) []byte {
	return append(append([]byte("evaluation-file"), submission[:]...), file[:]...)
}
