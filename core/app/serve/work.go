package serve

import (
	"context"

	"zabuni.org/core/platform/crew"
	"zabuni.org/core/platform/outbox"
	"zabuni.org/core/platform/pg"
)

// taskWorkers is how many background tasks one process does at once.
const taskWorkers = 2

// Work begins what nobody waits for: the outbox relay, the consumers, background
// tasks, and what is due. Each is apart from the others, and the house's health
// names those that are not well. wait returns when all have ended, after ctx.
func (h *House) Work(ctx context.Context) (wait func()) {
	a := h.App
	c := &crew.Crew{Log: a.Log}
	relay := &outbox.Relay{DB: a.DB, Bus: h.Bus, Log: a.Log}
	c.Keep(ctx, "outbox relay", relay.Run)
	consumers := &outbox.Consumers{DB: a.DB, Bus: h.Bus, Log: a.Log}
	for _, r := range a.Reactions() {
		c.Keep(ctx, "consumer "+r.Name, func(ctx context.Context) error {
			return consumers.Consume(ctx, r.Name, r.Subjects, func(ctx context.Context, tx pg.Tx, e outbox.Event) error {
				return r.Do(ctx, tx, e.Payload)
			})
		})
	}
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
