package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

func hub(t *testing.T) *bus.Bus {
	t.Helper()
	b, err := bus.Open(t.Context(), bus.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func effects(t *testing.T) *pgxpool.Pool {
	t.Helper()
	db := pgtest.New(t)
	owner := pgtest.As(t, db, "") // the platform's role makes no tables
	if _, err := owner.Exec(t.Context(), `CREATE TABLE effect (n int NOT NULL); GRANT SELECT, INSERT ON effect TO PUBLIC`); err != nil {
		t.Fatal(err)
	}
	return db
}

func add(t *testing.T, db *pgxpool.Pool, n int) {
	t.Helper()
	if _, err := db.Exec(t.Context(), `INSERT INTO outbox (subject, payload)
		SELECT 'zabuni.test.happened', jsonb_build_object('n', g) FROM generate_series(1, $1::int) g`, n); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, db *pgxpool.Pool, sql string) int {
	t.Helper()
	var n int
	if err := db.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// background runs fn until the test ends, and waits for it.
func background(t *testing.T, fn func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- fn(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func apply(ctx context.Context, tx pg.Tx, e Event) error {
	var p struct{ N int }
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO effect VALUES ($1)`, p.N)
	return err
}

// every returns a death at every nth passage of each point.
func every(n int64, count *atomic.Int64) func(string) error {
	var passed atomic.Int64
	return func(string) error {
		if passed.Add(1)%n != 0 {
			return nil
		}
		count.Add(1)
		return errDied
	}
}

func TestExactlyOnceThroughDeathsOfRelayAndWorker(t *testing.T) {
	const events = 2000
	db, b := effects(t), hub(t)
	add(t, db, events)
	var relayDeaths, workerDeaths atomic.Int64
	r := &Relay{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler), die: every(2, &relayDeaths)}
	for {
		n, err := r.once(t.Context())
		if err != nil && !errors.Is(err, errDied) {
			t.Fatal(err)
		}
		if err == nil && n == 0 {
			break
		}
	}
	c := &Consumers{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler), ackWait: 300 * time.Millisecond, die: every(17, &workerDeaths)}
	reached := make(chan struct{}, 1)
	var seen atomic.Int64
	background(t, func(ctx context.Context) error {
		return c.Consume(ctx, "tester", []string{"zabuni.test.>"}, func(ctx context.Context, tx pg.Tx, e Event) error {
			if seen.Add(1) >= events {
				select {
				case reached <- struct{}{}:
				default:
				}
			}
			return apply(ctx, tx, e)
		})
	})
	cons, err := b.Consumer(t.Context(), "tester", []string{"zabuni.test.>"}, c.ackWait)
	if err != nil {
		t.Fatal(err)
	}
	<-reached
	for { // until the stream has heard of every one
		info, err := cons.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if info.NumPending == 0 && info.NumAckPending == 0 {
			break
		}
	}
	if n, d := count(t, db, `SELECT count(*) FROM effect`), count(t, db, `SELECT count(DISTINCT n) FROM effect`); n != events || d != events {
		t.Errorf("%d effects of %d events", n, d)
	}
	if n := count(t, db, `SELECT count(*) FROM parked_message`); n != 0 {
		t.Errorf("%d events are parked", n)
	}
	if relayDeaths.Load() == 0 || workerDeaths.Load() < events/20 {
		t.Errorf("only %d deaths of the relay and %d of workers: nothing was tried", relayDeaths.Load(), workerDeaths.Load())
	}
	t.Logf("%d events, %d deaths of the relay, %d of workers", events, relayDeaths.Load(), workerDeaths.Load())
}

func TestAnEventThatNeverSucceedsIsParked(t *testing.T) {
	db, b := effects(t), hub(t)
	add(t, db, 2)
	background(t, (&Relay{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler)}).Run)
	c := &Consumers{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler), pause: func(int) time.Duration { return time.Millisecond }}
	var tries atomic.Int64
	parked := make(chan struct{})
	c.Log = slog.New(signal{slog.DiscardHandler, "event is parked", parked})
	background(t, func(ctx context.Context) error {
		return c.Consume(ctx, "tester", []string{"zabuni.test.>"}, func(ctx context.Context, tx pg.Tx, e Event) error {
			if err := apply(ctx, tx, e); err != nil {
				return err
			}
			var p struct{ N int }
			if err := json.Unmarshal(e.Payload, &p); err != nil {
				return err
			}
			if p.N == 1 {
				tries.Add(1)
				panic(fmt.Sprint("poison ", p.N))
			}
			return nil
		})
	})
	<-parked
	if n := tries.Load(); n != maxTries {
		t.Errorf("tried %d times", n)
	}
	var why string
	if err := db.QueryRow(t.Context(), `SELECT error FROM parked_message WHERE consumer = 'tester' AND payload = convert_to('{"n": 1}', 'UTF8')`).Scan(&why); err != nil || why != "panic: poison 1" {
		t.Errorf("parked with %q, %v", why, err)
	}
	if n := count(t, db, `SELECT count(*) FROM effect WHERE n = 1`); n != 0 {
		t.Error("a failed event had an effect")
	}
	add(t, db, 3) // what comes after it is heard, and so was what came beside it
	for count(t, db, `SELECT count(*) FROM effect WHERE n = 3`) == 0 {
	}
	if n := count(t, db, `SELECT count(*) FROM effect WHERE n = 2`); n == 0 {
		t.Error("the other event waits for the poison")
	}
}

// A handler that fails at first has its effect once it does not, and once only.
func TestAConsumerGoesOnAfterFailures(t *testing.T) {
	db, b := effects(t), hub(t)
	add(t, db, 5)
	background(t, (&Relay{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler)}).Run)
	c := &Consumers{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler), pause: func(int) time.Duration { return time.Millisecond }}
	var calls atomic.Int64
	done := make(chan struct{})
	background(t, func(ctx context.Context) error {
		return c.Consume(ctx, "tester", []string{"zabuni.test.>"}, func(ctx context.Context, tx pg.Tx, e Event) error {
			if err := apply(ctx, tx, e); err != nil {
				return err
			}
			if calls.Add(1) <= 7 {
				return errors.New("the store is away")
			}
			if calls.Load() == 12 {
				close(done)
			}
			return nil
		})
	})
	<-done
	for count(t, db, `SELECT count(*) FROM inbox`) < 5 {
	}
	if n := count(t, db, `SELECT count(*) FROM effect`); n != 5 {
		t.Errorf("%d effects of 5 events", n)
	}
	if n := count(t, db, `SELECT count(*) FROM parked_message`); n != 0 {
		t.Errorf("%d events are parked", n)
	}
}

// A message that kills its worker each time says nothing; it must not kill for ever.
func TestAnEventThatAlwaysKillsIsParked(t *testing.T) {
	db, b := effects(t), hub(t)
	add(t, db, 1)
	background(t, (&Relay{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler)}).Run)
	parked := make(chan struct{})
	c := &Consumers{DB: db, Bus: b, ackWait: 50 * time.Millisecond, Log: slog.New(signal{slog.DiscardHandler, "event is parked", parked}),
		die: func(point string) error { return errDied }}
	background(t, func(ctx context.Context) error { return c.Consume(ctx, "tester", []string{"zabuni.test.>"}, apply) })
	<-parked
	if n := count(t, db, `SELECT count(*) FROM parked_message`); n != 1 {
		t.Errorf("%d events are parked", n)
	}
}

// signal is a log that tells when a certain thing was said.
type signal struct {
	slog.Handler
	word string
	said chan struct{}
}

func (s signal) Enabled(context.Context, slog.Level) bool { return true }

func (s signal) Handle(_ context.Context, r slog.Record) error {
	if r.Message == s.word {
		close(s.said)
	}
	return nil
}

func TestABellWakesTheRelay(t *testing.T) {
	db, b := effects(t), hub(t)
	background(t, (&Relay{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler)}).Run)
	got := make(chan string, 1)
	background(t, func(ctx context.Context) error {
		return (&Consumers{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler)}).Consume(ctx, "tester", []string{"zabuni.test.>"},
			func(_ context.Context, _ pg.Tx, e Event) error { got <- string(e.Payload); return nil })
	})
	add(t, db, 1)
	b.Ring(Bell)
	if p := <-got; p != `{"n": 1}` {
		t.Fatal(p)
	}
}
