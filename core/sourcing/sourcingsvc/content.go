package sourcingsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// fresh returns the content with ids of its own, for a copy.
func fresh(c sourcing.Content) (sourcing.Content, error) {
	ids := map[uuid.UUID]uuid.UUID{}
	renew := func(id *uuid.UUID) error {
		n, err := uuid.NewV7()
		ids[*id] = n
		*id = n
		return err
	}
	for i := range c.Sections {
		if err := renew(&c.Sections[i].ID); err != nil {
			return c, err
		}
	}
	for i, s := range c.Sections {
		if s.Parent != nil {
			parent := ids[*s.Parent]
			c.Sections[i].Parent = &parent
		}
	}
	for i := range c.Questions {
		question := &c.Questions[i]
		if err := renew(&question.ID); err != nil {
			return c, err
		}
		question.Section = ids[question.Section]
		for j := range question.Options {
			if err := renew(&question.Options[j].ID); err != nil {
				return c, err
			}
		}
	}
	for i := range c.Items {
		if err := renew(&c.Items[i].ID); err != nil {
			return c, err
		}
	}
	return c, nil
}

// insertContent stores sections, questions and items of a new category.
func insertContent(ctx context.Context, tx pg.Tx, a access.Actor, category, owner uuid.UUID, c sourcing.Content) error {
	for _, top := range []bool{true, false} { // a subsection names a section that must be there
		for _, s := range c.Sections {
			if (s.Parent == nil) != top {
				continue
			}
			err := q.InsertSection(ctx, tx, sourcingdb.InsertSectionParams{ID: s.ID, CategoryID: category, BuyerID: owner, ParentID: s.Parent,
				Name: s.Name, Description: s.Description, Weight: s.Weight, Position: int32(s.Position)})
			if err != nil {
				return err
			}
		}
	}
	for _, question := range c.Questions {
		if err := insertQuestion(ctx, tx, category, owner, question); err != nil {
			return err
		}
	}
	if err := copyItems(ctx, tx, category, owner, c.Items); err != nil {
		return err
	}
	if err := copyAssets(ctx, tx, a, category, owner, c.Items); err != nil {
		return err
	}
	return copyAttachments(ctx, tx, a, category, owner, c.Attachments)
}

func insertQuestion(ctx context.Context, tx pg.Tx, category, owner uuid.UUID, x sourcing.Question) error {
	err := q.InsertQuestion(ctx, tx, sourcingdb.InsertQuestionParams{ID: x.ID, SectionID: x.Section, CategoryID: category, BuyerID: owner,
		Prompt: x.Prompt, Help: x.Help, ResponseType: string(x.Response), MustAnswer: x.MustAnswer, GoesQa: x.QA, GoesDd: x.DD,
		Scored: x.Scored, MaxScore: x.MaxScore, MinScore: x.MinScore, Position: int32(x.Position)})
	if err != nil {
		return err
	}
	return insertChoices(ctx, tx, owner, x)
}

func insertChoices(ctx context.Context, tx pg.Tx, owner uuid.UUID, x sourcing.Question) error {
	for i, o := range x.Options {
		if o.ID == uuid.Nil {
			var err error
			if o.ID, err = uuid.NewV7(); err != nil {
				return err
			}
		}
		err := q.InsertOption(ctx, tx, sourcingdb.InsertOptionParams{ID: o.ID, QuestionID: x.ID, BuyerID: owner, Label: o.Label, Score: o.Score, Position: int32(i + 1)})
		if err != nil {
			return err
		}
	}
	for i, b := range x.Bands {
		err := q.InsertBand(ctx, tx, sourcingdb.InsertBandParams{QuestionID: x.ID, BuyerID: owner, Position: int32(i + 1), Lower: b.Lower, Upper: b.Upper, Score: b.Score})
		if err != nil {
			return err
		}
	}
	return nil
}

func copyItems(ctx context.Context, tx pg.Tx, category, owner uuid.UUID, items []sourcing.Item) error {
	rows := make([]sourcingdb.CopyItemsParams, len(items))
	for n, i := range items {
		rows[n] = sourcingdb.CopyItemsParams{ID: i.ID, CategoryID: category, BuyerID: owner, Number: i.Number, Code: i.Code,
			Description: i.Description, Unit: i.Unit, Quantity: i.Quantity, Classification: i.Classification, Position: int32(i.Position)}
	}
	_, err := q.CopyItems(ctx, tx, rows)
	return sourcingdb.Fault(err)
}
