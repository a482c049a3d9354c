package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/verify"
)

// oldest is the schema of the oldest release from which somebody may come.
const oldest = 22

// A database of an earlier release is brought to this one step by step, with all that
// stands in it: no row goes, none comes, and no column of one is another.
func TestADatabaseOfAnEarlierReleaseKeepsItsRows(t *testing.T) {
	h := newHouse(t)
	owner := pgtest.At(t, oldest)
	fill(t, owner, pgtest.As(t, h.db, ""))
	steps := 0
	for {
		remember(t, owner)
		version := pgtest.Up(t, owner)
		if version == 0 {
			break
		}
		compareRows(t, owner, version)
		steps++
	}
	if err := pg.Current(t.Context(), owner); err != nil || steps < 10 {
		t.Errorf("%d steps, %v", steps, err)
	}
	// What it is now is what a new one is.
	walls, err := verify.Walls(t.Context(), owner)
	h.must(err)
	made, err := verify.Walls(t.Context(), pgtest.New(t))
	h.must(err)
	if !slices.Equal(walls, made) {
		t.Error("what keeps the rows is other than in a new database")
	}
}

// own are tables of a database itself, which are not brought from another.
var own = []string{"kept", "witness", "goose_db_version"}

// fill writes into a database what an earlier program would have had of another's rows.
func fill(t *testing.T, to, from *pgxpool.Pool) {
	t.Helper()
	rows, refused := 0, map[string]int{}
	conn, err := to.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	do := func(sql string, args ...any) error {
		_, err := conn.Exec(t.Context(), sql, args...)
		return err
	}
	if err := do("SET session_replication_role = replica"); err != nil {
		t.Fatal(err)
	}
	for _, table := range tablesOf(t, to, "public") {
		if slices.Contains(own, table) {
			continue
		}
		if err := do("DELETE FROM " + table); err != nil {
			t.Fatal(err)
		}
		columns := strings.Join(texts(t, to, `SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`, table), ", ")
		there := texts(t, from, "SELECT count(*)::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = $1", table)[0] == "1"
		if !there {
			continue
		}
		for _, row := range texts(t, from, "SELECT to_jsonb(r)::text FROM "+table+" r") {
			if err := do(fmt.Sprintf("INSERT INTO %[1]s (%[2]s) OVERRIDING SYSTEM VALUE SELECT %[2]s FROM jsonb_populate_record(NULL::%[1]s, $1::jsonb)", table, columns), row); err != nil {
				refused[table+": "+err.Error()]++ // what an earlier schema had no word for
				continue
			}
			rows++
		}
		for _, column := range texts(t, to, "SELECT attname::text FROM pg_attribute WHERE attrelid = $1::regclass AND attidentity <> ''", table) {
			if err := do(fmt.Sprintf("SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'), coalesce((SELECT max(%[2]s) FROM %[1]s), 0) + 1)", table, column)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := do("SET session_replication_role = DEFAULT"); err != nil {
		t.Fatal(err)
	}
	left := 0
	for why, n := range refused {
		t.Logf("%d rows of %s", n, why)
		left += n
	}
	if rows < 1000 || left > rows/20 {
		t.Errorf("%d rows stand there, %d could not", rows, left)
	}
}

// remember puts all rows aside.
func remember(t *testing.T, owner *pgxpool.Pool) {
	t.Helper()
	carry(t, owner, "DROP SCHEMA IF EXISTS aside CASCADE")
	carry(t, owner, "CREATE SCHEMA aside")
	for _, table := range tablesOf(t, owner, "public") {
		carry(t, owner, fmt.Sprintf("CREATE TABLE aside.%[1]s AS TABLE public.%[1]s", table))
	}
}

// grown are tables to which a migration adds what it did.
var grown = []string{"audit_entry", "witness", "kept", "goose_db_version"}

// compareRows compares the rows that were put aside with those that stand there.
func compareRows(t *testing.T, owner *pgxpool.Pool, version int64) {
	t.Helper()
	rows := 0
	was, is := columnsOf(t, owner, "aside"), columnsOf(t, owner, "public")
	for _, table := range tablesOf(t, owner, "aside") {
		var columns []string
		for _, c := range was[table] {
			if !slices.Contains(is[table], c) {
				t.Errorf("%d: the column %s.%s goes", version, table, c)
				continue
			}
			columns = append(columns, c)
		}
		if len(columns) == 0 {
			t.Errorf("%d: the table %s goes", version, table)
			continue
		}
		for i, c := range columns {
			columns[i] = pgx.Identifier{c}.Sanitize() + "::text"
		}
		of := func(schema string) string {
			return fmt.Sprintf("SELECT %s FROM %s.%s", strings.Join(columns, ", "), schema, table)
		}
		var went, came, stood int
		if err := owner.QueryRow(t.Context(), fmt.Sprintf("SELECT (SELECT count(*) FROM (%[1]s EXCEPT ALL %[2]s) w), (SELECT count(*) FROM (%[2]s EXCEPT ALL %[1]s) c), (SELECT count(*) FROM aside.%[3]s)",
			of("aside"), of("public"), table)).Scan(&went, &came, &stood); err != nil {
			t.Fatal(err)
		}
		rows += stood
		if went > 0 || came > 0 && !slices.Contains(grown, table) {
			t.Errorf("%d: of %d rows of %s %d went or are others, and %d came", version, stood, table, went, came)
		}
	}
	if rows < 1000 {
		t.Errorf("%d: only %d rows were there", version, rows)
	}
}

// columnsOf are the columns of each table, in their order. The catalogue itself is asked once for all of them: to plan its
// view for each table of each step took longer than everything else here.
func columnsOf(t *testing.T, owner *pgxpool.Pool, schema string) map[string][]string {
	t.Helper()
	rows, err := owner.Query(t.Context(), `SELECT c.relname::text, a.attname::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, a.attnum`, schema)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	var table, column string
	if _, err := pgx.ForEachRow(rows, []any{&table, &column}, func() error {
		out[table] = append(out[table], column)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func tablesOf(t *testing.T, owner *pgxpool.Pool, schema string) []string {
	t.Helper()
	return texts(t, owner, "SELECT relname::text FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') ORDER BY 1", schema)
}

func texts(t *testing.T, owner *pgxpool.Pool, sql string, args ...any) []string {
	t.Helper()
	rows, err := owner.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func carry(t *testing.T, owner *pgxpool.Pool, sql string) {
	t.Helper()
	if _, err := owner.Exec(t.Context(), sql); err != nil {
		t.Fatal(sql, ": ", err)
	}
}
