package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/pgtest"
)

// A labeller writes what a run makes anew (identifiers, hashes, keys) as what it is
// of, so that two runs of one story read the same.
type labeller struct{ of map[string]string }

// newLabeller calls each row of the database by its table and its place there. What
// comes with the platform has the same identifier everywhere, and keeps it.
func newLabeller(h *house) labeller {
	h.Helper()
	l := labeller{of: map[string]string{}}
	for id, name := range pgtest.Names(h.T, h.db) {
		if !strings.HasPrefix(id, "01900000-") {
			l.of[id] = "<" + name + ">"
		}
	}
	return l
}

// Drawn by lot, or by the true clock: keys and sums, the numbers of orders and lines, the server's
// time, a signature.
var (
	digests = regexp.MustCompile(`\b[0-9a-f]{32,}\b|[A-Za-z0-9+/_-]{22,}={0,2}`)
	packed  = regexp.MustCompile(`"size": \d+(,\s+"sum": ")`) // of a paper that is made: its packing goes by what is drawn
	hexes   = regexp.MustCompile(`^[0-9a-f]{32,}$`)
	drawn   = regexp.MustCompile(`\bST(?:-[A-Z0-9]{4}){3}(?:/[0-9a-f]{8})?\b|\b(?:ZB|RF|DP|PO)-[A-Z0-9]{4}-[A-Z0-9]{4}\b|\bZB[A-Z0-9]{8}\b|"server_time": "[^"]*"|— \S+ [A-Za-z0-9+/]{40,}={0,2}`)
)

func (l labeller) text(s string) string {
	s = uuids.ReplaceAllStringFunc(s, func(id string) string {
		if name, ok := l.of[id]; ok {
			return name
		}
		if strings.HasPrefix(id, "01900000-") {
			return id
		}
		return "<id>"
	})
	s = drawn.ReplaceAllString(s, "<drawn>")
	return digests.ReplaceAllStringFunc(s, func(x string) string {
		if hexes.MatchString(x) || strings.ToLower(x) != x && strings.ToUpper(x) != x {
			return "<digest>"
		}
		return x // an address, a word
	})
}

// address writes each part of a path as what it is of.
func (l labeller) address(path string) string {
	path, query, asks := strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = l.text(part)
	}
	out := strings.Join(parts, "/")
	if asks {
		out += "?" + l.text(query)
	}
	return out
}

// plain writes an answer for reading: one member a line.
func (l labeller) plain(body string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(body), "", " ") != nil {
		return l.text(body)
	}
	return l.text(packed.ReplaceAllString(out.String(), `"size": 1$1`))
}

// An asking is one call of the story's people, with its answer.
type asking struct{ path, who, body string }

// everyAnswer asks each operation that reads, for each person of the story whose
// desk has it, about each object of the story that it may be about.
func (s *canarySweep) everyAnswer(r row, people []reader, l labeller) (out []asking) {
	names := placeholder.FindAllStringSubmatch(r.path, -1)
	t := s.tenants[0]
	seen := map[string]bool{}
	for _, p := range people {
		// Most of what is asked for is not there, or the same as another's: only what is new is written for reading.
		read := map[string]string{}
		answer := func(path string) (body string, ok bool) {
			a := s.send(p.persona, r.app, http.MethodGet, path, nil)
			if a.status != http.StatusOK || !strings.Contains(a.kind, "json") {
				return "", false
			}
			if _, known := read[a.body]; !known {
				read[a.body] = l.plain(a.body)
			}
			return read[a.body], true
		}
		ask := func(path, nothing string) {
			body, ok := answer(path)
			x := asking{path: l.address(path), who: p.name, body: body}
			if !ok || body == nothing || seen[x.path+x.body] { // two people who see the same are one answer
				return
			}
			seen[x.path+x.body] = true
			out = append(out, x)
		}
		own := make([]string, len(names))
		for i, n := range names {
			own[i] = s.object(r, n[1], p.persona).own
		}
		ours := slices.Collect(maps.Values(t.ids))
		at := func(values []string) string {
			path := r.path
			for i, n := range names {
				path = strings.Replace(path, n[0], values[i], 1)
			}
			return path + s.query(r)
		}
		if path, sought := strings.CutSuffix(at(own), "search=zq"); sought {
			// Two letters may stand in a number that is drawn by lot, a whole name does not.
			nothing, _ := answer(path + "search=zqnobodysx")
			for _, owner := range []string{"alfa", "beta", "gama", "delt", "epsi", "zeta", "oper"} {
				ask(path+"search=zq"+owner, nothing)
			}
			continue
		}
		ask(at(own), "")
		for i := range names {
			if !slices.Contains(ours, own[i]) {
				continue // a word, or what comes with the platform
			}
			with := func(id string) string {
				values := slices.Clone(own)
				values[i] = id
				return at(values)
			}
			nothing, _ := answer(with(uuid.NewString()))
			tried := map[string]bool{own[i]: true}
			for _, kind := range slices.Sorted(maps.Keys(t.ids)) {
				if id := t.ids[kind]; !tried[id] {
					tried[id] = true
					ask(with(id), nothing)
				}
			}
		}
	}
	return out
}

