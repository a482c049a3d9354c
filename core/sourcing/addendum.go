package sourcing

import (
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of changes of what is published.
var (
	AddendumNotFound = fault.Declare(fault.KindNotFound, "sourcing.addendum_not_found", "There is no such addendum")
	NoAddendum       = fault.Declare(fault.KindConflict, "sourcing.no_addendum", "This category cannot be changed any more")
)

// ClosesTooSoon is an error at a closing that leaves too little time to take a change into account.
const ClosesTooSoon = "sourcing.closes_too_soon" // params: from

// A ChangedPart is what of a category an addendum changes.
type ChangedPart string

// What may change after publication. What bids are judged by stays as it was published.
const (
	ChangedInstructions ChangedPart = "instructions"
	ChangedDescription  ChangedPart = "description" // of an item
	ChangedUnit         ChangedPart = "unit"        // of an item
	ChangedQuantity     ChangedPart = "quantity"    // of an item
	ChangedPrompt       ChangedPart = "prompt"      // of a question
	ChangedHelp         ChangedPart = "help"        // of a question
	ChangedMust         ChangedPart = "must_answer" // of a question: "true" or "false"

	ItemAdded         ChangedPart = "item_added"         // then its unit and quantity, which were nothing
	ItemRemoved       ChangedPart = "item_removed"       //
	QuestionAdded     ChangedPart = "question_added"     // then its help and whether it must be answered
	QuestionRemoved   ChangedPart = "question_removed"   //
	AttachmentAdded   ChangedPart = "attachment_added"   // a file, by its name
	AttachmentRemoved ChangedPart = "attachment_removed" //
)

// Values lists them in the order in which they are told.
func (ChangedPart) Values() []string {
	return closed.Values(ChangedInstructions, ChangedDescription, ChangedUnit, ChangedQuantity, ChangedPrompt, ChangedHelp, ChangedMust,
		ItemAdded, ItemRemoved, QuestionAdded, QuestionRemoved, AttachmentAdded, AttachmentRemoved)
}

// A Change is one thing that reads otherwise from an addendum on.
type Change struct {
	Part   ChangedPart `json:"part"`
	Object uuid.UUID   `json:"object"` // item, question or file; zero of the category itself
	Label  string      `json:"label"`  // number of the item, prompt of the question as they were
	Was    string      `json:"was"`
	Is     string      `json:"is"`
}

// An Addendum is a change of what was published, as all who take part read it.
type Addendum struct {
	ID       uuid.UUID
	Number   int // in its category, from 1
	Title    string
	Text     string
	Changes  []Change
	ClosesAt *time.Time // where it moved the closing, to when
	IssuedAt time.Time
}

// Touches reports whether a bid that was submitted before it has to be confirmed.
func (a Addendum) Touches() bool { return len(a.Changes) > 0 }

// MaxAddenda bounds the addenda of one category: more than that is another category.
const MaxAddenda = 50

// An AddendumForm is what an author says of an addendum. Items and questions that it does not
// name stay as they are.
type AddendumForm struct {
	Title, Text  string
	ClosesAt     *time.Time // nil: as it is, where that leaves time enough
	Instructions *string
	Items        []ItemChange
	Questions    []QuestionChange
	Version      int // of the category as its author has read it
	Parts
}

// An ItemChange is how an item reads from now on.
type ItemChange struct {
	ID          uuid.UUID
	Description string
	Unit        string
	Quantity    money.Quantity
}

// A QuestionChange is how a question reads from now on. Its type, its choices and its scores stay.
type QuestionChange struct {
	ID         uuid.UUID
	Prompt     string
	Help       string
	MustAnswer bool
}

// Amends returns nil while a category may be changed by an addendum: while it takes bids. A
// round of negotiation keeps its items, and what is live the rules by which it began.
func (c Category) Amends(now time.Time) error {
	if !c.TakesBids(now) || c.Parent != nil || c.Policy().Has(Live) {
		return NoAddendum.New("%s", c.Status).With("status", string(c.Status))
	}
	return nil
}

// EarliestClosing is the first moment at which a category may close after a change at now: a
// third of its period has to be left (Kenya, Public Procurement and Asset Disposal Act 2015,
// section 75 (5), here for every regime).
func (c Category) EarliestClosing(now time.Time) time.Time {
	return now.Add(c.ClosesAt.Sub(c.OpensAt) / 3).Truncate(time.Minute).Add(time.Minute)
}

// Amend checks a form against what is published and returns the content as it reads from now
// on, with each thing that changes. What is wrong is added to f.
func (c Content) Amend(f *fault.Fields, form AddendumForm, now time.Time) (Content, Addendum) {
	out := Addendum{Title: f.Line("/title", form.Title, 200), Text: f.Need("/text", form.Text, 10000), IssuedAt: now}
	note := func(part ChangedPart, object uuid.UUID, label, was, is string) {
		if was != is {
			out.Changes = append(out.Changes, Change{Part: part, Object: object, Label: label, Was: was, Is: is})
		}
	}
	if form.Instructions != nil {
		is := f.May("/instructions", *form.Instructions, 20000)
		note(ChangedInstructions, uuid.Nil, "", c.Category.Instructions, is)
		c.Category.Instructions = is
	}
	named := map[uuid.UUID]bool{}
	c.Items = c.amendItems(f, form.Items, named, note)
	c.Questions = c.amendQuestions(f, form.Questions, named, note)
	c = c.exchange(f, form.Parts, named, note)
	if at := c.Category.EarliestClosing(now); out.Touches() {
		closes := c.Category.ClosesAt
		if form.ClosesAt != nil {
			closes = *form.ClosesAt
		}
		if closes.Before(at) {
			f.Add("/closes_at", ClosesTooSoon, "from", at.In(c.Job.Zone()).Format("02-01-2006 15:04"))
		}
	}
	if form.ClosesAt != nil && !form.ClosesAt.Equal(c.Category.ClosesAt) {
		to := form.ClosesAt.UTC().Truncate(time.Microsecond)
		out.ClosesAt = &to
	}
	return c, out
}

// Zone is where the moments of a job are typed and read.
func (j Job) Zone() *time.Location {
	if z, err := time.LoadLocation(j.Timezone); err == nil {
		return z
	}
	return time.UTC
}

type noting func(part ChangedPart, object uuid.UUID, label, was, is string)

func (c Content) amendItems(f *fault.Fields, changes []ItemChange, named map[uuid.UUID]bool, note noting) []Item {
	items := append([]Item(nil), c.Items...)
	at := map[uuid.UUID]int{}
	for i, x := range items {
		at[x.ID] = i
	}
	for n, change := range changes {
		prefix := fmt.Sprintf("/items/%d", n)
		i, ok := at[change.ID]
		if !ok {
			f.Add(prefix+"/id", fault.Unknown)
			continue
		}
		delete(at, change.ID) // named twice it is not known any more
		named[change.ID] = true
		was := items[i]
		is := was
		is.Description, is.Unit, is.Quantity = change.Description, change.Unit, change.Quantity
		is = is.Check(f, prefix)
		note(ChangedDescription, is.ID, was.Number, was.Description, is.Description)
		note(ChangedUnit, is.ID, was.Number, was.Unit, is.Unit)
		note(ChangedQuantity, is.ID, was.Number, was.Quantity.String(), is.Quantity.String())
		items[i] = is
	}
	return items
}

func (c Content) amendQuestions(f *fault.Fields, changes []QuestionChange, named map[uuid.UUID]bool, note noting) []Question {
	questions := append([]Question(nil), c.Questions...)
	at := map[uuid.UUID]int{}
	for i, x := range questions {
		at[x.ID] = i
	}
	for n, change := range changes {
		prefix := fmt.Sprintf("/questions/%d", n)
		i, ok := at[change.ID]
		if !ok {
			f.Add(prefix+"/id", fault.Unknown)
			continue
		}
		delete(at, change.ID)
		named[change.ID] = true
		was := questions[i]
		is := was
		is.Prompt, is.Help = f.Need(prefix+"/prompt", change.Prompt, 2000), f.May(prefix+"/help", change.Help, 2000)
		is.MustAnswer = change.MustAnswer
		note(ChangedPrompt, is.ID, was.Prompt, was.Prompt, is.Prompt)
		note(ChangedHelp, is.ID, was.Prompt, was.Help, is.Help)
		note(ChangedMust, is.ID, was.Prompt, strconv.FormatBool(was.MustAnswer), strconv.FormatBool(is.MustAnswer))
		questions[i] = is
	}
	return questions
}
