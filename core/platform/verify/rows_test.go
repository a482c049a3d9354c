package verify_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/verify"
)

// other makes of the value that stands in a column another one.
var other = map[string]string{
	"uuid":                     "gen_random_uuid()",
	"text":                     "%[1]s || 'x'",
	"citext":                   "%[1]s || 'x'",
	"character":                "'ZZ'",
	"timestamp with time zone": "%[1]s + interval '1 microsecond'",
	"date":                     "%[1]s + 7",
	"numeric":                  "%[1]s + 0.0001",
	"integer":                  "%[1]s + 7",
	"bigint":                   "%[1]s + 7",
	"boolean":                  "NOT %[1]s",
	"bytea":                    "%[1]s || '\\x00'",
	"jsonb":                    "%[1]s || '{\"x\": 1}'",
	"text[]":                   "%[1]s || 'x'::text",
	"uuid[]":                   "%[1]s || gen_random_uuid()",
	"integer[]":                "%[1]s || 7",
}

// some is a value of each type, in places of the row's number.
var some = map[string]string{
	"uuid":                     "md5('%d')::uuid",
	"text":                     "'some %d'",
	"citext":                   "'some %d'",
	"character":                "'KE'",
	"timestamp with time zone": "'2027-03-31T21:00:00.000001Z'::timestamptz",
	"date":                     "'2027-03-31'::date",
	"numeric":                  "%d.25",
	"integer":                  "%d",
	"bigint":                   "%d",
	"boolean":                  "true",
	"bytea":                    "'\\x01'::bytea",
	"jsonb":                    "'{}'::jsonb",
	"text[]":                   "'{a}'::text[]",
	"uuid[]":                   "'{}'::uuid[]",
	"integer[]":                "'{1}'::int[]",
}

type column struct {
	Table, Name, Type      string
	Counts, Key, Generated bool
}

