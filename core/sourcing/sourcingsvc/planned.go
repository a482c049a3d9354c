package sourcingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/reference/referencesvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// planned holds a job's form against the item of a plan that it names: its method, its class, its department and what the
// budget has left. job has but its owner where it is being made.
func planned(ctx context.Context, tx pg.Tx, job sourcing.Job, form sourcing.JobForm) (sourcing.JobForm, error) {
	if form.PlanItem == nil {
		return form, nil
	}
	row, err := q.HoldPlanned(ctx, tx, *form.PlanItem, job.Buyer)
	if pg.NoRows(err) {
		return form, fault.Invalid.Wrap(err, "").At("/plan_item_id", fault.Unknown)
	}
	if err != nil {
		return form, err
	}
	committed, err := q.Committed(ctx, tx, row.ID, job.Buyer, uuid.Nil, job.ID)
	if err != nil {
		return form, err
	}
	p := plannedOf(sourcingdb.PlannedRow(row), committed)
	method := "/activity"
	if job.ID != uuid.Nil {
		method = "/plan_item_id" // the activity stays what it is
	}
	form.Known = append(form.Known, row.Classification)
	had := job.PlanItemID != nil && *job.PlanItemID == p.ID
	var f fault.Fields
	form = p.Take(&f, form, had, method)
	asked, err := q.Asked(ctx, tx, job.ID, job.Buyer)
	if err != nil {
		return form, err
	}
	left := p.Left()
	for _, a := range asked {
		switch {
		case money.Currency(a.Currency) != p.Currency:
			f.Add("/plan_item_id", sourcing.OtherCurrency, "currency", string(p.Currency))
		case left.Less(a.Estimate):
			f.Add("/plan_item_id", sourcing.OverBudget, "left", left.Short(), "currency", string(p.Currency))
		}
	}
	if len(asked) == 0 && left.Sign() <= 0 {
		f.Add("/plan_item_id", sourcing.OverBudget, "left", left.Short(), "currency", string(p.Currency))
	}
	return form, f.Err()
}

// coded raises what is wrong with the code of a form, by the list of codes.
func coded(ctx context.Context, tx pg.Tx, form sourcing.JobForm) error {
	if form.Classification == "" {
		return nil
	}
	said := form.Classification
	if form.Digit != "" {
		said += "-" + form.Digit
	}
	codes, err := referencesvc.Vocabulary(ctx, tx, said)
	if err != nil {
		return err
	}
	var f fault.Fields
	codes.Note(&f, "/classification", said, form.Known...)
	return f.Err()
}

// staysPlanned keeps what is published at its item of a plan, and at what it was said to buy: nobody takes it out of a budget,
// or out of what is looked at together, once bidders have seen it.
func staysPlanned(job sourcing.Job, form sourcing.JobForm) error {
	switch {
	case job.Status == sourcing.JobDraft:
	case job.PlanItemID != nil && (form.PlanItem == nil || *form.PlanItem != *job.PlanItemID):
		return sourcing.Published.New("the item of a plan").At("/plan_item_id", fault.NotAllowed)
	case job.Classification != "" && form.Classification != job.Classification:
		return sourcing.Published.New("the classification").At("/classification", fault.NotAllowed)
	}
	return nil
}

func plannedOf(r sourcingdb.PlannedRow, committed money.Decimal) sourcing.Planned {
	return sourcing.Planned{ID: r.ID, Approved: r.Status == "approved", Activity: sourcing.Activity(r.Activity), Classification: r.Classification,
		Department: r.DepartmentID, Currency: money.Currency(r.Currency), Estimate: r.Estimate, Committed: committed}
}

// affordable holds a category of a planned job against what the budget has left; copied: what is left is its estimate
// where nothing is said.
func affordable(ctx context.Context, tx pg.Tx, job sourcing.Job, category uuid.UUID, form sourcing.CategoryForm, copied bool) (sourcing.CategoryForm, error) {
	if job.PlanItemID == nil {
		return form, nil
	}
	row, err := q.HoldPlanned(ctx, tx, *job.PlanItemID, job.Buyer)
	if err != nil {
		return form, err
	}
	committed, err := q.Committed(ctx, tx, row.ID, job.Buyer, category, uuid.Nil)
	if err != nil {
		return form, err
	}
	var f fault.Fields
	form = plannedOf(sourcingdb.PlannedRow(row), committed).Afford(&f, form, copied)
	return form, f.Err()
}

// plannedNow is the item of a plan that a job is of, with what others than a category take of it.
func plannedNow(ctx context.Context, db pg.DB, job sourcing.Job, but uuid.UUID) (*sourcing.Planned, error) {
	row, err := q.Planned(ctx, db, *job.PlanItemID, job.Buyer)
	if err != nil {
		return nil, err
	}
	committed, err := q.Committed(ctx, db, row.ID, job.Buyer, but, uuid.Nil)
	p := plannedOf(row, committed)
	return &p, err
}

// procured adds what the linter has to know of plans and of other purchases.
func procured(ctx context.Context, db pg.DB, c sourcing.Content, in *sourcing.Circumstances) error {
	job, owner := c.Job, c.Category.Buyer
	if job.PlanItemID != nil {
		p, err := plannedNow(ctx, db, job, c.Category.ID)
		if err != nil {
			return err
		}
		in.Planned = p
	}
	r, _ := sourcing.RegimeOf(job.Regime)
	if _, bounded := r.Ceilings[job.Activity]; !bounded || job.Classification == "" || c.Category.Parent != nil {
		return nil
	}
	at := c.Category.OpensAt
	if at.Before(in.Now) {
		at = in.Now
	}
	rows, err := q.Beside(ctx, db, sourcingdb.BesideParams{
		BuyerID:      owner,
		Activity:     string(job.Activity),
		Regime:       job.Regime,
		Class:        sourcing.CPVClass(job.Classification),
		DepartmentID: job.DepartmentID,
		CategoryID:   c.Category.ID,
		At:           at,
	})
	for _, r := range rows {
		if r.ID == c.Category.ID { // it is published today at the earliest, whatever day it was to open on
			y, m, d := at.In(job.Zone()).Date()
			r.At = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
		}
		in.Beside = append(in.Beside, sourcing.Purchase{ID: r.ID, Reference: r.Reference, Activity: sourcing.Activity(r.Activity), Classification: r.Classification,
			Department: r.DepartmentID, Value: money.Amount{Value: *r.Estimate, Currency: money.Currency(r.Currency)}, On: r.At})
	}
	return err
}
