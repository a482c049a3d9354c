package bidding

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestShownKeepsDecisionsUntilTheyAreNotified(t *testing.T) {
	for _, c := range []struct {
		status   Status
		category string
		want     Status
	}{
		{StatusDraft, "open", StatusDraft},
		{StatusWithdrawn, "evaluated", StatusWithdrawn},
		{"non_responsive", "technical_evaluation", StatusSubmitted},
		{"winner", "recommended", StatusSubmitted},
		{"opened", "opening", StatusSubmitted},
		{"winner", "notified", "winner"},
		{"regret", "complete", "regret"},
	} {
		if got := Shown(c.status, c.category); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.status, c.category, got, c.want)
		}
	}
}

func TestPercentReachesAHundredOnlyWhenComplete(t *testing.T) {
	for _, c := range []struct{ done, total, want int }{{0, 0, 100}, {0, 3, 0}, {1, 3, 33}, {2, 3, 66}, {3, 3, 100}, {998, 999, 99}} {
		if got := Percent(c.done, c.total); got != c.want {
			t.Errorf("%d of %d: %d, want %d", c.done, c.total, got, c.want)
		}
	}
}

func TestClosingIsHalfOpen(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	p := Phase{Status: "open", OpensAt: noon.Add(-time.Hour), ClosesAt: noon}
	for _, x := range []struct {
		now time.Time
		in  bool
	}{
		{noon.Add(-time.Hour), true},
		{noon.Add(-time.Hour - time.Microsecond), false},
		{noon.Add(-time.Microsecond), true},
		{noon, false},
		{noon.Add(time.Microsecond), false},
	} {
		if got := p.May(x.now) == nil; got != x.in {
			t.Errorf("%s: %v", x.now, got)
		}
	}
}

// Whatever happens to a bid in whatever order, it is not withdrawn once it was
// opened, and nobody wins whose bid did not pass.
func TestLifeOfABid(t *testing.T) {
	var b strings.Builder
	for _, s := range Statuses {
		for _, m := range Moves {
			if to, err := s.Do(m); err == nil {
				fmt.Fprintf(&b, "%-18s --%s--> %s\n", s, m, to)
			}
		}
	}
	want, err := os.ReadFile("testdata/life.golden")
	if err != nil || b.String() != string(want) {
		t.Errorf("the life of a bid has changed (%v): read the difference, then write testdata/life.golden\n%s", err, b.String())
	}
}
