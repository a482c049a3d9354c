package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Planned asks for one row by a plan that each connection makes once, not each
// time for the actual parameters: for what every request asks by a key. Lists,
// whose best plan hangs on their filters, stay with the rule of Open.
type Planned struct{ DB }

// keepPlan travels with the statement and ends with it. It is no SET LOCAL: that
// one warns where it is the first of its transaction.
const keepPlan = "SELECT set_config('plan_cache_mode', 'force_generic_plan', true)"

// QueryRow asks in one round trip.
func (p Planned) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	var b pgx.Batch
	b.Queue(keepPlan)
	b.Queue(sql, args...)
	return plannedRow{p.SendBatch(ctx, &b)}
}

type plannedRow struct{ results pgx.BatchResults }

func (r plannedRow) Scan(dest ...any) error {
	_, err := r.results.Exec()
	if err == nil {
		err = r.results.QueryRow().Scan(dest...)
	}
	if end := r.results.Close(); err == nil {
		err = end
	}
	return err
}
