package partysvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// A Group is a special group of the platform.
type Group struct {
	ID                uuid.UUID
	Name, Description string
	Segment           *string
	MinShare          money.Quantity
}

// Groups lists the platform's special groups.
func (s *Service) Groups(ctx context.Context) ([]Group, error) {
	rows, err := q.PlatformGroups(ctx, s.db)
	out := make([]Group, len(rows))
	for i, r := range rows {
		out[i] = Group(r)
	}
	return out, err
}

// A Membership is a company's application to a group and what became of it.
type Membership struct {
	ID        uuid.UUID
	Group     uuid.UUID
	Name      string
	Proof     uuid.UUID
	ProofName string
	Status    string // pending, validated, rejected, withdrawn, replaced; expired follows from the date
	Reason    string
	Share     money.Quantity
	MinShare  money.Quantity
	Segment   *string
	ExpiresOn *time.Time
	CreatedAt time.Time
	DecidedBy string
	DecidedAt *time.Time
}

// statusOf is the status of a membership on a day: a validation ends with its proof.
func statusOf(status string, expires *time.Time, today time.Time) string {
	if state, _ := party.ExpiryOf(expires, today); status == "validated" && state == party.Expired {
		return "expired"
	}
	return status
}

func memberships(ctx context.Context, db pg.DB, c partydb.CompanyRow, now time.Time) ([]Membership, error) {
	rows, err := q.CompanyGroups(ctx, db, c.ID)
	out := make([]Membership, len(rows))
	today := now.In(party.Zone(c.Country))
	for i, r := range rows {
		out[i] = Membership{r.ID, r.SpecialGroupID, r.Name, r.ProofID, r.ProofName, statusOf(r.Status, r.ExpiresOn, today), r.Reason, r.Share, r.MinShare,
			r.Segment, r.ExpiresOn, r.CreatedAt, r.DecidedBy, r.DecidedAt}
	}
	return out, err
}

// Apply asks for membership of a group, with its proof.
func (s *Service) Apply(ctx context.Context, a access.Actor, company, group, proof uuid.UUID, expires *time.Time) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := change(ctx, tx, a, company)
		if err != nil {
			return err
		}
		var f fault.Fields
		g, err := q.PlatformGroup(ctx, tx, group)
		if err != nil && !pg.NoRows(err) {
			return err
		}
		if pg.NoRows(err) {
			f.Add("/special_group_id", fault.Unknown)
		}
		if err := uploaded(ctx, tx, &f, "/proof", company, proof, "proof"); err != nil {
			return err
		}
		if expires != nil && expires.Before(party.Day(tx.Now.In(party.Zone(c.Country)))) {
			f.Add("/expires_on", party.ExpiryPast)
		}
		if err := f.Err(); err != nil {
			return err
		}
		list, err := owners(ctx, tx, company)
		if err != nil {
			return err
		}
		held, enough := party.Group{Segment: g.Segment, MinShare: g.MinShare}.Meets(party.Shares(list))
		if !enough {
			return party.GroupShareLow.New("").With("held", held.Short()).With("needed", g.MinShare.Short())
		}
		err = pg.Savepoint(ctx, tx, func(tx pg.Tx) error {
			return q.InsertGroup(ctx, tx, partydb.InsertGroupParams{ID: id, CompanyID: company, SpecialGroupID: group, ProofID: proof, Share: held,
				ExpiresOn: expires, CreatedAt: tx.Now})
		})
		if pg.Constraint(err) == "company_special_group_pending" {
			return party.GroupPending.Wrap(err, "")
		}
		if err != nil {
			return err
		}
		return recordGroup(ctx, tx, a, "party.group.applied", company, id, map[string]any{"special_group_id": group, "group": g.Name, "share": held.String()})
	})
	return id, err
}

// Withdraw takes back an application that is not decided.
func (s *Service) Withdraw(ctx context.Context, a access.Actor, company, id uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := change(ctx, tx, a, company); err != nil {
			return err
		}
		n, err := q.WithdrawGroup(ctx, tx, tx.Now, id, company)
		if err != nil {
			return err
		}
		if n == 0 {
			return party.GroupNotFound.New("")
		}
		return recordGroup(ctx, tx, a, "party.group.withdrawn", company, id, nil)
	})
}

// An Application is a company's application as who validates reads it.
type Application struct {
	partydb.ApplicationRow
	Held   money.Quantity // of the group, today
	Enough bool
	Owners []party.Owner
}

// Application returns an application with what its decision rests on.
func (s *Service) Application(ctx context.Context, a access.Actor, id uuid.UUID) (Application, error) {
	if err := a.Be(access.Operator); err != nil {
		return Application{}, err
	}
	if err := a.See(access.Suppliers); err != nil {
		return Application{}, err
	}
	row, err := q.Application(ctx, s.db, id)
	if pg.NoRows(err) {
		return Application{}, party.GroupNotFound.New("")
	}
	if err != nil {
		return Application{}, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return Application{}, err
	}
	row.Status = statusOf(row.Status, row.ExpiresOn, now.In(party.Zone(row.Country)))
	out := Application{ApplicationRow: row}
	if out.Owners, err = owners(ctx, s.db, row.CompanyID); err != nil {
		return out, err
	}
	out.Held, out.Enough = party.Group{Segment: row.Segment, MinShare: row.MinShare}.Meets(party.Shares(out.Owners))
	return out, nil
}

