package main

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"zabuni.org/core/platform/pgtest"
)

// Whichever statement of a reading operation fails, the operation fails: nobody
// reads half an answer as if it were the whole, or that a thing is gone which could
// not be looked up.
func TestNoAnswerHidesThatItCouldNotRead(t *testing.T) {
	for app, list := range byApp(rows(t)) {
		t.Run(app, func(t *testing.T) {
			t.Parallel()
			db := &pgtest.Failing{}
			h := newHouseOn(t, db)
			h.level.Set(slog.LevelError + 1) // they fail because they are to fail
			m := newMatrix(h)
			readers, statements := (&canarySweep{matrix: m}).readers(), 0
			for _, r := range list {
				if r.method != http.MethodGet || r.path == "/live" {
					continue
				}
				for _, p := range readers {
					if p.app != r.app {
						continue
					}
					if r.guard == "public" { // who asks does not matter, so neither does that it cannot be looked up
						p.token, p.half = "", ""
					}
					path := r.path
					for _, n := range placeholder.FindAllStringSubmatch(r.path, -1) {
						path = strings.Replace(path, n[0], m.object(r, n[1], p.persona).own, 1)
					}
					path += m.query(r)
					if h.send(p.persona, r.app, http.MethodGet, path, nil).status != http.StatusOK {
						continue
					}
					for n := 1; ; n++ {
						db.Arm(n)
						got := h.send(p.persona, r.app, http.MethodGet, path, nil)
						sql := db.Disarm()
						if sql == "" {
							break
						}
						statements++
						if got.status < http.StatusInternalServerError {
							t.Errorf("%s for %s answers %d though this failed: %s", r, p.name, got.status, sql)
						}
					}
					break
				}
			}
			for _, f := range m.findings {
				t.Error(f)
			}
			if statements < 30 {
				t.Errorf("only %d statements failed", statements)
			}
		})
	}
}
