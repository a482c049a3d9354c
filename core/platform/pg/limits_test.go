package pg_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

func limited(t *testing.T, of *pgxpool.Pool, l pg.Limits) *pgxpool.Pool {
	t.Helper()
	pool, err := pg.OpenLimited(t.Context(), of.Config().ConnString(), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// What a person waits for ends at its limit and can be asked again; what nobody
// waits for has longer on the same connection, and the next one has the limit again.
func TestAStatementEndsAtItsLimit(t *testing.T) {
	db := pgtest.New(t)
	pool := limited(t, db, pg.Limits{Conns: 1, Statement: 50 * time.Millisecond, Lock: 40 * time.Millisecond})
	_, err := pool.Exec(t.Context(), "SELECT pg_sleep(3600)")
	if !pg.Lost(err) {
		t.Fatalf("an hour's sleep ends with %v", err)
	}
	holder, err := db.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Rollback(context.Background()) }()
	if _, err := holder.Exec(t.Context(), "LOCK TABLE rate_limit IN EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	unending := pg.Limits{Conns: 1, Lock: 40 * time.Millisecond}
	if _, err := limited(t, db, unending).Exec(t.Context(), "DELETE FROM rate_limit"); !pg.Lost(err) {
		t.Errorf("a wait for a lock ends with %v", err)
	}
	for _, c := range []struct {
		name, statement, lock string
		ctx                   context.Context
		pool                  *pgxpool.Pool
	}{
		{"patient work", "1min", "1min", pg.Patiently(t.Context(), time.Minute), pool},
		{"more patient work", "1h", "1h", pg.Patiently(t.Context(), time.Hour), pool},
		{"people again", "50ms", "40ms", t.Context(), pool},
		{"less patience than the limit", "50ms", "40ms", pg.Patiently(t.Context(), time.Millisecond), pool},
		{"without a limit", "0", "1min", pg.Patiently(t.Context(), time.Minute), limited(t, db, unending)},
	} {
		var statement, lock string
		if err := c.pool.QueryRow(c.ctx, "SELECT current_setting('statement_timeout'), current_setting('lock_timeout')").Scan(&statement, &lock); err != nil {
			t.Fatal(err)
		}
		if statement != c.statement || lock != c.lock {
			t.Errorf("%s has %s and %s", c.name, statement, lock)
		}
	}
}

// A slow statement is named as in its file, and nobody's data is told.
func TestASlowStatementIsNamedWithoutItsArguments(t *testing.T) {
	var said bytes.Buffer
	db := pgtest.New(t)
	slow := pg.Limits{Conns: 1, Slow: time.Nanosecond, Log: slog.New(slog.NewTextHandler(&said, nil))}
	pool := limited(t, db, slow)
	ctx := t.Context()
	var got string
	if err := pool.QueryRow(ctx, "-- name: Anybody :one\nSELECT $1::text", "hush-hush").Scan(&got); err != nil {
		t.Fatal(err)
	}
	if err := (pg.Planned{DB: pool}).QueryRow(ctx, "-- name: ByKey :one\nSELECT $1::text", "hush-hush").Scan(&got); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(ctx, "CREATE TEMP TABLE names (name text)"); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.CopyFrom(ctx, pgx.Identifier{"names"}, []string{"name"}, pgx.CopyFromRows([][]any{{"hush-hush"}})); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(ctx, "SELECT\n  1 / 0"); err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"query=Anybody ms=", "query=ByKey ms=", `query="copy names" ms=`, `query="SELECT 1 / 0" ms=`, "code=22012"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("the log does not say %s", want)
		}
	}
	if strings.Contains(said.String(), "hush") {
		t.Error("the log tells what was asked with")
	}
	said.Reset()
	slow.Slow = time.Hour
	if err := limited(t, db, slow).QueryRow(ctx, "SELECT 'quick'").Scan(&got); err != nil || said.Len() > 0 {
		t.Errorf("%v %s", err, said.String())
	}
}
