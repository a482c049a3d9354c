package tasksvc

import (
	"context"
	"testing"
	"time"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pgtest"
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
