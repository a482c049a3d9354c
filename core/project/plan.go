package project

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of plans.
var (
	PlanNotFound = fault.Declare(fault.KindNotFound, "project.plan_not_found", "Plan not found")
	PlanChanged  = fault.Declare(fault.KindConflict, "project.plan_changed", "Somebody else, or the job, has changed this plan meanwhile: load it again")
	PlanNotSo    = fault.Declare(fault.KindConflict, "project.plan_not_so", "The plan does not stand where this can be done")
	PlanEmpty    = fault.Declare(fault.KindConflict, "project.plan_empty", "A plan without a task is not sent for approval")
	PlanOwn      = fault.Declare(fault.KindConflict, "project.plan_own", "Another person approves a plan than the one who has sent it")
	PlanOfOther  = fault.Declare(fault.KindConflict, "project.plan_of_other", "The other side draws this plan")
	TaskNotFound = fault.Declare(fault.KindNotFound, "project.task_not_found", "Task not found")
)

// Codes of field errors of plans.
const (
	Circular    = "project.circular" // tasks wait for each other; params: tasks
	ItsOwn      = "project.its_own"  // a task waits for itself
	NoSuchTask  = "project.no_such_task"
	NotInvolved = "project.not_involved" // neither of the buyer nor of the operator
	OtherDesk   = "project.other_desk"   // the job belongs to the other context
	Statutes    = "project.statutory"    // a day of the job waits for nothing
	TooFar      = "project.too_far"      // more than ten years
)

// A Context is the desk on which a plan or a meeting is kept.
type Context string

// Contexts.
const (
	General Context = "general"
	OfRisk  Context = "risk"
)

// Values lists them.
func (Context) Values() []string { return closed.Values(General, OfRisk) }

// A PlanStatus is where a plan stands.
type PlanStatus string

// Where plans stand.
const (
	Drawn     PlanStatus = "draft"
	Submitted PlanStatus = "submitted"
	Approved  PlanStatus = "approved"
	Returned  PlanStatus = "returned" // with a reason
	Revised   PlanStatus = "revised"  // it is drawn anew; what was approved stands until the next approval
)

// Values lists them in order.
func (PlanStatus) Values() []string {
	return closed.Values(Drawn, Submitted, Approved, Returned, Revised)
}

// ways say where a plan gets to from a status.
var ways = map[PlanStatus][]PlanStatus{
	Drawn:     {Submitted},
	Submitted: {Approved, Returned},
	Approved:  {Revised},
	Returned:  {Submitted},
	Revised:   {Submitted},
}

// Leads tells whether a plan gets from a status to another.
func (s PlanStatus) Leads(to PlanStatus) bool { return slices.Contains(ways[s], to) }

// Open tells whether a plan is being drawn.
func (s PlanStatus) Open() bool { return s.Leads(Submitted) }

// A PlanAct is what was done with a plan.
type PlanAct string

// Acts of plans. Moved is the job's own.
const (
	WasDrawn     PlanAct = "drawn"
	WasSaved     PlanAct = "saved"
	WasSubmitted PlanAct = "submitted"
	WasApproved  PlanAct = "approved"
	WasReturned  PlanAct = "returned"
	WasRevised   PlanAct = "revised"
	WasReported  PlanAct = "reported"
	WasMoved     PlanAct = "moved"
)

// Values lists them.
func (PlanAct) Values() []string {
	return closed.Values(WasDrawn, WasSaved, WasSubmitted, WasApproved, WasReturned, WasRevised, WasReported, WasMoved)
}

// A Kind is what a task is.
type Kind string

// Kinds.
const (
	Work      Kind = "task"
	Milestone Kind = "milestone"
	Statutory Kind = "statutory" // a day of the job, which nobody drags
)

// Values lists them.
func (Kind) Values() []string { return closed.Values(Work, Milestone, Statutory) }

// A Source is which day of a category a statutory task is.
type Source string

