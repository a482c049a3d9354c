package main

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/apps/zabuni/internal/frontdoor"
	bffbuyer "zabuni.org/bff-buyer"
	bffcontracts "zabuni.org/bff-contracts"
	bffoperator "zabuni.org/bff-operator"
	bffsupplier "zabuni.org/bff-supplier"
	"zabuni.org/core/app"
	"zabuni.org/core/bus"
	"zabuni.org/core/document"
	"zabuni.org/core/httpkit"
	"zabuni.org/core/live"
	"zabuni.org/core/pg"
)

var bffs = map[string]func(*app.App) *httpkit.BFF{
	"supplier":  bffsupplier.New,
	"buyer":     bffbuyer.New,
	"operator":  bffoperator.New,
	"contracts": bffcontracts.New,
}

// run starts everything in the order of need and serves until ctx ends.
func run(ctx context.Context, s settings) error {
	start := time.Now()
	step := func(what string) { fmt.Printf("%6.2f s  %s\n", time.Since(start).Seconds(), what) }
	ln, err := net.Listen("tcp", s.Addr) // first: a taken port must not cost a start
	if err != nil {
		return err
	}
	defer func() { _ = ln.Close() }()
	log := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if s.Verbose {
		log = slog.New(slog.NewJSONHandler(os.Stderr, nil))
	}
	tokenSeed, err := seedOf(filepath.Join(s.Data, "keys"), "token-ed25519")
	if err != nil {
		return err
	}
	mailKey, err := seedOf(filepath.Join(s.Data, "keys"), "mailed-secrets")
	if err != nil {
		return err
	}
	mailer, err := s.mailer()
	if err != nil {
		return err
	}
	db, err := openDatabase(ctx, s, step)
	if err != nil {
		return err
	}
	defer db.close()
	hub, err := bus.Open(ctx, bus.Options{URL: s.NATSURL, Dir: filepath.Join(s.Data, "nats")})
	if err != nil {
		return err
	}
	defer hub.Close()
	step("message bus")

	streams, err := live.Open(hub)
	if err != nil {
		return err
	}
	defer streams.Close()

	clock := &pg.Clock{}
	if err := clock.Sync(ctx, db.app); err != nil {
		return err
	}
	go clock.Follow(ctx, db.app, time.Second)
	gateways, err := s.gateways(clock)
	if err != nil {
		return err
	}
	keys, err := openKeys(ctx, filepath.Join(s.Data, "keys"), db)
	if err != nil {
		return err
	}
	signIn, err := s.signIn(keys.factors)
	if err != nil {
		return err
	}
	files, err := document.OpenFolder(filepath.Join(s.Data, "files"))
	if err != nil {
		return err
	}
	defer func() { _ = files.Close() }()
	a := app.New(app.Outside{Opener: keys.opener, Drafts: keys.drafts, Notary: keys.notary, Verifier: keys.verifier, Files: files, Opening: db.opener, EvalKey: keys.evaluation, SignIn: signIn,
		DB: db.app, Clock: clock, TokenKey: ed25519.NewKeyFromSeed(tokenSeed), Cookies: httpkit.Cookies{Insecure: s.Insecure},
		MailKey: mailKey, Mail: mailer, Origin: s.PublicURL, Gateways: gateways, Log: log,
		Live: streams, Tell: func(topic string, data any) { _ = live.Tell(hub, topic, data) }})

	if err := a.Identity.KeepAdministrators(ctx); err != nil {
		return err
	}
	var background sync.WaitGroup
	defer background.Wait()
	working, stopWork := context.WithCancel(ctx)
	defer stopWork()
	extra, err := demonstrate(working, s, a, db.owner, step)
	if err != nil {
		return err
	}
	work(working, a, hub, &background)

	door := frontdoor.Config{Apps: map[string]fs.FS{}, BFFs: map[string]fasthttp.RequestHandler{}, Extra: extra, HTTPS: s.HTTPS, Log: log}
	for name, build := range bffs {
		door.Apps[name] = os.DirFS(filepath.Join(s.Apps, name, "dist"))
		door.BFFs[name] = build(a).Handler()
	}
	handler, err := frontdoor.New(door)
	if err != nil {
		return err
	}
	pid := filepath.Join(s.Data, "zabuni.pid") // for make stop
	if err := os.WriteFile(pid, []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
		return err
	}
	defer func() { _ = os.Remove(pid) }()
	step("serving " + s.PublicURL)
	return frontdoor.Serve(ctx, ln, handler)
}
