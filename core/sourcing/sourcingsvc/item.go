package sourcingsvc

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// AddItem adds one line at the end.
func (s *Service) AddItem(ctx context.Context, a access.Actor, owner, category uuid.UUID, x sourcing.Item) (uuid.UUID, error) {
	var f fault.Fields
	x = x.Check(&f, "")
	if err := f.Err(); err != nil {
		return uuid.Nil, err
	}
	var err error
	if x.ID, err = uuid.NewV7(); err != nil {
		return uuid.Nil, err
	}
	return x.ID, s.change(ctx, a, owner, category, sourcing.ToAuthor, sourcing.Items, "item.created", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		taken, last, err := itemNumbers(ctx, tx, c)
		if err != nil {
			return x.ID, nil, err
		}
		f.AtMost("/number", len(taken)+1, sourcing.MaxItems)
		if err := f.Err(); err != nil {
			return x.ID, nil, err
		}
		err = q.InsertItem(ctx, tx, sourcingdb.InsertItemParams{ID: x.ID, CategoryID: c.ID, BuyerID: owner, Number: x.Number, Code: x.Code,
			Description: x.Description, Unit: x.Unit, Quantity: x.Quantity, Classification: x.Classification, Position: int32(last + 1)})
		if err != nil {
			return x.ID, nil, sourcingdb.Fault(err)
		}
		return x.ID, x.Number, putAsset(ctx, tx, c, x)
	})
}

// itemNumbers returns the numbers that are taken, in lower case, and the last position.
func itemNumbers(ctx context.Context, tx pg.Tx, c sourcing.Category) (map[string]bool, int, error) {
	rows, err := q.Items(ctx, tx, c.ID, c.Buyer)
	taken, last := map[string]bool{}, 0
	for _, r := range rows {
		taken[strings.ToLower(r.Number)] = true
		last = max(last, int(r.Position))
	}
	return taken, last, err
}

// UpdateItem changes one line, and what it is besides where that is said.
func (s *Service) UpdateItem(ctx context.Context, a access.Actor, owner, category uuid.UUID, x sourcing.Item) error {
	var f fault.Fields
	x = x.Check(&f, "")
	if err := f.Err(); err != nil {
		return err
	}
	return s.change(ctx, a, owner, category, sourcing.ToAuthor, sourcing.Items, "item.updated", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		if err := updateItem(ctx, tx, c.ID, owner, x); err != nil {
			return x.ID, nil, err
		}
		return x.ID, x.Number, putAsset(ctx, tx, c, x)
	})
}

func updateItem(ctx context.Context, tx pg.Tx, category, owner uuid.UUID, x sourcing.Item) error {
	n, err := q.UpdateItem(ctx, tx, sourcingdb.UpdateItemParams{ID: x.ID, CategoryID: category, BuyerID: owner, Number: x.Number, Code: x.Code,
		Description: x.Description, Unit: x.Unit, Quantity: x.Quantity, Classification: x.Classification})
	return sourcingdb.Fault(found(n, err, sourcing.ItemNotFound))
}

// DeleteItem removes one line.
func (s *Service) DeleteItem(ctx context.Context, a access.Actor, owner, category, id uuid.UUID) error {
	return s.change(ctx, a, owner, category, sourcing.ToAuthor, sourcing.Items, "item.deleted", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		n, err := q.DeleteItem(ctx, tx, id, c.ID, owner)
		return id, nil, found(n, err, sourcing.ItemNotFound)
	})
}

// A Paste is text copied out of a spreadsheet.
type Paste struct {
	Text     string
	Language string // how its numbers are written
	Replace  bool   // instead of all lines there are
}

// PasteItems adds all lines of a paste, or none. It returns how many there were.
func (s *Service) PasteItems(ctx context.Context, a access.Actor, owner, category uuid.UUID, p Paste) (int, error) {
	added := 0
	err := s.change(ctx, a, owner, category, sourcing.ToAuthor, sourcing.Items, "items.pasted", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		if p.Replace {
			if err := q.DeleteItems(ctx, tx, c.ID, owner); err != nil {
				return c.ID, nil, err
			}
		}
		taken, last, err := itemNumbers(ctx, tx, c)
		if err != nil {
			return c.ID, nil, err
		}
		items, err := sourcing.ReadPaste(p.Text, p.Language, len(taken)+1)
		if err != nil {
			return c.ID, nil, err
		}
		if items, err = sourcing.CheckItems(items, taken); err != nil {
			return c.ID, nil, err
		}
		for i := range items {
			items[i].Position = last + i + 1
			if items[i].ID, err = uuid.NewV7(); err != nil {
				return c.ID, nil, err
			}
		}
		added = len(items)
		return c.ID, added, copyItems(ctx, tx, c.ID, owner, items)
	})
	return added, err
}
