package identityhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
)

type (
	// SupportView is an operator's look at a customer's console.
	SupportView struct {
		Company   string     `json:"company"`
		CompanyID uuid.UUID  `json:"company_id" format:"uuid"`
		Reason    string     `json:"reason"`
		By        string     `json:"by"`
		BeganAt   time.Time  `json:"began_at"`
		EndsAt    time.Time  `json:"ends_at"`
		EndedAt   *time.Time `json:"ended_at,omitempty"`
	}
	// Support is a customer with the views there were.
	Support struct {
		CompanyID uuid.UUID       `json:"company_id" format:"uuid"`
		Name      string          `json:"name"`
		UserType  access.UserType `json:"user_type"`
		Views     []SupportView   `json:"views" doc:"The latest first"`
	}
	supportPath struct {
		CompanyID uuid.UUID `path:"company_id" format:"uuid"`
	}
	beginSupportInput struct {
		CompanyID uuid.UUID `path:"company_id" format:"uuid"`
		Body      struct {
			Reason string `json:"reason" maxLength:"2000"`
		}
	}
	answerer func(context.Context, identitysvc.Opened, error) (*httpkit.Body[Token], error)
)

func viewOf(v *identitysvc.View) *SupportView {
	if v == nil {
		return nil
	}
	return &SupportView{
		Company:   v.CompanyName,
		CompanyID: v.Company,
		Reason:    v.Reason,
		By:        v.By,
		BeganAt:   v.BeganAt,
		EndsAt:    v.EndsAt,
		EndedAt:   v.EndedAt,
	}
}

// mountSupport registers the way out of a support view, which every console has.
func mountSupport(b *httpkit.BFF, d Deps, answer answerer) {
	route(b, access.SignedIn, http.MethodPost, "/support/end", "endSupport", "Leave the support view",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Token], error) {
			r := httpkit.From(ctx)
			if !r.Actor.Support && r.Actor.Type != access.Operator {
				return nil, access.NotInSupport.New("no operator")
			}
			o, err := d.Identity.EndSupport(ctx, r.Actor, r.Token)
			o.Secret = r.Secret
			return answer(ctx, o, err)
		})
}

// MountSupport registers the operator's way into a customer's console.
func MountSupport(b *httpkit.BFF, d Deps) {
	answer := answering(d)
	route(b, access.Only(access.Operator), http.MethodGet, "/support/{company_id}", "support", "Who looked at a customer's console",
		func(ctx context.Context, in *supportPath) (*httpkit.Body[Support], error) {
			v, err := d.Identity.SupportOf(ctx, httpkit.Actor(ctx), in.CompanyID)
			out := Support{CompanyID: v.Company, Name: v.Name, UserType: v.Kind, Views: make([]SupportView, len(v.Views))}
			for i := range v.Views {
				out.Views[i] = *viewOf(&v.Views[i])
			}
			return httpkit.JSON(out, err)
		})
	route(b, access.Only(access.Operator), http.MethodPost, "/support/{company_id}", "beginSupport", "Look at a customer's console, read-only, for 30 minutes",
		func(ctx context.Context, in *beginSupportInput) (*httpkit.Body[Token], error) {
			r := httpkit.From(ctx)
			o, err := d.Identity.BeginSupport(ctx, r.Actor, in.CompanyID, in.Body.Reason, r.Token)
			o.Secret = r.Secret
			return answer(ctx, o, err)
		})
}
