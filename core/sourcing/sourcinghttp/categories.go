package sourcinghttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	// CategoryForm is what an author says of a category.
	CategoryForm struct {
		Number          string               `json:"number,omitempty" doc:"Empty: the next free one"`
		Name            string               `json:"name"`
		Description     string               `json:"description,omitempty"`
		Instructions    string               `json:"instructions,omitempty"`
		CategoryTypeID  *uuid.UUID           `json:"category_type_id,omitempty" format:"uuid"`
		Group           string               `json:"group,omitempty"`
		Currency        money.Currency       `json:"currency"`
		BidFee          money.Decimal        `json:"bid_fee,omitzero"`
		Estimate        *money.Decimal       `json:"estimate,omitempty"`
		OpensAt         time.Time            `json:"opens_at"`
		ClosesAt        time.Time            `json:"closes_at"`
		PassMark        money.Quantity       `json:"pass_mark,omitzero"`
		TechnicalWeight money.Quantity       `json:"technical_weight,omitzero"`
		FinancialWeight money.Quantity       `json:"financial_weight,omitzero"`
		PriceFormula    sourcing.FormulaName `json:"price_formula,omitempty"`
		Openers         int                  `json:"openers,omitempty"`
		InvitedOnly     bool                 `json:"invited_only,omitempty"`
		ReservedFor     *uuid.UUID           `json:"reserved_for,omitempty" format:"uuid" doc:"A special group of the platform: only companies that belong to it take part"`
		Without         []sourcing.StepName  `json:"without,omitempty" doc:"Optional steps that it does without; absent: as its activity usually does"`
	}
	createCategoryInput struct {
		JobPath
		Body CategoryForm
	}
	updateCategoryInput struct {
		CategoryPath
		Body struct {
			CategoryForm
			Version int `json:"version"`
		}
	}
	duplicateInput struct {
		CategoryPath
		Body struct {
			JobID *uuid.UUID `json:"job_id,omitempty" format:"uuid" doc:"Another job of the same activity; by default the same"`
		}
	}
	extendInput struct {
		CategoryPath
		Body struct {
			ClosesAt time.Time `json:"closes_at"`
			Reason   string    `json:"reason"`
		}
	}
	categoryReasonInput struct {
		CategoryPath
		Body reasonBody
	}
)

func (f CategoryForm) domain() sourcing.CategoryForm {
	return sourcing.CategoryForm{Number: f.Number, Name: f.Name, Description: f.Description, Instructions: f.Instructions, Type: f.CategoryTypeID,
		Grouping: f.Group, Currency: f.Currency, BidFee: f.BidFee, Estimate: f.Estimate, OpensAt: f.OpensAt, ClosesAt: f.ClosesAt,
		PassMark: f.PassMark, TechnicalWeight: f.TechnicalWeight, FinancialWeight: f.FinancialWeight, PriceFormula: string(f.PriceFormula),
		Openers: f.Openers, InvitedOnly: f.InvitedOnly, Reserved: f.ReservedFor, Without: f.Without}
}

func (m desk) categories() {
	op(m, sourcing.ToAuthor, http.MethodPost, "/jobs/{job_id}/categories", "createCategory", "Draft a category",
		func(ctx context.Context, in *createCategoryInput) (*httpkit.Body[Made], error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.CreateCategory(ctx, a, owner, in.JobID, in.Body.domain())
			return httpkit.JSON(Made{id}, err)
		})
	op(m, "", http.MethodGet, "/categories/{category_id}", "category", "A category with its criteria, items and findings",
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[CategoryDetails], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			c, err := m.svc.Category(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(toDetails(c), err)
		})
	op(m, sourcing.ToAuthor, http.MethodPut, "/categories/{category_id}", "updateCategory", "Change an unpublished category",
		func(ctx context.Context, in *updateCategoryInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.UpdateCategory(ctx, a, owner, in.CategoryID, in.Body.Version, in.Body.domain()))
		})
	op(m, sourcing.ToAuthor, http.MethodPost, "/categories/{category_id}/duplicate", "createDuplicate", "Copy a category as a new draft",
		func(ctx context.Context, in *duplicateInput) (*httpkit.Body[Made], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.Duplicate(ctx, a, owner, in.CategoryID, in.Body.JobID)
			return httpkit.JSON(Made{id}, err)
		})
	op(m, "", http.MethodGet, "/categories/{category_id}/preview", "previewCategory", "A category as bidders will see it",
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Preview], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			p, err := m.svc.Preview(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(ToPreview(p), err)
		})
	op(m, sourcing.ToAuthor, http.MethodPost, "/categories/{category_id}/publish", "publishCategory", "Publish a category",
		func(ctx context.Context, in *CategoryPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Publish(ctx, a, owner, in.CategoryID))
		})
	op(m, sourcing.ToAuthor, http.MethodPost, "/categories/{category_id}/approval", "askApproval", "Hold a category for approval",
		func(ctx context.Context, in *CategoryPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.SendForApproval(ctx, a, owner, in.CategoryID))
		})
	op(m, sourcing.ToAuthor, http.MethodPost, "/categories/{category_id}/refuse", "refuseApproval", "Give a held category back to its author",
		func(ctx context.Context, in *categoryReasonInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.RefuseApproval(ctx, a, owner, in.CategoryID, in.Body.Reason))
		})
	op(m, sourcing.ToAuthor, http.MethodPost, "/categories/{category_id}/extend", "extendCategory", "Move the closing to a later time, for all",
		func(ctx context.Context, in *extendInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Extend(ctx, a, owner, in.CategoryID, in.Body.ClosesAt, in.Body.Reason))
		})
	op(m, sourcing.ToAuthor, http.MethodPost, "/categories/{category_id}/cancel", "cancelCategory", "Cancel or withdraw a category",
		func(ctx context.Context, in *categoryReasonInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.CancelCategory(ctx, a, owner, in.CategoryID, in.Body.Reason))
		})
}
