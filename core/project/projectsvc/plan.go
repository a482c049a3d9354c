package projectsvc

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/internal/projectdb"
	"zabuni.org/core/sourcing"
)

// Events of plans.
const (
	PlanDrawn     = "project.plan.drawn"
	PlanSaved     = "project.plan.saved"
	PlanSubmitted = "project.plan.submitted"
	PlanApproved  = "project.plan.approved"
	PlanReturned  = "project.plan.returned"
	PlanRevised   = "project.plan.revised"
	PlanReported  = "project.plan.reported"
	PlanMoved     = "project.plan.moved" // detail: Moved
)

// sees admits to plans of a context: a buyer's people to those of their company, on the
// desk of risks while it has that module, and the operator's people who manage jobs to all.
func sees(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID, of project.Context) error {
	if a.Type == access.Operator {
		return a.Staff(access.ManageJob)
	}
	if err := a.Be(access.Buyer); err != nil {
		return err
	}
	if a.Org != owner {
		return project.PlanNotFound.New("")
	}
	if of == project.OfRisk {
		return partysvc.NeedModule(ctx, db, owner, string(sourcing.RiskManagement))
	}
	return nil
}

// draws admits those who draw plans: both sides' people who manage jobs.
func draws(a access.Actor) error {
	if a.Type == access.Operator {
		return a.Staff(access.ManageJob)
	}
	return decides(a)
}

// ours tells whether the actor's side draws a plan.
func ours(a access.Actor, byBuyer bool) bool { return byBuyer == (a.Type == access.Buyer) }

// OwnerOfPlan says whose a plan is: a buyer's people know but their own.
func (s *Service) OwnerOfPlan(ctx context.Context, a access.Actor, plan uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Operator {
		return a.Org, nil
	}
	owner, err := q.PlanOwner(ctx, s.db, plan)
	if pg.NoRows(err) {
		err = project.PlanNotFound.New("")
	}
	return owner, err
}

// A NewPlan is a plan that has no tasks but the days of its job.
type NewPlan struct {
	Context project.Context
	Buyer   uuid.UUID
	Job     *uuid.UUID
	Title   string
}

// Draw begins a plan of a buyer's job, with the statutory days that the job has, or of none.
func (s *Service) Draw(ctx context.Context, a access.Actor, n NewPlan) (uuid.UUID, error) {
	made := uuid.Must(uuid.NewV7())
	return made, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := draws(a); err != nil {
			return err
		}
		if err := sees(ctx, tx, a, n.Buyer, n.Context); err != nil {
			return err
		}
		var f fault.Fields
		n.Title = f.Line("/title", n.Title, 200)
		country, err := q.BuyerForPlan(ctx, tx, n.Buyer)
		switch {
		case pg.NoRows(err):
			f.Add("/buyer_id", fault.Unknown)
		case err != nil:
			return err
		}
		zone := party.Zone(country).String()
		if n.Job != nil {
			job, err := q.JobForPlan(ctx, tx, *n.Job, n.Buyer)
			switch {
			case pg.NoRows(err):
				f.Add("/job_id", project.NoSuchJob)
			case err != nil:
				return err
			case (job.Activity == string(sourcing.RiskManagement)) != (n.Context == project.OfRisk):
				f.Add("/job_id", project.OtherDesk)
			default:
				zone = job.Timezone
			}
		}
		if err := f.Err(); err != nil {
			return err
		}
		number, err := q.NextPlan(ctx, tx, n.Buyer)
		if err != nil {
			return err
		}
		week := project.WeekOf(country)
		err = q.InsertPlan(ctx, tx, projectdb.InsertPlanParams{
			ID:       made,
			BuyerID:  n.Buyer,
			Number:   number,
			Context:  string(n.Context),
			Title:    n.Title,
			JobID:    n.Job,
			Timezone: zone,
			Week:     numbers(week),
			Status:   string(project.Drawn),
			DrawnBy:  a.User,
			ByBuyer:  a.Type == access.Buyer,
			Now:      tx.Now,
		})
		if err != nil {
			return err
		}
		if n.Job != nil {
			days, err := daysOf(ctx, tx, n.Buyer, *n.Job)
			if err != nil {
				return err
			}
			tasks, _, _ := project.Follow(nil, days, project.Calendar{Week: week, Country: country}) // nothing is there yet that could be moved
			if err := put(ctx, tx, projectdb.Plan{ID: made, BuyerID: n.Buyer}, nil, tasks); err != nil {
				return err
			}
		}
		return s.told(ctx, tx, a, projectdb.Plan{ID: made, BuyerID: n.Buyer, Title: n.Title}, PlanDrawn, project.WasDrawn, "", nil)
	})
}

