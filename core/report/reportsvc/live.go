package reportsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/opening"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/report/internal/reportdb"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Rows of the live screens.
type (
	// JobsByStatus counts jobs.
	JobsByStatus = reportdb.JobsByStatusRow
	// CategoriesByStatus counts categories.
	CategoriesByStatus = reportdb.CategoriesByStatusRow
	// ClosingSoon is an open category.
	ClosingSoon = reportdb.ClosingSoonRow
	// LiveJob is a published job.
	LiveJob = reportdb.LiveJobsRow
)

// Live is the state of work in numbers.
type Live struct {
	Jobs       []JobsByStatus
	Categories []CategoriesByStatus
	Closing    []ClosingSoon
}

// A scope is whose work a person looks at: a buyer's people their own, operator
// staff that of every buyer or of the one they name.
type scope struct {
	everybody bool
	owner     uuid.UUID
	off       []string // activities whose module the buyer does not have
}

func (s *Service) scopeOf(ctx context.Context, a access.Actor, asked *uuid.UUID) (scope, error) {
	switch a.Type {
	case access.Operator:
		if asked == nil {
			return scope{everybody: true, off: []string{}}, nil
		}
		return scope{owner: *asked, off: []string{}}, nil
	case access.Buyer:
		if asked != nil && *asked != a.Org {
			return scope{}, fault.Forbidden.New("another company")
		}
		off, err := partysvc.ActivitiesOff(ctx, s.db, a.Org)
		return scope{owner: a.Org, off: off}, err
	}
	return scope{}, fault.Forbidden.New("neither buyer nor operator")
}

// closingSoon is how many open categories a home names.
const closingSoon = 8

// Live returns jobs and categories by status and what closes next: of the
// actor's company, or of all for operator staff.
func (s *Service) Live(ctx context.Context, a access.Actor) (Live, error) { return s.live(ctx, a, nil) }

// live is the same of one department; nil: of all.
func (s *Service) live(ctx context.Context, a access.Actor, department *uuid.UUID) (Live, error) {
	var out Live
	of, err := s.scopeOf(ctx, a, nil)
	if err != nil {
		return out, err
	}
	if out.Jobs, err = q.JobsByStatus(ctx, s.db, of.everybody, of.owner, of.off, department); err != nil {
		return out, err
	}
	if out.Categories, err = q.CategoriesByStatus(ctx, s.db, reportdb.CategoriesByStatusParams{Everybody: of.everybody, BuyerID: of.owner, Off: of.off,
		Department: department, AccountID: a.User}); err != nil {
		return out, err
	}
	out.Closing, err = q.ClosingSoon(ctx, s.db, reportdb.ClosingSoonParams{Everybody: of.everybody, BuyerID: of.owner, Off: of.off,
		Department: department, AccountID: a.User, MaxRows: closingSoon})
	return out, err
}

// LiveFilter narrows the list of live jobs; the zero value narrows nothing.
type LiveFilter struct {
	Activities []sourcing.Activity
	Statuses   []sourcing.JobStatus
	Closes     day.Span // the next to close, in the zone of each job
	Buyer      *uuid.UUID
	Search     string
	OnlyOpen   bool
}

