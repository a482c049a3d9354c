package projectsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/internal/projectdb"
	"zabuni.org/core/sourcing"
)

// Rows of the register.
type (
	// Risk is a row of the register.
	Risk = projectdb.RisksRow
	// Cell counts the risks of a cell of the matrix.
	Cell = projectdb.CellsRow
	// Review is a risk that is looked at again.
	Review = projectdb.NextReviewsRow
	// Change is what a risk was after somebody said something of it.
	Change = projectdb.ChangesRow
	// Buyer is a company with its register in figures.
	Buyer = projectdb.BuyersRow
	// Named is a supplier of whom the register speaks.
	Named = projectdb.SuppliersRow
)

// Filter narrows the register; the zero value narrows nothing.
type Filter struct {
	Statuses           []project.Status
	Levels             []project.Level
	Responses          []project.Response
	Likelihood, Impact int // a cell of the matrix
	Due                day.Span
	Overdue            bool
	Owner              *uuid.UUID
	Job                *uuid.UUID
	Supplier           *uuid.UUID
	Search             string
}

// scores are those of levels, as the database finds them by their index.
func scores(levels []project.Level) []int32 {
	out := []int32{}
	for _, l := range levels {
		from, to := l.Scores()
		for n := from; n <= to; n++ {
			out = append(out, int32(n))
		}
	}
	return out
}

// Risks is one page of the register of the actor's company: the worst first, what is
// closed last.
func (s *Service) Risks(ctx context.Context, a access.Actor, f Filter, after string, limit int) (page.Of[Risk], error) {
	var out page.Of[Risk]
	if err := reads(ctx, s.db, a); err != nil {
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
	rows, err := q.Risks(ctx, s.db, projectdb.RisksParams{
		BuyerID:    a.Org,
		AfterRank:  c.Rank,
		AfterAt:    c.At,
		AfterID:    c.ID,
		Statuses:   closed.Values(f.Statuses...),
		Responses:  closed.Values(f.Responses...),
		Scores:     scores(f.Levels),
		Likelihood: int32(f.Likelihood),
		Impact:     int32(f.Impact),
		Overdue:    f.Overdue,
		Today:      today(a, now),
		DueFrom:    f.Due.First,
		DueTo:      f.Due.Last,
		Person:     f.Owner,
		Job:        f.Job,
		Supplier:   f.Supplier,
		Search:     pg.Sought(f.Search),
		MaxRows:    int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r Risk) page.Cursor { return page.Cursor{Rank: r.Rank, At: r.CreatedAt, ID: r.ID} }), err
}

// Details is a risk with its history.
type Details struct {
	projectdb.RiskRow
	Today   time.Time
	Changes []Change
	MayKeep bool
}

// Risk returns a risk of the actor's company.
func (s *Service) Risk(ctx context.Context, a access.Actor, id uuid.UUID) (Details, error) {
	var out Details
	if err := reads(ctx, s.db, a); err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	out.Today = today(a, now)
	out.MayKeep = policy().May(a, sourcing.ToConduct) == nil
	out.RiskRow, err = q.Risk(ctx, s.db, id, a.Org)
	if pg.NoRows(err) {
		err = project.NotFound.New("")
	}
	if err != nil {
		return out, err
	}
	out.Changes, err = q.Changes(ctx, s.db, id, a.Org)
	return out, err
}

// Board is a register in figures.
type Board struct {
	Today  time.Time
	Counts projectdb.CountsRow
	Cells  []Cell
	Next   []Review // what is due next
	Worst  []Risk
}

// rows that a board names.
const boardRows = 6

// critical is the lowest score of the worst level.
func critical() int32 {
	from, _ := project.Critical.Scores()
	return int32(from)
}

// Board returns the register of the actor's company in figures.
func (s *Service) Board(ctx context.Context, a access.Actor) (Board, error) {
	var out Board
	if err := reads(ctx, s.db, a); err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	out.Today = today(a, now)
	if out.Counts, err = q.Counts(ctx, s.db, critical(), out.Today, a.User, a.Org); err != nil {
		return out, err
	}
	if out.Cells, err = q.Cells(ctx, s.db, false, a.Org); err != nil {
		return out, err
	}
	if out.Next, err = q.NextReviews(ctx, s.db, a.Org, boardRows); err != nil {
		return out, err
	}
	live := Filter{Statuses: []project.Status{project.Open, project.Treated, project.Accepted}}
	worst, err := s.Risks(ctx, a, live, "", boardRows)
	out.Worst = worst.Items
	return out, err
}

// Suppliers is one page of those of whom the register of the actor's company speaks,
// the last of whom something was said first.
func (s *Service) Suppliers(ctx context.Context, a access.Actor, search string, worst []project.Level, after string, limit int) (page.Of[Named], error) {
	var out page.Of[Named]
	if err := reads(ctx, s.db, a); err != nil {
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
	rows, err := q.Suppliers(ctx, s.db, projectdb.SuppliersParams{
		BuyerID: a.Org,
		Today:   today(a, now),
		Search:  pg.Sought(search),
		Worsts:  scores(worst),
		AfterAt: c.At,
		AfterID: c.ID,
		MaxRows: int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r Named) page.Cursor { return page.Cursor{At: r.ChangedAt, ID: r.ID} }), err
}

// Overview is the registers of all buyers in figures: what stands in them is theirs.
type Overview struct {
	Cells  []Cell
	Buyers page.Of[Buyer]
}

// Overview returns the registers of the buyers who have the module, for the operator's staff.
func (s *Service) Overview(ctx context.Context, a access.Actor, search, after string, limit int) (Overview, error) {
	var out Overview
	if err := a.Be(access.Operator); err != nil {
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
	if out.Cells, err = q.Cells(ctx, s.db, true, uuid.Nil); err != nil {
		return out, err
	}
	rows, err := q.Buyers(ctx, s.db, projectdb.BuyersParams{
		Critical: critical(),
		Today:    today(a, now),
		Activity: string(sourcing.RiskManagement),
		AfterAt:  c.At,
		AfterID:  c.ID,
		Search:   pg.Sought(search),
		MaxRows:  int32(limit + 1),
	})
	out.Buyers = page.Cut(rows, limit, func(r Buyer) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} })
	return out, err
}

// Announcement is a risk as its owner is told of its review.
type Announcement struct {
	Owner uuid.UUID
	Title string
	Due   time.Time
}

// Announcement returns what the owner of a risk is told of a review, or nil where
// it was looked at meanwhile.
func (s *Service) Announcement(ctx context.Context, db pg.DB, buyer, id uuid.UUID, d Due) (*Announcement, error) {
	r, err := q.Risk(ctx, db, id, buyer)
	if err != nil || project.Status(r.Status) == project.Shut || r.DueOn.Format(time.DateOnly) != d.DueOn {
		return nil, err
	}
	return &Announcement{r.OwnerID, r.Title, r.DueOn}, nil
}
