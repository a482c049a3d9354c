//go:build demo

package demo

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// seedReports has the minutes of an opening and the list of participants written for
// each buyer that has opened bids.
func seedReports(ctx context.Context, a *app.App) error {
	for _, p := range people[1:5] {
		var job uuid.UUID
		err := a.DB.QueryRow(ctx, `SELECT c.job_id FROM category c JOIN opened_bid o ON o.category_id = c.id
			WHERE c.buyer_id = $1 AND c.parent_id IS NULL AND c.status <> $2 ORDER BY c.status = $3 DESC, c.id LIMIT 1`,
			p.company.id, sourcing.Cancelled, sourcing.Awarded).Scan(&job)
		if pg.NoRows(err) {
			continue
		}
		if err != nil {
			return err
		}
		for name, format := range map[report.Name]report.Format{report.Opening: report.PDF, report.SupplierGroups: report.Workbook} {
			in := reportsvc.Asked{Owner: p.actor.Org, Job: job, Name: name, Format: format, Language: "en"}
			if _, err := a.StartReport(ctx, p.actor, in); err != nil {
				return fmt.Errorf("%s of %s: %w", name, p.email, err)
			}
		}
	}
	return nil
}
