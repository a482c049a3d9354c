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

// days are of which unit at least each window is.
func (u WindowUnit) days() int {
	if u == Weekly {
		return 7
	}
	return 28
}

// Check tells all that is wrong with the form for a category of a job: an intake outlasts its
// first window, and none of its windows is shorter than what the rules ask for. It raises NoSuchStep.
func (i IntakeForm) Check(c Category, j Job) (IntakeForm, error) {
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
	if err := f.Err(); err != nil {
		return i, err
	}
	return i, i.tooShort(c, j).Err()
}

// tooShort tells which windows would be open for fewer days than the rules of the job ask for.
func (i IntakeForm) tooShort(c Category, j Job) fault.Fields {
	var f fault.Fields
	days := minDays(j)
	if i.Unit.days() < days {
		f.Add("/every", LintShortPeriod, "days", days)
	}
	if i.Until.Sub(c.ClosesAt) < daysLong(days) {
		f.Add("/until", LintShortPeriod, "days", days)
	}
	return f
}

// Lint tells what keeps the first window of an intake from being published.
func (i Intake) Lint(c Category, j Job) []Finding {
	if !c.Policy().Rolls() || !i.Until.After(c.ClosesAt) {
		return []Finding{{Code: LintIntakeOver, Pointer: "/intake/until", Blocking: true}}
	}
	var out []Finding
	for _, f := range (IntakeForm{Unit: i.Unit, Until: i.Until}).tooShort(c, j) {
		out = append(out, Finding{Code: f.Code, Params: f.Params, Pointer: "/intake" + f.Pointer, Blocking: true})
	}
	return out
}

// minDays is how long a window of a job is open at least.
func minDays(j Job) int {
	r, _ := RegimeOf(j.Regime)
	return r.MinOpenDays(j.Activity)
}

func daysLong(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// Next is when the window of a job closes that follows one that closed at last, where the first
// closed at first; false when none follows at now. Windows that nobody opened in time
// are not made up for: the one that now lies in is opened. None is open for less than the rules
// of the job ask for: it lasts until the next boundary then, and where the intake ends before, none follows.
func (i Intake) Next(first, last, now time.Time, j Job) (time.Time, bool) {
	if i.EndedAt != nil || !now.Before(i.Until) || !last.Before(i.Until) {
		return time.Time{}, false
	}
	from := last
	if now.After(from) {
		from = now
	}
	needs := daysLong(minDays(j))
	if i.Until.Sub(from) < needs {
		return time.Time{}, false
	}
	needs = max(needs, shortestWindow)
	for n := 1; ; n++ {
		closes := i.Unit.after(first.In(j.Zone()), n).UTC()
		if i.Until.Sub(closes) < needs {
			return i.Until, true
		}
		if closes.Sub(from) >= needs {
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
