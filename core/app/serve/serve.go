// Package serve is the main of a BFF that runs on its own, behind any load balancer.
package serve

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/app"
	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/httpkit"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/pg"
)

// Main runs a BFF until it is told to stop. With the argument openapi it prints
// its contract instead.
func Main(name string, build func(*app.App) *httpkit.BFF) {
	if err := run(build); err != nil {
		slog.Error(name+" stopped", "error", err)
		os.Exit(1)
	}
}

func run(build func(*app.App) *httpkit.BFF) error {
	if len(os.Args) > 1 && os.Args[1] == "openapi" {
		doc, err := build(app.New(app.Outside{})).OpenAPI()
		if err == nil {
			_, err = os.Stdout.Write(doc)
		}
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	seed, err := base64.StdEncoding.DecodeString(os.Getenv("ZABUNI_TOKEN_SEED"))
	if err != nil || len(seed) != ed25519.SeedSize {
		return fmt.Errorf("ZABUNI_TOKEN_SEED must be %d bytes in base64, the same for every BFF", ed25519.SeedSize)
	}
	ln, err := net.Listen("tcp", envOr("ADDR", "127.0.0.1:8081"))
	if err != nil {
		return err
	}
	pool, err := pg.Open(ctx, os.Getenv("DATABASE_URL"), 0)
	if err != nil {
		return err
	}
	defer pool.Close()
	clock := &pg.Clock{}
	if err := clock.Sync(ctx, pool); err != nil {
		return err
	}
	go clock.Follow(ctx, pool, time.Second)
	gateways := paymentsvc.Gateways{}
	if o := mpesa.FromEnv(os.Getenv); o.Complete() {
		o.Now = clock.Now
		if gateways[payment.Mpesa], err = mpesa.New(o); err != nil {
			return err
		}
	}
	b := build(app.New(app.Outside{
		DB: pool, Clock: clock, TokenKey: ed25519.NewKeyFromSeed(seed), Origin: os.Getenv("PUBLIC_URL"), Gateways: gateways,
		Cookies: httpkit.Cookies{Insecure: os.Getenv("ZABUNI_INSECURE_COOKIES") == "1"},
		Log:     slog.New(slog.NewJSONHandler(os.Stderr, nil)),
	}))
	srv := &fasthttp.Server{Handler: b.Handler(), MaxRequestBodySize: 9 << 20, ReadTimeout: 30 * time.Second, IdleTimeout: 90 * time.Second, NoDefaultServerHeader: true, CloseOnShutdown: true}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return srv.ShutdownWithContext(grace)
}

func envOr(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}
