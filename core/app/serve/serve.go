package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/app"
	"zabuni.org/core/config"
	"zabuni.org/core/platform/httpkit"
)

// Main runs a BFF behind any load balancer until it is told to stop. With the
// argument openapi it prints its contract instead.
func Main(name string, build func(*app.App) *httpkit.BFF) {
	if err := bff(name, build); err != nil {
		slog.Error(name+" stopped", "error", err.Error())
		os.Exit(1)
	}
}

func bff(name string, build func(*app.App) *httpkit.BFF) error {
	if len(os.Args) > 1 && os.Args[1] == "openapi" {
		doc, err := build(app.New(app.Outside{})).OpenAPI()
		if err == nil {
			_, err = os.Stdout.Write(doc)
		}
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s, err := config.Load(os.Getenv)
	if err != nil {
		return err
	}
	return RunBFF(ctx, s, strings.TrimPrefix(name, "bff-"), build)
}

// RunBFF serves one BFF until ctx ends.
func RunBFF(ctx context.Context, s config.Settings, name string, build func(*app.App) *httpkit.BFF) error {
	if err := apart(s); err != nil {
		return err
	}
	ln, err := net.Listen("tcp", s.Addr)
	if err != nil {
		return err
	}
	defer func() { _ = ln.Close() }()
	step := Steps()
	h, err := Open(ctx, s, BFF(name), step)
	if err != nil {
		return err
	}
	defer h.Close()
	step(fmt.Sprintf("bff-%s at work at %s", name, ln.Addr()))
	b := build(h.App)
	return HTTP(ctx, ln, h.Healthy(Behind(s.Proxies, private(b.Handler())), b.LargeBodies()...), b.LargeBodies()...)
}

// private keeps answers out of every cache and every guess, as the front door
// does for the BFFs behind it.
func private(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		next(c)
		if len(c.Response.Header.Peek(fasthttp.HeaderCacheControl)) == 0 {
			c.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
		}
		c.Response.Header.Set(fasthttp.HeaderXContentTypeOptions, "nosniff")
	}
}

// apart refuses a part of its own on the defaults of one machine: it would work
// on a bus on which it is alone.
func apart(s config.Settings) error {
	if s.NATSURL == "" {
		return errors.New("NATS_URL is needed where the platform runs in several processes")
	}
	return nil
}

// RunWorker does what nobody waits for until ctx ends.
func RunWorker(ctx context.Context, s config.Settings) error {
	return runPart(ctx, s, Worker, func(ctx context.Context, h *House) (func(), error) { return h.Work(ctx), nil })
}

// runPart runs a part that serves nobody but who asks after its health. begin
// returns what is waited for at the end.
func runPart(ctx context.Context, s config.Settings, part Part, begin func(context.Context, *House) (func(), error)) error {
	if err := apart(s); err != nil {
		return err
	}
	ln, err := net.Listen("tcp", s.HealthAddr)
	if err != nil {
		return err
	}
	defer func() { _ = ln.Close() }()
	step := Steps()
	h, err := Open(ctx, s, part, step)
	if err != nil {
		return err
	}
	defer h.Close()
	wait, err := begin(ctx, h)
	if err != nil {
		return err
	}
	defer wait()
	step(fmt.Sprintf("%s at work, its health at %s", part.Name, ln.Addr()))
	return HTTP(ctx, ln, h.Healthy(nothing))
}
