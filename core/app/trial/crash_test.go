// Package trial_test tries the platform as a whole, on a cluster with the
// durability of a deployment. It kills it while people work with it and counts
// what they had been promised: programs die, Postgres dies, both die in the same
// moment, and what was acknowledged must be there once, whole and proved. And it
// measures what people wait for beside the least that it could cost.
package trial_test

import "testing"

// verdict checks a house whose crashlings have gone.
func (h *house) verdict() []finding {
	h.t.Helper()
	s, err := openSite(h.task.Dir, h.pool(database, "zabuni_app"), nil)
	h.must(err)
	c := &checker{site: s, ctx: h.ctx, owner: h.pool(database, ""), task: h.task, said: h.said}
	h.must(c.run())
	heard := map[string]int{}
	for _, l := range h.said {
		heard[l.Kind]++
	}
	h.t.Logf("%d kills of the program, %d of Postgres, %d of both; acknowledged: %d submissions, %d saves, %d payments, %d log heads; %d findings",
		h.kills[killProgram], h.kills[killPostgres], h.kills[killBoth], heard["submitted"], heard["saved"], heard["paid"], heard["logged"], len(c.findings))
	return c.findings
}

func TestNothingAcknowledgedIsLostOrDoubled(t *testing.T) {
	h := newHouse(t, "", 1, 6, 4)
	h.trouble(7, killProgram, killPostgres, killBoth)
	for i, f := range h.verdict() {
		if i == 20 {
			t.Fatal("and more")
		}
		t.Errorf("%s: %s", f.promise, f.what)
	}
	heard := map[string]int{}
	for _, l := range h.said {
		heard[l.Kind]++
	}
	for _, kind := range []string{"submitted", "saved", "paid", "logged"} {
		if heard[kind] == 0 {
			t.Errorf("nothing was %s: the test proves nothing", kind)
		}
	}
}

// TestPlantedFaultsAreFound keeps the checker honest: programs that break one
// promise each must not pass.
func TestPlantedFaultsAreFound(t *testing.T) {
	for _, x := range []struct {
		fault   string
		promise string
		kinds   []int
	}{
		{ackEarly, kept, []int{killProgram}},
		{ackUnflushed, kept, []int{killPostgres}},
		{creditTwice, balanced, []int{killProgram}},
		{forgetsEvents, told, []int{killProgram}},
	} {
		t.Run(x.fault, func(t *testing.T) {
			h := newHouse(t, x.fault, 2, 4, 2)
			h.trouble(3, x.kinds...)
			for _, f := range h.verdict() {
				if f.promise == x.promise {
					t.Logf("found: %s: %s", f.promise, f.what)
					return
				}
			}
			t.Errorf("nobody found that %q is broken", x.promise)
		})
	}
}
