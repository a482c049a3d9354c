package identitysvc

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Registration is the two-part form of a supplier: the company, then its first user.
type Registration struct {
	Company    partysvc.Registration
	FirstName  string
	LastName   string
	Email      string
	Phone      string
	Password   string
	Confirm    string
	Language   string
	AgreeTerms bool
}

// Limits of a network: attempts, and answers that tell of somebody that there is an
// account or a company already; of those no more than sign-in tells.
var (
	registrations = journal.Limit{Burst: 20, Per: 3 * time.Minute}
	takenNames    = journal.Limit{Burst: 10, Per: 6 * time.Minute}
)

// Register stores a supplier company with its administrator, inactive until the
// mailed link is used, and returns the address. Everything wrong with the form
// is told at once.
func (s *Service) Register(ctx context.Context, r Registration, from Client) (string, error) {
	var f fault.Fields
	r.Company.Profile = r.Company.Profile.Check(&f, "/company")
	f.AtMost("/company/category_types", len(r.Company.Interests), 50)
	r.FirstName = f.Person("/user/first_name", r.FirstName, 80)
	r.LastName = f.Person("/user/last_name", r.LastName, 80)
	email, ok := identity.Email(r.Email)
	if !ok {
		f.Add("/user/email", fault.BadFormat, "expected", "name@example.org")
	}
	if c, ok := geo.Find(r.Company.Profile.Country); ok {
		if r.Phone, ok = c.Phone(r.Phone); !ok {
			f.Add("/user/phone", fault.BadFormat, "expected", c.PhoneExample)
		}
	}
	s.checkPassword(&f, "/user/password", r.Password, "/user/confirm_password", r.Confirm, r.FirstName, r.LastName, email, r.Company.Profile.Name)
	if !r.AgreeTerms {
		f.Add("/agree_terms", identity.TermsNotAgreed)
	}
	if err := f.Err(); err != nil {
		return "", err
	}
	if err := journal.Take(ctx, s.db, "register:"+networkOf(from.Network), registrations); err != nil {
		return "", err
	}
	hash, err := s.hasher.Hash(ctx, r.Password)
	if err != nil {
		return "", err
	}
	companyID, accountID := newID(), newID()
	a := access.Actor{User: accountID, Org: companyID, Type: access.Supplier, Name: r.FirstName + " " + r.LastName, Email: email}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := partysvc.Create(ctx, tx, a, "supplier", companyID, r.Company); err != nil {
			return err
		}
		err := s.create(ctx, tx, NewAccount{Actor: a, FirstName: r.FirstName, LastName: r.LastName, Phone: r.Phone,
			Language: r.Language, Status: identity.Registered, Hash: &hash})
		if pg.Constraint(err) == "account_email_key" {
			return fault.Invalid.Wrap(err, "").At("/user/email", identity.EmailTaken)
		}
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.account.registered", accountID, companyID, map[string]any{"user_type": a.Type})
	})
	if tellsOfSomebody(err) {
		if full := journal.Take(ctx, s.db, "register.taken:"+networkOf(from.Network), takenNames); full != nil {
			return "", full
		}
	}
	return email, err
}

// tellsOfSomebody reports whether a refusal says that an address or a tax number is known here.
func tellsOfSomebody(err error) bool {
	var e *fault.Error
	return errors.As(err, &e) && slices.ContainsFunc(e.Fields, func(f fault.Field) bool {
		return f.Code == identity.EmailTaken || f.Code == party.TaxIDTaken
	})
}

// NewAccount is an account that administers its company.
type NewAccount struct {
	Actor                                        access.Actor // User, Org, Type and Email of the account
	FirstName, LastName, Phone, Language, Status string
	Hash                                         *string
}

func (s *Service) create(ctx context.Context, tx pg.Tx, n NewAccount) error {
	if n.Language == "" {
		n.Language = "en"
	}
	err := q.InsertAccount(ctx, tx, identitydb.InsertAccountParams{
		ID: n.Actor.User, CompanyID: n.Actor.Org, UserType: string(n.Actor.Type), Email: n.Actor.Email, FirstName: n.FirstName,
		LastName: n.LastName, Phone: n.Phone, Language: n.Language, PasswordHash: n.Hash, Status: n.Status, CreatedAt: tx.Now,
	})
	if err != nil {
		return err
	}
	role, err := q.PutAdministrator(ctx, tx, newID(), n.Actor.Org, string(n.Actor.Type), tx.Now)
	if err != nil {
		return err
	}
	all := make([]string, 0, len(access.Titles[n.Actor.Type]))
	for _, p := range access.Titles[n.Actor.Type] {
		all = append(all, string(p))
	}
	if err := q.GrantPrivileges(ctx, tx, role, all); err != nil {
		return err
	}
	return q.AssignRole(ctx, tx, n.Actor.User, role)
}

// CreateAdministrator stores an active account with every privilege of its
// type; for the demonstration and for an installation's first operator.
func (s *Service) CreateAdministrator(ctx context.Context, tx pg.Tx, a access.Actor, first, last, phone, password string) error {
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	err = s.create(ctx, tx, NewAccount{Actor: a, FirstName: first, LastName: last, Phone: phone, Status: identity.Active, Hash: &hash})
	if err != nil {
		return err
	}
	return record(ctx, tx, access.System, "identity.account.created", a.User, a.Org, map[string]any{"user_type": a.Type})
}

// KeepAdministrators gives every administrator's role the titles that the program
// has learnt since it was stored; whoever starts the program calls it.
func (s *Service) KeepAdministrators(ctx context.Context) error {
	var types, all []string
	for t, list := range access.Titles {
		for _, title := range list {
			types, all = append(types, string(t)), append(all, string(title))
		}
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		learnt, err := q.KeepAdministrators(ctx, tx, types, all)
		if err != nil {
			return err
		}
		for _, r := range learnt {
			_, err := journal.Record(ctx, tx, access.System, journal.Entry{
				Action:   "identity.role.learned",
				Object:   "role",
				ObjectID: r.ID,
				Owner:    r.CompanyID,
				Detail:   map[string]any{"name": r.Name, "titles": r.Titles},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Me is the caller, as the shell of every app shows it.
type Me struct {
	access.Actor
	FirstName, LastName, Phone, Language string
	Company                              party.Profile
	Initials, CompanyTimezone, Currency  string
	TwoFA                                bool
	Status                               int
	Method                               string // of the second factor
	View                                 *View  // the support view in which the caller is
}

// Me returns the caller's own account.
func (s *Service) Me(ctx context.Context, companies *partysvc.Service, a access.Actor, pending bool) (Me, error) {
	acc, err := q.AccountByID(ctx, s.db, a.User)
	if err != nil {
		return Me{}, err
	}
	c, err := companies.Company(ctx, s.db, a.Org)
	if err != nil {
		return Me{}, err
	}
	country, _ := geo.Find(c.Country)
	me := Me{Actor: a, FirstName: acc.FirstName, LastName: acc.LastName, Phone: acc.Phone, Language: acc.Language,
		Company: c.Profile, Initials: c.Initials, CompanyTimezone: country.Timezone, Currency: country.Currency, TwoFA: acc.TwoFa, Status: identity.LoginDone}
	if pending {
		me.Status = identity.LoginAwaitingTFA
	}
	f, err := s.Factor(ctx, a)
	me.Method = f.Method
	if err == nil && a.Support {
		me.View, err = s.viewOf(ctx, a)
	}
	return me, err
}

func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
