package contractsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Rows of where contracts come from.
type (
	// SourcedJob is a job that an award or a list came of.
	SourcedJob = contractdb.SourcedJobsRow
	// SourcedCategory is one of its categories.
	SourcedCategory = contractdb.SourcedCategoriesRow
	// CategoryHead is such a category by itself.
	CategoryHead = contractdb.SourcedCategoryRow
	// ChosenSupplier is whom an award or a list chose.
	ChosenSupplier = contractdb.ChosenSuppliersRow
	// HelpedBuyer is a buyer with what its contracts wait for.
	HelpedBuyer = contractdb.HelpedBuyersRow
)

// looker is whose contracts somebody looks at by where they come from, with the activities that
// are off there. The operator's people who help a buyer look into all of its categories.
func (s *Service) looker(ctx context.Context, a access.Actor, buyer uuid.UUID) (owner uuid.UUID, off []string, everybody bool, err error) {
	if owner, err = s.reader(ctx, a, buyer); err != nil {
		return owner, nil, false, err
	}
	off, err = partysvc.ActivitiesOff(ctx, s.db, owner)
	return owner, off, a.Type == access.Operator, err
}

// JobFilter narrows a list of jobs; the zero value narrows nothing.
type JobFilter struct {
	Activities []sourcing.Activity
	Search     string
}

// Jobs is one page of the jobs of a buyer that an award or a list came of, the newest first.
func (s *Service) Jobs(ctx context.Context, a access.Actor, buyer uuid.UUID, f JobFilter, after string, limit int) (page.Of[SourcedJob], error) {
	var out page.Of[SourcedJob]
	owner, off, everybody, err := s.looker(ctx, a, buyer)
	if err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.SourcedJobs(ctx, s.db, contractdb.SourcedJobsParams{
		BuyerID:    owner,
		Everybody:  everybody,
		AccountID:  a.User,
		AfterAt:    c.At,
		AfterID:    c.ID,
		Off:        off,
		Activities: closed.Values(f.Activities...),
		Search:     pg.Sought(f.Search),
		MaxRows:    int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r SourcedJob) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// A JobOf is a job with its categories that an award or a list came of.
type JobOf struct {
	contractdb.SourcedJobRow
	Categories []SourcedCategory
}

// Job is a job of the actor's company; one of another activity than the address says is none.
func (s *Service) Job(ctx context.Context, a access.Actor, id uuid.UUID, activity sourcing.Activity) (JobOf, error) {
	var out JobOf
	owner, off, everybody, err := s.looker(ctx, a, uuid.Nil)
	if err != nil {
		return out, err
	}
	out.SourcedJobRow, err = q.SourcedJob(ctx, s.db, id, owner, off)
	if pg.NoRows(err) || err == nil && out.Activity != string(activity) {
		return JobOf{}, sourcing.JobNotFound.New("")
	}
	if err != nil {
		return out, err
	}
	out.Categories, err = q.SourcedCategories(ctx, s.db, id, owner, everybody, a.User)
	if err == nil && len(out.Categories) == 0 { // behind closed doors it is not there
		err = sourcing.JobNotFound.New("")
	}
	return out, err
}

// sourced reads a category of the actor's company that the person may look into.
func (s *Service) sourced(ctx context.Context, a access.Actor, id uuid.UUID) (CategoryHead, uuid.UUID, error) {
	owner, off, everybody, err := s.looker(ctx, a, uuid.Nil)
	if err != nil {
		return CategoryHead{}, owner, err
	}
	row, err := q.SourcedCategory(ctx, s.db, contractdb.SourcedCategoryParams{
		ID:        id,
		BuyerID:   owner,
		Off:       off,
		Everybody: everybody,
		AccountID: a.User,
	})
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	return row, owner, err
}

// A CategoryContracts is a category with a page of the contracts that followed its award.
type CategoryContracts struct {
	CategoryHead
	List
}

// ContractsOfCategory is one page of the contracts of a category; one of another activity than the
// address says is none.
func (s *Service) ContractsOfCategory(ctx context.Context, a access.Actor, id uuid.UUID, activity sourcing.Activity, f Filter, after string, limit int) (CategoryContracts, error) {
	head, _, err := s.sourced(ctx, a, id)
	if err == nil && head.Activity != string(activity) {
		err = sourcing.CategoryNotFound.New("")
	}
	if err != nil {
		return CategoryContracts{}, err
	}
	f.Category = &id
	list, err := s.Contracts(ctx, a, uuid.Nil, f, after, limit)
	return CategoryContracts{head, list}, err
}

// SuppliersOfCategory are those whom an award or a list of a category chose.
func (s *Service) SuppliersOfCategory(ctx context.Context, a access.Actor, id uuid.UUID) (CategoryHead, []ChosenSupplier, error) {
	head, owner, err := s.sourced(ctx, a, id)
	if err != nil {
		return head, nil, err
	}
	rows, err := q.ChosenSuppliers(ctx, s.db, id, owner)
	return head, rows, err
}

// HelpedBuyers is one page of the buyers with contracts, for those who help them with these.
func (s *Service) HelpedBuyers(ctx context.Context, a access.Actor, search, after string, limit int) (page.Of[HelpedBuyer], error) {
	var out page.Of[HelpedBuyer]
	if err := access.Only(access.Operator, access.ManageContract).Admit(a); err != nil {
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
	rows, err := q.HelpedBuyers(ctx, s.db, contractdb.HelpedBuyersParams{
		Today:   now,
		Until:   now.AddDate(0, 0, contract.EndingDays),
		AfterAt: c.At,
		AfterID: c.ID,
		Search:  pg.Sought(search),
		Module:  party.Contracts,
		MaxRows: int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r HelpedBuyer) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}
