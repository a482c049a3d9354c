package evaluationhttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/sourcing"
)

type jobPath struct {
	JobID uuid.UUID `path:"job_id" format:"uuid"`
}

// A Starter queues background work on something and names its task.
type Starter func(ctx context.Context, a access.Actor, of uuid.UUID) (uuid.UUID, error)

// MountRefresh registers what computes results again, of a category and of a job.
func MountRefresh(b *httpkit.BFF, desk access.UserType, category, job Starter) {
	evaluates := sourcing.Guard(desk, sourcing.ToJudge)
	started := func(id uuid.UUID, err error) (*httpkit.Body[taskhttp.TaskStarted], error) {
		return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
	}
	httpkit.Route(b, evaluates, httpkit.Operation{
		ID:      "refreshScores",
		Method:  http.MethodPost,
		Path:    "/categories/{category_id}/evaluation/refresh",
		Tag:     "evaluation",
		Summary: "Compute the results of a ranked category again, in the background",
	}, func(ctx context.Context, in *CategoryPath) (*httpkit.Body[taskhttp.TaskStarted], error) {
		return started(category(ctx, httpkit.Actor(ctx), in.CategoryID))
	})
	httpkit.Route(b, evaluates, httpkit.Operation{
		ID:      "refreshJobScores",
		Method:  http.MethodPost,
		Path:    "/jobs/{job_id}/evaluation/refresh",
		Tag:     "evaluation",
		Summary: "Compute the results of all ranked categories of a job again, in the background",
	}, func(ctx context.Context, in *jobPath) (*httpkit.Body[taskhttp.TaskStarted], error) {
		return started(job(ctx, httpkit.Actor(ctx), in.JobID))
	})
}
