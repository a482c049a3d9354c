package notifysvc

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// Whoever reads one sentence of many has read that one, though others came before and
// after it; whoever reads all, all of their own. The badge counts what the list shows.
func TestReadingOneLeavesTheOthersUnread(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.qed
	other.User, other.Email = uuid.New(), "other@example.org"
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		return w.s.identity.CreateAdministrator(w.ctx, tx, other, "Another", "Person", "254701234568", "simba42")
	}))
	for _, a := range []access.Actor{w.qed, w.qed, w.qed, other} {
		w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error { return w.s.Tell(w.ctx, tx, a.User, News{Kind: "support.view", Path: "/"}) }))
		pgtest.Advance(t, w.db, time.Minute)
	}
	inbox := func(a access.Actor) (ids, unread []uuid.UUID) {
		t.Helper()
		for _, only := range []bool{false, true} {
			list, n, err := w.s.Inbox(w.ctx, a, only, "", 10)
			w.must(err)
			for _, x := range list.Items {
				if only {
					unread = append(unread, x.ID)
				} else {
					ids = append(ids, x.ID)
				}
			}
			if only && int(n) != len(unread) {
				t.Errorf("%d are counted as unread, %d are listed", n, len(unread))
			}
		}
		return ids, unread
	}
	all, _ := inbox(w.qed)
	w.must(w.s.MarkRead(w.ctx, other, &all[1])) // somebody else's
	if _, unread := inbox(w.qed); len(all) != 3 || !slices.Equal(unread, all) {
		t.Fatalf("%v unread of %v", unread, all)
	}
	w.must(w.s.MarkRead(w.ctx, w.qed, &all[1]))
	if _, unread := inbox(w.qed); !slices.Equal(unread, []uuid.UUID{all[0], all[2]}) {
		t.Errorf("%v unread of %v once the middle one was read", unread, all)
	}
	w.must(w.s.MarkRead(w.ctx, w.qed, nil))
	if _, unread := inbox(w.qed); len(unread) != 0 {
		t.Errorf("%v unread once all were read", unread)
	}
	if _, unread := inbox(other); len(unread) != 1 {
		t.Errorf("%v unread by another, who has read nothing", unread)
	}
}

// A reason is told of what did not go out, not of what is tried again, and what has
// gone out in the end keeps none.
func TestOnlyWhatDidNotGoOutHasAReason(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	reasons := func(want ...Count) {
		t.Helper()
		got, err := w.s.Analysis(w.ctx, w.qed, 30)
		if err != nil || !slices.Equal(got.Reasons, want) {
			t.Errorf("%+v, %v; want %+v", got.Reasons, err, want)
		}
	}
	w.fail = errors.New("connection refused")
	id := w.queue(mail.RegretLetter)
	for n := 1; n < maxAttempts; n++ {
		w.send()
		w.status(id, "queued", n)
		reasons()
		pgtest.Advance(t, w.db, 3*time.Hour)
	}
	w.fail = nil
	lost := w.queue(mail.AwardLetter)
	w.send()
	if m := w.status(id, "sent", maxAttempts); m.Error != "" || m.SentAt == nil {
		t.Errorf("sent at %v, for all that %q", m.SentAt, m.Error)
	}
	w.status(lost, "sent", 1)
	reasons()
	w.fail = errors.New("mailbox full")
	lost = w.queue(mail.AwardLetter)
	for range maxAttempts {
		w.send()
		pgtest.Advance(t, w.db, 3*time.Hour)
	}
	w.status(lost, "failed", maxAttempts)
	reasons(Count{Key: "mailbox full", N: 1})
}
