package sourcingsvc_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/pgtest"
)

// The one expression of what is listed is taken apart by the planner: the list
// begins at its place in the index of what is open.
func TestWhatIsListedIsFoundByItsIndex(t *testing.T) {
	t.Parallel()
	var plan strings.Builder
	err := pgx.BeginFunc(t.Context(), pgtest.New(t), func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET LOCAL enable_seqscan = off`); err != nil {
			return err
		}
		rows, err := tx.Query(t.Context(), `EXPLAIN SELECT c.id FROM category c
			LEFT JOIN invitation i ON i.category_id = c.id AND i.supplier_id = $1
			WHERE zabuni.listed(c, i.supplier_id IS NOT NULL, $2) ORDER BY c.closes_at, c.id LIMIT 20`,
			"0199d3a0-0000-7000-8000-000000000001", "2026-11-23T12:00:00Z")
		if err != nil {
			return err
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		plan.WriteString(strings.Join(lines, "\n"))
		return err
	})
	if err != nil || !strings.Contains(plan.String(), "category_open") || !strings.Contains(plan.String(), "Index Cond: (closes_at >") {
		t.Fatal(plan.String(), err)
	}
}
