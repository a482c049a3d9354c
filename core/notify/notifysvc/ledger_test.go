package notifysvc

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

var monday = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// kept is a message as the test knows it.
type kept struct {
	id                       uuid.UUID
	kind                     mail.Kind
	recipient, status, cause string
	created                  time.Time
	tries                    int
}

// do runs SQL as the owner of the tables.
func (w *world) do(sql string, args ...any) {
	w.Helper()
	_, err := pgtest.Do(w.ctx, w.db, sql, args...)
	w.must(err)
}

// ledger fills the ledger over five days, every third message at the same moment as the
// one before it, and returns it newest first.
func (w *world) ledger() []kept {
	w.Helper()
	var all []kept
	kinds := []mail.Kind{mail.Publication, mail.RegretLetter, mail.TFACode}
	causes := map[string][]string{"failed": {"mailbox full", "no route", "mailbox full", ""}, "bounced": {"no such user"}}
	for i := range 20 {
		at := monday.Add(time.Duration(i-i%3/2) * -6 * time.Hour)
		pgtest.SetClock(w.T, w.db, at)
		m := kept{
			kind:      kinds[i%len(kinds)],
			recipient: fmt.Sprintf("r%d@%s.example", i, []string{"Nairobi", "kisumu"}[i%2]),
			created:   at,
			tries:     i % 3,
		}
		w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) (err error) {
			to := identitysvc.Recipient{Account: w.qed.User, Company: w.qed.Org, Email: m.recipient, FirstName: "Asha", Language: "sw"}
			m.id, err = w.s.Queue(w.ctx, tx, Mail{To: to, Kind: m.kind})
			return err
		}))
		if m.status = []string{"queued", "failed", "bounced", "sent", "failed"}[i%5]; m.status != "queued" && causes[m.status] != nil {
			m.cause = causes[m.status][i%len(causes[m.status])]
		}
		w.do(`UPDATE mail_delivery SET status = $1, error = $2, attempts = $3,
				sent_at = CASE $1 WHEN 'sent' THEN created_at + interval '1 s' END WHERE id = $4`, m.status, m.cause, m.tries, m.id)
		all = append(all, m)
	}
	pgtest.SetClock(w.T, w.db, monday)
	slices.SortFunc(all, func(a, b kept) int {
		return cmp.Or(b.created.Compare(a.created), bytes.Compare(b.id[:], a.id[:]))
	})
	return all
}

// The ledger is read to its end in pages, newest first, narrowed by what was asked for
// and nothing else; the workbook of it has the same rows.
func TestTheLedgerIsReadAsItIsNarrowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	all := w.ledger()
	on := func(d int) day.Day { return day.Day(fmt.Sprintf("2026-11-%02d", d)) }
	a := w.qed
	a.Zone = "Africa/Nairobi"
	nairobi, err := time.LoadLocation(a.Zone)
	w.must(err)
	for name, x := range map[string]struct {
		in   ReportInput
		keep func(kept) bool
	}{
		"all":   {ReportInput{Days: 30}, func(kept) bool { return true }},
		"a day": {ReportInput{Days: 1}, func(m kept) bool { return !m.created.Before(monday.Add(-24 * time.Hour)) }},
		"of two statuses": {
			ReportInput{Days: 30, Statuses: []string{"sent", "bounced"}},
			func(m kept) bool { return m.status == "sent" || m.status == "bounced" },
		},
		"of two kinds": {
			ReportInput{Days: 30, Kinds: []mail.Kind{mail.TFACode, mail.Publication}},
			func(m kept) bool { return m.kind != mail.RegretLetter },
		},
		"sought":      {ReportInput{Days: 30, Search: "nairobi"}, func(m kept) bool { return strings.Contains(m.recipient, "Nairobi") }},
		"sought, not": {ReportInput{Days: 30, Search: "nobody"}, func(kept) bool { return false }},
		"of days, whatever the span": {
			ReportInput{Days: 1, CreatedFrom: on(20), CreatedTo: on(21)},
			func(m kept) bool { d := m.created.In(nairobi).Day(); return d == 20 || d == 21 },
		},
		"of all at once": {
			ReportInput{Days: 30, Statuses: []string{"failed"}, Kinds: []mail.Kind{mail.RegretLetter}, Search: "kisumu"},
			func(m kept) bool {
				return m.status == "failed" && m.kind == mail.RegretLetter && strings.Contains(m.recipient, "kisumu")
			},
		},
	} {
		var want, got []string
		for _, m := range all {
			if x.keep(m) {
				sent := ""
				if m.status == "sent" {
					sent = m.created.Add(time.Second).Format(time.DateTime)
				}
				want = append(want, fmt.Sprint(m.created.Format(time.DateTime), m.kind, m.recipient, m.status, m.tries, sent, m.cause))
			}
		}
		filter := MailFilter{
			Statuses: x.in.Statuses,
			Kinds:    x.in.Kinds,
			Search:   x.in.Search,
			Days:     x.in.Days,
			Created:  day.Between(x.in.CreatedFrom, x.in.CreatedTo, a.Zone),
		}
		for after, more := "", true; more; more = after != "" {
			page, err := w.s.Mails(w.ctx, a, filter, after, 3)
			w.must(err)
			for _, m := range page.Items {
				sent := ""
				if m.SentAt != nil {
					sent = m.SentAt.UTC().Format(time.DateTime)
				}
				got = append(got, fmt.Sprint(m.CreatedAt.UTC().Format(time.DateTime), m.Kind, m.Recipient, m.Status, m.Attempts, sent, m.Error))
			}
			after = page.Next
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		x.in.Language = "fr"
		var told []int64
		raw, err := w.s.Report(w.ctx, a, x.in, func(done, total int64) error { told = append(told, done, total); return nil })
		w.must(err)
		book, err := excelize.OpenReader(bytes.NewReader(raw))
		w.must(err)
		rows, err := book.GetRows("Messages")
		w.must(err)
		var cells []string
		for _, r := range rows[1:] {
			r = append(r, make([]string, 7-len(r))...)
			cells = append(cells, strings.Join(r, ""))
		}
		if !slices.Equal(cells, want) {
			t.Errorf("%s in the workbook:\n%s\nwant\n%s", name, strings.Join(cells, "\n"), strings.Join(want, "\n"))
		}
		if n := int64(len(want)); !slices.Equal(told[:1], []int64{n}) || told[1] < n {
			t.Errorf("%s: told of %v rows", name, told)
		}
	}
}

