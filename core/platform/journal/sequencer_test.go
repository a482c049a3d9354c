package journal_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
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

// Entries are committed while others are being logged: each has one place, and
// the log's hashes are of just those that have one.
func TestTheLogKeepsPaceWithWriters(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	notary, err := seal.OpenNotary(t.TempDir(), "test.example/log")
	if err != nil {
		t.Fatal(err)
	}
	s := &journal.Sequencer{DB: db, Notary: notary}
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for range 100 {
				err := pg.InTx(ctx, db, func(tx pg.Tx) error {
					_, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "test.thing.done", Object: "thing", ObjectID: uuid.New()})
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }()
	for over := false; !over; {
		select {
		case <-done:
			over = true
		default:
		}
		size, err := s.Once(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var logged int64
		if err := db.QueryRow(ctx, "SELECT count(leaf) FROM audit_entry").Scan(&logged); err != nil || logged != size {
			t.Fatalf("%d leaves, %d entries have a place: %v", size, logged, err)
		}
	}
	if size, err := s.Once(ctx); err != nil || size != 400 {
		t.Fatal(size, err)
	}
}
