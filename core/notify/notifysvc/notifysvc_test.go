package notifysvc

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

type world struct {
	*testing.T
	ctx  context.Context
	db   *pgxpool.Pool
	s    *Service
	qed  access.Actor
	box  []mail.Message
	fail error
}

// Send keeps what the mail system would get.
func (w *world) Send(_ context.Context, m mail.Message) error {
	if w.fail == nil {
		w.box = append(w.box, m)
	}
	return w.fail
}

func newWorld(t *testing.T) *world {
	t.Helper()
	db := pgtest.New(t)
	accounts := identitysvc.New(db, identity.NewTokens(ed25519.NewKeyFromSeed(make([]byte, 32)), pgtest.Clock(t, db)), identitysvc.Cheap(), identitysvc.Settings{})
	w := &world{T: t, ctx: t.Context(), db: db, s: New(db, accounts, []byte("key"), "https://zabuni.example"),
		qed: access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Name: "Per", Email: "qed@example.org", Privileges: access.Titles[access.Operator]}}
	w.must(pg.InTx(w.ctx, db, func(tx pg.Tx) error {
		r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: "Operator", Country: "KE", TaxID: "P000000001A"}}
		if err := partysvc.Create(w.ctx, tx, access.System, "operator", w.qed.Org, r); err != nil {
			return err
		}
		return accounts.CreateAdministrator(w.ctx, tx, w.qed, "Per", "Sona", "254701234567", "simba42")
	}))
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) is(err, want error) {
	w.Helper()
	if !errors.Is(err, want) {
		w.Fatalf("got %v, want %v", err, want)
	}
}

func (w *world) queue(kind mail.Kind) uuid.UUID {
	w.Helper()
	var id uuid.UUID
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		var err error
		id, err = w.s.Queue(w.ctx, tx, Mail{To: identitysvc.Recipient{Account: w.qed.User, Company: w.qed.Org, Email: "asha@example.org", FirstName: "Asha", Language: "en"},
			Kind: kind, Path: "/", Data: mail.Data{Company: "Acacia", Supplier: "Baobab", Title: "Pumps", Reference: "ZB/1", Category: "Pumps",
				At: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)}})
		return err
	}))
	return id
}

func (w *world) send() {
	w.Helper()
	_, err := w.s.SendDue(w.ctx, w, nil)
	w.must(err)
}

func (w *world) status(id uuid.UUID, want string, tries int) Outgoing {
	w.Helper()
	m, attempts, err := w.s.Mail(w.ctx, w.qed, id)
	if err != nil || m.Status != want || len(attempts) != tries {
		w.Fatalf("%+v, %d attempts, %v; want %s after %d", m, len(attempts), err, want, tries)
	}
	return m
}

// The link in a mail stops what the law does not ask for, and nothing else.
func TestUnsubscribedStillGetWhatTheLawAsksFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.queue(mail.Publication)
	w.send()
	link, err := url.Parse(w.box[0].Unsubscribe)
	if err != nil || link.Path != "/unsubscribe" || !strings.Contains(w.box[0].Text, w.box[0].Unsubscribe) {
		t.Fatal(link, err)
	}
	token := link.Query().Get("token")
	for _, bad := range []string{"", "x", token + "A", "YUBleGFtcGxlLm9yZw." + strings.Split(token, ".")[1]} {
		w.is(w.s.Unsubscribe(w.ctx, bad), LinkInvalid)
	}
	w.must(w.s.Unsubscribe(w.ctx, token))
	w.must(w.s.Unsubscribe(w.ctx, token)) // twice is once
	optional, letter := w.queue(mail.Publication), w.queue(mail.RegretLetter)
	w.send()
	w.status(optional, "suppressed", 0)
	w.status(letter, "sent", 1)
	if len(w.box) != 2 || !strings.HasPrefix(w.box[1].Subject, "Outcome") {
		t.Fatalf("%d mails", len(w.box))
	}
	w.is(w.s.RetryMail(w.ctx, w.qed, optional), NoRetry)
}

func TestTheLedgerTellsEveryAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fail = errors.New("connection refused")
	lost := w.queue(mail.RegretLetter)
	for n := 1; n <= maxAttempts; n++ {
		w.send()
		want := "queued"
		if n == maxAttempts {
			want = "failed"
		}
		w.status(lost, want, n)
		pgtest.Advance(t, w.db, 3*time.Hour)
	}
	w.must(w.s.RetryMail(w.ctx, w.qed, lost)) // it has all its tries again
	for n := 1; n <= maxAttempts; n++ {
		w.send()
		want := "queued"
		if n == maxAttempts {
			want = "failed"
		}
		w.status(lost, want, maxAttempts+n)
		pgtest.Advance(t, w.db, 3*time.Hour)
	}
	w.fail = fmt.Errorf("550 no such user: %w", mail.ErrRefused)
	bounced := w.queue(mail.AwardLetter)
	w.send()
	w.status(bounced, "bounced", 1)
	got, err := w.s.Analysis(w.ctx, w.qed, 30)
	if err != nil || got.Total["failed"] != 1 || got.Total["bounced"] != 1 || got.Total["sent"] != 0 || len(got.Reasons) != 2 || len(got.Kinds) != 2 {
		t.Fatalf("%+v %v", got, err)
	}
	w.fail = nil
	w.must(w.s.RetryMail(w.ctx, w.qed, bounced))
	w.send()
	w.status(bounced, "sent", 2)
	w.is(w.s.RetryMail(w.ctx, w.qed, bounced), NoRetry)
	w.is(w.s.RetryMail(w.ctx, w.qed, uuid.New()), NoMail)
	list, err := w.s.Mails(w.ctx, w.qed, MailFilter{Statuses: []string{"failed"}, Search: "ASHA", Days: 30}, "", 10)
	if err != nil || len(list.Items) != 1 || list.Items[0].ID != lost {
		t.Fatalf("%+v %v", list, err)
	}
	var told int64
	book, err := w.s.Report(w.ctx, w.qed, ReportInput{Days: 30, Language: "am"}, func(done, _ int64) error { told = done; return nil })
	if err != nil || len(book) < 1000 || told != 2 {
		t.Fatalf("%d bytes, %d rows, %v", len(book), told, err)
	}
	for _, a := range []access.Actor{{Type: access.Buyer, Privileges: access.Titles[access.Buyer]}, {Type: access.Operator}} {
		_, err := w.s.Analysis(w.ctx, a, 30)
		w.is(err, fault.Forbidden)
		_, _, err = w.s.Mail(w.ctx, a, lost)
		w.is(err, fault.Forbidden)
		w.is(w.s.RetryMail(w.ctx, a, lost), fault.Forbidden)
	}
}

func TestTheOperatorsWordsAreSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	words := mail.Wording{Subject: "Hodi {{name}}", Body: []string{"{{company}} calls."}}
	w.must(w.s.SaveTemplate(w.ctx, w.qed, mail.Publication, "en", words))
	w.queue(mail.Publication)
	w.send()
	if w.box[0].Subject != "Hodi Asha" || !strings.Contains(w.box[0].Text, "Acacia calls.") {
		t.Fatalf("%+v", w.box[0])
	}
	list, err := w.s.Templates(w.ctx, w.qed, "en")
	if err != nil || len(list) != len(mail.Kinds()) {
		t.Fatal(list, err)
	}
	for _, x := range list {
		if x.Own != (x.Kind == mail.Publication) || x.Own && x.UpdatedBy != "Per Sona" {
			t.Errorf("%+v", x)
		}
	}
	w.is(w.s.SaveTemplate(w.ctx, w.qed, mail.RegretLetter, "en", words), fault.Invalid)
	w.is(w.s.SaveTemplate(w.ctx, w.qed, "spam", "en", words), NoTemplate)
	w.is(w.s.SaveTemplate(w.ctx, w.qed, mail.Publication, "xx", words), NoTemplate)
	w.is(w.s.SaveTemplate(w.ctx, access.Actor{Type: access.Operator}, mail.Publication, "en", words), fault.Forbidden)
	m, err := w.s.PreviewTemplate(w.ctx, w.qed, mail.Publication, "en", words)
	if err != nil || m.Subject != "Hodi Per" {
		t.Fatal(m, err)
	}
	w.must(w.s.ResetTemplate(w.ctx, w.qed, mail.Publication, "en"))
	w.queue(mail.Publication)
	w.send()
	if strings.Contains(w.box[1].Subject, "Hodi") {
		t.Error("the words taken back are still sent")
	}
}

// The ledger of mails and their words are the operator's, and of its people those who
// may look: every act on them asks for that itself, whoever let the caller in.
func TestEveryActOnMailsAsksWhoMayLook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.queue(mail.Publication)
	words := mail.Wording{Subject: "Hodi", Body: []string{"Karibu"}}
	whole := func(int64, int64) error { return nil }
	for name, act := range map[string]func(a access.Actor) error{
		"Mails":     func(a access.Actor) error { _, err := w.s.Mails(w.ctx, a, MailFilter{Days: 30}, "", 10); return err },
		"Mail":      func(a access.Actor) error { _, _, err := w.s.Mail(w.ctx, a, id); return err },
		"RetryMail": func(a access.Actor) error { return w.s.RetryMail(w.ctx, a, id) },
		"Analysis":  func(a access.Actor) error { _, err := w.s.Analysis(w.ctx, a, 30); return err },
		"Report":    func(a access.Actor) error { _, err := w.s.Report(w.ctx, a, ReportInput{Days: 30}, whole); return err },
		"Templates": func(a access.Actor) error { _, err := w.s.Templates(w.ctx, a, "en"); return err },
		"PreviewTemplate": func(a access.Actor) error {
			_, err := w.s.PreviewTemplate(w.ctx, a, mail.Publication, "en", words)
			return err
		},
		"SaveTemplate":  func(a access.Actor) error { return w.s.SaveTemplate(w.ctx, a, mail.Publication, "en", words) },
		"ResetTemplate": func(a access.Actor) error { return w.s.ResetTemplate(w.ctx, a, mail.Publication, "en") },
	} {
		without := slices.DeleteFunc(slices.Clone(access.Titles[access.Operator]), func(p access.Privilege) bool {
			return p == access.ManageDocuments
		})
		for who, a := range map[string]access.Actor{
			"a buyer":                  {User: w.qed.User, Org: w.qed.Org, Type: access.Buyer, Privileges: access.Titles[access.Operator]},
			"who manages no documents": {User: w.qed.User, Org: w.qed.Org, Type: access.Operator, Privileges: without},
		} {
			if err := act(a); !errors.Is(err, fault.Forbidden) {
				t.Errorf("%s by %s: %v", name, who, err)
			}
		}
		if err := act(w.qed); errors.Is(err, fault.Forbidden) {
			t.Errorf("%s by who may: %v", name, err)
		}
	}
}
