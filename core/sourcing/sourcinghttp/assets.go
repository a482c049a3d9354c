package sourcinghttp

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// AssetForm is what an author says of a thing.
	AssetForm struct {
		Condition sourcing.Condition `json:"condition,omitempty"`
		Notes     string             `json:"notes,omitempty"`
		Location  string             `json:"location,omitempty"`
	}
	// Asset is what an item is besides.
	Asset struct {
		Condition sourcing.Condition `json:"condition,omitempty" doc:"Left out until somebody has said"`
		Notes     string             `json:"notes"`
		Location  string             `json:"location"`
		Photos    []ItemPhoto        `json:"photos"`
		Reserve   *Reserve           `json:"reserve,omitempty"`
	}
	// ItemPhoto is a photograph of an item.
	ItemPhoto struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
		Size int64     `json:"size"`
	}
	// Reserve is the least for which a unit of an item is sold, sealed until the prices are opened.
	Reserve struct {
		Commitment string         `json:"commitment" doc:"SHA-256 of salt and manifest, hexadecimal"`
		Currency   money.Currency `json:"currency"`
		By         string         `json:"by,omitempty" doc:"Who typed it; bidders are not told"`
		At         *time.Time     `json:"at,omitempty"`
		Opened     *OpenedReserve `json:"opened,omitempty"`
	}
	// OpenedReserve is a reserve with what proves that it was there before the bids.
	OpenedReserve struct {
		Amount   money.Decimal `json:"amount"`
		Reason   string        `json:"reason" doc:"Why it was above the estimate"`
		Salt     string        `json:"salt" doc:"Hexadecimal"`
		OpenedAt time.Time     `json:"opened_at"`
	}
	// PhotoPath names a photograph of an item.
	PhotoPath struct {
		ItemPath
		PhotoID uuid.UUID `path:"photo_id" format:"uuid"`
	}
	photoInput struct {
		PhotoPath
		Name    string `query:"name" maxLength:"400" required:"true"`
		RawBody []byte `contentType:"application/octet-stream"`
	}
	reserveInput struct {
		ItemPath
		Body struct {
			Amount money.Decimal `json:"amount" doc:"Of one unit, in the category's currency"`
			Reason string        `json:"reason,omitempty" maxLength:"4000" doc:"Why it comes to more than the estimate; sealed with it"`
		}
	}
)

func (f *AssetForm) domain() *sourcing.Asset {
	if f == nil {
		return nil
	}
	return &sourcing.Asset{Condition: f.Condition, Notes: f.Notes, Location: f.Location}
}

func toAsset(a *sourcing.Asset) *Asset {
	if a == nil {
		return nil
	}
	out := Asset{
		Condition: a.Condition,
		Notes:     a.Notes,
		Location:  a.Location,
		Photos: httpkit.Each(a.Photos, func(p sourcing.AssetPhoto) ItemPhoto {
			return ItemPhoto{ID: p.ID, Name: p.Name, Size: p.Size}
		}),
	}
	if r := a.Reserve; r != nil {
		out.Reserve = &Reserve{Commitment: hex.EncodeToString(r.Commitment), Currency: r.Currency, By: r.By}
		if !r.At.IsZero() {
			out.Reserve.At = &r.At
		}
		if o := r.Opened; o != nil {
			out.Reserve.Opened = &OpenedReserve{Amount: o.Amount, Reason: o.Reason, Salt: hex.EncodeToString(o.Salt), OpenedAt: o.At}
		}
	}
	return &out
}

// ItemPhotoFile is a photograph as it is sent.
func ItemPhotoFile(d documentsvc.Document, err error) (*httpkit.Download, error) {
	if err != nil {
		return nil, err
	}
	return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
}

func (m desk) assets() {
	const item = "/categories/{category_id}/items/{item_id}"
	const photo = item + "/photos/{photo_id}"
	add := httpkit.Operation{
		ID:      "addItemPhoto",
		Method:  http.MethodPut,
		Path:    photo,
		Tag:     "sourcing",
		Summary: "Send a photograph; sent again it counts once",
		MaxBody: sourcing.MaxAssetPhoto + 1,
	}
	httpkit.Route(m.b, sourcing.Guard(m.Type, sourcing.ToAuthor), add, func(ctx context.Context, in *photoInput) (*httpkit.Empty, error) {
		a, owner, err := m.category(ctx, in.CategoryID)
		if err != nil {
			return nil, err
		}
		p := sourcingsvc.Photo{ID: in.PhotoID, Name: in.Name, Bytes: in.RawBody}
		return httpkit.Done(m.svc.AddPhoto(ctx, a, owner, in.CategoryID, in.ItemID, p))
	})
	op(m, "", http.MethodGet, photo, "itemPhoto", "A photograph of an item",
		func(ctx context.Context, in *PhotoPath) (*httpkit.Download, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return ItemPhotoFile(m.svc.ItemPhoto(ctx, a, owner, in.CategoryID, in.ItemID, in.PhotoID))
		})
	op(m, sourcing.ToAuthor, http.MethodDelete, photo, "removeItemPhoto", "Take a photograph away",
		func(ctx context.Context, in *PhotoPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.RemovePhoto(ctx, a, owner, in.CategoryID, in.ItemID, in.PhotoID))
		})
	op(m, sourcing.ToAuthor, http.MethodPut, item+"/reserve", "setReserve", "Seal the least for which a unit of an item is sold",
		func(ctx context.Context, in *reserveInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.SetReserve(ctx, a, owner, in.CategoryID, in.ItemID, in.Body.Amount, in.Body.Reason))
		})
	op(m, sourcing.ToAuthor, http.MethodDelete, item+"/reserve", "removeReserve", "Let an item go to the best price whatever it is",
		func(ctx context.Context, in *ItemPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.RemoveReserve(ctx, a, owner, in.CategoryID, in.ItemID))
		})
}
