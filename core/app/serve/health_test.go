package serve

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/crew"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/room"
)

// Work that fails is named where a load balancer and the doctor ask: the process
// lives, one that does nothing else is not ready, one that serves people is.
func TestHealthNamesWorkThatFails(t *testing.T) {
	hub, err := bus.Open(t.Context(), bus.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hub.Close)
	db := &Databases{App: pgtest.New(t)}
	worker, desk := &House{DB: db, Bus: hub, part: Worker}, &House{DB: db, Bus: hub, part: BFF("buyer")}
	ask := func(h *House, path string) (int, string) {
		var c fasthttp.RequestCtx
		c.Request.SetRequestURI(path)
		h.Healthy(nothing)(&c)
		return c.Response.StatusCode(), string(c.Response.Body())
	}
	if status, said := ask(worker, Readyz); status != 200 || !strings.HasPrefix(said, `{"ready":true,"checks":[`) {
		t.Fatalf("before there is work: %d %s", status, said)
	}

	ctx, stop := context.WithCancel(t.Context())
	c := &crew.Crew{Log: slog.New(slog.DiscardHandler)}
	t.Cleanup(func() { stop(); c.Wait() })
	var broken atomic.Bool
	broken.Store(true)
	rounds := make(chan struct{})
	c.Every(ctx, "mail", time.Millisecond, func(ctx context.Context) (bool, error) {
		select {
		case rounds <- struct{}{}:
		case <-ctx.Done():
		}
		if broken.Load() {
			return false, errors.New("no route to the server of secrets.example")
		}
		return false, nil
	})
	worker.crew.Store(c)
	desk.crew.Store(c)
	<-rounds
	<-rounds // the first has been counted
	for _, h := range []*House{worker, desk} {
		status, said := ask(h, Healthz)
		if status != 200 || !strings.HasPrefix(said, "ok\n"+NotWell+"mail, ") || strings.Contains(said, "secrets") {
			t.Errorf("%s lives: %d %s", h.part.Name, status, said)
		}
	}
	if status, said := ask(worker, Readyz); status != 503 || !strings.Contains(said, `"name":"work","ok":false,"needed":true,"detail":"mail, `) || strings.Contains(said, "secrets") {
		t.Errorf("a worker whose work fails: %d %s", status, said)
	}
	if status, said := ask(desk, Readyz); status != 200 {
		t.Errorf("a desk is not ready because of mail: %d %s", status, said)
	}
	broken.Store(false)
	<-rounds // this one may still fail
	<-rounds
	<-rounds
	if status, said := ask(worker, Readyz); status != 200 {
		t.Errorf("well again: %d %s", status, said)
	}
}

// takesFiles are the large bodies of a desk with one operation that takes a file.
func takesFiles() []httpkit.LargeBody {
	b := httpkit.New(httpkit.Config{App: "supplier"})
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "append", Method: http.MethodPatch, Path: "/uploads/{id}", Tag: "t", Summary: "Append", MaxBody: 9 << 20},
		func(context.Context, *struct {
			ID string `path:"id"`
		}) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, nil
		})
	return b.LargeBodies()
}

// A disk without room refuses files first, then every change, and says so where a
// load balancer and the doctor ask; people go on reading, and all is well again as
// soon as there is room.
func TestADiskWithoutRoom(t *testing.T) {
	hub, err := bus.Open(t.Context(), bus.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hub.Close)
	const endless = 1 << 60
	for _, c := range []struct {
		name                     string
		files, changes           uint64
		health, readiness        int
		upload, change, readBack string
	}{
		{"room", 1, 1, 0, 200, "", "", ""},
		{"little room", endless, 1, 1, 200, "room.low", "", ""},
		{"no room", endless, endless, 1, 503, "room.full", "room.full", ""},
	} {
		h := &House{DB: &Databases{App: pgtest.New(t)}, Bus: hub, part: BFF("supplier"), disk: &room.Disk{Dir: t.TempDir(), Files: c.files, Changes: c.changes}}
		ask := func(method, path string) (int, string) {
			var r fasthttp.RequestCtx
			r.Request.SetRequestURI(path)
			r.Request.Header.SetMethod(method)
			h.Healthy(func(c *fasthttp.RequestCtx) { c.SetBodyString("done") }, takesFiles()...)(&r)
			return r.Response.StatusCode(), string(r.Response.Body())
		}
		if status, _ := ask("GET", Readyz); status != c.readiness {
			t.Errorf("%s: ready %d", c.name, status)
		}
		if _, said := ask("GET", Healthz); strings.Count(said, NotWell+"disk, ") != c.health {
			t.Errorf("%s: %s", c.name, said)
		}
		for what, want := range map[[2]string]string{
			{"PATCH", "/api/supplier/uploads/1"}: c.upload,
			{"POST", "/api/supplier/uploads/1"}:  c.change, // no operation that takes a file
			{"DELETE", "/api/supplier/bids/1"}:   c.change,
			{"GET", "/api/supplier/bids/1"}:      c.readBack,
			{"HEAD", "/api/supplier/bids/1"}:     c.readBack,
			{"OPTIONS", "/api/supplier/bids/1"}:  c.readBack,
		} {
			status, said := ask(what[0], what[1])
			if want == "" && (status != 200 || said != "done") || want != "" && (status != 503 || !strings.Contains(said, `"code":"`+want+`"`)) {
				t.Errorf("%s: %v: %d %s, want %q", c.name, what, status, said, want)
			}
		}
	}
}
