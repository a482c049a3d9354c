package pgtest

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Failing lets one statement of a database fail, by its number. It fails as if whoever
// asked had gone: the connection and its transaction live on, so that an error which
// nobody heeds is seen by what is kept.
type Failing struct {
	mu   sync.Mutex
	at   int // 0: none fails
	sent int
	sql  string // of the statement that failed
}

// Arm lets the statement of a number fail: the first from now on is number one.
func (f *Failing) Arm(at int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at, f.sent, f.sql = at, 0, ""
}

// Disarm lets every statement pass again and returns the one that failed; nothing,
// when there were not so many.
func (f *Failing) Disarm() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = 0
	return f.sql
}

// TraceQueryStart is the look at a statement before it is sent.
func (f *Failing) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return f.sends(ctx, d.SQL)
}

// TraceQueryEnd looks at nothing.
func (f *Failing) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart is the look at several statements that are sent at once.
func (f *Failing) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	return f.sends(ctx, d.Batch.QueuedQueries[0].SQL)
}

// TraceBatchQuery looks at nothing.
func (f *Failing) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd looks at nothing.
func (f *Failing) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// TraceCopyFromStart is the look at rows that are copied.
func (f *Failing) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceCopyFromStartData) context.Context {
	return f.sends(ctx, "COPY "+d.TableName.Sanitize())
}

// TraceCopyFromEnd looks at nothing.
func (f *Failing) TraceCopyFromEnd(context.Context, *pgx.Conn, pgx.TraceCopyFromEndData) {}

func (f *Failing) sends(ctx context.Context, sql string) context.Context {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sent++; f.at == 0 || f.sent != f.at || sql == "rollback" { // who goes takes back what it began
		return ctx
	}
	f.sql = sql
	ended, end := context.WithCancel(ctx)
	end()
	return ended
}

// Traced returns a pool like another, with somebody who sees all that it sends.
func Traced(t testing.TB, like *pgxpool.Pool, by pgx.QueryTracer) *pgxpool.Pool {
	t.Helper()
	config := like.Config()
	config.ConnConfig.Tracer = by
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// Changes returns what tells whether anything was written or deleted in some tables of
// a database since it was asked last.
func Changes(t testing.TB, db *pgxpool.Pool, tables ...string) func() bool {
	t.Helper()
	owner := As(t, db, "")
	parts := make([]string, len(tables))
	for i, table := range tables { // no two transactions that write have one number
		parts[i] = "SELECT count(*) AS n, max(xmin::text::bigint) AS last FROM " + pgx.Identifier{table}.Sanitize()
	}
	sql := "SELECT concat(array_agg(n), array_agg(last)) FROM (" + strings.Join(parts, " UNION ALL ") + ") x"
	before := ""
	changed := func() bool {
		t.Helper()
		var now string
		if err := owner.QueryRow(t.Context(), sql).Scan(&now); err != nil {
			t.Fatal("changes: ", err)
		}
		was := before
		before = now
		return now != was
	}
	changed()
	return changed
}

// Quiet returns what waits until no transaction stands open in a database: one that was
// cut off keeps its rows for a moment after its caller has gone on.
func Quiet(t testing.TB, db *pgxpool.Pool) func() {
	t.Helper()
	owner := As(t, db, "")
	return func() {
		t.Helper()
		for open := true; open; {
			err := owner.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity
				WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid())`).Scan(&open)
			if err != nil {
				t.Fatal("quiet: ", err)
			}
		}
	}
}
