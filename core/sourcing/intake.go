package sourcing

import (
	"fmt"
	"slices"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of intakes.
var (
	NoIntake    = fault.Declare(fault.KindNotFound, "sourcing.no_intake", "This category takes no applications window after window")
	IntakeEnded = fault.Declare(fault.KindConflict, "sourcing.intake_ended", "The intake of this category has ended")
)

// LintIntakeOver is found where the first window lasts longer than its intake.
const LintIntakeOver = "lint.intake_over"

// A WindowUnit is how long each window of an intake lasts.
type WindowUnit string

// Lengths of windows.
const (
	Weekly  WindowUnit = "week"
	Monthly WindowUnit = "month"
)

// WindowUnits lists them.
var WindowUnits = []WindowUnit{Weekly, Monthly}

// Values lists them.
func (WindowUnit) Values() []string { return closed.Values(WindowUnits...) }

// after is n units after a moment, by the calendar of its zone: a month after 31 January is
// the last of February, at the same time of day.
func (u WindowUnit) after(from time.Time, n int) time.Time {
	if u == Weekly {
		return from.AddDate(0, 0, 7*n)
	}
	first := time.Date(from.Year(), from.Month()+time.Month(n), 1, from.Hour(), from.Minute(), from.Second(), from.Nanosecond(), from.Location())
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(from.Day(), last)-1)
}

// IntakeYears is how many years an intake may last.
const IntakeYears = 10

// shortestWindow is what an intake leaves of time: what would be shorter is joined to the
// window before.
const shortestWindow = 24 * time.Hour

// An Intake is how a category takes applications window after window, each judged
// by itself.
type Intake struct {
	Unit      WindowUnit
	Until     time.Time
	EndedAt   *time.Time // before its time
	EndReason string
}

// An IntakeForm is what an author says of an intake.
type IntakeForm struct {
	Unit  WindowUnit
	Until time.Time
}

// Rolls reports whether categories of the policy may take applications window after
// window: all who pass come onto a list, which any later window may add to.
func (p Policy) Rolls() bool { return p.Result() == ResultList && !p.Has(Live) }

// Check tells all that is wrong with the form for a category: an intake outlasts its
// first window. It raises NoSuchStep.
func (i IntakeForm) Check(c Category) (IntakeForm, error) {
	if !c.Policy().Rolls() || c.Parent != nil {
		return i, NoSuchStep.New("%s takes no windows", c.Activity).With("activity", string(c.Activity))
	}
	var f fault.Fields
	i.Until = i.Until.UTC().Truncate(time.Microsecond)
	if !slices.Contains(WindowUnits, i.Unit) {
		f.Add("/every", fault.NotAllowed)
	}
	switch last := c.ClosesAt.AddDate(IntakeYears, 0, 0); {
	case !i.Until.After(c.ClosesAt):
		f.Add("/until", NotLater)
	case i.Until.After(last):
		f.Add("/until", fault.OutOfRange, "min", c.ClosesAt.Format("02-01-2006"), "max", last.Format("02-01-2006"))
	}
	return i, f.Err()
}

// Next is when the window closes that follows one that closed at last, where the first
// closed at first; false when none follows at now. Windows that nobody opened in time
// are not made up for: the one that now lies in is opened.
func (i Intake) Next(first, last, now time.Time, zone *time.Location) (time.Time, bool) {
	if i.EndedAt != nil || !now.Before(i.Until) || !last.Before(i.Until) {
		return time.Time{}, false
	}
	from := last
	if now.After(from) {
		from = now
	}
	for n := 1; ; n++ {
		closes := i.Unit.after(first.In(zone), n).UTC()
		if i.Until.Sub(closes) < shortestWindow {
			return i.Until, true
		}
		if closes.Sub(from) >= shortestWindow {
			return closes, true
		}
	}
}

// NextWindow is the category of the window number n of an intake whose first is given,
// as c, the latest, stood: it begins where that ended.
func (c Category) NextWindow(first Category, n int, opens, closes time.Time) Category {
	suffix := fmt.Sprintf("-W%d", n)
	c.Number, c.Reference = first.Number+suffix, first.Reference+suffix
	c.OpensAt, c.ClosesAt, c.Status = opens, closes, Draft
	c.ClosedAt, c.ClosingRoot, c.ClosingCount, c.ClosingNote, c.CriteriaHash = nil, nil, nil, nil, nil
	return c
}
