//go:build demo

package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/valyala/fasthttp"

	"zabuni.org/apps/zabuni/internal/demo"
	"zabuni.org/core/app"
	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/gateway/smtp"
	"zabuni.org/core/payment"
	"zabuni.org/core/simulator/daraja"
	"zabuni.org/core/simulator/mailbox"
)

// phoneDelay is how long the owner of a demonstration phone takes to answer.
const phoneDelay = 4 * time.Second

// demonstrate starts what a demonstration has beside the platform: its data and
// the other sides of what the platform talks to.
func demonstrate(ctx context.Context, s settings, a *app.App, running *sync.WaitGroup, step func(string)) (map[string]fasthttp.RequestHandler, error) {
	if err := demo.Seed(ctx, a); err != nil {
		return nil, fmt.Errorf("demonstration data: %w", err)
	}
	step("demonstration data")
	for _, line := range demo.Accounts() {
		fmt.Println("         ", line)
	}
	box, err := mailbox.Open()
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, box.Close)
	s.SMTP.Host, s.SMTP.Port, s.SMTP.Security = "127.0.0.1", box.Port(), smtp.Plain
	if a.Mail, err = s.mailer(); err != nil {
		return nil, err
	}
	fmt.Println("          mails are kept at " + s.PublicURL + "/_dev/mailbox")
	phones, err := daraja.Open(daraja.Options{Manual: s.ManualPhones, Delay: phoneDelay})
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, phones.Close)
	if a.Gateways[payment.Mpesa], err = mpesa.New(phones.Client(a.Clock.Now)); err != nil {
		return nil, err
	}
	fmt.Println("          M-Pesa prompts are at " + s.PublicURL + "/_dev/mpesa")
	extra := map[string]fasthttp.RequestHandler{"/_dev/mailbox": box.Handle, "/_dev/mailbox.json": box.Handle,
		"/_dev/mpesa": phones.Handle, "/_dev/mpesa.json": phones.Handle}
	if s.TestClock {
		extra["/_dev/clock"] = advance(a)
	}
	return extra, nil
}

// testClock is the platform's clock with an offset that tests move; rulings 16.
const testClock = `
CREATE TABLE IF NOT EXISTS zabuni.clock_offset (one boolean PRIMARY KEY DEFAULT true CHECK (one), by interval NOT NULL);
INSERT INTO zabuni.clock_offset (by) VALUES ('0') ON CONFLICT DO NOTHING;
GRANT SELECT, UPDATE ON zabuni.clock_offset TO zabuni_app;
GRANT SELECT ON zabuni.clock_offset TO zabuni_opener;
CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT clock_timestamp() + by FROM zabuni.clock_offset $$;`

func prepareClock(ctx context.Context, owner *pgxpool.Pool, s settings) error {
	if !s.TestClock {
		return nil
	}
	_, err := owner.Exec(ctx, testClock)
	return err
}

// advance moves the clock on: POST /_dev/clock?by=90m.
func advance(a *app.App) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		by, err := time.ParseDuration(string(c.QueryArgs().Peek("by")))
		if err != nil || !c.IsPost() || by < 0 {
			c.Error("POST ?by=90m", fasthttp.StatusBadRequest)
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if _, err := a.DB.Exec(ctx, "UPDATE zabuni.clock_offset SET by = by + $1", by); err != nil {
			c.Error(err.Error(), fasthttp.StatusInternalServerError)
			return
		}
		if err := a.Clock.Sync(ctx, a.DB); err != nil {
			c.Error(err.Error(), fasthttp.StatusInternalServerError)
			return
		}
		fmt.Fprint(c, a.Clock.Now().Format(time.RFC3339Nano))
	}
}
