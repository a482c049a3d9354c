package identitysvc

import (
	"context"
	"net/mail"
	"strings"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/letters"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
)

// FirstOperator invites the person who administers a new installation, written
// "Amina Otieno <amina@example.org>", and stores the operator's company; where an
// operator is there already it does nothing. The person sets a password by the
// mailed link, so that no password is ever in a setting.
func (s *Service) FirstOperator(ctx context.Context, person, company, country string) error {
	var f fault.Fields
	who, err := mail.ParseAddress(person)
	if err != nil {
		return fault.Invalid.Wrap(err, "the first operator is written \"Name Surname <name@example.org>\"")
	}
	email, ok := identity.Email(who.Address)
	if !ok {
		f.Add("/email", fault.BadFormat, "expected", "name@example.org")
	}
	first, last, _ := strings.Cut(strings.TrimSpace(who.Name), " ")
	first, last = f.Person("/first_name", first, 80), f.Person("/last_name", last, 80)
	company = f.Person("/company/name", company, 200)
	letters.Check(&f, "/company/name", company)
	where, ok := geo.Find(strings.ToUpper(country))
	if !ok {
		f.Add("/company/country", fault.Unknown)
	}
	if err := f.Err(); err != nil {
		return err
	}
	a := access.Actor{User: newID(), Org: newID(), Type: access.Operator, Name: first + " " + last, Email: email}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		there, err := q.HasOperator(ctx, tx)
		if err != nil || there {
			return err
		}
		r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: company, Country: where.ISO2}}
		if err := partysvc.Create(ctx, tx, access.System, "operator", a.Org, r); err != nil {
			return err
		}
		if err := s.create(ctx, tx, NewAccount{Actor: a, FirstName: first, LastName: last, Status: identity.Invited}); err != nil {
			return err
		}
		return record(ctx, tx, access.System, "identity.account.invited", a.User, a.Org, map[string]any{"user_type": a.Type})
	})
	if pg.Constraint(err) == "account_email_key" { // another start was quicker, or the address is somebody's
		return fault.Invalid.Wrap(err, "").At("/email", identity.EmailTaken)
	}
	return err
}
