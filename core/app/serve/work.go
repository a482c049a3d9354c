package serve

import (
	"context"
	"sync"
	"time"

	"zabuni.org/core/app"
	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/outbox"
	"zabuni.org/core/platform/pg"
)

// Work runs what nobody waits for: the outbox relay, the consumers, the mail
// sender, the questions to payment providers.
func Work(ctx context.Context, a *app.App, hub *bus.Bus, running *sync.WaitGroup) {
	keep := func(name string, fn func() error) {
		running.Go(func() {
			if err := fn(); err != nil && ctx.Err() == nil {
				a.Log.Error(name+" stopped", "error", err.Error())
			}
		})
	}
	relay := &outbox.Relay{DB: a.DB, Bus: hub, Log: a.Log}
	keep("outbox relay", func() error { return relay.Run(ctx) })
	consumers := &outbox.Consumers{DB: a.DB, Bus: hub, Log: a.Log}
	for _, r := range a.Reactions() {
		keep(r.Name, func() error {
			return consumers.Consume(ctx, r.Name, r.Subjects, func(ctx context.Context, tx pg.Tx, e outbox.Event) error { return r.Do(ctx, tx, e.Payload) })
		})
	}
	keep("tasks", func() error { a.Tasks.Work(ctx, 2); return nil })
	keep("log", func() error {
		a.Sequencer.Run(ctx, func(err error) { a.Log.Error("transparency log", "error", err.Error()) })
		return nil
	})
	keep("payments", func() error { a.Payments.Settle(ctx); return nil })
	keep("calendar", func() error { calendar(ctx, a); return nil })
	keep("sweeping", func() error { sweep(ctx, a); return nil })
	if a.Mail != nil {
		keep("mail", func() error { a.Notify.Send(ctx, a.Mail, a.Attachment, a.Log); return nil })
	}
}

// calendar opens and closes categories, ends standstills and reminds of papers that expire, at their time. It only writes down what
// the clock has decided already: a late bid is refused without it.
func calendar(ctx context.Context, a *app.App) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if _, err := a.Sourcing.OpenDue(ctx); err != nil && ctx.Err() == nil {
			a.Log.Error("opening categories", "error", err.Error())
		}
		if _, err := a.Sourcing.CloseDue(ctx); err != nil && ctx.Err() == nil {
			a.Log.Error("closing categories", "error", err.Error())
		}
		if _, err := a.Openings.OpenDue(ctx); err != nil && ctx.Err() == nil {
			a.Log.Error("opening bids by the clock", "error", err.Error())
		}
		if _, err := a.Awards.ConcludeDue(ctx); err != nil && ctx.Err() == nil {
			a.Log.Error("ending standstills", "error", err.Error())
		}
		if _, err := a.Party.RemindDue(ctx); err != nil && ctx.Err() == nil {
			a.Log.Error("reminding of documents", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// sweep forgets what nobody finished or counts any more: every ten minutes is often enough for
// what lives for hours.
func sweep(ctx context.Context, a *app.App) {
	tick := time.NewTicker(10 * time.Minute)
	defer tick.Stop()
	for {
		forget(ctx, a)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// forget is one round of sweeping; what fails keeps nothing else from being forgotten.
func forget(ctx context.Context, a *app.App) {
	if err := a.Party.SweepUploads(ctx); err != nil && ctx.Err() == nil {
		a.Log.Error("sweeping uploads", "error", err.Error())
	}
	if err := a.Bidding.SweepUploads(ctx); err != nil && ctx.Err() == nil {
		a.Log.Error("sweeping uploads of bids", "error", err.Error())
	}
	if err := journal.SweepLimits(ctx, a.DB); err != nil && ctx.Err() == nil {
		a.Log.Error("forgetting limits", "error", err.Error())
	}
}
