package app

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
)

// A SheetUpload is the input of a task that carries an uploaded workbook out.
type SheetUpload struct {
	Upload   uuid.UUID `json:"upload_id"`
	Language string    `json:"language"`
}

func (a *App) workOnSheets() {
	tasksvc.Register(a.Tasks, BuyerUpload, access.ManageBuyer, a.buyerUpload)
	tasksvc.Register(a.Tasks, TypeUpload, access.ManageCategory, a.typeUpload)
	a.workOnWorkbooks()
	a.workOnProcurement()
	tasksvc.Register(a.Tasks, StatementImport, access.ManagePayments, a.statementImport)
}

func (a *App) buyerUpload(ctx context.Context, r *tasksvc.Run, in SheetUpload) (tasksvc.Outcome, error) {
	if err := r.Progress(ctx, 0, 0, task.ReadingRows); err != nil {
		return tasksvc.Outcome{}, err
	}
	read, err := a.Party.ReadBuyers(ctx, r.Actor, in.Upload)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return carryOut(ctx, r, in, party.BuyerSheet, "buyers-to-correct.xlsx", read.Lines, func(ctx context.Context, tx pg.Tx, done sheet.Progress) error {
		return a.Party.ImportBuyers(ctx, tx, r.Actor, read, done)
	})
}

func (a *App) typeUpload(ctx context.Context, r *tasksvc.Run, in SheetUpload) (tasksvc.Outcome, error) {
	if err := r.Progress(ctx, 0, 0, task.ReadingRows); err != nil {
		return tasksvc.Outcome{}, err
	}
	read, err := a.Catalog.ReadTypes(ctx, r.Actor, in.Upload)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return carryOut(ctx, r, in, catalog.TypeSheet, "category-types-to-correct.xlsx", read.Lines, func(ctx context.Context, tx pg.Tx, done sheet.Progress) error {
		return a.Catalog.ImportTypes(ctx, tx, r.Actor, read, done)
	})
}

// carryOut takes the good rows over, all at once, and gives the others back as the
// same workbook with what to correct. Without a good row the task has failed.
func carryOut(ctx context.Context, r *tasksvc.Run, in SheetUpload, form sheet.Form, name string, lines []sheet.Line, effect func(context.Context, pg.Tx, sheet.Progress) error) (tasksvc.Outcome, error) {
	out := tasksvc.Outcome{Result: sheet.Count(lines)}
	refused, total := sheet.Refused(lines), int64(len(lines))
	out.Effect = func(ctx context.Context, tx pg.Tx) error {
		return effect(ctx, tx, func(rows int) error { return r.Progress(ctx, int64(rows), total, task.WritingRows) })
	}
	if err := r.Progress(ctx, 0, total, task.WritingRows); err != nil {
		return out, err
	}
	if len(refused) == 0 {
		return out, nil
	}
	data, err := sheet.Write(form, in.Language, refused)
	if err != nil {
		return out, err
	}
	file := tasksvc.File{Name: name, Type: xlsx, Bytes: data}
	if len(refused) == len(lines) {
		return out, &tasksvc.Failure{Err: sheet.NoGoodRow.New("%d rows", len(lines)), File: file}
	}
	out.File = &file
	return out, nil
}