// bare is a database whose kept tables take any row: what keeps rows from being
// nonsense is out of the way, what sums them is not.
func bare(t *testing.T) (owner *pgxpool.Pool, tables [][]column) {
	t.Helper()
	ctx := t.Context()
	owner = pgtest.As(t, pgtest.New(t), "")
	do(t, owner, `DO $$ DECLARE x record; BEGIN
		FOR x IN SELECT conname, conrelid::regclass AS t FROM pg_constraint WHERE contype IN ('f', 'c') AND connamespace = 'public'::regnamespace AND conrelid <> 0 LOOP
			EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', x.t, x.conname);
		END LOOP;
		DROP TRIGGER ledger_entry_balances ON ledger_entry;
	END $$`)
	rows, err := owner.Query(ctx, `SELECT k.name, a.attname, regexp_replace(format_type(a.atttypid, NULL), '\(.*', ''),
		a.attname = ANY (k.columns), EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)), a.attidentity <> ''
		FROM (SELECT DISTINCT ON (name) * FROM kept ORDER BY name, shape DESC) k JOIN pg_attribute a ON a.attrelid = k.name::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY k.name, a.attnum`)
	must(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	must(t, err)
	for _, c := range all {
		if n := len(tables); n == 0 || tables[n-1][0].Table != c.Table {
			tables = append(tables, nil)
		}
		tables[len(tables)-1] = append(tables[len(tables)-1], c)
	}
	for _, columns := range tables {
		for n := range 2 {
			do(t, owner, insert(columns, n+1))
		}
	}
	return owner, tables
}

func insert(columns []column, n int) string {
	var names, values []string
	for _, c := range columns {
		if c.Generated {
			continue
		}
		value := some[c.Type]
		if strings.Contains(value, "%d") {
			value = fmt.Sprintf(value, n)
		}
		names, values = append(names, c.Name), append(values, value)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", columns[0].Table, strings.Join(names, ", "), strings.Join(values, ", "))
}

// Whatever the owner of the database changes in a kept row past the triggers,
// each column of each table by itself, is found, and nothing else is.
func TestEveryChangePastTheTriggersIsFound(t *testing.T) {
	t.Parallel()
	owner, tables := bare(t)
	found := func(sql string, tables ...string) []string {
		t.Helper()
		var r verify.Report
		err := pgx.BeginFunc(t.Context(), owner, func(tx pgx.Tx) error {
			if sql != "" {
				done, err := pgtest.Tamper(t.Context(), tx, sql)
				if err == nil && done.RowsAffected() == 0 {
					err = errors.New("nothing changed")
				}
				must(t, err)
			}
			var err error
			r, err = verify.Rows(t.Context(), tx, tables...)
			must(t, err)
			return errUndo
		})
		if !errors.Is(err, errUndo) {
			t.Fatal(sql, err)
		}
		return r.Differences
	}
	if d := found(""); len(d) > 0 {
		t.Fatal(d)
	}
	if len(tables) < 40 {
		t.Fatalf("only %d tables are kept", len(tables))
	}
	for _, columns := range tables {
		table := columns[0].Table
		one := fmt.Sprintf("ctid = (SELECT ctid FROM %s LIMIT 1)", table)
		for _, c := range columns {
			change, known := other[c.Type]
			if !known {
				t.Fatalf("%s.%s is a %s, of which the test has no other value", table, c.Name, c.Type)
			}
			if strings.Contains(change, "%") {
				change = fmt.Sprintf(change, c.Name)
			}
			if c.Generated {
				continue // the database gives it, and refuses another
			}
			d := found(fmt.Sprintf("UPDATE %s SET %s = %s WHERE %s", table, c.Name, change, one), table)
			if c.Counts != (len(d) > 0) {
				t.Errorf("%s.%s: %v", table, c.Name, d)
			}
			for _, what := range d {
				if !strings.HasPrefix(what, table+" ") {
					t.Errorf("%s.%s: %s", table, c.Name, what)
				}
			}
		}
		if d := found(fmt.Sprintf("DELETE FROM %s WHERE %s", table, one), table); len(d) != 1 || !strings.Contains(d[0], "it is gone") {
			t.Errorf("a row of %s that went: %v", table, d)
		}
		if d := found(insert(columns, 3), table); len(d) != 1 || !strings.Contains(d[0], "no entry of the log made it") {
			t.Errorf("a row of %s that came: %v", table, d)
		}
	}
}

// What goes through the triggers with an entry is as the log left it afterwards;
// without an entry it does not go through, whoever tries.
func TestAKeptRowChangesWithAnEntryOnly(t *testing.T) {
	t.Parallel()
	owner, tables := bare(t)
	app := pgtest.As(t, owner, "zabuni_app")
	for _, columns := range tables {
		for _, c := range columns {
			if c.Key || !c.Counts || c.Generated {
				continue
			}
			change := other[c.Type]
			if strings.Contains(change, "%") {
				change = fmt.Sprintf(change, c.Name)
			}
			sql := fmt.Sprintf("UPDATE %s SET %s = %s", c.Table, c.Name, change)
			_, err := owner.Exec(t.Context(), sql)
			if refused(err) != "ZB001" {
				t.Fatalf("%s: %v", sql, err)
			}
			do(t, owner, sql)
		}
		_, err := owner.Exec(t.Context(), "DELETE FROM "+columns[0].Table)
		if refused(err) != "ZB001" {
			t.Errorf("rows of %s go: %v", columns[0].Table, err)
		}
	}
	r, err := verify.Rows(t.Context(), owner)
	must(t, err)
	if len(r.Differences) > 0 || r.Rows == 0 {
		t.Errorf("%d rows: %v", r.Rows, r.Differences)
	}
	for _, columns := range tables {
		do(t, owner, "DELETE FROM "+columns[0].Table)
	}
	r, err = verify.Rows(t.Context(), owner)
	must(t, err)
	if len(r.Differences) > 0 || r.Rows != 0 {
		t.Errorf("%d rows: %v", r.Rows, r.Differences)
	}
	for _, sql := range []string{
		"INSERT INTO witness (act, place, name, shape, key) VALUES ('1', 1, 'job', 1, '{}')",
		"UPDATE witness SET sum = NULL",
		"DELETE FROM witness",
		"UPDATE kept SET columns = '{}'",
		"DELETE FROM kept",
		"ALTER TABLE job DISABLE TRIGGER ALL",
		"SET session_replication_role = replica",
	} {
		if _, err := app.Exec(t.Context(), sql); refused(err) != "42501" {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

var errUndo = errors.New("undo")

func refused(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func do(t *testing.T, db pg.DB, sql string) {
	t.Helper()
	if _, err := pgtest.Do(context.WithoutCancel(t.Context()), db, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A migration may add and drop columns that count, and has the table kept anew:
// what stands is compared in the shape that it has now, and nothing is said of the older.
func TestATableIsKeptAnewWithOtherColumns(t *testing.T) {
	t.Parallel()
	owner, tables := bare(t)
	kept := func(want string) {
		t.Helper()
		r, err := verify.Rows(t.Context(), owner, "closing_change", "letter_figure")
		must(t, err)
		if got := strings.Join(r.Differences, "; "); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, table := range []string{"closing_change", "letter_figure"} {
		// The database drops no column that a trigger looks at.
		do(t, owner, fmt.Sprintf("DROP TRIGGER kept_%[1]s_changed ON %[1]s", table))
		do(t, owner, fmt.Sprintf("ALTER TABLE %s ADD COLUMN more text NOT NULL DEFAULT 'x', DROP COLUMN buyer_id", table))
	}
	kept("it has no column buyer_id any more")
	for _, x := range []string{"'closing_change', '{category_id,sequence}'", "'letter_figure', '{letter_id}'"} {
		_, err := owner.Exec(t.Context(), "SELECT zabuni.keep("+x+")")
		must(t, err)
	}
	kept("")
	_, err := pgtest.Tamper(t.Context(), owner, "UPDATE closing_change SET more = 'y'")
	must(t, err)
	kept("it is not as the log left it")
	_, err = pgtest.Tamper(t.Context(), owner, "UPDATE closing_change SET more = 'x'")
	must(t, err)
	do(t, owner, "UPDATE letter_figure SET more = 'y'")
	kept("")
	do(t, owner, "DELETE FROM letter_figure")
	kept("")
	if len(tables) == 0 {
		t.Fatal("nothing is kept")
	}
}
