//go:build demo

package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/party"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
)

// A step of a plan: what is to be done, in days from today, behind which others of the list,
// the first being 1.
type step struct {
	name     string
	owner    *person
	from, to int
	after    []int
	closed   bool // waits for the closing of its job, too
	note     string
	done     int // per cent, once it was approved
}

// A scheme is a plan of the demonstration: who draws it, of which job, and what became of it.
type scheme struct {
	by, buyer *person
	second    *person // of the buyer, who decides
	of        project.Context
	job       string // by its code
	title     string
	steps     []step
	becomes   project.PlanStatus
	because   string
}

func schemes() []scheme {
	qed, amina, david, rail, rail2 := people[0], people[1], people[2], people[3], people[11]
	return []scheme{
		{by: qed, buyer: rail, second: rail, of: project.General, job: "ARC/E/2026/02", title: "Solar roofs from call to current", becomes: project.Approved,
			steps: []step{
				{name: "Survey of four roofs", owner: rail2, from: -20, to: -13, done: 100, note: "Load and shade, depot by depot."},
				{name: "Drawings for the call", owner: qed, from: -12, to: -5, after: []int{1}, done: 70},
				{name: "Shortlist of firms", owner: rail, from: 15, to: 21, after: []int{2}, closed: true},
				{name: "Call for prices", owner: rail2, from: 22, to: 40, after: []int{3}},
				{name: "Panels on all four roofs", owner: rail, from: 41, to: 90, after: []int{4}},
				{name: "First current", from: 91, to: 91, after: []int{5}},
			}},
		{by: qed, buyer: rail, second: rail, of: project.General, job: "ARC/R/2026/01", title: "Toner by the end of the month", becomes: project.Submitted,
			steps: []step{
				{name: "Count what is left", owner: rail2, from: 1, to: 3},
				{name: "Deliver to head office", owner: rail, from: 16, to: 20, after: []int{1}, closed: true},
			}},
		{by: qed, buyer: amina, second: amina, of: project.General, title: "Oxygen plant, second line", becomes: project.Returned,
			because: "The wards move in March: begin with the pipes.",
			steps: []step{
				{name: "Order the compressor", owner: david, from: 5, to: 30},
				{name: "Lay pipes to the wards", owner: amina, from: 31, to: 60, after: []int{1}},
			}},
		{by: qed, buyer: rail, of: project.General, title: "Yard lights in Adama",
			steps: []step{{name: "Masts", owner: rail, from: 3, to: 12}}},
		{by: rail2, buyer: rail, of: project.General, job: "ARC/A/2026/01", title: "Pick-up trucks off the yard",
			steps: []step{{name: "Clear the papers", owner: rail, from: 2, to: 6}, {name: "Trucks are gone", owner: rail2, from: 25, to: 30, after: []int{1}}}},
		{by: qed, buyer: rail, second: rail2, of: project.OfRisk, job: "ARC/K/2026/01", title: "Review of key suppliers, step by step", becomes: project.Approved,
			steps: []step{
				{name: "Ask for policies of insurance", owner: rail2, from: -6, to: -2, done: 50},
				{name: "Visit the three largest", owner: rail, from: 16, to: 26, after: []int{1}, closed: true},
				{name: "Report to the board", owner: rail2, from: 27, to: 31, after: []int{2}},
			}},
	}
}

// seedPlans draws them.
func seedPlans(ctx context.Context, a *app.App, clock *Clock) error {
	today, err := clock.today(ctx)
	if err != nil {
		return err
	}
	for _, s := range schemes() {
		if err := s.write(ctx, a, party.Day(today)); err != nil {
			return fmt.Errorf("%s: %w", s.title, err)
		}
	}
	return nil
}

func (s scheme) write(ctx context.Context, a *app.App, today time.Time) error {
	owner := s.buyer.actor.Org
	n := projectsvc.NewPlan{Context: s.of, Buyer: owner, Title: s.title}
	if s.job != "" {
		var id uuid.UUID
		if err := a.DB.QueryRow(ctx, `SELECT id FROM job WHERE code = $1 AND buyer_id = $2`, s.job, owner).Scan(&id); err != nil {
			return err
		}
		n.Job = &id
	}
	id, err := a.Project.Draw(ctx, s.by.actor, n)
	if err != nil {
		return err
	}
	p, err := a.Project.Plan(ctx, s.by.actor, owner, id)
	if err != nil {
		return err
	}
	last, err := s.draw(ctx, a, p, today)
	if err != nil || s.becomes == "" {
		return err
	}
	say := func(by *person, to project.PlanStatus, because string) error {
		p, err := a.Project.Plan(ctx, by.actor, owner, id)
		if err != nil {
			return err
		}
		return a.Project.Step(ctx, by.actor, owner, id, to, because, p.Version)
	}
	if err := say(s.by, project.Submitted, ""); err != nil || s.becomes == project.Submitted {
		return err
	}
	if err := say(s.second, s.becomes, s.because); err != nil || s.becomes != project.Approved {
		return err
	}
	for i, x := range s.steps {
		if x.done == 0 {
			continue
		}
		p, err := a.Project.Plan(ctx, s.second.actor, owner, id)
		if err != nil {
			return err
		}
		if err := a.Project.Report(ctx, s.second.actor, owner, id, last+i+1, x.done, p.Version); err != nil {
			return err
		}
	}
	return nil
}

// draw puts the steps behind the days of the job, and returns the number before theirs.
func (s scheme) draw(ctx context.Context, a *app.App, p projectsvc.Plan, today time.Time) (int, error) {
	form := project.PlanForm{Title: p.Title, Week: project.Week{1, 2, 3, 4, 5}}
	last, closes := 0, 0
	for _, r := range p.Rows {
		t := projectsvc.TaskOf(r)
		form.Tasks = append(form.Tasks, t)
		last = max(last, t.Number)
		if t.Source == project.Closes {
			closes = t.Number
		}
	}
	for i, x := range s.steps {
		t := project.Task{
			Number: last + i + 1,
			Kind:   project.Work,
			Name:   x.name,
			Note:   x.note,
			Start:  today.AddDate(0, 0, x.from),
			End:    today.AddDate(0, 0, x.to),
		}
		if x.owner != nil {
			t.Owner = &x.owner.actor.User
		}
		if x.from == x.to {
			t.Kind = project.Milestone
		}
		for _, n := range x.after {
			t.After = append(t.After, project.Link{On: last + n})
		}
		if x.closed {
			t.After = append(t.After, project.Link{On: closes, Lag: 1})
		}
		form.Tasks = append(form.Tasks, t)
	}
	_, err := a.Project.SavePlan(ctx, s.by.actor, p.BuyerID, p.ID, form, p.Version)
	return last, err
}
