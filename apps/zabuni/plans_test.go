package main

import (
	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
)

// drawn is a plan with two tasks of somebody's own and a milestone, behind the days of its
// job where it has one.
func (h *house) drawn(t *tenant, a access.Actor, of project.Context, job *uuid.UUID, name string) uuid.UUID {
	h.Helper()
	owner, w := t.buyer.Org, word(t.buyer, "plan")
	id, err := h.Project.Draw(h.ctx, a, projectsvc.NewPlan{Context: of, Buyer: owner, Job: job, Title: name + " " + w})
	h.must(err)
	p, err := h.Project.Plan(h.ctx, a, owner, id)
	h.must(err)
	form := project.PlanForm{Title: p.Title, Week: project.Week{1, 2, 3, 4, 5}}
	last := 0
	for _, r := range p.Rows {
		form.Tasks = append(form.Tasks, projectsvc.TaskOf(r))
		last = max(last, int(r.Number))
	}
	from := h.now.Truncate(day).AddDate(0, 0, -50)
	late, own := from.AddDate(0, 0, 90), h.operator.User
	first := project.Task{Number: last + 1, Kind: project.Work, Name: "Dig " + w, Note: w, Owner: &t.buyer.User, Start: from, End: from.AddDate(0, 0, 4)}
	form.Tasks = append(form.Tasks, first,
		project.Task{Number: last + 2, Kind: project.Work, Name: "Pour " + w, Start: late, End: late.AddDate(0, 0, 9), After: []project.Link{{On: last + 1, Lag: 2}}},
		project.Task{Number: last + 3, Kind: project.Milestone, Name: "Hand over " + w, Owner: &own, Start: late, End: late, After: []project.Link{{On: last + 2}}})
	if a.Type == access.Buyer {
		form.Tasks[last+2].Owner = &t.second.User
	}
	_, err = h.Project.SavePlan(h.ctx, a, owner, id, form, p.Version)
	h.must(err)
	return id
}

// stepped brings a plan to where somebody says.
func (h *house) stepped(t *tenant, a access.Actor, id uuid.UUID, to project.PlanStatus) {
	h.Helper()
	p, err := h.Project.Plan(h.ctx, a, t.buyer.Org, id)
	h.must(err)
	h.must(h.Project.Step(h.ctx, a, t.buyer.Org, id, to, "Because "+word(t.buyer, "plan"), p.Version))
}

// plans are the tenant's in every state, drawn on either desk, of projects and of risks.
func (h *house) plans(t *tenant) {
	h.Helper()
	job := uuid.MustParse(t.ids["judged_job"])
	stands := func(a access.Actor, of project.Context, job *uuid.UUID, name string) uuid.UUID {
		id := h.drawn(t, a, of, job, name)
		h.stepped(t, a, id, project.Submitted)
		h.stepped(t, t.buyer, id, project.Approved)
		return id
	}
	t.set("plan_draft", h.drawn(t, h.operator, project.General, nil, "Begun"))
	t.set("plan_own", h.drawn(t, t.second, project.General, nil, "Ours"))
	back := h.drawn(t, h.operator, project.General, &job, "Back")
	h.stepped(t, h.operator, back, project.Submitted)
	h.stepped(t, t.buyer, back, project.Returned)
	sent := h.drawn(t, t.second, project.General, nil, "Sent")
	h.stepped(t, t.second, sent, project.Submitted)
	again := stands(h.operator, project.General, nil, "Again")
	h.stepped(t, h.operator, again, project.Revised)
	stands(h.operator, project.OfRisk, nil, "Risks")
	id := stands(h.operator, project.General, &job, "Stands")
	p, err := h.Project.Plan(h.ctx, t.buyer, t.buyer.Org, id)
	h.must(err)
	task := p.Rows[len(p.Rows)-2]
	h.must(h.Project.Report(h.ctx, t.buyer, t.buyer.Org, id, int(task.Number), 40, p.Version))
	t.set("plan", id)
	t.set("plan_sent", sent)
	t.set("plan_back", back)
	t.set("plan_again", again)
}
