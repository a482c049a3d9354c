package app

import (
	"context"
	"strconv"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/payment/statement"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
)

// StatementImport is the task that imports a statement of a bank.
var StatementImport = task.Declare("statement_import")

// A StatementWork is its input.
type StatementWork struct {
	Account  string    `json:"account"`
	Upload   uuid.UUID `json:"upload_id"`
	Language string    `json:"language"`
}

// refusedLines is the workbook of lines that cannot be read.
var refusedLines = sheet.Form{Sheet: "LINES", Columns: []sheet.Column{{Key: "line", Width: 10}, {Key: "text", Width: 90}}}

// StartStatement queues the import of an upload.
func (a *App) StartStatement(ctx context.Context, who access.Actor, account string, upload uuid.UUID, language string) (uuid.UUID, error) {
	plan, err := a.Payments.PlanOf(ctx, who, account, upload)
	if err != nil {
		return uuid.Nil, err
	}
	if n := plan.Counts(); int64(len(plan.Lines)) == n[string(payment.Known)] {
		return uuid.Nil, payment.NothingNew.New("")
	}
	return a.Tasks.Start(ctx, a.DB, who, tasksvc.Start{
		Kind:  StatementImport,
		Title: plan.Name,
		Input: StatementWork{Account: account, Upload: upload, Language: language},
		Path:  "/zabuni/payment_statements/progress/{task_id}",
		Back:  "/zabuni/payment_statements",
	})
}

// statementImport writes the lines, and leaves those that cannot be read to be corrected. What
// becomes of each line is decided afterwards, one by one.
func (a *App) statementImport(ctx context.Context, r *tasksvc.Run, in StatementWork) (tasksvc.Outcome, error) {
	if err := r.Progress(ctx, 0, 0, task.ReadingRows); err != nil {
		return tasksvc.Outcome{}, err
	}
	plan, err := a.Payments.PlanOf(ctx, r.Actor, in.Account, in.Upload)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	counts, total := plan.Counts(), int64(len(plan.Lines))
	out := tasksvc.Outcome{Result: counts}
	out.Effect = func(ctx context.Context, tx pg.Tx) error {
		return a.Payments.ImportStatement(ctx, tx, r.Actor, plan)
	}
	if err := r.Progress(ctx, 0, total, task.WritingRows); err != nil || len(plan.Refused) == 0 {
		return out, err
	}
	file, err := toCorrect(plan, in.Language)
	if err != nil {
		return out, err
	}
	if int64(len(plan.Refused))+counts[string(payment.Known)] == total {
		return out, &tasksvc.Failure{Err: statement.NoLines.New("%d lines", total), File: file}
	}
	out.File = &file
	return out, nil
}

func toCorrect(plan paymentsvc.Plan, language string) (tasksvc.File, error) {
	rows := make([]sheet.Row, len(plan.Refused))
	for i, l := range plan.Refused {
		rows[i] = sheet.Row{Number: i + 3, Cells: map[string]string{"line": strconv.Itoa(l.Row), "text": l.Text}, Faults: []sheet.Fault{{Code: l.Code}}}
	}
	data, err := sheet.Write(refusedLines, language, rows)
	return tasksvc.File{Name: "lines-to-correct.xlsx", Type: xlsx, Bytes: data}, err
}
