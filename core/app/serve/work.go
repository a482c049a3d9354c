package serve

import (
	"context"
	"time"

	"zabuni.org/core/platform/crew"
	"zabuni.org/core/platform/logs"
	"zabuni.org/core/platform/outbox"
	"zabuni.org/core/platform/pg"
)

const (
	taskWorkers = 2                // background tasks that one process does at once
	workTime    = 10 * time.Minute // one statement of what nobody waits for
	parkedEvery = 5 * time.Second  // how soon a parked event is tried that somebody drives on
)

// Work begins what nobody waits for: the outbox relay, the consumers, background
// tasks, and what is due. Each is apart from the others, and the house's health
// names those that are not well. wait returns when all have ended, after ctx.
func (h *House) Work(ctx context.Context) (wait func()) {
	a := h.App
	ctx = pg.Patiently(ctx, workTime)
	log := logs.Of(a.Log, logs.Work)
	c := &crew.Crew{Log: log}
	relay := &outbox.Relay{DB: a.DB, Bus: h.Bus, Log: log}
	c.Keep(ctx, "outbox relay", relay.Run)
	consumers := &outbox.Consumers{DB: a.DB, Bus: h.Bus, Log: log}
	handlers := map[string]outbox.Handler{}
	for _, r := range a.Reactions() {
		handlers[r.Name] = func(ctx context.Context, tx pg.Tx, e outbox.Event) error { return r.Do(ctx, tx, e.Payload) }
	}
	for _, r := range a.Reactions() {
		c.Keep(ctx, "consumer "+r.Name, func(ctx context.Context) error {
			return consumers.Consume(ctx, r.Name, r.Subjects, handlers[r.Name])
		})
	}
	c.Every(ctx, "parked events", parkedEvery, func(ctx context.Context) (bool, error) { return consumers.Again(ctx, handlers) })
	c.Keep(ctx, "tasks", func(ctx context.Context) error {
		a.Tasks.Work(ctx, taskWorkers)
		return nil
	})
	for _, d := range a.Duties() {
		c.Every(ctx, d.Name, d.Every, d.Do)
	}
	h.crew.Store(c)
	return c.Wait
}
