package peoplesvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
)

// A User is one person of a company.
type User = identitydb.UsersRow

// UserFilter narrows a list of users.
type UserFilter struct {
	Search    string
	Statuses  []string
	Type      access.UserType
	Roles     []uuid.UUID
	LastLogin day.Span
}

// Counted is one page of a list and how long the list is, up to 1000.
type Counted[T any] struct {
	page.Of[T]
	Total  int64
	Capped bool
}

const countCap = 1000

// Users is one page of a company's people, the newest first. Those who were
// deleted are shown only when asked for.
func (s *Service) Users(ctx context.Context, c Scope, f UserFilter, after string, limit int) (Counted[User], error) {
	var out Counted[User]
	at, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	types := c.types()
	if f.Type != "" && c.has(f.Type) {
		types = []string{string(f.Type)}
	}
	counted := identitydb.CountUsersParams{
		CompanyID:     c.Company,
		Types:         types,
		Statuses:      pg.Some(f.Statuses),
		Roles:         pg.Some(f.Roles),
		LastLoginFrom: f.LastLogin.First,
		LastLoginTo:   f.LastLogin.Last,
		Zone:          f.LastLogin.Zone,
		Search:        f.Search,
	}
	rows, err := q.Users(ctx, s.db, identitydb.UsersParams{
		CompanyID:     c.Company,
		Types:         types,
		AfterAt:       at.At,
		AfterID:       at.ID,
		Statuses:      counted.Statuses,
		Roles:         counted.Roles,
		LastLoginFrom: counted.LastLoginFrom,
		LastLoginTo:   counted.LastLoginTo,
		Zone:          counted.Zone,
		Search:        f.Search,
		MaxRows:       int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	out.Total, err = q.CountUsers(ctx, s.db, counted)
	if out.Total > countCap {
		out.Total, out.Capped = countCap, true
	}
	out.Of = page.Cut(rows, limit, func(u User) page.Cursor { return page.Cursor{At: u.CreatedAt, ID: u.ID} })
	return out, err
}

// User returns one person of a company. It raises UserNotFound.
func (s *Service) User(ctx context.Context, c Scope, id uuid.UUID) (User, error) {
	row, err := q.User(ctx, s.db, id, c.Company, c.types())
	if pg.NoRows(err) {
		err = identity.UserNotFound.New("")
	}
	return User(row), err
}

// UserForm is what an administrator writes of a person.
type UserForm struct {
	FirstName, LastName, Email, Phone, Language string
	Type                                        access.UserType
	Roles                                       []uuid.UUID
	ApprovalLevel                               int
}

func (f *UserForm) check(c Scope, faults *fault.Fields) {
	f.FirstName = faults.Person("/first_name", f.FirstName, 80)
	f.LastName = faults.Person("/last_name", f.LastName, 80)
	var ok bool
	if f.Phone, ok = c.phone(f.Phone); !ok {
		faults.Add("/phone", fault.BadFormat, "expected", c.Country.PhoneExample)
	}
	if f.Language == "" {
		f.Language = string(locale.Languages[0])
	}
	faults.OneOf("/language", f.Language, locale.Language("").Values()...)
	if len(f.Roles) == 0 {
		faults.Add("/roles", fault.Required)
	}
	faults.AtMost("/roles", len(f.Roles), 20)
	switch {
	case f.ApprovalLevel < 0 || f.ApprovalLevel > 20:
		faults.Add("/approval_level", fault.OutOfRange, "min", 0, "max", 20)
	case f.ApprovalLevel > 0 && !identity.Approves(f.Type):
		faults.Add("/approval_level", identity.ApprovesNothing)
	}
}

// Create stores a person of a company and asks for the invitation by mail. It
// raises field errors, NotYoursToGrant and StepUp.
func (s *Service) Create(ctx context.Context, a access.Actor, c Scope, f UserForm) (uuid.UUID, error) {
	var faults fault.Fields
	if f.Type == "" && len(c.Types) > 0 {
		f.Type = c.Types[0]
	}
	if !c.has(f.Type) {
		faults.Add("/user_type", fault.NotAllowed)
	}
	email, ok := identity.Email(f.Email)
	if !ok {
		faults.Add("/email", fault.BadFormat, "expected", "name@example.org")
	}
	f.check(c, &faults)
	if err := faults.Err(); err != nil {
		return uuid.Nil, err
	}
	id := uuid.Must(uuid.NewV7())
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		if err := s.grants(ctx, tx, a, c, f.Type, nil, f.Roles); err != nil {
			return err
		}
		err := q.InsertAccount(ctx, tx, identitydb.InsertAccountParams{ID: id, CompanyID: c.Company, UserType: string(f.Type), Email: email,
			FirstName: f.FirstName, LastName: f.LastName, Phone: f.Phone, Language: f.Language, Status: identity.Invited, CreatedAt: tx.Now})
		if pg.Constraint(err) == "account_email_key" {
			return fault.Invalid.New("").At("/email", identity.EmailTaken)
		}
		if err != nil {
			return err
		}
		if err := q.SetApprovalLevel(ctx, tx, int32(f.ApprovalLevel), id, c.Company); err != nil {
			return err
		}
		if err := q.AssignRoles(ctx, tx, id, f.Roles); err != nil {
			return err
		}
		return record(ctx, tx, a, c, "identity.account.invited", "account", id, map[string]any{"user_type": f.Type, "roles": f.Roles})
	})
}

