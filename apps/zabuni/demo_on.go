//go:build demo

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/apps/zabuni/internal/demo"
	"zabuni.org/core/app"
	"zabuni.org/core/app/serve"
	"zabuni.org/core/config"
	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/gateway/clamav"
	"zabuni.org/core/gateway/llm"
	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/gateway/smtp"
	"zabuni.org/core/payment"
	"zabuni.org/core/platform/watch"
	"zabuni.org/core/simulator/checkout"
	"zabuni.org/core/simulator/clamd"
	"zabuni.org/core/simulator/daraja"
	"zabuni.org/core/simulator/mailbox"
	"zabuni.org/core/simulator/model"
)

const (
	phoneDelay = 4 * time.Second        // how long the owner of a demonstration phone takes to answer
	lookEvery  = 100 * time.Millisecond // whether anything follows still
)

// demoCommands are what a build with the demonstration does besides.
func demoCommands() []command {
	return []command{{"seed", "", "lay the demonstration out in an empty DATA, and stop: what is copied is begun in a second", none(seed)}}
}

// seed writes what a first start writes and does what follows from it, and serves nothing.
func seed(ctx context.Context, s config.Settings) error {
	step := serve.Steps()
	h, err := serve.Open(ctx, s, serve.All(s), step)
	if err != nil {
		return err
	}
	defer h.Close()
	if err := serve.Welcome(ctx, s, h.App); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if _, err = demonstrate(ctx, s, h.App, h.DB.Owner, step); err != nil {
		return err
	}
	h.App.Mail = nil // mails go to the mailbox of who runs it
	wait := h.Work(ctx)
	err = settled(ctx, h)
	stop()
	wait()
	step("what follows from it")
	return err
}

// settled returns when nothing follows any more from what happened: no event waits, and no entry is to be signed.
func settled(ctx context.Context, h *serve.House) error {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for quiet := 0; quiet < 2; { // an answer may have come between two questions
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
		unread, err := h.Bus.Unread(ctx)
		if err != nil {
			return err
		}
		var waiting int64
		for _, n := range unread {
			waiting += n
		}
		lines, err := h.App.Watch.Waiting(ctx)
		if err != nil {
			return err
		}
		for _, l := range lines {
			if l.Queue == watch.Events || l.Queue == watch.Entries {
				waiting += l.Waiting
			}
		}
		if quiet++; waiting > 0 {
			quiet = 0
		}
	}
	return nil
}

// demonstrate starts what a demonstration has beside the platform: its data and
// the other sides of what the platform talks to.
func demonstrate(ctx context.Context, s config.Settings, a *app.App, owner string, step func(string)) (map[string]fasthttp.RequestHandler, error) {
	clock, err := demo.OpenClock(ctx, owner)
	if err != nil {
		return nil, err
	}
	defer clock.Close()
	if !s.Bank.Begun() {
		s.Bank.Accounts = demo.BankAccounts
	}
	if a.Gateways[payment.Bank], err = bank.New(s.Bank); err != nil {
		return nil, err
	}
	if err := demo.Seed(ctx, a, clock); err != nil {
		return nil, fmt.Errorf("demonstration data: %w", err)
	}
	if s.TestClock {
		err = clock.Install(ctx)
	} else {
		err = clock.Remove(ctx)
	}
	if err != nil {
		return nil, err
	}
	if err := a.Clock.Sync(ctx, a.DB); err != nil {
		return nil, err
	}
	if !s.TestClock { // what is live in journeys they make themselves, by a clock that they move
		if err := demo.Live(ctx, a); err != nil {
			return nil, fmt.Errorf("rooms of the demonstration: %w", err)
		}
		go demo.Robots(ctx, a, func(err error) { fmt.Println("robots:", err) })
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
	if a.Mail, err = serve.Mailer(s); err != nil {
		return nil, err
	}
	fmt.Println("          mails are kept at " + s.PublicURL + "/_dev/mailbox")
	scanner, err := clamd.Open()
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, scanner.Close)
	if a.Gate.Scanner, err = clamav.New(scanner.Addr()); err != nil {
		return nil, err
	}
	writer, err := model.Open()
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, writer.Close)
	if !s.Model.Begun() {
		if a.Contracts.Writer, err = llm.New(llm.Options{URL: writer.URL(), Model: model.Name}); err != nil {
			return nil, err
		}
	}
	phones, err := daraja.Open(daraja.Options{Manual: s.ManualPhones, Delay: phoneDelay, Now: a.Clock.Now})
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, phones.Close)
	if a.Gateways[payment.Mpesa], err = mpesa.New(phones.Client(a.Clock.Now)); err != nil {
		return nil, err
	}
	fmt.Println("          M-Pesa prompts are at " + s.PublicURL + "/_dev/mpesa")
	tills, err := checkout.Open(checkout.Options{Hooks: s.PublicURL + "/api/supplier/hooks/", Now: a.Clock.Now})
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, tills.Close)
	s.Stripe, s.PayPal, s.Chapa, s.Pesapal = tills.Stripe(), tills.PayPal(nil), tills.Chapa(), tills.Pesapal(nil)
	s.Tingg, s.DPO, s.IVeri = tills.Tingg(nil), tills.DPO(nil), tills.IVeri(nil)
	for _, w := range serve.Ways(s, a.Clock.Now) {
		if w.Provider == payment.Mpesa {
			continue
		}
		if a.Gateways[w.Provider], err = w.Open(); err != nil {
			return nil, err
		}
	}
	fmt.Println("          pages of other providers are at " + s.PublicURL + "/_dev/checkout")
	extra := map[string]fasthttp.RequestHandler{"/_dev/mailbox": box.Handle, "/_dev/mailbox.json": box.Handle,
		"/_dev/mpesa": phones.Handle, "/_dev/mpesa.json": phones.Handle,
		"/_dev/checkout": tills.Handle, "/_dev/checkout.json": tills.Handle}
	if s.TestClock {
		extra["/_dev/clock"] = advance(a, phones.Deliver, tills.Deliver)
		extra["/_dev/trouble"] = trouble(a)
	}
	return extra, nil
}

// advance moves the clock on, and does what was to happen by then: POST /_dev/clock?by=90m.
func advance(a *app.App, then ...func()) fasthttp.RequestHandler {
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
		for _, due := range then { // what was to come in the time that passed
			due()
		}
		fmt.Fprint(c, a.Clock.Now().Format(time.RFC3339Nano))
	}
}

// trouble leaves what an operator has to look after.
func trouble(a *app.App) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		if !c.IsPost() {
			c.Error("POST", fasthttp.StatusBadRequest)
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := demo.Trouble(ctx, a.DB); err != nil {
			c.Error(err.Error(), fasthttp.StatusInternalServerError)
		}
	}
}
