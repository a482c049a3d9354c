package journal_test

import (
	"fmt"
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

// Any number of sequencers run at once: one waits for the other, none fails, and
// each entry has one place.
func TestSequencersTakeTurns(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	notary, err := seal.OpenNotary(t.TempDir(), "test.example/log")
	if err != nil {
		t.Fatal(err)
	}
	for round := range 5 {
		err := pg.InTx(ctx, db, func(tx pg.Tx) error {
			for range 50 {
				if _, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "test.thing.done", Object: "thing", ObjectID: uuid.New()}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		begin := make(chan struct{})
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				<-begin
				if size, err := (&journal.Sequencer{DB: db, Notary: notary}).Once(ctx); err != nil || size != int64(50*(round+1)) {
					t.Errorf("round %d: %d leaves, %v", round, size, err)
				}
			})
		}
		close(begin)
		all.Wait()
	}
}

// The form of a leaf is part of every proof that somebody took home: an entry of
// before acts were kept has no name and no rows in it, one of now has them.
func TestTheFormOfALeaf(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	notary, err := seal.OpenNotary(t.TempDir(), "test.example/log")
	if err != nil {
		t.Fatal(err)
	}
	s := &journal.Sequencer{DB: db, Notary: notary}
	const who = "00000000-0000-7000-8000-0000000000aa"
	owner := pgtest.As(t, db, "")
	for act, want := range map[string]string{
		"NULL": `{"id":%d,"at":"2026-11-21T09:00:00.000001Z","actor_id":"` + who + `","actor_type":"buyer","company_id":null,` +
			`"action":"test.thing.done","object":"thing","object_id":"` + who + `","detail":{"a":1}}`,
		"DEFAULT": `{"id":%d,"at":"2026-11-21T09:00:00.000001Z","actor_id":"` + who + `","actor_name":"Neema","actor_type":"buyer","company_id":null,` +
			`"action":"test.thing.done","object":"thing","object_id":"` + who + `","detail":{"a":1}}`,
	} {
		var id int64
		err := owner.QueryRow(ctx, `INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, action, object, object_id, detail, act)
			VALUES ('2026-11-21T09:00:00.000001Z', $1, 'Neema', 'buyer', 'test.thing.done', 'thing', $1, '{"a": 1}', `+act+`) RETURNING id`, who).Scan(&id)
		if err != nil {
			t.Fatal(err)
		}
		l, err := s.Prove(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf(want, id); string(l.Leaf) != want {
			t.Errorf("act %s:\n%s\nwant\n%s", act, l.Leaf, want)
		}
	}
}
