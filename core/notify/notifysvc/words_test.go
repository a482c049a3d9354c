package notifysvc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// Own words are of one kind in one language: written anew they keep who wrote them at
// last and when, and taken back they leave those of other kinds and languages alone.
func TestOwnWordsAreOfOneKindAndLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pgtest.SetClock(t, w.db, monday)
	other := w.qed
	other.User, other.Email = uuid.New(), "other@example.org"
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		return w.s.identity.CreateAdministrator(w.ctx, tx, other, "Another", "Person", "254701234568", "simba42")
	}))
	own := func(language string) string {
		t.Helper()
		list, err := w.s.Templates(w.ctx, w.qed, language)
		w.must(err)
		var out []string
		for _, x := range list {
			words := mail.BuiltIn(x.Kind, language)
			if x.Language != language || !slices.Equal(x.Placeholders, mail.Placeholders(x.Kind)) {
				t.Errorf("%s in %s: %+v", x.Kind, language, x)
			}
			if !x.Own {
				if x.Wording.Subject != words.Subject || !slices.Equal(x.Wording.Body, words.Body) || x.UpdatedAt != nil || x.UpdatedBy != "" {
					t.Errorf("%s in %s is not as it is built in: %+v", x.Kind, language, x)
				}
				continue
			}
			out = append(out, fmt.Sprint(x.Kind, x.Wording, x.UpdatedBy, x.UpdatedAt.UTC().Format(time.TimeOnly)))
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	save := func(a access.Actor, kind mail.Kind, language, subject string) {
		t.Helper()
		w.must(w.s.SaveTemplate(w.ctx, a, kind, language, mail.Wording{Subject: subject, Body: []string{" " + subject + " body "}}))
	}
	is := func(want map[string]string) {
		t.Helper()
		for _, language := range mail.Languages() {
			if got := own(language); got != want[language] {
				t.Errorf("in %s: %s, want %s", language, got, want[language])
			}
		}
	}
	save(w.qed, mail.Publication, "fr", "un")
	save(w.qed, mail.ClosingSoon, "fr", "deux")
	save(w.qed, mail.Publication, "sw", "moja")
	pgtest.SetClock(t, w.db, monday.Add(time.Minute))
	save(other, mail.Publication, "fr", "trois")
	is(map[string]string{
		"fr": "closing_soon{deux [deux body]}Per Sona12:00:00 publication{trois [trois body]}Another Person12:01:00",
		"sw": "publication{moja [moja body]}Per Sona12:00:00",
	})
	for _, language := range []string{"fr", "sw"} { // what is sent has the words of its own kind and language
		for _, kind := range []mail.Kind{mail.Publication, mail.Round} {
			w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
				to := identitysvc.Recipient{Account: w.qed.User, Company: w.qed.Org, Email: "asha@example.org", FirstName: "Asha", Language: language}
				d := mail.Data{Company: "Acacia", Supplier: "Baobab", Title: "Pumps", Reference: "ZB/1", Category: "Pumps", At: monday}
				_, err := w.s.Queue(w.ctx, tx, Mail{To: to, Kind: kind, Path: "/", Data: d})
				return err
			}))
			w.send()
			subject := w.box[len(w.box)-1].Subject
			if want := map[string]string{"fr": "trois", "sw": "moja"}[language]; (subject == want) != (kind == mail.Publication) {
				t.Errorf("%s in %s is sent as %q", kind, language, subject)
			}
		}
	}
	w.must(w.s.ResetTemplate(w.ctx, w.qed, mail.Publication, "fr"))
	w.must(w.s.ResetTemplate(w.ctx, w.qed, mail.Publication, "fr")) // twice is once
	is(map[string]string{"fr": "closing_soon{deux [deux body]}Per Sona12:00:00", "sw": "publication{moja [moja body]}Per Sona12:00:00"})

	// The log has each change once, with the words before and after it.
	var log string
	w.must(w.db.QueryRow(w.ctx, `SELECT string_agg(concat_ws(' ', action, actor_name, object, detail ->> 'kind', detail ->> 'language',
			detail -> 'before' ->> 'subject', detail -> 'after' ->> 'subject'), '; ' ORDER BY id)
		FROM audit_entry WHERE action LIKE 'notify.template.%'`).Scan(&log))
	want := "notify.template.saved Per mail_template publication fr un; notify.template.saved Per mail_template closing_soon fr deux; " +
		"notify.template.saved Per mail_template publication sw moja; notify.template.saved Per mail_template publication fr un trois; " +
		"notify.template.reset Per mail_template publication fr"
	if log != want {
		t.Errorf("the log says %q, want %q", log, want)
	}
	if n := w.count("SELECT count(DISTINCT object_id) FROM audit_entry WHERE action LIKE 'notify.template.%'"); n != 3 {
		t.Errorf("%d wordings are named in the log", n)
	}
}

