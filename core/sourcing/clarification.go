package sourcing

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of questions about what is published.
var (
	ClarificationNotFound = fault.Declare(fault.KindNotFound, "sourcing.clarification_not_found", "There is no such question")
	NoMoreQuestions       = fault.Declare(fault.KindConflict, "sourcing.no_more_questions", "Questions about this category are not taken any more")
	NoQuestionsYet        = fault.Declare(fault.KindConflict, "sourcing.no_questions_yet", "Questions are taken once this category is open")
	EnoughQuestions       = fault.Declare(fault.KindConflict, "sourcing.enough_questions", "Wait for answers before you ask more")
	QuestionDecided       = fault.Declare(fault.KindConflict, "sourcing.question_decided", "This question was answered or refused already")
)

// A ClarificationStatus is what became of a question.
type ClarificationStatus string

// What becomes of questions.
const (
	Asked    ClarificationStatus = "asked"
	Answered ClarificationStatus = "answered" // to all
	Refused  ClarificationStatus = "refused"  // to its asker, with a reason
)

// Values lists them in order.
func (ClarificationStatus) Values() []string { return closed.Values(Asked, Answered, Refused) }

// A Clarification is a question about what is published, and what all are told of it. Who
// asked is nowhere in it.
type Clarification struct {
	ID        uuid.UUID
	Number    int // among those answered, from 1; 0 of any other
	Status    ClarificationStatus
	Own       bool      // the reader's own
	Note      bool      // nobody asked it: the buyer's own word to all
	Asked     string    // as it was written; its asker and who answers read it
	Question  string    // as all read it; while it waits, as it stands so far
	Answer    string    // while it waits, as it stands so far
	Reason    string    // of a refusal
	AskedAt   time.Time // told to its asker and to who answers
	DecidedAt *time.Time
	Version   int
}

// MostWaiting is how many questions of one supplier about one category may wait for an answer.
const MostWaiting = 20

// Lengths of what is asked and answered, in characters.
const (
	maxAsked    = 4000
	maxAnswered = 10000
)

// AsksUntil is until when questions about a category are taken: so many days before it
// closes that there is time to answer and to read the answer, and never before the middle of
// its period.
func (r Regime) AsksUntil(c Category) time.Time {
	ahead := time.Duration(r.AnswerDays) * 24 * time.Hour
	return c.ClosesAt.Add(-min(ahead, c.ClosesAt.Sub(c.OpensAt)/2))
}

// Asks returns nil while questions about a category are taken: from its opening until, which
// is AsksUntil.
func (c Category) Asks(until, now time.Time) error {
	switch {
	case c.Status == Open && !now.Before(c.OpensAt) && now.Before(until):
		return nil
	case c.Status == Approved:
		return NoQuestionsYet.New("it opens at %s", c.OpensAt).With("opens_at", c.OpensAt)
	}
	return NoMoreQuestions.New("until %s", until).With("until", until)
}

// CheckAsked normalises what a supplier asks.
func CheckAsked(text string) (string, error) {
	var f fault.Fields
	text = f.Need("/question", text, maxAsked)
	return text, f.Err()
}

// A Reply is what is said to a question: to all, or to come.
type Reply struct {
	Question, Answer string
	Version          int // of the question as its author has read it
}

// CheckDraft normalises a reply that nobody reads yet.
func (r Reply) CheckDraft() (Reply, error) {
	var f fault.Fields
	r.Question, r.Answer = f.May("/question", r.Question, maxAsked), f.May("/reply", r.Answer, maxAnswered)
	return r, f.Err()
}

// Check normalises a reply that goes to all.
func (r Reply) Check() (Reply, error) {
	var f fault.Fields
	r.Question, r.Answer = f.Need("/question", r.Question, maxAsked), f.Need("/reply", r.Answer, maxAnswered)
	return r, f.Err()
}

// Notes returns nil while the buyer tells all of a category by itself: as long as bids are taken.
func (c Category) Notes(now time.Time) error {
	if c.Status == Open && now.Before(c.ClosesAt) {
		return nil
	}
	return IllegalMove.New("notes on a category that is %s", c.Status).With("status", string(c.Status))
}

// Waits returns nil while a question waits for its answer, read in the version that stands.
func (q Clarification) Waits(version int) error {
	switch {
	case q.Status != Asked:
		return QuestionDecided.New("%s", q.Status)
	case q.Version != version:
		return Changed.New("version %d is not %d", version, q.Version)
	}
	return nil
}
