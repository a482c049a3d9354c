package main

import (
	"context"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"github.com/valyala/fasthttp"

	"zabuni.org/apps/zabuni/internal/frontdoor"
	bffbuyer "zabuni.org/bff-buyer"
	bffcontracts "zabuni.org/bff-contracts"
	bffoperator "zabuni.org/bff-operator"
	bffsupplier "zabuni.org/bff-supplier"
	"zabuni.org/core/app"
	"zabuni.org/core/app/serve"
	"zabuni.org/core/config"
	"zabuni.org/core/platform/httpkit"
)

var bffs = map[string]func(*app.App) *httpkit.BFF{
	"supplier":  bffsupplier.New,
	"buyer":     bffbuyer.New,
	"operator":  bffoperator.New,
	"contracts": bffcontracts.New,
}

// run starts everything in the order of need and serves until ctx ends.
func run(ctx context.Context, s config.Settings) error {
	step := serve.Steps()
	ln, err := net.Listen("tcp", s.Addr) // first: a taken port must not cost a start
	if err != nil {
		return err
	}
	defer func() { _ = ln.Close() }()
	h, err := serve.Open(ctx, s, serve.All(s), step)
	if err != nil {
		return err
	}
	defer h.Close()
	if err := serve.Welcome(ctx, s, h.App); err != nil {
		return err
	}
	working, stopWork := context.WithCancel(ctx)
	defer stopWork()
	extra, err := demonstrate(working, s, h.App, h.DB.Owner, step)
	if err != nil {
		return err
	}
	if !s.External.Worker {
		wait := h.Work(working)
		defer func() { stopWork(); wait() }()
	}
	door := frontdoor.Config{Apps: map[string]fs.FS{}, BFFs: map[string]fasthttp.RequestHandler{}, Extra: extra, HTTPS: s.HTTPS, Log: h.App.Log,
		FormAction: map[string][]string{}}
	for way, origin := range h.App.Gateways.Forms() {
		door.FormAction["/supplier/payment/cards/"+string(way)] = []string{origin}
	}
	var bodies []httpkit.LargeBody
	for name, build := range bffs {
		b := build(h.App)
		door.Apps[name] = os.DirFS(filepath.Join(s.Apps, name, "dist"))
		door.BFFs[name] = b.Handler()
		bodies = append(bodies, b.LargeBodies()...)
	}
	handler, err := frontdoor.New(door)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.Data, 0o755); err != nil {
		return err
	}
	pid := filepath.Join(s.Data, "zabuni.pid") // for make stop
	if err := os.WriteFile(pid, []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
		return err
	}
	defer func() { _ = os.Remove(pid) }()
	step("serving " + s.PublicURL)
	return serve.HTTP(ctx, ln, h.Healthy(serve.Behind(s.Proxies, handler), bodies...), bodies...)
}
