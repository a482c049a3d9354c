package app_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

// plansTold is who is told of plans: the buyer of what waits for it, who drew it of the
// decision, the owners of what has moved with the job; nobody of what was never sent.
func plansTold(t *testing.T) *chronicle {
	c := begin(t, 0)
	ctx, org, s := t.Context(), c.Officer.Org, c.Project
	staff := c.Person("operator", access.Operator, uuid.Nil)
	x := c.Author(policyOf(sourcing.Tender), deep())
	c.Must(x.TryPublish(c.Officer))
	c.heedless()
	drawn := func(by access.Actor, of project.Context, job *uuid.UUID, title string) uuid.UUID {
		id, err := s.Draw(ctx, by, projectsvc.NewPlan{Context: of, Buyer: org, Job: job, Title: title})
		c.Must(err)
		p, err := s.Plan(ctx, by, org, id)
		c.Must(err)
		form := project.PlanForm{Title: title, Week: project.Week{1, 2, 3, 4, 5}}
		after := []project.Link{}
		for _, r := range p.Rows {
			form.Tasks = append(form.Tasks, projectsvc.TaskOf(r))
			if r.Source != nil && *r.Source == string(project.Closes) {
				after = append(after, project.Link{On: int(r.Number)})
			}
		}
		from, third := party.Day(x.Closes), &staff.User
		if by.Type == access.Buyer {
			third = &c.Second.User
		}
		for i, owner := range []*uuid.UUID{&c.Officer.User, &c.Officer.User, third} {
			form.Tasks = append(form.Tasks, project.Task{
				Number: 21 + i,
				Kind:   project.Work,
				Name:   []string{"Deliver", "Unload", "Report"}[i],
				Owner:  owner,
				Start:  from,
				End:    from.AddDate(0, 0, 4),
				After:  after,
			})
			after = []project.Link{{On: 21 + i}}
		}
		_, err = s.SavePlan(ctx, by, org, id, form, p.Version)
		c.Must(err)
		return id
	}
	say := func(by access.Actor, id uuid.UUID, to project.PlanStatus) {
		p, err := s.Plan(ctx, by, org, id)
		c.Must(err)
		c.Must(s.Step(ctx, by, org, id, to, "The night ward comes first", p.Version))
	}
	var id, own, risk uuid.UUID
	c.when("the operator begins a plan of a job", func() { id = drawn(staff, project.General, &x.Job, "Light for the wards") })
	c.when("its job closes later while it was never sent", func() {
		c.Must(c.Sourcing.Extend(ctx, c.Officer, org, x.ID, x.Closes.AddDate(0, 0, 7), "A question"))
	})
	c.when("it is sent", func() { say(staff, id, project.Submitted) })
	c.when("it is returned", func() { say(c.Officer, id, project.Returned) })
	c.when("it is sent again and approved", func() {
		say(staff, id, project.Submitted)
		say(c.Second, id, project.Approved)
	})
	c.when("its job closes later still", func() {
		c.Must(c.Sourcing.Extend(ctx, c.Officer, org, x.ID, x.Closes.AddDate(0, 0, 14), "Another question"))
	})
	c.when("the buyer sends a plan of its own", func() {
		own = drawn(c.Officer, project.General, nil, "Doors")
		say(c.Officer, own, project.Submitted)
	})
	c.when("another of its people approves it", func() { say(c.Second, own, project.Approved) })
	c.when("a plan of risks is sent", func() {
		risk = drawn(staff, project.OfRisk, nil, "Fences")
		say(staff, risk, project.Submitted)
	})
	c.when("it is revised once it was approved", func() {
		say(c.Officer, risk, project.Approved)
		say(staff, risk, project.Revised)
	})
	return c
}
