package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/pgtest"
)

const columns = "testdata/columns.golden"

// A column is one of the database that holds words.
type column struct{ Table, Name string }

func (c column) String() string { return c.Table + "." + c.Name }

// wordy are the columns of free text: what a check or a key gives a form is left alone.
const wordy = `
SELECT c.table_name, c.column_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'text' AND c.is_generated = 'NEVER'
  AND NOT EXISTS (SELECT FROM pg_constraint x JOIN pg_attribute a ON a.attrelid = x.conrelid AND a.attnum = ANY(x.conkey)
                  WHERE x.contype IN ('c', 'f', 'p') AND a.attname = c.column_name
                    AND x.conrelid = format('public.%I', c.table_name)::regclass)
ORDER BY 1, 2`

// formed are columns that the program reads itself, each with what it reads.
var formed = regexp.MustCompile(`^(job\.(timezone|regime|activity)|(plan|meeting)\.timezone|contract_version\.(body|content)|publication_release\.body|category\.(activity|price_formula)|` + // words of closed lists
	`account\.(language|phone|user_type|password_hash)|company\.(phone|timezone)|mail_.*|` + // forms
	`session\..*|ticket\..*|idempotency\..*|outbox\..*|inbox\..*|parked_message\..*|log_.*|rate_limit\..*|` + // the platform's own
	`.*\.(store_key|media_type|receipt|announced|closing_note|language|kind|country|nationality|currency|` +
	`wrapped|recipient|activity|href|data))$`)

// plant writes into every wordy column a word of its own, and behind it what keeps
// rows apart; it tells whose word is which.
func (h *house) plant() map[string]column {
	h.Helper()
	owner := pgtest.As(h.T, h.db, "")
	defer owner.Close()
	rows, err := owner.Query(h.ctx, wordy)
	h.must(err)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	h.must(err)
	words := map[string]column{}
	for i, c := range all {
		if formed.MatchString(c.String()) {
			continue
		}
		word := fmt.Sprintf("zc%03dx", i)
		name := pgx.Identifier{c.Name}.Sanitize()
		sql := "UPDATE %[1]s SET %[2]s = $1 || ' ' || substr(md5(ctid::text), 1, 6) WHERE %[2]s IS NOT NULL"
		sql = fmt.Sprintf(sql, pgx.Identifier{c.Table}.Sanitize(), name)
		if done, err := pgtest.Do(h.ctx, owner, sql, word); err == nil && done.RowsAffected() > 0 {
			words[word] = c
		} // what a trigger keeps as it is, nobody can exchange either
	}
	return words
}

var planted = regexp.MustCompile(`zc\d{3}x`)

// wordsOf calls fn with every word of an answer and the field that holds it.
func wordsOf(v any, under string, fn func(field, word string)) {
	switch x := v.(type) {
	case map[string]any:
		for k, inner := range x {
			wordsOf(inner, k, fn)
		}
	case []any:
		for _, inner := range x {
			wordsOf(inner, under, fn)
		}
	case string:
		for _, word := range planted.FindAllString(x, -1) {
			fn(under, word)
		}
	}
}

// Distinct words in distinct columns come back under their own names: which field
// of an answer shows which column is read by a person before it changes. Two that
// change places, in SQL, in a use case or in an answer, show here.
func TestEveryColumnComesBackUnderItsOwnName(t *testing.T) {
	h := newHouse(t)
	readers := (&canarySweep{matrix: newMatrix(h)}).readers()
	m := newMatrix(h)
	words := h.plant()
	shown, answers := map[string]bool{}, 0
	for _, r := range rows(t) {
		if r.method != http.MethodGet || r.path == "/live" {
			continue
		}
		for _, p := range readers {
			if p.app != r.app || p.org == "" && r.guard != "public" {
				continue
			}
			path := r.path
			for _, n := range placeholder.FindAllStringSubmatch(r.path, -1) {
				path = strings.Replace(path, n[0], m.object(r, n[1], p.persona).own, 1)
			}
			a := m.send(p.persona, r.app, r.method, path+m.query(r), nil)
			if a.status >= 500 {
				t.Errorf("%s for %s: %d %s", r, p.name, a.status, a.body)
			}
			var body any
			if a.status != http.StatusOK || json.Unmarshal([]byte(a.body), &body) != nil {
				continue
			}
			answers++
			wordsOf(body, "", func(field, word string) { shown[field+"\t"+words[word].String()] = true })
		}
	}
	for _, f := range m.findings {
		t.Error(f)
	}
	var lines []string
	for line := range shown {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(columns, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(columns)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("a field shows another column, or is new: read the difference, then run it with -update\n%s",
			difference(string(want), got))
	}
	t.Log(strconv.Itoa(len(words)) + " columns, " + strconv.Itoa(answers) + " answers")
}
