package pgtest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// testClock replaces the platform's clock in one test's own database: it can
// stand still, and it can be moved (rulings 16).
const testClock = `
CREATE TABLE IF NOT EXISTS zabuni.test_clock (one boolean PRIMARY KEY DEFAULT true CHECK (one), ahead interval NOT NULL DEFAULT '0', fixed timestamptz);
GRANT SELECT ON zabuni.test_clock TO PUBLIC;
INSERT INTO zabuni.test_clock DEFAULT VALUES ON CONFLICT DO NOTHING;
CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT coalesce(fixed, clock_timestamp() + ahead) FROM zabuni.test_clock $$;`

// Advance moves the clock of a test's database by d, from where it stands.
func Advance(t testing.TB, pool *pgxpool.Pool, d time.Duration) {
	t.Helper()
	setClock(t, pool, `UPDATE zabuni.test_clock SET ahead = ahead + $1::interval, fixed = fixed + $1::interval`, d)
}

// SetClock stops the clock of a test's database at a moment, to the microsecond.
func SetClock(t testing.TB, pool *pgxpool.Pool, at time.Time) {
	t.Helper()
	setClock(t, pool, `UPDATE zabuni.test_clock SET fixed = $1`, at)
}

// movers are pools of databases' owners, by database: the platform's role moves no
// clock, and a story moves it hundreds of times.
var movers sync.Map

func setClock(t testing.TB, pool *pgxpool.Pool, sql string, arg any) {
	t.Helper()
	ctx, name := context.Background(), pool.Config().ConnConfig.Database
	kept, ok := movers.Load(name)
	if !ok {
		owner := As(t, pool, "")
		if _, err := owner.Exec(ctx, testClock); err != nil {
			t.Fatal("pgtest: ", err)
		}
		movers.Store(name, owner)
		t.Cleanup(func() { forgetMover(name) })
		kept = owner
	}
	if _, err := kept.(*pgxpool.Pool).Exec(ctx, sql, arg); err != nil {
		t.Fatal("pgtest: ", err)
	}
}

// Clock reads the clock of a test's database, wherever the test has moved it.
func Clock(t testing.TB, pool *pgxpool.Pool) func() time.Time {
	return func() time.Time {
		var at time.Time
		if err := pool.QueryRow(context.Background(), "SELECT zabuni.clock()").Scan(&at); err != nil {
			t.Error("pgtest: ", err)
		}
		return at
	}
}

// forgetMover lets go of a database that is frozen, or of whose test has ended.
func forgetMover(name string) {
	if owner, ok := movers.LoadAndDelete(name); ok {
		owner.(*pgxpool.Pool).Close()
	}
}
