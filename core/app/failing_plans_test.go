package app_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

// The same of a plan of a project: from its beginning to a revision, and while it follows its job.
func TestWhatBecomesOfAPlanBecomesWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 1)
	w.changed = pgtest.Changes(t, w.DB, "plan", "plan_counter", "plan_task", "plan_baseline", "plan_change", "audit_entry", "outbox")
	ctx, org, s := t.Context(), w.Officer.Org, w.Project
	staff := w.Person("operator", access.Operator, uuid.Nil)
	c := w.Author(policyOf(sourcing.Tender), deep())
	w.Must(c.TryPublish(w.Officer))
	var id uuid.UUID
	w.act("begin a plan", func() (err error) {
		id, err = s.Draw(ctx, staff, projectsvc.NewPlan{Context: project.General, Buyer: org, Job: &c.Job, Title: "Boats"})
		return err
	})
	see := func() projectsvc.Plan {
		p, err := s.Plan(ctx, staff, org, id)
		w.Must(err)
		return p
	}
	p := see()
	form := project.PlanForm{Title: "Ships", Week: project.Week{1, 2, 3, 4, 5}}
	for _, r := range p.Rows {
		form.Tasks = append(form.Tasks, projectsvc.TaskOf(r))
	}
	form.Tasks = append(form.Tasks, project.Task{Number: 9, Kind: project.Work, Name: "Sail", Owner: &w.Second.User, Start: form.Tasks[0].Start, End: form.Tasks[0].Start, After: []project.Link{{On: 2}}})
	w.act("draw a plan", func() error { return only(s.SavePlan(ctx, staff, org, id, form, p.Version)) })
	for _, x := range []struct {
		name string
		by   access.Actor
		to   project.PlanStatus
	}{{"send", staff, project.Submitted}, {"return", w.Officer, project.Returned}, {"send again", staff, project.Submitted}, {"approve", w.Officer, project.Approved}} {
		v := see().Version
		w.act(x.name+" a plan", func() error { return s.Step(ctx, x.by, org, id, x.to, "Why", v) })
	}
	v := see().Version
	w.act("report progress", func() error { return s.Report(ctx, w.Officer, org, id, 9, 30, v) })
	w.Must(w.Sourcing.Extend(ctx, w.Officer, org, c.ID, c.Closes.AddDate(0, 0, 20), "A question"))
	w.act("follow the job", func() error {
		return pg.InTx(ctx, w.DB, func(tx pg.Tx) error { return s.Follow(ctx, tx, org, c.ID) })
	})
	v = see().Version
	w.act("revise a plan", func() error { return s.Step(ctx, staff, org, id, project.Revised, "Why", v) })
}
