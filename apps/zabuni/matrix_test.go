package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

// An answer is what came back.
type answer struct {
	status int
	code   string // of a problem
	kind   string
	body   string
}

// send is one call of a persona; a nil body on a mutation is an empty object.
func (h *house) send(p persona, app, method, path string, body any) answer {
	return call(h.handlers[app], p, method, "/api/"+app+path, body)
}

func call(handler fasthttp.RequestHandler, p persona, method, path string, body any) answer {
	var req fasthttp.Request
	req.Header.SetMethod(method)
	req.SetRequestURI(path)
	req.Header.SetHost("zabuni.test")
	token, half := p.token, p.half
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if half != "" {
		req.Header.SetCookie("__Host-zabuni_sid", half)
	}
	if method != http.MethodGet && method != http.MethodDelete {
		raw := []byte("{}")
		if body != nil {
			raw, _ = json.Marshal(body)
		}
		req.Header.SetContentType("application/json")
		if bytes, ok := body.([]byte); ok {
			raw = bytes
			req.Header.SetContentType("application/octet-stream")
		}
		req.Header.Set("Idempotency-Key", uuid.NewString())
		req.SetBody(raw)
	}
	var ctx fasthttp.RequestCtx
	ctx.Init(&req, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, nil)
	handler(&ctx)
	out := answer{status: ctx.Response.StatusCode(), kind: string(ctx.Response.Header.ContentType())}
	raw, err := ctx.Response.BodyUncompressed()
	if err != nil {
		raw = ctx.Response.Body()
	}
	out.body = string(raw)
	if out.status >= 400 {
		var problem httpkit.Problem
		_ = json.Unmarshal(raw, &problem)
		out.code = problem.Code
	}
	return out
}

// A row is one operation of the reviewed table.
type row struct{ app, method, path, guard string }

func (r row) String() string { return r.app + " " + r.method + " " + r.path }

func rows(t testing.TB) []row {
	t.Helper()
	raw, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var out []row
	for line := range strings.Lines(string(raw)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		out = append(out, row{f[0], f[1], f[2], f[3]})
	}
	return out
}

// table reads a reviewed table: fields apart by tabs, # begins a remark.
func table(t testing.TB, name string, fields int) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var out [][]string
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		x := strings.Split(line, "\t")
		if len(x) != fields {
			t.Fatalf("%s: %q has %d fields", name, line, len(x))
		}
		out = append(out, x)
	}
	return out
}

// matrix asks everything of everybody. Its expectations come from reviewed
// tables alone: guards.golden, objects.golden, deeper.golden, support.golden.
type matrix struct {
	*house
	docs     map[string]apiDoc
	objects  [][]string
	deeper   [][]string
	support  [][]string
	cells    atomic.Int64
	mu       sync.Mutex
	findings []string
	gone     map[string]bool // kinds whose own object a deletion has used up
}

func newMatrix(h *house) *matrix {
	return &matrix{house: h, docs: h.contracts(), objects: table(h.T, "objects.golden", 4), deeper: table(h.T, "deeper.golden", 5),
		support: table(h.T, "support.golden", 4), gone: map[string]bool{}}
}

func (m *matrix) find(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.findings = append(m.findings, fmt.Sprintf(format, args...))
}

var patterns sync.Map // of the tables, compiled once

func pattern(text string) *regexp.Regexp {
	if p, ok := patterns.Load(text); ok {
		return p.(*regexp.Regexp)
	}
	p := regexp.MustCompile(text)
	patterns.Store(text, p)
	return p
}

// An object is what one parameter names, for a persona of the first tenant.
type object struct {
	kind             string
	own, foreign     string
	mine             bool // another tenant's must look like none
	exists, operator bool
}

func (m *matrix) object(r row, name string, p persona) object {
	for _, x := range m.objects {
		if x[0] != "*" && x[0] != r.app || x[2] != name || !pattern(x[1]).MatchString(r.path) {
			continue
		}
		kind, operator := strings.CutPrefix(x[3], "operator:")
		if v, ok := strings.CutPrefix(kind, "="); ok {
			if id := m.tenants[0].ids[v]; id != "" {
				v = id
			}
			return object{kind: kind, own: v, exists: v != "nobody" && v != "nothing"}
		}
		o := object{kind: kind, own: m.tenants[0].ids[kind], foreign: m.tenants[1].ids[kind], mine: true, exists: true, operator: operator}
		if kind == "task" {
			o.own, o.foreign = p.task, m.tenants[1].ids["supplier_task"]
		}
		if o.own == "" || o.foreign == "" {
			m.find("no object of kind %s in the world (%s)", kind, r)
		}
		return o
	}
	m.find("no row for {%s} of %s in objects.golden", name, r)
	return object{}
}

