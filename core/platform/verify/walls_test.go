package verify_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/verify"
)

var update = flag.Bool("update", false, "write anew what keeps the rows")

// What keeps the rows is what the migrations of this release make: whoever reads the
// difference sees which trigger, function or right came or went with one.
func TestTheWallsAreThoseOfTheMigrations(t *testing.T) {
	t.Parallel()
	lines, err := verify.Walls(t.Context(), pgtest.New(t))
	must(t, err)
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		must(t, os.WriteFile("walls.txt", []byte(got), 0o600))
	}
	want, err := os.ReadFile("walls.txt")
	must(t, err)
	if got != string(want) {
		t.Errorf("what keeps the rows has changed: run this test with -update and read the difference\n%s", got)
	}
}
