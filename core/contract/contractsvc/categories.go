package contractsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// Rows of categories of contracts.
type (
	// CategoryRow is a category in a list.
	CategoryRow = contractdb.CategoriesRow
	// Category is one of them.
	Category = contractdb.ContractCategory
)

// Categories lists the contract categories of the actor's company by name.
func (s *Service) Categories(ctx context.Context, a access.Actor, search string, archived bool) ([]CategoryRow, error) {
	company, err := s.owner(ctx, a, "")
	if err != nil {
		return nil, err
	}
	return q.Categories(ctx, s.db, company, archived, pg.Sought(search))
}

// Category returns one of them.
func (s *Service) Category(ctx context.Context, a access.Actor, id uuid.UUID) (Category, error) {
	company, err := s.owner(ctx, a, "")
	if err != nil {
		return Category{}, err
	}
	row, err := q.Category(ctx, s.db, id, company)
	if pg.NoRows(err) {
		err = contract.CategoryNotFound.New("")
	}
	return row, err
}

// checked is a category whose template its company may use; before is the one that it names
// already, which stays, in use or not.
func checked(ctx context.Context, tx pg.Tx, company uuid.UUID, c contract.Category, before *uuid.UUID) (contract.Category, error) {
	var f fault.Fields
	c = c.Check(&f)
	if c.Template != nil {
		row, err := q.Template(ctx, tx, nil, *c.Template, &company)
		if pg.NoRows(err) {
			row, err = q.Template(ctx, tx, nil, *c.Template, nil)
		}
		switch {
		case pg.NoRows(err):
			f.Add("/template_id", fault.Unknown)
		case err != nil:
			return c, err
		case row.ArchivedAt != nil && (before == nil || *before != *c.Template):
			f.Add("/template_id", contract.OutOfUse.Code)
		}
	}
	return c, f.InOrder().Err()
}

func days32(days []int) []int32 {
	out := make([]int32, len(days))
	for i, d := range days {
		out[i] = int32(d)
	}
	return out
}

// categoryTaken tells a name that another category has at its field.
func categoryTaken(err error) error {
	if pg.Constraint(err) == "contract_category_name" {
		return fault.Invalid.Wrap(err, "").At("/name", fault.Taken)
	}
	return err
}

// CreateCategory adds a category of contracts.
func (s *Service) CreateCategory(ctx context.Context, a access.Actor, c contract.Category) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	company, err := s.owner(ctx, a, access.ManageContract)
	if err != nil {
		return id, err
	}
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := checked(ctx, tx, company, c, nil)
		if err != nil {
			return err
		}
		err = q.InsertCategory(ctx, tx, contractdb.InsertCategoryParams{
			ID:             id,
			BuyerID:        company,
			Name:           c.Name,
			TemplateID:     c.Template,
			RetentionYears: int32(c.RetentionYears),
			ReminderDays:   days32(c.ReminderDays),
			CreatedAt:      tx.Now,
		})
		if err := categoryTaken(err); err != nil {
			return err
		}
		return noted(ctx, tx, a, "category.created", "contract_category", id, map[string]any{"name": c.Name})
	})
}

// UpdateCategory changes a category that nobody else changed since version.
func (s *Service) UpdateCategory(ctx context.Context, a access.Actor, id uuid.UUID, version int, c contract.Category) error {
	return s.category(ctx, a, id, "category.updated", func(tx pg.Tx, row Category) (any, error) {
		c, err := checked(ctx, tx, row.BuyerID, c, row.TemplateID)
		if err != nil {
			return nil, err
		}
		switch {
		case row.ArchivedAt != nil:
			return nil, contract.OutOfUse.New("")
		case int(row.Version) != version:
			return nil, contract.Overtaken.New("version %d", row.Version).With("version", row.Version)
		}
		return map[string]any{"name": c.Name}, categoryTaken(q.UpdateCategory(ctx, tx, contractdb.UpdateCategoryParams{
			ID:             id,
			BuyerID:        row.BuyerID,
			Name:           c.Name,
			TemplateID:     c.Template,
			RetentionYears: int32(c.RetentionYears),
			ReminderDays:   days32(c.ReminderDays),
		}))
	})
}

// ArchiveCategory takes a category out of use, or puts it back.
func (s *Service) ArchiveCategory(ctx context.Context, a access.Actor, id uuid.UUID, archived bool) error {
	action := "category.archived"
	if !archived {
		action = "category.restored"
	}
	return s.category(ctx, a, id, action, func(tx pg.Tx, row Category) (any, error) {
		at := &tx.Now
		if !archived {
			at = nil
		}
		return map[string]any{"name": row.Name}, q.ArchiveCategory(ctx, tx, at, id, row.BuyerID)
	})
}

// category changes a category of the actor's company under its lock.
func (s *Service) category(ctx context.Context, a access.Actor, id uuid.UUID, action string, change func(pg.Tx, Category) (any, error)) error {
	company, err := s.owner(ctx, a, access.ManageContract)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockCategory(ctx, tx, id, company)
		if pg.NoRows(err) {
			return contract.CategoryNotFound.New("")
		}
		if err != nil {
			return err
		}
		detail, err := change(tx, row)
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "contract_category", id, detail)
	})
}
