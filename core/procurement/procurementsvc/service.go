// Package procurementsvc is the use cases of plans of procurement: who writes one, who approves it, what jobs took of it.
package procurementsvc

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/internal/procurementdb"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = procurementdb.New()

// Events of plans.
const (
	PlanDrawn     = "procurement.plan.drawn"
	PlanSaved     = "procurement.plan.saved"
	ItemSaved     = "procurement.item.saved"
	ItemDropped   = "procurement.item.dropped"
	PlanImported  = "procurement.plan.imported"
	PlanSubmitted = "procurement.plan.submitted"
	PlanApproved  = "procurement.plan.approved"
	PlanReturned  = "procurement.plan.returned"
	PlanRevised   = "procurement.plan.revised"
)

// Service runs the use cases.
type Service struct {
	db   *pgxpool.Pool
	docs *documentsvc.Service
}

// New returns a Service.
func New(db *pgxpool.Pool, docs *documentsvc.Service) *Service { return &Service{db, docs} }

// may admits who manages jobs, of the buyer or for it: estimates are for nobody else before prices are opened.
func may(a access.Actor, owner uuid.UUID) error { return a.Serve(owner, access.ManageJob) }

// OwnerOf says whose a plan is: a buyer's people know but their own.
func (s *Service) OwnerOf(ctx context.Context, a access.Actor, plan uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Operator {
		return a.Org, nil
	}
	owner, err := q.PlanOwner(ctx, s.db, plan)
	if pg.NoRows(err) {
		err = procurement.NotFound.New("")
	}
	return owner, err
}

// hold locks a plan for who changes it; version is the one that was seen, 0: whichever there is.
func hold(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, version int32) (procurementdb.ProcurementPlan, error) {
	if err := may(a, owner); err != nil {
		return procurementdb.ProcurementPlan{}, err
	}
	p, err := q.HoldPlan(ctx, tx, id, owner)
	if pg.NoRows(err) {
		err = procurement.NotFound.New("")
	}
	if err == nil && version != 0 && p.Version != version {
		err = procurement.Changed.New("version %d, seen %d", p.Version, version)
	}
	return p, err
}

// holdOpen is the same for who writes its items.
func holdOpen(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, version int32) (procurementdb.ProcurementPlan, error) {
	p, err := hold(ctx, tx, a, owner, id, version)
	if err == nil && !procurement.Status(p.Status).Open() {
		err = procurement.NotSo.New("%s", p.Status).With("status", p.Status)
	}
	return p, err
}

// told puts what was done with a plan into its history and into the log; the plan's version has been raised before.
func told(ctx context.Context, tx pg.Tx, a access.Actor, p procurementdb.ProcurementPlan, event string, act procurement.Act, note string, detail any) error {
	if err := q.KeepChange(ctx, tx, procurementdb.KeepChangeParams{
		Act:       string(act),
		Note:      note,
		ChangedBy: a.User,
		PlanID:    p.ID,
		BuyerID:   p.BuyerID,
	}); err != nil {
		return err
	}
	if detail == nil {
		detail = map[string]any{"title": p.Title, "year": p.Year}
	}
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: event, Object: "procurement_plan", ObjectID: p.ID, Owner: p.BuyerID, Detail: detail})
	return err
}

// departments are those of a company by small letters, the active ones, and the names of all; two of one name have that of
// their branch behind it.
func departments(ctx context.Context, db pg.DB, owner uuid.UUID) (map[string]uuid.UUID, map[uuid.UUID]string, error) {
	rows, err := sourcingsvc.DepartmentsOf(ctx, db, owner)
	count := map[string]int{}
	for _, r := range rows {
		count[strings.ToLower(r.Name)]++
	}
	byName, names := map[string]uuid.UUID{}, map[uuid.UUID]string{}
	for _, r := range rows {
		name := r.Name
		if count[strings.ToLower(name)] > 1 {
			name += " (" + r.Branch + ")"
		}
		names[r.ID] = name
		if r.Active {
			byName[strings.ToLower(name)] = r.ID
		}
	}
	return byName, names, err
}
