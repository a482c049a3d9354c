package main

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/mail"
)

// A reader asks for everything that can be read, with everything that it holds.
type reader struct {
	persona
	app, org string // org as canaries name it
}

// hearing is visible.golden, and which of its rows somebody needed.
type hearing struct {
	rows [][]string
	used []atomic.Bool
}

func newHearing(t testing.TB) *hearing {
	rows := table(t, "visible.golden", 5)
	return &hearing{rows: rows, used: make([]atomic.Bool, len(rows))}
}

// A sweep asks and listens. What a reader may hear stands in visible.golden.
type canarySweep struct {
	*matrix
	visible *hearing
	found   map[string]bool
	asked   int
	guard   sync.Mutex
}

func newSweep(h *house, v *hearing) *canarySweep {
	return &canarySweep{matrix: newMatrix(h), visible: v, found: map[string]bool{}}
}

// readers are real people of the first tenant, and nobody at all.
func (s *canarySweep) readers() []reader {
	t := s.tenants[0]
	var out []reader
	for _, x := range []struct {
		app string
		a   access.Actor
	}{{"buyer", t.buyer}, {"contracts", t.manager}, {"supplier", t.supplier}, {"supplier", t.rival}, {"operator", s.operator}} {
		r := reader{persona: persona{name: x.app + " " + x.a.Name, t: x.a.Type, user: x.a.User, task: uuid.NewString()}, app: x.app, org: x.a.Name[:4]}
		r.token, r.half = s.session(x.a.User, sessionRow{confirmed: s.now.Add(time.Hour), expires: s.now.Add(12 * time.Hour), as: x.a.Type})
		out = append(out, r)
	}
	for app := range s.bffs {
		out = append(out, reader{persona: persona{name: "nobody at " + app, task: uuid.NewString()}, app: app})
	}
	return out
}

// fresh is a reader with a token of this moment: a sweep of a slow machine outlives one.
func (s *canarySweep) fresh(r reader) reader {
	if r.user != uuid.Nil {
		r.token, r.half = s.session(r.user, sessionRow{confirmed: s.now.Add(time.Hour), expires: s.now.Add(12 * time.Hour), as: r.t, signed: s.Clock.Now().Sub(s.now)})
	}
	return r
}

// relation says whose a word is, seen from a reader.
func relation(owner, org string) string {
	const first = "alfa gama epsi"
	kind := "supplier"
	if owner == "alfa" || owner == "beta" {
		kind = "buyer"
	}
	switch {
	case owner == org:
		return "own"
	case owner == "oper":
		return "platform"
	case org == "" || org == "oper":
		return "any " + kind
	case strings.Contains(first, owner) == strings.Contains(first, org):
		return "our " + kind
	}
	return "foreign " + kind
}

// may looks a word up in the reviewed table.
func (s *canarySweep) may(r reader, c canary, operation string) bool {
	kind := r.app
	if r.org == "" {
		kind = "nobody"
	}
	ok := false
	for i, x := range s.visible.rows {
		if x[0] == kind && x[1] == relation(c.owner, r.org) && (x[2] == "*" || slices.Contains(strings.Split(x[2], ","), c.class)) && pattern(x[3]).MatchString(operation) {
			s.visible.used[i].Store(true)
			ok = true
		}
	}
	return ok
}

// listen judges one answer.
func (s *canarySweep) listen(r reader, operation, asked string, data []byte) {
	for c := range heard(data) {
		s.guard.Lock()
		if !s.may(r, c, operation) {
			kind := r.app
			if r.org == "" {
				kind = "nobody"
			}
			s.found[strings.Join([]string{kind, relation(c.owner, r.org), c.class, operation}, "\t")+"\t"+asked] = true
		}
		s.guard.Unlock()
	}
}

