package sourcing

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/kernel/fault"
)

var update = flag.Bool("update", false, "rewrite golden files")

var (
	noon   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	before = noon.Add(-time.Microsecond)
)

// The life of a category, for every activity: a change of the rules is a change
// of one readable file.
func TestLifeIsAsPrinted(t *testing.T) {
	var b strings.Builder
	print := func(name string, of Category) {
		fmt.Fprintf(&b, "%s\n", name)
		for _, s := range Statuses {
			for _, m := range Moves {
				c := Category{Activity: of.Activity, Parent: of.Parent, Without: of.Without, Status: s, OpensAt: noon.Add(-time.Hour), ClosesAt: noon}
				early, errEarly := c.Do(m, Facts{Now: before})
				late, errLate := c.Do(m, Facts{Now: noon})
				switch {
				case errEarly == nil && errLate == nil:
					fmt.Fprintf(&b, "  %-20s --%s--> %s\n", s, m, early)
				case errEarly == nil:
					fmt.Fprintf(&b, "  %-20s --%s--> %s [before closing]\n", s, m, early)
				case errLate == nil:
					fmt.Fprintf(&b, "  %-20s --%s--> %s [after closing]\n", s, m, late)
				}
			}
		}
	}
	for _, p := range Policies {
		print(string(p.Activity), Category{Activity: p.Activity})
		var more []string
		for _, s := range Statuses {
			if !p.Over(s) {
				more = append(more, string(s))
			}
		}
		fmt.Fprintf(&b, "  more may come in while it is %s\n", strings.Join(more, ", "))
		if p.Optional != 0 {
			print(fmt.Sprintf("%s without %v", p.Activity, p.Optional.Names()), Category{Activity: p.Activity, Without: p.Optional})
		}
		if p.Has(Negotiation) {
			print(string(p.Activity)+", a round", Category{Activity: p.Activity, Parent: &uuid.UUID{}})
		}
	}
	fmt.Fprintln(&b, "job")
	for _, s := range JobStatuses {
		for _, m := range JobMoves {
			if to, err := (Job{Status: s}).Do(m); err == nil {
				fmt.Fprintf(&b, "  %-20s --%s--> %s\n", s, m, to)
			}
		}
	}
	golden(t, "testdata/life.golden", b.String())
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s changed; run go test -update and read the difference\n%s", path, got)
	}
}

// Whatever anybody does in whatever order, nothing is opened, scored or awarded
// before the closing time, and nothing is closed for a bid before it.
func TestNothingOpensEarly(t *testing.T) {
	later := []Status{Closed, Opening, TechnicalEvaluation, FinancialOpened, Evaluated, Recommended, Notified, Awarded, Complete}
	rapid.Check(t, func(t *rapid.T) {
		c := Category{Activity: rapid.SampledFrom(Policies).Draw(t, "policy").Activity, Status: Draft, OpensAt: noon.Add(-time.Hour), ClosesAt: noon}
		now := noon.Add(-2 * time.Hour)
		for range rapid.IntRange(1, 40).Draw(t, "moves") {
			now = now.Add(time.Duration(rapid.IntRange(0, 900).Draw(t, "seconds")) * time.Second)
			from := c.Status
			c.Status, _ = c.Do(rapid.SampledFrom(Moves).Draw(t, "move"), Facts{Now: now})
			if now.Before(noon) && slices.Contains(later, c.Status) {
				t.Fatalf("%s became %s at %s", from, c.Status, now)
			}
		}
	})
}

// Every activity can be carried from its draft to its end.
func TestEveryActivityReachesItsEnd(t *testing.T) {
	for _, p := range Policies {
		reached := map[Status]bool{Draft: true}
		for grown := true; grown; {
			grown = false
			for s := range reached {
				for _, m := range Moves {
					for _, now := range []time.Time{before, noon} {
						to, err := (Category{Activity: p.Activity, Status: s, OpensAt: noon.Add(-time.Hour), ClosesAt: noon}).Do(m, Facts{Now: now})
						if err == nil && !reached[to] {
							reached[to], grown = true, true
						}
					}
				}
			}
		}
		if !reached[Complete] {
			t.Errorf("%s never completes", p.Activity)
		}
		if reached[FinancialOpened] != (p.Has(Items) && !p.Has(Live)) {
			t.Errorf("%s: prices and their opening do not agree", p.Activity)
		}
		for _, e := range p.Envelopes {
			if !reached[e.Opens] {
				t.Errorf("%s: the %s envelope is never opened", p.Activity, e.Name)
			}
		}
	}
}

func TestExtension(t *testing.T) {
	c := Category{Status: Open, ClosesAt: noon}
	later := noon.Add(time.Hour)
	if _, err := c.Extend(later, " outage ", before); err != nil {
		t.Error(err)
	}
	if _, err := c.Extend(later, "outage", noon); !errors.Is(err, CategoryClosed) {
		t.Error("extended at the closing instant:", err)
	}
	_, err := c.Extend(noon, "", before)
	if e := fault.As(err); len(e.Fields) != 2 || e.Fields[0].Pointer != "/reason" || e.Fields[1].Code != NotLater {
		t.Error(err)
	}
	if _, err := c.Extend(noon.AddDate(1, 0, 0), "a year", before); err != nil {
		t.Error(err)
	}
	_, err = c.Extend(noon.AddDate(1, 0, 0).Add(time.Microsecond), "more than a year", before)
	if e := fault.As(err); len(e.Fields) != 1 || e.Fields[0].Pointer != "/closes_at" || e.Fields[0].Code != fault.OutOfRange {
		t.Error(err)
	}
	if _, err := (Category{Status: Closed, ClosesAt: later}).Extend(later.Add(time.Hour), "x", before); !errors.Is(err, IllegalMove) {
		t.Error(err)
	}
}

func TestWhoSeesACategory(t *testing.T) {
	for _, x := range []struct {
		status  Status
		only    bool
		invited bool
		want    *fault.Def
	}{{Draft, false, true, CategoryNotFound}, {Approved, false, true, CategoryNotFound}, {Withdrawn, false, false, CategoryNotFound},
		{Open, false, false, nil}, {Open, true, false, NotInvited}, {Open, true, true, nil}, {Closed, true, true, nil},
		{Awarded, true, false, NotInvited}, {Cancelled, false, false, NoPreview}} {
		err := (Category{Status: x.status, InvitedOnly: x.only}).Visible(x.invited)
		if (x.want == nil) != (err == nil) || (x.want != nil && !errors.Is(err, x.want)) {
			t.Errorf("%+v: %v", x, err)
		}
	}
}
