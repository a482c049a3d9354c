package sourcinghttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/sheet/sheethttp"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Background is how the work on workbooks is begun; each answers the task's id.
type Background struct {
	Take func(ctx context.Context, a access.Actor, owner uuid.UUID, of sourcingsvc.Target, upload uuid.UUID, stamp, language string) (uuid.UUID, error)
	Fill func(ctx context.Context, a access.Actor, owner uuid.UUID, of sourcingsvc.Target, language string) (uuid.UUID, error)
}

type (
	// WorkbookPath names a workbook of a job, or of one of its categories.
	WorkbookPath struct {
		JobPath
		Book       sourcing.Book `path:"book"`
		CategoryID uuid.UUID     `query:"category_id" format:"uuid" doc:"Of this category alone"`
	}
	workbookInput struct {
		WorkbookPath
		sheethttp.InLanguage
	}
	checkWorkbookInput struct {
		WorkbookPath
		sheethttp.Upload
	}
	takeWorkbookInput struct {
		WorkbookPath
		sheethttp.UploadPath
		Body struct {
			Language locale.Language `json:"language"`
			Stamp    string          `json:"stamp" maxLength:"100" doc:"Of what was shown"`
		}
	}
	fillWorkbookInput struct {
		WorkbookPath
		Body struct {
			Language locale.Language `json:"language"`
		}
	}
)

func (p WorkbookPath) target() sourcingsvc.Target {
	return sourcingsvc.Target{Book: p.Book, Job: p.JobID, Category: p.CategoryID}
}

var bookFiles = map[sourcing.Book]string{
	sourcing.QuestionBook: "questions.xlsx",
	sourcing.ItemBook:     "rfq-items.xlsx",
	sourcing.CategoryBook: "categories.xlsx",
}

// MountWorkbooks registers what authors write in workbooks: down as it is, up with what
// it would do, and the tasks.
func MountWorkbooks(b *httpkit.BFF, d Deps, side Desk, work Background) {
	m := desk{Desk: side, b: b, svc: d.Sourcing}
	guard := sourcing.Guard(side.Type, sourcing.ToAuthor, sourcing.ToAsk)
	const path = "/jobs/{job_id}/workbooks/{book}"
	guarded(m, guard, http.MethodGet, path, "workbook", "The workbook of what is there, to be filled further",
		func(ctx context.Context, in *workbookInput) (*httpkit.Download, error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			data, err := m.svc.WorkbookOf(ctx, a, owner, in.target(), string(in.Language))
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(bookFiles[in.Book], sheethttp.Type, data), nil
		})
	httpkit.Route(b, guard, httpkit.Operation{ID: "checkWorkbook", Method: http.MethodPost, Path: path, Tag: "sourcing", MaxBody: sheethttp.MaxBody,
		Summary: "Upload a workbook and see what it would do"},
		func(ctx context.Context, in *checkWorkbookInput) (*httpkit.Body[sheethttp.SheetCheck], error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			id, book, err := m.svc.CheckWorkbook(ctx, a, owner, in.target(), in.FileName, in.RawBody)
			return httpkit.JSON(sheethttp.CheckOf(id, book.Lines, book.Stamp), err)
		})
	guarded(m, guard, http.MethodPost, path+"/{upload_id}/start", "takeWorkbook", "Carry an uploaded workbook out, in the background",
		func(ctx context.Context, in *takeWorkbookInput) (*httpkit.Body[taskhttp.TaskStarted], error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			id, err := work.Take(ctx, a, owner, in.target(), in.UploadID, in.Body.Stamp, string(in.Body.Language))
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
	guarded(m, guard, http.MethodPost, path+"/fill", "fillWorkbook", "Write the workbook of what is there, in the background",
		func(ctx context.Context, in *fillWorkbookInput) (*httpkit.Body[taskhttp.TaskStarted], error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			id, err := work.Fill(ctx, a, owner, in.target(), string(in.Body.Language))
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
}
