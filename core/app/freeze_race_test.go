package app_test

import (
	"testing"

	"zabuni.org/core/award"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// comesFirst enters a complaint that is not there yet for anybody else, waits until all doors wait for it,
// and lets it stand: what each of them says then is what it read once it had waited.
func (w *world) comesFirst(doors ...func() error) []error {
	w.Helper()
	owner := pgtest.As(w.T, w.DB, "")
	tx, err := owner.Begin(w.Context())
	w.Must(err)
	defer func() { _ = tx.Rollback(w.Context()) }()
	_, err = tx.Exec(w.Context(), `SELECT FROM category WHERE id = $1 FOR UPDATE`, w.ID)
	w.Must(err)
	_, err = pgtest.Do(w.Context(), tx, `INSERT INTO award_freeze (id, award_id, category_id, buyer_id, reason, begun_by, begun_at)
		SELECT gen_random_uuid(), a.id, a.category_id, a.buyer_id, 'r', $2, zabuni.clock() FROM award a WHERE a.category_id = $1`, w.ID, w.Officer.User)
	w.Must(err)
	type said struct {
		door int
		err  error
	}
	heard := make(chan said, len(doors))
	for i, do := range doors {
		go func() { heard <- said{i, do()} }()
	}
	for waiting := 0; waiting < len(doors); {
		select {
		case was := <-heard:
			w.Fatalf("door %d did not wait: %v", was.door, was.err)
		default:
		}
		w.Must(owner.QueryRow(w.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting))
	}
	w.Must(tx.Commit(w.Context()))
	out := make([]error, len(doors))
	for range doors {
		was := <-heard
		out[was.door] = was.err
	}
	return out
}

// Whoever sends a contract or ends a standstill in the moment in which a complaint is entered waits for
// it, and reads it then.
func TestAComplaintHoldsBackWhoWaitedForIt(t *testing.T) {
	t.Parallel()
	w, made := given(t)
	w.React()
	_, send := w.approved()
	w.SetClock(made.StandstillEnds)
	ended := 0
	said := w.comesFirst(send, func() (err error) { ended, err = w.Awards.ConcludeDue(w.Context()); return err })
	w.Is(said[0], award.Frozen)
	w.Must(said[1])
	if ended != 0 {
		t.Error("a standstill ended under a complaint")
	}
}

// So does whoever drafts one, by the award or by hand.
func TestAComplaintHoldsBackDraftsThatWaitedForIt(t *testing.T) {
	t.Parallel()
	w, made := given(t)
	manager := w.Person("buyer", access.Temp, w.Officer.Org)
	drafted := 0
	said := w.comesFirst(func() error {
		return pg.InTx(w.Context(), w.DB, func(tx pg.Tx) (err error) {
			drafted, err = w.Contracts.DraftFromAward(w.Context(), tx, w.Officer.Org, w.ID)
			return err
		})
	}, func() error {
		_, err := w.Contracts.Create(w.Context(), manager, contractsvc.Beginning{Key: "key-by-hand", Award: made.Award, Supplier: w.Standing().Results[0].Supplier})
		return err
	})
	w.Must(said[0])
	w.Is(said[1], award.Frozen)
	if n := w.Count("SELECT count(*) FROM contract"); drafted != 0 || n != 0 {
		t.Errorf("%d are drafted, %d there", drafted, n)
	}
}