// SavePlan draws a plan anew, all of its tasks; version is the one that was seen. What does
// not fit is moved to where it fits, and told.
func (s *Service) SavePlan(ctx context.Context, a access.Actor, owner, id uuid.UUID, form project.PlanForm, version int32) ([]project.Shift, error) {
	var moved []project.Shift
	return moved, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		p, err := s.holdDrawn(ctx, tx, a, owner, id, version)
		if err != nil {
			return err
		}
		if !project.PlanStatus(p.Status).Open() {
			return project.PlanNotSo.New("%s", p.Status).With("status", p.Status)
		}
		was, err := tasksOf(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		form, err := form.Check(was)
		if err != nil {
			return err
		}
		if err := s.involved(ctx, tx, a, owner, form.Tasks, was); err != nil {
			return err
		}
		calendar, err := calendarOf(ctx, tx, owner, numbers(form.Week))
		if err != nil {
			return err
		}
		moved = project.Settle(form.Tasks, calendar)
		if err := put(ctx, tx, p, was, form.Tasks); err != nil {
			return err
		}
		if err := q.UpdatePlan(ctx, tx, projectdb.UpdatePlanParams{
			ID:      id,
			BuyerID: owner,
			Title:   form.Title,
			Week:    numbers(form.Week),
			Now:     tx.Now,
		}); err != nil {
			return err
		}
		p.Title = form.Title
		return s.told(ctx, tx, a, p, PlanSaved, project.WasSaved, "", map[string]any{"tasks": len(form.Tasks)})
	})
}

// Step brings a plan to another status: who draws it submits and revises it, the buyer
// approves it, by another person than who sent it, or returns it with a reason.
func (s *Service) Step(ctx context.Context, a access.Actor, owner, id uuid.UUID, to project.PlanStatus, note string, version int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var p projectdb.Plan
		var err error
		if to == project.Approved || to == project.Returned {
			p, err = s.holdPlan(ctx, tx, a, owner, id, version, decides)
		} else {
			p, err = s.holdDrawn(ctx, tx, a, owner, id, version)
		}
		if err != nil {
			return err
		}
		if !project.PlanStatus(p.Status).Leads(to) {
			return project.PlanNotSo.New("%s to %s", p.Status, to).With("status", p.Status)
		}
		var f fault.Fields
		event, act := PlanSubmitted, project.WasSubmitted
		reason, revision, sender := p.Reason, p.Revision, p.SentBy
		switch to {
		case project.Returned:
			event, act = PlanReturned, project.WasReturned
			note = f.Need("/reason", note, 2000)
			reason = note
		case project.Approved:
			if itsSender(a, sender) {
				return project.PlanOwn.New("")
			}
			event, act, reason, note = PlanApproved, project.WasApproved, "", ""
			revision++
		case project.Revised:
			event, act = PlanRevised, project.WasRevised
			note = f.Need("/reason", note, 2000)
		default:
			note, sender = f.May("/reason", note, 2000), &a.User
			tasks, err := tasksOf(ctx, tx, owner, id)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(tasks, func(t project.Task) bool { return t.Kind != project.Statutory }) {
				return project.PlanEmpty.New("")
			}
		}
		if err := f.Err(); err != nil {
			return err
		}
		err = q.MovePlan(ctx, tx, projectdb.MovePlanParams{
			Status:   string(to),
			Reason:   reason,
			Revision: revision,
			SentBy:   sender,
			Now:      tx.Now,
			ID:       id,
			BuyerID:  owner,
		})
		if err != nil {
			return err
		}
		if to == project.Approved {
			if err := q.KeepBaseline(ctx, tx, revision, id, owner); err != nil {
				return err
			}
		}
		return s.told(ctx, tx, a, p, event, act, note, Stepped{note})
	})
}