// changesCaller are operations that end or change the session that asks: only who
// is refused asks here, session_test and support_test have the others.
var changesCaller = regexp.MustCompile(`/authentication/(sessions|tfa|profile|logout|refresh)\b|^/support/`)

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// readOnly is what the support view answers to whatever changes something.
const readOnly = "support.read_only"

// expected says what the tables let a persona have: 0, 401 or 403. Support reads
// what the customer's people read, less what support.golden closes, and sends
// only what that lets through.
func (m *matrix) expected(r row, p persona) int {
	if p.support && (r.method == http.MethodGet) == m.inSupport(r) {
		return http.StatusForbidden
	}
	return expected(r.guard, p)
}

// inSupport reports whether support.golden names an operation.
func (m *matrix) inSupport(r row) bool {
	return slices.ContainsFunc(m.support, func(x []string) bool { return (x[0] == "*" || x[0] == r.app) && x[1] == r.method && x[2] == r.path })
}

// run judges one operation for one persona: own, foreign and missing objects.
func (m *matrix) run(r row, p persona) {
	want := m.expected(r, p)
	if want == 0 && r.method != http.MethodGet && changesCaller.MatchString(r.path) {
		return
	}
	names := placeholder.FindAllStringSubmatch(r.path, -1)
	objects := make([]object, len(names))
	whole, owned := true, 0
	for i, n := range names {
		objects[i] = m.object(r, n[1], p)
		whole = whole && objects[i].exists
		if objects[i].mine {
			owned++
		}
	}
	at := func(other int, value string) string {
		path := r.path
		for i, n := range names {
			v := objects[i].own
			if i == other {
				v = value
			}
			path = strings.Replace(path, n[0], v, 1)
		}
		return path + m.query(r)
	}
	a := m.ask(r, p, want, at(-1, ""), nil)
	if want == 0 && whole {
		m.own(r, p, a, objects)
		if body := m.body(r); body != nil { // for whom the use case refuses, whatever is sent
			if refused, _ := m.deep(r, p); refused {
				m.own(r, p, m.ask(r, p, want, at(-1, ""), body), objects)
			}
		}
	}
	for i, o := range objects {
		if !o.mine {
			continue
		}
		body := m.body(r)
		missing := m.ask(r, p, want, at(i, uuid.NewString()), body)
		refused, _ := m.deep(r, p)
		if want == 0 && (missing.status < 400 || missing.status == 401 || missing.status == 403 && !refused) {
			m.find("%s for %s: no %s at all answers %d %s", r, p.name, o.kind, missing.status, missing.code)
		}
		if o.operator { // staff reaches both, but not the one through the other
			if a := m.ask(r, p, want, at(i, o.foreign), nil); want == 0 && owned > 1 && a.status < 400 {
				m.find("%s for %s: a %s answers %d below another tenant's", r, p.name, o.kind, a.status)
			}
			continue
		}
		foreign := m.ask(r, p, want, at(i, o.foreign), body)
		if want == 0 && (foreign.status != missing.status || blank(foreign.body, o.foreign) != blank(missing.body, "")) {
			m.find("%s for %s: a foreign %s answers %d %s, none at all %d %s", r, p.name, o.kind, foreign.status, foreign.body, missing.status, missing.body)
		}
	}
}

var uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// blank takes out the identifiers that were asked for, and how long to wait.
func blank(body, id string) string { return uuids.ReplaceAllString(body, "-") }

// ask makes one cell and judges the guard.
func (m *matrix) ask(r row, p persona, want int, path string, body any) answer {
	m.cells.Add(1)
	a := m.send(p, r.app, r.method, path, body)
	switch {
	case a.status >= 500 && a.status != http.StatusServiceUnavailable:
		m.find("%s for %s: %d %s", r, p.name, a.status, a.body)
	case want != 0 && p.support && r.method != http.MethodGet && (a.status != want || a.code != readOnly):
		m.find("too open: %s for %s answers %d %s, want %s", r, p.name, a.status, a.code, readOnly)
	case want != 0 && a.status != want:
		m.find("too open: %s for %s answers %d %s, want %d", r, p.name, a.status, a.code, want)
	case want == 0 && a.status == http.StatusUnauthorized && r.guard != "public":
		m.find("too closed: %s for %s answers 401 %s", r, p.name, a.code)
	}
	return a
}

