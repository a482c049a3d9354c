// Package cataloghttp is the operations of reference data: kinds of supply and
// their criteria on the operator's desk, criteria to insert on both, and a buyer's
// document templates.
package cataloghttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/catalogsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

func op[I, O any](b *httpkit.BFF, t access.UserType, p access.Privilege, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	guard := access.Only(t, p)
	httpkit.Route(b, guard, httpkit.Operation{ID: id, Method: method, Path: path, Tag: "catalog", Summary: summary, Status: httpkit.Created(method, id), MaxBody: bodyOf[id]}, use)
}

func made(id uuid.UUID, err error) (*httpkit.Body[sourcinghttp.Made], error) {
	return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
}

type (
	// CategoryTypeForm is a kind of supply as it is written.
	CategoryTypeForm struct {
		Code        string `json:"code"`
		Name        string `json:"name"`
		Description string `json:"description,omitempty"`
		Active      bool   `json:"active"`
	}
	// CategoryTypeRow is a kind of supply in the operator's list.
	CategoryTypeRow struct {
		CategoryTypeForm
		ID        uuid.UUID `json:"id" format:"uuid"`
		Position  int32     `json:"position"`
		Criteria  int64     `json:"criteria"`
		Suppliers int64     `json:"suppliers"`
		Buyers    int64     `json:"buyers"`
	}
	// CategoryTypeList lists kinds of supply in their order.
	CategoryTypeList struct {
		Items []CategoryTypeRow `json:"items"`
	}
	// CriterionRow is a criterion in a list.
	CriterionRow struct {
		ID          uuid.UUID       `json:"id" format:"uuid"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Weight      *money.Quantity `json:"weight,omitempty"`
		Questions   int64           `json:"questions"`
	}
	// CriterionList lists the criteria of a kind of supply.
	CriterionList struct {
		Items []CriterionRow `json:"items"`
	}
	// CategoryTypeBuyer is a buyer that uses a kind of supply.
	CategoryTypeBuyer struct {
		ID      uuid.UUID `json:"id" format:"uuid"`
		Name    string    `json:"name"`
		Country string    `json:"country"`
	}
	// CategoryTypeDetails is a kind of supply with its criteria and buyers.
	CategoryTypeDetails struct {
		CategoryTypeForm
		ID       uuid.UUID           `json:"id" format:"uuid"`
		Criteria []CriterionRow      `json:"criteria"`
		Buyers   []CategoryTypeBuyer `json:"buyers"`
	}
	// CriterionForm is a criterion as it is written.
	CriterionForm struct {
		Name        string                      `json:"name"`
		Description string                      `json:"description,omitempty"`
		Weight      *money.Quantity             `json:"weight,omitempty"`
		Version     int                         `json:"version,omitempty"`
		Questions   []sourcinghttp.QuestionForm `json:"questions"`
	}
	// CriterionDetails is a criterion with its questions.
	CriterionDetails struct {
		ID          uuid.UUID               `json:"id" format:"uuid"`
		Name        string                  `json:"name"`
		Description string                  `json:"description"`
		Weight      *money.Quantity         `json:"weight,omitempty"`
		Version     int                     `json:"version"`
		Questions   []sourcinghttp.Question `json:"questions"`
	}
	// SearchQuery is exported because the fields of an embedded input are read only then.
	SearchQuery struct {
		Search string `query:"search" maxLength:"100"`
	}
	typesQuery struct {
		SearchQuery
		Standing []party.Standing `query:"standing,explode" maxItems:"2"`
	}
	// TypePath names a kind of supply. Parts of an input are exported: Huma passes others over.
	TypePath struct {
		TypeID uuid.UUID `path:"category_type_id" format:"uuid"`
	}
	// CriterionPath names a criterion.
	CriterionPath struct {
		TypePath
		CriterionID uuid.UUID `path:"criterion_id" format:"uuid"`
	}
	updateType struct {
		TypePath
		Body CategoryTypeForm
	}
	moveType struct {
		TypePath
		Body struct {
			To int `json:"to" minimum:"0"`
		}
	}
	createCriterion struct {
		TypePath
		Body CriterionForm
	}
	updateCriterion struct {
		CriterionPath
		Body CriterionForm
	}
	insertInput struct {
		sourcinghttp.CategoryPath
		Body struct {
			CategoryTypeID uuid.UUID   `json:"category_type_id" format:"uuid"`
			Criteria       []uuid.UUID `json:"criteria"`
		}
	}
)

func criterionRow(r catalogsvc.CriterionRow) CriterionRow {
	return CriterionRow{
		ID:          r.ID,
		Name:        r.Name,
		Description: r.Description,
		Weight:      r.Weight,
		Questions:   r.Questions,
	}
}

func (f CriterionForm) criterion(id uuid.UUID) catalog.Criterion {
	return catalog.Criterion{ID: id, Name: f.Name, Description: f.Description, Weight: f.Weight, Version: f.Version,
		Questions: httpkit.Each(f.Questions, func(q sourcinghttp.QuestionForm) sourcing.Question { return q.Domain(uuid.Nil) })}
}

func (f CategoryTypeForm) kind() catalog.Type {
	return catalog.Type{Code: f.Code, Name: f.Name, Description: f.Description, Active: f.Active}
}

// MountTypes registers the operator's kinds of supply and their criteria.
func MountTypes(b *httpkit.BFF, s *catalogsvc.Service) {
	const t = access.Operator
	op(b, t, "", http.MethodGet, "/category_types", "catalogTypes", "Category types in their order", func(ctx context.Context, in *typesQuery) (*httpkit.Body[CategoryTypeList], error) {
		rows, err := s.Types(ctx, httpkit.Actor(ctx), in.Search, in.Standing...)
		return httpkit.JSON(CategoryTypeList{httpkit.Each(rows, func(r catalogsvc.TypeRow) CategoryTypeRow {
			return CategoryTypeRow{
				CategoryTypeForm: CategoryTypeForm{
					Code:        r.Code,
					Name:        r.Name,
					Description: r.Description,
					Active:      r.Active,
				},
				ID:        r.ID,
				Position:  r.Position,
				Criteria:  r.Criteria,
				Suppliers: r.Suppliers,
				Buyers:    r.Buyers,
			}
		})}, err)
	})
	op(b, t, "", http.MethodGet, "/category_types/{category_type_id}", "catalogType", "A category type with its criteria", func(ctx context.Context, in *TypePath) (*httpkit.Body[CategoryTypeDetails], error) {
		d, err := s.Type(ctx, httpkit.Actor(ctx), in.TypeID)
		return httpkit.JSON(CategoryTypeDetails{
			CategoryTypeForm: CategoryTypeForm{
				Code:        d.Code,
				Name:        d.Name,
				Description: d.Description,
				Active:      d.Active,
			},
			ID:       d.ID,
			Criteria: httpkit.Each(d.Criteria, criterionRow),
			Buyers:   httpkit.Each(d.Buyers, func(r catalogsvc.TypeBuyer) CategoryTypeBuyer { return CategoryTypeBuyer(r) }),
		}, err)
	})
	op(b, t, access.ManageCategory, http.MethodPost, "/category_types", "createCategoryType", "Add a category type", func(ctx context.Context, in *struct{ Body CategoryTypeForm }) (*httpkit.Body[sourcinghttp.Made], error) {
		return made(s.SaveType(ctx, httpkit.Actor(ctx), uuid.Nil, in.Body.kind()))
	})
	op(b, t, access.ManageCategory, http.MethodPut, "/category_types/{category_type_id}", "updateCategoryType", "Change a category type", func(ctx context.Context, in *updateType) (*httpkit.Empty, error) {
		_, err := s.SaveType(ctx, httpkit.Actor(ctx), in.TypeID, in.Body.kind())
		return httpkit.Done(err)
	})
	op(b, t, access.ManageCategory, http.MethodPut, "/category_types/{category_type_id}/position", "moveCategoryType", "Put a category type at a place of the list", func(ctx context.Context, in *moveType) (*httpkit.Empty, error) {
		return httpkit.Done(s.MoveType(ctx, httpkit.Actor(ctx), in.TypeID, in.Body.To))
	})
	op(b, t, "", http.MethodGet, "/category_types/{category_type_id}/criteria/{criterion_id}", "criterion", "Criteria of a category type with their questions", func(ctx context.Context, in *CriterionPath) (*httpkit.Body[CriterionDetails], error) {
		c, err := s.Criterion(ctx, httpkit.Actor(ctx), in.TypeID, in.CriterionID)
		return httpkit.JSON(CriterionDetails{
			ID:          c.ID,
			Name:        c.Name,
			Description: c.Description,
			Weight:      c.Weight,
			Version:     c.Version,
			Questions:   httpkit.Each(c.Questions, sourcinghttp.ToQuestion),
		}, err)
	})
	op(b, t, access.ManageCriteria, http.MethodPost, "/category_types/{category_type_id}/criteria", "createCriterion", "Add criteria to a category type", func(ctx context.Context, in *createCriterion) (*httpkit.Body[sourcinghttp.Made], error) {
		return made(s.SaveCriterion(ctx, httpkit.Actor(ctx), in.TypeID, in.Body.criterion(uuid.Nil)))
	})
	op(b, t, access.ManageCriteria, http.MethodPut, "/category_types/{category_type_id}/criteria/{criterion_id}", "updateCriterion", "Change criteria of a category type", func(ctx context.Context, in *updateCriterion) (*httpkit.Empty, error) {
		_, err := s.SaveCriterion(ctx, httpkit.Actor(ctx), in.TypeID, in.Body.criterion(in.CriterionID))
		return httpkit.Done(err)
	})
	op(b, t, access.ManageCriteria, http.MethodDelete, "/category_types/{category_type_id}/criteria/{criterion_id}", "deleteCriterion", "Remove criteria of a category type", func(ctx context.Context, in *CriterionPath) (*httpkit.Empty, error) {
		return httpkit.Done(s.DeleteCriterion(ctx, httpkit.Actor(ctx), in.TypeID, in.CriterionID))
	})
}

// MountCriteria registers how a category takes the criteria of its type, on both desks.
func MountCriteria(b *httpkit.BFF, s *catalogsvc.Service, d sourcinghttp.Deps, t access.UserType) {
	op(b, t, "", http.MethodGet, "/category_types/{category_type_id}/criteria", "typeCriteria", "Criteria that a category of this type can take", func(ctx context.Context, in *TypePath) (*httpkit.Body[CriterionList], error) {
		rows, err := s.Criteria(ctx, httpkit.Actor(ctx), in.TypeID)
		return httpkit.JSON(CriterionList{httpkit.Each(rows, criterionRow)}, err)
	})
	insert := httpkit.Operation{
		ID:      "insertCriteria",
		Method:  http.MethodPost,
		Path:    "/categories/{category_id}/criteria",
		Tag:     "catalog",
		Summary: "Insert criteria of a category type",
	}
	httpkit.Route(b, sourcing.Guard(t, sourcing.ToAsk), insert, func(ctx context.Context, in *insertInput) (*httpkit.Empty, error) {
		a := httpkit.Actor(ctx)
		owner, err := d.Sourcing.OwnerOfCategory(ctx, a, in.CategoryID)
		if err != nil {
			return nil, err
		}
		return httpkit.Done(s.InsertInto(ctx, a, owner, in.CategoryID, in.Body.CategoryTypeID, in.Body.Criteria))
	})
}
