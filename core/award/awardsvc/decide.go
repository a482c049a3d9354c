package awardsvc

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// A Recommendation is what somebody proposed.
type Recommendation = awarddb.RecommendationRow

// A Decision is an award that was made.
type Decision = awarddb.AwardRow

// Standing is everything of a category's decision for those who make it.
type Standing struct {
	Category
	Results        []award.Result
	Recommendation *Recommendation
	Award          *Decision
	Letters        []awarddb.CategoryLettersRow
}

// Standing returns the results of a category and what was decided on them.
func (s *Service) Standing(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Standing, error) {
	var out Standing
	err := decides(a, owner)
	if err != nil {
		return out, err
	}
	if out.Category, err = category(ctx, s.db, a, owner, id); err != nil {
		return out, err
	}
	if err := out.evaluated(); err != nil {
		return out, err
	}
	if out.Results, err = results(ctx, s.db, out.Category); err != nil {
		return out, err
	}
	if out.Recommendation, err = orNone(q.Recommendation(ctx, s.db, id, owner)); err != nil {
		return out, err
	}
	if out.Award, err = orNone(q.Award(ctx, s.db, id, owner)); err != nil {
		return out, err
	}
	out.Letters, err = q.CategoryLetters(ctx, s.db, id, owner)
	return out, err
}

// orNone turns "no row" into nil.
func orNone[T any](row T, err error) (*T, error) {
	if pg.NoRows(err) {
		return nil, nil
	}
	return &row, err
}

// Recommend proposes who gets a category, or another before anybody decided. It
// raises NotEvaluated, NoSuchBid, NotEligible and NobodyPassed.
func (s *Service) Recommend(ctx context.Context, a access.Actor, owner, id uuid.UUID, submission *uuid.UUID, reason string) error {
	if err := errors.Join(decides(a, owner), a.Need(access.EvaluateBids)); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := lock(ctx, tx, a, owner, id)
		if err != nil {
			return err
		}
		if err := c.evaluated(); err != nil {
			return err
		}
		bids, err := results(ctx, tx, c)
		if err != nil {
			return err
		}
		why, err := award.Recommend(c.Policy, bids, submission, reason)
		if err != nil {
			return err
		}
		if c.Status != string(sourcing.Recommended) { // while it is, another may be proposed
			if _, err := c.do(ctx, tx, sourcing.Recommend, tx.Now); err != nil {
				return err
			}
		}
		row := awarddb.PutRecommendationParams{CategoryID: id, BuyerID: owner, SubmissionID: submission, Reason: why, RecommendedBy: a.User, Now: tx.Now}
		detail := map[string]any{"submission_id": submission, "reason": why}
		if submission != nil {
			chosen, _ := award.Find(bids, *submission)
			if err := partysvc.NotBlacklisted(ctx, tx, owner, chosen.Supplier); err != nil {
				return err
			}
			row.SupplierID = &chosen.Supplier
			detail["supplier_id"], detail["rank"] = chosen.Supplier, chosen.Rank
		}
		if err := q.PutRecommendation(ctx, tx, row); err != nil {
			return err
		}
		return record(ctx, tx, a, "award.category.recommended", "category", id, c, detail)
	})
}

// Made is what an award left.
type Made struct {
	Award          uuid.UUID `json:"award"`
	StandstillEnds time.Time `json:"standstill_ends"`
	Letters        int       `json:"letters"`
}

// Award decides as recommended: the award, all letters with their PDFs, the
// participations and the category's step are one act, once for a key. It raises
// StepUp, NotRecommended, SamePerson and LetterIncomplete.
func (s *Service) Award(ctx context.Context, a access.Actor, owner, id uuid.UUID, language, key string) (Made, error) {
	var out Made
	if err := errors.Join(decides(a, owner), a.Need(access.AwardJob)); err != nil {
		return out, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := stepUp(a, tx.Now); err != nil {
			return err
		}
		input := struct {
			Category uuid.UUID
			Language string
		}{id, language}
		var err error
		out, err = journal.Once(ctx, tx, a, "award", key, input, func() (Made, error) {
			c, err := lock(ctx, tx, a, owner, id)
			if err != nil {
				return Made{}, err
			}
			return s.decide(ctx, tx, a, c, language)
		})
		return err
	})
	return out, err
}

