package awardsvc

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A Recommendation is what somebody proposed.
type Recommendation struct {
	awarddb.RecommendationRow
	Lines []awarddb.RecommendationLinesRow
}

// choices are its lines as the rules know them.
func (r Recommendation) choices() []award.Choice {
	out := make([]award.Choice, len(r.Lines))
	for i, l := range r.Lines {
		out[i] = award.Choice{Submission: l.SubmissionID, Item: l.ItemID}
	}
	return out
}

// A Decision is an award that was made.
type Decision struct {
	awarddb.AwardRow
	Lines []awarddb.AwardLinesRow
}

// Standing is everything of a category's decision for those who make it.
type Standing struct {
	Category
	Results        []award.Result
	Offers         []awarddb.OffersRow // where a decision chooses item by item
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
	if out.Category, err = category(ctx, s.db, a, owner, id, seesResults...); err != nil {
		return out, err
	}
	if err := out.evaluated(); err != nil {
		return out, err
	}
	if out.Results, err = results(ctx, s.db, out.Category); err != nil {
		return out, err
	}
	if out.Offers, err = q.Offers(ctx, s.db, id, owner); err != nil {
		return out, err
	}
	if out.Recommendation, err = recommendation(ctx, s.db, owner, id); err != nil {
		return out, err
	}
	if out.Award, err = decision(ctx, s.db, owner, id); err != nil {
		return out, err
	}
	out.Letters, err = q.CategoryLetters(ctx, s.db, id, owner)
	return out, err
}

// recommendation is what was proposed for a category, or nil.
func recommendation(ctx context.Context, db pg.DB, owner, id uuid.UUID) (*Recommendation, error) {
	row, err := orNone(q.Recommendation(ctx, db, id, owner))
	if err != nil || row == nil {
		return nil, err
	}
	lines, err := q.RecommendationLines(ctx, db, id, owner)
	return &Recommendation{*row, lines}, err
}

// decision is what was decided of a category, or nil.
func decision(ctx context.Context, db pg.DB, owner, id uuid.UUID) (*Decision, error) {
	row, err := orNone(q.Award(ctx, db, id, owner))
	if err != nil || row == nil {
		return nil, err
	}
	lines, err := q.AwardLines(ctx, db, id, owner)
	return &Decision{*row, lines}, err
}

// orNone turns "no row" into nil.
func orNone[T any](row T, err error) (*T, error) {
	if pg.NoRows(err) {
		return nil, nil
	}
	return &row, err
}

// Recommend proposes who gets a category, or another before anybody decided;
// where nobody passed, that it ends without a result. It raises NotEvaluated,
// NoSuchBid, NotEligible and NobodyPassed.
func (s *Service) Recommend(ctx context.Context, a access.Actor, owner, id uuid.UUID, chosen []award.Choice, reason string) error {
	if err := decides(a, owner); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := lock(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err != nil {
			return err
		}
		if err := c.evaluated(); err != nil {
			return err
		}
		lines, why, err := propose(ctx, tx, c, chosen, reason)
		if err != nil {
			return err
		}
		submissions := make([]uuid.UUID, len(lines))
		for i, l := range lines {
			submissions[i] = l.Submission
		}
		if err := evaluationsvc.PricesExplained(ctx, tx, c.Case, submissions...); err != nil {
			return err
		}
		if c.Status != sourcing.Recommended { // while it is, another may be proposed
			if err := c.move(ctx, tx, sourcing.Recommend, tx.Now); err != nil {
				return err
			}
		}
		put := awarddb.PutRecommendationParams{CategoryID: id, BuyerID: owner, Reason: why, RecommendedBy: a.User, Now: tx.Now}
		if err := q.PutRecommendation(ctx, tx, put); err != nil {
			return err
		}
		if err := q.ClearRecommendationLines(ctx, tx, id, owner); err != nil {
			return err
		}
		for i, l := range lines {
			err := q.InsertRecommendationLine(ctx, tx, awarddb.InsertRecommendationLineParams{
				CategoryID:   id,
				BuyerID:      owner,
				Position:     int32(i),
				SubmissionID: l.Submission,
				SupplierID:   l.Supplier,
				ItemID:       l.Item,
			})
			if err != nil {
				return err
			}
		}
		return record(ctx, tx, a, "award.category.recommended", "category", id, c, map[string]any{"lines": told(lines), "reason": why})
	})
}

