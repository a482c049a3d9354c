package pgtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// An Account is the text of what happened in a test: what was answered, what was
// refused and why, and what the log of the database has of it. It is held against
// a file that a person reads. Identifiers stand in it under their names, or are
// numbered as they come.
type Account struct {
	t     testing.TB
	db    pg.DB
	names map[string]string
	text  strings.Builder
	entry int64 // the last of the log that was told
}

// NewAccount begins one; what the log has by then is not told. Rules have no
// database, and none is given.
func NewAccount(t testing.TB, db pg.DB) *Account {
	t.Helper()
	a := &Account{t: t, db: db, names: map[string]string{uuid.Nil.String(): "none"}}
	if db != nil {
		a.Skip()
	}
	return a
}

// Name gives an identifier its name.
func (a *Account) Name(id uuid.UUID, name string) { a.names[id.String()] = name }

// Head begins a part.
func (a *Account) Head(format string, args ...any) {
	if a.text.Len() > 0 {
		a.text.WriteByte('\n')
	}
	fmt.Fprintf(&a.text, "# "+format+"\n", args...)
}

// Tell writes what was answered, a line for each entry of a list.
func (a *Account) Tell(what string, answer any, err error) {
	a.t.Helper()
	if err != nil {
		a.Refused(what, err)
		return
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		a.t.Fatal("pgtest: ", err)
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		a.line("%s: %s", what, raw)
		return
	}
	a.line("%s: %d", what, len(list))
	for _, x := range list {
		a.line("  %s", x)
	}
}

// Refused writes why something is not done; nil is "done".
func (a *Account) Refused(what string, err error) {
	a.t.Helper()
	if err == nil {
		a.line("%s: done", what)
		return
	}
	e := fault.As(err)
	if errors.Is(err, fault.Internal) {
		a.t.Fatalf("%s: %v", what, err)
	}
	a.line("%s: %s%s", what, e.Code, params(e.Params))
	for _, f := range e.Fields {
		a.line("  %s %s%s", f.Pointer, f.Code, params(f.Params))
	}
}

func params(of map[string]any) string {
	out := ""
	for _, k := range slices.Sorted(maps.Keys(of)) {
		out += fmt.Sprintf(" %s=%v", k, of[k])
	}
	return out
}

// Skip leaves out what the log has by now.
func (a *Account) Skip() {
	a.t.Helper()
	if err := a.db.QueryRow(context.Background(), "SELECT coalesce(max(id), 0) FROM audit_entry").Scan(&a.entry); err != nil {
		a.t.Fatal("pgtest: ", err)
	}
}

// Log writes the entries of the log that came since the last time.
func (a *Account) Log() {
	a.t.Helper()
	rows, err := a.db.Query(context.Background(), `SELECT id, actor_name, action, object, object_id, coalesce(company_id::text, '-'), detail::text
		FROM audit_entry WHERE id > $1 ORDER BY id`, a.entry)
	if err != nil {
		a.t.Fatal("pgtest: ", err)
	}
	defer rows.Close()
	for rows.Next() {
		var actor, action, object, owner, detail string
		var id uuid.UUID
		if err := rows.Scan(&a.entry, &actor, &action, &object, &id, &owner, &detail); err != nil {
			a.t.Fatal("pgtest: ", err)
		}
		a.line("  > %s %s: %s %s of %s %s", actor, action, object, id, owner, detail)
	}
	if err := rows.Err(); err != nil {
		a.t.Fatal("pgtest: ", err)
	}
}

var identifier = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

func (a *Account) line(format string, args ...any) {
	a.text.WriteString(identifier.ReplaceAllStringFunc(fmt.Sprintf(format, args...), func(id string) string {
		if a.names[id] == "" {
			a.names[id] = fmt.Sprintf("id%d", len(a.names))
		}
		return a.names[id]
	}))
	a.text.WriteByte('\n')
}

// Golden holds the account against a file, or writes the file.
func (a *Account) Golden(file string, update bool) {
	a.t.Helper()
	if update {
		if err := os.WriteFile(file, []byte(a.text.String()), 0o644); err != nil {
			a.t.Fatal("pgtest: ", err)
		}
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		a.t.Fatal("pgtest: ", err)
	}
	got, want := strings.Split(a.text.String(), "\n"), strings.Split(string(raw), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			a.t.Errorf("%s:%d differs\n got %s\nwant %s", file, i+1, at(got, i), at(want, i))
			return
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(the end)"
}
