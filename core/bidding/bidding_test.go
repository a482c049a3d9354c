package bidding

import "testing"

func TestShownKeepsDecisionsUntilTheyAreNotified(t *testing.T) {
	for _, c := range []struct{ status, category, want string }{
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
