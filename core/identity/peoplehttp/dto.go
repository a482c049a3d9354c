package peoplehttp

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
)

type (
	// ForCompany names the company whose people are looked after. Parts of an
	// input are exported: Huma passes others over.
	ForCompany struct {
		BuyerID uuid.UUID `query:"buyer_id" format:"uuid" doc:"Operator desk: the buyer whose people are looked after; without it the operator's own"`
	}
	// UserPath names a person.
	UserPath struct {
		ForCompany
		UserID uuid.UUID `path:"user_id" format:"uuid"`
	}
	// RolePath names a role.
	RolePath struct {
		ForCompany
		RoleID uuid.UUID `path:"role_id" format:"uuid"`
	}
	usersInput struct {
		ForCompany
		Search        string          `query:"search" maxLength:"100"`
		Statuses      []string        `query:"status,explode" enum:"registered,invited,active,deactivated,deleted" maxItems:"20"`
		Type          access.UserType `query:"user_type"`
		Roles         []uuid.UUID     `query:"role_id,explode" maxItems:"50"`
		LastLoginFrom day.Day         `query:"last_login_from"`
		LastLoginTo   day.Day         `query:"last_login_to"`
		After         string          `query:"after" maxLength:"200"`
		Limit         int             `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// UserBody is what an administrator writes of a person.
	UserBody struct {
		FirstName     string          `json:"first_name" maxLength:"200"`
		LastName      string          `json:"last_name" maxLength:"200"`
		Phone         string          `json:"phone" maxLength:"40"`
		Language      locale.Language `json:"language,omitempty"`
		Roles         []uuid.UUID     `json:"roles" maxItems:"50"`
		ApprovalLevel int             `json:"approval_level,omitempty" doc:"In the approval of contracts; 0 approves none"`
	}
	createUserInput struct {
		ForCompany
		Body struct {
			UserBody
			Email    string          `json:"email" maxLength:"254"`
			UserType access.UserType `json:"user_type,omitempty" doc:"One of those that the company may have; the first one by default"`
		}
	}
	updateUserInput struct {
		UserPath
		Body UserBody
	}
	deleteUserInput struct {
		UserPath
		Body struct {
			Confirm string `json:"confirm" maxLength:"254" doc:"The person's e-mail address, typed again"`
		}
	}
	// RoleName is a role in a list of somebody's roles.
	RoleName struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
	}
	// User is one person of a company.
	User struct {
		ID            uuid.UUID       `json:"id" format:"uuid"`
		UserType      access.UserType `json:"user_type"`
		FirstName     string          `json:"first_name"`
		LastName      string          `json:"last_name"`
		Email         string          `json:"email"`
		Phone         string          `json:"phone"`
		Language      locale.Language `json:"language"`
		Status        string          `json:"status" enum:"registered,invited,active,deactivated,deleted"`
		ApprovalLevel int             `json:"approval_level"`
		TwoFA         bool            `json:"two_fa"`
		Roles         []RoleName      `json:"roles"`
		LastLoginAt   *time.Time      `json:"last_login_at,omitempty"`
		CreatedAt     time.Time       `json:"created_at"`
		Self          bool            `json:"self" doc:"The caller's own account"`
		Acts          []identity.Act  `json:"acts" doc:"What may be done to it now"`
	}
	// Users is one page of people.
	Users struct {
		Items       []User            `json:"items"`
		Next        string            `json:"next"`
		Total       int64             `json:"total"`
		TotalCapped bool              `json:"total_capped"`
		Types       []access.UserType `json:"types" doc:"Whom this company may have"`
		Company     string            `json:"company"`
	}
	rolesInput struct {
		ForCompany
		Types  []access.UserType `query:"user_type,explode" maxItems:"20"`
		Search string            `query:"search" maxLength:"100"`
	}
	createRoleInput struct {
		ForCompany
		Body struct {
			Name        string          `json:"name" maxLength:"200"`
			Description string          `json:"description,omitempty" maxLength:"2000"`
			UserType    access.UserType `json:"user_type,omitempty"`
		}
	}
	updateRoleInput struct {
		RolePath
		Body struct {
			Name        string `json:"name" maxLength:"200"`
			Description string `json:"description,omitempty" maxLength:"2000"`
		}
	}
	privilegesInput struct {
		RolePath
		Body struct {
			Assigned []access.Privilege `json:"assigned" maxItems:"100"`
			Denied   []access.Privilege `json:"denied" maxItems:"100"`
		}
	}
	// RoleRow is one line of the roles.
	RoleRow struct {
		ID          uuid.UUID       `json:"id" format:"uuid"`
		UserType    access.UserType `json:"user_type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Protected   bool            `json:"protected" doc:"Kept by the system with every privilege"`
		Holders     int64           `json:"holders"`
		Assigned    int64           `json:"assigned"`
		Denied      int64           `json:"denied"`
	}
	// Roles lists a company's roles.
	Roles struct {
		Items   []RoleRow         `json:"items"`
		Types   []access.UserType `json:"types"`
		Company string            `json:"company"`
	}
	// PrivilegeRow is one privilege in a role.
	PrivilegeRow struct {
		Title     access.Privilege   `json:"title"`
		Group     access.Group       `json:"group"`
		State     string             `json:"state" enum:"assigned,denied,none"`
		Grantable bool               `json:"grantable" doc:"The caller holds it, or acts for a buyer as the operator"`
		Apart     []access.Privilege `json:"apart" doc:"Privileges that one person never uses on the same job"`
	}
	// Role is a role with what it opens.
	Role struct {
		ID          uuid.UUID       `json:"id" format:"uuid"`
		UserType    access.UserType `json:"user_type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Protected   bool            `json:"protected"`
		Holders     int64           `json:"holders"`
		Privileges  []PrivilegeRow  `json:"privileges"`
	}
	// NewID is the id of what was created.
	NewID struct {
		ID uuid.UUID `json:"id" format:"uuid"`
	}
	// LogFilter is the part of the log's query that says who, what and when.
	LogFilter struct {
		ForCompany
		UserID uuid.UUID        `query:"user_id" format:"uuid"`
		Areas  []peoplesvc.Area `query:"area,explode" maxItems:"20" doc:"First part of the action, such as identity"`
		AtFrom day.Day          `query:"at_from"`
		AtTo   day.Day          `query:"at_to"`
		Search string           `query:"search" maxLength:"100"`
	}
	logsInput struct {
		LogFilter
		Page     int `query:"page" minimum:"1" maximum:"1000" default:"1"`
		PageSize int `query:"page_size" minimum:"1" maximum:"100" default:"10"`
	}
	exportInput struct {
		LogFilter
		Language locale.Language `query:"language" default:"en" doc:"Of the workbook"`
	}
	// LogRow is one thing that somebody did.
	LogRow struct {
		ID        int64     `json:"id"`
		At        time.Time `json:"at"`
		ActorID   uuid.UUID `json:"actor_id" format:"uuid"`
		ActorName string    `json:"actor_name"`
		Action    string    `json:"action"`
		Object    string    `json:"object"`
		Subject   string    `json:"subject" doc:"Name of the person or role that it concerns, if it concerns one"`
	}
	// Logs is one numbered page of the log.
	Logs struct {
		Items       []LogRow `json:"items"`
		Page        int      `json:"page"`
		PageSize    int      `json:"page_size"`
		Total       int64    `json:"total"`
		TotalCapped bool     `json:"total_capped"`
	}
	// Administrators is whom to ask for a privilege.
	Administrators struct {
		Items []AdministratorRow `json:"items"`
	}
	// AdministratorRow is one of them.
	AdministratorRow struct {
		Name  string `json:"name"`
		Email string `json:"email"`
	}
)

func userOf(a access.Actor, u peoplesvc.User) User {
	out := User{ID: u.ID, UserType: access.UserType(u.UserType), FirstName: u.FirstName, LastName: u.LastName, Email: u.Email, Phone: u.Phone,
		Language: locale.Language(u.Language), Status: u.Status, ApprovalLevel: int(u.ApprovalLevel), TwoFA: u.TwoFa, Roles: make([]RoleName, len(u.RoleIds)),
		LastLoginAt: u.LastLoginAt, CreatedAt: u.CreatedAt.UTC(), Self: u.ID == a.User, Acts: identity.Acts(u.Status)}
	for i, id := range u.RoleIds {
		out.Roles[i] = RoleName{ID: id, Name: u.RoleNames[i]}
	}
	if out.Self {
		out.Acts = []identity.Act{}
	}
	return out
}

func roleOf(a access.Actor, c peoplesvc.Scope, r peoplesvc.RoleDetail) Role {
	t := r.UserType
	out := Role{
		ID:          r.ID,
		UserType:    access.UserType(t),
		Name:        r.Name,
		Description: r.Description,
		Protected:   r.Protected,
		Holders:     r.Holders,
		Privileges:  make([]PrivilegeRow, 0, len(access.Titles[access.UserType(t)])),
	}
	is := map[access.Privilege]string{}
	for _, p := range r.Assigned {
		is[p] = "assigned"
	}
	for _, p := range r.Denied {
		is[p] = "denied"
	}
	for _, p := range access.Titles[access.UserType(t)] {
		state := is[p]
		if state == "" {
			state = "none"
		}
		out.Privileges = append(out.Privileges, PrivilegeRow{
			Title:     p,
			Group:     access.GroupOf[p],
			State:     state,
			Grantable: !c.Own || a.Has(p),
			Apart:     access.KeptApart(p),
		})
	}
	return out
}

func (f LogFilter) domain(ctx context.Context) peoplesvc.LogFilter {
	return peoplesvc.LogFilter{
		Actor:  httpkit.OrNil(f.UserID),
		Areas:  f.Areas,
		At:     httpkit.Days(ctx, f.AtFrom, f.AtTo),
		Search: f.Search,
	}
}
