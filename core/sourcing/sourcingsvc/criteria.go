package sourcingsvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// change runs fn on a category whose criteria may still change, and notes it.
func (s *Service) change(ctx context.Context, a access.Actor, owner, category uuid.UUID, act sourcing.Act, step sourcing.Step, action string,
	fn func(tx pg.Tx, c sourcing.Category) (object uuid.UUID, detail any, err error)) error {
	return s.amend(ctx, a, owner, category, act, action, func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		if err := c.Policy().Need(step); err != nil {
			return category, nil, err
		}
		return fn(tx, c)
	})
}

// amend is change for what every activity has.
func (s *Service) amend(ctx context.Context, a access.Actor, owner, category uuid.UUID, act sourcing.Act, action string,
	fn func(tx pg.Tx, c sourcing.Category) (object uuid.UUID, detail any, err error)) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, _, err := editable(ctx, tx, a, category, owner, act)
		if err != nil {
			return err
		}
		object, detail, err := fn(tx, c)
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "category", category, owner, map[string]any{"object_id": object, "what": detail})
	})
}

// loadSections returns the sections of a category in their order.
func loadSections(ctx context.Context, tx pg.Tx, c sourcing.Category) ([]sourcing.Section, error) {
	rows, err := q.Sections(ctx, tx, c.ID, c.Buyer)
	out := make([]sourcing.Section, len(rows))
	for i, r := range rows {
		out[i] = sourcing.Section{ID: r.ID, Parent: r.ParentID, Name: r.Name, Description: r.Description, Weight: r.Weight, Position: int(r.Position)}
	}
	return out, err
}

func findSection(list []sourcing.Section, id uuid.UUID) (sourcing.Section, bool) {
	i := slices.IndexFunc(list, func(s sourcing.Section) bool { return s.ID == id })
	if i < 0 {
		return sourcing.Section{}, false
	}
	return list[i], true
}

func sameParent(a, b *uuid.UUID) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// CreateSection adds a section at the end, or a subsection of a top section.
func (s *Service) CreateSection(ctx context.Context, a access.Actor, owner, category uuid.UUID, x sourcing.Section) (uuid.UUID, error) {
	x, err := x.Check()
	if err != nil {
		return uuid.Nil, err
	}
	if x.ID, err = uuid.NewV7(); err != nil {
		return uuid.Nil, err
	}
	return x.ID, s.change(ctx, a, owner, category, sourcing.ToAsk, sourcing.Criteria, "section.created", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		list, err := loadSections(ctx, tx, c)
		if err != nil {
			return x.ID, nil, err
		}
		if x.Parent != nil {
			if parent, ok := findSection(list, *x.Parent); !ok || parent.Parent != nil {
				return x.ID, nil, fault.Invalid.New("not a top section of this category").At("/parent_id", fault.Unknown)
			}
		}
		position := 0
		for _, other := range list {
			if sameParent(other.Parent, x.Parent) {
				position = max(position, other.Position)
			}
		}
		err = q.InsertSection(ctx, tx, sourcingdb.InsertSectionParams{ID: x.ID, CategoryID: c.ID, BuyerID: owner, ParentID: x.Parent,
			Name: x.Name, Description: x.Description, Weight: x.Weight, Position: int32(position + 1)})
		return x.ID, x.Name, err
	})
}

// UpdateSection changes a section's name, description and weight.
func (s *Service) UpdateSection(ctx context.Context, a access.Actor, owner, category uuid.UUID, x sourcing.Section) error {
	x, err := x.Check()
	if err != nil {
		return err
	}
	return s.change(ctx, a, owner, category, sourcing.ToAsk, sourcing.Criteria, "section.updated", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		n, err := q.UpdateSection(ctx, tx, sourcingdb.UpdateSectionParams{ID: x.ID, CategoryID: c.ID, BuyerID: owner, Name: x.Name, Description: x.Description, Weight: x.Weight})
		return x.ID, x.Name, found(n, err, sourcing.SectionNotFound)
	})
}

// MoveSection places a section among its siblings, counted from zero.
func (s *Service) MoveSection(ctx context.Context, a access.Actor, owner, category, id uuid.UUID, to int) error {
	return s.change(ctx, a, owner, category, sourcing.ToAsk, sourcing.Criteria, "section.moved", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		list, err := loadSections(ctx, tx, c)
		if err != nil {
			return id, nil, err
		}
		x, ok := findSection(list, id)
		if !ok {
			return id, nil, sourcing.SectionNotFound.New("")
		}
		var siblings []uuid.UUID
		for _, other := range list {
			if sameParent(other.Parent, x.Parent) && other.ID != id {
				siblings = append(siblings, other.ID)
			}
		}
		return id, to, q.PlaceSections(ctx, tx, c.ID, owner, place(siblings, id, to))
	})
}

