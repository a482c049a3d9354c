package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/live/livehttp"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task/tasksvc"
)

// tidings are an event of the story as the outbox held it.
type tidings struct {
	subject string
	payload []byte
}

// react hands every event to those who react to it, as the consumers do, until
// none is left: a reaction has events of its own.
func (h *house) react() {
	h.Helper()
	h.reactAnd(func() {})
}

// reactAnd does something more after every few events.
func (h *house) reactAnd(then func()) {
	h.Helper()
	for {
		rows, err := h.db.Query(h.ctx, "SELECT id, subject, payload FROM outbox ORDER BY id")
		h.must(err)
		last, found := int64(0), len(h.told)
		for rows.Next() {
			var e tidings
			h.must(rows.Scan(&last, &e.subject, &e.payload))
			h.told = append(h.told, e)
		}
		h.must(rows.Err())
		if len(h.told) == found {
			return
		}
		for chunk := range slices.Chunk(h.told[found:], few) {
			for _, e := range chunk {
				h.hand(e, func(string) bool { return true })
			}
			then()
		}
		h.exec("DELETE FROM outbox WHERE id <= $1", last)
	}
}

// few are so many events that no reader of a stream is too slow for them, and told to read again.
const few = 16

// hand gives one event to the reactions of those names.
func (h *house) hand(e tidings, name func(string) bool) {
	h.Helper()
	for _, r := range h.Reactions() {
		if name(r.Name) && r.Hears(e.subject) {
			h.must(pg.InTx(h.ctx, h.db, func(tx pg.Tx) error { return r.Do(h.ctx, tx, e.payload) }))
		}
	}
}

// A listener is a reader whose stream is open. What it may hear is said here,
// apart from the code that decides it.
type listener struct {
	reader
	in     *bufio.Reader
	topics map[string]bool
	own    map[string]bool // identifiers that are no news to it
	first  string          // id of the first word
	words  int
}

// A stage is the houses' streams with everybody who listens.
type stage struct {
	*canarySweep
	lines     map[string]*fasthttputil.InmemoryListener
	asked     []string
	listeners []*listener
	marks     int
}

// newStage opens the streams of people of both tenants. Everybody asks for
// everything: each inbox, each task, the platform's figures.
func newStage(s *canarySweep, path string) *stage {
	s.Helper()
	g := &stage{canarySweep: s, lines: map[string]*fasthttputil.InmemoryListener{}, asked: []string{livehttp.Platform}}
	for name, handler := range s.handlers {
		ln := fasthttputil.NewInmemoryListener()
		server := &fasthttp.Server{ReadTimeout: time.Minute, Handler: handler}
		done := make(chan error, 1)
		go func() { done <- server.Serve(ln) }()
		s.Cleanup(func() { _ = server.Shutdown(); <-done })
		g.lines[name] = ln
	}
	type seat struct {
		app string
		a   access.Actor
	}
	seats := []seat{{"operator", s.operator}}
	for _, t := range s.tenants {
		seats = append(seats, seat{"buyer", t.buyer}, seat{"buyer", t.second}, seat{"contracts", t.manager}, seat{"supplier", t.supplier}, seat{"supplier", t.rival})
	}
	owner := map[string]uuid.UUID{livehttp.Platform: s.operator.User} // who may hear a topic
	for _, x := range seats {
		owner[livehttp.Inbox(x.a.User)] = x.a.User
		g.asked = append(g.asked, livehttp.Inbox(x.a.User))
	}
	report, err := s.Tasks.Start(s.ctx, s.db, s.operator, tasksvc.Start{Kind: app.MailReport, Title: word(s.operator, "task"), Input: map[string]string{"language": "en"}, Path: "/x", Back: "/y"})
	s.must(err)
	tasks := map[string]access.Actor{report.String(): s.operator, s.tenants[0].ids["supplier_task"]: s.tenants[0].supplier, s.tenants[1].ids["supplier_task"]: s.tenants[1].supplier}
	for id, a := range tasks {
		owner["task."+id] = a.User
		g.asked = append(g.asked, "task."+id)
	}
	for _, x := range seats {
		l := &listener{reader: reader{persona: persona{name: x.app + " " + x.a.Name, t: x.a.Type, user: x.a.User}, app: x.app, org: x.a.Name[:4]}, topics: map[string]bool{}, own: map[string]bool{x.a.User.String(): true}}
		l.token, l.half = s.session(x.a.User, sessionRow{confirmed: s.now.Add(time.Hour), expires: s.now.Add(12 * time.Hour), as: x.a.Type})
		for topic, who := range owner {
			if who == x.a.User {
				l.topics[topic] = true
				l.own[strings.TrimPrefix(topic, "task.")] = true
			}
		}
		g.open(l, path, "")
		g.listeners = append(g.listeners, l)
	}
	return g
}

