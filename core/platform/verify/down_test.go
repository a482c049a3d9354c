package verify_test

import (
	"testing"

	"zabuni.org/core/platform/pgtest"
)

// What the latest releases brought is taken back and brought again, and rows are kept in between: a release that fails is left
// without a hand on the database.
func TestReleasesGoBackAndForth(t *testing.T) {
	t.Parallel()
	const before = 94 // what came since
	db := pgtest.At(t, before)
	shape := func() (columns int) {
		t.Helper()
		err := db.QueryRow(t.Context(), `SELECT count(*) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE n.nspname = 'public' AND a.attnum > 0 AND NOT a.attisdropped`).Scan(&columns)
		if err != nil {
			t.Fatal(err)
		}
		return columns
	}
	keeps := func() {
		t.Helper()
		var n int
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'job'::regclass AND tgname LIKE 'kept\\_job%'").Scan(&n); err != nil || n != 3 {
			t.Errorf("%d triggers keep jobs, %v", n, err)
		}
	}
	first := shape()
	up := func() {
		t.Helper()
		for pgtest.Up(t, db) != 0 {
			keeps()
		}
	}
	up()
	last := shape()
	for pgtest.Down(t, db) > before+1 {
		keeps()
	}
	if n := shape(); n != first {
		t.Errorf("%d columns are there, before there were %d", n, first)
	}
	up()
	if n := shape(); n != last {
		t.Errorf("%d columns are there, the first time there were %d", n, last)
	}
}
