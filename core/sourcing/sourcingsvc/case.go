package sourcingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// The verticals above take a category from here and move it here: nobody else
// reads a part of one to decide by, and nobody else writes its status.

// Look reads a category for a person: its door is open to them and the module of
// its activity is on.
func Look(ctx context.Context, db pg.DB, a access.Actor, owner, id uuid.UUID) (sourcing.Case, error) {
	if err := Admit(ctx, db, a, id); err != nil {
		return sourcing.Case{}, err
	}
	row, err := q.CategoryAndJob(ctx, db, id, owner)
	row, err = reach(ctx, db, owner, row.Category.Activity, row, err, sourcing.CategoryNotFound)
	return caseOf(row), err
}

// Hold is Look under the category's lock.
func Hold(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID) (sourcing.Case, error) {
	if err := Admit(ctx, tx, a, id); err != nil {
		return sourcing.Case{}, err
	}
	row, err := q.LockCategoryAndJob(ctx, tx, id, owner)
	row, err = reach(ctx, tx, owner, row.Category.Activity, row, err, sourcing.CategoryNotFound)
	return caseOf(sourcingdb.CategoryAndJobRow(row)), err
}

// serves admits people of the buyer, and staff of the operator while the buyer has
// bought that they do this work (ruling 55).
func serves(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID, service party.ServiceName) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	if a.Type == access.Operator {
		return partysvc.NeedService(ctx, db, owner, string(service))
	}
	return nil
}

// LookAs is Look for who works on the bids of a category by the right to one of the acts.
func LookAs(ctx context.Context, db pg.DB, a access.Actor, owner, id uuid.UUID, acts ...sourcing.Act) (sourcing.Case, error) {
	return LookBought(ctx, db, a, owner, id, party.ManagedSourcing, acts...)
}

// LookBought is LookAs where the operator's people need another service of the buyer's.
func LookBought(ctx context.Context, db pg.DB, a access.Actor, owner, id uuid.UUID, service party.ServiceName,
	acts ...sourcing.Act) (sourcing.Case, error) {
	if err := serves(ctx, db, a, owner, service); err != nil {
		return sourcing.Case{}, err
	}
	c, err := Look(ctx, db, a, owner, id)
	if err == nil {
		err = c.Policy().May(a, acts...)
	}
	return c, err
}

// LookAllAs reads a job with its categories that are open to a person, for who works on
// all of them by the right to one of the acts. It raises JobNotFound.
func LookAllAs(ctx context.Context, db pg.DB, a access.Actor, owner, job uuid.UUID, acts ...sourcing.Act) (sourcing.Job, []sourcing.Case, error) {
	if err := serves(ctx, db, a, owner, party.ManagedSourcing); err != nil {
		return sourcing.Job{}, nil, err
	}
	row, err := readJob(ctx, db, job, owner)
	if err == nil {
		err = row.Job.Domain().Policy().May(a, acts...)
	}
	if err != nil {
		return sourcing.Job{}, nil, err
	}
	rows, err := q.AdmittedCategories(ctx, db, job, owner, a.Type == access.Operator, a.User)
	out := make([]sourcing.Case, len(rows))
	for i, r := range rows {
		out[i] = caseOf(sourcingdb.CategoryAndJobRow(r))
	}
	return row.Job.Domain(), out, err
}

// HoldAs is LookAs under the category's lock.
func HoldAs(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, acts ...sourcing.Act) (sourcing.Case, error) {
	return HoldBought(ctx, tx, a, owner, id, party.ManagedSourcing, acts...)
}

// HoldBought is LookBought under the category's lock.
func HoldBought(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, service party.ServiceName,
	acts ...sourcing.Act) (sourcing.Case, error) {
	if err := serves(ctx, tx, a, owner, service); err != nil {
		return sourcing.Case{}, err
	}
	c, err := Hold(ctx, tx, a, owner, id)
	if err == nil {
		err = c.Policy().May(a, acts...)
	}
	return c, err
}

// HoldDue locks a category that the clock moves, whatever modules are on and
// whoever may see it: what was promised to bidders happens.
func HoldDue(ctx context.Context, tx pg.Tx, owner, id uuid.UUID) (sourcing.Case, error) {
	row, err := q.LockCategoryAndJob(ctx, tx, id, owner)
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	return caseOf(sourcingdb.CategoryAndJobRow(row)), err
}

// Read is HoldDue without the lock, for who has a lock of its own.
func Read(ctx context.Context, db pg.DB, owner, id uuid.UUID) (sourcing.Case, error) {
	row, err := q.CategoryAndJob(ctx, db, id, owner)
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	return caseOf(row), err
}

func caseOf(row sourcingdb.CategoryAndJobRow) sourcing.Case {
	return sourcing.Case{Category: row.Category.Domain(), Job: row.Job.Domain()}
}

// Move takes a held category along one edge of its life, at a moment of the
// database's clock, and returns it as it is then. What is priced live is over with its
// result, and its job with it; others were over as they closed.
func Move(ctx context.Context, tx pg.Tx, c sourcing.Category, m sourcing.Move, now time.Time) (sourcing.Category, error) {
	had, err := rounds(ctx, tx, c)
	if err != nil {
		return c, err
	}
	status, err := c.Do(m, sourcing.Facts{Now: now, Unfinished: sourcing.Running(had)})
	if err != nil {
		return c, err
	}
	ends := !c.Policy().Over(c.Status) && c.Policy().Over(status)
	c.Status = status
	if err := q.MoveCategory(ctx, tx, string(status), c.ID, c.Buyer); err != nil || !ends {
		return c, err
	}
	job, err := dueJob(ctx, tx, c.Job, c.Buyer)
	if err != nil {
		return c, err
	}
	return c, closeJob(ctx, tx, access.System, job)
}
