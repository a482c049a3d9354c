package main

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
)

// atOnce lets all that lists are ordered by have happened in the same moment, so that
// a page ends between rows that their identifiers alone tell apart.
func (h *house) atOnce() {
	h.Helper()
	h.exec(`DO $$
		DECLARE c record;
		BEGIN
			FOR c IN SELECT table_name AS name, column_name AS moment
				FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
				WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
				AND column_name IN ('created_at', 'invited_at', 'issued_at', 'noticed_at', 'parked_at')
			LOOP
				EXECUTE format('UPDATE %1$I SET %2$I = (SELECT max(%2$I) FROM %1$I) WHERE %2$I IS NOT NULL', c.name, c.moment);
			END LOOP;
		END $$`)
}

// twins gives what the story has but one of a second.
func (h *house) twins() {
	h.Helper()
	for table, change := range map[string]string{
		"payment_attempt": `'token', x.token || 'B', 'provider_ref', x.provider_ref || 'B', 'merchant_ref', '', 'receipt', NULL, 'status', CASE x.status WHEN 'processing' THEN 'expired' ELSE x.status END`,
		"letter":          `'kind', 'custom', 'reference', x.reference || 'B'`,
		"contract":        `'award_id', NULL, 'number', x.number || 'B'`,
		"blacklist_case":  `'status', 'lifted'`,
	} {
		h.exec(fmt.Sprintf(`INSERT INTO %[1]s SELECT (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), %[2]s))).*
			FROM %[1]s x`, table, change))
	}
}

// A list that is read row by row has the rows of the whole, each once and in its place,
// though all of them came in the same moment.
func TestEveryListReadRowByRowIsTheWhole(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	m := newMatrix(h)
	h.furnish()
	people := h.readers()
	h.inform()
	h.twins()
	h.atOnce()
	parted := 0
	for _, l := range m.lists() {
		if len(l.sized) == 0 {
			continue
		}
		names := func(narrow url.Values) (out []string) {
			for _, r := range m.read(people[l.app], l, narrow) {
				out = append(out, nameOf(r))
			}
			return out
		}
		whole, single := names(url.Values{}), url.Values{}
		for _, size := range l.sized {
			single.Set(size, "1")
		}
		if got := names(single); !slices.Equal(got, whole) {
			t.Errorf("%s: row by row there are %v, in one page %v", l, got, whole)
		}
		if len(whole) > 1 {
			parted++
		}
	}
	if parted < 40 {
		t.Errorf("only %d lists have rows for two pages", parted)
	}
	for _, f := range m.findings {
		t.Error(f)
	}
}
