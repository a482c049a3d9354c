// Package partyhttp is the operations of companies: those the operator keeps, a
// buyer's own lists, and cases against suppliers with both sides of the hearing.
package partyhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
)

// op registers one operation; no privilege means that the user type is enough.
func op[I, O any](b *httpkit.BFF, t access.UserType, p access.Privilege, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	guard := access.Only(t, p)
	httpkit.Route(b, guard, httpkit.Operation{ID: id, Method: method, Path: path, Tag: "companies", Summary: summary, Status: httpkit.Created(method, id)}, use)
}

func made(id uuid.UUID, err error) (*httpkit.Body[MadeID], error) {
	return httpkit.JSON(MadeID{id}, err)
}

type (
	// MadeID is the id of what was created.
	MadeID struct {
		ID uuid.UUID `json:"id" format:"uuid"`
	}
	searchQuery struct {
		Search string `query:"search" maxLength:"100"`
	}
	// StandingQuery is exported because the fields of an embedded input are read only then.
	StandingQuery struct {
		Search   string           `query:"search" maxLength:"100"`
		Standing []party.Standing `query:"standing,explode" maxItems:"2"`
	}
	groupsQuery struct {
		StandingQuery
		Segments []party.Segment `query:"segment,explode" enum:"women,youth,disability" maxItems:"20"`
	}
	// NamedForm is a department or a special group.
	NamedForm struct {
		Name        string `json:"name"`
		Description string `json:"description,omitempty"`
		Active      bool   `json:"active"`
	}
	// SpecialGroupForm is a special group as it is written.
	SpecialGroupForm struct {
		NamedForm
		Segment  party.Segment   `json:"segment,omitempty" enum:"women,youth,disability" doc:"Whose shares are asked for; of the platform's groups only"`
		MinShare *money.Quantity `json:"min_share,omitempty" doc:"Per cent of the company that the segment owns at least"`
	}
	// SpecialGroupItem is a special group.
	SpecialGroupItem struct {
		ID          uuid.UUID      `json:"id" format:"uuid"`
		Name        string         `json:"name"`
		Description string         `json:"description"`
		Active      bool           `json:"active"`
		Own         bool           `json:"own" doc:"The desk that reads it keeps it"`
		Platform    bool           `json:"platform" doc:"Suppliers belong to it; categories are kept for such groups alone"`
		Segment     *party.Segment `json:"segment,omitempty" enum:"women,youth,disability"`
		MinShare    money.Quantity `json:"min_share"`
		CreatedAt   time.Time      `json:"created_at"`
	}
	// SpecialGroupList lists special groups.
	SpecialGroupList struct {
		Items []SpecialGroupItem `json:"items"`
	}
	// GroupPath names a special group. Parts of an input are exported: Huma passes others over.
	GroupPath struct {
		GroupID uuid.UUID `path:"group_id" format:"uuid"`
	}
)

func (f NamedForm) named() party.Named {
	return party.Named{Name: f.Name, Description: f.Description, Active: f.Active}
}

func (f SpecialGroupForm) group() party.GroupForm {
	out := party.GroupForm{Named: f.named(), Segment: string(f.Segment)}
	if f.MinShare != nil {
		out.MinShare = *f.MinShare
	}
	return out
}

// MountGroups registers special groups for a desk: the operator keeps those of
// the platform, a buyer its own.
func MountGroups(b *httpkit.BFF, s *partysvc.Service, t access.UserType) {
	keeps := access.UpdateCompanyInfo
	if t == access.Operator {
		keeps = access.ManageSupplier
	}
	op(b, t, "", http.MethodGet, "/special-groups", "specialGroups", "Special groups", func(ctx context.Context, in *groupsQuery) (*httpkit.Body[SpecialGroupList], error) {
		rows, err := s.SpecialGroups(ctx, httpkit.Actor(ctx), partysvc.GroupFilter{Search: in.Search, Segments: in.Segments, Standing: in.Standing})
		out := SpecialGroupList{httpkit.Each(rows, func(r partysvc.GroupRow) SpecialGroupItem {
			return SpecialGroupItem{
				ID:          r.ID,
				Name:        r.Name,
				Description: r.Description,
				Active:      r.Active,
				Own:         t == access.Operator || r.CompanyID != nil,
				Platform:    r.CompanyID == nil,
				Segment:     (*party.Segment)(r.Segment),
				MinShare:    r.MinShare,
				CreatedAt:   r.CreatedAt.UTC(),
			}
		})}
		return httpkit.JSON(out, err)
	})
	op(b, t, keeps, http.MethodPost, "/special-groups", "createSpecialGroup", "Add a special group", func(ctx context.Context, in *struct{ Body SpecialGroupForm }) (*httpkit.Body[MadeID], error) {
		return made(s.SaveSpecialGroup(ctx, httpkit.Actor(ctx), uuid.Nil, in.Body.group()))
	})
	op(b, t, keeps, http.MethodPut, "/special-groups/{group_id}", "updateSpecialGroup", "Change a special group", func(ctx context.Context, in *struct {
		GroupPath
		Body SpecialGroupForm
	}) (*httpkit.Empty, error) {
		_, err := s.SaveSpecialGroup(ctx, httpkit.Actor(ctx), in.GroupID, in.Body.group())
		return httpkit.Done(err)
	})
}
