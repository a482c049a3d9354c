//go:build torture

package trial_test

import (
	"testing"
	"time"
)

// What signs is killed at each of its statements.
func init() { stride = 1 }

// Two thousand kills at moments of a new seed; the log names it.
func TestHoursOfKills(t *testing.T) {
	h := newHouse(t, "", uint64(time.Now().UnixNano()), 6, 4)
	h.trouble(700, killProgram, killPostgres, killBoth)
	for _, f := range h.verdict() {
		t.Errorf("%s: %s", f.promise, f.what)
	}
}

// Twenty rounds of ninety-six bids, with kills in each.
func TestRoundsOfBidsOfDyingSites(t *testing.T) {
	newArena(t, uint64(time.Now().UnixNano())).rounds(20)
}