// What the story's people read, word for word: each answer of each operation, in
// the order that it comes. A figure, a name, an order or a status that changes
// shows as a difference, which a person reads before it is taken over with -update.
func TestEveryAnswerOfTheStoryIsAsItWas(t *testing.T) {
	for app, list := range byApp(rows(t)) {
		t.Run(app, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			s := newSweep(h, newHearing(t))
			people := slices.DeleteFunc(s.readers(), func(r reader) bool { return r.app != app })
			l := newLabeller(h)
			var got strings.Builder
			for _, r := range list {
				if r.method != http.MethodGet || r.path == "/live" {
					continue
				}
				for _, a := range s.everyAnswer(r, people, l) {
					fmt.Fprintf(&got, "# %s for %s\n%s\n", a.path, a.who, a.body)
				}
			}
			for _, f := range s.findings {
				t.Error(f)
			}
			compare(t, filepath.Join("testdata", "answers", app+".txt"), got.String())
		})
	}
}

// What the story sends and what it leaves in the log, word for word: who is written
// to, in which order, and who has done what to what.
func TestEveryMailAndEveryEntryOfTheStoryIsAsItWas(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	l := newLabeller(h)
	box := &outbox{}
	for sent := 1; sent > 0; {
		var err error
		sent, err = h.Notify.SendDue(h.ctx, box, h.Attachment)
		h.must(err)
	}
	var mails []string
	for _, m := range box.mails {
		text := fmt.Sprintf("# %q <%s> %s %q\n%s\n", m.To.Name, m.To.Email, m.Language, m.Subject, m.Text)
		for _, a := range m.Attachments {
			text += "attached: " + a.Name + "\n"
		}
		mails = append(mails, l.text(text))
	}
	slices.Sort(mails) // they leave several at a time
	compare(t, "testdata/answers/mails.txt", strings.Join(mails, ""))

	owner := pgtest.As(t, h.db, "")
	defer owner.Close()
	rows, err := owner.Query(h.ctx, `SELECT '# ' || action || ' ' || object || ' ' || object_id || E'\n'
		|| to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' ' || actor_type || ' ' || actor_name || ' ' || actor_id
		|| coalesce(E'\nof ' || company_id, '') || E'\n' || jsonb_pretty(detail) || E'\n' FROM audit_entry WHERE action <> 'test.rows.set' ORDER BY id`)
	h.must(err)
	entries, err := pgx.CollectRows(rows, pgx.RowTo[string])
	h.must(err)
	compare(t, "testdata/answers/log.txt", l.text(strings.Join(entries, "")))
}

// compare holds a text against what is kept of it, part by part.
func compare(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	kept := parts(string(want))
	for title, part := range parts(got) {
		if was, ok := kept[title]; !ok {
			t.Errorf("%s is new: read it, then run it with -update\n%.600s", title, part)
		} else if was != part {
			t.Errorf("%s: read the difference, then run it with -update\n%s", title, apart(was, part))
		}
		delete(kept, title)
	}
	for title := range kept {
		t.Errorf("%s is answered no longer", title)
	}
}

// parts are the pieces of a text by their titles, lines that begin with #.
func parts(text string) map[string]string {
	out, title := map[string]string{}, ""
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "# ") {
			title = strings.TrimSpace(line)
			continue
		}
		out[title] += line
	}
	return out
}

// apart shows where two texts part, with a line before and what follows in each.
func apart(was, is string) string {
	w, g := strings.Split(was, "\n"), strings.Split(is, "\n")
	at := 0
	for at < min(len(w), len(g)) && w[at] == g[at] {
		at++
	}
	show := func(lines []string, sign string) (out string) {
		for _, line := range lines[at:min(at+4, len(lines))] {
			out += sign + line + "\n"
		}
		return out
	}
	before := ""
	if at > 0 {
		before = "  " + w[at-1] + "\n"
	}
	return fmt.Sprintf("line %d\n%s%s%s", at+1, before, show(w, "- "), show(g, "+ "))
}
