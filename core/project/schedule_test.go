package project_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/project"
)

func date(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func work(n int, from, to string, after ...project.Link) project.Task {
	return project.Task{Number: n, Kind: project.Work, Name: fmt.Sprint("Task ", n), Start: date(from), End: date(to), After: after}
}

func statutory(n int, on string, c uuid.UUID, s project.Source) project.Task {
	return project.Task{Number: n, Kind: project.Statutory, Source: s, Category: &c, Start: date(on), End: date(on)}
}

func days(tasks []project.Task) string {
	out := ""
	for _, t := range tasks {
		out += fmt.Sprintf("%d %s %s\n", t.Number, t.Start.Format(time.DateOnly), t.End.Format(time.DateOnly))
	}
	return out
}

var office = project.Calendar{Week: project.WeekOf("KE"), Country: "KE"}

// A category is extended by a week: its closing moves, what waits for it moves behind it
// over weekends, what has time enough stays, and each lag is kept.
func TestAPlanFollowsItsJob(t *testing.T) {
	t.Parallel()
	category := uuid.New()
	plan := []project.Task{
		statutory(1, "2026-03-13", category, project.Closes), // a Friday
		work(2, "2026-03-16", "2026-03-20", project.Link{On: 1}),
		work(3, "2026-03-23", "2026-03-24", project.Link{On: 2}),
		work(4, "2026-06-02", "2026-06-05", project.Link{On: 1, Lag: 10}), // the first is Madaraka Day
		work(5, "2026-03-02", "2026-03-06"),
	}
	to := []project.Day{{Category: category, Source: project.Closes, On: date("2026-03-21")}}
	got, moved, changed := project.Follow(plan, to, office)
	want := `1 2026-03-21 2026-03-21
2 2026-03-23 2026-03-27
3 2026-03-30 2026-03-31
4 2026-06-02 2026-06-05
5 2026-03-02 2026-03-06
`
	if days(got) != want || len(moved) != 3 || !changed {
		t.Errorf("%s%d moved, %v", days(got), len(moved), changed)
	}
	again, moved, changed := project.Follow(got, to, office)
	if days(again) != want || len(moved) != 0 || changed {
		t.Errorf("the same days again: %s%v %v", days(again), moved, changed)
	}
	if days(plan) == want {
		t.Error("what was handed in has changed")
	}
	more, moved, changed := project.Follow(got, append(to, project.Day{Category: category, Source: project.Standstill, On: date("2026-04-20")}), office)
	if len(more) != 6 || more[5].Number != 6 || more[5].Source != project.Standstill || len(moved) != 0 || !changed {
		t.Errorf("a day that comes: %s%v %v", days(more), moved, changed)
	}
}

func TestWeeksAreThoseOfACountry(t *testing.T) {
	t.Parallel()
	friday, sunday := date("2026-03-13"), date("2026-03-15")
	for country, works := range map[string][2]bool{"KE": {true, false}, "EG": {false, true}, "": {true, false}} {
		w := project.WeekOf(country)
		if got := [2]bool{w.Works(friday), w.Works(sunday)}; got != works {
			t.Errorf("%q works on Fridays and Sundays: %v", country, got)
		}
	}
}

func TestCirclesAreFound(t *testing.T) {
	t.Parallel()
	two := []project.Task{
		work(7, "2026-03-02", "2026-03-02", project.Link{On: 9}),
		work(8, "2026-03-02", "2026-03-02", project.Link{On: 7}),
		work(9, "2026-03-02", "2026-03-02", project.Link{On: 7}),
	}
	if got := project.Circle(two); !slices.Equal(slices.Sorted(slices.Values(got)), []int{7, 9}) {
		t.Errorf("%v", got)
	}
	var long []project.Task
	for n := range 2000 {
		long = append(long, work(n+1, "2026-03-02", "2026-03-02", project.Link{On: (n+1)%2000 + 1}))
	}
	if got := project.Circle(long); len(got) != 2000 {
		t.Errorf("%d in the circle", len(got))
	}
	long[0].After = nil
	if got := project.Circle(long); got != nil {
		t.Errorf("%v", got)
	}
	if project.Settle(two, office) != nil {
		t.Error("what waits for itself was settled")
	}
}

// drawn is a plan by lot, whose tasks wait for earlier ones only, in a mixed order.
func drawn(r *rand.Rand, n int) []project.Task {
	start := date("2026-01-05")
	category := uuid.New()
	var out []project.Task
	for i := range n {
		from := start.AddDate(0, 0, r.IntN(30))
		t := project.Task{Number: i + 1, Kind: project.Work, Start: from, End: from.AddDate(0, 0, r.IntN(12))}
		switch {
		case r.IntN(6) == 0:
			t.Kind, t.End = project.Milestone, t.Start
		case i < 4 && r.IntN(4) == 0:
			source := []project.Source{project.Opens, project.Closes, project.Opening, project.Standstill}[i]
			t.Kind, t.Source, t.Category, t.End = project.Statutory, source, &category, t.Start
		}
		for on := 1; on <= i && t.Kind != project.Statutory; on++ {
			if r.IntN(4) == 0 {
				t.After = append(t.After, project.Link{On: on, Lag: r.IntN(4)})
			}
		}
		out = append(out, t)
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// begins is when a task begins at the earliest by another way than that of the rules: the
// latest end of all that leads to it, asked anew for each, task by task and day by day.
func begins(tasks []project.Task, number int, w project.Calendar) (from, to time.Time) {
	var t project.Task
	for _, x := range tasks {
		if x.Number == number {
			t = x
		}
	}
	if t.Kind == project.Statutory {
		return t.Start, t.End
	}
	length := 0
	for d := t.Start; !d.After(t.End); d = d.AddDate(0, 0, 1) {
		if w.Works(d) {
			length++
		}
	}
	length = max(length, 1)
	from = t.Start
	ends := make([]time.Time, len(t.After))
	for i, l := range t.After {
		_, ends[i] = begins(tasks, l.On, w)
	}
	for {
		ok := w.Works(from)
		for i, l := range t.After {
			ok = ok && from.Sub(ends[i]) > time.Duration(l.Lag)*24*time.Hour
		}
		if ok {
			break
		}
		from = from.AddDate(0, 0, 1)
	}
	for to, left := from, length; ; to = to.AddDate(0, 0, 1) {
		if w.Works(to) {
			if left--; left == 0 {
				return from, to
			}
		}
	}
}

// Ten thousand plans by lot: each is settled as the slow way says, on working days, with
// every lag kept and no length changed; settled again nothing moves; and what is said of
// slack is what comes of being late: by so much the end stays, by one day more it moves.
func TestPlansByLot(t *testing.T) {
	t.Parallel()
	weeks := []project.Week{{1, 2, 3, 4, 5}, {1, 2, 3, 4, 7}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6, 7}, {3}}
	countries := []string{"", "KE", "UG", "TZ", "RW", "ET"}
	last := func(tasks []project.Task) time.Time {
		out := tasks[0].End
		for _, t := range tasks {
			if t.End.After(out) {
				out = t.End
			}
		}
		return out
	}
	for seed := range uint64(10_000) {
		r := rand.New(rand.NewPCG(seed, 14))
		w := project.Calendar{Week: weeks[r.IntN(len(weeks))], Country: countries[r.IntN(len(countries))]}
		was := drawn(r, 1+r.IntN(8))
		if project.Circle(was) != nil {
			t.Fatalf("seed %d: a circle in what has none", seed)
		}
		now := slices.Clone(was)
		moved := project.Settle(now, w)
		for i, x := range now {
			if rests := x.Kind != project.Statutory && (project.Holiday(w.Country, x.Start) || project.Holiday(w.Country, x.End)); rests {
				t.Fatalf("seed %d: task %d begins or ends on a holiday of %s: %s to %s", seed, x.Number, w.Country, x.Start, x.End)
			}
			from, to := begins(was, x.Number, w)
			if !x.Start.Equal(from) || !x.End.Equal(to) {
				t.Fatalf("seed %d: task %d is on %s to %s, want %s to %s", seed, x.Number, x.Start, x.End, from, to)
			}
			shifted := slices.ContainsFunc(moved, func(m project.Shift) bool { return m.Number == x.Number })
			if shifted == x.Same(was[i]) {
				t.Fatalf("seed %d: task %d is told as moved: %v", seed, x.Number, shifted)
			}
		}
		if again := project.Settle(now, w); len(again) > 0 {
			t.Fatalf("seed %d: settled twice, %v moves", seed, again)
		}
		slack, end := project.Slack(now, w), last(now)
		for i, x := range now {
			if x.Kind == project.Statutory {
				continue
			}
			late := func(by int) time.Time {
				then := slices.Clone(now)
				for range by {
					then[i].End = then[i].End.AddDate(0, 0, 1)
					for !w.Works(then[i].End) {
						then[i].End = then[i].End.AddDate(0, 0, 1)
					}
				}
				project.Settle(then, w)
				return last(then)
			}
			if n := slack[x.Number]; late(n).After(end) || !late(n+1).After(end) {
				t.Fatalf("seed %d: task %d has a slack of %d in\n%s", seed, x.Number, n, days(now))
			}
		}
	}
}

// One more wait that leads back is found in every plan, and nothing else is.
func TestNoCircleIsAccepted(t *testing.T) {
	t.Parallel()
	planted, long := 0, 0
	for seed := uint64(0); planted < 10_000 && seed < 100_000; seed++ {
		r := rand.New(rand.NewPCG(seed, 41))
		plan := drawn(r, 2+r.IntN(8))
		of := func(n int) int { return slices.IndexFunc(plan, func(x project.Task) bool { return x.Number == n }) }
		i := r.IntN(len(plan))
		j := i
		for range 1 + r.IntN(4) { // walk back from a task along what it waits for, and let where one comes to wait for it
			if back := plan[j].After; len(back) > 0 {
				j = of(back[r.IntN(len(back))].On)
			}
		}
		if j == i || plan[j].Kind == project.Statutory { // nothing to walk along, or the law's day, which waits for nothing
			continue
		}
		plan[j].After = append(slices.Clone(plan[j].After), project.Link{On: plan[i].Number})
		circle := project.Circle(plan)
		if len(circle) < 2 {
			t.Fatalf("seed %d: %d waits for %d, and that was accepted", seed, plan[j].Number, plan[i].Number)
		}
		for k, n := range circle {
			before := circle[(k+len(circle)-1)%len(circle)]
			if !slices.ContainsFunc(plan[of(n)].After, func(l project.Link) bool { return l.On == before }) {
				t.Fatalf("seed %d: in %v %d does not wait for %d", seed, circle, n, before)
			}
		}
		if planted++; len(circle) > 2 {
			long++
		}
	}
	if planted < 10_000 || long < 1000 {
		t.Errorf("only %d circles were planted, %d of more than two tasks", planted, long)
	}
}

// Holidays as the laws of the countries name them, every day of two years, and of other years what moves: Easter early and late,
// that of the east in Ethiopia, its own days around a leap year. Nothing where nothing is known.
func TestHolidays(t *testing.T) {
	t.Parallel()
	for country, want := range map[string][2]string{
		"BF": {"01-01 01-03 03-08 04-06 05-01 05-14 08-05 08-15 11-01 12-11 12-25", "01-01 01-03 03-08 03-29 05-01 05-06 08-05 08-15 11-01 12-11 12-25"},
		"ET": {"01-07 01-19 03-02 04-10 04-12 05-01 05-05 05-28 09-11 09-27", "01-07 01-19 03-02 04-30 05-01 05-02 05-05 05-28 09-12 09-28"},
		"GH": {"01-01 01-07 03-06 04-03 04-06 05-01 07-01 09-21 12-25 12-26", "01-01 01-07 03-06 03-26 03-29 05-01 07-01 09-21 12-25 12-26"},
		"KE": {"01-01 04-03 04-06 05-01 06-01 10-10 10-20 12-12 12-25 12-26", "01-01 03-26 03-29 05-01 06-01 10-10 10-20 12-12 12-25 12-26"},
		"ML": {"01-01 01-20 03-26 04-06 05-01 05-25 09-22 12-25", "01-01 01-20 03-26 03-29 05-01 05-25 09-22 12-25"},
		"MW": {"01-01 01-15 03-03 04-03 04-06 05-01 05-14 07-06 10-15 12-25 12-26", "01-01 01-15 03-03 03-26 03-29 05-01 05-14 07-06 10-15 12-25 12-26"},
		"MZ": {"01-01 02-03 04-07 05-01 06-25 09-07 09-25 10-04 12-25", "01-01 02-03 04-07 05-01 06-25 09-07 09-25 10-04 12-25"},
		"NG": {"01-01 04-03 04-06 05-01 06-12 10-01 12-25 12-26", "01-01 03-26 03-29 05-01 06-12 10-01 12-25 12-26"},
		"RW": {"01-01 01-02 02-01 04-03 04-06 04-07 05-01 07-01 07-04 08-15 12-25 12-26", "01-01 01-02 02-01 03-26 03-29 04-07 05-01 07-01 07-04 08-15 12-25 12-26"},
		"TZ": {"01-01 01-12 04-03 04-06 04-07 04-26 05-01 07-07 08-08 10-14 12-09 12-25 12-26", "01-01 01-12 03-26 03-29 04-07 04-26 05-01 07-07 08-08 10-14 12-09 12-25 12-26"},
		"UG": {"01-01 01-26 02-16 03-08 04-03 04-06 05-01 06-03 06-09 10-09 12-25 12-26", "01-01 01-26 02-16 03-08 03-26 03-29 05-01 06-03 06-09 10-09 12-25 12-26"},
		"FR": {}, "": {},
	} {
		for i, want := range want {
			var got []string
			first := time.Date(2026+i, 1, 1, 0, 0, 0, 0, time.UTC)
			for d := first; d.Year() == first.Year(); d = d.AddDate(0, 0, 1) {
				if project.Holiday(country, d) {
					got = append(got, d.Format("01-02"))
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("in %d %q rests on\n%s, want\n%s", first.Year(), country, strings.Join(got, " "), want)
			}
		}
	}
	for country, days := range map[string]string{
		"KE": "2024-03-29 2024-04-01 2025-04-18 2025-04-21",
		"ET": "2024-01-20 2023-09-12 2024-05-03 2025-04-18",
	} {
		for _, day := range strings.Fields(days) {
			if !project.Holiday(country, date(day)) {
				t.Errorf("%s works on %s", country, day)
			}
		}
	}
	for country, days := range map[string]string{"KE": "2024-05-03 2025-04-17", "ET": "2024-01-19 2024-03-29 2023-09-11"} {
		for _, day := range strings.Fields(days) {
			if project.Holiday(country, date(day)) {
				t.Errorf("%s rests on %s", country, day)
			}
		}
	}
	over := []project.Task{work(1, "2026-12-24", "2026-12-28"), work(2, "2026-12-24", "2026-12-24", project.Link{On: 1})}
	project.Settle(over, project.Calendar{Week: project.WeekOf("KE"), Country: "KE"})
	if got, want := days(over), "1 2026-12-24 2026-12-28\n2 2026-12-29 2026-12-29\n"; got != want {
		t.Errorf("over Christmas:\n%swant\n%s", got, want)
	}
}

func TestHowMuchIsDone(t *testing.T) {
	t.Parallel()
	half := work(1, "2026-03-02", "2026-03-13")
	half.Progress = 50
	none := work(2, "2026-03-16", "2026-03-20")
	category := uuid.New()
	for want, tasks := range map[int][]project.Task{0: {statutory(3, "2026-03-13", category, project.Closes)}, 50: {half}, 33: {half, none}} {
		if got := project.Done(tasks, office); got != want {
			t.Errorf("%d per cent, want %d", got, want)
		}
	}
}
