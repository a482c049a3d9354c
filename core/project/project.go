// Package project is the rules of what accompanies a buyer's jobs without being one of
// them: the register of risks.
package project

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of this package.
var (
	NotFound  = fault.Declare(fault.KindNotFound, "project.risk_not_found", "Risk not found")
	Changed   = fault.Declare(fault.KindConflict, "project.risk_changed", "Somebody else has changed this risk meanwhile: load it again")
	Closed    = fault.Declare(fault.KindConflict, "project.risk_closed", "This risk is closed: open it again to change it")
	NoSuchWay = fault.Declare(fault.KindConflict, "project.risk_no_such_way", "The risk does not stand where this can be done")
)

// Codes of field errors.
const (
	Past       = "project.past"        // the day of the next review has gone by
	NotOwner   = "project.not_owner"   // nobody of the company who may keep the register
	NoSuchJob  = "project.no_such_job" // none of the company's
	NoSupplier = "project.no_supplier" // no such supplier
	NoteNeeded = "project.note_needed" // of who accepts, closes or opens again
	Most       = 5                     // of either scale
)

// A Status is where a risk stands.
type Status string

// Statuses.
const (
	Open     Status = "open"
	Treated  Status = "treated"  // something is being done about it
	Accepted Status = "accepted" // it is known, and nothing is done
	Shut     Status = "closed"
)

// Statuses lists them in order.
var Statuses = []Status{Open, Treated, Accepted, Shut}

// Values lists them in order.
func (Status) Values() []string { return closed.Values(Statuses...) }

// edges say where a risk gets to from a status.
var edges = map[Status][]Status{
	Open:     {Treated, Accepted, Shut},
	Treated:  {Open, Accepted, Shut},
	Accepted: {Open, Treated, Shut},
	Shut:     {Open},
}

// Next are the statuses that a risk gets to from this one.
func (s Status) Next() []Status { return edges[s] }

// A Response is what is to be done about a risk.
type Response string

// Responses.
const (
	Reduce   Response = "reduce"
	Avoid    Response = "avoid"
	Transfer Response = "transfer" // to an insurer, or to the supplier
	Accept   Response = "accept"
)

// Values lists them.
func (Response) Values() []string { return closed.Values(Reduce, Avoid, Transfer, Accept) }

// A Level is how much a score is.
type Level string

// Levels.
const (
	Low      Level = "low"
	Moderate Level = "moderate"
	High     Level = "high"
	Critical Level = "critical"
)

// Levels lists them from the least.
var Levels = []Level{Low, Moderate, High, Critical}

// Values lists them from the least.
func (Level) Values() []string { return closed.Values(Levels...) }

// least is the lowest score of a level.
var least = map[Level]int{Low: 1, Moderate: 5, High: 10, Critical: 17}

// LevelOf is the level of a score.
func LevelOf(score int) Level {
	out := Low
	for _, l := range Levels {
		if score >= least[l] {
			out = l
		}
	}
	return out
}

// Scores are the lowest and the highest score of a level.
func (l Level) Scores() (from, to int) {
	to = Most * Most
	if i := slices.Index(Levels, l); i+1 < len(Levels) {
		to = least[Levels[i+1]] - 1
	}
	return least[l], to
}

// A Form is what somebody says of a risk.
type Form struct {
	Title       string
	Description string
	Likelihood  int
	Impact      int
	Response    Response
	Treatment   string // what is done about it
	Owner       uuid.UUID
	Due         time.Time // the day of the next review
	Job         *uuid.UUID
	Supplier    *uuid.UUID
	Note        string // why it is said now
}

// Check normalises the form and tells all that is wrong with it. Today is that of the
// company; a day that stands since before may have gone by, as was is.
func (r Form) Check(today time.Time, was *time.Time) (Form, error) {
	var f fault.Fields
	r.Title = f.Line("/title", r.Title, 200)
	r.Description = f.May("/description", r.Description, 4000)
	r.Treatment = f.May("/treatment", r.Treatment, 4000)
	r.Note = f.May("/note", r.Note, 2000)
	for pointer, n := range map[string]int{"/likelihood": r.Likelihood, "/impact": r.Impact} {
		if n < 1 || n > Most {
			f.Add(pointer, fault.OutOfRange, "min", "1", "max", "5")
		}
	}
	f.OneOf("/response", string(r.Response), Response("").Values()...)
	if r.Due.Before(today) && (was == nil || !r.Due.Equal(*was)) {
		f.Add("/due_on", Past)
	}
	return r, f.Err()
}

// A Move brings a risk to a status.
type Move struct {
	To   Status
	Note string
}

// Check normalises the move and tells whether it leads somewhere from a status. Who
// accepts a risk, closes it or opens it again says why.
func (m Move) Check(from Status) (Move, error) {
	if !slices.Contains(from.Next(), m.To) {
		return m, NoSuchWay.New("%q to %q", from, m.To).With("status", string(from))
	}
	var f fault.Fields
	m.Note = f.May("/note", m.Note, 2000)
	if m.Note == "" && (m.To == Accepted || m.To == Shut || from == Shut) {
		f.Add("/note", NoteNeeded)
	}
	return m, f.Err()
}