// LiveJobs is one page of published jobs, newest first: of the actor's company,
// or of every buyer for operator staff.
func (s *Service) LiveJobs(ctx context.Context, a access.Actor, f LiveFilter, after string, limit int) (page.Of[LiveJob], error) {
	var out page.Of[LiveJob]
	of, err := s.scopeOf(ctx, a, f.Buyer)
	if err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.LiveJobs(ctx, s.db, reportdb.LiveJobsParams{
		AfterAt:    c.At,
		AfterID:    c.ID,
		Everybody:  of.everybody,
		BuyerID:    of.owner,
		Off:        of.off,
		OnlyOpen:   f.OnlyOpen,
		Activities: closed.Values(f.Activities...),
		Statuses:   closed.Values(f.Statuses...),
		ClosesFrom: f.Closes.First,
		ClosesTo:   f.Closes.Last,
		Search:     pg.Sought(f.Search),
		MaxRows:    int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r LiveJob) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// A LiveCategory is a published category in numbers.
type LiveCategory struct {
	reportdb.LiveCategoriesRow
	Submissions *int32 // nil: not to be seen yet
}

// LiveCategories returns a published job with its categories.
func (s *Service) LiveCategories(ctx context.Context, a access.Actor, job uuid.UUID) (reportdb.LiveJobRow, []LiveCategory, error) {
	of, err := s.scopeOf(ctx, a, nil)
	if err != nil {
		return reportdb.LiveJobRow{}, nil, err
	}
	j, err := q.LiveJob(ctx, s.db, job, of.everybody, of.owner)
	if pg.NoRows(err) {
		err = sourcing.JobNotFound.New("")
	}
	if err == nil && !of.everybody {
		err = partysvc.NeedModule(ctx, s.db, of.owner, j.Activity)
	}
	if err != nil {
		return reportdb.LiveJobRow{}, nil, err
	}
	rows, err := q.LiveCategories(ctx, s.db, job, j.BuyerID, a.User)
	out := make([]LiveCategory, len(rows))
	for i, r := range rows {
		out[i] = LiveCategory{r, counted(r.Status, r.ClosingCount)}
	}
	return j, out, err
}

// seen is what those who manage a category may see of a field in its present
// state; operator staff act for the buyer and see the same.
func seen(status sourcing.Status, field opening.Field) opening.Sight {
	return opening.Visible(opening.Settings{}, opening.RoleBuyer, opening.Own, opening.PhaseOf(status), field)
}

// statusesShowing are the states of a category in which a field may be read.
func statusesShowing(field opening.Field) []string {
	out := []string{}
	for _, status := range sourcing.Statuses {
		if seen(status, field) == opening.Value {
			out = append(out, string(status))
		}
	}
	return out
}

func counted(status string, n *int32) *int32 {
	if seen(sourcing.Status(status), opening.FieldCount) != opening.Value {
		return nil
	}
	return n
}

// A Participant is a company that takes part.
type Participant struct {
	ID, Supplier         uuid.UUID
	Name, Country, Phone string
	PaidAt               time.Time
	Submitted            bool
}

// Participation is a published category with who takes part in it.
type Participation struct {
	reportdb.LiveCategoryRow
	Number      int           // how many take part
	Submissions *int32        // nil: not to be seen yet
	Named       bool          // identities may be seen
	People      []Participant // who they are, where they may; what they submitted is never told
}

// Participants returns a published category with how many take part in it, and, once
// identities may be seen, who they are and whether they submitted: who knows the
// others before the closing can talk with them.
func (s *Service) Participants(ctx context.Context, a access.Actor, id uuid.UUID) (Participation, error) {
	var none Participation
	of, err := s.scopeOf(ctx, a, nil)
	if err != nil {
		return none, err
	}
	c, err := q.LiveCategory(ctx, s.db, id, of.everybody, of.owner)
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	if err == nil {
		err = sourcing.Job{Activity: sourcing.Activity(c.Activity)}.Policy().May(a, sourcing.ToAuthor)
	}
	if err == nil {
		err = sourcingsvc.Admit(ctx, s.db, a, id)
	}
	if err == nil && !of.everybody {
		err = partysvc.NeedModule(ctx, s.db, of.owner, c.Activity)
	}
	if err != nil {
		return none, err
	}
	rows, err := q.Participants(ctx, s.db, id, c.BuyerID)
	out := Participation{
		LiveCategoryRow: c,
		Number:          len(rows),
		Submissions:     counted(c.Status, c.ClosingCount),
		Named:           seen(sourcing.Status(c.Status), opening.FieldIdentity) == opening.Value,
	}
	if !out.Named {
		return out, err
	}
	for _, r := range rows {
		out.People = append(out.People, Participant{
			ID:        r.ID,
			Supplier:  r.SupplierID,
			Name:      r.SupplierName,
			Country:   r.Country,
			Phone:     r.Phone,
			PaidAt:    r.PaidAt.UTC(),
			Submitted: r.Submitted,
		})
	}
	return out, err
}