// A Decision is what operator staff say to an application.
type Decision struct {
	Validate  bool
	Reason    string     // required to reject
	ExpiresOn *time.Time // of a validation; without it that of the proof, if it has one
}

// Decide validates or rejects an application. A group that does not own enough
// of the company today is not validated, whatever it owned when it applied.
func (s *Service) Decide(ctx context.Context, a access.Actor, id uuid.UUID, d Decision) error {
	if err := a.Be(access.Operator); err != nil {
		return err
	}
	if err := a.Need(access.ManageSupplier); err != nil {
		return err
	}
	var f fault.Fields
	if d.Validate {
		d.Reason = f.May("/reason", d.Reason, 1000)
	} else {
		d.Reason, d.ExpiresOn = f.Need("/reason", d.Reason, 1000), nil
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockApplication(ctx, tx, id)
		if pg.NoRows(err) {
			return party.GroupNotFound.New("")
		}
		if err != nil {
			return err
		}
		if d.Validate && d.ExpiresOn == nil {
			d.ExpiresOn = row.ExpiresOn
		}
		if d.ExpiresOn != nil && d.ExpiresOn.Before(party.Day(tx.Now.In(party.Zone(row.Country)))) {
			f.Add("/expires_on", party.ExpiryPast)
		}
		if err := f.Err(); err != nil {
			return err
		}
		if row.Status != "pending" {
			return party.GroupDecided.New("%s", row.Status)
		}
		status, event := "rejected", GroupRejected
		if d.Validate {
			status, event = "validated", GroupValidated
			list, err := owners(ctx, tx, row.CompanyID)
			if err != nil {
				return err
			}
			if held, enough := (party.Group{Segment: row.Segment, MinShare: row.MinShare}).Meets(party.Shares(list)); !enough {
				return party.GroupShareLow.New("").With("held", held.Short()).With("needed", row.MinShare.Short())
			}
			if err := q.ReplaceValidated(ctx, tx, row.CompanyID, row.SpecialGroupID); err != nil {
				return err
			}
		}
		err = q.DecideGroup(ctx, tx, partydb.DecideGroupParams{ID: id, CompanyID: row.CompanyID, Status: status, Reason: d.Reason, ExpiresOn: d.ExpiresOn,
			DecidedBy: a.Name, DecidedAt: &tx.Now})
		if err != nil {
			return err
		}
		if d.Validate {
			today := tx.Now.In(party.Zone(row.Country))
			if err := watch(ctx, tx, row.CompanyID, id, specialGroup, row.SpecialGroupID.String(), d.ExpiresOn, today); err != nil {
				return err
			}
		}
		return recordGroup(ctx, tx, a, event, row.CompanyID, id, map[string]any{"special_group_id": row.SpecialGroupID, "reason": d.Reason})
	})
}

// Events of a decision.
const (
	GroupValidated = "party.group.validated"
	GroupRejected  = "party.group.rejected"
)

func recordGroup(ctx context.Context, tx pg.Tx, a access.Actor, action string, company, id uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: "special_group", ObjectID: id, Owner: company, Detail: detail})
	return err
}

// ApplicationFilter narrows the list of applications; the zero value narrows nothing.
type ApplicationFilter struct {
	Search           string
	Statuses         []string
	Group            *uuid.UUID
	Applied, Expires day.Span
}

// Applications is one page of applications to special groups, newest first.
func (s *Service) Applications(ctx context.Context, a access.Actor, f ApplicationFilter, after string, limit int) (page.Of[partydb.ListApplicationsRow], error) {
	var out page.Of[partydb.ListApplicationsRow]
	if err := a.Be(access.Operator); err != nil {
		return out, err
	}
	if err := a.See(access.Suppliers); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.ListApplications(ctx, s.db, partydb.ListApplicationsParams{
		AfterAt:      c.At,
		AfterID:      c.ID,
		Statuses:     pg.Some(f.Statuses),
		SpecialGroup: f.Group,
		CreatedFrom:  f.Applied.First,
		CreatedTo:    f.Applied.Last,
		Zone:         f.Applied.Zone,
		ExpiresFrom:  f.Expires.First,
		ExpiresTo:    f.Expires.Last,
		Search:       pg.Sought(f.Search),
		MaxRows:      int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	for i, r := range rows {
		rows[i].Status = statusOf(r.Status, r.ExpiresOn, now.In(party.Zone(r.Country)))
	}
	return page.Cut(rows, limit, func(r partydb.ListApplicationsRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), nil
}

// GroupOf returns an application of a company, for what is written about it.
func (s *Service) GroupOf(ctx context.Context, db pg.DB, company, id uuid.UUID) (Membership, error) {
	row, err := q.CompanyGroup(ctx, db, id, company)
	return Membership{ID: id, Name: row.Name, Reason: row.Reason}, err
}

// ToValidate counts the applications to special groups that wait for a decision; for
// operator staff who see suppliers.
func (s *Service) ToValidate(ctx context.Context, a access.Actor) (int64, error) {
	if err := a.Be(access.Operator); err != nil {
		return 0, err
	}
	if err := a.See(access.Suppliers); err != nil {
		return 0, err
	}
	return q.CountPending(ctx, s.db)
}
