package evaluationsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/access"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/page"
	"zabuni.org/core/pg"
	"zabuni.org/core/sourcing"
)

// Rows of the operator's live screens.
type (
	// JobsByStatus counts jobs.
	JobsByStatus = evaluationdb.JobsByStatusRow
	// CategoriesByStatus counts categories.
	CategoriesByStatus = evaluationdb.CategoriesByStatusRow
	// ClosingSoon is an open category.
	ClosingSoon = evaluationdb.ClosingSoonRow
	// LiveJob is a published job.
	LiveJob = evaluationdb.LiveJobsRow
)

// Live is the state of all buyers' work in numbers.
type Live struct {
	Jobs       []JobsByStatus
	Categories []CategoriesByStatus
	Closing    []ClosingSoon
}

var operator = access.Only(access.Operator)

// closingSoon is how many open categories the operator's home names.
const closingSoon = 8

// Live returns jobs and categories by status and what closes next; for operator staff.
func (s *Service) Live(ctx context.Context, a access.Actor) (Live, error) {
	var out Live
	err := operator.Admit(a)
	if err != nil {
		return out, err
	}
	if out.Jobs, err = q.JobsByStatus(ctx, s.db); err != nil {
		return out, err
	}
	if out.Categories, err = q.CategoriesByStatus(ctx, s.db); err != nil {
		return out, err
	}
	out.Closing, err = q.ClosingSoon(ctx, s.db, closingSoon)
	return out, err
}

// LiveFilter narrows the list of live jobs; the zero value narrows nothing.
type LiveFilter struct {
	Activity sourcing.Activity
	Buyer    *uuid.UUID
	Search   string
	OnlyOpen bool
}

// LiveJobs is one page of published jobs of every buyer, newest first; for operator staff.
func (s *Service) LiveJobs(ctx context.Context, a access.Actor, f LiveFilter, after string, limit int) (page.Of[LiveJob], error) {
	var out page.Of[LiveJob]
	if err := operator.Admit(a); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.LiveJobs(ctx, s.db, evaluationdb.LiveJobsParams{AfterAt: c.At, AfterID: c.ID, OnlyOpen: f.OnlyOpen, Activity: pg.OrNil(f.Activity),
		Buyer: f.Buyer, Search: pg.OrNil(f.Search), MaxRows: int32(limit + 1)})
	return page.Cut(rows, limit, func(r LiveJob) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// A LiveCategory is a published category in numbers.
type LiveCategory struct {
	evaluationdb.LiveCategoriesRow
	Submissions *int32 // nil: not to be seen yet
}

// LiveCategories returns a published job with its categories; for operator staff.
func (s *Service) LiveCategories(ctx context.Context, a access.Actor, job uuid.UUID) (evaluationdb.LiveJobRow, []LiveCategory, error) {
	if err := operator.Admit(a); err != nil {
		return evaluationdb.LiveJobRow{}, nil, err
	}
	j, err := q.LiveJob(ctx, s.db, job)
	if pg.NoRows(err) {
		err = sourcing.JobNotFound.New("")
	}
	if err != nil {
		return j, nil, err
	}
	rows, err := q.LiveCategories(ctx, s.db, job)
	out := make([]LiveCategory, len(rows))
	for i, r := range rows {
		out[i] = LiveCategory{r, counted(r.Status, r.ClosingCount)}
	}
	return j, out, err
}

// seen is what operator staff may see of a field in a category's present state.
func seen(status string, field evaluation.Field) evaluation.Sight {
	return evaluation.Visible(evaluation.Settings{}, evaluation.RoleOperator, evaluation.Own, phaseOf(sourcing.Status(status)), field)
}

func counted(status string, n *int32) *int32 {
	if seen(status, evaluation.FieldCount) != evaluation.Value {
		return nil
	}
	return n
}

// phaseOf is how far a category has come, as sights ask it.
func phaseOf(s sourcing.Status) evaluation.Phase {
	switch s {
	case sourcing.Approved, sourcing.Open:
		return evaluation.Submitted
	case sourcing.Closed, sourcing.Opening, sourcing.Cancelled:
		return evaluation.Closed
	case sourcing.TechnicalEvaluation:
		return evaluation.TechnicalOpened
	case sourcing.FinancialOpened, sourcing.Evaluated, sourcing.Recommended:
		return evaluation.FinancialOpened
	case sourcing.Notified, sourcing.Awarded, sourcing.Complete:
		return evaluation.Awarded
	}
	return evaluation.Draft
}

// A Participant is a company that takes part. Whether it submitted is told once
// identities may be seen; what it submitted, never.
type Participant struct {
	ID, Supplier         uuid.UUID
	Name, Country, Phone string
	PaidAt               time.Time
	Submitted            *bool
}

// Participants returns a published category with who takes part in it: who paid
// at any time, who submitted after the opening; for operator staff.
func (s *Service) Participants(ctx context.Context, a access.Actor, id uuid.UUID) (evaluationdb.LiveCategoryRow, *int32, []Participant, error) {
	var none evaluationdb.LiveCategoryRow
	if err := access.Only(access.Operator, access.ManageCategory).Admit(a); err != nil {
		return none, nil, nil, err
	}
	c, err := q.LiveCategory(ctx, s.db, id)
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	if err != nil {
		return none, nil, nil, err
	}
	rows, err := q.Participants(ctx, s.db, id)
	named := seen(c.Status, evaluation.FieldIdentity) == evaluation.Value
	out := make([]Participant, len(rows))
	for i, r := range rows {
		out[i] = Participant{ID: r.ID, Supplier: r.SupplierID, Name: r.SupplierName, Country: r.Country, Phone: r.Phone, PaidAt: r.PaidAt.UTC()}
		if named {
			did := r.LatestVersion > 0 && r.Status != "withdrawn"
			out[i].Submitted = &did
		}
	}
	return c, counted(c.Status, c.ClosingCount), out, err
}
