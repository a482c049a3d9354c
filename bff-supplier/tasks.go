package bffsupplier

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/sourcing"
)

// templateScreens are where a workbook's making is followed, and where the
// prices are entered: before the category, after it.
var templateScreens = map[sourcing.Activity]struct{ progress, back string }{
	sourcing.Tender: {
		progress: "/supplier/tender/item/template/generation/progress/",
		back:     "/supplier/tender/category/financial/bid/advanced/",
	},
	sourcing.RFQ:           {progress: "/supplier/rfq/item/template/generation/progress/", back: "/supplier/apply/rfq/advanced/"},
	sourcing.AssetDisposal: {progress: "/supplier/asset/item/template/generation/progress/", back: "/supplier/asset/job/"},
}

// TemplateScreens are the addresses of both for a category; an activity without items has none.
func TemplateScreens(activity string, category uuid.UUID) (path, back string) {
	s, ok := templateScreens[sourcing.Activity(activity)]
	if !ok {
		return "", ""
	}
	return s.progress + category.String() + "/{task_id}", s.back + category.String()
}

func mountTasks(b *httpkit.BFF, a *app.App) {
	route(b, http.MethodPost, "/bids/{bid_id}/template/task", "makeTemplate", "Make the Excel template of a long list of items in the background",
		func(ctx context.Context, in *templateInput) (*httpkit.Body[taskhttp.TaskStarted], error) {
			id, err := a.StartItemTemplate(ctx, httpkit.Actor(ctx), in.BidID, string(in.Language), TemplateScreens)
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
}
