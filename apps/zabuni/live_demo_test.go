//go:build demo

package main

import (
	"path/filepath"
	"testing"
	"time"

	"zabuni.org/apps/zabuni/internal/demo"
	"zabuni.org/core/app/serve"
)

// Who looks at the demonstration for the first time finds an auction that opens within two minutes, one in which robots bid, and
// one that was decided. A second start adds none.
func TestTheDemonstrationIsLive(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := here(t, "DATA", filepath.Join(folder(t), "first"))
	h, err := serve.Open(ctx, s, serve.All(s), told(t))
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	clock, err := demo.OpenClock(ctx, h.DB.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer clock.Close()
	if err := demo.Seed(ctx, h.App, clock); err != nil {
		t.Fatal(err)
	}
	t.Run("a year of history", func(t *testing.T) { aYearOfHistory(t, h) })
	for range 2 {
		if err := demo.Live(ctx, h.App); err != nil {
			t.Fatal(err)
		}
	}
	pass := func(by string) {
		t.Helper()
		if _, err := h.DB.App.Exec(ctx, "UPDATE zabuni.clock_offset SET by = by + $1::interval", by); err != nil {
			t.Fatal(err)
		}
	}
	asked := func(sql string) (n int) {
		t.Helper()
		if err := h.DB.App.QueryRow(ctx, sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	phases := func(phase string) int {
		t.Helper()
		return asked("SELECT count(*) FROM auction WHERE status = 'published' AND zabuni.phase(status, starts_at, ends_at, extensions, zabuni.clock()) = '" + phase + "'")
	}
	pass("3 seconds")
	if n := phases("open"); n != 1 {
		t.Errorf("%d are open at first", n)
	}
	if n := asked("SELECT count(*) FROM auction WHERE status = 'published' AND starts_at > zabuni.clock() AND starts_at <= zabuni.clock() + interval '2 minutes'"); n != 1 {
		t.Errorf("%d open within two minutes", n)
	}
	for beats := range 4 {
		pass("30 seconds")
		if err := demo.Beat(ctx, h.App); err != nil {
			t.Fatal(err)
		}
		if beats == 0 {
			continue
		}
		if n := asked("SELECT count(DISTINCT e.supplier_id) FROM auction_event e JOIN auction a USING (category_id) WHERE e.kind = 'bid' AND a.status = 'published'"); n != 2 {
			t.Errorf("%d robots have bid", n)
		}
	}
	if n := phases("open"); n != 2 {
		t.Errorf("%d are open two minutes later", n)
	}
	for range 60 { // they come to where they stop, and leave something to win
		if err := demo.Beat(ctx, h.App); err != nil {
			t.Fatal(err)
		}
	}
	was := asked("SELECT max(seq)::int FROM auction WHERE status = 'published'")
	if err := demo.Beat(ctx, h.App); err != nil {
		t.Fatal(err)
	}
	if n := asked("SELECT max(seq)::int FROM auction WHERE status = 'published'"); n != was || n < 8 {
		t.Errorf("%d bids, then %d", was, n)
	}
	pass((3 * time.Hour).String())
	if err := demo.Beat(ctx, h.App); err != nil { // what is over is left
		t.Fatal(err)
	}
	if n := asked("SELECT count(DISTINCT a.category_id) FROM auction a JOIN letter l ON l.category_id = a.category_id WHERE a.status = 'closed'"); n < 2 {
		t.Errorf("%d are decided", n)
	}
	v, err := serve.Verifier(s.Keys)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("seven years later", func(t *testing.T) { sevenYearsLater(t, h, v) })
}

// aYearOfHistory is what the demonstration has to look back on before anybody does anything with it.
func aYearOfHistory(t *testing.T, h *serve.House) {
	for _, x := range []struct {
		what  string
		least int
		sql   string
	}{
		{"procurement plans that are approved", 1, "SELECT count(*) FROM procurement_plan WHERE status = 'approved'"},
		{"states of project plans", 4, "SELECT count(DISTINCT status) FROM plan"},
		{"awards", 8, "SELECT count(*) FROM award"},
		{"months in which something was awarded", 6, "SELECT count(DISTINCT date_trunc('month', decided_at)) FROM award"},
		{"days from the first award to the last", 300, "SELECT extract(day FROM max(decided_at) - min(decided_at))::int FROM award"},
		{"savings", 4, "SELECT count(*) FROM saving WHERE saved > 0"},
		{"savings that were none", 1, "SELECT count(*) FROM saving WHERE saved < 0"},
		{"jobs in the archive with a hold", 1, "SELECT count(*) FROM archived_job x WHERE EXISTS (SELECT FROM archive_hold l WHERE l.job_id = x.job_id AND l.released_at IS NULL)"},
		{"persons who own three companies", 1, `SELECT count(*) FROM (SELECT FROM company_owner WHERE ended_at IS NULL AND identity_signs <> '' GROUP BY identity_signs HAVING count(DISTINCT company_id) >= 3) x`},
	} {
		var n int
		if err := h.DB.App.QueryRow(t.Context(), x.sql).Scan(&n); err != nil {
			t.Errorf("%s: %v", x.what, err)
		} else if t.Logf("%s: %d", x.what, n); n < x.least {
			t.Errorf("%d %s, want %d", n, x.what, x.least)
		}
	}
}
