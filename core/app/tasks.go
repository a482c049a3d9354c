package app

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
)

// Kinds of background tasks. The web translates them: tasks.kind.<name>.
var (
	ItemTemplate   = task.Declare("item_template")
	MailReport     = task.Declare("mail_report")
	BuyerUpload    = task.Declare("buyer_upload")
	TypeUpload     = task.Declare("category_type_upload")
	JobReport      = task.Declare("report")
	SupplierList   = task.Declare("category_suppliers")
	ContractReport = task.Declare("contract_report")
)

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

type itemTemplate struct {
	Bid      uuid.UUID `json:"bid_id"`
	Language string    `json:"language"`
}

// workOn registers what is done in the background.
func (a *App) workOn() {
	tasksvc.Register(a.Tasks, ItemTemplate, "", a.itemTemplate)
	tasksvc.Register(a.Tasks, MailReport, access.ViewReport, a.mailReport)
	tasksvc.RegisterGuarded(a.Tasks, JobReport, "", a.Reports.AdmitReport, a.jobReport)
	tasksvc.RegisterGuarded(a.Tasks, SupplierList, "", a.Reports.AdmitReport, a.jobReport)
	tasksvc.RegisterGuarded(a.Tasks, ContractReport, access.ViewReport, a.Reports.AdmitContracts, a.contractReport)
	a.workOnSheets()
	a.workOnResults()
	a.workOnPapers()
	a.workOnBundles()
}

// StartItemTemplate queues the workbook of a bid's items. Where its screens lie
// depends on the activity and is told by the desk.
func (a *App) StartItemTemplate(ctx context.Context, who access.Actor, bid uuid.UUID, language string, screens func(activity string, category uuid.UUID) (path, back string)) (uuid.UUID, error) {
	b, err := a.Bidding.Bid(ctx, who, bid)
	if err != nil {
		return uuid.Nil, err
	}
	if len(b.Items) == 0 { // said at once, not by a task that fails
		return uuid.Nil, bidding.NoFinancial.New("")
	}
	path, back := screens(b.Activity, b.CategoryID)
	return a.Tasks.Start(ctx, a.DB, who, tasksvc.Start{Kind: ItemTemplate, Title: b.CategoryName, Input: itemTemplate{bid, language}, Path: path, Back: back})
}

// itemTemplate writes the items alone: the prices entered so far stay under their seal.
func (a *App) itemTemplate(ctx context.Context, r *tasksvc.Run, in itemTemplate) (tasksvc.Outcome, error) {
	data, err := a.Bidding.Blank(ctx, r.Actor, in.Bid, in.Language, func(done, total int) error {
		return r.Progress(ctx, int64(done), int64(total), task.WritingRows)
	})
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return tasksvc.Outcome{File: &tasksvc.File{Name: "rfq-items.xlsx", Type: xlsx, Bytes: data}}, nil
}

func (a *App) mailReport(ctx context.Context, r *tasksvc.Run, in notifysvc.ReportInput) (tasksvc.Outcome, error) {
	data, err := a.Notify.Report(ctx, r.Actor, in, func(done, total int64) error { return r.Progress(ctx, done, total, task.WritingRows) })
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return tasksvc.Outcome{File: &tasksvc.File{Name: "outgoing-emails.xlsx", Type: xlsx, Bytes: data}}, nil
}
