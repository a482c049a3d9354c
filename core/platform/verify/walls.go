package verify

import (
	"context"
	_ "embed"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/pg"
)

// walls is what keeps the rows in a database that the migrations of this release
// have made: a test writes it from one.
//
//go:embed walls.txt
var walls string

// Walls reads what keeps the rows: triggers, functions, views, the walls between
// companies, and what the platform's roles may do less than the usual. Who takes
// one away changes nothing yet, and could change anything afterwards.
func Walls(ctx context.Context, db pg.DB) ([]string, error) {
	rows, err := db.Query(ctx, `
		WITH tables AS (SELECT c.oid, c.relname::text AS name, c.relkind, c.relrowsecurity, c.relowner FROM pg_class c
			WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')),
		roles AS (SELECT oid, rolname::text AS name, rolsuper OR rolbypassrls OR rolcreaterole AS may FROM pg_roles WHERE rolname IN ('zabuni_app', 'zabuni_opener')),
		rights AS (SELECT r.name AS role, t.name, string_agg(p || CASE WHEN has_table_privilege(r.oid, t.oid, p) THEN '' ELSE (SELECT format(' of %s', array_agg(a.attname ORDER BY a.attnum))
				FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege(r.oid, t.oid, a.attnum, p)) END, ',' ORDER BY p) AS may
			FROM roles r, tables t, unnest('{SELECT,INSERT,UPDATE}'::text[]) p
			WHERE has_any_column_privilege(r.oid, t.oid, p) GROUP BY 1, 2),
		strong AS (SELECT r.name AS role, t.name, string_agg(p, ',' ORDER BY p) AS may FROM roles r, tables t, unnest('{DELETE,TRUNCATE,TRIGGER}'::text[]) p
			WHERE has_table_privilege(r.oid, t.oid, p) GROUP BY 1, 2)
		SELECT format('trigger %s.%s: %s %s', t.name, g.tgname, g.tgenabled, md5(pg_get_triggerdef(g.oid))) FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal
		UNION ALL SELECT format('function %s: %s', p.oid::regprocedure, md5(pg_get_functiondef(p.oid))) FROM pg_proc p WHERE p.pronamespace = 'zabuni'::regnamespace
		UNION ALL SELECT format('view %s: %s', name, md5(pg_get_viewdef(oid))) FROM tables WHERE relkind = 'v'
		UNION ALL SELECT format('rule %s.%s: there', tablename, rulename) FROM pg_rules WHERE schemaname = 'public'
		UNION ALL SELECT format('wall %s: up', name) FROM tables WHERE relrowsecurity
		UNION ALL SELECT format('policy %s.%s: %s', tablename, policyname, md5(concat_ws(' ', permissive, roles, cmd, qual, '-', with_check))) FROM pg_policies WHERE schemaname = 'public'
		UNION ALL SELECT format('rights of %s in %s: %s', r.name, t.name, concat_ws(',', a.may, b.may)) FROM roles r CROSS JOIN tables t
			LEFT JOIN rights a ON a.role = r.name AND a.name = t.name LEFT JOIN strong b ON b.role = r.name AND b.name = t.name
			WHERE concat_ws(',', a.may, b.may) <> 'INSERT,SELECT,UPDATE,DELETE'
		UNION ALL SELECT format('table %s: owned by %s', t.name, r.name) FROM tables t JOIN roles r ON r.oid = t.relowner
		UNION ALL SELECT format('role %s: %s', r.name, CASE WHEN r.may OR EXISTS (SELECT FROM pg_auth_members m WHERE m.member = r.oid) THEN 'may more' ELSE 'may no more' END) FROM roles r
		UNION ALL SELECT format('setting of %s: %s', coalesce(s.setrole::regrole::text, 'all'), c) FROM pg_db_role_setting s, unnest(s.setconfig) c
			WHERE c LIKE 'session_replication_role=%' AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`)
	if err != nil {
		return nil, err
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	slices.Sort(lines)
	return lines, err
}

// standing compares what keeps the rows with what the migrations made.
func (c *checker) standing(ctx context.Context) error {
	lines, err := Walls(ctx, c.db)
	if err != nil {
		return err
	}
	made, found := byName(strings.Split(strings.TrimSpace(walls), "\n")), byName(lines)
	for _, line := range lines {
		name, how, _ := strings.Cut(line, ": ")
		switch was, ok := made[name]; {
		case !ok:
			c.differ("%s: it is none of this release", name)
		case was != how:
			c.differ("%s: it is not as this release made it", name)
		}
	}
	for name := range made {
		if _, ok := found[name]; !ok {
			c.differ("%s: it is gone", name)
		}
	}
	return nil
}

func byName(lines []string) map[string]string {
	out := make(map[string]string, len(lines))
	for _, line := range lines {
		name, how, _ := strings.Cut(line, ": ")
		out[name] = how
	}
	return out
}
