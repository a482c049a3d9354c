package catalogsvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/internal/catalogdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Criteria lists the criteria of a kind of supply, for who writes categories.
func (s *Service) Criteria(ctx context.Context, a access.Actor, category uuid.UUID) ([]CriterionRow, error) {
	if a.Type != access.Operator && a.Type != access.Buyer {
		return nil, fault.Forbidden.New("for buyers and operator staff")
	}
	return q.Criteria(ctx, s.db, category)
}

// Criterion returns a criterion with its questions; for operator staff.
func (s *Service) Criterion(ctx context.Context, a access.Actor, category, id uuid.UUID) (catalog.Criterion, error) {
	if err := operator(a, ""); err != nil {
		return catalog.Criterion{}, err
	}
	row, err := q.Criterion(ctx, s.db, id, category)
	if pg.NoRows(err) {
		return catalog.Criterion{}, catalog.CriterionNotFound.New("")
	}
	if err != nil {
		return catalog.Criterion{}, err
	}
	out := catalog.Criterion{ID: row.ID, Name: row.Name, Description: row.Description, Weight: row.Weight, Version: int(row.Version)}
	out.Questions, err = questions(ctx, s.db, []uuid.UUID{id})
	return out, err
}

// questions loads the questions of criteria; Section is the criterion.
func questions(ctx context.Context, db pg.DB, criteria []uuid.UUID) ([]sourcing.Question, error) {
	rows, err := q.Questions(ctx, db, criteria)
	if err != nil {
		return nil, err
	}
	options, err := q.Options(ctx, db, criteria)
	if err != nil {
		return nil, err
	}
	bands, err := q.Bands(ctx, db, criteria)
	if err != nil {
		return nil, err
	}
	out := make([]sourcing.Question, len(rows))
	at := map[uuid.UUID]*sourcing.Question{}
	for i, r := range rows {
		out[i] = sourcing.Question{ID: r.ID, Section: r.CriterionID, Prompt: r.Prompt, Help: r.Help, Response: sourcing.ResponseType(r.ResponseType),
			MustAnswer: r.MustAnswer, QA: r.GoesQa, DD: r.GoesDd, Scored: r.Scored, MaxScore: r.MaxScore, MinScore: r.MinScore, Position: int(r.Position)}
		at[r.ID] = &out[i]
	}
	for _, o := range options {
		at[o.QuestionID].Options = append(at[o.QuestionID].Options, sourcing.Option{Label: o.Label, Score: o.Score})
	}
	for _, b := range bands {
		at[b.QuestionID].Bands = append(at[b.QuestionID].Bands, sourcing.Band{Lower: b.Lower, Upper: b.Upper, Score: b.Score})
	}
	return out, nil
}

// SaveCriterion creates a criterion of a kind of supply, or changes one that
// nobody else changed since its version; for operator staff.
func (s *Service) SaveCriterion(ctx context.Context, a access.Actor, category uuid.UUID, c catalog.Criterion) (uuid.UUID, error) {
	return s.saveCriterion(ctx, s.db, a, category, c)
}

func (s *Service) saveCriterion(ctx context.Context, db pg.DB, a access.Actor, category uuid.UUID, c catalog.Criterion) (uuid.UUID, error) {
	if err := operator(a, access.ManageCriteria); err != nil {
		return c.ID, err
	}
	c, err := c.Check()
	if err != nil {
		return c.ID, err
	}
	action, create := "criterion.updated", c.ID == uuid.Nil
	if create {
		action, c.ID = "criterion.created", uuid.Must(uuid.NewV7())
	}
	return c.ID, pg.InTx(ctx, db, func(tx pg.Tx) error {
		if create {
			err := q.InsertCriterion(ctx, tx, catalogdb.InsertCriterionParams{ID: c.ID, CategoryTypeID: category, Name: c.Name, Description: c.Description,
				Weight: c.Weight, CreatedAt: tx.Now})
			if pg.Constraint(err) == "criterion_category_type_id_fkey" {
				return catalog.TypeNotFound.Wrap(err, "")
			}
			if err != nil {
				return err
			}
		} else if err := s.replace(ctx, tx, category, c); err != nil {
			return err
		}
		for i, x := range c.Questions {
			if err := insertQuestion(ctx, tx, c.ID, i+1, x); err != nil {
				return err
			}
		}
		return noted(ctx, tx, a, action, "criterion", c.ID, map[string]any{"category_type_id": category, "name": c.Name, "questions": len(c.Questions)})
	})
}

