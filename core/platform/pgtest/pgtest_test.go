package pgtest_test

import (
	"strconv"
	"testing"
	"time"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

func TestEachTestHasItsOwnMigratedDatabase(t *testing.T) {
	for i := range 6 {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			db := pgtest.New(t)
			if _, err := db.Exec(t.Context(), "INSERT INTO outbox (subject, payload) VALUES ('zabuni.test', '{}')"); err != nil {
				t.Fatal(err)
			}
			var n int
			if err := db.QueryRow(t.Context(), "SELECT count(*) FROM outbox").Scan(&n); err != nil || n != 1 {
				t.Fatalf("%d rows, %v: databases are shared", n, err)
			}
			var role string
			if err := db.QueryRow(t.Context(), "SELECT current_user").Scan(&role); err != nil || role != "zabuni_app" {
				t.Fatalf("tests run as %q, %v", role, err)
			}
		})
	}
}

func TestAFrozenDatabaseIsWhereOthersBegin(t *testing.T) {
	ctx := t.Context()
	const insert = "INSERT INTO outbox (subject, payload) VALUES ($1, '{}')"
	story := pgtest.New(t)
	pgtest.SetClock(t, story, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC))
	if _, err := story.Exec(ctx, insert, "zabuni.story"); err != nil {
		t.Fatal(err)
	}
	story.Close()
	frozen := pgtest.Freeze(t, story)
	for i := range 2 {
		db := frozen.New(t)
		if _, err := db.Exec(ctx, insert, "zabuni.test"); err != nil {
			t.Fatal(err)
		}
		var n int
		var now time.Time
		if err := db.QueryRow(ctx, "SELECT count(*), zabuni.clock() FROM outbox").Scan(&n, &now); err != nil {
			t.Fatal(err)
		}
		if n != 2 || now.Year() != 2026 || now.Month() != time.March {
			t.Errorf("copy %d begins with %d rows at %s", i, n-1, now)
		}
	}
}

func TestClusterGoesWithItsFolder(t *testing.T) {
	dsn, stop, err := pgtest.Cluster(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pool, err := pg.Open(t.Context(), dsn, 1)
	if err != nil {
		t.Fatal(err)
	}
	pool.Close()
	stop()
	if _, err := pg.Open(t.Context(), dsn, 1); err == nil {
		t.Fatal("a stopped cluster answers")
	}
}
