package sourcinghttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
)

type (
	doorsInput struct {
		ForBuyer
		UserID uuid.UUID `path:"user_id" format:"uuid"`
		Search string    `query:"search" maxLength:"100"`
	}
	doorInput struct {
		ForBuyer
		UserID     uuid.UUID `path:"user_id" format:"uuid"`
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
		Body       struct {
			State string `json:"state" enum:"allowed,denied,none"`
		}
	}
	// Door is what is said of one category for one person.
	Door struct {
		CategoryID uuid.UUID `json:"category_id" format:"uuid"`
		Reference  string    `json:"reference"`
		Name       string    `json:"name"`
		JobTitle   string    `json:"job_title"`
		State      string    `json:"state" enum:"allowed,denied,none"`
	}
	// Doors are a buyer's categories with what is said of each.
	Doors struct {
		Items []Door `json:"items"`
	}
)

// doors registers which categories are open and closed to one person.
func (m desk) doors() {
	const doors = "/people/users/{user_id}/categories"
	guarded(m, access.Only(m.Type, access.ManageUser), http.MethodGet, doors, "categoryDoors", "Which categories are open or closed to a person",
		func(ctx context.Context, in *doorsInput) (*httpkit.Body[Doors], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			rows, err := m.svc.Doors(ctx, a, owner, in.UserID, in.Search)
			out := Doors{Items: make([]Door, len(rows))}
			for i, r := range rows {
				state := "none"
				if r.Allowed != nil {
					state = map[bool]string{true: "allowed", false: "denied"}[*r.Allowed]
				}
				out.Items[i] = Door{
					CategoryID: r.ID,
					Reference:  r.Reference,
					Name:       r.Name,
					JobTitle:   r.JobTitle,
					State:      state,
				}
			}
			return httpkit.JSON(out, err)
		})
	guarded(m, access.Only(m.Type, access.ManageUser), http.MethodPut, doors+"/{category_id}", "setCategoryDoor", "Open or close a category for a person",
		func(ctx context.Context, in *doorInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			var allowed *bool
			if in.Body.State != "none" {
				yes := in.Body.State == "allowed"
				allowed = &yes
			}
			return httpkit.Done(m.svc.SetDoor(ctx, a, owner, in.UserID, in.CategoryID, allowed))
		})
}