// The figures of so many days are those of the messages of these days, in the order of
// their names; the reasons are of what did not go out, the most frequent first.
func TestTheLedgerIsCountedAsItIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	all := w.ledger()
	for _, days := range []int{1, 2, 30} {
		total := map[string]int64{"queued": 0, "sent": 0, "failed": 0, "suppressed": 0, "bounced": 0, "gathered": 0, "summarised": 0}
		kinds, each, reasons := map[[2]string]int64{}, map[[2]string]int64{}, map[[2]string]int64{}
		for _, m := range all {
			if m.created.Before(monday.AddDate(0, 0, -days)) {
				continue
			}
			total[m.status]++
			kinds[[2]string{string(m.kind), m.status}]++
			each[[2]string{m.created.Format(time.DateOnly), m.status}]++
			if m.cause != "" {
				reasons[[2]string{m.cause}]++
			}
		}
		sorted := func(of map[[2]string]int64, byNumber bool) (out []Count) {
			for k, n := range of {
				out = append(out, Count{k[0], k[1], n})
			}
			slices.SortFunc(out, func(a, b Count) int {
				byName := cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Status, b.Status))
				if byNumber {
					return cmp.Or(cmp.Compare(b.N, a.N), byName)
				}
				return byName
			})
			return out
		}
		want := fmt.Sprint(total, sorted(kinds, false), sorted(each, false), sorted(reasons, true))
		got, err := w.s.Analysis(w.ctx, w.qed, days)
		w.must(err)
		if s := fmt.Sprint(got.Total, got.Kinds, got.Days, got.Reasons); s != want {
			t.Errorf("%d days:\n%s\nwant\n%s", days, s, want)
		}
	}
	w.do("UPDATE mail_delivery SET status = 'failed', error = id::text")
	got, err := w.s.Analysis(w.ctx, w.qed, 30)
	if w.must(err); len(got.Reasons) != 10 || !slices.IsSortedFunc(got.Reasons, func(a, b Count) int { return cmp.Compare(a.Key, b.Key) }) {
		t.Errorf("%d reasons: %v", len(got.Reasons), got.Reasons)
	}
}

