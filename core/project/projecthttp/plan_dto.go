package projecthttp

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

type (
	// PlanLink says for which task another waits.
	PlanLink struct {
		Task int `json:"task" doc:"Its number"`
		Lag  int `json:"lag" doc:"Days between its end and the beginning of what waits"`
	}
	// PlanTaskForm is a task as somebody draws it.
	PlanTaskForm struct {
		Number   int          `json:"number"`
		Kind     project.Kind `json:"kind"`
		Name     string       `json:"name" maxLength:"400" doc:"Empty of a statutory day"`
		Note     string       `json:"note,omitempty" maxLength:"4000"`
		OwnerID  *uuid.UUID   `json:"owner_id,omitempty" format:"uuid"`
		StartsOn day.Day      `json:"starts_on"`
		EndsOn   day.Day      `json:"ends_on" doc:"Of a task: a milestone has one day"`
		After    []PlanLink   `json:"after" maxItems:"500"`
	}
	// PlanForm is a plan as somebody draws it.
	PlanForm struct {
		Title   string         `json:"title" maxLength:"400"`
		Week    []int          `json:"week" maxItems:"7" doc:"Days on which work is done, Monday is 1"`
		Tasks   []PlanTaskForm `json:"tasks" maxItems:"2500" doc:"All of them, in their order"`
		Version int32          `json:"version" minimum:"1" doc:"The one that was seen"`
	}
	// NewPlan is a plan that is begun.
	NewPlan struct {
		Context project.Context `json:"context"`
		JobID   *uuid.UUID      `json:"job_id,omitempty" format:"uuid"`
		Title   string          `json:"title" maxLength:"400"`
	}
	// PlanMove says how the days of a task have changed.
	PlanMove struct {
		Number      int     `json:"number"`
		WasStartsOn day.Day `json:"was_starts_on"`
		WasEndsOn   day.Day `json:"was_ends_on"`
		StartsOn    day.Day `json:"starts_on"`
		EndsOn      day.Day `json:"ends_on"`
	}
	// PlanMoves is what a plan's rules have moved.
	PlanMoves struct {
		Items []PlanMove `json:"items"`
	}
	// PlanRow is a plan as lists have it.
	PlanRow struct {
		ID        uuid.UUID          `json:"id" format:"uuid"`
		Number    int32              `json:"number"`
		Title     string             `json:"title"`
		Context   project.Context    `json:"context"`
		Status    project.PlanStatus `json:"status"`
		BuyerID   uuid.UUID          `json:"buyer_id" format:"uuid"`
		Buyer     string             `json:"buyer"`
		JobID     *uuid.UUID         `json:"job_id,omitempty" format:"uuid"`
		Job       string             `json:"job"`
		Activity  *sourcing.Activity `json:"activity,omitempty" doc:"Of the job"`
		Revision  int32              `json:"revision" doc:"How often it was approved"`
		Tasks     int64              `json:"tasks"`
		StartsOn  *day.Day           `json:"starts_on,omitempty"`
		EndsOn    *day.Day           `json:"ends_on,omitempty"`
		Overdue   int64              `json:"overdue" doc:"Tasks whose last day has gone by and that are not done"`
		ChangedAt time.Time          `json:"changed_at"`
	}
	// Plans is one page of plans.
	Plans struct {
		Items []PlanRow `json:"items"`
		Next  string    `json:"next,omitempty"`
	}
	// PlanTask is a task of a plan.
	PlanTask struct {
		Number      int             `json:"number"`
		Kind        project.Kind    `json:"kind"`
		Source      *project.Source `json:"job_day,omitempty" doc:"Which day of its category a statutory one is"`
		Category    string          `json:"category_name" doc:"Of a statutory day; empty where it is not open to the asking person"`
		Name        string          `json:"name" doc:"Empty of a statutory day"`
		Note        string          `json:"note"`
		OwnerID     *uuid.UUID      `json:"owner_id,omitempty" format:"uuid"`
		Owner       string          `json:"owner"`
		StartsOn    day.Day         `json:"starts_on"`
		EndsOn      day.Day         `json:"ends_on"`
		PlannedFrom *day.Day        `json:"planned_from,omitempty" doc:"As it was approved last"`
		PlannedTo   *day.Day        `json:"planned_to,omitempty"`
		Progress    int             `json:"progress" doc:"Per cent"`
		Overdue     bool            `json:"overdue"`
		Slack       int             `json:"slack" doc:"Working days by which it can be late before the plan ends later"`
		After       []PlanLink      `json:"after"`
	}
	// PlanBase is a task as it was approved.
	PlanBase struct {
		Number   int             `json:"number"`
		Kind     project.Kind    `json:"kind"`
		Source   *project.Source `json:"job_day,omitempty"`
		Category string          `json:"category_name"`
		Name     string          `json:"name"`
		StartsOn day.Day         `json:"starts_on"`
		EndsOn   day.Day         `json:"ends_on"`
	}
	// PlanChange is what was done with a plan.
	PlanChange struct {
		Version int32           `json:"version"`
		Act     project.PlanAct `json:"act"`
		Note    string          `json:"note"`
		By      string          `json:"by" doc:"Empty where it followed its job"`
		At      time.Time       `json:"at"`
	}
	// Plan is a plan with all that stands in it.
	Plan struct {
		ID       uuid.UUID          `json:"id" format:"uuid"`
		Number   int32              `json:"number"`
		Title    string             `json:"title"`
		Context  project.Context    `json:"context"`
		Status   project.PlanStatus `json:"status"`
		BuyerID  uuid.UUID          `json:"buyer_id" format:"uuid"`
		Buyer    string             `json:"buyer"`
		JobID    *uuid.UUID         `json:"job_id,omitempty" format:"uuid"`
		Job      string             `json:"job"`
		Activity *sourcing.Activity `json:"activity,omitempty" doc:"Of the job"`
		Timezone string             `json:"timezone" doc:"In which its days are counted"`
		Today    day.Day            `json:"today" doc:"There"`
		Week     []int32            `json:"week" doc:"Days on which work is done, Monday is 1"`
		Revision int32              `json:"revision" doc:"How often it was approved"`
		Reason   string             `json:"reason" doc:"Of its last return"`
		DrawnBy  string             `json:"drawn_by"`
		Done     int                `json:"done" doc:"Of all work, in per cent"`
		Version  int32              `json:"version"`
		MayDraw  bool               `json:"may_draw" doc:"Whether the asking person may draw on it, or begin to"`
		MaySay   bool               `json:"may_return" doc:"Whether the asking person may return it"`
		MayPass  bool               `json:"may_approve" doc:"Whether the asking person may approve it: another than who has sent it"`
		MayTell  bool               `json:"may_report" doc:"Whether the asking person may say how far tasks are"`
		Tasks    []PlanTask         `json:"tasks"`
		Approved []PlanBase         `json:"approved" doc:"The plan as it was approved last"`
		Changes  []PlanChange       `json:"changes" doc:"The last first"`
	}
	// PlanPerson is somebody who may own a task.
	PlanPerson struct {
		ID      uuid.UUID `json:"id" format:"uuid"`
		Name    string    `json:"name"`
		OfBuyer bool      `json:"of_buyer"`
	}
	// PlanPeople are those who may own a task.
	PlanPeople struct {
		Items []PlanPerson `json:"items"`
	}
)

