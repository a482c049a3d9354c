package sourcing

import (
	"slices"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of lists.
var (
	NotListed = fault.Declare(fault.KindNotFound, "sourcing.not_listed", "That supplier is not on the list")
	NoList    = fault.Declare(fault.KindNotFound, "sourcing.no_list", "That category has made no list")
)

// EntryStatus is how a supplier stands on a list.
type EntryStatus string

// Statuses of an entry. Who is not active, or whose time is over, is not invited
// out of the list.
const (
	Listed    EntryStatus = "active"
	Suspended EntryStatus = "suspended"
	Removed   EntryStatus = "removed"
)

// EntryStatuses lists them.
var EntryStatuses = []EntryStatus{Listed, Suspended, Removed}

// Values lists them.
func (EntryStatus) Values() []string { return closed.Values(EntryStatuses...) }

// PaperEnds is until when who is listed at the instant now stands on a list by a paper whose last
// day is given, in its own zone. What was over when the decision came lists nobody beyond it.
func PaperEnds(lastDay time.Time, zone *time.Location, now time.Time) time.Time {
	y, m, d := lastDay.Date()
	end := time.Date(y, m, d+1, 0, 0, 0, 0, zone)
	if !end.After(now) {
		return now.Add(time.Second)
	}
	return end
}

// An EntryForm is what a buyer says of a supplier on its list.
type EntryForm struct {
	Status EntryStatus
	Until  *time.Time // of who stands on it; nil: without end
	Reason string
}

// Check tells all that is wrong with the form at the instant now: whoever is put
// off a list is told why, and keeps the end that stood, be it over or not. Only of
// who stands on the list is an end set.
func (e EntryForm) Check(now time.Time, stood *time.Time) (EntryForm, error) {
	var f fault.Fields
	if !slices.Contains(EntryStatuses, e.Status) {
		f.Add("/status", fault.NotAllowed)
	}
	if e.Status == Listed {
		e.Reason = f.May("/reason", e.Reason, 1000)
	} else {
		e.Reason, e.Until = f.Need("/reason", e.Reason, 1000), stood
	}
	if e.Status == Listed && e.Until != nil && !e.Until.After(now) {
		f.Add("/until", NotLater)
	}
	return e, f.Err()
}
