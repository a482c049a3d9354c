package peoplesvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// A Role is one line of a company's roles.
type Role = identitydb.RolesRow

// A RoleDetail is a role with what it says, title by title.
type RoleDetail struct {
	identitydb.RoleRow
	Assigned, Denied []access.Privilege
}

// Roles lists a company's roles; types narrow them to those that the company may have.
func (s *Service) Roles(ctx context.Context, c Scope, search string, types ...access.UserType) ([]Role, error) {
	asked := c.types()
	if len(types) > 0 {
		asked = closed.Values(slices.DeleteFunc(slices.Clone(types), func(t access.UserType) bool { return !c.has(t) })...)
	}
	return q.Roles(ctx, s.db, c.Company, asked, pg.Sought(search))
}

// Role returns one role. It raises RoleNotFound.
func (s *Service) Role(ctx context.Context, c Scope, id uuid.UUID) (RoleDetail, error) {
	row, err := q.Role(ctx, s.db, id, c.Company, c.types())
	if pg.NoRows(err) {
		err = identity.RoleNotFound.New("")
	}
	if err != nil {
		return RoleDetail{}, err
	}
	out := RoleDetail{RoleRow: row}
	out.Assigned, out.Denied, err = says(ctx, s.db, c, id)
	return out, err
}

func says(ctx context.Context, db pg.DB, c Scope, id uuid.UUID) (assigned, denied []access.Privilege, err error) {
	rows, err := q.RolePrivileges(ctx, db, []uuid.UUID{id}, c.Company)
	for _, r := range rows {
		if r.Denied {
			denied = append(denied, access.Privilege(r.Title))
		} else {
			assigned = append(assigned, access.Privilege(r.Title))
		}
	}
	return assigned, denied, err
}

// RoleForm is the name of a role and what it is for.
type RoleForm struct {
	Name, Description string
	Type              access.UserType // at creation only
}

func (f *RoleForm) check(faults *fault.Fields) {
	f.Name = faults.Line("/name", f.Name, 80)
	f.Description = faults.May("/description", f.Description, 500)
}

func taken(err error) error {
	if pg.Constraint(err) == "role_company_id_user_type_name_key" {
		return fault.Invalid.New("").At("/name", fault.Taken)
	}
	return err
}

// CreateRole stores a role that opens nothing yet.
func (s *Service) CreateRole(ctx context.Context, a access.Actor, c Scope, f RoleForm) (uuid.UUID, error) {
	var faults fault.Fields
	if f.Type == "" && len(c.Types) > 0 {
		f.Type = c.Types[0]
	}
	if !c.has(f.Type) {
		faults.Add("/user_type", fault.NotAllowed)
	}
	f.check(&faults)
	if err := faults.Err(); err != nil {
		return uuid.Nil, err
	}
	id := uuid.Must(uuid.NewV7())
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		err := q.InsertRole(ctx, tx, identitydb.InsertRoleParams{ID: id, CompanyID: c.Company, UserType: string(f.Type), Name: f.Name,
			Description: f.Description, CreatedAt: tx.Now})
		if err != nil {
			return taken(err)
		}
		return record(ctx, tx, a, c, "identity.role.created", "role", id, map[string]any{"name": f.Name, "user_type": f.Type})
	})
}

func lockRole(ctx context.Context, tx pg.Tx, c Scope, id uuid.UUID) (identitydb.LockRoleRow, error) {
	row, err := q.LockRole(ctx, tx, id, c.Company, c.types())
	if pg.NoRows(err) {
		return row, identity.RoleNotFound.New("")
	}
	if err == nil && row.Protected {
		err = identity.RoleProtected.New("")
	}
	return row, err
}

// UpdateRole renames a role. It raises RoleProtected and RoleNotFound.
func (s *Service) UpdateRole(ctx context.Context, a access.Actor, c Scope, id uuid.UUID, f RoleForm) error {
	var faults fault.Fields
	f.check(&faults)
	if err := faults.Err(); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := lockRole(ctx, tx, c, id); err != nil {
			return err
		}
		if err := q.UpdateRole(ctx, tx, f.Name, f.Description, id, c.Company); err != nil {
			return taken(err)
		}
		return record(ctx, tx, a, c, "identity.role.updated", "role", id, map[string]any{"name": f.Name})
	})
}

// DeleteRole removes a role that nobody holds. It raises RoleHeld, RoleProtected
// and RoleNotFound.
func (s *Service) DeleteRole(ctx context.Context, a access.Actor, c Scope, id uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := lockRole(ctx, tx, c, id)
		if err != nil {
			return err
		}
		held, err := q.RoleHolders(ctx, tx, id, c.Company)
		if err != nil {
			return err
		}
		if held > 0 {
			return identity.RoleHeld.New("%d hold it", held).With("holders", held)
		}
		if err := q.DeleteRole(ctx, tx, id, c.Company); err != nil {
			return err
		}
		return record(ctx, tx, a, c, "identity.role.deleted", "role", id, map[string]any{"name": row.Name})
	})
}

// SetPrivileges says anew what a role assigns and what it denies; it holds for
// everybody who holds the role with the next thing they do. It raises field
// errors, NotYoursToGrant, RoleProtected, RoleNotFound and StepUp.
func (s *Service) SetPrivileges(ctx context.Context, a access.Actor, c Scope, id uuid.UUID, assigned, denied []access.Privilege) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := lockRole(ctx, tx, c, id)
		if err != nil {
			return err
		}
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		t := access.UserType(row.UserType)
		var faults fault.Fields
		for pointer, list := range map[string][]access.Privilege{"/assigned": assigned, "/denied": denied} {
			for _, p := range list {
				if !slices.Contains(access.Titles[t], p) {
					faults.Add(pointer, fault.NotAllowed)
					break
				}
			}
		}
		for _, p := range assigned {
			if slices.Contains(denied, p) {
				faults.Add("/denied", fault.NotAllowed)
				break
			}
		}
		if err := faults.Err(); err != nil {
			return err
		}
		had, hadDenied, err := says(ctx, tx, c, id)
		if err != nil {
			return err
		}
		gained := append(access.Beyond(had, assigned), access.Beyond(denied, hadDenied)...)
		if err := identity.MayGrant(a, c.Own, gained); err != nil {
			return err
		}
		if err := q.ClearPrivileges(ctx, tx, id, c.Company); err != nil {
			return err
		}
		titles, denials := []string{}, []bool{}
		for _, p := range access.Titles[t] { // each once, however often it was sent
			if is := slices.Contains(denied, p); is || slices.Contains(assigned, p) {
				titles, denials = append(titles, string(p)), append(denials, is)
			}
		}
		if err := q.PutPrivileges(ctx, tx, id, titles, denials); err != nil {
			return err
		}
		return record(ctx, tx, a, c, "identity.role.privileges_set", "role", id, map[string]any{"name": row.Name, "assigned": assigned, "denied": denied})
	})
}