// Sources in the order of a category's life.
const (
	Opens      Source = "opens"
	Closes     Source = "closes"
	Opening    Source = "opening"
	Standstill Source = "standstill" // its last day
)

// Values lists them in order.
func (Source) Values() []string { return closed.Values(Opens, Closes, Opening, Standstill) }

// A Link says for which task another waits, and how many days lie between.
type Link struct {
	On  int
	Lag int
}

// A Task is a line of a plan. Its days are midnights of UTC, whatever the zone in which
// the plan counts them.
type Task struct {
	Number     int
	Kind       Kind
	Source     Source     // of a statutory one
	Category   *uuid.UUID // of a statutory one
	Name       string
	Note       string
	Owner      *uuid.UUID
	Start, End time.Time
	Progress   int
	After      []Link
}

// Same tells whether a task says the same as another.
func (t Task) Same(o Task) bool {
	return t.Number == o.Number && t.Kind == o.Kind && t.Source == o.Source && same(t.Category, o.Category) && same(t.Owner, o.Owner) &&
		t.Name == o.Name && t.Note == o.Note && t.Start.Equal(o.Start) && t.End.Equal(o.End) && t.Progress == o.Progress &&
		slices.Equal(t.After, o.After)
}

func same(a, b *uuid.UUID) bool { return a == b || a != nil && b != nil && *a == *b }

// Bounds of plans.
const (
	MostTasks = 500
	mostLinks = 50
	mostDays  = 3660
	mostLag   = 365
)

// A PlanForm is a plan as somebody draws it: all of its tasks, in their order.
type PlanForm struct {
	Title string
	Week  Week
	Tasks []Task
}

// checkHead normalises what a plan is besides its tasks.
func (p PlanForm) checkHead(f *fault.Fields) PlanForm {
	p.Title = f.Line("/title", p.Title, 200)
	p.Week = slices.Compact(slices.Sorted(slices.Values(p.Week)))
	if len(p.Week) == 0 {
		f.Add("/week", fault.Required)
	}
	for _, d := range p.Week {
		if d < 1 || d > 7 {
			f.Add("/week", fault.OutOfRange, "min", "1", "max", "7")
			break
		}
	}
	return p
}

// Check normalises the form and tells all that is wrong with it. The statutory tasks are
// those of was: of them the form sets owner, note and place alone, and none goes or comes
// by it.
func (p PlanForm) Check(was []Task) (PlanForm, error) {
	var f fault.Fields
	p = p.checkHead(&f)
	f.AtMost("/tasks", len(p.Tasks), MostTasks)
	if len(f) > 0 && len(p.Tasks) > MostTasks {
		return p, f.Err()
	}
	statutory := map[int]Task{}
	before := map[int]Task{}
	for _, t := range was {
		before[t.Number] = t
		if t.Kind == Statutory {
			statutory[t.Number] = t
		}
	}
	tasks := make([]Task, 0, len(p.Tasks))
	seen := map[int]bool{}
	for i, t := range p.Tasks {
		at := fmt.Sprintf("/tasks/%d", i)
		if t.Number < 1 || t.Number > 9999 {
			f.Add(at+"/number", fault.OutOfRange, "min", "1", "max", "9999")
		}
		if seen[t.Number] {
			f.Add(at+"/number", fault.Taken)
		}
		seen[t.Number] = true
		t.Note = f.May(at+"/note", t.Note, 2000)
		own, fixed := statutory[t.Number]
		if fixed != (t.Kind == Statutory) {
			f.Add(at+"/kind", fault.NotAllowed)
			continue
		}
		if fixed {
			if len(t.After) > 0 {
				f.Add(at+"/after", Statutes)
			}
			own.Note, own.Owner = t.Note, t.Owner
			tasks = append(tasks, own)
			delete(statutory, t.Number)
			continue
		}
		t.Name = f.Line(at+"/name", t.Name, 200)
		t.days(&f, at)
		t.links(&f, at)
		t.Source, t.Category, t.Progress = "", nil, before[t.Number].Progress
		tasks = append(tasks, t)
	}
	// What the job has put there stays, though a form that is older does not know of it.
	for _, t := range was {
		if _, left := statutory[t.Number]; left {
			tasks, seen[t.Number] = append(tasks, t), true
		}
	}
	for i, t := range p.Tasks {
		for _, l := range t.After {
			if !seen[l.On] {
				f.Add(fmt.Sprintf("/tasks/%d/after", i), NoSuchTask)
				break
			}
		}
	}
	p.Tasks = tasks
	if len(f) == 0 {
		if circle := Circle(tasks); circle != nil {
			i := slices.IndexFunc(p.Tasks, func(t Task) bool { return t.Number == circle[0] })
			f.Add(fmt.Sprintf("/tasks/%d/after", i), Circular, "tasks", named(circle))
		}
	}
	return p, f.Err()
}

