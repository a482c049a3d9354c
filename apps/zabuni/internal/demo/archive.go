//go:build demo

package demo

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/app"
)

// seedArchive archives what has been over for a month, and has what was called off held.
func seedArchive(ctx context.Context, a *app.App) error {
	if _, err := a.Archive.EnterDue(ctx); err != nil {
		return err
	}
	var job uuid.UUID
	if err := a.DB.QueryRow(ctx, `SELECT job_id FROM archived_job WHERE basis = 'cancelled' ORDER BY archived_at, job_id LIMIT 1`).Scan(&job); err != nil {
		return err
	}
	return a.Archive.Hold(ctx, people[0].actor, job, "The auditor general looks into why it was cancelled")
}
