package bidding

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"
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

// A bid lacks what must be there and is not, and nothing else: what need not be answered
// is counted nowhere, and where one price is enough one price is.
func TestABidLacksWhatMustBeThereAndIsNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := State{AnyLine: rapid.Bool().Draw(t, "one price is enough"), Done: map[uuid.UUID]bool{}}
		lacks, done, total := map[uuid.UUID]bool{}, 0, 0
		asked := func(id uuid.UUID, must bool) {
			there := rapid.Bool().Draw(t, "there")
			s.Done[id] = there
			switch {
			case must && there:
				done, total = done+1, total+1
			case must:
				lacks[id], total = true, total+1
			}
		}
		for range rapid.IntRange(0, 4).Draw(t, "questions") {
			q := Question{ID: uuid.New(), Section: uuid.New(), MustAnswer: rapid.Bool().Draw(t, "must be answered")}
			s.Questions = append(s.Questions, q)
			asked(q.ID, q.MustAnswer)
		}
		for range rapid.IntRange(0, 4).Draw(t, "items") {
			s.Items = append(s.Items, uuid.New())
			asked(s.Items[len(s.Items)-1], !s.AnyLine)
		}
		if s.AnyLine && len(s.Items) > 0 {
			total++
			lacks[s.Items[0]] = true
			for _, id := range s.Items {
				if s.Done[id] {
					delete(lacks, s.Items[0])
				}
			}
			if !lacks[s.Items[0]] {
				done++
			}
		}
		p := s.Progress()
		got := map[uuid.UUID]bool{}
		for _, g := range p.Gaps {
			if g.Question != uuid.Nil {
				got[g.Question] = true
			} else {
				got[g.Item] = true
			}
		}
		if !maps.Equal(got, lacks) || len(p.Gaps) != len(lacks) || p.Done != done || p.Total != total {
			t.Fatalf("%+v, want %d of %d and gaps at %v", p, done, total, lacks)
		}
		if (p.Percent == 100) != (len(p.Gaps) == 0) {
			t.Fatalf("%d per cent with %d gaps", p.Percent, len(p.Gaps))
		}
	})
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
