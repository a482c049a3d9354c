package bffbuyer

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

type (
	// EnvelopePath names an envelope of a category.
	EnvelopePath struct {
		CategoryID uuid.UUID             `path:"category_id" format:"uuid"`
		Envelope   sourcing.EnvelopeName `path:"envelope"`
	}
	// Decision is where an opening stands after somebody's word.
	Decision struct {
		Opened  bool       `json:"opened"`
		Missing int        `json:"missing" doc:"People whose word is still needed"`
		Expires *time.Time `json:"expires,omitempty" doc:"When the first word lapses"`
	}
)

// mountOpening registers what people say at openings. It is the buyer's alone:
// the operator never opens bids.
func mountOpening(b *httpkit.BFF, s *openingsvc.Service) {
	opens := sourcing.Guard(access.Buyer, sourcing.ToOpen)
	op := func(path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: http.MethodPost, Path: path, Tag: "opening", Summary: summary}
	}
	httpkit.Route(b, opens, op("/categories/{category_id}/openings/{envelope}/confirm", "confirmOpening",
		"Give my word that an envelope shall be opened; with enough people's words it is"),
		func(ctx context.Context, in *EnvelopePath) (*httpkit.Body[Decision], error) {
			a := httpkit.Actor(ctx)
			d, err := s.Confirm(ctx, a, a.Org, in.CategoryID, seal.Envelope(in.Envelope))
			out := Decision{Opened: d.Opened, Missing: d.Missing}
			if !d.Expires.IsZero() {
				out.Expires = &d.Expires
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, opens, op("/categories/{category_id}/openings/{envelope}/sign", "signMinutes", "Sign the minutes of an opening"),
		func(ctx context.Context, in *EnvelopePath) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			return httpkit.Done(s.SignMinutes(ctx, a, a.Org, in.CategoryID, seal.Envelope(in.Envelope)))
		})
}
