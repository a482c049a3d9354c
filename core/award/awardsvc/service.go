// Package awardsvc is the use cases of decisions and letters: recommend, award in
// one act, templates, previews, what suppliers read.
package awardsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening/openingsvc"
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
	CategoryFailed   = "award.category.failed"   // it ends without a result
)

// Decided is the detail of the decision itself, CategoryNotified or CategoryAwarded.
// What ends a standstill later tells no results.
type Decided struct {
	Results []Outcome `json:"results"`
}

// An Outcome is what was decided of one bid.
type Outcome struct {
	Supplier uuid.UUID  `json:"supplier_id"`
	Kind     award.Kind `json:"kind"` // of the letter that says so where there are letters
}

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

// decides admits people of the buyer alone.
func decides(a access.Actor, owner uuid.UUID) error {
	if a.Type != access.Buyer || a.Org != owner || owner == uuid.Nil {
		return fault.Forbidden.New("not of this company")
	}
	return nil
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
	sourcing.Case
	Regime sourcing.Regime
	Zone   *time.Location
}

func known(c sourcing.Case, err error) (Category, error) {
	if err != nil {
		return Category{}, err
	}
	out := Category{Case: c}
	out.Regime, _ = sourcing.RegimeOf(c.Job.Regime)
	out.Zone, err = time.LoadLocation(c.Job.Timezone)
	return out, err
}

// category loads one for people who may do one of the acts, where there are any, and are
// not apart from it.
func category(ctx context.Context, db pg.DB, a access.Actor, owner, id uuid.UUID, acts ...sourcing.Act) (Category, error) {
	return allowed(ctx, db, a, acts)(known(sourcingsvc.Look(ctx, db, a, owner, id)))
}

// lock is category under its lock.
func lock(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, acts ...sourcing.Act) (Category, error) {
	return allowed(ctx, tx, a, acts)(known(sourcingsvc.Hold(ctx, tx, a, owner, id)))
}

// seesResults are the acts for which people see what was evaluated.
var seesResults = []sourcing.Act{sourcing.ToJudge, sourcing.ToAward}

func allowed(ctx context.Context, db pg.DB, a access.Actor, acts []sourcing.Act) func(Category, error) (Category, error) {
	return func(c Category, err error) (Category, error) {
		if err != nil || len(acts) == 0 {
			return c, err
		}
		if err := c.Policy().May(a, acts...); err != nil {
			return c, err
		}
		return c, openingsvc.Decides(ctx, db, a, c.Case)
	}
}

// move takes a category along one edge of its life.
func (c *Category) move(ctx context.Context, tx pg.Tx, m sourcing.Move, now time.Time) (err error) {
	c.Category, err = sourcingsvc.Move(ctx, tx, c.Category, m, now)
	return err
}

// results are the evaluated bids; one that was opened and never evaluated stops
// everything.
func results(ctx context.Context, db pg.DB, c Category) ([]award.Result, error) {
	rows, err := q.Results(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return nil, err
	}
	out := make([]award.Result, len(rows))
	for i, r := range rows {
		if r.Outcome == nil {
			return nil, award.NotEvaluated.New("submission %s has no result", r.SubmissionID)
		}
		out[i] = award.Result{
			Submission:    r.SubmissionID,
			Participation: r.ParticipationID,
			Supplier:      r.SupplierID,
			SupplierName:  r.SupplierName,
			Technical:     *r.Technical,
			TechnicalPass: *r.TechnicalPass,
			Price:         r.Price,
			Financial:     r.FinancialScore,
			Combined:      r.Combined,
			Pass:          *r.Outcome == "pass",
			BelowReserve:  r.BelowReserve,
		}
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
	if c.Parent != nil {
		return award.DecidedAbove.New("round %d", c.Round)
	}
	switch c.Status {
	case sourcing.Evaluated, sourcing.Recommended, sourcing.Notified, sourcing.Awarded, sourcing.Complete, sourcing.Unsuccessful:
		return nil
	}
	return award.NotEvaluated.New("category is %s", c.Status)
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, action, object string, id uuid.UUID, c Category, detail map[string]any) error {
	detail["job_id"], detail["category_id"] = c.Job.ID, c.ID
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: object, ObjectID: id, Owner: c.Buyer, Detail: detail})
	return err
}

// offers are the places of bids for each item.
func offers(ctx context.Context, db pg.DB, c Category) ([]award.Offer, error) {
	rows, err := q.Offers(ctx, db, c.ID, c.Buyer)
	out := make([]award.Offer, len(rows))
	for i, r := range rows {
		out[i] = award.Offer{
			Item:         r.ItemID,
			Submission:   r.SubmissionID,
			Rank:         int(r.Rank),
			Amount:       r.Amount,
			BelowReserve: r.BelowReserve,
		}
	}
	return out, err
}