func (s *Service) decide(ctx context.Context, tx pg.Tx, a access.Actor, c Category, language string) (Made, error) {
	var out Made
	now, err := pg.ClockOf(ctx, tx) // under the lock: the standstill begins here
	if err != nil {
		return out, err
	}
	tx.Now = now
	rec, err := orNone(q.Recommendation(ctx, tx, c.ID, c.BuyerID))
	if err != nil {
		return out, err
	}
	if rec == nil {
		return out, award.NotRecommended.New("category is %s", c.Status)
	}
	evaluators, err := q.Evaluators(ctx, tx, c.ID, c.BuyerID)
	if err != nil {
		return out, err
	}
	if err := award.Decide(rec.RecommendedBy, evaluators, a.User); err != nil {
		return out, err
	}
	if rec.SupplierID != nil { // blacklisted since it was recommended
		if err := partysvc.NotBlacklisted(ctx, tx, c.BuyerID, *rec.SupplierID); err != nil {
			return out, err
		}
	}
	bids, err := results(ctx, tx, c)
	if err != nil {
		return out, err
	}
	if _, err := award.Recommend(c.Policy, bids, rec.SubmissionID, rec.Reason); err != nil {
		return out, err
	}
	move, action, ends := sourcing.Award, CategoryAwarded, now
	if c.Policy.Has(sourcing.Letters) {
		move, action, ends = sourcing.Notify, CategoryNotified, award.StandstillEnds(now, c.Regime, len(bids), c.Zone)
	}
	if _, err := c.do(ctx, tx, move, now); err != nil {
		return out, err
	}
	out = Made{Award: uuid.Must(uuid.NewV7()), StandstillEnds: ends}
	row := awarddb.InsertAwardParams{ID: out.Award, CategoryID: c.ID, JobID: c.JobID, BuyerID: c.BuyerID, SubmissionID: rec.SubmissionID,
		SupplierID: rec.SupplierID, Currency: c.Currency, DecidedBy: a.User, DecidedAt: now, StandstillEnds: ends}
	if rec.SubmissionID != nil {
		chosen, _ := award.Find(bids, *rec.SubmissionID)
		row.Amount = chosen.Price
	}
	if err := q.InsertAward(ctx, tx, row); err != nil {
		return out, err
	}
	var results []Outcome
	for _, r := range bids {
		kind := award.KindFor(c.Policy, r, rec.SubmissionID)
		results = append(results, Outcome{r.Supplier, kind})
		if err := q.MoveParticipation(ctx, tx, kind.Outcome(), r.Participation, c.BuyerID); err != nil {
			return out, err
		}
	}
	if c.Policy.Has(sourcing.Letters) {
		if out.Letters, err = s.issueAll(ctx, tx, a, c, bids, *rec, ends, language); err != nil {
			return out, err
		}
	}
	return out, record(ctx, tx, a, action, "category", c.ID, c, map[string]any{"award_id": out.Award, "supplier_id": rec.SupplierID,
		"currency": c.Currency, "amount": amountOf(row.Amount), "standstill_ends": ends, "letters": out.Letters, "results": results})
}

// ConcludeDue ends the standstills that are over and returns how many it ended.
func (s *Service) ConcludeDue(ctx context.Context) (int, error) {
	due, err := q.DueToConclude(ctx, s.db)
	if err != nil {
		return 0, err
	}
	ended := 0
	var failed []error
	for _, d := range due {
		err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
			c, err := held(ctx, tx, d.BuyerID, d.CategoryID)
			if err != nil || c.Status != string(sourcing.Notified) {
				return err // another scheduler was first
			}
			if _, err := c.do(ctx, tx, sourcing.Award, tx.Now); err != nil {
				return err
			}
			ended++
			return record(ctx, tx, access.System, CategoryAwarded, "category", c.ID, c, map[string]any{"award_id": d.ID})
		})
		failed = append(failed, err)
	}
	return ended, errors.Join(failed...)
}
