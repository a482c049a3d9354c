// Package catalogsvc is the use cases of reference data: kinds of supply, their
// criteria, and a buyer's document templates.
package catalogsvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/internal/catalogdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = catalogdb.New()

// Service runs the use cases.
type Service struct {
	db       pg.DB
	docs     *documentsvc.Service
	sourcing *sourcingsvc.Service
	Gate     *document.Gate // decides which files come in
}

// New returns a Service.
func New(db pg.DB, docs *documentsvc.Service, sourcing *sourcingsvc.Service) *Service {
	return &Service{db: db, docs: docs, sourcing: sourcing}
}

func operator(a access.Actor, p access.Privilege) error {
	if err := a.Be(access.Operator); err != nil {
		return err
	}
	if p == "" {
		return nil
	}
	return a.Need(p)
}

func noted(ctx context.Context, tx pg.Tx, a access.Actor, action, object string, id uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "catalog." + action, Object: object, ObjectID: id, Owner: a.Org, Detail: detail})
	return err
}

// Rows of kinds of supply.
type (
	// TypeRow is a kind of supply with what is counted of it.
	TypeRow = catalogdb.CategoryTypesRow
	// TypeBuyer is a buyer that uses a kind of supply.
	TypeBuyer = catalogdb.UsersOfTypeRow
	// CriterionRow is a criterion in a list.
	CriterionRow = catalogdb.CriteriaRow
)

// Types lists the kinds of supply in their order; for operator staff.
func (s *Service) Types(ctx context.Context, a access.Actor, search string, standing ...party.Standing) ([]TypeRow, error) {
	if err := operator(a, ""); err != nil {
		return nil, err
	}
	return q.CategoryTypes(ctx, s.db, pg.Sought(search), closed.Values(standing...))
}

// TypeDetails is a kind of supply with its criteria and the buyers that use it.
type TypeDetails struct {
	catalogdb.CategoryType
	Criteria []CriterionRow
	Buyers   []TypeBuyer
}

// Type returns a kind of supply; for operator staff.
func (s *Service) Type(ctx context.Context, a access.Actor, id uuid.UUID) (TypeDetails, error) {
	var out TypeDetails
	err := operator(a, "")
	if err != nil {
		return out, err
	}
	if out.CategoryType, err = q.CategoryType(ctx, s.db, id); pg.NoRows(err) {
		err = catalog.TypeNotFound.New("")
	}
	if err != nil {
		return out, err
	}
	if out.Criteria, err = q.Criteria(ctx, s.db, id); err != nil {
		return out, err
	}
	out.Buyers, err = q.UsersOfType(ctx, s.db, id)
	return out, err
}

// SaveType creates a kind of supply at the end of the list, or changes one when
// id is not Nil; for operator staff.
func (s *Service) SaveType(ctx context.Context, a access.Actor, id uuid.UUID, t catalog.Type) (uuid.UUID, error) {
	return s.saveType(ctx, s.db, a, id, t)
}

func (s *Service) saveType(ctx context.Context, db pg.DB, a access.Actor, id uuid.UUID, t catalog.Type) (uuid.UUID, error) {
	if err := operator(a, access.ManageCategory); err != nil {
		return id, err
	}
	t, err := t.Check()
	if err != nil {
		return id, err
	}
	action, create := "type.updated", id == uuid.Nil
	if create {
		action, id = "type.created", uuid.Must(uuid.NewV7())
	}
	return id, pg.InTx(ctx, db, func(tx pg.Tx) error {
		var err error
		if create {
			err = q.InsertCategoryType(ctx, tx, id, t.Code, t.Name, t.Description)
		} else {
			var n int64
			n, err = q.UpdateCategoryType(ctx, tx, catalogdb.UpdateCategoryTypeParams{ID: id, Code: t.Code, Name: t.Name, Description: t.Description, Active: t.Active})
			if err == nil && n == 0 {
				err = catalog.TypeNotFound.New("")
			}
		}
		if pg.Constraint(err) == "category_type_code_key" {
			return fault.Invalid.Wrap(err, "").At("/code", fault.Taken)
		}
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "category_type", id, map[string]any{"code": t.Code, "name": t.Name})
	})
}

// MoveType puts a kind of supply at a place of the list, counted from 0; for operator staff.
func (s *Service) MoveType(ctx context.Context, a access.Actor, id uuid.UUID, to int) error {
	if err := operator(a, access.ManageCategory); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		ids, err := q.LockCategoryTypes(ctx, tx)
		if err != nil {
			return err
		}
		from := slices.Index(ids, id)
		if from < 0 {
			return catalog.TypeNotFound.New("")
		}
		ids = slices.Delete(ids, from, from+1)
		to = min(max(to, 0), len(ids))
		if err := q.PlaceCategoryTypes(ctx, tx, slices.Insert(ids, to, id)); err != nil {
			return err
		}
		return noted(ctx, tx, a, "type.moved", "category_type", id, map[string]any{"from": from, "to": to})
	})
}
