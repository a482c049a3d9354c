package projectsvc

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/internal/projectdb"
	"zabuni.org/core/reference/referencesvc"
)

// numbers are days of a week as the database has them.
func numbers(w project.Week) []int32 {
	out := make([]int32, len(w))
	for i, d := range w {
		out[i] = int32(d)
	}
	return out
}

// calendarOf is when work is done under a plan of a buyer: on the days of its week that are no holidays of the buyer's country.
func calendarOf(ctx context.Context, db pg.DB, owner uuid.UUID, week []int32) (project.Calendar, error) {
	country, err := q.CountryOf(ctx, db, owner)
	out := project.Calendar{Country: country, Week: make(project.Week, len(week))}
	for i, d := range week {
		out.Week[i] = int(d)
	}
	if err != nil {
		return out, err
	}
	days, err := referencesvc.DaysOf(ctx, db, country)
	out.Listed = project.ListOf(days)
	return out, err
}

// tasksOf reads the tasks of a plan as its rules know them.
func tasksOf(ctx context.Context, db pg.DB, owner, plan uuid.UUID) ([]project.Task, error) {
	rows, err := q.Tasks(ctx, db, true, uuid.Nil, plan, owner)
	out := make([]project.Task, len(rows))
	for i, r := range rows {
		out[i] = TaskOf(r)
	}
	return out, err
}

// TaskOf is a task of a row as its rules know it.
func TaskOf(r TaskRow) project.Task {
	t := project.Task{
		Number:   int(r.Number),
		Kind:     project.Kind(r.Kind),
		Category: r.CategoryID,
		Name:     r.Name,
		Note:     r.Note,
		Owner:    r.OwnerID,
		Start:    r.StartsOn,
		End:      r.EndsOn,
		Progress: int(r.Progress),
	}
	if r.Source != nil {
		t.Source = project.Source(*r.Source)
	}
	for i, n := range r.After {
		t.After = append(t.After, project.Link{On: int(n), Lag: int(r.Lags[i])})
	}
	return t
}

// put writes what has become another of the tasks of a plan.
func put(ctx context.Context, tx pg.Tx, p projectdb.Plan, was, now []project.Task) error {
	var writes pg.Queue
	gone := []int32{}
	for _, t := range was {
		if !slices.ContainsFunc(now, func(x project.Task) bool { return x.Number == t.Number }) {
			gone = append(gone, int32(t.Number))
		}
	}
	if len(gone) > 0 {
		if err := q.DropTasks(ctx, &writes, p.ID, p.BuyerID, gone); err != nil {
			return err
		}
	}
	for i, t := range now {
		if i < len(was) && len(gone) == 0 && was[i].Same(t) {
			continue
		}
		after, lags := make([]int32, len(t.After)), make([]int32, len(t.After))
		for k, l := range t.After {
			after[k], lags[k] = int32(l.On), int32(l.Lag)
		}
		if err := q.PutTask(ctx, &writes, projectdb.PutTaskParams{
			PlanID:     p.ID,
			Number:     int32(t.Number),
			BuyerID:    p.BuyerID,
			Position:   int32(i),
			Kind:       string(t.Kind),
			Source:     pg.OrNil(t.Source),
			CategoryID: t.Category,
			Name:       t.Name,
			Note:       t.Note,
			OwnerID:    t.Owner,
			StartsOn:   t.Start,
			EndsOn:     t.End,
			Progress:   int32(t.Progress),
			After:      after,
			Lags:       lags,
		}); err != nil {
			return err
		}
	}
	return writes.Send(ctx, tx)
}

// involvedIn are the accounts of those who may own a task of a buyer's plan: who manages
// jobs there, and at the operator whose actor draws it.
func (s *Service) involvedIn(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID) ([]uuid.UUID, error) {
	people, err := s.people.Holders(ctx, db, owner, access.ManageJob, nil)
	if err != nil {
		return nil, err
	}
	house, err := s.people.Holders(ctx, db, a.Org, access.ManageJob, nil)
	out := []uuid.UUID{}
	for _, p := range slices.Concat(people, house) {
		out = append(out, p.Account)
	}
	return out, err
}

// involved checks that the owners of tasks manage jobs on either side; who owned a task
// before stays, though they have left since.
func (s *Service) involved(ctx context.Context, tx pg.Tx, a access.Actor, owner uuid.UUID, tasks, was []project.Task) error {
	people, err := s.involvedIn(ctx, tx, a, owner)
	if err != nil {
		return err
	}
	for _, t := range was {
		if t.Owner != nil {
			people = append(people, *t.Owner)
		}
	}
	var f fault.Fields
	for i, t := range tasks {
		if t.Owner != nil && !slices.Contains(people, *t.Owner) {
			f.Add(fmt.Sprintf("/tasks/%d/owner_id", i), project.NotInvolved)
		}
	}
	return f.Err()
}

// daysOf are the days that a job has, category by category in the order of their lives.
func daysOf(ctx context.Context, db pg.DB, owner, job uuid.UUID) ([]project.Day, error) {
	rows, err := q.JobDays(ctx, db, job, owner)
	var out []project.Day
	for _, r := range rows {
		for _, d := range []struct {
			source project.Source
			on     time.Time
		}{{project.Opens, r.OpensOn}, {project.Closes, r.ClosesOn}, {project.Opening, r.OpeningOn}, {project.Standstill, r.StandstillOn}} {
			if d.on.Year() > 1 {
				out = append(out, project.Day{Category: r.ID, Source: d.source, On: d.on})
			}
		}
	}
	return out, err
}