// open opens a stream and reads its head.
func (g *stage) open(l *listener, path, last string) {
	g.Helper()
	conn, err := g.lines[l.app].Dial()
	g.must(err)
	g.Cleanup(func() { _ = conn.Close() })
	g.must(conn.SetDeadline(time.Now().Add(time.Minute)))
	_, err = fmt.Fprintf(conn, "GET /api/%s%s?topics=%s HTTP/1.1\r\nHost: zabuni.test\r\nAuthorization: Bearer %s\r\nCookie: __Host-zabuni_sid=%s\r\nLast-Event-ID: %s\r\n\r\n",
		l.app, path, strings.Join(g.asked, ","), l.token, l.half, last)
	g.must(err)
	l.in = bufio.NewReader(conn)
	if head := g.paragraph(l); !strings.HasPrefix(head, "HTTP/1.1 200") || !strings.Contains(head, "text/event-stream") {
		g.Fatalf("the stream of %s does not open: %s", l.name, head)
	}
}

func (g *stage) paragraph(l *listener) string {
	g.Helper()
	var out strings.Builder
	for {
		line, err := l.in.ReadString('\n')
		if err != nil {
			g.Fatalf("the stream of %s ends after %q: %v", l.name, out.String(), err)
		}
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			return out.String()
		}
		out.WriteString(line + "\n")
	}
}

// heed reads each stream up to a mark that is told last, and judges all words.
func (g *stage) heed() {
	g.Helper()
	g.marks++
	mark := fmt.Sprintf(`{"mark":%d}`, g.marks)
	for _, l := range g.listeners {
		g.Tell(livehttp.Inbox(l.user), json.RawMessage(mark))
	}
	for _, l := range g.listeners {
		for {
			text := g.paragraph(l)
			if strings.Contains(text, "event: reset") || strings.Contains(text, "event: end") {
				g.Fatalf("the stream of %s lost its words: %s", l.name, text)
			}
			if strings.Contains(text, mark) {
				break
			}
			if strings.Contains(text, "event: word") && !strings.Contains(text, `{"mark":`) {
				g.judge(l, text)
			}
		}
	}
}

// judge holds one word against what its listener may hear.
func (g *stage) judge(l *listener, text string) {
	id, rest, _ := strings.Cut(text, "\n")
	if l.first == "" {
		l.first = strings.TrimPrefix(id, "id: ")
	}
	l.words++
	var w struct {
		Topic string          `json:"topic"`
		Data  json.RawMessage `json:"data"`
	}
	_, data, _ := strings.Cut(rest, "data: ")
	if err := json.Unmarshal([]byte(data), &w); err != nil {
		g.find("%s hears what is no word: %q", l.name, text)
	}
	if !l.topics[w.Topic] {
		g.find("a foreign topic: %s hears %s", l.name, w.Topic)
	}
	for _, x := range uuids.FindAllString(rest, -1) {
		if !l.own[x] && !l.own["notifications."+x] {
			g.find("a foreign identifier: %s hears %s", l.name, text)
		}
	}
	g.listen(l.reader, "/live", w.Topic, []byte(rest))
}

// perform makes everything happen again that tells browsers something: all
// events of the story, inboxes that are read, tasks that are done.
func (g *stage) perform() {
	g.Helper()
	list := slices.Clone(g.told)
	for chunk := range slices.Chunk(list, few) {
		for _, e := range chunk {
			g.hand(e, func(name string) bool { return name == "live" || name == "figures" })
		}
		g.heed()
	}
	g.must(g.Tasks.Drain(g.ctx))
	g.heed()
	for _, l := range g.listeners {
		if a := g.send(l.persona, l.app, "POST", "/notifications/read", map[string]any{}); a.status >= 300 {
			g.Fatalf("%s reads nothing: %d %s", l.name, a.status, a.body)
		}
		g.reactAnd(g.heed)
		g.heed()
	}
}

