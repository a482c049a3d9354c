package identitysvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Faults of the support view.
var (
	CompanyNotFound = fault.Declare(fault.KindNotFound, "support.company_not_found", "That company could not be found")
	AlreadyViewing  = fault.Declare(fault.KindConflict, "support.already_viewing", "End the support view that you are in first")
)

// SupportTTL is how long a support view lasts.
const SupportTTL = 30 * time.Minute

// A View is an operator's look at a customer's console.
type View struct {
	ID, Company     uuid.UUID
	CompanyName     string
	Kind            access.UserType
	Reason          string
	By              string
	BeganAt, EndsAt time.Time
	EndedAt         *time.Time
}

var supportRight = map[string]access.Privilege{"buyer": access.ManageBuyer, "supplier": access.ManageSupplier}

// supported returns a customer whose console the caller may look at.
func (s *Service) supported(ctx context.Context, db pg.DB, a access.Actor, company uuid.UUID) (identitydb.SupportCompanyRow, error) {
	c, err := q.SupportCompany(ctx, db, company)
	if pg.NoRows(err) {
		err = CompanyNotFound.New("")
	}
	if err == nil {
		err = a.Need(supportRight[c.Kind])
	}
	return c, err
}

// BeginSupport turns the caller's session into a read-only look at a customer's
// console for half an hour. The customer's people are told by what it records.
// It raises CompanyNotFound, AlreadyViewing, StepUp and field errors.
func (s *Service) BeginSupport(ctx context.Context, a access.Actor, company uuid.UUID, reason, token string) (Opened, error) {
	var f fault.Fields
	reason = f.Need("/reason", reason, 500)
	if err := f.Err(); err != nil {
		return Opened{}, err
	}
	if a.Support {
		return Opened{}, AlreadyViewing.New("")
	}
	var out Opened
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		c, err := s.supported(ctx, tx, a, company)
		if err != nil {
			return err
		}
		zone, err := time.LoadLocation(geo.Zone(c.Country)) // its people read when it ends
		if err != nil {
			return err
		}
		id := newID()
		err = q.InsertView(ctx, tx, identitydb.InsertViewParams{ID: id, SessionID: a.Session, AccountID: a.User, CompanyID: company,
			Reason: reason, BeganAt: tx.Now, EndsAt: tx.Now.Add(SupportTTL)})
		if err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "support.view.began", Object: "support_view", ObjectID: id, Owner: company,
			Detail: map[string]any{"company": c.Name, "reason": reason, "ends_at": tx.Now.Add(SupportTTL).In(zone)}})
		if err != nil {
			return err
		}
		out, err = s.resign(tx, a.User, a.Session, access.UserType(c.Kind), &identity.Acting{Subject: a.User}, token)
		return err
	})
	return out, err
}

// EndSupport gives the caller's session back its own console. Without a view it does nothing.
func (s *Service) EndSupport(ctx context.Context, a access.Actor, token string) (Opened, error) {
	var out Opened
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		rows, err := q.EndView(ctx, tx, &tx.Now, a.Session)
		if err != nil {
			return err
		}
		for _, v := range rows {
			_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "support.view.ended", Object: "support_view", ObjectID: v.ID, Owner: v.CompanyID,
				Detail: map[string]any{"company": v.Name}})
			if err != nil {
				return err
			}
		}
		out, err = s.resign(tx, a.User, a.Session, access.Operator, nil, token)
		return err
	})
	return out, err
}

// resign makes the token of a session whose console has changed, bound as the one before.
func (s *Service) resign(tx pg.Tx, user, session uuid.UUID, console access.UserType, act *identity.Acting, token string) (Opened, error) {
	old, _, err := s.tokens.Verify(token)
	if err != nil {
		return Opened{}, asUnauthenticated(err)
	}
	signed, err := s.tokens.Sign(identity.Claims{Session: session, UserType: console, TwoFA: old.TwoFA, Fingerprint: old.Fingerprint, Act: act}, user, tx.Now)
	return Opened{Token: signed, UserType: console, TwoFA: old.TwoFA, Status: identity.LoginDone}, err
}

func (s *Service) viewOf(ctx context.Context, a access.Actor) (*View, error) {
	v, err := q.ViewOf(ctx, s.db, a.Session)
	if pg.NoRows(err) {
		return nil, nil // it ended between the guard and here
	}
	return &View{ID: v.ID, Company: v.CompanyID, CompanyName: v.Name, Kind: access.UserType(v.Kind), Reason: v.Reason, By: a.Name, BeganAt: v.BeganAt, EndsAt: v.EndsAt}, err
}

// Support is a customer with the support views there were.
type Support struct {
	Company uuid.UUID
	Name    string
	Kind    access.UserType
	Views   []View
}

// SupportOf lists who looked at a customer's console, the latest first.
func (s *Service) SupportOf(ctx context.Context, a access.Actor, company uuid.UUID) (Support, error) {
	c, err := s.supported(ctx, s.db, a, company)
	if err != nil {
		return Support{}, err
	}
	rows, err := q.CompanyViews(ctx, s.db, company)
	out := Support{Company: company, Name: c.Name, Kind: access.UserType(c.Kind), Views: make([]View, len(rows))}
	for i, v := range rows {
		out.Views[i] = View{ID: v.ID, Company: company, Reason: v.Reason, By: v.FirstName + " " + v.LastName, BeganAt: v.BeganAt, EndsAt: v.EndsAt, EndedAt: v.EndedAt}
	}
	return out, err
}
