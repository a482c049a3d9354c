package procurementsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/internal/procurementdb"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Draw begins a plan of a buyer's year.
func (s *Service) Draw(ctx context.Context, a access.Actor, owner uuid.UUID, form procurement.Form) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	if err := may(a, owner); err != nil {
		return id, err
	}
	form, err := form.Check()
	if err != nil {
		return id, err
	}
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var f fault.Fields
		if is, err := q.IsBuyer(ctx, tx, owner); err != nil {
			return err
		} else if !is {
			f.Add("/buyer_id", fault.Unknown)
		}
		if err := sourcingsvc.NoteDepartment(ctx, tx, &f, owner, form.Department, nil); err != nil {
			return err
		}
		if err := f.Err(); err != nil {
			return err
		}
		err := q.InsertPlan(ctx, tx, procurementdb.InsertPlanParams{
			ID:           id,
			BuyerID:      owner,
			Year:         int32(form.Year),
			Title:        form.Title,
			DepartmentID: form.Department,
			Regime:       form.Regime,
			Private:      form.Private != nil && *form.Private,
			DrawnBy:      a.User,
			Now:          tx.Now,
		})
		if err != nil {
			return titleTaken(err)
		}
		p := procurementdb.ProcurementPlan{ID: id, BuyerID: owner, Title: form.Title, Year: int32(form.Year)}
		return told(ctx, tx, a, p, PlanDrawn, procurement.WasDrawn, "", said(form, form.Private != nil && *form.Private))
	})
}

func said(form procurement.Form, private bool) any {
	return map[string]any{"title": form.Title, "year": form.Year, "private": private}
}

func titleTaken(err error) error {
	if pg.Constraint(err) == "procurement_plan_title" {
		return fault.Invalid.Wrap(err, "").At("/title", fault.Taken)
	}
	return err
}

// Save says anew what a plan is; version is the one that was seen.
func (s *Service) Save(ctx context.Context, a access.Actor, owner, id uuid.UUID, form procurement.Form, version int32) error {
	form, err := form.Check()
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		p, err := holdOpen(ctx, tx, a, owner, id, version)
		if err != nil {
			return err
		}
		var f fault.Fields
		if err := sourcingsvc.NoteDepartment(ctx, tx, &f, owner, form.Department, p.DepartmentID); err != nil {
			return err
		}
		if err := s.stays(ctx, tx, &f, p, form); err != nil {
			return err
		}
		private, err := keptOut(ctx, tx, &f, p, form.Private)
		if err != nil {
			return err
		}
		if err := f.Err(); err != nil {
			return err
		}
		err = q.SavePlan(ctx, tx, procurementdb.SavePlanParams{
			ID:           id,
			BuyerID:      owner,
			Year:         int32(form.Year),
			Title:        form.Title,
			DepartmentID: form.Department,
			Regime:       form.Regime,
			Private:      private,
			Now:          tx.Now,
		})
		if err != nil {
			return titleTaken(err)
		}
		p.Title, p.Year = form.Title, int32(form.Year)
		return told(ctx, tx, a, p, PlanSaved, procurement.WasSaved, "", said(form, private))
	})
}

// stays notes that a plan's year does not change under its items.
func (s *Service) stays(ctx context.Context, tx pg.Tx, f *fault.Fields, p procurementdb.ProcurementPlan, form procurement.Form) error {
	if int(p.Year) == form.Year {
		return nil
	}
	n, err := q.CountItems(ctx, tx, p.ID, p.BuyerID)
	if n > 0 {
		f.Add("/year", fault.NotAllowed)
	}
	return err
}

// keptOut is whether nobody else reads of a plan, where its author says so, or says nothing; it notes that what is public stays
// so. Whoever publishes waits for the lock of the plan that is held here.
func keptOut(ctx context.Context, tx pg.Tx, f *fault.Fields, p procurementdb.ProcurementPlan, say *bool) (bool, error) {
	if say == nil || !*say || p.Private {
		return p.Private && (say == nil || *say), nil
	}
	shown, err := q.PlanIsPublic(ctx, tx, p.ID, p.BuyerID)
	if shown {
		f.Add("/private", fault.NotAllowed)
	}
	return true, err
}

// A Stepped is the detail of a plan's step.
type Stepped struct {
	Title  string `json:"title"`
	Year   int32  `json:"year"`
	Reason string `json:"reason,omitempty"`
}

// Step brings a plan to another status: who writes it submits and revises it; another person than who has sent it approves
// it, or returns it with a reason. It is the buyer's own people who do.
func (s *Service) Step(ctx context.Context, a access.Actor, owner, id uuid.UUID, to procurement.Status, reason string, version int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		p, err := hold(ctx, tx, a, owner, id, version)
		if err != nil {
			return err
		}
		if to == procurement.Approved || to == procurement.Returned {
			if err := a.Be(access.Buyer); err != nil {
				return err
			}
		}
		if !procurement.Status(p.Status).Leads(to) {
			return procurement.NotSo.New("%s to %s", p.Status, to).With("status", p.Status)
		}
		move := procurementdb.MovePlanParams{Status: string(to), Reason: p.Reason, Revision: p.Revision, SentBy: p.SentBy, ApprovedBy: p.ApprovedBy,
			ApprovedAt: p.ApprovedAt, Now: tx.Now, ID: id, BuyerID: owner}
		var f fault.Fields
		var event string
		var act procurement.Act
		switch to {
		case procurement.Submitted:
			event, act = PlanSubmitted, procurement.WasSubmitted
			reason = f.May("/reason", reason, 2000)
			move.SentBy = &a.User
			if n, err := q.CountItems(ctx, tx, id, owner); err != nil {
				return err
			} else if n == 0 && p.Revision == 0 { // what was approved before may be taken out altogether
				return procurement.Empty.New("")
			}
		case procurement.Approved:
			if p.SentBy != nil && *p.SentBy == a.User {
				return procurement.Own.New("")
			}
			event, act, reason = PlanApproved, procurement.WasApproved, ""
			move.Revision, move.ApprovedBy, move.ApprovedAt, move.Reason = p.Revision+1, &a.User, &tx.Now, ""
		case procurement.Returned:
			event, act = PlanReturned, procurement.WasReturned
			reason = f.Need("/reason", reason, 2000)
			move.Reason = reason
		default:
			event, act = PlanRevised, procurement.WasRevised
			reason = f.Need("/reason", reason, 2000)
			move.Reason = reason
		}
		if err := f.Err(); err != nil {
			return err
		}
		if err := q.MovePlan(ctx, tx, move); err != nil {
			return err
		}
		return told(ctx, tx, a, p, event, act, reason, Stepped{p.Title, p.Year, reason})
	})
}
