package sourcinghttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// ItemForm is what an author says of an item.
	ItemForm struct {
		Number         string         `json:"number"`
		Code           string         `json:"code,omitempty"`
		Description    string         `json:"description"`
		Unit           string         `json:"unit"`
		Quantity       money.Quantity `json:"quantity"`
		Classification string         `json:"classification,omitempty"`
		Asset          *AssetForm     `json:"asset,omitempty" doc:"Left out, it stays as it is"`
	}
	// ItemPath names an item of a category.
	ItemPath struct {
		CategoryPath
		ItemID uuid.UUID `path:"item_id" format:"uuid"`
	}
	createItemInput struct {
		CategoryPath
		Body ItemForm
	}
	updateItemInput struct {
		ItemPath
		Body ItemForm
	}
	pasteInput struct {
		CategoryPath
		Body struct {
			Text     string          `json:"text" maxLength:"900000" doc:"Columns parted by tabs: [number, [code,]] description, unit, quantity"`
			Language locale.Language `json:"language,omitempty" doc:"How its numbers are written"`
			Replace  bool            `json:"replace,omitempty"`
		}
	}
	// Pasted says how many lines came in.
	Pasted struct {
		Added int `json:"added"`
	}
)

func (f ItemForm) domain(id uuid.UUID) sourcing.Item {
	return sourcing.Item{
		ID:             id,
		Number:         f.Number,
		Code:           f.Code,
		Description:    f.Description,
		Unit:           f.Unit,
		Quantity:       f.Quantity,
		Classification: f.Classification,
		Asset:          f.Asset.domain(),
	}
}

func (m desk) items() {
	const items = "/categories/{category_id}/items"
	op(m, sourcing.ToAuthor, http.MethodPost, items, "createItem", "Add an item",
		func(ctx context.Context, in *createItemInput) (*httpkit.Body[Made], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.AddItem(ctx, a, owner, in.CategoryID, in.Body.domain(uuid.Nil))
			return httpkit.JSON(Made{id}, err)
		})
	op(m, sourcing.ToAuthor, http.MethodPut, items+"/{item_id}", "updateItem", "Change an item",
		func(ctx context.Context, in *updateItemInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.UpdateItem(ctx, a, owner, in.CategoryID, in.Body.domain(in.ItemID)))
		})
	op(m, sourcing.ToAuthor, http.MethodDelete, items+"/{item_id}", "deleteItem", "Remove an item",
		func(ctx context.Context, in *ItemPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.DeleteItem(ctx, a, owner, in.CategoryID, in.ItemID))
		})
	op(m, sourcing.ToAuthor, http.MethodPost, items+"/paste", "pasteItems", "Add all lines copied out of a spreadsheet, or none",
		func(ctx context.Context, in *pasteInput) (*httpkit.Body[Pasted], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			n, err := m.svc.PasteItems(ctx, a, owner, in.CategoryID, sourcingsvc.Paste{Text: in.Body.Text, Language: string(in.Body.Language), Replace: in.Body.Replace})
			return httpkit.JSON(Pasted{n}, err)
		})
}
