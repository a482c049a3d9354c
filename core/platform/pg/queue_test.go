package pg_test

import (
	"testing"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

func TestQueueSendsInOrderAndFailsWhole(t *testing.T) {
	ctx, db := t.Context(), pgtest.New(t)
	run := func(statements ...string) error {
		return pg.InTx(ctx, db, func(tx pg.Tx) error {
			var q pg.Queue
			for _, s := range statements {
				if _, err := q.Exec(ctx, s); err != nil {
					return err
				}
			}
			return q.Send(ctx, tx)
		})
	}
	count := func() (n int) {
		if err := db.QueryRow(ctx, "SELECT count(*) FROM rate_limit").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const insert = "INSERT INTO rate_limit (bucket, level, at, ends_at) VALUES ('b', 1, now(), now())"
	if err := run(); err != nil {
		t.Fatal("nothing to send: ", err)
	}
	if err := run("DELETE FROM rate_limit", insert, "UPDATE rate_limit SET level = 2"); err != nil || count() != 1 {
		t.Fatal(err, count())
	}
	if err := run("DELETE FROM rate_limit", insert, insert); pg.Constraint(err) != "rate_limit_pkey" || count() != 1 {
		t.Fatalf("a failure among them: %v, %d rows", err, count())
	}
	var q pg.Queue
	if _, err := q.Query(ctx, "SELECT 1"); err == nil {
		t.Fatal("a queue answers no rows")
	}
	if err := q.QueryRow(ctx, "SELECT 1").Scan(new(int)); err == nil {
		t.Fatal("a queue answers no row")
	}
}
