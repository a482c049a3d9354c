package pg_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// One connection plans such a statement once, whatever its parameters, and
// everything else on it anew, as Open says.
func TestAPlannedRowIsPlannedOnce(t *testing.T) {
	ctx := t.Context()
	// Tests keep their plans; this one is about what the platform does.
	dsn, _, _ := strings.Cut(pgtest.New(t).Config().ConnString(), " plan_cache_mode=")
	pool, err := pg.Open(ctx, dsn, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	c, err := pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	const asked = "SELECT id FROM session WHERE id = $1"
	ask := func(db pg.DB) error {
		var id uuid.UUID
		return db.QueryRow(ctx, asked, uuid.New()).Scan(&id)
	}
	plans := func() (generic, custom int) {
		if err := c.QueryRow(ctx, "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement = $1", asked).Scan(&generic, &custom); err != nil {
			t.Fatal(err)
		}
		return generic, custom
	}
	for range 3 {
		if err := ask(pg.Planned{DB: c.Conn()}); !pg.NoRows(err) {
			t.Fatal(err)
		}
	}
	if generic, custom := plans(); generic != 3 || custom != 0 {
		t.Fatalf("%d of 3 by the plan that is kept, %d planned anew", generic, custom)
	}
	if err := ask(c.Conn()); !pg.NoRows(err) {
		t.Fatal(err)
	}
	if generic, custom := plans(); generic != 3 || custom != 1 {
		t.Fatalf("what is asked plainly afterwards: %d kept, %d anew", generic, custom)
	}
	for range 2 {
		if err := pg.InPlannedTx(ctx, c.Conn(), func(tx pg.Tx) error {
			if now, err := pg.ClockOf(ctx, tx); err != nil || tx.Now.IsZero() || now.Before(tx.Now) {
				t.Error(tx.Now, now, err)
			}
			return ask(tx)
		}); !pg.NoRows(err) {
			t.Fatal(err)
		}
	}
	if generic, custom := plans(); generic != 5 || custom != 1 {
		t.Fatalf("in a planned transaction: %d kept, %d anew", generic, custom)
	}
	if err := pg.InTx(ctx, c.Conn(), func(tx pg.Tx) error { return ask(tx) }); !pg.NoRows(err) {
		t.Fatal(err)
	}
	if generic, custom := plans(); generic != 5 || custom != 2 {
		t.Fatalf("in a transaction afterwards: %d kept, %d anew", generic, custom)
	}
	var n int
	if err := (pg.Planned{DB: c.Conn()}).QueryRow(ctx, "SELECT 1/$1::int", 0).Scan(&n); err == nil {
		t.Fatal("a failure of the statement is lost")
	}
	if err := (pg.Planned{DB: c.Conn()}).QueryRow(ctx, "SELECT $1::int", 7).Scan(&n); err != nil || n != 7 {
		t.Fatal("after a failure: ", err, n)
	}
}
