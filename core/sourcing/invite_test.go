package sourcing

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
)

// Whose turn it is follows from when and how often each was invited, and where that is equal
// from a lot that another program draws alike: the order below was reckoned by hand, the lots by
// sha256sum of the sixteen bytes of the job and of the supplier.
func TestTurnsAreReckoned(t *testing.T) {
	job := uuid.MustParse("0195b2c0-0000-7000-8000-000000000001")
	id := func(n byte) uuid.UUID { return uuid.UUID{0: 1, 15: n} }
	day := func(d int) *time.Time { at := time.Date(2026, 1, d, 0, 0, 0, 0, time.UTC); return &at }
	all := []Turn{
		{Supplier: id(1), Last: day(20), Times: 1},
		{Supplier: id(2), Last: day(3), Times: 9},
		{Supplier: id(3)},
		{Supplier: id(4), Last: day(20), Times: 4},
		{Supplier: id(5)},
		{Supplier: id(6), Last: day(3), Times: 2},
		{Supplier: id(7)},
		{Supplier: id(8)},
	}
	order := func(turns []Turn) string {
		var b strings.Builder
		for _, one := range turns {
			fmt.Fprint(&b, one.Supplier[15])
		}
		return b.String()
	}
	const want = "78356214"
	for range 20 {
		if got := order(Turns(job, all)); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		all = append(all[1:], all[0]) // whatever the order in which they come
	}
	if got := order(Turns(uuid.MustParse("0195b2c0-0000-7000-8000-000000000002"), all)); got == want || got[4:] != want[4:] {
		t.Errorf("of another job: %s", got)
	}
}

// Whoever is proposed is chosen, or there is a reason; nobody is chosen who cannot be invited.
func TestWhoDepartsFromTheTurnSaysWhy(t *testing.T) {
	id := func(n byte) uuid.UUID { return uuid.UUID{15: n} }
	turns := []Turn{{Supplier: id(1), Name: "One"}, {Supplier: id(2), Name: "Two"}, {Supplier: id(3), Name: "Three"}}
	for _, x := range []struct {
		count  int
		chosen []uuid.UUID
		reason string
		faults string
		passed string
	}{
		{2, []uuid.UUID{id(2), id(1), id(1)}, "", "", ""},
		{2, []uuid.UUID{id(1), id(3)}, "", "/reason required", ""},
		{2, []uuid.UUID{id(1), id(3)}, " It serves the north ", "", "Two"},
		{2, []uuid.UUID{id(1)}, "", "/reason required", ""},
		{2, []uuid.UUID{id(1), id(2), id(3)}, "", "/reason required", ""},
		{2, []uuid.UUID{id(1), id(2), id(3)}, "All of them", "", ""},
		{5, []uuid.UUID{id(1), id(2), id(3)}, "", "", ""},
		{0, []uuid.UUID{id(1)}, "x", "/count range", ""},
		{MostByTurn + 1, []uuid.UUID{id(1), id(2), id(3)}, "", "/count range", ""},
		{1, nil, "x", "/supplier_ids required", ""},
		{1, []uuid.UUID{id(1), id(9)}, "x", "/supplier_ids unknown", ""},
		{1, []uuid.UUID{id(1)}, strings.Repeat("x", 1001), "/reason too_long", ""},
	} {
		form, passed, err := TurnForm{Count: x.count, Chosen: x.chosen, Reason: x.reason}.Check(turns)
		var faults, names []string
		if err != nil {
			for _, f := range fault.As(err).Fields {
				faults = append(faults, f.Pointer+" "+f.Code[strings.LastIndex(f.Code, ".")+1:])
			}
		}
		if got := strings.Join(faults, ", "); got != x.faults {
			t.Errorf("%d, %v, %q: %s, want %s", x.count, x.chosen, x.reason, got, x.faults)
		}
		if err != nil {
			continue
		}
		for _, p := range passed {
			if names = append(names, p.Name); p.Why != WhyTurn {
				t.Errorf("%+v", p)
			}
		}
		if strings.Join(names, ", ") != x.passed || form.Reason != strings.TrimSpace(x.reason) || !slices.IsSortedFunc(form.Chosen, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }) {
			t.Errorf("%+v passes over %v", form, names)
		}
	}
}
