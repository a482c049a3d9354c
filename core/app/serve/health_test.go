package serve

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/crew"
	"zabuni.org/core/platform/pgtest"
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
	if status, said := ask(worker, Readyz); status != 200 || said != "ok\n" {
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
	if status, said := ask(worker, Readyz); status != 503 || !strings.Contains(said, "Not well: mail") || strings.Contains(said, "secrets") {
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