// A preview of each kind in each language is whole by sample values, with the words given.
func TestEveryKindHasAPreview(t *testing.T) {
	t.Parallel()
	s := New(nil, nil, []byte("key"), "https://zabuni.example")
	a := access.Actor{Type: access.Operator, Name: "Per Sona", Privileges: access.Titles[access.Operator]}
	for _, kind := range mail.Kinds() {
		for _, language := range mail.Languages() {
			words := mail.BuiltIn(kind, language)
			words.Subject = "Own " + words.Subject
			m, err := s.PreviewTemplate(t.Context(), a, kind, language, words)
			if err != nil || !strings.HasPrefix(m.Subject, "Own ") || m.Language != language {
				t.Errorf("%s in %s: %q, %v", kind, language, m.Subject, err)
			}
			if stoppable := m.Unsubscribe == "https://zabuni.example/unsubscribe"; stoppable == kind.Statutory() {
				t.Errorf("%s can be stopped: %v", kind, stoppable)
			}
		}
	}
}

// Who wants no more mails is known by the address, however it is written; nobody else is,
// and each wish is in the log.
func TestAnAddressIsUnsubscribedHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.must(w.s.Unsubscribe(w.ctx, w.s.UnsubscribeToken("Asha@Example.org")))
	mine := w.queue(mail.Publication)
	w.status(mine, "suppressed", 0)
	w.send()
	w.status(mine, "suppressed", 0)
	w.do("UPDATE mail_unsubscribed SET email = 'asha2@example.org'")
	other := w.queue(mail.Publication)
	w.send()
	w.status(other, "sent", 1)
	w.status(mine, "suppressed", 0)
	if n := w.count("SELECT count(*) FROM audit_entry WHERE action = 'notify.mail.unsubscribed' AND object = 'address'"); n != 1 {
		t.Errorf("%d wishes in the log", n)
	}
}

// An inbox is read in pages, newest first, and what was read keeps when it was.
func TestAnInboxIsReadInPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var want []string
	for i := range 7 {
		pgtest.SetClock(t, w.db, monday.Add(time.Duration(i-i%3/2)*time.Minute))
		kind := Kinds[i]
		w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
			return w.s.Tell(w.ctx, tx, w.qed.User, News{Kind: kind, Path: fmt.Sprint("/", i), Params: map[string]string{"n": fmt.Sprint(i)}})
		}))
		want = append([]string{fmt.Sprintf("%s /%d %d", kind, i, i)}, want...)
	}
	read := func(only bool) (got []string, ids []uuid.UUID, unread int64) {
		t.Helper()
		for after, more := "", true; more; more = after != "" {
			list, n, err := w.s.Inbox(w.ctx, w.qed, only, after, 2)
			w.must(err)
			for _, x := range list.Items {
				line := fmt.Sprintf("%s %s %s", x.Kind, x.Href, x.Params["n"])
				if x.ReadAt != nil {
					line += " read " + x.ReadAt.UTC().Format(time.TimeOnly)
				}
				got, ids = append(got, line), append(ids, x.ID)
			}
			after, unread = list.Next, n
		}
		return got, ids, unread
	}
	got, ids, unread := read(false)
	if !slices.Equal(got, want) || unread != 7 {
		t.Fatalf("%d unread of\n%s\nwant\n%s", unread, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	pgtest.SetClock(t, w.db, monday.Add(time.Hour))
	w.must(w.s.MarkRead(w.ctx, w.qed, &ids[1]))
	pgtest.SetClock(t, w.db, monday.Add(2*time.Hour))
	w.must(w.s.MarkRead(w.ctx, w.qed, &ids[1])) // it was read before
	want[1] += " read 13:00:00"
	if got, _, unread := read(false); !slices.Equal(got, want) || unread != 6 {
		t.Errorf("%d unread of %v", unread, got)
	}
	if got, _, _ := read(true); !slices.Equal(got, slices.Delete(slices.Clone(want), 1, 2)) {
		t.Errorf("unread: %v", got)
	}
	w.must(w.s.MarkRead(w.ctx, w.qed, nil))
	w.must(w.s.MarkRead(w.ctx, w.qed, nil))
	var log string
	w.must(w.db.QueryRow(w.ctx, `SELECT string_agg(concat_ws(' ', object, object_id = $1, company_id = $2, detail ->> 'count'), '; ' ORDER BY id)
		FROM audit_entry WHERE action = 'notify.inbox.read'`, w.qed.User, w.qed.Org).Scan(&log))
	if log != "account t t 1; account t t 6" {
		t.Errorf("the log says %q", log)
	}
}

// count answers a query for one number.
func (w *world) count(sql string) (n int) {
	w.Helper()
	w.must(w.db.QueryRow(w.ctx, sql).Scan(&n))
	return n
}
