package contract

import (
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Codes of field errors of what is in force and over.
const (
	NotOver  = "contract.not_over"  // its last day is not over yet
	IsOver   = "contract.is_over"   // its last day is over
	InFuture = "contract.in_future" // a day that lies ahead
)

// ByImport is the origin of what is older than this platform.
const ByImport Origin = "import"

// Imports are the states in which an old contract may come in: no other way leads around
// approval and signatures.
var Imports = []Status{Active, Expired, Completed}

// Imported is such a state.
type Imported string

// Values lists them.
func (Imported) Values() []string { return closed.Values(Imports...) }

// Spent are the states of what binds nobody any more.
var Spent = []Status{Expired, Terminated, Completed, Archived}

// Past is a state of what is in the archive.
type Past string

// Values lists them.
func (Past) Values() []string { return closed.Values(Spent...) }

// KeepYears is how long a contract is kept at least after its end.
const KeepYears = 7

// Today is the day that it is somewhere, as days without a time are written.
func Today(now time.Time, zone *time.Location) time.Time {
	y, m, d := now.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Over reports whether the last day of a contract is over where it is.
func Over(ends *time.Time, now time.Time, zone *time.Location) bool {
	if ends == nil {
		return false
	}
	y, m, d := ends.Date()
	return now.After(time.Date(y, m, d+1, 0, 0, 0, 0, zone))
}

// Months is the day that lies some months after another: the last of a month that is shorter.
func Months(from time.Time, n int) time.Time {
	y, m, d := from.Date()
	last := time.Date(y, m+time.Month(n)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return time.Date(y, m+time.Month(n), min(d, last), 0, 0, 0, 0, time.UTC)
}

// KeepUntil is until when what ended on a day is kept by a category of so many years; without one seven.
func KeepUntil(ended time.Time, years int) time.Time { return Months(ended, 12*max(years, KeepYears)) }

// CheckImport adds to f what keeps an old contract from coming in as it is said to be; ended is
// the day on which it was completed.
func CheckImport(f *fault.Fields, as Status, t Terms, ended *time.Time, today time.Time) {
	f.OneOf("/status", string(as), Imported("").Values()...)
	if t.Starts == nil {
		f.Add("/starts_on", fault.Required)
	} else if t.Starts.After(today) {
		f.Add("/starts_on", InFuture)
	}
	switch as {
	case Active:
		if t.Ends != nil && t.Ends.Before(today) {
			f.Add("/ends_on", IsOver)
		}
	case Expired:
		if t.Ends == nil {
			f.Add("/ends_on", fault.Required)
		} else if !t.Ends.Before(today) {
			f.Add("/ends_on", NotOver)
		}
	case Completed:
		CheckEnd(f, "/ended_on", t.Starts, ended, today)
	}
}

// CheckEnd adds to f what keeps a contract from having ended on a day.
func CheckEnd(f *fault.Fields, pointer string, starts, ended *time.Time, today time.Time) {
	switch {
	case ended == nil:
		f.Add(pointer, fault.Required)
	case ended.After(today):
		f.Add(pointer, InFuture)
	case starts != nil && ended.Before(*starts):
		f.Add(pointer, EndsBefore)
	}
}