// grants checks the roles that an account is to hold: of the company, of the
// type, the administrator's alone, and nothing new that the actor lacks.
func (s *Service) grants(ctx context.Context, tx pg.Tx, a access.Actor, c Scope, t access.UserType, before, roles []uuid.UUID) error {
	rows, err := q.LockRoles(ctx, tx, roles, c.Company)
	if err != nil {
		return err
	}
	if len(rows) != len(roles) {
		return fault.Invalid.New("").At("/roles", fault.Unknown)
	}
	for _, r := range rows {
		if r.UserType != string(t) {
			return fault.Invalid.New("").At("/roles", identity.RoleOfOtherType)
		}
		if r.Protected && len(rows) > 1 { // another role's denial would weaken it
			return fault.Invalid.New("").At("/roles", identity.AdministratorOnly)
		}
	}
	says, err := q.RolePrivileges(ctx, tx, append(slices.Clone(roles), before...), c.Company)
	if err != nil {
		return err
	}
	var gained, lifted []access.Privilege
	for _, p := range says {
		switch isNew, gone := !slices.Contains(before, p.RoleID), !slices.Contains(roles, p.RoleID); {
		case isNew && !p.Denied:
			gained = append(gained, access.Privilege(p.Title))
		case gone && p.Denied: // what a role denied opens again without it
			lifted = append(lifted, access.Privilege(p.Title))
		}
	}
	return identity.MayGrant(a, c.Own, append(gained, lifted...))
}

// Update changes a person's particulars and roles. It raises what Create raises,
// and LastAdministrator, Outranked and UserNotFound.
func (s *Service) Update(ctx context.Context, a access.Actor, c Scope, id uuid.UUID, f UserForm) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		u, err := s.lock(ctx, tx, c, id)
		if err != nil {
			return err
		}
		f := f
		f.Type = access.UserType(u.UserType)
		var faults fault.Fields
		f.check(c, &faults)
		if err := faults.Err(); err != nil {
			return err
		}
		if u.Status == identity.Deleted {
			return identity.WrongState.New("deleted")
		}
		before, after := slices.Clone(u.RoleIds), slices.Clone(f.Roles)
		sortIDs(before)
		sortIDs(after)
		after = slices.Compact(after)
		detail := map[string]any{}
		if changed := !slices.Equal(before, after); changed || f.ApprovalLevel != int(u.ApprovalLevel) {
			if err := identity.Proved(a, tx.Now); err != nil {
				return err
			}
			detail["roles_before"], detail["roles"], detail["approval_level"] = before, after, f.ApprovalLevel
			if err := s.reassign(ctx, tx, a, c, u, before, after); err != nil {
				return err
			}
		}
		err = q.UpdateUser(ctx, tx, identitydb.UpdateUserParams{FirstName: f.FirstName, LastName: f.LastName, Phone: f.Phone, Language: f.Language,
			ApprovalLevel: int32(f.ApprovalLevel), ID: id, CompanyID: c.Company})
		if err != nil {
			return err
		}
		return record(ctx, tx, a, c, "identity.account.updated", "account", id, detail)
	})
}

func (s *Service) reassign(ctx context.Context, tx pg.Tx, a access.Actor, c Scope, u User, before, after []uuid.UUID) error {
	t := access.UserType(u.UserType)
	if err := s.reaches(ctx, tx, a, c, u); err != nil {
		return err
	}
	if err := s.grants(ctx, tx, a, c, t, before, after); err != nil {
		return err
	}
	if err := q.DropRoles(ctx, tx, u.ID); err != nil {
		return err
	}
	if err := q.AssignRoles(ctx, tx, u.ID, after); err != nil {
		return err
	}
	return keepsAdministrator(ctx, tx, c, t)
}

// reaches raises Outranked for somebody who may do what the actor may not.
func (s *Service) reaches(ctx context.Context, tx pg.Tx, a access.Actor, c Scope, u User) error {
	if !c.Own {
		return nil
	}
	theirs, err := rights(ctx, tx, u.ID, access.UserType(u.UserType))
	if err != nil {
		return err
	}
	if beyond := access.Beyond(a.Privileges, theirs); len(beyond) > 0 {
		return identity.Outranked.New("holds %v", beyond).With("privilege", string(beyond[0]))
	}
	return nil
}

// lock reads a person for a change; who administers the company is locked first.
func (s *Service) lock(ctx context.Context, tx pg.Tx, c Scope, id uuid.UUID) (User, error) {
	for _, t := range c.Types {
		if err := administers(ctx, tx, c, t); err != nil {
			return User{}, err
		}
	}
	_, err := q.LockUser(ctx, tx, id, c.Company, c.types())
	if pg.NoRows(err) {
		return User{}, identity.UserNotFound.New("")
	}
	if err != nil {
		return User{}, err
	}
	row, err := q.User(ctx, tx, id, c.Company, c.types())
	return User(row), err
}

func sortIDs(ids []uuid.UUID) {
	slices.SortFunc(ids, func(x, y uuid.UUID) int { return slices.Compare(x[:], y[:]) })
}
