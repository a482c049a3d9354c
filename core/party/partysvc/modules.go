package partysvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// NeedModule returns ModuleOff when the operator has turned off the module of an
// activity (or of contracts, archive) for a buyer. Use cases ask it where they
// load what the activity owns, so that no operation is forgotten.
func NeedModule(ctx context.Context, db pg.DB, buyer uuid.UUID, activity string) error {
	m, ok := party.ModuleOf(activity)
	if !ok {
		return party.ModuleOff.New("no module has %q", activity)
	}
	on, err := q.ModuleOn(ctx, db, buyer, m.Name)
	if err == nil && !on {
		err = party.ModuleOff.New("%s", m.Name).With("module", m.Name)
	}
	return err
}

// NeedService raises ServiceOff unless a buyer company has a service today.
func NeedService(ctx context.Context, db pg.DB, buyer uuid.UUID, service string) error {
	on, err := q.ServiceOn(ctx, db, buyer, service)
	if err == nil && !on {
		err = party.ServiceOff.New("%s", service).With("service", service)
	}
	return err
}

// Modules returns which modules are on for a buyer company, in their order.
func (s *Service) Modules(ctx context.Context, buyer uuid.UUID) (on map[string]bool, err error) {
	rows, err := q.Modules(ctx, s.db, buyer)
	on = map[string]bool{}
	for _, m := range party.Modules {
		on[m.Name] = true
	}
	for _, r := range rows {
		on[r.Module] = r.Active
	}
	return on, err
}

// ModulesOn names the modules that the actor's company has; families other than
// a buyer's have them all.
func (s *Service) ModulesOn(ctx context.Context, a access.Actor) ([]party.ModuleName, error) {
	out := make([]party.ModuleName, 0, len(party.Modules))
	on := map[string]bool{}
	if a.Type == access.Buyer || a.Type == access.Temp {
		var err error
		if on, err = s.Modules(ctx, a.Org); err != nil {
			return nil, err
		}
	}
	for _, m := range party.Modules {
		if active, said := on[m.Name]; active || !said {
			out = append(out, party.ModuleName(m.Name))
		}
	}
	return out, nil
}

// SetModule turns a module of a buyer company on or off; for operator staff.
// Bidders come first: what they may still bid for is not turned off.
func (s *Service) SetModule(ctx context.Context, a access.Actor, buyer uuid.UUID, name string, active bool) error {
	if err := operator(a, access.ManageBuyer); err != nil {
		return err
	}
	m, ok := party.ModuleOf(name)
	if !ok || m.Name != name {
		return fault.Invalid.New("module %q", name).At("/module", fault.NotAllowed)
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := lockBuyer(ctx, tx, buyer); err != nil {
			return err
		}
		if !active {
			n, err := q.OpenCategories(ctx, tx, buyer, m.Activities)
			if err != nil {
				return err
			}
			if n > 0 {
				return party.ModuleInUse.New("%d categories", n).With("count", n)
			}
		}
		err := q.PutModule(ctx, tx, partydb.PutModuleParams{BuyerID: buyer, Module: name, Active: active, ChangedBy: a.User, ChangedAt: tx.Now})
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, "party.module.changed", "company", buyer, buyer, map[string]any{"module": name, "active": active})
	})
}

// operator admits operator staff that hold p.
func operator(a access.Actor, p access.Privilege) error {
	if err := a.Be(access.Operator); err != nil {
		return err
	}
	return a.Need(p)
}

// own admits a buyer's people that hold p, to their own company.
func own(a access.Actor, p access.Privilege) (uuid.UUID, error) {
	if a.Type != access.Buyer || a.Org == uuid.Nil {
		return uuid.Nil, fault.Forbidden.New("for buyers")
	}
	if p == "" {
		return a.Org, nil
	}
	return a.Org, a.Need(p)
}

func lockBuyer(ctx context.Context, tx pg.Tx, id uuid.UUID) error {
	_, err := q.LockCompanyOf(ctx, tx, id, "buyer")
	if pg.NoRows(err) {
		err = party.NotFound.New("")
	}
	return err
}

func noted(ctx context.Context, tx pg.Tx, a access.Actor, action, object string, id, owner uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: object, ObjectID: id, Owner: owner, Detail: detail})
	return err
}

// ActivitiesOff names the activities whose module is off for a buyer: lists of
// several activities leave them out.
func ActivitiesOff(ctx context.Context, db pg.DB, buyer uuid.UUID) ([]string, error) {
	rows, err := q.Modules(ctx, db, buyer)
	off := []string{}
	for _, r := range rows {
		if m, ok := party.ModuleOf(r.Module); ok && !r.Active {
			off = append(off, m.Activities...)
		}
	}
	return off, err
}
