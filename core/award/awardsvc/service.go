// Package awardsvc is the use cases of decisions and letters: recommend, award in
// one act, templates, previews, what suppliers read.
package awardsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = awarddb.New()

// Actions that others listen to.
const (
	LetterIssued     = "award.letter.issued"     // one letter: mails follow it
	CategoryNotified = "award.category.notified" // all letters of a category
	CategoryAwarded  = "award.category.awarded"  // the standstill is over, or there was none
)

// Service runs the use cases.
type Service struct {
	db    pg.DB
	party *partysvc.Service
	docs  *documentsvc.Service
}

// New returns a Service.
func New(db pg.DB, party *partysvc.Service, docs *documentsvc.Service) *Service {
	return &Service{db, party, docs}
}

// decides admits people of the buyer who may see results: those who evaluate and
// those who award.
func decides(a access.Actor, owner uuid.UUID) error {
	if a.Type != access.Buyer || a.Org != owner || owner == uuid.Nil {
		return fault.Forbidden.New("not of this company")
	}
	if a.Has(access.EvaluateBids) {
		return nil
	}
	return a.Need(access.AwardJob)
}

// OwnerOfLetter returns whose a letter is: a buyer's own company without asking,
// for an operator the letter's.
func (s *Service) OwnerOfLetter(ctx context.Context, a access.Actor, id uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Operator {
		category, err := q.LetterCategory(ctx, s.db, id, a.Org)
		if pg.NoRows(err) {
			return a.Org, award.LetterNotFound.New("")
		}
		if err != nil {
			return a.Org, err
		}
		return a.Org, sourcingsvc.Admit(ctx, s.db, a, category)
	}
	owner, err := q.CategoryOfLetter(ctx, s.db, id)
	if pg.NoRows(err) {
		err = award.LetterNotFound.New("")
	}
	return owner, err
}

// A Category is what decisions know of one.
type Category struct {
	awarddb.CategoryRow
	Policy sourcing.Policy
	Regime sourcing.Regime
	Zone   *time.Location
}

func known(row awarddb.CategoryRow, err error) (Category, error) {
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	if err != nil {
		return Category{}, err
	}
	c := Category{CategoryRow: row}
	c.Policy, _ = sourcing.PolicyOf(sourcing.Activity(row.Activity))
	c.Regime, _ = sourcing.RegimeOf(row.Regime)
	c.Zone, err = time.LoadLocation(row.Timezone)
	return c, err
}

// category loads one for people: its door is open to them and the module of its
// activity is on.
func category(ctx context.Context, db pg.DB, a access.Actor, owner, id uuid.UUID) (Category, error) {
	if err := sourcingsvc.Admit(ctx, db, a, id); err != nil {
		return Category{}, err
	}
	c, err := known(q.Category(ctx, db, id, owner))
	if err == nil {
		err = partysvc.NeedModule(ctx, db, owner, c.Activity)
	}
	return c, err
}

// lock is category under its lock.
func lock(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID) (Category, error) {
	if err := sourcingsvc.Admit(ctx, tx, a, id); err != nil {
		return Category{}, err
	}
	c, err := held(ctx, tx, owner, id)
	if err == nil {
		err = partysvc.NeedModule(ctx, tx, owner, c.Activity)
	}
	return c, err
}

// held locks a category whose standstill the clock ends, whatever modules are on.
func held(ctx context.Context, tx pg.Tx, owner, id uuid.UUID) (Category, error) {
	row, err := q.LockCategory(ctx, tx, id, owner)
	return known(awarddb.CategoryRow(row), err)
}

// do takes a category along one edge of its life.
func (c Category) do(ctx context.Context, tx pg.Tx, m sourcing.Move, now time.Time) (sourcing.Status, error) {
	life := sourcing.Category{Activity: sourcing.Activity(c.Activity), Status: sourcing.Status(c.Status), OpensAt: c.OpensAt, ClosesAt: c.ClosesAt}
	status, err := life.Do(m, sourcing.Facts{Now: now, AnythingOpened: true})
	if err != nil {
		return status, err
	}
	return status, q.MoveCategory(ctx, tx, string(status), c.ID, c.BuyerID)
}

// results are the evaluated bids; one that was opened and never evaluated stops
// everything.
func results(ctx context.Context, db pg.DB, c Category) ([]award.Result, error) {
	rows, err := q.Results(ctx, db, c.ID, c.BuyerID)
	if err != nil {
		return nil, err
	}
	out := make([]award.Result, len(rows))
	for i, r := range rows {
		if r.Outcome == nil {
			return nil, award.NotEvaluated.New("submission %s has no result", r.SubmissionID)
		}
		out[i] = award.Result{Submission: r.SubmissionID, Participation: r.ParticipationID, Supplier: r.SupplierID, SupplierName: r.SupplierName,
			Technical: *r.Technical, TechnicalPass: *r.TechnicalPass, Price: r.Price, Financial: r.FinancialScore, Combined: r.Combined,
			Pass: *r.Outcome == "pass"}
		if r.FailedCheck != nil {
			out[i].FailedCheck = *r.FailedCheck
		}
		if r.Rank != nil {
			rank := int(*r.Rank)
			out[i].Rank = &rank
		}
	}
	return out, nil
}

// evaluated raises NotEvaluated before a category has results to decide on.
func (c Category) evaluated() error {
	switch sourcing.Status(c.Status) {
	case sourcing.Evaluated, sourcing.Recommended, sourcing.Notified, sourcing.Awarded, sourcing.Complete:
		return nil
	}
	return award.NotEvaluated.New("category is %s", c.Status)
}

// stepUp asks for a factor proved within the last minutes.
func stepUp(a access.Actor, now time.Time) error {
	if now.Sub(a.Confirmed) > identity.StepUpTTL {
		return fault.StepUp.New("last proof at %s", a.Confirmed)
	}
	return nil
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, action, object string, id uuid.UUID, c Category, detail map[string]any) error {
	detail["job_id"], detail["category_id"] = c.JobID, c.ID
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: object, ObjectID: id, Owner: c.BuyerID, Detail: detail})
	return err
}

func amountOf(d *money.Decimal) any {
	if d == nil {
		return nil
	}
	return d.String()
}
