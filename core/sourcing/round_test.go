package sourcing

import (
	"errors"
	"testing"
	"time"

	"zabuni.org/core/kernel/fault"
)

// A round follows those that have ended, and none follows the last one, once it has a
// result: one that was called off or that nobody answered asked for nothing.
func TestARoundFollowsThoseThatHaveEnded(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	c := Category{Activity: Tender, Status: Evaluated}
	for _, s := range Statuses {
		for _, final := range []bool{false, true} {
			var want *fault.Def
			switch {
			case s != Evaluated && s != Unsuccessful && s != Cancelled:
				want = StillMoving
			case final && s == Evaluated:
				want = FinalRound
			}
			had := []Category{{Round: 1, Status: s, BestAndFinal: final}, {Round: 2, Status: Cancelled}}
			r, err := c.NewRound(RoundForm{ClosesAt: now.Add(time.Hour)}, had, now)
			switch {
			case want != nil:
				if !errors.Is(err, want) {
					t.Errorf("after a round that is %s, final %v: %v, want %s", s, final, err, want.Code)
				}
			case err != nil || r.Round != 3:
				t.Errorf("after a round that is %s, final %v: round %d, %v", s, final, r.Round, err)
			}
		}
	}
}
