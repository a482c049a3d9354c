package project

import (
	"slices"
	"time"
)

// A Week is the days on which work is done: Monday is 1, Sunday 7.
type Week []int

// sundayWeeks are the countries that rest on Friday and Saturday. All others rest on
// Saturday and Sunday.
var sundayWeeks = []string{"DJ", "DZ", "EG", "LY", "SD", "SO"}

// WeekOf is how a country works.
func WeekOf(country string) Week {
	if slices.Contains(sundayWeeks, country) {
		return Week{1, 2, 3, 4, 7}
	}
	return Week{1, 2, 3, 4, 5}
}

// Works reports whether work is done on a day.
func (w Week) Works(d time.Time) bool { return slices.Contains(w, (int(d.Weekday())+6)%7+1) }

// next is the first working day that is not before d.
func (w Calendar) next(d time.Time) time.Time {
	for len(w.Week) > 0 && !w.Works(d) {
		d = d.AddDate(0, 0, 1)
	}
	return d
}

// last is the last working day that is not after d.
func (w Calendar) last(d time.Time) time.Time {
	for len(w.Week) > 0 && !w.Works(d) {
		d = d.AddDate(0, 0, -1)
	}
	return d
}

// count is how many working days lie from a day to another, both included, and one at least.
func (w Calendar) count(from, to time.Time) int {
	n := 0
	for d := from; !d.After(to); d = d.AddDate(0, 0, 1) {
		if w.Works(d) {
			n++
		}
	}
	return max(n, 1)
}

// ahead is the working day on which n days of work end that begin on a working day, and
// back the one on which they begin that end on it.
func (w Calendar) ahead(d time.Time, n int) time.Time {
	for range n - 1 {
		d = w.next(d.AddDate(0, 0, 1))
	}
	return d
}

func (w Calendar) back(d time.Time, n int) time.Time {
	for range n - 1 {
		d = w.last(d.AddDate(0, 0, -1))
	}
	return d
}

// inOrder returns the places of tasks so that each comes after all that it waits for,
// and false where they wait for each other. What waits for nothing keeps its order.
func inOrder(tasks []Task) ([]int, bool) {
	at := make(map[int]int, len(tasks))
	for i, t := range tasks {
		at[t.Number] = i
	}
	waits := make([]int, len(tasks))
	leads := make([][]int, len(tasks))
	for i, t := range tasks {
		for _, l := range t.After {
			if p, ok := at[l.On]; ok {
				waits[i]++
				leads[p] = append(leads[p], i)
			}
		}
	}
	out := make([]int, 0, len(tasks))
	for i := range tasks {
		if waits[i] == 0 {
			out = append(out, i)
		}
	}
	for n := 0; n < len(out); n++ {
		for _, i := range leads[out[n]] {
			if waits[i]--; waits[i] == 0 {
				out = append(out, i)
			}
		}
	}
	return out, len(out) == len(tasks)
}

// Circle lists the numbers of tasks of one circle, in which each waits for the one before
// and the first for the last; none where there is no circle.
func Circle(tasks []Task) []int {
	order, ok := inOrder(tasks)
	if ok {
		return nil
	}
	free := make(map[int]bool, len(order))
	for _, i := range order {
		free[tasks[i].Number] = true
	}
	waits := map[int]int{} // of each task that is left, one for which it waits and that is left
	first := 0
	for _, t := range tasks {
		if free[t.Number] {
			continue
		}
		for _, l := range t.After {
			if !free[l.On] && slices.ContainsFunc(tasks, func(x Task) bool { return x.Number == l.On }) {
				waits[t.Number], first = l.On, t.Number
				break
			}
		}
	}
	var walked []int
	for n := first; !slices.Contains(walked, n); n = waits[n] {
		walked = append(walked, n)
	}
	end := walked[len(walked)-1]
	walked = walked[slices.Index(walked, waits[end]):]
	slices.Reverse(walked)
	return walked
}

// A Shift says how the days of a task have changed.
type Shift struct {
	Number           int
	WasStart, WasEnd time.Time
	Start, End       time.Time
}

// Settle brings tasks onto working days and behind what they wait for, each as early as
// that allows but never before the day on which it stood; how many days of work it takes
// stays. Statutory days stay where the job has them. It returns what has moved.
func Settle(tasks []Task, w Calendar) []Shift {
	order, ok := inOrder(tasks)
	if !ok {
		return nil
	}
	ends := make(map[int]time.Time, len(tasks))
	var out []Shift
	for _, i := range order {
		t := &tasks[i]
		if t.Kind != Statutory {
			from := t.Start
			for _, l := range t.After {
				if end, ok := ends[l.On]; ok {
					from = latest(from, end.AddDate(0, 0, 1+l.Lag))
				}
			}
			from = w.next(from)
			to := w.ahead(from, w.count(t.Start, t.End))
			if !from.Equal(t.Start) || !to.Equal(t.End) {
				out = append(out, Shift{t.Number, t.Start, t.End, from, to})
				t.Start, t.End = from, to
			}
		}
		ends[t.Number] = t.End
	}
	slices.SortFunc(out, func(a, b Shift) int { return place(tasks, a.Number) - place(tasks, b.Number) })
	return out
}

func place(tasks []Task, number int) int {
	return slices.IndexFunc(tasks, func(t Task) bool { return t.Number == number })
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Slack says, of tasks that are settled, by how many working days each can be late before
// the last day of all moves: none of one that is critical. Who moves a statutory day moves
// the job, so it has the slack of what waits for it.
func Slack(tasks []Task, w Calendar) map[int]int {
	order, ok := inOrder(tasks)
	out := make(map[int]int, len(tasks))
	if !ok {
		return out
	}
	var end time.Time
	for _, t := range tasks {
		end = latest(end, t.End)
	}
	by := make(map[int]time.Time, len(tasks)) // the last day on which each may end
	for _, t := range tasks {
		by[t.Number] = w.last(end)
		if t.Kind == Statutory {
			by[t.Number] = end
		}
	}
	for _, i := range slices.Backward(order) {
		t := tasks[i]
		// It may end when the day after, and those of the lag, leave time for what waits for it.
		begin := w.back(w.last(by[t.Number]), w.count(t.Start, t.End))
		for _, l := range t.After {
			may := begin.AddDate(0, 0, -1-l.Lag)
			if p := place(tasks, l.On); p >= 0 && tasks[p].Kind != Statutory {
				may = w.last(may)
			}
			if may.Before(by[l.On]) {
				by[l.On] = may
			}
		}
	}
	for _, t := range tasks {
		out[t.Number] = 0
		if by[t.Number].After(t.End) {
			out[t.Number] = w.between(t.End, by[t.Number])
		}
	}
	return out
}

// between is how many working days come after a day, up to another.
func (w Calendar) between(after, to time.Time) int {
	n := 0
	for d := after.AddDate(0, 0, 1); !d.After(to); d = d.AddDate(0, 0, 1) {
		if w.Works(d) {
			n++
		}
	}
	return n
}

// Done is how much of all work is done, in per cent: a task counts as many times as it
// has days.
func Done(tasks []Task, w Calendar) int {
	done, all := 0, 0
	for _, t := range tasks {
		if t.Kind != Work {
			continue
		}
		n := w.count(t.Start, t.End)
		done += n * t.Progress
		all += n
	}
	if all == 0 {
		return 0
	}
	return done / all
}
