package reporthttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
)

type askContracts struct {
	Body struct {
		Name     report.ContractsName `json:"name"`
		Format   report.Format        `json:"format"`
		Language locale.Language      `json:"language"`
		From     day.Day              `json:"from,omitempty" doc:"YYYY-MM-DD"`
		Until    day.Day              `json:"until,omitempty" doc:"YYYY-MM-DD"`
	}
}

// MountContractReports registers the reports of a buyer's contracts.
func MountContractReports(b *httpkit.BFF, start func(context.Context, access.Actor, reportsvc.AskedContracts) (uuid.UUID, error), who access.UserType) {
	httpkit.Route(b, access.Only(who, access.ViewReport),
		httpkit.Operation{ID: "askContractReport", Method: http.MethodPost, Path: "/contract-reports", Tag: "reports", Summary: "Write a report of contracts, in the background"},
		func(ctx context.Context, in *askContracts) (*httpkit.Body[taskhttp.TaskStarted], error) {
			a := httpkit.Actor(ctx)
			id, err := start(ctx, a, reportsvc.AskedContracts{
				Owner:    a.Org,
				Name:     in.Body.Name,
				Format:   in.Body.Format,
				Language: in.Body.Language,
				From:     in.Body.From,
				Until:    in.Body.Until,
			})
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
}