// propose lets the rules say what a choice gives to whom; nobody who is
// blacklisted is named.
func propose(ctx context.Context, tx pg.Tx, c Category, chosen []award.Choice, reason string) ([]award.Line, string, error) {
	bids, err := results(ctx, tx, c)
	if err != nil {
		return nil, reason, err
	}
	of, err := offers(ctx, tx, c)
	if err != nil {
		return nil, reason, err
	}
	lines, why, err := award.Recommend(c.Policy(), bids, of, chosen, reason)
	if err != nil || !c.Policy().Chooses() || len(lines) == 0 {
		return lines, why, err
	}
	var suppliers []uuid.UUID
	for _, l := range lines {
		suppliers = append(suppliers, l.Supplier)
	}
	return lines, why, partysvc.NotBlacklisted(ctx, tx, c.Buyer, suppliers...)
}

// told are lines as the log keeps them.
func told(lines []award.Line) []map[string]any {
	out := make([]map[string]any, len(lines))
	for i, l := range lines {
		out[i] = map[string]any{"submission_id": l.Submission, "supplier_id": l.Supplier}
		if l.Item != nil {
			out[i]["item_id"] = l.Item
		}
		if l.Amount != nil {
			out[i]["amount"] = l.Amount.String()
		}
	}
	return out
}

// Made is what an award left.
type Made struct {
	Award          uuid.UUID `json:"award"`
	StandstillEnds time.Time `json:"standstill_ends"`
	Letters        int       `json:"letters"`
}

// Award decides as recommended: the award, all letters with their PDFs, the
// participations and the category's step are one act, once for a key. Seen is when
// that was recommended which the person read: nobody decides what he has not seen. It
// raises StepUp, NotRecommended, Replaced, SamePerson and LetterIncomplete.
func (s *Service) Award(ctx context.Context, a access.Actor, owner, id uuid.UUID, seen time.Time, language, key string) (Made, error) {
	var out Made
	if err := decides(a, owner); err != nil {
		return out, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		input := struct {
			Category uuid.UUID
			Language string
		}{id, language}
		var err error
		out, err = journal.Once(ctx, tx, a, "award", key, input, func() (Made, error) {
			c, err := lock(ctx, tx, a, owner, id, sourcing.ToAward)
			if err != nil {
				return Made{}, err
			}
			return s.decide(ctx, tx, a, c, seen, language)
		})
		return err
	})
	return out, err
}

