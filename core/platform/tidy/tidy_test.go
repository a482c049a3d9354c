package tidy_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/tidy"
)

func column(t *testing.T, db *pgxpool.Pool, sql string) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Every table has a rule by which its rows end, or a word why they stay; none has
// both, and what the log holds sums of has no rule.
func TestEveryTableEndsOrSaysWhyNot(t *testing.T) {
	db := pgtest.As(t, pgtest.New(t), "")
	ends, kept, there := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range tidy.Rules {
		ends[r.Table] = true
	}
	for _, name := range column(t, db, "SELECT name FROM kept") {
		kept[name] = true
	}
	for _, name := range column(t, db, "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'") {
		there[name] = true
		said := tidy.Stays[name] != ""
		switch {
		case kept[name] && ends[name]:
			t.Errorf("the log holds sums of %s, and a rule would end its rows", name)
		case ends[name] && said:
			t.Errorf("%s ends by a rule and stays by a word", name)
		case !kept[name] && !ends[name] && !said:
			t.Errorf("%s grows for ever: it wants a rule in tidy.Rules, or a word in tidy.Stays", name)
		}
	}
	for name := range tidy.Stays {
		if !there[name] {
			t.Errorf("there is no table %s", name)
		}
	}
}

// rows are for each rule a row of an age, with what it needs.
var rows = map[string]string{
	"inbox":           "INSERT INTO inbox (consumer, message_id, handled_at) VALUES ('c', $1, %s)",
	"message_attempt": "INSERT INTO message_attempt (consumer, message_id, at) VALUES ('c', $1, %s)",
	"parked_message":  "INSERT INTO parked_message (consumer, message_id, subject, payload, error, parked_at) VALUES ('c', $1, 's', '', 'e', %s)",
	"idempotency":     "INSERT INTO idempotency (actor_id, operation, key, input_hash, response, created_at) VALUES (uuidv7(), 'o', $1, '', '{}', %s)",
	"session": `INSERT INTO session (id, account_id, secret_hash, rotated_at, tfa_pending, remember, browser, agent, network, confirmed_at, created_at, seen_at, expires_at)
		VALUES (uuidv7(), uuidv7(), $1::text::bytea, now(), false, false, true, '', '', now(), now(), now(), %s)`,
	"mailed_secret": "INSERT INTO mailed_secret (hash, account_id, purpose, version, created_at, expires_at) VALUES ($1::text::bytea, uuidv7(), 'reset', 1, now(), %s)",
	"known_device":  "INSERT INTO known_device (hash, account_id, created_at, seen_at) VALUES ($1::text::bytea, uuidv7(), now(), %s)",
	"notification":  "INSERT INTO notification (id, account_id, kind, params, href, created_at) VALUES (uuidv7(), uuidv7(), 'k', '{}', $1, %s)",
	"mail_delivery": `WITH d AS (INSERT INTO mail_delivery (id, recipient, name, kind, language, data, statutory, status, next_try_at, created_at)
		VALUES (uuidv7(), 'r', $1, 'k', 'en', '{}', STATUTORY, 'sent', now(), %s) RETURNING id)
		INSERT INTO mail_attempt (delivery_id, number, at, outcome) SELECT id, 1, now(), 'sent' FROM d`,
	"payment_callback": "INSERT INTO payment_callback (provider, token, body, network, sum, attempt_id, verdict, received_at) VALUES ('m', 't', $1, 'n', sha256(convert_to($1, 'UTF8')), ATTEMPT, 'v', %s)",
	"auction_practice": "INSERT INTO auction_practice (category_id, account_id, supplier_id, buyer_id, seed, bids, begun_at) VALUES (uuidv7(), uuidv7(), uuidv7(), uuidv7(), 1, to_jsonb($1::text), %s)",
	"task": `INSERT INTO task (id, kind, company_id, actor_id, title, status, input, created_at, finished_at)
		VALUES (uuidv7(), 'k', uuidv7(), uuidv7(), $1, 'completed', '{}', now(), %s)`,
}