// A message that fails waits twice as long each time, and while somebody sends it nobody
// else does; one that is tried again has all its tries at once, and no other is touched.
func TestAMessageIsTriedLaterAndLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pgtest.SetClock(t, w.db, monday)
	w.fail = errors.New("no route")
	id, other := w.queue(mail.RegretLetter), uuid.Nil
	now := monday
	for n := range maxAttempts {
		w.send()
		wait := 10 * time.Second << n
		w.status(id, map[bool]string{true: "failed", false: "queued"}[n == maxAttempts-1], n+1)
		for _, early := range []time.Duration{time.Microsecond, 0} {
			pgtest.SetClock(t, w.db, now.Add(wait-early))
			if due, err := q.DueMails(w.ctx, w.db, 100); err != nil || (len(due) == 1) != (early == 0 && n < maxAttempts-1) {
				t.Fatalf("after %d tries and %s: %d due, %v", n+1, wait-early, len(due), err)
			}
		}
		now = now.Add(wait + time.Minute) // somebody had taken it
		pgtest.SetClock(t, w.db, now)
		w.do("UPDATE mail_delivery SET attempts = $1", n+1)
	}
	other = w.queue(mail.RegretLetter)
	w.do("UPDATE mail_delivery SET status = 'failed', attempts = 8, error = 'no route'")
	w.must(w.s.RetryMail(w.ctx, w.qed, id))
	for x, want := range map[uuid.UUID]string{id: "queued 0 ", other: "failed 8 no route"} {
		m, _, err := w.s.Mail(w.ctx, w.qed, x)
		if got := fmt.Sprintf("%s %d %s", m.Status, m.Attempts, m.Error); err != nil || m.ID != x || got != want {
			t.Errorf("%s is %q, want %q, %v", x, got, want, err)
		}
	}
	taken := func() int {
		due, err := q.DueMails(w.ctx, w.db, 100)
		w.must(err)
		return len(due)
	}
	for i, x := range []struct {
		later time.Duration
		due   int
	}{{0, 1}, {time.Minute - time.Microsecond, 0}, {time.Minute, 1}} {
		pgtest.SetClock(t, w.db, now.Add(x.later))
		if n := taken(); n != x.due {
			t.Errorf("%d: %d are taken", i, n)
		}
	}
}

// What waits longest is sent first, a handful at a time, and each attempt is kept in order.
func TestWhatWaitsLongestIsSentFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var want []string
	for i := range sentAtOnce + 1 {
		pgtest.SetClock(t, w.db, monday.Add(time.Duration(-i)*time.Minute))
		want = append([]string{w.queue(mail.RegretLetter).String()}, want...)
	}
	pgtest.SetClock(t, w.db, monday)
	w.send()
	var got []string
	for _, m := range w.box {
		got = append(got, m.ID)
	}
	slices.Sort(got) // together they go in any order
	first := slices.Clone(want[:sentAtOnce])
	slices.Sort(first)
	if !slices.Equal(got, first) {
		t.Errorf("%d are sent at first, of which not all waited longest", len(got))
	}
	w.send()
	if last := w.box[len(w.box)-1].ID; len(w.box) != sentAtOnce+1 || last != want[sentAtOnce] {
		t.Errorf("%d are sent, %s at last, want %s", len(w.box), last, want[sentAtOnce])
	}
}

// To whom it was written that their question is not answered stands in no list: who asked is for nobody, after the closing too.
func TestWhoseQuestionWasRefusedIsForNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.queue(mail.Publication)
	var refused uuid.UUID
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) (err error) {
		refused, err = w.s.Queue(w.ctx, tx, Mail{
			To:   identitysvc.Recipient{Account: w.qed.User, Company: w.qed.Org, Email: "asker@example.org", FirstName: "Asker", Language: "en"},
			Kind: mail.QuestionRefused,
			Path: "/",
			Data: mail.Data{Company: "Acacia", Title: "Pumps", Reference: "ZB/1", Category: "Pumps", Question: "Who else bids?", Reason: "Nobody is told"},
		})
		return err
	}))
	w.send()
	if len(w.box) != 2 {
		t.Fatalf("%d mails went out", len(w.box))
	}
	all, err := w.s.Mails(w.ctx, w.qed, MailFilter{Days: 30}, "", 100)
	if err != nil || len(all.Items) != 1 || all.Items[0].Kind != string(mail.Publication) {
		t.Errorf("the list has %+v, %v", all.Items, err)
	}
	_, _, err = w.s.Mail(w.ctx, w.qed, refused)
	w.is(err, NoMail)
	counted, err := w.s.Analysis(w.ctx, w.qed, 30)
	if err != nil || len(counted.Kinds) != 1 {
		t.Errorf("counted are %+v, %v", counted.Kinds, err)
	}
}
