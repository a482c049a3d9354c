package journal_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/access"
	"zabuni.org/core/journal"
	"zabuni.org/core/pg"
	"zabuni.org/core/pgtest"
	"zabuni.org/core/seal"
)

func TestEveryEntryCanBeProved(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	notary, err := seal.OpenNotary(t.TempDir(), "test.example/log")
	if err != nil {
		t.Fatal(err)
	}
	s := &journal.Sequencer{DB: db, Notary: notary}
	var entries []int64
	for round := range 5 {
		err := pg.InTx(ctx, db, func(tx pg.Tx) error {
			for range 3 + round {
				n, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "test.thing.done", Object: "thing", ObjectID: uuid.New()})
				if err != nil {
					return err
				}
				entries = append(entries, n)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if size, err := s.Once(ctx); err != nil || size != int64(len(entries)) {
			t.Fatal(size, err)
		}
	}
	for _, n := range entries {
		l, err := s.Prove(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		head, err := notary.Verifier.Checkpoint(l.Checkpoint)
		if err != nil {
			t.Fatal(err)
		}
		if err := head.Includes(l.Index, l.Leaf, l.Proof); err != nil {
			t.Fatalf("entry %d: %v", n, err)
		}
		l.Leaf[len(l.Leaf)/2] ^= 1
		if head.Includes(l.Index, l.Leaf, l.Proof) == nil {
			t.Fatalf("entry %d: a changed entry is proved", n)
		}
	}
	if _, err := db.Exec(ctx, "UPDATE audit_entry SET detail = '{}', leaf = leaf"); err == nil {
		t.Fatal("the log can be rewritten")
	}
	if _, err := db.Exec(ctx, "DELETE FROM audit_entry"); err == nil {
		t.Fatal("the log can be cut")
	}
}
