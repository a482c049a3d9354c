package identitysvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// A Device is a session as its owner sees it.
type Device struct {
	ID                           uuid.UUID
	Browser, System, Network     string
	Remember, This               bool
	CreatedAt, SeenAt, ExpiresAt time.Time
}

// SessionNotFound is raised for a session that is not the caller's or has ended.
var SessionNotFound = fault.Declare(fault.KindNotFound, "identity.session_not_found", "That device is signed out already")

// Devices lists the caller's sessions, the one seen last first.
func (s *Service) Devices(ctx context.Context, a access.Actor) ([]Device, error) {
	rows, err := q.AccountSessions(ctx, s.db, a.User)
	out := make([]Device, len(rows))
	for i, r := range rows {
		browser, system := identity.Agent(r.Agent)
		out[i] = Device{r.ID, browser, system, networkOf(r.Network), r.Remember, r.ID == a.Session, r.CreatedAt, r.SeenAt, r.ExpiresAt}
	}
	return out, err
}

// EndDevice ends one of the caller's sessions. It raises SessionNotFound.
func (s *Service) EndDevice(ctx context.Context, a access.Actor, session uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.EndOwnSession(ctx, tx, &tx.Now, session, a.User)
		if err == nil && n == 0 {
			err = SessionNotFound.New("")
		}
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.session.ended", a.User, a.Org, map[string]any{"session_id": session})
	})
}

// EndOtherDevices ends every session of the caller but this one, and makes the
// other devices unknown.
func (s *Service) EndOtherDevices(ctx context.Context, a access.Actor, from Client) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := s.endOthers(ctx, tx, a, a.Session, "ended by the user"); err != nil {
			return err
		}
		if from.Device != "" {
			if err := q.KnowDevice(ctx, tx, hashOf(from.Device), a.User, tx.Now); err != nil {
				return err
			}
		}
		return record(ctx, tx, a, "identity.sessions.ended", a.User, a.Org, nil)
	})
}

// endOthers ends the sessions of an account but one and forgets its devices:
// whoever held one of them has to prove the new password or factor.
func (s *Service) endOthers(ctx context.Context, tx pg.Tx, a access.Actor, keep uuid.UUID, why string) error {
	if _, err := q.EndSessions(ctx, tx, &tx.Now, &why, a.User, keep); err != nil {
		return err
	}
	return q.ForgetDevices(ctx, tx, a.User, []byte{})
}

// OwnDetails are what people say of themselves.
type OwnDetails struct {
	FirstName, LastName, Phone string
	Language                   locale.Language
}

// UpdateOwn changes the caller's own name, phone and language. It raises field errors.
func (s *Service) UpdateOwn(ctx context.Context, companies *partysvc.Service, a access.Actor, d OwnDetails) error {
	company, err := companies.Company(ctx, s.db, a.Org)
	if err != nil {
		return err
	}
	var f fault.Fields
	d.FirstName = f.Person("/first_name", d.FirstName, 80)
	d.LastName = f.Person("/last_name", d.LastName, 80)
	if !slices.Contains(locale.Languages, d.Language) {
		f.Add("/language", fault.NotAllowed)
	}
	if c, ok := geo.Find(company.Country); ok && d.Phone != "" {
		if d.Phone, ok = c.Phone(d.Phone); !ok {
			f.Add("/phone", fault.BadFormat, "expected", c.PhoneExample)
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	if err := journal.Take(ctx, s.db, "own:"+a.User.String(), journal.Limit{Burst: 20, Per: time.Minute}); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		acc, err := q.AccountByID(ctx, tx, a.User)
		if err != nil {
			return err
		}
		// Where a phone is changed to, codes and calls may go one day.
		if d.Phone != acc.Phone {
			if err := identity.Proved(a, tx.Now); err != nil {
				return err
			}
		}
		if err := q.UpdateOwnAccount(ctx, tx, identitydb.UpdateOwnAccountParams{FirstName: d.FirstName, LastName: d.LastName, Phone: d.Phone, Language: string(d.Language), ID: a.User}); err != nil {
			return err
		}
		return record(ctx, tx, a, "identity.account.updated", a.User, a.Org, nil)
	})
}