// place inserts id at to; beyond the ends it is the first or the last.
func place(ids []uuid.UUID, id uuid.UUID, to int) []uuid.UUID {
	return slices.Insert(ids, max(0, min(to, len(ids))), id)
}

// DeleteSection removes a section with its subsections and questions.
func (s *Service) DeleteSection(ctx context.Context, a access.Actor, owner, category, id uuid.UUID) error {
	return s.change(ctx, a, owner, category, sourcing.ToAsk, sourcing.Criteria, "section.deleted", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		n, err := q.DeleteSection(ctx, tx, id, c.ID, owner)
		return id, nil, found(n, err, sourcing.SectionNotFound)
	})
}

// SaveQuestion stores a question: a new one, without an id, at the end of its
// section; another in its place. It returns the id.
func (s *Service) SaveQuestion(ctx context.Context, a access.Actor, owner, category uuid.UUID, x sourcing.Question) (uuid.UUID, error) {
	x, err := x.Check()
	if err != nil {
		return x.ID, err
	}
	action, isNew := "question.updated", x.ID == uuid.Nil
	if isNew {
		action = "question.created"
		if x.ID, err = uuid.NewV7(); err != nil {
			return x.ID, err
		}
	}
	return x.ID, s.change(ctx, a, owner, category, sourcing.ToAsk, sourcing.Criteria, action, func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		sections, err := loadSections(ctx, tx, c)
		if err != nil {
			return x.ID, nil, err
		}
		if _, ok := findSection(sections, x.Section); !ok {
			return x.ID, nil, fault.Invalid.New("not a section of this category").At("/section_id", fault.Unknown)
		}
		if isNew {
			rows, err := q.Questions(ctx, tx, c.ID, owner)
			if err != nil {
				return x.ID, nil, err
			}
			for _, r := range rows {
				if r.SectionID == x.Section {
					x.Position = max(x.Position, int(r.Position))
				}
			}
			x.Position++
			return x.ID, x.Prompt, insertQuestion(ctx, tx, c.ID, owner, x)
		}
		return x.ID, x.Prompt, updateQuestion(ctx, tx, c, x)
	})
}

// updateQuestion writes a question over the one that is there.
func updateQuestion(ctx context.Context, tx pg.Tx, c sourcing.Category, x sourcing.Question) error {
	n, err := q.UpdateQuestion(ctx, tx, sourcingdb.UpdateQuestionParams{ID: x.ID, CategoryID: c.ID, BuyerID: c.Buyer, SectionID: x.Section,
		Prompt: x.Prompt, Help: x.Help, ResponseType: string(x.Response), MustAnswer: x.MustAnswer, GoesQa: x.QA, GoesDd: x.DD,
		Scored: x.Scored, MaxScore: x.MaxScore, MinScore: x.MinScore})
	if err := found(n, err, sourcing.QuestionNotFound); err != nil {
		return err
	}
	// Nobody has answered yet, so options keep no identity over an edit.
	for i := range x.Options {
		x.Options[i].ID = uuid.Nil
	}
	if err := q.DeleteOptions(ctx, tx, x.ID, c.Buyer); err != nil {
		return err
	}
	if err := q.DeleteBands(ctx, tx, x.ID, c.Buyer); err != nil {
		return err
	}
	return insertChoices(ctx, tx, c.Buyer, x)
}

// MoveQuestion places a question in a section, counted from zero.
func (s *Service) MoveQuestion(ctx context.Context, a access.Actor, owner, category, id, section uuid.UUID, to int) error {
	return s.change(ctx, a, owner, category, sourcing.ToAsk, sourcing.Criteria, "question.moved", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		sections, err := loadSections(ctx, tx, c)
		if err != nil {
			return id, nil, err
		}
		if _, ok := findSection(sections, section); !ok {
			return id, nil, fault.Invalid.New("not a section of this category").At("/section_id", fault.Unknown)
		}
		rows, err := q.Questions(ctx, tx, c.ID, owner)
		if err != nil {
			return id, nil, err
		}
		var others []uuid.UUID
		here := false
		for _, r := range rows {
			switch {
			case r.ID == id:
				here = true
			case r.SectionID == section:
				others = append(others, r.ID)
			}
		}
		if !here {
			return id, nil, sourcing.QuestionNotFound.New("")
		}
		return id, to, q.PlaceQuestions(ctx, tx, section, c.ID, owner, place(others, id, to))
	})
}

// DeleteQuestion removes a question.
func (s *Service) DeleteQuestion(ctx context.Context, a access.Actor, owner, category, id uuid.UUID) error {
	return s.change(ctx, a, owner, category, sourcing.ToAsk, sourcing.Criteria, "question.deleted", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		n, err := q.DeleteQuestion(ctx, tx, id, c.ID, owner)
		return id, nil, found(n, err, sourcing.QuestionNotFound)
	})
}
