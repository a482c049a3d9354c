package verify

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// mostNamed is how many rows of a table are named one by one; more are counted.
const mostNamed = 50

// kept is what counts of a table's rows: those of one key have one sum.
type kept struct {
	Name         string
	Shape        int
	Key, Columns []string
}

// rows compares every kept row with what the log says became of it. How a row is
// summed is said here and not asked of the database, whose functions somebody may
// have changed together with the row. Without tables all are looked at.
func (c *checker) rows(ctx context.Context, tables ...string) error {
	rows, err := c.db.Query(ctx, `SELECT name, shape, key, columns FROM kept
		WHERE cardinality($1::text[]) = 0 OR name = ANY ($1) ORDER BY name, shape`, append([]string{}, tables...))
	if err != nil {
		return err
	}
	shapes, err := pgx.CollectRows(rows, pgx.RowToStructByPos[kept])
	if err != nil {
		return err
	}
	if err := c.strangers(ctx); err != nil {
		return err
	}
	for i, k := range shapes {
		newest := i+1 == len(shapes) || shapes[i+1].Name != k.Name
		if err := c.compare(ctx, k, newest); err != nil {
			return fmt.Errorf("rows of %s: %w", k.Name, err)
		}
	}
	return nil
}

func (c *checker) allRows(ctx context.Context) error { return c.rows(ctx) }

// strangers are witnesses that no entry of the log has, or of a shape that nobody knows.
func (c *checker) strangers(ctx context.Context) error {
	rows, err := c.db.Query(ctx, `SELECT w.name, count(*) FROM witness w
		WHERE NOT EXISTS (SELECT FROM audit_entry a WHERE a.act = w.act) OR NOT EXISTS (SELECT FROM kept k WHERE k.name = w.name AND k.shape = w.shape)
		GROUP BY w.name ORDER BY w.name`)
	if err != nil {
		return err
	}
	var name string
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&name, &n}, func() error {
		c.differ("%s: %d changes have no entry in the log", name, n)
		return nil
	})
	return err
}

// compare tells the rows of one table that are not as the log left them.
func (c *checker) compare(ctx context.Context, k kept, newest bool) error {
	types, err := c.types(ctx, k.Name)
	if err != nil {
		return err
	}
	for _, column := range k.Columns {
		if types[column] == "" {
			return c.shapeless(ctx, k, column)
		}
	}
	// Rows of a key that were never witnessed are told by the newest shape, once.
	rows, err := c.db.Query(ctx, fmt.Sprintf(`WITH said AS (SELECT DISTINCT ON (key) key, act, shape, sum FROM witness WHERE name = $1 ORDER BY key, id DESC),
		stands AS (SELECT %s AS key, sha256(convert_to(string_agg(%s, E'\n' ORDER BY %[2]s COLLATE "C"), 'UTF8')) AS sum FROM %s r GROUP BY 1)
		SELECT coalesce(s.key, n.key), s.key IS NOT NULL, n.key IS NOT NULL, s.sum IS NOT NULL, s.sum IS NOT DISTINCT FROM n.sum,
			coalesce(e.id, 0), coalesce(e.action, ''), coalesce(e.at, 'epoch')
		FROM said s FULL JOIN stands n ON n.key = s.key LEFT JOIN LATERAL (SELECT id, action, at FROM audit_entry a WHERE a.act = s.act ORDER BY id LIMIT 1) e ON true
		WHERE s.shape = $2 OR (s.key IS NULL AND $3) ORDER BY 1`,
		plain(k.Key, types), plain(k.Columns, types), pgx.Identifier{k.Name}.Sanitize()), k.Name, k.Shape, newest)
	if err != nil {
		return err
	}
	var key, action string
	var witnessed, stands, should, same bool
	var entry int64
	var at time.Time
	told := 0
	_, err = pgx.ForEachRow(rows, []any{&key, &witnessed, &stands, &should, &same, &entry, &action, &at}, func() error {
		if stands {
			c.Rows++
		}
		what := ""
		switch {
		case !witnessed:
			what = "it stands there and no entry of the log made it"
		case same:
			return nil
		case !stands:
			what = "it is gone, and no entry of the log says so"
		case !should:
			what = "it stands there again after it went"
		default:
			what = "it is not as the log left it"
		}
		if witnessed {
			what += fmt.Sprintf(" (entry %d, %s, %s)", entry, action, at.UTC().Format(time.RFC3339))
		}
		if told++; told <= mostNamed {
			c.differ("%s %s: %s", k.Name, strings.Trim(key, "{}"), what)
		}
		return nil
	})
	if told > mostNamed {
		c.differ("%s: and %d more", k.Name, told-mostNamed)
	}
	return err
}

// shapeless is a shape with a column that the table has not any more: a migration
// that drops one has the table kept anew, so that no row is left in the older shape.
func (c *checker) shapeless(ctx context.Context, k kept, column string) error {
	var left int
	err := c.db.QueryRow(ctx, `SELECT count(*) FROM (SELECT DISTINCT ON (key) shape, sum FROM witness WHERE name = $1 ORDER BY key, id DESC) said
		WHERE said.shape = $2 AND said.sum IS NOT NULL`, k.Name, k.Shape).Scan(&left)
	if left > 0 {
		c.differ("%s: it has no column %s any more, of which the log speaks in %d rows", k.Name, column, left)
	}
	return err
}

func (c *checker) types(ctx context.Context, table string) (map[string]string, error) {
	rows, err := c.db.Query(ctx, `SELECT a.attname, a.atttypid::regtype::text FROM pg_attribute a
		WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`, pgx.Identifier{table}.Sanitize())
	if err != nil {
		return nil, err
	}
	types := map[string]string{}
	var column, kind string
	_, err = pgx.ForEachRow(rows, []any{&column, &kind}, func() error { types[column] = kind; return nil })
	return types, err
}

// plain is columns as one text that depends on no setting of a session, as
// zabuni.plain makes it where rows are written.
func plain(columns []string, types map[string]string) string {
	parts := make([]string, len(columns))
	for i, column := range columns {
		form := "%s::text"
		switch types[column] {
		case "timestamp with time zone":
			form = `to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
		case "date":
			form = "to_char(%s, 'YYYY-MM-DD')"
		case "bytea":
			form = "encode(%s, 'hex')"
		}
		parts[i] = fmt.Sprintf(form, pgx.Identifier{"r", column}.Sanitize())
	}
	return "ARRAY[" + strings.Join(parts, ", ") + "]::text[]::text"
}