// dateOf reads a day; one that is none is the zero time, and the rule says that it is needed.
func dateOf(d day.Day) time.Time {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}
	}
	return t
}

func (f PlanForm) domain() project.PlanForm {
	return project.PlanForm{
		Title: f.Title,
		Week:  f.Week,
		Tasks: httpkit.Each(f.Tasks, func(t PlanTaskForm) project.Task {
			return project.Task{
				Number: t.Number,
				Kind:   t.Kind,
				Name:   t.Name,
				Note:   t.Note,
				Owner:  t.OwnerID,
				Start:  dateOf(t.StartsOn),
				End:    dateOf(t.EndsOn),
				After:  httpkit.Each(t.After, func(l PlanLink) project.Link { return project.Link{On: l.Task, Lag: l.Lag} }),
			}
		}),
	}
}

func planRowOf(r projectsvc.PlanRow) PlanRow {
	out := PlanRow{
		ID:        r.ID,
		Number:    r.Number,
		Title:     r.Title,
		Context:   project.Context(r.Context),
		Status:    project.PlanStatus(r.Status),
		BuyerID:   r.BuyerID,
		Buyer:     r.BuyerName,
		JobID:     r.JobID,
		Job:       r.JobTitle,
		Activity:  activityOf(r.Activity),
		Revision:  r.Revision,
		Tasks:     r.Tasks,
		Overdue:   r.Overdue,
		ChangedAt: r.ChangedAt.UTC(),
	}
	if r.Tasks > 0 {
		from, to := dayOf(r.StartsOn), dayOf(r.EndsOn)
		out.StartsOn, out.EndsOn = &from, &to
	}
	return out
}

