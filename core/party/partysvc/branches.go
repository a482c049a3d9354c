package partysvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/pg"
)

// Rows of a company's own lists.
type (
	// BranchRow is a branch with the number of its departments.
	BranchRow = partydb.BranchesRow
	// DepartmentRow is a department with its branch.
	DepartmentRow = partydb.DepartmentsRow
	// GroupRow is a special group of the platform or of a company.
	GroupRow = partydb.SpecialGroupsRow
)

// Branches lists the branches of the actor's company.
func (s *Service) Branches(ctx context.Context, a access.Actor, search string, standing ...party.Standing) ([]BranchRow, error) {
	company, err := own(a, "")
	if err != nil {
		return nil, err
	}
	return q.Branches(ctx, s.db, company, pg.Sought(search), closed.Values(standing...))
}

// SaveBranch creates a branch of the actor's company, or changes one when id is not Nil.
func (s *Service) SaveBranch(ctx context.Context, a access.Actor, id uuid.UUID, b party.Branch) (uuid.UUID, error) {
	company, err := own(a, access.UpdateCompanyInfo)
	if err != nil {
		return id, err
	}
	c, err := s.Company(ctx, s.db, company)
	if err != nil {
		return id, err
	}
	if b, err = b.Check(c.Country); err != nil {
		return id, err
	}
	action, create := "party.branch.updated", id == uuid.Nil
	if create {
		action, id = "party.branch.created", uuid.Must(uuid.NewV7())
	}
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var f fault.Fields
		err := located(ctx, tx, &f, "/location", b.LocationID, c.Country)
		if err == nil {
			err = f.Err()
		}
		if err != nil {
			return err
		}
		if create {
			err = q.InsertBranch(ctx, tx, partydb.InsertBranchParams{ID: id, CompanyID: company, Name: b.Name, Code: b.Code, LocationID: b.LocationID,
				Address: b.Address, Phone: b.Phone, CreatedAt: tx.Now})
		} else {
			var n int64
			n, err = q.UpdateBranch(ctx, tx, partydb.UpdateBranchParams{ID: id, CompanyID: company, Name: b.Name, Code: b.Code, LocationID: b.LocationID,
				Address: b.Address, Phone: b.Phone, Active: b.Active})
			err = found(n, err, party.BranchNotFound)
		}
		if pg.Constraint(err) == "branch_code" {
			return fault.Invalid.Wrap(err, "").At("/code", fault.Taken)
		}
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "branch", id, company, map[string]any{"name": b.Name, "code": b.Code})
	})
}

// Departments lists the departments of the actor's company.
func (s *Service) Departments(ctx context.Context, a access.Actor) ([]DepartmentRow, error) {
	company, err := own(a, "")
	if err != nil {
		return nil, err
	}
	return q.Departments(ctx, s.db, company)
}

// SaveDepartment creates a department of a branch, or changes one when id is not Nil.
func (s *Service) SaveDepartment(ctx context.Context, a access.Actor, id, branch uuid.UUID, d party.Named) (uuid.UUID, error) {
	company, err := own(a, access.UpdateCompanyInfo)
	if err != nil {
		return id, err
	}
	if d, err = d.Check(); err != nil {
		return id, err
	}
	action, create := "party.department.updated", id == uuid.Nil
	if create {
		action, id = "party.department.created", uuid.Must(uuid.NewV7())
	}
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := q.BranchOf(ctx, tx, branch, company); pg.NoRows(err) {
			return fault.Invalid.Wrap(err, "").At("/branch_id", fault.Unknown)
		} else if err != nil {
			return err
		}
		var err error
		if create {
			err = q.InsertDepartment(ctx, tx, partydb.InsertDepartmentParams{ID: id, CompanyID: company, BranchID: branch, Name: d.Name, CreatedAt: tx.Now})
		} else {
			var n int64
			n, err = q.UpdateDepartment(ctx, tx, partydb.UpdateDepartmentParams{ID: id, CompanyID: company, BranchID: branch, Name: d.Name, Active: d.Active})
			err = found(n, err, party.DepartmentNotFound)
		}
		if pg.Constraint(err) == "department_name" {
			return fault.Invalid.Wrap(err, "").At("/name", fault.Taken)
		}
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "department", id, company, map[string]any{"name": d.Name, "branch_id": branch})
	})
}

// groups returns whose special groups the actor keeps: the platform's (nil) or the own company's.
func groups(a access.Actor, buyer, operator access.Privilege) (*uuid.UUID, error) {
	need := buyer
	switch {
	case a.Type == access.Operator:
		need = operator
	case a.Type == access.Buyer && a.Org != uuid.Nil:
	default:
		return nil, fault.Forbidden.New("for buyers and operator staff")
	}
	var err error
	if need != "" {
		err = a.Need(need)
	}
	if a.Type == access.Operator {
		return nil, err
	}
	return &a.Org, err
}

// GroupFilter narrows the special groups; the zero value narrows nothing.
type GroupFilter struct {
	Search   string
	Segments []party.Segment
	Standing []party.Standing
}

// SpecialGroups lists the platform's special groups and, for a buyer, the own company's.
func (s *Service) SpecialGroups(ctx context.Context, a access.Actor, f GroupFilter) ([]GroupRow, error) {
	company, err := groups(a, "", "")
	if err != nil {
		return nil, err
	}
	return q.SpecialGroups(ctx, s.db, company, pg.Sought(f.Search), closed.Values(f.Segments...), closed.Values(f.Standing...))
}

// SaveSpecialGroup creates a special group, or changes one when id is not Nil: the
// operator those of the platform, a buyer those of the own company.
func (s *Service) SaveSpecialGroup(ctx context.Context, a access.Actor, id uuid.UUID, g party.GroupForm) (uuid.UUID, error) {
	company, err := groups(a, access.UpdateCompanyInfo, access.ManageSupplier)
	if err != nil {
		return id, err
	}
	if g, err = g.Check(company == nil); err != nil {
		return id, err
	}
	action, create := "party.special_group.updated", id == uuid.Nil
	if create {
		action, id = "party.special_group.created", uuid.Must(uuid.NewV7())
	}
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var err error
		if create {
			err = q.InsertSpecialGroup(ctx, tx, partydb.InsertSpecialGroupParams{ID: id, CompanyID: company, Name: g.Name, Description: g.Description,
				Segment: pg.OrNil(g.Segment), MinShare: g.MinShare, CreatedAt: tx.Now})
		} else {
			var n int64
			n, err = q.UpdateSpecialGroup(ctx, tx, partydb.UpdateSpecialGroupParams{ID: id, CompanyID: company, Name: g.Name, Description: g.Description,
				Segment: pg.OrNil(g.Segment), MinShare: g.MinShare, Active: g.Active})
			err = found(n, err, party.GroupNotFound)
		}
		if pg.Constraint(err) == "special_group_name" {
			return fault.Invalid.Wrap(err, "").At("/name", fault.Taken)
		}
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "special_group", id, a.Org, map[string]any{"name": g.Name, "platform": company == nil, "segment": g.Segment, "min_share": g.MinShare.String()})
	})
}

// found turns "no row was changed" into missing.
func found(rows int64, err error, missing *fault.Def) error {
	if err == nil && rows == 0 {
		err = missing.New("")
	}
	return err
}
