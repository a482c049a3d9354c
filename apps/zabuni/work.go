package main

import (
	"context"
	"sync"

	"zabuni.org/core/app"
	"zabuni.org/core/bus"
	"zabuni.org/core/outbox"
)

// work runs what nobody waits for: the outbox relay and the consumers.
func work(ctx context.Context, a *app.App, hub *bus.Bus, running *sync.WaitGroup) {
	relay := &outbox.Relay{DB: a.DB, Bus: hub, Log: a.Log}
	running.Go(func() {
		if err := relay.Run(ctx); err != nil && ctx.Err() == nil {
			a.Log.Error("outbox relay stopped", "error", err)
		}
	})
}