// named lists the first numbers of a circle.
func named(circle []int) string {
	out := ""
	for i, n := range circle {
		if i == 10 {
			return out + " → …"
		}
		if i > 0 {
			out += " → "
		}
		out += fmt.Sprint(n)
	}
	return out
}

// days checks the days of a task; a milestone has one.
func (t *Task) days(f *fault.Fields, at string) {
	switch {
	case t.Start.IsZero():
		f.Add(at+"/starts_on", fault.Required)
		return
	case t.Kind == Milestone:
		t.End = t.Start
	case t.End.IsZero():
		f.Add(at+"/ends_on", fault.Required)
		return
	}
	switch {
	case t.Start.Year() < 2000 || t.Start.Year() > 2100:
		f.Add(at+"/starts_on", fault.BadDate, "min", "2000", "max", "2100")
	case t.End.Before(t.Start):
		f.Add(at+"/ends_on", fault.BadPeriod)
	case t.End.Sub(t.Start) > mostDays*24*time.Hour:
		f.Add(at+"/ends_on", TooFar)
	}
}

// links checks for what a task waits.
func (t *Task) links(f *fault.Fields, at string) {
	f.AtMost(at+"/after", len(t.After), mostLinks)
	on := map[int]bool{}
	for _, l := range t.After {
		switch {
		case l.On == t.Number:
			f.Add(at+"/after", ItsOwn)
			return
		case on[l.On]:
			f.Add(at+"/after", fault.Taken)
			return
		case l.Lag < 0 || l.Lag > mostLag:
			f.Add(at+"/after", fault.OutOfRange, "min", "0", "max", "365")
			return
		}
		on[l.On] = true
	}
}

// A Day is one that a job has: of which of its categories, and which.
type Day struct {
	Category uuid.UUID
	Source   Source
	On       time.Time
}

// Follow brings the statutory tasks of a plan to the days that its job has, adds those
// that came since, and pushes what waits for them. It returns the tasks, what has moved,
// and whether anything is another than it was.
func Follow(tasks []Task, days []Day, w Calendar) (out []Task, moved []Shift, changed bool) {
	out = slices.Clone(tasks)
	for _, d := range days {
		i := slices.IndexFunc(out, func(t Task) bool {
			return t.Kind == Statutory && t.Source == d.Source && *t.Category == d.Category
		})
		switch {
		case i < 0:
			number := 0
			for _, t := range out {
				number = max(number, t.Number)
			}
			out = append(out, Task{
				Number:   number + 1,
				Kind:     Statutory,
				Source:   d.Source,
				Category: &d.Category,
				Start:    d.On,
				End:      d.On,
			})
			changed = true
		case !out[i].Start.Equal(d.On):
			moved = append(moved, Shift{out[i].Number, out[i].Start, out[i].End, d.On, d.On})
			out[i].Start, out[i].End = d.On, d.On
		}
	}
	if len(moved) > 0 {
		moved, changed = append(moved, Settle(out, w)...), true
	}
	return out, moved, changed
}
