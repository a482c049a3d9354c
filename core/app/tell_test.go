package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// A listening is a world in which it is asked who was told what. Its first three
// bidders read French, Amharic and Swahili, the buyer's second person Portuguese.
type listening struct {
	*story.World
	heard map[string]int // lines, by person
	box   []mail.Message
}

func listen(t *testing.T, bidders int) *listening {
	t.Helper()
	w := &listening{World: story.New(t, bidders), heard: map[string]int{}}
	for i, language := range []string{"fr", "am", "sw"} {
		if i < bidders {
			w.reads(w.Bidders[i], language)
		}
	}
	w.reads(w.Second, "pt")
	return w
}

// reads sets somebody's language.
func (w *listening) reads(who access.Actor, language string) {
	w.Helper()
	w.do("UPDATE account SET language = $1 WHERE id = $2", language, who.User)
}

func (w *listening) do(sql string, args ...any) {
	w.Helper()
	_, err := pgtest.Do(w.Context(), w.DB, sql, args...)
	w.Must(err)
}

// Send keeps what the mail system would get. Every job of a story is Nairobi's, and
// so is every moment that a message tells of it.
func (w *listening) Send(_ context.Context, m mail.Message) error {
	if strings.Contains(m.Text, "(UTC+00:00)") {
		w.Errorf("%s tells a moment without its zone: %s", m.Subject, m.Text)
	}
	w.box = append(w.box, m)
	return nil
}

// post lets everybody react and sends what they write.
func (w *listening) post() {
	w.Helper()
	w.React()
	w.send()
}

// send sends every message: one with a hole would fail.
func (w *listening) send() {
	w.Helper()
	for n := 1; n > 0; {
		var err error
		n, err = w.Notify.SendDue(w.Context(), w, w.Attachment)
		w.Must(err)
	}
	if n := w.Count("SELECT count(*) FROM mail_delivery WHERE error <> ''"); n != 0 {
		var why string
		w.Must(w.DB.QueryRow(w.Context(), "SELECT kind || ': ' || error FROM mail_delivery WHERE error <> '' LIMIT 1").Scan(&why))
		w.Fatalf("%d messages could not be written: %s", n, why)
	}
}

// hears compares what somebody was told since it was asked last: sentences of the
// app with where they lead, messages with their language. Ids in paths are left out.
func (w *listening) hears(who access.Actor, want ...string) {
	w.Helper()
	w.post()
	rows, err := w.DB.Query(w.Context(), `
		SELECT 'app ' || kind || ' ' || href, kind, params, created_at, id FROM notification WHERE account_id = $1
		UNION ALL
		SELECT CASE status WHEN 'suppressed' THEN 'no mail ' ELSE 'mail ' END || kind || ' ' || language || ' ' || coalesce(data ->> 'Link', ''), '', data, created_at, id
		FROM mail_delivery WHERE account_id = $1 ORDER BY 4, 5`, who.User)
	w.Must(err)
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line, kind string
		var params []byte
		var at any
		var id uuid.UUID
		w.Must(rows.Scan(&line, &kind, &params, &at, &id))
		line = ids.ReplaceAllString(strings.ReplaceAll(line, story.Origin, ""), ":id")
		lines = append(lines, line)
		if kind != "" {
			w.whole(kind, params)
		}
	}
	w.Must(rows.Err())
	got := slices.Clone(lines[w.heard[who.Email]:])
	w.heard[who.Email] = len(lines)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		w.Errorf("%s was told\n\t%s\nwant\n\t%s", who.Name, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// heedless lets pass what was told so far.
func (w *listening) heedless() {
	w.Helper()
	w.post()
	rows, err := w.DB.Query(w.Context(), `
		SELECT a.email::text, (SELECT count(*) FROM notification n WHERE n.account_id = a.id) + (SELECT count(*) FROM mail_delivery d WHERE d.account_id = a.id)
		FROM account a`)
	w.Must(err)
	var email string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&email, &n}, func() error {
		w.heard[email] = n
		return nil
	})
	w.Must(err)
}

var (
	ids   = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)
	blank = regexp.MustCompile(`\{\{(\w+)\}\}`)
)