func sourceOf(s *string) *project.Source {
	if s == nil {
		return nil
	}
	v := project.Source(*s)
	return &v
}

func maybeDay(t *time.Time) *day.Day {
	if t == nil {
		return nil
	}
	d := dayOf(*t)
	return &d
}

func planOf(p projectsvc.Plan) Plan {
	return Plan{
		ID:       p.ID,
		Number:   p.Number,
		Title:    p.Title,
		Context:  project.Context(p.Context),
		Status:   project.PlanStatus(p.Status),
		BuyerID:  p.BuyerID,
		Buyer:    p.BuyerName,
		JobID:    p.JobID,
		Job:      p.JobTitle,
		Activity: activityOf(p.Activity),
		Timezone: p.Timezone,
		Today:    dayOf(p.Today),
		Week:     p.Week,
		Revision: p.Revision,
		Reason:   p.Reason,
		DrawnBy:  p.DrawnName,
		Done:     p.Done,
		Version:  p.Version,
		MayDraw:  p.MayDraw,
		MaySay:   p.MaySay,
		MayPass:  p.MayPass,
		MayTell:  p.MayTell,
		Tasks: httpkit.Each(p.Rows, func(r projectsvc.TaskRow) PlanTask {
			t := projectsvc.TaskOf(r)
			return PlanTask{
				Number:      t.Number,
				Kind:        t.Kind,
				Source:      sourceOf(r.Source),
				Category:    r.CategoryName,
				Name:        t.Name,
				Note:        t.Note,
				OwnerID:     r.OwnerID,
				Owner:       r.OwnerName,
				StartsOn:    dayOf(t.Start),
				EndsOn:      dayOf(t.End),
				PlannedFrom: maybeDay(r.PlannedFrom),
				PlannedTo:   maybeDay(r.PlannedTo),
				Progress:    t.Progress,
				Overdue:     t.Kind != project.Statutory && t.Progress < 100 && t.End.Before(p.Today),
				Slack:       p.Slack[t.Number],
				After:       httpkit.Each(t.After, func(l project.Link) PlanLink { return PlanLink{Task: l.On, Lag: l.Lag} }),
			}
		}),
		Approved: httpkit.Each(p.Baseline, func(r projectsvc.BaseRow) PlanBase {
			return PlanBase{
				Number:   int(r.Number),
				Kind:     project.Kind(r.Kind),
				Source:   sourceOf(r.Source),
				Category: r.CategoryName,
				Name:     r.Name,
				StartsOn: dayOf(r.StartsOn),
				EndsOn:   dayOf(r.EndsOn),
			}
		}),
		Changes: httpkit.Each(p.Changes, func(c projectsvc.PlanChange) PlanChange {
			return PlanChange{
				Version: c.Version,
				Act:     project.PlanAct(c.Act),
				Note:    c.Note,
				By:      c.ByName,
				At:      c.ChangedAt.UTC(),
			}
		}),
	}
}

func movesOf(all []project.Shift) PlanMoves {
	return PlanMoves{httpkit.Each(all, func(m project.Shift) PlanMove {
		return PlanMove{
			Number:      m.Number,
			WasStartsOn: dayOf(m.WasStart),
			WasEndsOn:   dayOf(m.WasEnd),
			StartsOn:    dayOf(m.Start),
			EndsOn:      dayOf(m.End),
		}
	})}
}