func (s *Service) decide(ctx context.Context, tx pg.Tx, a access.Actor, c Category, seen time.Time, language string) (Made, error) {
	var out Made
	now, err := pg.ClockOf(ctx, tx) // under the lock: the standstill begins here
	if err != nil {
		return out, err
	}
	tx.Now = now
	rec, err := recommendation(ctx, tx, c.Buyer, c.ID)
	if err != nil {
		return out, err
	}
	if rec == nil {
		return out, award.NotRecommended.New("category is %s", c.Status)
	}
	if !rec.RecommendedAt.Equal(seen) {
		return out, award.Replaced.New("recommended at %s", rec.RecommendedAt.Format(time.RFC3339Nano))
	}
	evaluators, err := q.Evaluators(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return out, err
	}
	if err := award.Decide(rec.RecommendedBy, evaluators, a.User); err != nil {
		return out, err
	}
	policy := c.Policy()
	chosen := rec.choices()
	if !policy.Chooses() {
		chosen = nil // who passed says so anew
	}
	lines, _, err := propose(ctx, tx, c, chosen, rec.Reason)
	if err != nil {
		return out, err
	}
	bids, err := results(ctx, tx, c)
	if err != nil {
		return out, err
	}
	out = Made{Award: uuid.Must(uuid.NewV7()), StandstillEnds: now}
	action := CategoryAwarded
	switch {
	case len(lines) == 0:
		action = CategoryFailed
		err = c.move(ctx, tx, sourcing.Fail, now)
	case policy.Has(sourcing.Letters):
		action = CategoryNotified
		out.StandstillEnds = award.StandstillEnds(now, c.Regime, len(bids), c.Zone)
		err = c.move(ctx, tx, sourcing.Notify, now)
	default:
		err = c.move(ctx, tx, sourcing.Award, now)
	}
	if err != nil {
		return out, err
	}
	if err := s.store(ctx, tx, a, c, out, lines); err != nil {
		return out, err
	}
	if err := list(ctx, tx, a, c, lines); err != nil {
		return out, err
	}
	moves := map[uuid.UUID]bidding.Move{}
	var results []Outcome
	for _, r := range bids {
		kind := award.KindFor(policy, r, lines)
		moves[r.Participation] = kind.Outcome()
		if policy.Has(sourcing.Notices) {
			results = append(results, Outcome{Supplier: r.Supplier, Kind: kind})
		}
	}
	if err := biddingsvc.Mark(ctx, tx, c.Buyer, moves); err != nil {
		return out, err
	}
	if policy.Has(sourcing.Letters) {
		if out.Letters, err = s.issueAll(ctx, tx, a, c, bids, lines, rec.Reason, out.StandstillEnds, language); err != nil {
			return out, err
		}
	}
	err = record(ctx, tx, a, action, "category", c.ID, c, map[string]any{
		"award_id":        out.Award,
		"lines":           told(lines),
		"currency":        c.Currency,
		"standstill_ends": out.StandstillEnds,
		"letters":         out.Letters,
		"results":         results,
	})
	if err != nil {
		return out, err
	}
	return out, c.conclude(ctx, tx)
}

// conclude completes a category that leads to no contract; another is completed
// by its contract (Complete), which may be in force already when the standstill
// is ended behind its time.
func (c *Category) conclude(ctx context.Context, tx pg.Tx) error {
	if c.Status != sourcing.Awarded {
		return nil
	}
	if c.Policy().Chooses() {
		w, err := q.Award(ctx, tx, c.ID, c.Buyer)
		if err != nil {
			return err
		}
		if bound, err := q.Bound(ctx, tx, w.ID, c.Buyer); err != nil || !bound {
			return err
		}
	}
	return c.move(ctx, tx, sourcing.Finish, tx.Now)
}

// CategoryComplete is the event of a category each of whose winners has a contract
// in force.
const CategoryComplete = "award.category.complete"

// Complete ends an awarded category whose winners all have a contract in force; one
// that stands elsewhere stays there.
func (s *Service) Complete(ctx context.Context, tx pg.Tx, owner, id uuid.UUID) error {
	c, err := known(sourcingsvc.HoldDue(ctx, tx, owner, id))
	if err != nil || c.Status != sourcing.Awarded {
		return err
	}
	if err := c.conclude(ctx, tx); err != nil || c.Status != sourcing.Complete {
		return err
	}
	return record(ctx, tx, access.System, CategoryComplete, "category", c.ID, c, map[string]any{})
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
			c, err := known(sourcingsvc.HoldDue(ctx, tx, d.BuyerID, d.CategoryID))
			if err != nil || c.Status != sourcing.Notified {
				return err // another scheduler was first
			}
			if _, err := q.OpenFreeze(ctx, tx, d.CategoryID, d.BuyerID); !pg.NoRows(err) {
				return err // a complaint came before the lock
			}
			if err := c.move(ctx, tx, sourcing.Award, tx.Now); err != nil {
				return err
			}
			ended++
			if err := record(ctx, tx, access.System, CategoryAwarded, "category", c.ID, c, map[string]any{"award_id": d.ID}); err != nil {
				return err
			}
			return c.conclude(ctx, tx)
		})
		failed = append(failed, err)
	}
	return ended, errors.Join(failed...)
}
