package app

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Kinds of background tasks that are done with authors' workbooks.
var (
	QuestionUpload   = task.Declare("question_upload")
	ItemUpload       = task.Declare("item_upload")
	CategoryUpload   = task.Declare("category_upload")
	CategoryDownload = task.Declare("category_download")
)

var bookUploads = map[sourcing.Book]struct {
	kind  task.Kind
	needs access.Privilege
}{
	sourcing.QuestionBook: {QuestionUpload, access.ManageCriteria},
	sourcing.ItemBook:     {ItemUpload, access.ManageCategory},
	sourcing.CategoryBook: {CategoryUpload, access.ManageCategory},
}

// A WorkbookWork is the input of a task on an author's workbook.
type WorkbookWork struct {
	Book     sourcing.Book `json:"book"`
	Job      uuid.UUID     `json:"job_id"`
	Category uuid.UUID     `json:"category_id"`
	Language string        `json:"language"`
	Upload   uuid.UUID     `json:"upload_id,omitzero"`
	Stamp    string        `json:"stamp,omitempty"` // of what was shown before it was confirmed
}

func (w WorkbookWork) target() sourcingsvc.Target {
	return sourcingsvc.Target{Book: w.Book, Job: w.Job, Category: w.Category}
}

func (a *App) workOnWorkbooks() {
	for _, book := range bookUploads {
		tasksvc.RegisterGuarded(a.Tasks, book.kind, book.needs, a.mayWorkbook, a.takeWorkbook)
	}
	tasksvc.RegisterGuarded(a.Tasks, CategoryDownload, access.ManageCategory, a.mayWorkbook, a.fillWorkbook)
}

// Workbooks is how the desks begin work on workbooks.
func (a *App) Workbooks() sourcinghttp.Background {
	return sourcinghttp.Background{Take: a.startTake, Fill: a.startFill}
}

func (a *App) startTake(ctx context.Context, who access.Actor, owner uuid.UUID, of sourcingsvc.Target, upload uuid.UUID, stamp, language string) (uuid.UUID, error) {
	read, err := a.Sourcing.ReadWorkbook(ctx, who, owner, of, upload, stamp)
	if err != nil {
		return uuid.Nil, err
	}
	work := WorkbookWork{Book: of.Book, Job: of.Job, Category: of.Category, Language: language, Upload: upload, Stamp: stamp}
	return a.Tasks.Start(ctx, a.DB, who, tasksvc.Start{Kind: bookUploads[of.Book].kind, Title: read.Name, Input: work, At: placeOf(of, read.Activity)})
}

func (a *App) startFill(ctx context.Context, who access.Actor, owner uuid.UUID, of sourcingsvc.Target, language string) (uuid.UUID, error) {
	title, activity, err := a.Sourcing.About(ctx, who, owner, of)
	if err != nil {
		return uuid.Nil, err
	}
	work := WorkbookWork{Book: of.Book, Job: of.Job, Category: of.Category, Language: language}
	return a.Tasks.Start(ctx, a.DB, who, tasksvc.Start{Kind: CategoryDownload, Title: title, Input: work, At: placeOf(of, activity)})
}

// placeOf is the screen of what a workbook is of.
func placeOf(of sourcingsvc.Target, activity sourcing.Activity) task.Place {
	slot := "details"
	switch {
	case of.Book == sourcing.ItemBook:
		slot = "items"
	case of.Category != uuid.Nil:
		slot = "categoryDetails"
	}
	return task.Place{Of: string(activity), Slot: slot, Job: of.Job, Category: of.Category}
}

// mayWorkbook asks again, when a file is fetched, what was asked when its task began.
func (a *App) mayWorkbook(ctx context.Context, who access.Actor, in WorkbookWork) error {
	owner, err := a.Sourcing.OwnerOfJob(ctx, who, in.Job)
	if err != nil {
		return err
	}
	return a.Sourcing.MayWorkbook(ctx, who, owner, in.target())
}

func (a *App) takeWorkbook(ctx context.Context, r *tasksvc.Run, in WorkbookWork) (tasksvc.Outcome, error) {
	if err := r.Progress(ctx, 0, 0, task.ReadingRows); err != nil {
		return tasksvc.Outcome{}, err
	}
	owner, err := a.Sourcing.OwnerOfJob(ctx, r.Actor, in.Job)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	read, err := a.Sourcing.ReadWorkbook(ctx, r.Actor, owner, in.target(), in.Upload, in.Stamp)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	name := string(in.Book) + "-to-correct.xlsx"
	return carryOut(ctx, r, SheetUpload{Upload: in.Upload, Language: in.Language}, read.Form, name, read.Lines,
		func(ctx context.Context, tx pg.Tx, done sheet.Progress) error {
			return a.Sourcing.TakeWorkbook(ctx, tx, r.Actor, owner, in.target(), in.Upload, in.Stamp, done)
		})
}

func (a *App) fillWorkbook(ctx context.Context, r *tasksvc.Run, in WorkbookWork) (tasksvc.Outcome, error) {
	if err := r.Progress(ctx, 0, 0, task.WritingRows); err != nil {
		return tasksvc.Outcome{}, err
	}
	owner, err := a.Sourcing.OwnerOfJob(ctx, r.Actor, in.Job)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	data, err := a.Sourcing.WorkbookOf(ctx, r.Actor, owner, in.target(), in.Language)
	if err != nil {
		return tasksvc.Outcome{}, err
	}
	return tasksvc.Outcome{File: &tasksvc.File{Name: string(in.Book) + ".xlsx", Type: xlsx, Bytes: data}}, nil
}
