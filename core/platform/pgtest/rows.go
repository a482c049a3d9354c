package pgtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Rows prints what stands in some tables, for a golden text of what a story wrote: a
// line for each row, with what is not empty. What differs from run to run is named: an
// id by its table and its place in it, bytes by their number, what is signed or drawn
// by lot by that alone. What the test itself put into rows is left out of the log.
func Rows(t testing.TB, db *pgxpool.Pool, tables ...string) string {
	t.Helper()
	owner := As(t, db, "")
	names := Names(t, db)
	var b strings.Builder
	for _, table := range tables {
		var out []string
		rows, err := textOf(t.Context(), owner, "SELECT to_jsonb(x)::text FROM "+pgx.Identifier{table}.Sanitize()+" x")
		if err != nil {
			t.Fatalf("rows of %s: %v", table, err)
		}
		for _, row := range rows {
			if !strings.Contains(row, byHand) {
				out = append(out, printed(t, row, names))
			}
		}
		slices.SortFunc(out, inOrder)
		for _, row := range out {
			b.WriteString(line(table, row))
		}
	}
	return b.String()
}

// Told prints what a use case answered as Rows prints what it wrote: of a list, a line for
// each of its members.
func Told(t testing.TB, db *pgxpool.Pool, answer any) string {
	t.Helper()
	raw, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	names := Names(t, db)
	text := anID.ReplaceAllStringFunc(string(raw), func(id string) string { return cmp.Or(names[id], "somebody's") })
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	list, ok := v.([]any)
	if !ok {
		return told(v)
	}
	lines := make([]string, len(list))
	for i, one := range list {
		lines[i] = "\n  " + told(one)
	}
	return strings.Join(lines, "")
}

// line is a row of a table under its name, or under that of its table.
func line(table, row string) string {
	number, rest, _ := strings.Cut(row, " | ")
	if !strings.HasPrefix(number, table) { // a count of entries, or nothing: others refer to it by no name
		number = table
	}
	return number + " | " + rest + "\n"
}

// Names names every row of a database that has an id by its table and its place in it:
// ids are made in the order of time.
func Names(t testing.TB, db *pgxpool.Pool) map[string]string {
	t.Helper()
	owner := As(t, db, "")
	defer owner.Close()
	names, err := namesOf(t.Context(), owner)
	if err != nil {
		t.Fatal("names of rows: ", err)
	}
	return names
}

func namesOf(ctx context.Context, owner *pgxpool.Pool) (map[string]string, error) {
	tables, err := textOf(ctx, owner, `SELECT table_name::text FROM information_schema.columns
		WHERE table_schema = 'public' AND column_name = 'id' AND data_type = 'uuid'`)
	names := map[string]string{}
	for _, table := range tables {
		ids, err := textOf(ctx, owner, "SELECT id::text FROM "+pgx.Identifier{table}.Sanitize()+" ORDER BY id")
		if err != nil {
			return nil, err
		}
		for i, id := range ids {
			names[id] = fmt.Sprintf("%s %d", table, i+1)
		}
	}
	return names, err
}

func textOf(ctx context.Context, owner *pgxpool.Pool, sql string) ([]string, error) {
	rows, err := owner.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

var (
	anID     = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	token    = regexp.MustCompile(`^[A-Za-z0-9+/=_-]{20,}$|^ST(-[0-9A-Z]{4}){3}(/[0-9a-f]{8})?$|^ZB-[0-9A-Z]{4}-[0-9A-Z]{4}(-[0-9]+)?$`)
	aWord    = regexp.MustCompile(`^[a-z_]{1,31}$|^(/[A-Za-z_-]+|/[0-9]+)+$`) // or a pointer into a file: what is drawn may begin as one does
	aNumber  = regexp.MustCompile(`[0-9]+`)
	isSigned = "\n— "
	byHand   = "test.rows.set" // Do
)

// printed is a row with its own id first.
func printed(t testing.TB, row string, names map[string]string) string {
	t.Helper()
	row = anID.ReplaceAllStringFunc(row, func(id string) string { return cmp.Or(names[id], "somebody's") })
	values := map[string]any{}
	d := json.NewDecoder(strings.NewReader(row))
	d.UseNumber()
	if err := d.Decode(&values); err != nil {
		t.Fatal(err)
	}
	id := told(values["id"])
	for _, own := range []string{"id", "act", "leaf"} { // of the log: its transaction and its place
		delete(values, own)
	}
	return id + " | " + told(values)
}

func told(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case bool:
		if !v {
			return ""
		}
	case map[string]any:
		var out []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if text := told(v[key]); text != "" {
				out = append(out, key+": "+text)
			}
		}
		return strings.Join(out, "; ")
	case []any:
		var out []string
		for _, one := range v {
			out = append(out, told(one))
		}
		return strings.Join(out, ", ")
	case string:
		switch {
		case strings.HasPrefix(v, `\x`):
			return fmt.Sprintf("%d bytes", len(v)/2-1)
		case strings.Contains(v, isSigned):
			return "signed"
		case token.MatchString(v) && !aWord.MatchString(v):
			return "drawn"
		}
		return strings.ReplaceAll(v, "\n", " / ")
	}
	return fmt.Sprint(v)
}

// inOrder compares as people count: item 2 is before item 10.
func inOrder(x, y string) int {
	wide := func(s string) string {
		return aNumber.ReplaceAllStringFunc(s, func(n string) string { return fmt.Sprintf("%020s", n) })
	}
	return cmp.Or(cmp.Compare(wide(x), wide(y)), cmp.Compare(x, y))
}

// Differ is the first line, from 1, in which two texts differ, and both; 0 where they
// are one.
func Differ(got, want string) (line int, is, ought string) {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		is, ought = "", ""
		if i < len(g) {
			is = g[i]
		}
		if i < len(w) {
			ought = w[i]
		}
		if is != ought {
			return i + 1, is, ought
		}
	}
	return 0, "", ""
}
