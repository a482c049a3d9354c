package sourcing

import (
	"testing"
	"time"
)

// An entry ends after now, not with it; whoever is put off a list is told why, and
// nobody stands on it in a way that there is not.
func TestAnEntryEndsLaterAndSaysWhy(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, s := range append([]EntryStatus{"gone", ""}, EntryStatuses...) {
		for _, reason := range []string{"", "  ", "Its licence is being renewed"} {
			for _, later := range []time.Duration{-time.Microsecond, 0, time.Microsecond} {
				until := now.Add(later)
				got, err := EntryForm{Status: s, Until: &until, Reason: reason}.Check(now)
				known := s == Listed || s == Suspended || s == Removed
				explained := s == Listed || got.Reason != ""
				if want := known && explained && later > 0; (err == nil) != want {
					t.Errorf("%q until %s with reason %q: %v", s, later, reason, err)
				}
			}
		}
	}
	if _, err := (EntryForm{Status: Listed}).Check(now); err != nil {
		t.Error("without an end:", err)
	}
}