// streams listens to every persona's stream while everybody is told of everything.
func (s *canarySweep) streams() {
	s.Helper()
	g := newStage(s, "/live")
	g.perform()
	words := 0
	for _, l := range g.listeners {
		words += l.words
		if told := s.id("SELECT count(*)::text FROM notification WHERE account_id = $1", l.user); (l.words > 0) != (told != "0" || l.t == access.Operator) {
			s.find("%s has %s notifications and hears %d words", l.name, told, l.words)
		}
	}
	for _, l := range g.listeners { // who comes back hears what was missed, and no more
		if before := l.words; before > 0 {
			g.open(l, "/live", l.first)
			l.words = 0
			g.again(l, before-1)
		}
	}
	if words < 50 {
		s.Errorf("only %d words were told", words)
	}
	for _, app := range []string{"buyer", "contracts", "operator", "supplier"} { // who is nobody has no stream
		if a := s.send(persona{}, app, "GET", "/live?topics=platform", nil); a.status != 401 {
			s.find("nobody listens at %s: %d", app, a.status)
		}
	}
	s.Logf("%d words heard on %d streams", words, len(g.listeners))
}

// again reads what is told to one who comes back.
func (g *stage) again(l *listener, missed int) {
	g.Helper()
	for l.words < missed {
		text := g.paragraph(l)
		if strings.Contains(text, "event: reset") {
			g.Fatalf("%s has missed too much", l.name)
		}
		if strings.Contains(text, "event: word") && !strings.Contains(text, `{"mark":`) {
			g.judge(l, text)
		}
	}
}

// A word with another company's text, one that names another's object, and a
// stream that gives everybody what they ask for are heard.
func TestTheSweepHearsPlantedWords(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	beta := h.tenants[1]
	httpkit.Stream(h.bffs["buyer"], access.SignedIn, httpkit.Operation{ID: "plantedLive", Path: "/planted/live"},
		func(ctx *fasthttp.RequestCtx, _ func(context.Context) (access.Actor, error)) error {
			return h.Live.Serve(ctx, strings.Split(string(ctx.QueryArgs().Peek("topics")), ","), func(_ context.Context, asked []string) ([]string, error) { return asked, nil })
		})
	h.handlers["buyer"] = h.bffs["buyer"].Handler()
	for name, x := range map[string]struct {
		path string
		tell func()
		want string
	}{
		"nothing":              {"/live", func() { h.Tell(livehttp.Inbox(beta.supplier.User), struct{}{}) }, ""},
		"another's text":       {"/live", func() { h.Tell(livehttp.Inbox(h.tenants[0].buyer.User), map[string]string{"title": "zqbetarolex"}) }, "foreign buyer\trole\t/live"},
		"another's identifier": {"/live", func() { h.Tell(livehttp.Inbox(h.tenants[0].buyer.User), map[string]string{"id": beta.ids["job"]}) }, "a foreign identifier: buyer alfa"},
		"another's inbox":      {"/planted/live", func() { h.Tell(livehttp.Inbox(beta.supplier.User), struct{}{}) }, "a foreign topic: buyer alfa"},
		"another's task":       {"/planted/live", func() { h.Tell(tasksvc.Topic(uuid.MustParse(beta.ids["supplier_task"])), struct{}{}) }, "a foreign topic: buyer alfa"},
		"the platform's":       {"/planted/live", func() { h.Tell(livehttp.Platform, struct{}{}) }, "a foreign topic: buyer alfa"},
	} {
		s := newSweep(h, newHearing(t))
		g := newStage(s, "/live")
		if x.path != "/live" {
			l := g.listeners[1]
			g.open(l, x.path, "")
		}
		x.tell()
		g.heed()
		all := strings.Join(s.findings, "\n")
		for f := range s.found {
			all += "\n" + f
		}
		if x.want == "" && all != "" || !strings.Contains(all, x.want) {
			t.Errorf("planted %s: want %q, heard %q", name, x.want, all)
		}
	}
}
