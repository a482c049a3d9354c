package sourcingsvc

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// counted is what an entry of the log says of the rows of one category.
func counted(acts []sheet.Act, book sourcing.Book) map[string]any {
	n := map[string]any{"book": book}
	for _, act := range []sheet.Act{sheet.Create, sheet.Change} {
		count := 0
		for _, a := range acts {
			if a == act {
				count++
			}
		}
		n[string(act)] = count
	}
	return n
}

// ask writes sections and questions, category by category.
func (d *bookDesk) ask(ctx context.Context, tx pg.Tx, plan sourcing.AskingPlan, done sheet.Progress) error {
	written := 0
	for k, does := range plan.Does {
		c := d.contents[k].Category
		var acts []sheet.Act
		order := slices.Sorted(maps.Keys(does))
		for _, pass := range []func(sourcing.Asking) bool{isTop, isSub, isQuestion} {
			for _, i := range order {
				a := does[i]
				if !pass(a) {
					continue
				}
				if err := writeAsking(ctx, tx, c, a); err != nil {
					return err
				}
				if a.Act != sheet.Same {
					acts = append(acts, a.Act)
				}
				written++
				if err := done(min(written, len(plan.Lines))); err != nil {
					return err
				}
			}
		}
		if len(acts) == 0 {
			continue
		}
		if err := noted(ctx, tx, d.actor, "workbook.taken", "category", c.ID, c.Buyer, counted(acts, d.of.Book)); err != nil {
			return err
		}
	}
	return nil
}

func isTop(a sourcing.Asking) bool      { return a.Section != nil && a.Section.Parent == nil }
func isSub(a sourcing.Asking) bool      { return a.Section != nil && a.Section.Parent != nil }
func isQuestion(a sourcing.Asking) bool { return a.Question != nil }

func writeAsking(ctx context.Context, tx pg.Tx, c sourcing.Category, a sourcing.Asking) error {
	s := a.Section
	switch {
	case a.Act != sheet.Create && a.Act != sheet.Change:
		return nil
	case s != nil && a.Act == sheet.Create:
		return q.InsertSection(ctx, tx, sourcingdb.InsertSectionParams{ID: s.ID, CategoryID: c.ID, BuyerID: c.Buyer, ParentID: s.Parent,
			Name: s.Name, Description: s.Description, Weight: s.Weight, Position: int32(s.Position)})
	case s != nil:
		n, err := q.UpdateSection(ctx, tx, sourcingdb.UpdateSectionParams{ID: s.ID, CategoryID: c.ID, BuyerID: c.Buyer, Name: s.Name, Description: s.Description, Weight: s.Weight})
		return found(n, err, sourcing.SectionNotFound)
	case a.Act == sheet.Create:
		x := *a.Question
		for i := range x.Options {
			x.Options[i].ID = uuid.Nil
		}
		return insertQuestion(ctx, tx, c.ID, c.Buyer, x)
	}
	return updateQuestion(ctx, tx, c, *a.Question)
}

// list writes items. Numbers that change are first set aside: two may have changed places.
func (d *bookDesk) list(ctx context.Context, tx pg.Tx, does []sourcing.Listing, done sheet.Progress) error {
	c := d.contents[0].Category
	var added []sourcing.Item
	var acts []sheet.Act
	for _, l := range does {
		if l.Act == sheet.Change && l.Was != l.Item.Number {
			aside := l.Item
			aside.Number = aside.ID.String()
			if err := updateItem(ctx, tx, c.ID, c.Buyer, aside); err != nil {
				return err
			}
		}
	}
	for n, l := range does {
		switch l.Act {
		case sheet.Create:
			added = append(added, l.Item)
			acts = append(acts, l.Act)
		case sheet.Change:
			if err := updateItem(ctx, tx, c.ID, c.Buyer, l.Item); err != nil {
				return err
			}
			acts = append(acts, l.Act)
		}
		if err := done(n + 1); err != nil {
			return err
		}
	}
	if err := copyItems(ctx, tx, c.ID, c.Buyer, added); err != nil {
		return err
	}
	if len(acts) == 0 {
		return nil
	}
	return noted(ctx, tx, d.actor, "workbook.taken", "category", c.ID, c.Buyer, counted(acts, d.of.Book))
}

// draft writes categories.
func (d *bookDesk) draft(ctx context.Context, tx pg.Tx, does []sourcing.Drafting, done sheet.Progress) error {
	for n, x := range does {
		switch x.Act {
		case sheet.Create:
			if _, err := createCategory(ctx, tx, d.actor, d.job, x.Form, nil); err != nil {
				return err
			}
		case sheet.Change:
			if err := updateCategory(ctx, tx, d.job, x.Category, x.Form); err != nil {
				return err
			}
			if err := noted(ctx, tx, d.actor, "category.updated", "category", x.Category.ID, d.job.Buyer, map[string]any{"name": x.Form.Name, "closes_at": x.Form.ClosesAt}); err != nil {
				return err
			}
		}
		if err := done(n + 1); err != nil {
			return err
		}
	}
	return nil
}
