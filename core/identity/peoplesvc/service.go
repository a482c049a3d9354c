// Package peoplesvc is the use cases of a company's people: users, roles, what
// roles open, and the log of what people did. All four families share them.
package peoplesvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

var q = identitydb.New()

// Service runs the use cases.
type Service struct{ db pg.DB }

// New returns a Service.
func New(db pg.DB) *Service { return &Service{db} }

// A Scope is whose people are looked after.
type Scope struct {
	Company uuid.UUID
	Types   []access.UserType // whom the company may have, its own first
	Own     bool              // the actor's own company, not a buyer that the operator acts for
	Country geo.Country
	Name    string
}

// typesOf is whom a kind of company may have; people who manage contracts belong
// to a buyer.
var typesOf = map[string][]access.UserType{
	"supplier": {access.Supplier}, "buyer": {access.Buyer, access.Temp}, "operator": {access.Operator},
}

// Scope returns whose people the actor looks after: the own company's, or those
// of the buyer that the operator names. It raises Forbidden and UserNotFound.
func (s *Service) Scope(ctx context.Context, a access.Actor, asked uuid.UUID) (Scope, error) {
	if err := a.Need(access.ManageUser); err != nil {
		return Scope{}, err
	}
	return s.company(ctx, a, asked)
}

func (s *Service) company(ctx context.Context, a access.Actor, asked uuid.UUID) (Scope, error) {
	own := asked == uuid.Nil || asked == a.Org
	if !own && a.Type != access.Operator {
		return Scope{}, fault.Forbidden.New("another company")
	}
	if own {
		asked = a.Org
	}
	c, err := q.CompanyOf(ctx, s.db, asked)
	if pg.NoRows(err) || err == nil && !own && c.Kind != "buyer" {
		return Scope{}, identity.UserNotFound.New("no such buyer")
	}
	country, _ := geo.Find(c.Country)
	return Scope{Company: asked, Types: typesOf[c.Kind], Own: own, Country: country, Name: c.Name}, err
}

func (c Scope) types() []string {
	out := make([]string, len(c.Types))
	for i, t := range c.Types {
		out[i] = string(t)
	}
	return out
}

func (c Scope) has(t access.UserType) bool {
	for _, v := range c.Types {
		if v == t {
			return true
		}
	}
	return false
}

// phone reads a number as people of the company's country type it, or of any
// other when it begins with that one's code.
func (c Scope) phone(typed string) (string, bool) {
	if out, ok := c.Country.Phone(typed); ok {
		return out, true
	}
	for _, other := range geo.Countries {
		if out, ok := other.Phone(typed); ok && out != other.DialCode+typed && typed != "" && typed[0] != '0' {
			return out, true
		}
	}
	return "", false
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, c Scope, action, object string, id uuid.UUID, detail map[string]any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: object, ObjectID: id, Owner: c.Company, Detail: detail})
	return err
}

// rights are what an account may do by its roles.
func rights(ctx context.Context, db pg.DB, account uuid.UUID, t access.UserType) ([]access.Privilege, error) {
	rows, err := q.Rights(ctx, db, account)
	var assigned, denied []access.Privilege
	for _, r := range rows {
		if r.Denied {
			denied = append(denied, access.Privilege(r.Title))
		} else {
			assigned = append(assigned, access.Privilege(r.Title))
		}
	}
	return access.Effective(t, assigned, denied), err
}

// keepsAdministrator is asked after every act that could take the last one away;
// the role's row makes those acts wait for each other.
func keepsAdministrator(ctx context.Context, tx pg.Tx, c Scope, t access.UserType) error {
	n, err := q.CountAdministrators(ctx, tx, c.Company, string(t))
	if err != nil {
		return err
	}
	return identity.KeepsAdministrator(t, n)
}

// administers locks who administers a company before that may change.
func administers(ctx context.Context, tx pg.Tx, c Scope, t access.UserType) error {
	_, err := q.LockAdministrators(ctx, tx, c.Company, string(t))
	if pg.NoRows(err) {
		return nil
	}
	return err
}

// An Administrator is whom to ask for a privilege.
type Administrator = identitydb.AdministratorsRow

// Administrators returns who can grant the actor a privilege: for people who
// manage contracts those of their buyer.
func (s *Service) Administrators(ctx context.Context, a access.Actor) ([]Administrator, error) {
	t := a.Type
	if t == access.Temp {
		t = access.Buyer
	}
	return q.Administrators(ctx, s.db, a.Org, string(t))
}
