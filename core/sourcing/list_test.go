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
				got, err := EntryForm{Status: s, Until: &until, Reason: reason}.Check(now, nil)
				known := s == Listed || s == Suspended || s == Removed
				explained := s == Listed || got.Reason != ""
				ends := s != Listed || later > 0
				if want := known && explained && ends; (err == nil) != want {
					t.Errorf("%q until %s with reason %q: %v", s, later, reason, err)
				}
			}
		}
	}
	if _, err := (EntryForm{Status: Listed}).Check(now, nil); err != nil {
		t.Error("without an end:", err)
	}
}

// How one stands and until when are two things: whoever is put off a list keeps the end
// that stood, over or not, and who stands on it has the one that is told.
func TestWhoIsPutOffKeepsTheEnd(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	over, later, told := now.Add(-time.Hour), now.Add(time.Hour), now.Add(2*time.Hour)
	for _, stood := range []*time.Time{nil, &over, &later} {
		for _, until := range []*time.Time{nil, &told} {
			for _, s := range EntryStatuses {
				want := stood
				if s == Listed {
					want = until
				}
				got, err := EntryForm{Status: s, Until: until, Reason: "Its licence is being renewed"}.Check(now, stood)
				if err != nil || got.Until != want {
					t.Errorf("%s until %v where %v stood: %v, %v", s, until, stood, got.Until, err)
				}
			}
		}
	}
}

// A place ends after the last day of its paper, where the company is; what is over at that very instant lists nobody beyond it, for
// an entry ends after it begins.
func TestAPlaceEndsWithItsPaper(t *testing.T) {
	zone := time.FixedZone("EAT", 3*60*60)
	last := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	end := time.Date(2026, 11, 23, 21, 0, 0, 0, time.UTC)
	for now, want := range map[time.Time]time.Time{
		end.Add(-time.Second): end,
		end:                   end.Add(time.Second),
		end.Add(time.Hour):    end.Add(time.Hour + time.Second),
	} {
		if got := PaperEnds(last, zone, now); !got.Equal(want) {
			t.Errorf("decided at %s it ends at %s, want %s", now, got, want)
		}
	}
}
