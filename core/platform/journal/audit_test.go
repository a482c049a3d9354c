package journal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
)

// Whatever is changed in the log, its hashes or its heads, is told by what it is and
// where; a log as it was written tells nothing, though entries wait to be logged.
func TestWhateverIsChangedInTheLogIsTold(t *testing.T) {
	t.Parallel()
	const other = "the entries are not those that were signed"
	last := storedHashes(6) - 1
	for name, x := range map[string]struct{ change, want string }{
		"nothing": {"", ""},
		"an entry": {
			"UPDATE audit_entry SET detail = '{\"x\": 1}' WHERE leaf = 4",
			"log: 2 stored hashes are not those of the entries, the first at 7; log: checkpoint at 6: " + other,
		},
		"an early entry": {
			"UPDATE audit_entry SET actor_name = 'x' WHERE leaf = 0",
			"log: 3 stored hashes are not those of the entries, the first at 0; log: checkpoint at 3: " + other + "; log: checkpoint at 6: " + other,
		},
		"the place of an entry": {"UPDATE audit_entry SET leaf = 9 WHERE leaf = 5", "log: place 5 is held by audit entry 6, which says 9"},
		"a hash": {
			"UPDATE log_hash SET hash = sha256(hash) WHERE position = 3",
			"log: 1 stored hashes are not those of the entries, the first at 3",
		},
		"a hash that went": {
			fmt.Sprintf("DELETE FROM log_hash WHERE position = %d", last),
			fmt.Sprintf("log: %d hashes are stored where the entries make %d", last, last+1),
		},
		"a hash that went from the middle": {
			"DELETE FROM log_hash WHERE position = 2",
			"log: 1 stored hashes are not those of the entries, the first at 3",
		},
		"a hash too many": {
			fmt.Sprintf("INSERT INTO log_hash (position, hash) SELECT %d, hash FROM log_hash WHERE position = 0", last+1),
			fmt.Sprintf("log: 1 stored hashes are not those of the entries, the first at %d; log: %d hashes are stored where the entries make %d",
				last+1, last+2, last+1),
		},
		"the last head": {"DELETE FROM log_checkpoint WHERE size = 6", "log: 6 entries are logged and the last signed head covers 3"},
		"a head of another size": {
			"UPDATE log_checkpoint SET size = 2 WHERE size = 3",
			"log: checkpoint at 2: it is signed for 3 entries and the log has 6",
		},
		"a head of more than there is": {
			"DELETE FROM log_hash; DELETE FROM audit_entry WHERE leaf >= 3",
			fmt.Sprintf("log: 0 hashes are stored where the entries make %d; log: checkpoint at 6: it is signed for 6 entries and the log has 3; "+
				"log: 3 entries are logged and the last signed head covers 6", storedHashes(3)),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := told(t, x.change); got != x.want {
				t.Errorf("%q\nwant\n%q", got, x.want)
			}
		})
	}
}

// told is what is told of a log of six entries, under two heads, that was changed.
func told(t *testing.T, change string) string {
	t.Helper()
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
	write := func(n int) {
		t.Helper()
		for range n {
			must(pg.InTx(ctx, db, func(tx pg.Tx) error {
				_, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "test.thing.done", Object: "thing", ObjectID: uuid.New()})
				return err
			}))
		}
	}
	for range 2 {
		write(3)
		_, err := s.Once(ctx)
		must(err)
	}
	write(2) // wait to be logged
	for one := range strings.SplitSeq(change, "; ") {
		if one == "" {
			continue
		}
		_, err := pgtest.Tamper(ctx, pgtest.As(t, db, ""), one)
		must(err)
	}
	var out []string
	audit, err := journal.Recompute(ctx, db, notary.Verifier, func(what string, args ...any) { out = append(out, fmt.Sprintf(what, args...)) })
	must(err)
	if change == "" && (audit.Entries != 6 || audit.Checkpoints != 2 || audit.Unlogged != 2) {
		t.Errorf("%+v", audit)
	}
	return strings.Join(out, "; ")
}
