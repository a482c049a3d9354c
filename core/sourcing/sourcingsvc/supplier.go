package sourcingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// OpenFilter narrows what is open; the zero value narrows nothing.
type OpenFilter struct {
	Buyer, Job, CategoryType *uuid.UUID
	Activities               []sourcing.Activity
	Closes                   day.Span // in the zone of each job
	Search                   string
	Fitting                  bool // of the kinds that the supplier has named, or invited
}

// An OpenCategory is a category that a supplier may bid for now.
type OpenCategory struct {
	ID, Job, Buyer                              uuid.UUID
	BuyerName, JobTitle, JobReference, Timezone string
	Activity                                    sourcing.Activity
	Reference, Number, Name                     string
	CategoryType                                *uuid.UUID
	Currency                                    money.Currency
	BidFee                                      money.Decimal
	OpensAt, ClosesAt                           time.Time
	InvitedOnly, Invited, TakingPart            bool
}

// OpenCategories is one page of what a supplier may bid for, the next to close first.
func (s *Service) OpenCategories(ctx context.Context, a access.Actor, f OpenFilter, after string, limit int) (List[OpenCategory], error) {
	var out List[OpenCategory]
	if err := a.Be(access.Supplier); err != nil {
		return out, err
	}
	c, err := soonest(after)
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	rows, err := q.OpenCategories(ctx, s.db, sourcingdb.OpenCategoriesParams{
		SupplierID:   a.Org,
		Now:          now,
		AfterAt:      c.At,
		AfterID:      c.ID,
		BuyerID:      f.Buyer,
		JobID:        f.Job,
		Activities:   closed.Values(f.Activities...),
		ClosesFrom:   f.Closes.First,
		ClosesTo:     f.Closes.Last,
		CategoryType: f.CategoryType,
		Search:       pg.Sought(f.Search),
		Fitting:      f.Fitting,
		MaxRows:      int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	cut := page.Cut(rows, limit, func(r sourcingdb.OpenCategoriesRow) page.Cursor { return page.Cursor{At: r.ClosesAt, ID: r.ID} })
	out.Next = cut.Next
	for _, r := range cut.Items {
		out.Items = append(out.Items, OpenCategory{ID: r.ID, Job: r.JobID, Buyer: r.BuyerID, BuyerName: r.BuyerName, JobTitle: r.JobTitle,
			JobReference: r.JobReference, Timezone: r.Timezone, Activity: sourcing.Activity(r.Activity), Reference: r.Reference, Number: r.Number,
			Name: r.Name, CategoryType: r.CategoryTypeID, Currency: money.Currency(r.Currency), BidFee: r.BidFee, OpensAt: r.OpensAt.UTC(),
			ClosesAt: r.ClosesAt.UTC(), InvitedOnly: r.InvitedOnly, Invited: r.Invited, TakingPart: r.TakingPart})
	}
	n, err := q.CountOpenCategories(ctx, s.db, sourcingdb.CountOpenCategoriesParams{
		SupplierID:   a.Org,
		Now:          now,
		BuyerID:      f.Buyer,
		JobID:        f.Job,
		Activities:   closed.Values(f.Activities...),
		ClosesFrom:   f.Closes.First,
		ClosesTo:     f.Closes.Last,
		CategoryType: f.CategoryType,
		Search:       pg.Sought(f.Search),
		Fitting:      f.Fitting,
	})
	return out.counted(n), err
}

// soonest reads the cursor of a list whose earliest row comes first.
func soonest(after string) (page.Cursor, error) {
	if after == "" {
		return page.Cursor{}, nil
	}
	return page.Parse(after)
}

// An OpenCompany is a buyer with something open.
type OpenCompany struct {
	ID                      uuid.UUID
	Name, Initials, Country string
	Jobs, Categories        int
	NextClosing             time.Time
}

// OpenCompanies is one page of the buyers with something open that the supplier may see.
func (s *Service) OpenCompanies(ctx context.Context, a access.Actor, search, after string, limit int) (page.Of[OpenCompany], error) {
	var out page.Of[OpenCompany]
	if err := a.Be(access.Supplier); err != nil {
		return out, err
	}
	c, err := soonest(after)
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	rows, err := q.CompaniesWithOpenJobs(ctx, s.db, sourcingdb.CompaniesWithOpenJobsParams{SupplierID: a.Org, Now: now, Search: pg.Sought(search),
		AfterAt: c.At, AfterID: c.ID, MaxRows: int32(limit + 1)})
	if err != nil {
		return out, err
	}
	cut := page.Cut(rows, limit, func(r sourcingdb.CompaniesWithOpenJobsRow) page.Cursor {
		return page.Cursor{At: r.NextClosing, ID: r.ID}
	})
	out.Next = cut.Next
	for _, r := range cut.Items {
		out.Items = append(out.Items, OpenCompany{r.ID, r.Name, r.Initials, r.Country, int(r.Jobs), int(r.Categories), r.NextClosing.UTC()})
	}
	return out, nil
}

// A Preview is a category as its bidders see it: no scores, no bands.
type Preview struct {
	sourcing.Content
	BuyerName, TypeName, Timezone string
	GroupName                     string // for which it is kept; empty: for nobody
	Changes                       []ClosingChange
	Documents                     []Document
	Invited                       bool
	Intake                        *Intake // that it is a window of
}

// withoutScoring drops what only authors and evaluators know. How much a question
// counts is published with it (ESPD: weighting stands next to the question); which
// answer earns what is not.
func withoutScoring(c sourcing.Content) sourcing.Content {
	for i := range c.Questions {
		question := &c.Questions[i]
		if !question.Scored {
			question.MaxScore = nil
		}
		question.MinScore, question.Bands = nil, nil
		question.Scored, question.QA, question.DD = false, false, false
		for j := range question.Options {
			question.Options[j].Score = nil
		}
	}
	for i, item := range c.Items {
		if item.Asset != nil {
			shown := item.Asset.ForBidders(c.Category.Status)
			c.Items[i].Asset = &shown
		}
	}
	c.Category.Estimate, c.Invited = nil, 0
	return c
}

// SupplierPreview returns a category that is or was open, as bidders see it, and
// notes the first look of an invited supplier.
func (s *Service) SupplierPreview(ctx context.Context, a access.Actor, id uuid.UUID) (Preview, error) {
	var out Preview
	c, row, err := s.shown(ctx, a, id)
	if err != nil {
		return out, err
	}
	out = Preview{BuyerName: row.BuyerName, TypeName: row.CategoryType, GroupName: row.GroupName, Timezone: row.Timezone, Invited: row.Invited}
	job := sourcing.Job{ID: c.Job, Buyer: c.Buyer, Activity: c.Activity, Title: row.JobTitle, Reference: row.JobReference, Timezone: row.Timezone}
	content, err := sourcingdb.Content(ctx, s.db, q, job, c)
	if err != nil {
		return out, err
	}
	out.Content = withoutScoring(content)
	if out.Changes, err = s.closingChanges(ctx, c.ID, c.Buyer); err != nil {
		return out, err
	}
	if out.Documents, err = s.documents(ctx, c.Job, c.Buyer); err != nil {
		return out, err
	}
	if out.Intake, err = s.rolling(ctx, c.ID, c.Job, c.Buyer); err != nil {
		return out, err
	}
	if row.Invited && row.ViewedAt == nil {
		err = s.viewed(ctx, a, c)
	}
	return out, err
}

// shown returns a category to a supplier who may read it.
func (s *Service) shown(ctx context.Context, a access.Actor, id uuid.UUID) (sourcing.Category, sourcingdb.SupplierCategoryRow, error) {
	if err := a.Be(access.Supplier); err != nil {
		return sourcing.Category{}, sourcingdb.SupplierCategoryRow{}, err
	}
	row, err := q.SupplierCategory(ctx, s.db, a.Org, id)
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	if err != nil {
		return sourcing.Category{}, row, err
	}
	c := row.Category.Domain()
	return c, row, c.Visible(row.Invited)
}

func (s *Service) viewed(ctx context.Context, a access.Actor, c sourcing.Category) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.ViewInvitation(ctx, tx, &tx.Now, c.ID, a.Org)
		if err != nil || n == 0 {
			return err
		}
		return noted(ctx, tx, a, "invitation.viewed", "category", c.ID, c.Buyer, map[string]any{"supplier_id": a.Org})
	})
}

// Preview returns to its authors what bidders will see of a category.
func (s *Service) Preview(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Preview, error) {
	d, err := s.Category(ctx, a, owner, id)
	if err != nil {
		return Preview{}, err
	}
	buyer, err := s.party.Company(ctx, s.db, owner)
	if err != nil {
		return Preview{}, err
	}
	documents, err := s.documents(ctx, d.Job.ID, owner)
	if err != nil {
		return Preview{}, err
	}
	intake, err := s.rolling(ctx, id, d.Job.ID, owner)
	return Preview{Intake: intake, Content: withoutScoring(d.Content), BuyerName: buyer.Name, TypeName: d.TypeName, Timezone: d.Job.Timezone,
		Changes: d.Changes, Documents: documents}, err
}