// read asks one operation for one reader: its own objects, every identifier of
// both tenants at every place, every word in every search.
func (s *canarySweep) read(r row, p reader) {
	ask := func(path, why string) string {
		a := s.send(p.persona, r.app, http.MethodGet, path, nil)
		if a.status == http.StatusTooManyRequests { // who asks too much hears nothing: as if he had waited
			s.exec("DELETE FROM rate_limit")
			a = s.send(p.persona, r.app, http.MethodGet, path, nil)
		}
		s.guard.Lock()
		s.asked++
		s.guard.Unlock()
		if a.status >= 500 {
			s.find("%s for %s: %d", path, p.name, a.status)
		}
		s.listen(p, r.path, why, []byte(a.body))
		return a.body
	}
	names := placeholder.FindAllStringSubmatch(r.path, -1)
	own := r.path
	for _, n := range names {
		own = strings.Replace(own, n[0], s.object(r, n[1], p.persona).own, 1)
	}
	ask(own+s.query(r), "own")
	for i, n := range names {
		for _, t := range s.tenants {
			for kind, id := range t.ids {
				path := r.path
				for j, other := range names {
					v := s.object(r, other[1], p.persona).own
					if i == j {
						v = id
					}
					path = strings.Replace(path, other[0], v, 1)
				}
				ask(path+s.query(r), n[1]+"="+kind)
			}
		}
	}
	for _, q := range s.docs[r.app].Paths[r.path]["get"].Parameters {
		sep := "?"
		if strings.Contains(s.query(r), "?") {
			sep = "&"
		}
		if q.In == "query" && q.Schema.Format == "uuid" {
			for _, t := range s.tenants {
				for kind, id := range t.ids {
					ask(own+s.query(r)+sep+q.Name+"="+id, q.Name+"="+kind)
				}
			}
		}
		if q.In != "query" || q.Name != "search" && q.Name != "query" {
			continue
		}
		rest, sep := s.query(r, q.Name), "?" // a word that is asked for is this one, and no other
		if strings.Contains(rest, "?") {
			sep = "&"
		}
		rest = own + rest + sep + q.Name
		ask(rest+"=example", "search")
		empty := ask(rest+"=zqnobodysx", "search")
		spoken.Range(func(k, _ any) bool {
			c := k.(canary)
			got := ask(rest+"=zq"+c.owner+c.class+"x", "search for "+c.owner+c.class)
			if got != empty { // what is said of all that is there may have moved, such as a count of unread letters
				empty = ask(rest+"=zqnobodysx", "search")
				got = ask(rest+"=zq"+c.owner+c.class+"x", "search for "+c.owner+c.class)
			}
			if got != empty && !s.may(p, c, r.path) && !s.may(p, c, "search of "+r.path) {
				s.find("%s for %s: a search for %s answers something: %.300s", r, p.name, c.owner+c.class, got)
			}
			return true
		})
	}
}

// outbox keeps what is sent.
type outbox struct{ mails []mail.Message }

func (m *outbox) Send(_ context.Context, x mail.Message) error {
	m.mails = append(m.mails, x)
	return nil
}

// letters reads every message that the story has sent.
func (s *canarySweep) letters() {
	box := &outbox{}
	for sent := 1; sent > 0; {
		var err error
		sent, err = s.Notify.SendDue(s.ctx, box, s.Attachment)
		s.must(err)
	}
	if len(box.mails) < 8 {
		s.Fatalf("only %d mails were sent", len(box.mails))
	}
	for _, m := range box.mails {
		to := canaries.FindStringSubmatch(m.To.Email)
		if to == nil {
			s.Fatalf("a mail to a stranger: %s", m.To.Email)
		}
		r := reader{app: "mail", org: to[1]}
		s.listen(r, "mail", m.Subject, []byte(m.Subject+m.Text+m.HTML+m.To.Name))
		for _, a := range m.Attachments {
			s.listen(r, "mail", "attached "+a.Name, append([]byte(nil), a.Bytes...))
		}
	}
}

func (s *canarySweep) run(list []row, readers []reader) {
	work := make(chan row)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for r := range work {
				for _, p := range readers {
					if p.app == r.app {
						s.read(r, s.fresh(p))
					}
				}
			}
		})
	}
	for _, r := range list {
		if r.method == http.MethodGet && r.path != "/live" {
			work <- r
		}
	}
	close(work)
	wg.Wait()
}

// Each app is swept in a house of its own, and so are mails and streams.
func TestNobodyHearsAForeignCanary(t *testing.T) {
	shards := map[string]func(*canarySweep){"mail": (*canarySweep).letters, "streams": (*canarySweep).streams}
	for app, list := range byApp(rows(t)) {
		shards[app] = func(s *canarySweep) { s.run(list, s.readers()) }
	}
	visible, swept, logged := newHearing(t), atomic.Int64{}, atomic.Int64{}
	for name, sweep := range shards {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.level.Set(slog.LevelDebug)
			s := newSweep(h, visible)
			sweep(s)
			said := h.log.said()
			logged.Add(int64(len(said)))
			for c := range heard(said) { // nothing of what people write, nor their addresses
				s.find("the log says %s%s", c.owner, c.class)
			}
			for f := range s.found {
				s.find("a foreign canary: %s", f)
			}
			slices.Sort(s.findings)
			for _, f := range slices.Compact(s.findings) {
				t.Error(f)
			}
			t.Logf("%d answers read", s.asked)
			swept.Add(1)
		})
	}
	t.Cleanup(func() { // once all of them are through; one that was asked for alone has not heard everything
		if int(swept.Load()) < len(shards) {
			return
		}
		if logged.Load() < 1<<20 {
			t.Errorf("only %d bytes were logged", logged.Load())
		}
		for i, x := range visible.rows {
			if !visible.used[i].Load() {
				t.Errorf("nobody ever sees what visible.golden allows: %s", strings.Join(x, " | "))
			}
		}
	})
}
