package verify_test

import (
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/pgtest"
)

// Which tables are kept, by which key, and what does not count of them, is read by a
// person before it changes: a table that stands without its sums is not found by itself.
func TestWhatIsKept(t *testing.T) {
	t.Parallel()
	rows, err := pgtest.New(t).Query(t.Context(), `
		SELECT c.relname || coalesce(' by ' || array_to_string(k.key, ', ') || coalesce(' without ' || (
			SELECT string_agg(a.attname, ', ' ORDER BY a.attnum) FROM pg_attribute a
			WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (k.columns)), ''), ': not kept')
		FROM pg_class c LEFT JOIN LATERAL (SELECT * FROM kept WHERE name = c.relname ORDER BY shape DESC LIMIT 1) k ON true
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname`)
	must(t, err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	got := strings.Join(lines, "\n") + "\n"
	if want, err := os.ReadFile("testdata/kept.txt"); err != nil || got != string(want) {
		t.Errorf("what is kept has changed (%v): read the difference, then write testdata/kept.txt\n%s", err, got)
	}
}
