package procurementsvc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/internal/procurementdb"
	"zabuni.org/core/reference/referencesvc"
)

const (
	planUpload = "procurement_upload"
	xlsx       = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// A Workbook is an upload read against what is there now.
type Workbook struct {
	Name  string
	Lines []sheet.Line
	Stamp string // of what it was read against, and of what it would do
	does  []procurement.Does
	plan  procurementdb.ProcurementPlan
}

// MayWorkbook raises what keeps the actor from the workbook of a plan.
func (s *Service) MayWorkbook(ctx context.Context, a access.Actor, owner, plan uuid.UUID) error {
	if err := may(a, owner); err != nil {
		return err
	}
	_, err := q.Plan(ctx, s.db, plan, owner)
	if pg.NoRows(err) {
		err = procurement.NotFound.New("")
	}
	return err
}

// WorkbookOf is the workbook of what is there now, to be filled further.
func (s *Service) WorkbookOf(ctx context.Context, a access.Actor, owner, plan uuid.UUID, language string) ([]byte, error) {
	if err := may(a, owner); err != nil {
		return nil, err
	}
	p, err := q.Plan(ctx, s.db, plan, owner)
	if err != nil {
		if pg.NoRows(err) {
			err = procurement.NotFound.New("")
		}
		return nil, err
	}
	book, err := bookOf(ctx, s.db, owner, plan, p.Year)
	if err != nil {
		return nil, err
	}
	if len(book.Items) > sheet.MaxRows {
		return nil, sheet.Whole(true)
	}
	return sheet.Write(procurement.ItemSheet, language, book.Rows())
}

func bookOf(ctx context.Context, db pg.DB, owner, plan uuid.UUID, year int32) (procurement.Book, error) {
	book := procurement.Book{Year: int(year)}
	var err error
	if book.Items, book.Locked, err = itemsOf(ctx, db, owner, plan); err != nil {
		return book, err
	}
	book.Departments, book.Names, err = departments(ctx, db, owner)
	return book, err
}

// CheckWorkbook keeps an uploaded workbook and tells what it would do; nothing else changes.
func (s *Service) CheckWorkbook(ctx context.Context, a access.Actor, owner, plan uuid.UUID, name string, data []byte) (uuid.UUID, Workbook, error) {
	var out Workbook
	var id uuid.UUID
	if err := sheet.CheckName(name, data); err != nil {
		return id, out, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		p, err := holdOpen(ctx, tx, a, owner, plan, 0)
		if err != nil {
			return err
		}
		if out, err = read(ctx, tx, p, data); err != nil {
			return err
		}
		d, err := s.docs.Save(ctx, tx, a, a.Org, planUpload, name, xlsx, data)
		if err != nil {
			return err
		}
		id = d.ID
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "procurement.workbook.uploaded", Object: "procurement_plan", ObjectID: plan, Owner: owner,
			Detail: map[string]any{"upload_id": id, "size": len(data)}})
		return err
	})
	return id, out, err
}

func read(ctx context.Context, db pg.DB, p procurementdb.ProcurementPlan, data []byte) (Workbook, error) {
	out := Workbook{plan: p}
	rows, err := sheet.Read(data, procurement.ItemSheet)
	if err == nil && len(rows) == 0 {
		err = sheet.NoneFilled.New("")
	}
	if err != nil {
		return out, err
	}
	book, err := bookOf(ctx, db, p.BuyerID, p.ID, p.Year)
	if err != nil {
		return out, err
	}
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = r.Cells["classification"]
	}
	if book.Codes, err = referencesvc.Vocabulary(ctx, db, texts...); err != nil {
		return out, err
	}
	out.Lines, out.does = book.Plan(rows)
	seen, err := json.Marshal([]any{p.ID, p.Status, book.Items, out.Lines})
	sum := sha256.Sum256(seen)
	out.Stamp = hex.EncodeToString(sum[:])
	return out, err
}

// ReadWorkbook reads an upload of the actor's company again, against what is there now. It raises Changed where that would do
// something else than what stamp was told of.
func (s *Service) ReadWorkbook(ctx context.Context, a access.Actor, owner, plan, upload uuid.UUID, stamp string) (out Workbook, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		out, err = s.readAgain(ctx, tx, a, owner, plan, upload, stamp)
		return err
	})
	return out, err
}

func (s *Service) readAgain(ctx context.Context, tx pg.Tx, a access.Actor, owner, plan, upload uuid.UUID, stamp string) (Workbook, error) {
	p, err := holdOpen(ctx, tx, a, owner, plan, 0)
	if err != nil {
		return Workbook{}, err
	}
	d, err := s.docs.Read(ctx, a.Org, upload)
	if err != nil && fault.As(err).Kind == fault.KindNotFound {
		err = sheet.NotFound.Wrap(err, "")
	}
	if err != nil {
		return Workbook{}, err
	}
	out, err := read(ctx, tx, p, d.Bytes)
	if out.Name = d.Name; err == nil && out.Stamp != stamp {
		err = procurement.Changed.New("what the workbook would do has changed")
	}
	return out, err
}

// TakeWorkbook carries an upload out, under the lock of its plan: it raises Changed where that is no longer what was shown.
// done hears how far it is.
func (s *Service) TakeWorkbook(ctx context.Context, tx pg.Tx, a access.Actor, owner, plan, upload uuid.UUID, stamp string, done sheet.Progress) error {
	book, err := s.readAgain(ctx, tx, a, owner, plan, upload, stamp)
	if err != nil {
		return err
	}
	n := map[sheet.Act]int{}
	var way pg.Queue
	// Numbers are exchanged among rows: what changes makes room first. The plan is held and was read under its lock, so that
	// each version is the one that is there.
	for i, d := range book.does {
		if d.Act == sheet.Change {
			d.Item.Number = fmt.Sprintf("\x01%d", i)
			if err := queueSave(ctx, &way, book.plan, d.Item); err != nil {
				return err
			}
		}
	}
	for i, d := range book.does {
		n[d.Act]++
		switch d.Act {
		case sheet.Create:
			err = insert(ctx, &way, book.plan, d.Item)
		case sheet.Change:
			d.Item.Version++
			err = queueSave(ctx, &way, book.plan, d.Item)
		}
		if err == nil && ((i+1)%500 == 0 || i+1 == len(book.does)) {
			err = way.Send(ctx, tx)
			way = pg.Queue{}
			if err == nil {
				err = done(i + 1)
			}
		}
		if err != nil {
			return err
		}
	}
	if n[sheet.Create]+n[sheet.Change] == 0 {
		return nil
	}
	note := fmt.Sprintf("%s: +%d, ~%d", book.Name, n[sheet.Create], n[sheet.Change])
	return touched(ctx, tx, a, book.plan, PlanImported, procurement.WasImported, note, map[string]any{"created": n[sheet.Create], "changed": n[sheet.Change], "upload_id": upload})
}
