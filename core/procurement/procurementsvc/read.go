package procurementsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/internal/procurementdb"
	"zabuni.org/core/sourcing"
)

// Rows of plans.
type (
	// PlanRow is a plan as lists have it.
	PlanRow = procurementdb.PlansRow
	// ItemRow is an item with what jobs took of it.
	ItemRow = procurementdb.ItemsRow
	// Change is what was done with a plan.
	Change = procurementdb.ChangesRow
	// Sum is what a plan will cost in a currency, and what jobs take of it.
	Sum = procurementdb.SumsRow
	// Choice is an item of which a job may be.
	Choice = procurementdb.ChoicesRow
)

// Filter narrows a list of plans; the zero value narrows nothing.
type Filter struct {
	Buyer       *uuid.UUID // at the operator's desk; nil: all
	Year        int        // 0: any
	Statuses    []procurement.Status
	Departments []uuid.UUID // of the plan or of an item of it
	Search      string
}

// Plans is one page of plans, the newest first: those of the actor's company, or at the operator's desk those of all.
func (s *Service) Plans(ctx context.Context, a access.Actor, f Filter, after string, limit int) (page.Of[PlanRow], error) {
	var out page.Of[PlanRow]
	owner := f.Buyer
	if a.Type != access.Operator {
		owner = &a.Org
		if err := may(a, a.Org); err != nil {
			return out, err
		}
	} else if err := a.Staff(access.ManageJob); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.Plans(ctx, s.db, procurementdb.PlansParams{
		BuyerID:     owner,
		AfterAt:     c.At,
		AfterID:     c.ID,
		Year:        int32(f.Year),
		Statuses:    closed.Values(f.Statuses...),
		Departments: append([]uuid.UUID{}, f.Departments...),
		Search:      pg.Sought(f.Search),
		MaxRows:     int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r PlanRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// A Plan is a plan with its sums, its history and what may be done with it.
type Plan struct {
	procurementdb.PlanRow
	Sums     []Sum
	Splits   []sourcing.Split // that may have been split to stay below a ceiling
	Changes  []Change
	MayWrite bool
	MayDo    []procurement.Status // to which the actor may bring it
}

// Plan returns a plan.
func (s *Service) Plan(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Plan, error) {
	var out Plan
	if err := may(a, owner); err != nil {
		return out, err
	}
	var err error
	if out.PlanRow, err = q.Plan(ctx, s.db, id, owner); err != nil {
		if pg.NoRows(err) {
			err = procurement.NotFound.New("")
		}
		return out, err
	}
	if out.Sums, err = q.Sums(ctx, s.db, id, owner); err != nil {
		return out, err
	}
	items, _, err := itemsOf(ctx, s.db, owner, id)
	if err != nil {
		return out, err
	}
	bought := make([]sourcing.Purchase, len(items))
	for i, x := range items {
		bought[i] = x.Purchase()
	}
	out.Splits = sourcing.Splits(out.Regime, bought)
	if out.Changes, err = q.Changes(ctx, s.db, id, owner); err != nil {
		return out, err
	}
	status := procurement.Status(out.Status)
	out.MayWrite = status.Open()
	own := out.SentBy != nil && *out.SentBy == a.User
	for _, to := range []procurement.Status{procurement.Submitted, procurement.Approved, procurement.Returned, procurement.Revised} {
		decides := to == procurement.Approved || to == procurement.Returned
		if status.Leads(to) && (!decides || a.Type == access.Buyer) && (to != procurement.Approved || !own) {
			out.MayDo = append(out.MayDo, to)
		}
	}
	return out, nil
}

// itemsOf are all items of a plan, and those of which there are jobs.
func itemsOf(ctx context.Context, db pg.DB, owner, plan uuid.UUID) ([]procurement.Item, map[uuid.UUID]bool, error) {
	rows, err := q.AllItems(ctx, db, plan, owner)
	out, used := make([]procurement.Item, len(rows)), map[uuid.UUID]bool{}
	for i, r := range rows {
		out[i] = procurement.Item{ID: r.ID, Number: r.Number, Title: r.Title, DepartmentID: r.DepartmentID, Classification: r.Classification,
			Activity: sourcing.Activity(r.Activity), Currency: money.Currency(r.Currency), Estimate: r.Estimate, PublishOn: r.PublishOn, AwardOn: r.AwardOn,
			BudgetLine: r.BudgetLine, Version: r.Version}
		used[r.ID] = r.Used
	}
	return out, used, err
}

// ItemFilter narrows the items of a plan; the zero value narrows nothing.
type ItemFilter struct {
	Item        *uuid.UUID // this one alone
	Departments []uuid.UUID
	Activities  []sourcing.Activity
	Quarter     int // of the year in which it is published; 0: any
	Search      string
}

// Items is one page of the items of a plan, in the order of their days.
func (s *Service) Items(ctx context.Context, a access.Actor, owner, plan uuid.UUID, f ItemFilter, after string, limit int) (page.Of[ItemRow], error) {
	var out page.Of[ItemRow]
	if err := may(a, owner); err != nil {
		return out, err
	}
	if _, err := q.Plan(ctx, s.db, plan, owner); err != nil {
		if pg.NoRows(err) {
			err = procurement.NotFound.New("")
		}
		return out, err
	}
	c := page.Cursor{At: time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)}
	if after != "" {
		var err error
		if c, err = page.Parse(after); err != nil {
			return out, err
		}
	}
	rows, err := q.Items(ctx, s.db, procurementdb.ItemsParams{
		PlanID:      plan,
		BuyerID:     owner,
		AfterOn:     c.At,
		AfterID:     c.ID,
		Departments: append([]uuid.UUID{}, f.Departments...),
		Activities:  closed.Values(f.Activities...),
		ItemID:      f.Item,
		Quarter:     int32(f.Quarter),
		Search:      pg.Sought(f.Search),
		MaxRows:     int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r ItemRow) page.Cursor { return page.Cursor{At: r.PublishOn, ID: r.ID} }), err
}

// StageOf is how far an item has come.
func StageOf(r ItemRow) procurement.Stage {
	switch {
	case r.Contracted:
		return procurement.Contracted
	case r.Jobs > 0:
		return procurement.InStage
	}
	return procurement.Planned
}

// choices is how many items a search offers.
const choices = 50

// Choices are items of approved plans of which a job may be.
func (s *Service) Choices(ctx context.Context, a access.Actor, owner uuid.UUID, activity sourcing.Activity, search string) ([]Choice, error) {
	if err := may(a, owner); err != nil {
		return nil, err
	}
	return q.Choices(ctx, s.db, owner, pg.OrNil(activity), pg.Sought(search), choices)
}

// Splits are the purchases of a buyer's jobs in a year that may have been split, by every regime; of those alone that the
// actor may see.
func (s *Service) Splits(ctx context.Context, a access.Actor, owner uuid.UUID, year int) ([]sourcing.Split, error) {
	if err := may(a, owner); err != nil {
		return nil, err
	}
	first := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
	rows, err := q.Bought(ctx, s.db, owner, first.AddDate(0, 0, -sourcing.SplitDays-1), first.AddDate(1, 0, sourcing.SplitDays+1), a.User)
	if err != nil {
		return nil, err
	}
	by := map[string][]sourcing.Purchase{}
	for _, r := range rows {
		by[r.Regime] = append(by[r.Regime], sourcing.Purchase{ID: r.ID, Reference: r.Reference, Activity: sourcing.Activity(r.Activity),
			Classification: r.Classification, Department: r.DepartmentID, Value: money.Amount{Value: r.Estimate, Currency: money.Currency(r.Currency)}, On: r.At})
	}
	var out []sourcing.Split
	for _, r := range sourcing.Regimes {
		out = append(out, sourcing.Splits(r.Code, by[r.Code])...)
	}
	return slices.DeleteFunc(out, func(x sourcing.Split) bool {
		return !slices.ContainsFunc(x.Parts, func(p sourcing.Purchase) bool { return p.On.Year() == year })
	}), nil
}

// A Notice is what people are told of a plan.
type Notice struct {
	Title   string
	Year    int32
	Buyer   string
	Status  procurement.Status
	DrawnBy uuid.UUID
	SentBy  *uuid.UUID
}

// Notice returns what people are told of a plan.
func (s *Service) Notice(ctx context.Context, db pg.DB, owner, id uuid.UUID) (Notice, error) {
	p, err := q.Plan(ctx, db, id, owner)
	return Notice{Title: p.Title, Year: p.Year, Buyer: p.BuyerName, Status: procurement.Status(p.Status), DrawnBy: p.DrawnBy, SentBy: p.SentBy}, err
}
