package pgtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A Watch sees what each step of a story writes.
type Watch struct {
	db    *pgxpool.Pool // as the owner, who sees all rows
	sql   string
	from  int64 // the first transaction after the last step
	count map[string]int
}

// A Row is one that was written, or how many of a table are gone.
type Row struct {
	Table, JSON string
	Gone        int
}

// NewWatch watches all tables of a database but some.
func NewWatch(t testing.TB, db *pgxpool.Pool, but ...string) *Watch {
	t.Helper()
	w := &Watch{db: As(t, db, ""), count: map[string]int{}}
	tables, err := textOf(t.Context(), w.db, `SELECT table_name::text FROM information_schema.tables
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`)
	if err != nil {
		t.Fatal("a watch: ", err)
	}
	var parts []string
	for _, table := range tables {
		if !slices.Contains(but, table) {
			name := pgx.Identifier{table}.Sanitize()
			parts = append(parts, fmt.Sprintf(`SELECT '%s', count(*), coalesce(array_agg(to_jsonb(x)::text) FILTER (WHERE x.xmin::text::bigint >= $1), '{}') FROM %s x`, table, name))
		}
	}
	w.sql = strings.Join(parts, " UNION ALL ")
	w.Step(t)
	return w
}

// Step returns the rows that were written since the last one, in the order of their
// tables and then as they stand there.
func (w *Watch) Step(t testing.TB) (out []Row) {
	t.Helper()
	var next int64
	if err := w.db.QueryRow(t.Context(), "SELECT pg_current_xact_id()::text::bigint + 1").Scan(&next); err != nil {
		t.Fatal("a step: ", err)
	}
	rows, err := w.db.Query(t.Context(), w.sql, w.from)
	if err != nil {
		t.Fatal("a step: ", err)
	}
	type state struct {
		Table string
		Count int
		Rows  []string
	}
	states, err := pgx.CollectRows(rows, pgx.RowToStructByPos[state])
	if err != nil {
		t.Fatal("a step: ", err)
	}
	for _, s := range states {
		if gone := w.count[s.Table] - s.Count; gone > 0 {
			out = append(out, Row{Table: s.Table, Gone: gone})
		}
		if w.count[s.Table] = s.Count; w.from == 0 {
			continue
		}
		for _, row := range s.Rows {
			out = append(out, Row{Table: s.Table, JSON: row})
		}
	}
	w.from = next
	return out
}

// sealedSize is a whole number of blocks of what is sealed: what is drawn by lot in it
// is now and then a digit longer, and would change the order as well.
var sealedSize = regexp.MustCompile(`sealed: \d+ bytes`)

// certificateSize is that of a certificate made for one act: its numbers are drawn by lot, and the
// short ones among them take a byte less.
var certificateSize = regexp.MustCompile(`certificate: \d+ bytes`)

// paperSize is that of a contract to be signed: it prints a sum over ids that are drawn by
// lot, which is pressed into a few bytes more or less of many thousand.
var paperSize = regexp.MustCompile(`(kind: contract; media_type: application/pdf;.* size: )\d{5}\b`)

// Print writes rows as Rows does, by the names of a database's rows, but for the size of
// what is sealed or printed of a contract.
func Print(t testing.TB, rows []Row, names map[string]string) string {
	t.Helper()
	var out []string
	for _, r := range rows {
		switch {
		case r.Gone > 0:
			out = append(out, fmt.Sprintf("%s | %d gone\n", r.Table, r.Gone))
		default:
			text := sealedSize.ReplaceAllString(printed(t, r.JSON, names), "sealed: bytes")
			text = certificateSize.ReplaceAllString(text, "certificate: bytes")
			out = append(out, line(r.Table, paperSize.ReplaceAllString(text, "${1}bytes")))
		}
	}
	slices.SortFunc(out, inOrder)
	return strings.Join(out, "")
}
