package assurance

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// A Turn is one of the two checks of a bid: every bid has the first, a drawn one the
// second as well, made by somebody else who has not seen the first.
type Turn string

// Turns.
const (
	First  Turn = "first"
	Second Turn = "second"
)

// Values lists them in order.
func (Turn) Values() []string { return closed.Values(First, Second) }

// Other is the other check of the same bid.
func (t Turn) Other() Turn {
	if t == First {
		return Second
	}
	return First
}

// A State is how far the checks of a bid have come.
type State string

// States.
const (
	Waiting  State = "waiting"  // for whoever comes first
	Assigned State = "assigned" // to somebody
	Checked  State = "checked"  // once, and drawn for the second check
	Done     State = "done"
)

// Values lists them in order.
func (State) Values() []string { return closed.Values(Waiting, Assigned, Checked, Done) }

// An Answer is what is checked: what a bid says to a question.
type Answer struct{ Submission, Question uuid.UUID }

// A Part is one check of one bid.
type Part struct {
	Submission uuid.UUID
	Turn       Turn
}

// Work is what is known of a part.
type Work struct {
	Checker    uuid.UUID   // whom it was given to; none: whoever comes first
	Hands      []uuid.UUID // everybody who found something
	FinishedBy uuid.UUID
	FinishedAt *time.Time
	Version    int32
}

// A Book is all checks of a category: those done, and those there are to do.
type Book struct {
	Questions []uuid.UUID // that go through quality assurance, in the order of print
	Checks    map[Turn]map[Answer]Check
	Work      map[Part]Work
	Drawn     []uuid.UUID // for the second check
	Sample    Sample
}

// NewBook returns a Book without checks.
func NewBook() Book {
	return Book{Checks: map[Turn]map[Answer]Check{First: {}, Second: {}}, Work: map[Part]Work{}}
}

// IsDrawn reports whether a bid is checked a second time.
func (b Book) IsDrawn(bid uuid.UUID) bool { return slices.Contains(b.Drawn, bid) }

// Finished reports whether a part is.
func (b Book) Finished(bid uuid.UUID, t Turn) bool { return b.Work[Part{bid, t}].FinishedAt != nil }

// State tells how far a bid is.
func (b Book) State(bid uuid.UUID) State {
	switch {
	case b.Finished(bid, Second), b.Finished(bid, First) && !b.IsDrawn(bid):
		return Done
	case b.Finished(bid, First):
		return Checked
	case b.Work[Part{bid, First}].Checker != uuid.Nil:
		return Assigned
	}
	return Waiting
}

// Stands is the check that counts of an answer: the second one once it is finished,
// though both are kept.
func (b Book) Stands(a Answer) (Check, bool) {
	t := First
	if b.Finished(a.Submission, Second) {
		t = Second
	}
	c, ok := b.Checks[t][a]
	return c, ok
}

// DoneOf counts the checks of a part.
func (b Book) DoneOf(bid uuid.UUID, t Turn) (n int) {
	for _, q := range b.Questions {
		if _, ok := b.Checks[t][Answer{bid, q}]; ok {
			n++
		}
	}
	return n
}

// Failures are the checks by which a bid fails, in the order of print.
func (b Book) Failures(bid uuid.UUID) (out []Failure) {
	for _, q := range b.Questions {
		if c, ok := b.Stands(Answer{bid, q}); ok && c.Verdict.Fatal() {
			out = append(out, Failure{Question: q, Verdict: c.Verdict})
		}
	}
	return out
}

// gaps are the answers of a part that nobody has checked.
func (b Book) gaps(bid uuid.UUID, t Turn) (out fault.Fields) {
	for _, q := range b.Questions {
		if _, ok := b.Checks[t][Answer{bid, q}]; !ok {
			out.Add("/"+bid.String()+"/"+q.String(), fault.Required)
		}
	}
	return out
}

func unless(missing fault.Fields, def *fault.Def) error {
	if len(missing) == 0 {
		return nil
	}
	err := def.New("%d gaps", len(missing)).With("count", len(missing))
	err.Fields = missing.InOrder()
	return err
}

// Complete raises Unchecked with each gap unless every answer of the bids is checked,
// and Uncontrolled with each drawn bid whose second check is not finished.
func (b Book) Complete(bids []uuid.UUID) error {
	var unchecked, uncontrolled fault.Fields
	for _, bid := range bids {
		unchecked = append(unchecked, b.gaps(bid, First)...)
		if b.IsDrawn(bid) && !b.Finished(bid, Second) {
			uncontrolled.Add("/"+bid.String(), fault.Required)
		}
	}
	if err := unless(unchecked, Unchecked); err != nil {
		return err
	}
	return unless(uncontrolled, Uncontrolled)
}

// Had reports whether a person had a hand in a part.
func (b Book) Had(p Part, who uuid.UUID) bool { return slices.Contains(b.Work[p].Hands, who) }

// MayCheck tells whether a person may find something of a bid in a turn: nobody has a
// hand in both of its checks, what was given to somebody is theirs, and what the
// second check has settled stays as it is.
func (b Book) MayCheck(p Part, who uuid.UUID) error {
	switch {
	case p.Turn == Second && !b.IsDrawn(p.Submission):
		return NotDrawn.New("")
	case b.Had(Part{p.Submission, p.Turn.Other()}, who):
		return SamePerson.New("")
	case b.Finished(p.Submission, Second):
		return Finished.New("")
	case p.Turn == Second && !b.Finished(p.Submission, First):
		return Unfinished.New("")
	}
	if of := b.Work[p].Checker; of != uuid.Nil && of != who {
		return NotYours.New("")
	}
	return nil
}

// MayFinish is MayCheck for saying that a part is done: once, with every answer checked.
func (b Book) MayFinish(p Part, who uuid.UUID) error {
	if err := b.MayCheck(p, who); err != nil {
		return err
	}
	if b.Finished(p.Submission, p.Turn) {
		return Finished.New("")
	}
	return unless(b.gaps(p.Submission, p.Turn), Unchecked)
}

// MayGive tells whether a part can be given to somebody, or with none be left to
// whoever comes first.
func (b Book) MayGive(p Part, whom uuid.UUID) error {
	switch {
	case p.Turn == Second && !b.IsDrawn(p.Submission):
		return NotDrawn.New("")
	case b.Finished(p.Submission, p.Turn):
		return Finished.New("")
	case whom == uuid.Nil:
		return nil
	case b.Had(Part{p.Submission, p.Turn.Other()}, whom), b.Work[Part{p.Submission, p.Turn.Other()}].Checker == whom:
		return SamePerson.New("")
	}
	return nil
}

// Sees tells whether a person may read what a turn found of a bid. While a drawn bid
// waits for its second check, each of its checks is read by those alone who made it,
// so that neither is made by the other.
func (b Book) Sees(p Part, who uuid.UUID) bool {
	return !b.IsDrawn(p.Submission) || b.Finished(p.Submission, Second) || b.Had(p, who)
}
