package tasksvc

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/task"
)

func TestADownloadNeedsItsTicket(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	Register(w.s, "sheet", "", func(context.Context, *Run, in) (Outcome, error) {
		return Outcome{File: &File{"a.txt", "text/plain", []byte("hello")}}, nil
	})
	id := w.start("sheet", 1)
	w.once()
	_, err := pgtest.Do(w.ctx, w.db, "UPDATE account SET status = 'active' WHERE id = $1", w.me.User)
	w.must(err)
	signIn := func() string {
		in, err := w.identity.Login(w.ctx, identitysvc.Credentials{Username: w.me.Email, Password: "simba42"}, identitysvc.Client{Network: "127.0.0.1", Browser: true})
		w.must(err)
		return in.Secret
	}
	half := signIn()
	w.must(w.db.QueryRow(w.ctx, "SELECT id FROM session WHERE account_id = $1", w.me.User).Scan(&w.me.Session))
	first, err := w.s.Ticket(w.ctx, w.me, id)
	w.must(err)
	for _, foreign := range []string{"", "guess", signIn()} { // not even one's own other browser
		_, err = w.s.Download(w.ctx, first, foreign)
		w.is(err, journal.TicketSpent)
	}
	d, err := w.s.Download(w.ctx, first, half)
	if err != nil || string(d.Bytes) != "hello" || d.Name != "a.txt" {
		t.Fatal(d, err)
	}
	_, err = w.s.Download(w.ctx, first, half)
	w.is(err, journal.TicketSpent)
	_, err = w.s.Download(w.ctx, "guess", half)
	w.is(err, journal.TicketSpent)
	old, err := w.s.Ticket(w.ctx, w.me, id)
	w.must(err)
	pgtest.Advance(t, w.db, 2*time.Minute)
	_, err = w.s.Download(w.ctx, old, half)
	w.is(err, journal.TicketSpent)
	ended, err := w.s.Ticket(w.ctx, w.me, id)
	w.must(err)
	_, err = w.db.Exec(w.ctx, "UPDATE session SET ended_at = zabuni.clock(), ended_why = 'test'")
	w.must(err)
	_, err = w.s.Download(w.ctx, ended, half)
	w.is(err, journal.TicketSpent)
}

// What was right when a task began is asked again for its file: whoever may not any
// more gets no ticket, and the task is not taken for it.
func TestAFileIsForWhomItIsRightNow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	shut := fault.Forbidden.New("the door is shut")
	var door error
	RegisterGuarded(w.s, "book", "", func(_ context.Context, a access.Actor, got in) error {
		if a.User != w.me.User || got.N != 7 {
			t.Errorf("%s is asked about %d", a.Name, got.N)
		}
		return door
	}, func(context.Context, *Run, in) (Outcome, error) {
		return Outcome{File: &File{"a.txt", "text/plain", []byte("hello")}}, nil
	})
	id := w.start("book", 7)
	w.once()
	_, err := w.s.Ticket(w.ctx, w.me, id)
	w.must(err)
	door = shut
	_, err = w.s.Ticket(w.ctx, w.me, id)
	w.is(err, fault.Forbidden)
}

// A task that names a place is followed on the screen of all tasks, and leads back there.
func TestATaskKnowsThePlaceThatItWasStartedFrom(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	Register(w.s, "book", "", func(context.Context, *Run, in) (Outcome, error) { return Outcome{}, nil })
	at := task.Place{Of: "tender", Slot: "details", Job: uuid.New()}
	id, err := w.s.Start(w.ctx, w.db, w.me, Start{Kind: "book", Title: "Pumps", Input: in{1}, At: at})
	w.must(err)
	got, err := w.s.Get(w.ctx, w.me, id)
	w.must(err)
	if got.Path != "/tasks/"+id.String() || got.Back != at.String() {
		t.Errorf("followed at %s, back to %s", got.Path, got.Back)
	}
}
