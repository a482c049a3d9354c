package notifysvc

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// What somebody does with messages and their words is in the log under its own name, and
// in the ledger each attempt: who, what, when.
func TestWhatIsDoneWithMailsIsWrittenDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pgtest.SetClock(t, w.db, monday)
	words := mail.Wording{Subject: "Words of ours", Body: []string{"The words."}}
	for _, subject := range []string{words.Subject, "Other words of ours"} {
		words.Subject = subject
		w.must(w.s.SaveTemplate(w.ctx, w.qed, mail.Publication, "fr", words))
	}
	w.must(w.s.SaveTemplate(w.ctx, w.qed, mail.ClosingSoon, "en", words))
	w.must(w.s.ResetTemplate(w.ctx, w.qed, mail.Publication, "fr"))
	w.must(w.s.ResetTemplate(w.ctx, w.qed, mail.Publication, "fr"))
	id := w.queue(mail.RegretLetter)
	w.fail = errors.New("no route")
	for range 8 {
		w.send()
		pgtest.Advance(t, w.db, 24*time.Hour)
	}
	w.fail = nil
	w.must(w.s.RetryMail(w.ctx, w.qed, id))
	w.send()
	w.must(w.s.Unsubscribe(w.ctx, w.s.UnsubscribeToken("asha@example.org")))
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		return w.s.Tell(w.ctx, tx, w.qed.User, News{Kind: "bid.submitted", Params: map[string]string{"version": "1"}, Path: "/"})
	}))
	got := pgtest.Rows(t, w.db, "mail_template", "mail_delivery", "mail_attempt", "mail_unsubscribed", "notification", "audit_entry", "outbox")
	got = strings.Join(slices.DeleteFunc(strings.SplitAfter(got, "\n"), func(line string) bool { // what was before the clock stood
		return strings.Contains(line, "party.operator.registered") || strings.Contains(line, "identity.account.created")
	}), "")
	var objects int
	w.must(w.db.QueryRow(w.ctx, `SELECT count(DISTINCT object_id) FROM audit_entry
		WHERE action LIKE 'notify.%' AND object_id <> '00000000-0000-0000-0000-000000000000'`).Scan(&objects))
	if objects != 4 { // two wordings, a message, an address
		t.Errorf("the log names %d objects", objects)
	}
	const file = "testdata/written.golden"
	if *update {
		w.must(os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	w.must(err)
	if line, is, ought := pgtest.Differ(got, string(want)); line > 0 {
		t.Errorf("line %d of %s is %q, not %q (run with -update and read the difference)", line, file, is, ought)
	}
}

// A message that cannot be looked up is not one that may not be sent again.
func TestAMessageThatCannotBeReadIsNotRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	db := &pgtest.Failing{}
	s := New(pgtest.Traced(t, w.db, db), w.s.identity, []byte("key"), "https://zabuni.example")
	id := w.queue(mail.RegretLetter)
	w.is(s.RetryMail(w.ctx, w.qed, id), NoRetry.New(""))
	w.is(s.RetryMail(w.ctx, w.qed, uuid.New()), NoMail.New(""))
	for n := 1; ; n++ {
		db.Arm(n)
		err := s.RetryMail(w.ctx, w.qed, id)
		sql := db.Disarm()
		if sql == "" {
			w.is(err, NoRetry.New(""))
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v, though this failed: %s", err, sql)
		}
	}
}
