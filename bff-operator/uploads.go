package bffoperator

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/sheet/sheethttp"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/platform/task/tasksvc"
)

type startStatement struct {
	Account string `path:"account" maxLength:"60"`
	sheethttp.UploadPath
	Body struct {
		Language locale.Language `json:"language"`
	}
}

type confirmSheet struct {
	sheethttp.UploadPath
	Body struct {
		Language locale.Language `json:"language"`
		From     string          `json:"from,omitempty" enum:"buyers,category_types" doc:"List that the upload is begun from"`
	}
}

// progress is where an upload of buyers is followed: beside the list that it was begun from.
var progress = map[string]struct{ path, back string }{
	"":               {path: "/zabuni/category_types/upload/buyers/progress/{task_id}", back: "/zabuni/category_types"},
	"category_types": {path: "/zabuni/category_types/upload/buyers/progress/{task_id}", back: "/zabuni/category_types"},
	"buyers":         {path: "/zabuni/buyers/upload/progress/{task_id}", back: "/zabuni/buyers"},
}

// mountUploads registers the uploads of reference data: template, dry run, and the
// task that carries it out.
func mountUploads(b *httpkit.BFF, a *app.App) {
	uploads(b, access.ManageBuyer, "/uploads/buyers", "Buyers", "buyers.xlsx", a.Party.BuyerTemplate, a.Party.CheckBuyers,
		func(ctx context.Context, in *confirmSheet) (uuid.UUID, error) {
			read, err := a.Party.ReadBuyers(ctx, httpkit.Actor(ctx), in.UploadID)
			if err != nil {
				return uuid.Nil, err
			}
			at := progress[in.Body.From]
			return a.Tasks.Start(ctx, a.DB, httpkit.Actor(ctx), tasksvc.Start{Kind: app.BuyerUpload, Title: read.Name,
				Input: app.SheetUpload{Upload: in.UploadID, Language: string(in.Body.Language)}, Path: at.path, Back: at.back})
		})
	uploads(b, access.ManageCategory, "/uploads/category_types", "CategoryTypes", "category-types.xlsx", a.Catalog.TypeTemplate, a.Catalog.CheckTypes,
		func(ctx context.Context, in *confirmSheet) (uuid.UUID, error) {
			read, err := a.Catalog.ReadTypes(ctx, httpkit.Actor(ctx), in.UploadID)
			if err != nil {
				return uuid.Nil, err
			}
			return a.Tasks.Start(ctx, a.DB, httpkit.Actor(ctx), tasksvc.Start{Kind: app.TypeUpload, Title: read.Name,
				Input: app.SheetUpload{Upload: in.UploadID, Language: string(in.Body.Language)}, Path: "/zabuni/category_types/progress/{task_id}", Back: "/zabuni/category_types"})
		})
}

// mountStatements registers the task that imports a statement that was looked at.
func mountStatements(b *httpkit.BFF, a *app.App) {
	httpkit.Route(b, access.Only(access.Operator, access.ManagePayments), httpkit.Operation{ID: "importStatement", Method: http.MethodPost,
		Path: "/payments/statements/{account}/uploads/{upload_id}/start/", Tag: "payment", Summary: "Import an uploaded statement, in the background"},
		func(ctx context.Context, in *startStatement) (*httpkit.Body[taskhttp.TaskStarted], error) {
			id, err := a.StartStatement(ctx, httpkit.Actor(ctx), in.Account, in.UploadID, string(in.Body.Language))
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
}

func uploads(b *httpkit.BFF, p access.Privilege, path, what, file string,
	template func(access.Actor, string) ([]byte, error),
	check func(context.Context, access.Actor, string, []byte) (uuid.UUID, []sheet.Line, error),
	start func(context.Context, *confirmSheet) (uuid.UUID, error)) {
	guard := access.Only(access.Operator, p)
	httpkit.Route(b, guard, httpkit.Operation{ID: "template" + what, Method: http.MethodGet, Path: path + "/template", Tag: "companies", Summary: "The workbook to fill"},
		func(ctx context.Context, in *sheethttp.InLanguage) (*httpkit.Download, error) {
			data, err := template(httpkit.Actor(ctx), string(in.Language))
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(file, sheethttp.Type, data), nil
		})
	httpkit.Route(b, guard, httpkit.Operation{ID: "check" + what, Method: http.MethodPost, Path: path, Tag: "companies", MaxBody: sheethttp.MaxBody,
		Summary: "Upload a workbook and see what it would do"},
		func(ctx context.Context, in *sheethttp.Upload) (*httpkit.Body[sheethttp.SheetCheck], error) {
			id, lines, err := check(ctx, httpkit.Actor(ctx), in.FileName, in.RawBody)
			return httpkit.JSON(sheethttp.CheckOf(id, lines, ""), err)
		})
	httpkit.Route(b, guard, httpkit.Operation{ID: "upload" + what, Method: http.MethodPost, Path: path + "/{upload_id}/start", Tag: "companies",
		Summary: "Carry an uploaded workbook out, in the background"},
		func(ctx context.Context, in *confirmSheet) (*httpkit.Body[taskhttp.TaskStarted], error) {
			id, err := start(ctx, in)
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
}
