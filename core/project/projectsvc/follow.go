package projectsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
)

// Moved is the detail of a plan that follows its job: what has moved from which day.
type Moved struct {
	Category uuid.UUID   `json:"category_id"`
	Tasks    []MovedTask `json:"tasks"`
}

// A MovedTask is one that has moved, and of whom.
type MovedTask struct {
	Number   int        `json:"number"`
	Owner    *uuid.UUID `json:"owner_id,omitempty"`
	WasStart string     `json:"was_starts_on"` // 2006-01-02, as all days here
	WasEnd   string     `json:"was_ends_on"`
	Start    string     `json:"starts_on"`
	End      string     `json:"ends_on"`
}

// Follow brings the plans of a category's job to the days that the job has now, and pushes
// what waits for them. Where nothing is another nothing is written, so that an event that
// comes twice, or late, moves nothing twice.
func (s *Service) Follow(ctx context.Context, tx pg.Tx, owner, category uuid.UUID) error {
	ids, err := q.PlansOf(ctx, tx, category, owner)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.follow(ctx, tx, owner, id, category); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) follow(ctx context.Context, tx pg.Tx, owner, id, category uuid.UUID) error {
	p, err := q.LockPlan(ctx, tx, id, owner)
	if err != nil || p.JobID == nil {
		return err
	}
	was, err := tasksOf(ctx, tx, owner, id)
	if err != nil {
		return err
	}
	days, err := daysOf(ctx, tx, owner, *p.JobID)
	if err != nil {
		return err
	}
	calendar, err := calendarOf(ctx, tx, owner, p.Week)
	if err != nil {
		return err
	}
	now, moved, changed := project.Follow(was, days, calendar)
	if !changed {
		return nil
	}
	if err := put(ctx, tx, p, was, now); err != nil {
		return err
	}
	if err := q.TouchPlan(ctx, tx, tx.Now, id, owner); err != nil {
		return err
	}
	d := Moved{Category: category, Tasks: []MovedTask{}}
	for _, m := range moved {
		for _, t := range now {
			if t.Number == m.Number {
				d.Tasks = append(d.Tasks, MovedTask{
					Number:   m.Number,
					Owner:    t.Owner,
					WasStart: m.WasStart.Format(time.DateOnly),
					WasEnd:   m.WasEnd.Format(time.DateOnly),
					Start:    m.Start.Format(time.DateOnly),
					End:      m.End.Format(time.DateOnly),
				})
			}
		}
	}
	return s.told(ctx, tx, access.System, p, PlanMoved, project.WasMoved, "", d)
}

// A PlanNotice is a plan as people are told of it.
type PlanNotice struct {
	Title   string
	Buyer   string
	Context project.Context
	DrawnBy uuid.UUID
	ByBuyer bool
	SentBy  *uuid.UUID
	Status  project.PlanStatus
	Tasks   map[int]string // names by number, that of its category of a statutory day
}

// Notice returns what people are told of a plan.
func (s *Service) Notice(ctx context.Context, db pg.DB, owner, id uuid.UUID) (PlanNotice, error) {
	p, err := q.Plan(ctx, db, time.Time{}, id, owner)
	if err != nil {
		return PlanNotice{}, err
	}
	out := PlanNotice{
		Title:   p.Title,
		Buyer:   p.BuyerName,
		Context: project.Context(p.Context),
		DrawnBy: p.DrawnBy,
		ByBuyer: p.ByBuyer,
		SentBy:  p.SentBy,
		Status:  project.PlanStatus(p.Status),
		Tasks:   map[int]string{},
	}
	rows, err := q.Tasks(ctx, db, true, uuid.Nil, id, owner)
	for _, r := range rows {
		out.Tasks[int(r.Number)] = r.Name + r.CategoryName // one of them is empty
	}
	return out, err
}
