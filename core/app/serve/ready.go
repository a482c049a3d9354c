package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/platform/logs"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/watch/watchsvc"
)

const (
	readyTime  = 2 * time.Second
	readyFresh = time.Second     // how long a look at database, bus and store is good for, however many ask
	mostLag    = time.Minute     // of what is to leave the database within a second
	mostOff    = 5 * time.Second // between the database's clock and this machine's
)

// A Check is one thing that a process looks at to say whether it can work.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Needed bool   `json:"needed"` // without it the process is not ready; else only not well
	Detail string `json:"detail,omitempty"`
}

// Readiness is all that a process says of itself.
type Readiness struct {
	Ready  bool    `json:"ready"`
	Checks []Check `json:"checks,omitempty"`
}

// lookout keeps what was seen last.
type lookout struct {
	fresh time.Duration
	mu    sync.Mutex
	at    time.Time
	seen  []Check
	ready bool // as it was told last
}

// Ready looks at what this process works with. What every process would miss at
// once, such as the store or the worker, makes none of them unready: a page that
// lacks its files is better than no page.
func (h *House) Ready(ctx context.Context) Readiness {
	h.look.mu.Lock()
	defer h.look.mu.Unlock()
	if time.Since(h.look.at) >= h.look.fresh {
		ctx, cancel := context.WithTimeout(ctx, readyTime)
		h.look.seen = h.outside(ctx)
		h.look.at = time.Now()
		cancel()
	}
	out := Readiness{Ready: true, Checks: append(append([]Check(nil), h.look.seen...), h.work())}
	if d := h.disk.State(); d.Total > 0 {
		out.Checks = append(out.Checks, Check{
			Name:   "disk",
			OK:     !d.Low,
			Needed: d.Full,
			Detail: fmt.Sprintf("%d of %d MiB are free", d.Free>>20, d.Total>>20),
		})
	}
	var missing []string
	for _, c := range out.Checks {
		if c.Needed && !c.OK {
			out.Ready = false
			missing = append(missing, c.Name+": "+c.Detail)
		}
	}
	if out.Ready != h.look.ready && h.App != nil {
		logs.Of(h.App.Log, logs.Health).Warn("readiness", "ready", out.Ready, "missing", strings.Join(missing, "; "))
	}
	h.look.ready = out.Ready
	return out
}

// outside looks at what lies beyond this process.
func (h *House) outside(ctx context.Context) []Check {
	database := h.database(ctx)
	out := append(database, checked("bus", true, h.Bus.Ready(), "connected"))
	if h.files != nil {
		out = append(out, checked("store", false, h.files.Ready(ctx), "answers"))
	}
	if database[0].OK && h.part.AsApp {
		lag, err := watchsvc.New(h.DB.App, nil).Lag(ctx)
		out = append(out, late("outbox", lag.Events, err), late("log", lag.Entries, err))
	}
	return out
}

// database asks for the schema and the clock where the database answers.
func (h *House) database(ctx context.Context) []Check {
	began := time.Now()
	at, err := pg.MachineClock(ctx, h.DB.App)
	took := time.Since(began)
	out := []Check{checked("database", true, err, took.Round(time.Millisecond).String())}
	if err != nil {
		return out
	}
	out = append(out, checked("schema", true, pg.Current(ctx, h.DB.App), "current"))
	off := at.Sub(began.Add(took / 2)).Round(time.Millisecond)
	return append(out, Check{Name: "clock", OK: off.Abs() <= mostOff, Detail: off.String() + " from the database's"})
}

// work is the background work of this process, which a worker is there for.
func (h *House) work() Check {
	var said []string
	for _, t := range h.unwell() {
		said = append(said, told(t))
	}
	return Check{Name: "work", OK: len(said) == 0, Needed: h.part.Works, Detail: strings.Join(said, "; ")}
}

func checked(name string, needed bool, err error, fine string) Check {
	if err != nil {
		fine = err.Error()
	}
	return Check{Name: name, OK: err == nil, Needed: needed, Detail: fine}
}

func late(name string, lag time.Duration, err error) Check {
	c := checked(name, false, err, lag.Round(time.Millisecond).String())
	c.OK = c.OK && lag <= mostLag
	return c
}

// answerReady tells a stranger whether the process is ready, and this machine why.
func (h *House) answerReady(c *fasthttp.RequestCtx) {
	c.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	r := h.Ready(context.Background())
	if !inside(c) {
		r.Checks = nil
	}
	if !r.Ready {
		c.SetStatusCode(fasthttp.StatusServiceUnavailable)
	}
	body, err := json.Marshal(r)
	if err != nil {
		c.SetStatusCode(fasthttp.StatusInternalServerError)
		return
	}
	c.SetContentType("application/json")
	c.SetBody(append(body, '\n'))
}

// traces are what a browser or a proxy puts into a request.
var traces = []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Forwarded", "Via",
	"Origin", "Referer", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Cookie"}

// inside reports whether this machine asks for itself: from its own address, and
// neither by a browser nor for somebody beyond a proxy.
func inside(c *fasthttp.RequestCtx) bool {
	for _, name := range traces {
		if len(c.Request.Header.Peek(name)) > 0 {
			return false
		}
	}
	local, _ := c.LocalAddr().(*net.TCPAddr)
	return c.RemoteIP().IsLoopback() || local != nil && c.RemoteIP().Equal(local.IP)
}