// whole asks the screen's own sentence of a kind for what it needs.
func (w *listening) whole(kind string, raw []byte) {
	w.Helper()
	var words struct{ Kind map[string]string }
	var params map[string]string
	text, err := os.ReadFile("../../packages/i18n/src/locales/en/notifications.json")
	w.Must(err)
	w.Must(json.Unmarshal(text, &words))
	w.Must(json.Unmarshal(raw, &params))
	for _, b := range blank.FindAllStringSubmatch(words.Kind[strings.ReplaceAll(kind, ".", "_")], -1) {
		if params[b[1]] == "" {
			w.Errorf("the sentence of %s lacks %s: %s", kind, b[1], raw)
		}
		if strings.HasSuffix(b[1], "_at") && params["zone"] != "Africa/Nairobi" {
			w.Errorf("%s tells a moment without its zone: %s", kind, raw)
		}
	}
}

// reading is the last message to somebody.
func (w *listening) reading(who access.Actor) string {
	w.Helper()
	w.post()
	for _, m := range slices.Backward(w.box) {
		if m.To.Email == who.Email {
			return m.Subject + "\n" + m.Text
		}
	}
	w.Fatalf("no message to %s", who.Name)
	return ""
}

// says expects parts of the last message to somebody.
func (w *listening) says(who access.Actor, parts ...string) {
	w.Helper()
	text := w.reading(who)
	for _, p := range parts {
		if !strings.Contains(text, p) {
			w.Errorf("the message to %s does not say %q:\n%s", who.Name, p, text)
		}
	}
}

// colleague makes another person of a company, with these privileges only.
func (w *listening) colleague(who access.Actor, t access.UserType, name string, privileges ...access.Privilege) access.Actor {
	w.Helper()
	a := access.Actor{User: uuid.Must(uuid.NewV7()), Org: who.Org, Type: t, Name: name, Email: name + "@example.org", Privileges: privileges, Confirmed: who.Confirmed}
	role := uuid.Must(uuid.NewV7())
	w.do(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, phone, language, status, created_at)
		VALUES ($1, $2, $3, $4, $5, 'Colleague', '254701234567', 'en', 'active', zabuni.clock())`, a.User, a.Org, string(t), a.Email, name)
	w.do("INSERT INTO role (id, company_id, user_type, name, created_at) VALUES ($1, $2, $3, $4, zabuni.clock())", role, a.Org, string(t), name)
	w.do("INSERT INTO account_role (account_id, role_id) VALUES ($1, $2)", a.User, role)
	for _, p := range privileges {
		w.do("INSERT INTO role_privilege (role_id, title) VALUES ($1, $2)", role, string(p))
	}
	return a
}

// denies takes a privilege from somebody by another role.
func (w *listening) denies(who access.Actor, p access.Privilege) {
	w.Helper()
	role := uuid.Must(uuid.NewV7())
	w.do(`INSERT INTO role (id, company_id, user_type, name, created_at)
		VALUES ($1, $2, $3, 'without', zabuni.clock())`, role, who.Org, string(who.Type))
	w.do("INSERT INTO role_privilege (role_id, title, denied) VALUES ($1, $2, true)", role, string(p))
	w.do("INSERT INTO account_role (account_id, role_id) VALUES ($1, $2)", who.User, role)
}

// keepOut blacklists a supplier, with a buyer or with everybody.
func (w *listening) keepOut(supplier access.Actor, buyer *uuid.UUID) {
	w.Helper()
	w.do(`INSERT INTO blacklist_case (id, supplier_id, buyer_id, ground, reason, status, noticed_by, noticed_at, reply_by, decided_at, expires_at)
		VALUES ($1, $2, $3, 'other', 'x', 'blacklisted', $2, zabuni.clock(), zabuni.clock(), zabuni.clock(), zabuni.clock() + interval '1 year')`,
		uuid.Must(uuid.NewV7()), supplier.Org, buyer)
}

// kind is the nth kind of supply.
func kind(n int) *uuid.UUID {
	id := uuid.MustParse(fmt.Sprintf("01900000-0000-7000-8000-%012d", n))
	return &id
}

// supplies has a supplier name a kind of supply.
func (w *listening) supplies(who access.Actor, n int) {
	w.Helper()
	w.do("INSERT INTO company_category_type (company_id, category_type_id) VALUES ($1, $2)", who.Org, *kind(n))
}

// tender is the terms of the tender of pumps, changed.
func tender(change func(*story.Terms)) (sourcing.Policy, story.Terms) {
	t := pumps
	change(&t)
	return policyOf(sourcing.Tender), t
}
