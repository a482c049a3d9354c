// Package peoplehttp is the operations of a company's people: the same paths and
// shapes for every family, each over its own company; the operator's people name
// a buyer to look after that one's.
package peoplehttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/platform/httpkit"
)

type desk struct {
	b   *httpkit.BFF
	t   access.UserType
	svc *peoplesvc.Service
}

// Mount registers the operations of users, roles and logs for one family.
func Mount(b *httpkit.BFF, svc *peoplesvc.Service, t access.UserType) {
	m := desk{b: b, t: t, svc: svc}
	m.users()
	m.acts()
	m.roles()
	m.logs()
}

// MountAdministrators registers whom to ask for a privilege; every family has it.
func MountAdministrators(b *httpkit.BFF, svc *peoplesvc.Service) {
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "administrators", Method: http.MethodGet, Path: "/people/administrators", Tag: "people",
		Summary: "Who can grant me a privilege"},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Administrators], error) {
			rows, err := svc.Administrators(ctx, httpkit.Actor(ctx))
			out := Administrators{Items: make([]AdministratorRow, len(rows))}
			for i, r := range rows {
				out.Items[i] = AdministratorRow{Name: r.FirstName + " " + r.LastName, Email: r.Email}
			}
			return httpkit.JSON(out, err)
		})
}

func op[I, O any](m desk, p access.Privilege, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	guard := access.Only(m.t, p)
	httpkit.Route(m.b, guard, httpkit.Operation{ID: id, Method: method, Path: path, Tag: "people", Summary: summary, Status: httpkit.Created(method, id)}, use)
}

func (m desk) scope(ctx context.Context, asked uuid.UUID) (access.Actor, peoplesvc.Scope, error) {
	a := httpkit.Actor(ctx)
	c, err := m.svc.Scope(ctx, a, asked)
	return a, c, err
}

func formOf(b UserBody) peoplesvc.UserForm {
	return peoplesvc.UserForm{FirstName: b.FirstName, LastName: b.LastName, Phone: b.Phone, Language: string(b.Language), Roles: b.Roles, ApprovalLevel: b.ApprovalLevel}
}

func (m desk) users() {
	const users = "/people/users"
	m.b.Offer(find.Source{Guard: access.Only(m.t, access.ManageUser), Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		c, err := m.svc.Scope(ctx, a, uuid.Nil)
		if err != nil {
			return nil, err
		}
		page, err := m.svc.Users(ctx, c, peoplesvc.UserFilter{Search: words}, "", limit)
		return find.Each(page.Items, err, func(u peoplesvc.User) find.Hit {
			return find.Hit{Kind: find.Person, ID: u.ID, Name: u.FirstName + " " + u.LastName, Reference: u.Email}
		})
	}})
	op(m, access.ManageUser, http.MethodGet, users, "users", "People of the company, newest first",
		func(ctx context.Context, in *usersInput) (*httpkit.Body[Users], error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			page, err := m.svc.Users(ctx, c, peoplesvc.UserFilter{
				Search:    in.Search,
				Statuses:  in.Statuses,
				Type:      in.Type,
				Roles:     in.Roles,
				LastLogin: httpkit.Days(ctx, in.LastLoginFrom, in.LastLoginTo),
			}, in.After, in.Limit)
			out := Users{Items: make([]User, len(page.Items)), Next: page.Next, Total: page.Total, TotalCapped: page.Capped, Types: c.Types, Company: c.Name}
			for i, u := range page.Items {
				out.Items[i] = userOf(a, u)
			}
			return httpkit.JSON(out, err)
		})
	op(m, access.ManageUser, http.MethodPost, users, "createUser", "Add a person and mail the invitation",
		func(ctx context.Context, in *createUserInput) (*httpkit.Body[NewID], error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			f := formOf(in.Body.UserBody)
			f.Email, f.Type = in.Body.Email, in.Body.UserType
			id, err := m.svc.Create(ctx, a, c, f)
			return httpkit.JSON(NewID{id}, err)
		})
	op(m, access.ManageUser, http.MethodGet, users+"/{user_id}", "user", "A person of the company",
		func(ctx context.Context, in *UserPath) (*httpkit.Body[User], error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			u, err := m.svc.User(ctx, c, in.UserID)
			return httpkit.JSON(userOf(a, u), err)
		})
	op(m, access.ManageUser, http.MethodPut, users+"/{user_id}", "updateUser", "Change a person's particulars and roles",
		func(ctx context.Context, in *updateUserInput) (*httpkit.Empty, error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Update(ctx, a, c, in.UserID, formOf(in.Body)))
		})
}