// decides admits those who approve a plan: people of the buyer who manage its jobs.
func decides(a access.Actor) error {
	if err := a.Be(access.Buyer); err != nil {
		return err
	}
	return a.Need(access.ManageJob)
}

// itsSender tells whether the actor has sent a plan.
func itsSender(a access.Actor, sender *uuid.UUID) bool { return sender != nil && *sender == a.User }

// Report says how far a task of a plan is that was approved before, in per cent.
func (s *Service) Report(ctx context.Context, a access.Actor, owner, id uuid.UUID, number, progress int, version int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		p, err := s.holdPlan(ctx, tx, a, owner, id, version, draws)
		if err != nil {
			return err
		}
		if p.Revision == 0 {
			return project.PlanNotSo.New("never approved").With("status", p.Status)
		}
		tasks, err := tasksOf(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(tasks, func(t project.Task) bool { return t.Number == number })
		if i < 0 || tasks[i].Kind == project.Statutory {
			return project.TaskNotFound.New("")
		}
		var f fault.Fields
		if progress < 0 || progress > 100 {
			f.Add("/progress", fault.OutOfRange, "min", "0", "max", "100")
		}
		if err := f.Err(); err != nil {
			return err
		}
		was := tasks[i].Progress
		after := slices.Clone(tasks)
		after[i].Progress = progress
		if err := put(ctx, tx, p, tasks, after); err != nil {
			return err
		}
		if err := q.TouchPlan(ctx, tx, tx.Now, id, owner); err != nil {
			return err
		}
		note := fmt.Sprintf("%d: %d → %d %%", number, was, progress)
		return s.told(ctx, tx, a, p, PlanReported, project.WasReported, note, map[string]any{"task": number, "progress": progress, "was": was})
	})
}

// holdPlan locks a plan for who changes it.
func (s *Service) holdPlan(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, version int32, may func(access.Actor) error) (projectdb.Plan, error) {
	if err := may(a); err != nil {
		return projectdb.Plan{}, err
	}
	p, err := q.LockPlan(ctx, tx, id, owner)
	if pg.NoRows(err) || err == nil && hidden(a, p.Status, p.ByBuyer) {
		err = project.PlanNotFound.New("")
	}
	if err == nil {
		err = sees(ctx, tx, a, owner, project.Context(p.Context))
	}
	if err == nil && p.Version != version {
		err = project.PlanChanged.New("version %d, seen %d", p.Version, version)
	}
	return p, err
}

// holdDrawn is the same for who draws on it: people of the side that has begun it.
func (s *Service) holdDrawn(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, version int32) (projectdb.Plan, error) {
	p, err := s.holdPlan(ctx, tx, a, owner, id, version, draws)
	if err == nil && !ours(a, p.ByBuyer) {
		err = project.PlanOfOther.New("")
	}
	return p, err
}

// hidden tells whether a plan was never sent to who looks at it.
func hidden(a access.Actor, status string, byBuyer bool) bool {
	return status == string(project.Drawn) && !ours(a, byBuyer)
}

// told puts what was done with a plan into its history and into the log.
func (s *Service) told(ctx context.Context, tx pg.Tx, a access.Actor, p projectdb.Plan, event string, act project.PlanAct, note string, detail any) error {
	by := &a.User
	if a.User == access.System.User {
		by = nil
	}
	if err := q.KeepPlanChange(ctx, tx, projectdb.KeepPlanChangeParams{
		Act:       string(act),
		Note:      note,
		ChangedBy: by,
		PlanID:    p.ID,
		BuyerID:   p.BuyerID,
	}); err != nil {
		return err
	}
	if detail == nil {
		detail = map[string]any{"title": p.Title}
	}
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: event, Object: "plan", ObjectID: p.ID, Owner: p.BuyerID, Detail: detail})
	return err
}

// A Stepped is the detail of a plan's step: what was said with it.
type Stepped struct {
	Reason string `json:"reason,omitempty"`
}
