package procurementsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/internal/procurementdb"
	"zabuni.org/core/reference/referencesvc"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// AddItem puts something to be bought into a plan.
func (s *Service) AddItem(ctx context.Context, a access.Actor, owner, plan uuid.UUID, x procurement.Item) (uuid.UUID, error) {
	x.ID = uuid.Must(uuid.NewV7())
	return x.ID, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		p, err := holdOpen(ctx, tx, a, owner, plan, 0)
		if err != nil {
			return err
		}
		if x, err = checkItem(ctx, tx, p, x, procurement.Item{}); err != nil {
			return err
		}
		n, err := q.CountItems(ctx, tx, plan, owner)
		if err != nil {
			return err
		}
		if n >= procurement.MaxItems {
			return procurement.Full.New("%d items", n).With("number", procurement.MaxItems)
		}
		if err := insert(ctx, tx, p, x); err != nil {
			return err
		}
		return touched(ctx, tx, a, p, ItemSaved, procurement.ItemSaved, x.Number+" "+x.Title, map[string]any{"item_id": x.ID, "number": x.Number})
	})
}

// ChangeItem says anew what is to be bought; version is that of the item that was seen. An item of which there is a job
// stays as it is, unless all of them were cancelled.
func (s *Service) ChangeItem(ctx context.Context, a access.Actor, owner, plan uuid.UUID, x procurement.Item) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		p, had, err := s.holdItem(ctx, tx, a, owner, plan, x.ID)
		if err != nil {
			return err
		}
		if x, err = checkItem(ctx, tx, p, x, procurement.Item{DepartmentID: had.DepartmentID, Classification: had.Classification}); err != nil {
			return err
		}
		if had.Used {
			return procurement.InTender.New("")
		}
		if err := save(ctx, tx, p, x); err != nil {
			return err
		}
		return touched(ctx, tx, a, p, ItemSaved, procurement.ItemSaved, x.Number+" "+x.Title, map[string]any{"item_id": x.ID, "number": x.Number})
	})
}

// DropItem takes an item out of a plan; one of which there is a job stays, and so does one that a cancelled job names.
func (s *Service) DropItem(ctx context.Context, a access.Actor, owner, plan, id uuid.UUID, version int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		p, had, err := s.holdItem(ctx, tx, a, owner, plan, id)
		if err != nil {
			return err
		}
		if had.Named {
			return procurement.InTender.New("")
		}
		n, err := q.DropItem(ctx, tx, id, plan, owner, version)
		if err == nil && n == 0 {
			err = procurement.Changed.New("")
		}
		if err != nil {
			return err
		}
		return touched(ctx, tx, a, p, ItemDropped, procurement.ItemDropped, had.Number, map[string]any{"item_id": id, "number": had.Number})
	})
}

func (s *Service) holdItem(ctx context.Context, tx pg.Tx, a access.Actor, owner, plan, id uuid.UUID) (p procurementdb.ProcurementPlan, had procurementdb.HoldItemRow, err error) {
	if p, err = holdOpen(ctx, tx, a, owner, plan, 0); err != nil {
		return p, had, err
	}
	had, err = q.HoldItem(ctx, tx, id, plan, owner)
	if pg.NoRows(err) {
		err = procurement.ItemNotFound.New("")
	}
	return p, had, err
}

// checkItem tells all that is wrong with an item; had is what it said before: its department and its code may stay.
func checkItem(ctx context.Context, tx pg.Tx, p procurementdb.ProcurementPlan, x, had procurement.Item) (procurement.Item, error) {
	codes, err := referencesvc.Vocabulary(ctx, tx, x.Classification)
	if err != nil {
		return x, err
	}
	said := x.Classification
	x, err = x.Check(int(p.Year))
	var f fault.Fields
	if err != nil {
		f = fault.As(err).Fields
	}
	codes.Note(&f, "/classification", said, had.Classification)
	if err := sourcingsvc.NoteDepartment(ctx, tx, &f, p.BuyerID, x.DepartmentID, had.DepartmentID); err != nil {
		return x, err
	}
	return x, f.Err()
}

func insert(ctx context.Context, tx procurementdb.DBTX, p procurementdb.ProcurementPlan, x procurement.Item) error {
	return numberTaken(q.InsertItem(ctx, tx, procurementdb.InsertItemParams{
		ID:             x.ID,
		PlanID:         p.ID,
		BuyerID:        p.BuyerID,
		Number:         x.Number,
		Title:          x.Title,
		DepartmentID:   x.DepartmentID,
		Classification: x.Classification,
		Activity:       string(x.Activity),
		Currency:       string(x.Currency),
		Estimate:       x.Estimate,
		PublishOn:      x.PublishOn,
		AwardOn:        x.AwardOn,
		BudgetLine:     x.BudgetLine,
	}))
}

func save(ctx context.Context, tx pg.Tx, p procurementdb.ProcurementPlan, x procurement.Item) error {
	n, err := q.SaveItem(ctx, tx, saves(p, x))
	if err == nil && n == 0 {
		return procurement.Changed.New("an item")
	}
	return numberTaken(err)
}

// queueSave puts the same behind what waits already; that it finds its row the lock of the plan sees to.
func queueSave(ctx context.Context, way *pg.Queue, p procurementdb.ProcurementPlan, x procurement.Item) error {
	_, err := q.SaveItem(ctx, way, saves(p, x))
	return err
}

func saves(p procurementdb.ProcurementPlan, x procurement.Item) procurementdb.SaveItemParams {
	return procurementdb.SaveItemParams{
		ID:             x.ID,
		PlanID:         p.ID,
		BuyerID:        p.BuyerID,
		Version:        x.Version,
		Number:         x.Number,
		Title:          x.Title,
		DepartmentID:   x.DepartmentID,
		Classification: x.Classification,
		Activity:       string(x.Activity),
		Currency:       string(x.Currency),
		Estimate:       x.Estimate,
		PublishOn:      x.PublishOn,
		AwardOn:        x.AwardOn,
		BudgetLine:     x.BudgetLine,
	}
}

func numberTaken(err error) error {
	if pg.Constraint(err) == "procurement_item_number" {
		return fault.Invalid.Wrap(err, "").At("/number", fault.Taken)
	}
	return err
}

// touched raises the plan's version and tells what was done.
func touched(ctx context.Context, tx pg.Tx, a access.Actor, p procurementdb.ProcurementPlan, event string, act procurement.Act, note string, detail any) error {
	if err := q.TouchPlan(ctx, tx, tx.Now, p.ID, p.BuyerID); err != nil {
		return err
	}
	return told(ctx, tx, a, p, event, act, note, detail)
}
