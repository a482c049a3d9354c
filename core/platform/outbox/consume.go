package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"

	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/trace"
)

const (
	maxTries        = 8 // then the message is parked for a person to look at
	defaultParallel = 4
	defaultAckWait  = 30 * time.Second
)

// An Event is what a consumer receives.
type Event struct {
	ID      string // the same at every delivery
	Subject string
	Payload json.RawMessage
}

// A Handler has its effect in tx and nowhere else; what must leave the database
// is written there as work for a gateway with an idempotency key.
type Handler func(ctx context.Context, tx pg.Tx, e Event) error

// Consumers run handlers.
type Consumers struct {
	DB       *pgxpool.Pool
	Bus      *bus.Bus
	Log      *slog.Logger
	Parallel int // handlers at once, each; zero is four

	ackWait time.Duration           // tests: how soon an abandoned message comes again
	pause   func(int) time.Duration // tests: the wait before the next delivery
	die     func(string) error      // tests: a death at a named point
}

var errDied = errors.New("the worker died here")

// Consume runs h for every event of the subjects until ctx ends, exactly once
// each. An event that fails is delivered again, later every time; one that
// failed eight times, or killed its worker eight times, is parked until a person
// drives it on ([Consumers.Again]).
func (c *Consumers) Consume(ctx context.Context, name string, subjects []string, h Handler) error {
	wait := c.ackWait
	if wait == 0 {
		wait = defaultAckWait
	}
	parallel := c.Parallel
	if parallel == 0 {
		parallel = defaultParallel
	}
	cons, err := c.Bus.Consumer(ctx, name, subjects, wait)
	if err != nil {
		return err
	}
	// Few are fetched ahead: one that waits its turn here is not worked on elsewhere.
	messages, err := cons.Messages(jetstream.PullMaxMessages(2 * parallel))
	if err != nil {
		return fmt.Errorf("consumer %s: %w", name, err)
	}
	stopped := context.AfterFunc(ctx, messages.Stop)
	defer stopped()
	var (
		running sync.WaitGroup
		places  = make(chan struct{}, parallel)
	)
	defer running.Wait()
	for {
		m, err := messages.Next()
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) {
			return fmt.Errorf("consumer %s: %w", name, err)
		}
		if err != nil {
			c.Log.Warn("consumer waits for the bus", "consumer", name, "error", err.Error())
			continue
		}
		places <- struct{}{}
		running.Go(func() {
			defer func() { <-places }()
			c.deliver(ctx, name, m, wait, h)
		})
	}
}

// deliver does one delivery and tells the stream how it went. What it cannot
// tell is delivered again and recognised.
func (c *Consumers) deliver(ctx context.Context, name string, m jetstream.Msg, wait time.Duration, h Handler) {
	meta, err := m.Metadata()
	if err != nil {
		c.Log.Error("not a message of the stream", "consumer", name, "error", err.Error())
		return
	}
	e := Event{ID: m.Headers().Get(jetstream.MsgIDHeader), Subject: m.Subject(), Payload: m.Data()}
	if e.ID == "" {
		e.ID = "sequence." + strconv.FormatUint(meta.Sequence.Stream, 10)
	}
	done := alive(m, wait)
	defer done()
	tries := 1
	if meta.NumDelivered > 1 {
		if tries, err = c.begin(ctx, name, e.ID); err != nil {
			_ = m.NakWithDelay(c.delay(1))
			return
		}
	}
	if tries > maxTries { // each earlier one ended without a word
		c.park(ctx, name, m, e, errDied)
		return
	}
	ctx = trace.Carried(ctx, m.Headers().Get(bus.TraceHeader))
	err = c.handle(ctx, name, e, h)
	switch {
	case errors.Is(err, errDied):
	case err == nil:
		_ = m.Ack()
	case ctx.Err() != nil:
		_ = m.Nak() // not its fault: we stop
	case tries == maxTries:
		c.park(ctx, name, m, e, err)
	default:
		c.Log.WarnContext(ctx, "event failed", "consumer", name, "subject", e.Subject, "id", e.ID, "try", tries, "error", err.Error())
		_ = m.NakWithDelay(c.delay(tries))
	}
}

// begin counts a try before it is made and returns the how manieth it is. The first
// delivery is not counted, so that what goes well costs nothing: the second is the
// second try, though nobody may have worked on the first.
func (c *Consumers) begin(ctx context.Context, name, id string) (int, error) {
	var begun int
	err := c.DB.QueryRow(ctx, `INSERT INTO message_attempt (consumer, message_id) VALUES ($1, $2)
		ON CONFLICT (consumer, message_id) DO UPDATE SET begun = message_attempt.begun + 1, at = zabuni.clock() RETURNING begun`, name, id).Scan(&begun)
	return begun + 1, err
}

// handle has the event's effect once; a handler that panics has failed.
func (c *Consumers) handle(ctx context.Context, name string, e Event, h Handler) (err error) {
	ctx, step := trace.Step(ctx, trace.Consumer, name+" "+e.Subject)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		trace.End(step, err)
	}()
	err = Once(ctx, c.DB, name, e, func(ctx context.Context, tx pg.Tx, e Event) error {
		if err := h(ctx, tx, e); err != nil {
			return err
		}
		return c.dies("handled")
	})
	if err != nil {
		return err
	}
	return c.dies("committed")
}

// Once notes the event as a consumer's and has its effect, both or neither: a
// second delivery finds the note and does nothing.
func Once(ctx context.Context, db *pgxpool.Pool, consumer string, e Event, h Handler) error {
	return pg.InTx(ctx, db, func(tx pg.Tx) error {
		first, err := note(ctx, tx, consumer, e.ID)
		if err != nil || !first {
			return err
		}
		return h(ctx, tx, e)
	})
}

// note records the message in the inbox, where its tries are no longer counted,
// and reports whether it was not there. A second delivery under way at the same
// time waits here for the first's end.
func note(ctx context.Context, tx pg.Tx, name, id string) (bool, error) {
	tag, err := tx.Exec(ctx, `WITH over AS (DELETE FROM message_attempt WHERE consumer = $1 AND message_id = $2)
		INSERT INTO inbox (consumer, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, id)
	return tag.RowsAffected() == 1, err
}

// alive tells the stream that the message is being worked on, until done.
func alive(m jetstream.Msg, wait time.Duration) (done func()) {
	tick := time.NewTicker(wait / 3)
	end := make(chan struct{})
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				_ = m.InProgress()
			}
		}
	}()
	return func() { close(end) }
}

// delay grows from one second to about a minute.
func (c *Consumers) delay(delivery int) time.Duration {
	if c.pause != nil {
		return c.pause(delivery)
	}
	return time.Second << min(delivery-1, 6)
}

func (c *Consumers) dies(point string) error {
	if c.die == nil {
		return nil
	}
	return c.die(point)
}
