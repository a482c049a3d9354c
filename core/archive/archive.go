// Package archive is the rules of what is kept of finished jobs: when one enters the
// archive, until when it is kept, and what holds it beyond that.
package archive

import (
	"time"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// Years is how long a job is kept after the last of its closing, its award and the end
// of its contract (constant ARCHIVE_YEARS; design/rulings.md 71).
const Years = 7

// Quiet is how long after that day a job enters the archive by the calendar: what is
// archived is not opened again, so there is a month for what was forgotten.
const Quiet = 30 * 24 * time.Hour

// Raised by the archive.
var (
	NotFound   = fault.Declare(fault.KindNotFound, "archive.not_found", "No such job in the archive")
	NoPaper    = fault.Declare(fault.KindNotFound, "archive.no_paper", "No such document in the archive")
	Waits      = fault.Declare(fault.KindConflict, "archive.waits", "Something of the job is not over")
	Held       = fault.Declare(fault.KindConflict, "archive.held", "Somebody holds the job already")
	NotHeld    = fault.Declare(fault.KindConflict, "archive.not_held", "Nobody holds the job")
	SamePerson = fault.Declare(fault.KindForbidden, "archive.same_person", "Who placed a hold does not release it")
)

// Basis is from what a job's years are counted.
type Basis string

// Bases.
const (
	ByClosing   Basis = "closing"
	ByAward     Basis = "award"
	ByContract  Basis = "contract"
	ByCancelled Basis = "cancelled"
)

// Values lists them.
func (Basis) Values() []string { return closed.Values(ByClosing, ByAward, ByContract, ByCancelled) }

// State is where a job stands on its way into the archive.
type State string

// States of a job that is closed, cancelled or archived.
const (
	Waiting State = "waiting" // something of it is not over
	Ready   State = "ready"
	Kept    State = "archived"
	OnHold  State = "held"
	IsDue   State = "due"      // its years are over
	Ended   State = "disposed" // it is being destroyed, or was
)

// Values lists them.
func (State) Values() []string { return closed.Values(Waiting, Ready, Kept, OnHold, IsDue, Ended) }

// Over are the statuses of categories in which nothing of them happens any more but by
// their contracts, which are asked for themselves. A round of negotiation is over when
// its category is.
var Over = closed.Values(sourcing.Awarded, sourcing.Complete, sourcing.Unsuccessful, sourcing.Cancelled, sourcing.Withdrawn)

// Spent are the statuses of contracts that bind nobody any more.
var Spent = closed.Values(contract.Expired, contract.Terminated, contract.Completed, contract.Archived, contract.Cancelled, contract.Effective)

// Ends are the moments that count for a job, zero where there was none, and how much of
// it is not over. The end of its last contract is a day.
type Ends struct {
	Cancelled, Closing, Award, Contract time.Time

	Categories, Contracts, Lists int64
}

// Ready raises Waits while something of the job is not over.
func (e Ends) Ready() error {
	if e.Categories+e.Contracts+e.Lists == 0 {
		return nil
	}
	return Waits.New("%d categories, %d contracts, %d lists", e.Categories, e.Contracts, e.Lists).
		With("categories", e.Categories).With("contracts", e.Contracts).With("lists", e.Lists)
}

// Term is from what day a job is kept, and until what day: the latest of its ends, where
// the job is. A job that was cancelled without anything else counts from then; one that
// has no end at all has no term, which is told by false.
func (e Ends) Term(zone *time.Location) (basis Basis, on, until time.Time, ok bool) {
	for _, end := range []struct {
		basis Basis
		at    time.Time
	}{{ByCancelled, e.Cancelled}, {ByClosing, e.Closing}, {ByAward, e.Award}, {ByContract, e.Contract}} {
		if end.at.IsZero() {
			continue
		}
		day := dayOf(end.at, zone)
		if end.basis == ByContract {
			day = dayOf(end.at, time.UTC) // a date has no zone
		}
		if !ok || day.After(on) {
			basis, on, ok = end.basis, day, true
		}
	}
	return basis, on, on.AddDate(Years, 0, 0), ok
}

func dayOf(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
