package notifysvc

import (
	"errors"
	"testing"

	"zabuni.org/core/platform/mail"
)

// Whoever leaves while a mail system is down is not written to once it is up again: each
// try asks for its reader, however many went before.
func TestEachTryAsksForItsReader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for failed := range maxAttempts {
		w.do("UPDATE account SET status = 'active' WHERE id = $1", w.qed.User)
		w.fail = errors.New("no route")
		id := w.queue(mail.RegretLetter)
		for range failed {
			w.send()
			w.do("UPDATE mail_delivery SET next_try_at = zabuni.clock() WHERE id = $1", id)
		}
		w.status(id, "queued", failed)
		w.do("UPDATE account SET status = 'deactivated' WHERE id = $1", w.qed.User)
		w.fail = nil
		w.send()
		if len(w.box) > 0 {
			t.Fatalf("after %d tries it went out", failed)
		}
		w.status(id, "suppressed", failed+1)
	}
}