// own judges an admitted call about an own object.
func (m *matrix) own(r row, p persona, a answer, objects []object) {
	m.mu.Lock()
	gone := false
	for _, o := range objects {
		gone = gone || m.gone[o.kind]
	}
	if r.method == http.MethodDelete && a.status < 300 && len(objects) > 0 {
		m.gone[objects[len(objects)-1].kind] = true
	}
	m.mu.Unlock()
	refused, code := m.deep(r, p)
	switch {
	case a.status == http.StatusUnprocessableEntity:
	case refused && (a.status != http.StatusForbidden || a.code != code):
		m.find("too open: %s for %s answers %d %s, and deeper.golden refuses it with %s", r, p.name, a.status, a.code, code)
	case !refused && a.status == http.StatusForbidden:
		m.find("too closed: %s for %s answers %d %s %s", r, p.name, a.status, a.code, a.body)
	case a.status == http.StatusNotFound && !gone && r.guard != "public":
		m.find("too closed: %s for %s answers %d %s about its own object", r, p.name, a.status, a.code)
	}
}

// deeperRow is what deeper.golden says an operation takes beyond its guard.
func (m *matrix) deeperRow(r row) (string, bool) {
	for _, x := range m.deeper {
		if x[0] == r.app && x[1] == r.method && x[2] == r.path {
			return x[3], true
		}
	}
	return "", false
}

// deep reports whether deeper.golden refuses a persona that the guard admits, and with what.
func (m *matrix) deep(r row, p persona) (refused bool, code string) {
	takes, ok := m.deeperRow(r)
	if !ok {
		return false, ""
	}
	privileges, then, _ := strings.Cut(takes, "+")
	privileges, other, _ := strings.Cut(privileges, "/")
	switch {
	case privileges != "" && !slices.ContainsFunc(strings.Split(privileges, ","), func(x string) bool { return p.holds[x] }):
		return true, cmp.Or(other, "forbidden")
	case then == "fresh":
		return p.stale, "step_up_required"
	}
	return then != "", then
}

// query fills in what an operation cannot do without.
func (m *matrix) query(r row, but ...string) string {
	var out []string
	for _, q := range m.docs[r.app].Paths[r.path][strings.ToLower(r.method)].Parameters {
		if q.In == "query" && q.Required && !slices.Contains(but, q.Name) {
			said := m.docs[r.app].asked(q)
			if q.Name == "list_id" {
				said = m.tenants[0].ids["listing"]
			}
			out = append(out, fmt.Sprintf("%s=%v", q.Name, said))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "?" + strings.Join(out, "&")
}

// asked is what a parameter of the query says without which there is no answer.
func (d apiDoc) asked(q parameter) any {
	switch {
	case q.Name == "search":
		return "zq" // with which every canary begins
	case q.Name == "activity" && slices.Contains(d.resolve(q.Schema).Enum, any(string(sourcing.Tender))):
		return sourcing.Tender // of which the story has an award
	}
	return d.sample(q.Schema, false, 0)
}

// body is one that the contract admits, so that the call comes to its object.
func (m *matrix) body(r row) any {
	d := m.docs[r.app]
	c, ok := d.Paths[r.path][strings.ToLower(r.method)].RequestBody.Content["application/json"]
	if !ok {
		return nil
	}
	return d.sample(c.Schema, false, 0)
}

// everything runs all rows for all personas. What uses up the
// objects that others ask about comes last, one after another.
func (m *matrix) everything(list []row, people []persona) {
	var last []row
	work := make(chan row)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for r := range work {
				for _, p := range people {
					m.run(r, p)
				}
			}
		})
	}
	for _, r := range list {
		switch {
		case strings.HasSuffix(r.path, "/authentication/logout"), strings.HasSuffix(r.path, "/authentication/refresh"):
			// The one ends sessions, the other is right to ask for a cookie: identitysvc tests both.
		case r.method == http.MethodDelete, strings.HasSuffix(r.path, "/checkout/"):
			last = append(last, r)
		default:
			work <- r
		}
	}
	close(work)
	wg.Wait()
	slices.SortStableFunc(last, func(a, b row) int { return strings.Compare(a.method, b.method) })
	for _, r := range last {
		for _, p := range people {
			m.run(r, p)
		}
	}
}

// byApp parts operations into shards. Each has a house of its own, so that one can
// be asked alone (-run Matrix/buyer) and all of them at once.
func byApp(list []row) map[string][]row {
	out := map[string][]row{}
	for _, r := range list {
		out[r.app] = append(out[r.app], r)
	}
	return out
}

func TestAuthorisationMatrix(t *testing.T) {
	for app, list := range byApp(rows(t)) {
		t.Run(app, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			people := h.personas()
			m := newMatrix(h)
			m.everything(list, people)
			for _, x := range h.trespasses() {
				m.find("done to another tenant by %s", x)
			}
			slices.Sort(m.findings)
			for _, f := range slices.Compact(m.findings) {
				t.Error(f)
			}
			t.Logf("%d cells: %d operations, %d personas, own, foreign and missing objects", m.cells.Load(), len(list), len(people))
			if m.cells.Load() < int64(len(list)*len(people)*6/5) {
				t.Fatal("the matrix has shrunk")
			}
		})
	}
}
