package sourcinghttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	invitedQuery struct {
		CategoryPath
		PageQuery
		Search      string     `query:"search" maxLength:"100"`
		Countries   []geo.Code `query:"country,explode" maxItems:"50"`
		Unseen      bool       `query:"unseen" doc:"Only those that have not looked yet"`
		InvitedFrom day.Day    `query:"invited_from"`
		InvitedTo   day.Day    `query:"invited_to"`
	}
	// Invited is a supplier that was invited.
	Invited struct {
		SupplierID uuid.UUID  `json:"supplier_id" format:"uuid"`
		Name       string     `json:"name"`
		Country    string     `json:"country"`
		InvitedAt  time.Time  `json:"invited_at"`
		ViewedAt   *time.Time `json:"viewed_at,omitempty"`

		Source sourcing.InvitationSource `json:"source" doc:"How it came to be invited"`
		List   string                    `json:"list" doc:"Name of the one it was invited from"`
		Reason string                    `json:"reason" doc:"Why others were invited than those whose turn it was"`
	}
	// InvitedPage is one page of invited suppliers.
	InvitedPage struct {
		Items       []Invited `json:"items"`
		Next        string    `json:"next"`
		Total       int       `json:"total"`
		TotalCapped bool      `json:"total_capped"`
	}
	invitableQuery struct {
		CategoryPath
		PageQuery
		Search       string     `query:"search" maxLength:"100"`
		Countries    []geo.Code `query:"country,explode" maxItems:"50"`
		CategoryType uuid.UUID  `query:"category_type" format:"uuid"`
	}
	// Invitable is a supplier of the directory.
	Invitable struct {
		ID      uuid.UUID `json:"id" format:"uuid"`
		Name    string    `json:"name"`
		Country string    `json:"country"`
		Invited bool      `json:"invited"`
	}
	// InvitablePage is one page of the directory.
	InvitablePage struct {
		Items []Invitable `json:"items"`
		Next  string      `json:"next"`
	}
	inviteInput struct {
		CategoryPath
		Body struct {
			SupplierIDs []uuid.UUID `json:"supplier_ids"`
		}
	}
	// Added says how many were not invited before, and of each other why not.
	Added struct {
		Added  int          `json:"added"`
		Passed []PassedOver `json:"passed"`
	}
	// PassedOver is a supplier that is not invited.
	PassedOver struct {
		SupplierID uuid.UUID              `json:"supplier_id" format:"uuid"`
		Name       string                 `json:"name" doc:"Empty where there is no such active supplier"`
		Why        sourcing.NotInvitedWhy `json:"reason"`
	}
	turnsQuery struct {
		CategoryPath
		ListID uuid.UUID `query:"list_id" format:"uuid" required:"true" doc:"The category that made the list"`
	}
	// InvitationTurn is a supplier of a list that may be invited.
	InvitationTurn struct {
		SupplierID uuid.UUID  `json:"supplier_id" format:"uuid"`
		Name       string     `json:"name"`
		Country    string     `json:"country"`
		Last       *time.Time `json:"last,omitempty" doc:"When the buyer invited it last; absent where it never did"`
		Times      int        `json:"times" doc:"How often it did"`
	}
	// InvitationTurns is who may be invited, whose turn it is first.
	InvitationTurns struct {
		Items []InvitationTurn `json:"items"`
	}
	turnInput struct {
		CategoryPath
		Body struct {
			ListID      uuid.UUID   `json:"list_id" format:"uuid"`
			Count       int         `json:"count" doc:"How many are wanted: so many of the first are proposed"`
			SupplierIDs []uuid.UUID `json:"supplier_ids" doc:"Whom a person chose"`
			Reason      string      `json:"reason,omitempty" doc:"Where these are others"`
		}
	}
)

func (m desk) invitations() {
	const invitations = "/categories/{category_id}/invitations"
	op(m, "", http.MethodGet, invitations, "invitations", "Suppliers invited to a category",
		func(ctx context.Context, in *invitedQuery) (*httpkit.Body[InvitedPage], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			page, err := m.svc.Invitations(ctx, a, owner, in.CategoryID, sourcingsvc.InvitedFilter{
				Search:    in.Search,
				Countries: in.Countries,
				Unseen:    in.Unseen,
				Invited:   httpkit.Days(ctx, in.InvitedFrom, in.InvitedTo),
			}, in.After, in.Limit)
			return httpkit.JSON(InvitedPage{
				Items: httpkit.Each(page.Items, func(i sourcingsvc.Invited) Invited {
					return Invited{
						SupplierID: i.Supplier,
						Name:       i.Name,
						Country:    i.Country,
						InvitedAt:  i.InvitedAt,
						ViewedAt:   i.ViewedAt,
						Source:     i.Source,
						List:       i.List,
						Reason:     i.Reason,
					}
				}),
				Next:        page.Next,
				Total:       page.Total,
				TotalCapped: page.TotalCapped,
			}, err)
		})
	op(m, "", http.MethodGet, "/categories/{category_id}/invitable", "invitable", "Suppliers of the system, for an invitation",
		func(ctx context.Context, in *invitableQuery) (*httpkit.Body[InvitablePage], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			page, err := m.svc.Invitable(ctx, a, owner, in.CategoryID, sourcingsvc.SupplierFilter{Search: in.Search, Countries: in.Countries,
				CategoryType: httpkit.OrNil(in.CategoryType)}, in.After, in.Limit)
			return httpkit.JSON(InvitablePage{
				Items: httpkit.Each(page.Items, func(i sourcingsvc.Invitable) Invitable { return Invitable(i) }),
				Next:  page.Next,
			}, err)
		})
	op(m, sourcing.ToInvite, http.MethodPost, invitations, "invite", "Invite suppliers to a category",
		func(ctx context.Context, in *inviteInput) (*httpkit.Body[Added], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			sent, err := m.svc.Invite(ctx, a, owner, in.CategoryID, in.Body.SupplierIDs)
			return httpkit.JSON(addedOf(sent), err)
		})
	op(m, sourcing.ToInvite, http.MethodGet, "/categories/{category_id}/turns", "turns", "Who of a list may be invited, whose turn it is first",
		func(ctx context.Context, in *turnsQuery) (*httpkit.Body[InvitationTurns], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			list, err := m.svc.Turns(ctx, a, owner, in.CategoryID, in.ListID)
			return httpkit.JSON(InvitationTurns{httpkit.Each(list, func(t sourcing.Turn) InvitationTurn {
				return InvitationTurn{SupplierID: t.Supplier, Name: t.Name, Country: t.Country, Last: t.Last, Times: t.Times}
			})}, err)
		})
	op(m, sourcing.ToInvite, http.MethodPost, invitations+"/turn", "inviteByTurn", "Invite out of a list by turn, or with a reason others",
		func(ctx context.Context, in *turnInput) (*httpkit.Body[Added], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			sent, err := m.svc.InviteByTurn(ctx, a, owner, in.CategoryID, sourcing.TurnForm{
				List:   in.Body.ListID,
				Count:  in.Body.Count,
				Chosen: in.Body.SupplierIDs,
				Reason: in.Body.Reason,
			})
			return httpkit.JSON(addedOf(sent), err)
		})
}

func addedOf(s sourcingsvc.Sent) Added {
	return Added{Added: s.Added, Passed: httpkit.Each(s.Passed, func(p sourcing.PassedOver) PassedOver {
		return PassedOver{SupplierID: p.Supplier, Name: p.Name, Why: p.Why}
	})}
}