func (s *Service) replace(ctx context.Context, tx pg.Tx, category uuid.UUID, c catalog.Criterion) error {
	row, err := q.LockCriterion(ctx, tx, c.ID, category)
	switch {
	case pg.NoRows(err):
		return catalog.CriterionNotFound.New("")
	case err != nil:
		return err
	case int(row.Version) != c.Version:
		return catalog.Changed.New("version %d", row.Version)
	}
	if err := q.UpdateCriterion(ctx, tx, c.Name, c.Description, c.Weight, c.ID); err != nil {
		return err
	}
	return q.ClearQuestions(ctx, tx, c.ID)
}

func insertQuestion(ctx context.Context, tx pg.Tx, criterion uuid.UUID, position int, x sourcing.Question) error {
	id := uuid.Must(uuid.NewV7())
	err := q.InsertQuestion(ctx, tx, catalogdb.InsertQuestionParams{ID: id, CriterionID: criterion, Prompt: x.Prompt, Help: x.Help,
		ResponseType: string(x.Response), MustAnswer: x.MustAnswer, GoesQa: x.QA, GoesDd: x.DD, Scored: x.Scored, MaxScore: x.MaxScore,
		MinScore: x.MinScore, Position: int32(position)})
	if err != nil {
		return err
	}
	for i, o := range x.Options {
		if err := q.InsertOption(ctx, tx, id, int32(i+1), o.Label, o.Score); err != nil {
			return err
		}
	}
	for i, b := range x.Bands {
		err := q.InsertBand(ctx, tx, catalogdb.InsertBandParams{QuestionID: id, Position: int32(i + 1), Lower: b.Lower, Upper: b.Upper, Score: b.Score})
		if err != nil {
			return err
		}
	}
	return nil
}

// DeleteCriterion removes a criterion; what was written into categories stays there. For operator staff.
func (s *Service) DeleteCriterion(ctx context.Context, a access.Actor, category, id uuid.UUID) error {
	if err := operator(a, access.ManageCriteria); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.DeleteCriterion(ctx, tx, id, category)
		if err == nil && n == 0 {
			err = catalog.CriterionNotFound.New("")
		}
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, "criterion.deleted", "criterion", id, map[string]any{"category_type_id": category})
	})
}

// InsertInto copies criteria of a kind of supply to the end of a category of owner.
func (s *Service) InsertInto(ctx context.Context, a access.Actor, owner, category, kind uuid.UUID, criteria []uuid.UUID) error {
	rows, err := s.Criteria(ctx, a, kind)
	if err != nil {
		return err
	}
	var c sourcing.Content
	var ids []uuid.UUID
	for _, r := range rows {
		if slices.Contains(criteria, r.ID) {
			ids = append(ids, r.ID)
			c.Sections = append(c.Sections, sourcing.Section{ID: r.ID, Name: r.Name, Description: r.Description, Weight: r.Weight})
		}
	}
	var f fault.Fields
	switch {
	case len(criteria) == 0:
		f.Add("/criteria", fault.Required)
	case len(ids) != len(criteria):
		f.Add("/criteria", fault.Unknown)
	}
	if err := f.Err(); err != nil {
		return err
	}
	if c.Questions, err = questions(ctx, s.db, ids); err != nil {
		return err
	}
	return s.sourcing.InsertContent(ctx, a, owner, category, c)
}