func (m desk) acts() {
	do := func(act identity.Act, id, summary string) {
		op(m, access.ManageUser, http.MethodPost, "/people/users/{user_id}/"+string(act), id, summary,
			func(ctx context.Context, in *UserPath) (*httpkit.Empty, error) {
				a, c, err := m.scope(ctx, in.BuyerID)
				if err != nil {
					return nil, err
				}
				return httpkit.Done(m.svc.Do(ctx, a, c, in.UserID, act, ""))
			})
	}
	do(identity.Invite, "inviteUserAgain", "Mail the invitation again; the link before stops working")
	do(identity.Deactivate, "deactivateUser", "Close an account and end its sessions")
	do(identity.Reactivate, "reactivateUser", "Open a closed account again")
	op(m, access.ManageUser, http.MethodPost, "/people/users/{user_id}/delete", "deleteUser", "Delete an account for good; the history keeps the name",
		func(ctx context.Context, in *deleteUserInput) (*httpkit.Empty, error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Do(ctx, a, c, in.UserID, identity.Delete, in.Body.Confirm))
		})
}

func (m desk) roles() {
	const roles = "/people/roles"
	op(m, access.ManageUser, http.MethodGet, roles, "roles", "Roles of the company",
		func(ctx context.Context, in *rolesInput) (*httpkit.Body[Roles], error) {
			_, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			rows, err := m.svc.Roles(ctx, c, in.Search, in.Types...)
			out := Roles{Items: make([]RoleRow, len(rows)), Types: c.Types, Company: c.Name}
			for i, r := range rows {
				out.Items[i] = RoleRow{
					ID:          r.ID,
					UserType:    access.UserType(r.UserType),
					Name:        r.Name,
					Description: r.Description,
					Protected:   r.Protected,
					Holders:     r.Holders,
					Assigned:    r.Assigned,
					Denied:      r.Denied,
				}
			}
			return httpkit.JSON(out, err)
		})
	op(m, access.ManageUser, http.MethodPost, roles, "createRole", "Add a role that opens nothing yet",
		func(ctx context.Context, in *createRoleInput) (*httpkit.Body[NewID], error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.CreateRole(ctx, a, c, peoplesvc.RoleForm{Name: in.Body.Name, Description: in.Body.Description, Type: in.Body.UserType})
			return httpkit.JSON(NewID{id}, err)
		})
	op(m, access.ManageUser, http.MethodGet, roles+"/{role_id}", "role", "A role and what it opens",
		func(ctx context.Context, in *RolePath) (*httpkit.Body[Role], error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			r, err := m.svc.Role(ctx, c, in.RoleID)
			return httpkit.JSON(roleOf(a, c, r), err)
		})
	op(m, access.ManageUser, http.MethodPut, roles+"/{role_id}", "updateRole", "Rename a role",
		func(ctx context.Context, in *updateRoleInput) (*httpkit.Empty, error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.UpdateRole(ctx, a, c, in.RoleID, peoplesvc.RoleForm{Name: in.Body.Name, Description: in.Body.Description}))
		})
	op(m, access.ManageUser, http.MethodDelete, roles+"/{role_id}", "deleteRole", "Delete a role that nobody holds",
		func(ctx context.Context, in *RolePath) (*httpkit.Empty, error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.DeleteRole(ctx, a, c, in.RoleID))
		})
	op(m, access.ManageUser, http.MethodPut, roles+"/{role_id}/privileges", "setPrivileges", "Say anew what a role assigns and denies",
		func(ctx context.Context, in *privilegesInput) (*httpkit.Empty, error) {
			a, c, err := m.scope(ctx, in.BuyerID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.SetPrivileges(ctx, a, c, in.RoleID, in.Body.Assigned, in.Body.Denied))
		})
}

func (m desk) logs() {
	privilege := access.ManageUser
	if m.t == access.Operator {
		privilege = "" // the operator's log names none (001 §6)
	}
	op(m, privilege, http.MethodGet, "/authentication/user_logs/", "userLogs", "What the people of the company did, the latest first",
		func(ctx context.Context, in *logsInput) (*httpkit.Body[Logs], error) {
			c, err := m.svc.LogScope(ctx, httpkit.Actor(ctx), in.BuyerID)
			if err != nil {
				return nil, err
			}
			page, err := m.svc.Logs(ctx, c, in.domain(ctx), in.Page, in.PageSize)
			out := Logs{Items: make([]LogRow, len(page.Items)), Page: in.Page, PageSize: in.PageSize, Total: page.Total, TotalCapped: page.Capped}
			for i, r := range page.Items {
				out.Items[i] = LogRow{
					ID:        r.ID,
					At:        r.At.UTC(),
					ActorID:   r.ActorID,
					ActorName: r.ActorName,
					Action:    r.Action,
					Object:    r.Object,
					Subject:   r.ObjectName,
				}
			}
			return httpkit.JSON(out, err)
		})
	op(m, privilege, http.MethodPost, "/authentication/user_logs/export", "exportUserLogs", "The same as a workbook",
		func(ctx context.Context, in *exportInput) (*httpkit.Download, error) {
			a := httpkit.Actor(ctx)
			c, err := m.svc.LogScope(ctx, a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			data, err := m.svc.ExportLogs(ctx, a, c, in.domain(ctx), string(in.Language))
			if err != nil {
				return nil, err
			}
			return httpkit.Attach("user-logs.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", data), nil
		})
}
