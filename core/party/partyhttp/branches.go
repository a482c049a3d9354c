package partyhttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	// BranchForm is a branch as it is written.
	BranchForm struct {
		Name     string `json:"name"`
		Code     string `json:"code"`
		Location *int32 `json:"location,omitempty"`
		Address  string `json:"address,omitempty"`
		Phone    string `json:"phone,omitempty"`
		Active   bool   `json:"active"`
	}
	// BranchItem is a branch in the list.
	BranchItem struct {
		BranchForm
		ID           uuid.UUID `json:"id" format:"uuid"`
		LocationName string    `json:"location_name"`
		Departments  int64     `json:"departments"`
	}
	// DepartmentItem is a department in the list.
	DepartmentItem struct {
		ID       uuid.UUID `json:"id" format:"uuid"`
		BranchID uuid.UUID `json:"branch_id" format:"uuid"`
		Branch   string    `json:"branch"`
		Name     string    `json:"name"`
		Active   bool      `json:"active"`
	}
	// BranchList is a company's branches with their departments.
	BranchList struct {
		Items       []BranchItem     `json:"items"`
		Departments []DepartmentItem `json:"departments"`
	}
	// DepartmentForm is a department as it is written.
	DepartmentForm struct {
		Name     string    `json:"name"`
		BranchID uuid.UUID `json:"branch_id" format:"uuid"`
		Active   bool      `json:"active"`
	}
	// BranchPath names a branch.
	BranchPath struct {
		BranchID uuid.UUID `path:"branch_id" format:"uuid"`
	}
	// DepartmentPath names a department.
	DepartmentPath struct {
		DepartmentID uuid.UUID `path:"department_id" format:"uuid"`
	}
	updateBranch struct {
		BranchPath
		Body BranchForm
	}
	updateDepartment struct {
		DepartmentPath
		Body DepartmentForm
	}
)

func (f BranchForm) branch() party.Branch {
	return party.Branch{Name: f.Name, Code: f.Code, LocationID: f.Location, Address: f.Address, Phone: f.Phone, Active: f.Active}
}

// MountBranches registers a buyer's branches and departments.
func MountBranches(b *httpkit.BFF, s *partysvc.Service) {
	const t, p = access.Buyer, access.UpdateCompanyInfo
	op(b, t, "", http.MethodGet, "/branches", "branches", "Branches and departments of the company", func(ctx context.Context, in *StandingQuery) (*httpkit.Body[BranchList], error) {
		rows, err := s.Branches(ctx, httpkit.Actor(ctx), in.Search, in.Standing...)
		if err != nil {
			return nil, err
		}
		departments, err := s.Departments(ctx, httpkit.Actor(ctx))
		return httpkit.JSON(BranchList{
			Items: httpkit.Each(rows, func(r partysvc.BranchRow) BranchItem {
				return BranchItem{
					BranchForm: BranchForm{
						Name:     r.Name,
						Code:     r.Code,
						Location: r.LocationID,
						Address:  r.Address,
						Phone:    r.Phone,
						Active:   r.Active,
					},
					ID:           r.ID,
					LocationName: r.Location,
					Departments:  r.Departments,
				}
			}),
			Departments: httpkit.Each(departments, func(r partysvc.DepartmentRow) DepartmentItem { return DepartmentItem(r) }),
		}, err)
	})
	op(b, t, p, http.MethodPost, "/branches", "createBranch", "Add a branch", func(ctx context.Context, in *struct{ Body BranchForm }) (*httpkit.Body[MadeID], error) {
		return made(s.SaveBranch(ctx, httpkit.Actor(ctx), uuid.Nil, in.Body.branch()))
	})
	op(b, t, p, http.MethodPut, "/branches/{branch_id}", "updateBranch", "Change a branch", func(ctx context.Context, in *updateBranch) (*httpkit.Empty, error) {
		_, err := s.SaveBranch(ctx, httpkit.Actor(ctx), in.BranchID, in.Body.branch())
		return httpkit.Done(err)
	})
	op(b, t, p, http.MethodPost, "/departments", "createDepartment", "Add a department of a branch", func(ctx context.Context, in *struct{ Body DepartmentForm }) (*httpkit.Body[MadeID], error) {
		return made(s.SaveDepartment(ctx, httpkit.Actor(ctx), uuid.Nil, in.Body.BranchID, party.Named{Name: in.Body.Name}))
	})
	op(b, t, p, http.MethodPut, "/departments/{department_id}", "updateDepartment", "Change a department", func(ctx context.Context, in *updateDepartment) (*httpkit.Empty, error) {
		_, err := s.SaveDepartment(ctx, httpkit.Actor(ctx), in.DepartmentID, in.Body.BranchID, party.Named{Name: in.Body.Name, Active: in.Body.Active})
		return httpkit.Done(err)
	})
}