// What is over for longer than its rule says goes, what is younger stays, and so
// does what a rule leaves out, however old.
func TestWhatIsOverGoes(t *testing.T) {
	for _, r := range tidy.Rules {
		db := pgtest.New(t)
		owner, err := pgtest.As(t, db, "").Acquire(t.Context()) // whose settings last
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(owner.Release)
		insert := strings.NewReplacer("STATUTORY", fmt.Sprint(strings.HasPrefix(r.Only, "statutory")),
			"ATTEMPT", map[bool]string{true: "uuidv7()", false: "NULL"}[strings.Contains(r.Only, "IS NOT NULL")]).Replace(rows[r.Table])
		add := func(sql, name string, days int) {
			t.Helper()
			// Without what other tables would have to hold.
			age := fmt.Sprintf("zabuni.clock() - interval '%d days'", days)
			if _, err := owner.Exec(t.Context(), "SET session_replication_role = replica"); err != nil {
				t.Fatal(err)
			}
			if _, err := owner.Exec(t.Context(), fmt.Sprintf(sql, age), name); err != nil {
				t.Fatal(r.Table, err)
			}
			if _, err := owner.Exec(t.Context(), "RESET session_replication_role"); err != nil {
				t.Fatal(err)
			}
		}
		add(insert, "young", r.Days-1)
		add(insert, "old", r.Days+1)
		left := func() (n int) {
			t.Helper()
			if err := owner.QueryRow(t.Context(), "SELECT count(*) FROM "+r.Table).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		if n := left(); n != 2 {
			t.Fatalf("%s has %d rows", r.Table, n)
		}
		if more, err := tidy.Step(t.Context(), db); err != nil || more {
			t.Fatal(more, err)
		}
		if n := left(); n != 1 {
			t.Errorf("%s (%s) has %d rows left of a young and an old one", r.Table, r.Only, n)
		}
		if r.Only == "" || r.Table == "mail_delivery" || r.Table == "payment_callback" {
			continue
		}
		spared := map[string]string{
			"parked_message": "UPDATE parked_message SET again_at = now()",
			"task":           "UPDATE task SET status = 'pending'",
			"session": `INSERT INTO support_view (id, session_id, account_id, company_id, reason, began_at, ends_at)
				SELECT uuidv7(), id, uuidv7(), uuidv7(), 'r', now(), now() FROM session`,
		}[r.Table]
		for _, sql := range []string{"SET session_replication_role = replica", "DELETE FROM " + r.Table, fmt.Sprintf(strings.ReplaceAll(insert, "$1", "'spared'"), "timestamptz '2001-01-01'"), spared, "RESET session_replication_role"} {
			if _, err := owner.Exec(t.Context(), sql); err != nil {
				t.Fatal(r.Table, sql, err)
			}
		}
		if _, err := tidy.Step(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		if n := left(); n != 1 {
			t.Errorf("%s: what is not over is gone", r.Table)
		}
	}
}

// A heap goes in steps.
func TestAHeapGoesInSteps(t *testing.T) {
	db := pgtest.New(t)
	if _, err := db.Exec(t.Context(), "INSERT INTO inbox (consumer, message_id, handled_at) SELECT 'c', n::text, now() - interval '1 year' FROM generate_series(1, 2500) n"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		left int
		more bool
	}{{1500, true}, {500, true}, {0, false}} {
		more, err := tidy.Step(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		var left int
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM inbox").Scan(&left); err != nil || left != want.left || more != want.more {
			t.Errorf("%d left, more %v, want %+v (%v)", left, more, want, err)
		}
	}
}

// The table of README.md has the rules as they are.
func TestReadmeTellsTheRules(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| what goes | after | why |\n|---|---|---|\n")
	if !ok {
		t.Fatal("README.md has no table of what goes")
	}
	table = regexp.MustCompile(`(?s)\n\n.*`).ReplaceAllString(table, "\n")
	var want strings.Builder
	for _, r := range tidy.Rules {
		fmt.Fprintf(&want, "| %s (`%s`) | %s | %s |\n", r.What, r.Table, span(r.Days), r.Why)
	}
	if table != want.String() {
		t.Errorf("README.md tells\n%s\nand the rules are\n%s", table, want.String())
	}
}

// span is how long rows stay, as people say it.
func span(days int) string {
	switch {
	case days == 365:
		return "a year"
	case days%365 == 0:
		return fmt.Sprintf("%d years", days/365)
	}
	return fmt.Sprintf("%d days", days)
}
