package journal_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
)

// A head that somebody kept elsewhere shows what the database alone cannot: a log
// that was cut back with everything that hangs on it, or written anew.
func TestAHeadThatLeftTheHouseHoldsTheLog(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	notary, err := seal.OpenNotary(t.TempDir(), "test.example/log")
	must(err)
	s := &journal.Sequencer{DB: db, Notary: notary}
	if _, err := s.Head(ctx); !errors.Is(err, fault.NotFound) {
		t.Errorf("a head of nothing: %v", err)
	}
	write := func(n int) {
		t.Helper()
		for range n {
			must(pg.InTx(ctx, db, func(tx pg.Tx) error {
				_, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "test.thing.done", Object: "thing", ObjectID: uuid.New()})
				return err
			}))
		}
		_, err := s.Once(ctx)
		must(err)
	}
	told := func(heads ...[]byte) string {
		t.Helper()
		var out []string
		_, err := journal.Recompute(ctx, db, notary.Verifier, func(what string, args ...any) { out = append(out, fmt.Sprintf(what, args...)) }, heads...)
		must(err)
		return strings.Join(out, "\n")
	}
	write(3)
	old, err := s.Head(ctx)
	must(err)
	write(4)
	newer, proof, err := s.Growth(ctx, 3)
	must(err)
	before, err := notary.Checkpoint(old)
	must(err)
	after, err := notary.Checkpoint(newer)
	must(err)
	if err := after.Continues(before, proof); err != nil || after.Size != 7 {
		t.Errorf("it does not grow out of %d entries: %v", before.Size, err)
	}
	if _, _, err := s.Growth(ctx, 8); !errors.Is(err, fault.Invalid) {
		t.Errorf("growth from what is not there yet: %v", err)
	}
	if got := told(old, newer); got != "" {
		t.Error(got)
	}
	if got := told([]byte("no head")); !strings.Contains(got, "a head that was kept elsewhere") {
		t.Errorf("what is no head: %q", got)
	}

	owner := pgtest.As(t, db, "")
	for _, sql := range []string{
		"DELETE FROM log_checkpoint WHERE size > 3",
		fmt.Sprintf("DELETE FROM log_hash WHERE position >= %d", storedHashes(3)),
		"DELETE FROM audit_entry WHERE leaf >= 3",
	} {
		_, err := pgtest.Tamper(ctx, owner, sql)
		must(err)
	}
	if got := told(old); got != "" {
		t.Error("a rollback shows by itself: ", got)
	}
	if got := told(old, newer); !strings.Contains(got, "has 7 entries and the log has 3: it was rolled back") {
		t.Errorf("a rollback: %q", got)
	}
	write(4)
	if got := told(newer); !strings.Contains(got, "the entries are not those that were signed") {
		t.Errorf("a log that was written anew: %q", got)
	}
}

// storedHashes is how many hashes a log of a size has: one of each complete subtree.
func storedHashes(size int) (n int) {
	for ; size > 0; size /= 2 {
		n += size
	}
	return n
}
