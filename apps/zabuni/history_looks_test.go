package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/platform/pgtest"
)

// unread is what is the same in every history, or the true clock's.
var unread = regexp.MustCompile(`/authentication/|token}|^/activities|^/core/|^/email-templates|^/category_types|^/session$|my_privileges`)

// objectsNamed are what a path's parameter may name, where objects.golden has a word.
var objectsNamed = map[string]string{
	"category_id":   "SELECT id::text FROM category ORDER BY id",
	"job_id":        "SELECT id::text FROM job ORDER BY id",
	"bid_id":        "SELECT id::text FROM participation ORDER BY id",
	"submission_id": "SELECT id::text FROM submission ORDER BY id",
	"supplier_id":   "SELECT id::text FROM company WHERE kind = 'supplier' ORDER BY id",
	"company_id":    "SELECT id::text FROM company WHERE kind <> 'operator' ORDER BY id",
	"buyer_id":      "SELECT id::text FROM company WHERE kind = 'buyer' ORDER BY id",
	"letter_id":     "SELECT id::text FROM letter ORDER BY id",
	"contract_id":   "SELECT id::text FROM contract ORDER BY id",
	"order_id":      "SELECT id::text FROM purchase_order ORDER BY id",
	"file_id":       "SELECT id::text FROM bid_file ORDER BY id",
	"upload_id":     "SELECT id::text FROM upload ORDER BY id",
	"user_id":       "SELECT id::text FROM account WHERE user_type <> 'operator' ORDER BY id",
	"role_id":       "SELECT id::text FROM role ORDER BY id",
	"mail_id":       "SELECT id::text FROM mail_delivery ORDER BY id",
	"question_id":   "SELECT id::text FROM question ORDER BY id",
}

var wordsNamed = map[string][]string{
	"envelope":         {"technical", "financial", "bid"},
	"turn":             {"first", "second"},
	"id":               {"KE"},
	"category_type_id": {"01900000-0000-7000-8000-000000000001"},
}

// look is what somebody reads, where it says something.
func (h *history) look(l lot) string {
	h.Helper()
	names := slices.Sorted(maps.Keys(h.people))
	who := pick(l, "who", names)
	_, app := h.as(who)
	list := h.gets[app]
	r := lookedAt(l, "what", list)
	if !strings.Contains(r.path, "{") && l.chance("rather", 60) {
		r = lookedAt(l, "what else", list)
	}
	path := h.place(r.path, func(name string, values []string) string { return pick(l, name, values) })
	if path == "" {
		return ""
	}
	m := matrix{house: h.house, docs: h.docs}
	query := m.query(r, "search", "query")
	for _, q := range h.docs[app].Paths[r.path]["get"].Parameters {
		if q.In == "query" && q.Required && (q.Name == "search" || q.Name == "query") {
			query = "?" + q.Name + "=lorries" // what is drawn by lot has no such word in it
		}
		if q.In == "query" && !q.Required && len(q.Schema.Enum) > 0 && l.chance("asks "+q.Name, 35) {
			sep := "?"
			if query != "" {
				sep = "&"
			}
			query += fmt.Sprintf("%s%s=%v", sep, q.Name, pick(l, q.Name, q.Schema.Enum))
		}
	}
	return h.read(who, path+query)
}

// lookedAt is one of a list, which another that joins the list changes only where it is drawn itself.
func lookedAt(l lot, what string, list []row) row {
	return slices.MaxFunc(list, func(a, b row) int { return cmp.Compare(l.share(what+" "+a.path), l.share(what+" "+b.path)) })
}

// place puts what there is into a path, "" where there is nothing.
func (h *history) place(path string, choose func(name string, values []string) string) string {
	h.Helper()
	for _, n := range placeholder.FindAllStringSubmatch(path, -1) {
		values := wordsNamed[n[1]]
		if sql := cmp.Or(objectsNamed[n[1]], h.also[n[1]]); sql != "" {
			values = h.texts(sql)
		}
		if len(values) == 0 {
			return ""
		}
		path = strings.Replace(path, n[0], choose(n[1], values), 1)
	}
	return path
}

// read is what somebody reads at an address, once as long as it says the same.
func (h *history) read(who, path string) string {
	h.Helper()
	p, app := h.as(who)
	a := h.send(p, app, http.MethodGet, path, nil)
	if a.status >= 500 {
		h.Errorf("%s: %s reads %s: %d %s", h.seed, who, path, a.status, a.body)
	}
	title := fmt.Sprintf("%s reads %s: %d %s", who, path, a.status, a.code)
	if a.status >= 300 || !strings.Contains(a.kind, "json") {
		return title
	}
	if was, ok := h.heard[who+path]; ok && was == a.body {
		return title + ", as before"
	}
	h.heard[who+path] = a.body
	return title + "\n" + a.body
}

// readers read everything at the end of a story.
var readers = []string{"officer", "third", "boss", "staff", "s1", "s2"}

// everything is what people read where a history stands, of every object by its turn; of
// what about fits, nil: of all.
func (h *history) everything(who []string, about *regexp.Regexp) (out []string) {
	h.Helper()
	m := matrix{house: h.house, docs: h.docs}
	for _, who := range who {
		_, app := h.as(who)
		for _, r := range h.gets[app] {
			if about != nil && !about.MatchString(r.path) {
				continue
			}
			asked := map[string]bool{}
			for turn := range 4 {
				path := h.place(r.path, func(_ string, values []string) string { return values[turn%len(values)] })
				if path == "" || asked[path] {
					continue
				}
				asked[path] = true
				if said := h.read(who, path+m.query(r, "search", "query")); strings.Contains(said, "\n") { // refusals are other tests' matter
					out = append(out, said)
				}
			}
		}
	}
	return out
}

// told is the history in words.
func (h *history) told() string {
	h.Helper()
	l, names := newLabeller(h.house), pgtest.Names(h.T, h.db)
	var out strings.Builder
	for _, c := range h.chapter {
		fmt.Fprintf(&out, "# %s\n%s\n%s", l.text(c.title), l.answer(c.answer), l.text(pgtest.Print(h.T, c.rows, names)))
		for _, look := range c.looks {
			out.WriteString(l.answer(look) + "\n")
		}
	}
	box := &outbox{}
	for sent := 1; sent > 0; {
		var err error
		sent, err = h.Notify.SendDue(h.ctx, box, h.Attachment)
		h.must(err)
	}
	var mails []string
	for _, m := range box.mails {
		mails = append(mails, l.text(fmt.Sprintf("# a mail to <%s> %s %q\n%s\n", m.To.Email, m.Language, m.Subject, m.Text)))
	}
	slices.Sort(mails)
	for _, m := range mails {
		out.WriteString(m)
	}
	return out.String()
}

// answer are lines, of which those that are an answer are laid out for reading.
func (l labeller) answer(text string) string {
	var out []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "{") || strings.HasPrefix(line, "[") {
			line = l.plain(line)
		}
		out = append(out, l.text(line))
	}
	return strings.Join(out, "\n")
}

// compareKept is compare over a text that is kept packed.
func compareKept(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, err := z.Write([]byte(got))
		if err = cmp.Or(err, z.Close(), os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, b.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	want, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("read the difference, then run it with -update\n%s", apart(string(want), got))
	}
}
