package projectsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/internal/projectdb"
)

// Rows of plans.
type (
	// PlanRow is a plan as lists have it.
	PlanRow = projectdb.PlansRow
	// TaskRow is a task of a plan, with what was approved of it.
	TaskRow = projectdb.TasksRow
	// BaseRow is a task as it was approved.
	BaseRow = projectdb.BaselineRow
	// PlanChange is what was done with a plan.
	PlanChange = projectdb.PlanChangesRow
	// Involved is somebody who may own a task.
	Involved = projectdb.PlanPeopleRow
)

// PlanFilter narrows a list of plans; of the zero value nothing but the context does.
type PlanFilter struct {
	Context  project.Context
	Statuses []project.PlanStatus
	Approved bool // at least once
	Sent     bool // that wait for the buyer, or were approved
	Search   string
}

// Plans is one page of the plans of a context, the newest first: those of the actor's
// company, or at the operator's desk those of all.
func (s *Service) Plans(ctx context.Context, a access.Actor, f PlanFilter, after string, limit int) (page.Of[PlanRow], error) {
	var out page.Of[PlanRow]
	if err := sees(ctx, s.db, a, a.Org, f.Context); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	owner := &a.Org
	if a.Type == access.Operator {
		owner = nil
	}
	rows, err := q.Plans(ctx, s.db, projectdb.PlansParams{
		Now:      now,
		BuyerID:  owner,
		Context:  string(f.Context),
		AfterAt:  c.At,
		AfterID:  c.ID,
		Statuses: closed.Values(f.Statuses...),
		Approved: f.Approved,
		Sent:     f.Sent,
		Search:   pg.Sought(f.Search),
		MaxRows:  int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r PlanRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// Plan is a plan with all that stands in it.
type Plan struct {
	projectdb.PlanRow
	Rows     []TaskRow
	Slack    map[int]int // working days by which each task can be late
	Done     int         // of all work, in per cent
	Baseline []BaseRow   // as it was approved last
	Changes  []PlanChange
	MayDraw  bool
	MaySay   bool // return it
	MayPass  bool // approve it
	MayTell  bool // how far tasks are
}

// planFor is a plan for who looks at it.
func (s *Service) planFor(ctx context.Context, a access.Actor, owner, id uuid.UUID, now time.Time) (projectdb.PlanRow, error) {
	p, err := q.Plan(ctx, s.db, now, id, owner)
	if pg.NoRows(err) || err == nil && hidden(a, p.Status, p.ByBuyer) {
		err = project.PlanNotFound.New("")
	}
	if err == nil {
		err = sees(ctx, s.db, a, owner, project.Context(p.Context))
	}
	return p, err
}

// Plan returns a plan with its tasks, what was approved of them, and its history.
func (s *Service) Plan(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Plan, error) {
	var out Plan
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	if out.PlanRow, err = s.planFor(ctx, a, owner, id, now); err != nil {
		return out, err
	}
	all := a.Type == access.Operator
	if out.Rows, err = q.Tasks(ctx, s.db, all, a.User, id, owner); err != nil {
		return out, err
	}
	if out.Baseline, err = q.Baseline(ctx, s.db, projectdb.BaselineParams{
		Everybody: all,
		AccountID: a.User,
		PlanID:    id,
		BuyerID:   owner,
		Revision:  out.Revision,
	}); err != nil {
		return out, err
	}
	if out.Changes, err = q.PlanChanges(ctx, s.db, id, owner); err != nil {
		return out, err
	}
	tasks := make([]project.Task, len(out.Rows))
	for i, r := range out.Rows {
		tasks[i] = TaskOf(r)
	}
	calendar, err := calendarOf(ctx, s.db, owner, out.Week)
	if err != nil {
		return out, err
	}
	status := project.PlanStatus(out.Status)
	out.Slack, out.Done = project.Slack(tasks, calendar), project.Done(tasks, calendar)
	out.MayDraw = draws(a) == nil && ours(a, out.ByBuyer) && (status.Open() || status.Leads(project.Revised))
	out.MaySay = decides(a) == nil && status.Leads(project.Returned)
	out.MayPass = out.MaySay && !itsSender(a, out.SentBy)
	out.MayTell = draws(a) == nil && out.Revision > 0
	return out, nil
}

// PlanPeople are those who may own a task of a plan: who manages jobs on either side.
func (s *Service) PlanPeople(ctx context.Context, a access.Actor, owner, id uuid.UUID) ([]Involved, error) {
	if err := draws(a); err != nil {
		return nil, err
	}
	if _, err := s.planFor(ctx, a, owner, id, time.Time{}); err != nil {
		return nil, err
	}
	ids, err := s.involvedIn(ctx, s.db, a, owner)
	if err != nil {
		return nil, err
	}
	return q.PlanPeople(ctx, s.db, owner, ids)
}
