package outbox

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"zabuni.org/core/platform/pg"
)

// What a process had fetched when it died, and never begun, is as good as new
// however often that happens.
func TestWhatNobodyBeganIsNotParked(t *testing.T) {
	const events = 20
	db, b := effects(t), hub(t)
	add(t, db, events)
	r := &Relay{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler)}
	if _, err := r.once(t.Context()); err != nil {
		t.Fatal(err)
	}
	cons, err := b.Consumer(t.Context(), "tester", []string{"zabuni.test.>"}, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	for least := uint64(0); least <= maxTries; { // fetched and left, until each was nine times
		got, err := cons.Fetch(events, jetstream.FetchMaxWait(time.Second))
		if err != nil {
			t.Fatal(err)
		}
		var times []uint64
		for m := range got.Messages() {
			meta, err := m.Metadata()
			if err != nil {
				t.Fatal(err)
			}
			times = append(times, meta.NumDelivered)
		}
		if len(times) == events {
			least = slices.Min(times)
		}
	}
	tried := make(chan struct{}, 10*events)
	c := &Consumers{DB: db, Bus: b, Log: slog.New(slog.DiscardHandler), ackWait: 50 * time.Millisecond, pause: func(int) time.Duration { return time.Millisecond }}
	failed := false
	background(t, func(ctx context.Context) error {
		return c.Consume(ctx, "tester", []string{"zabuni.test.>"}, func(ctx context.Context, tx pg.Tx, e Event) error {
			if string(e.Payload) == `{"n": 7}` && !failed {
				failed = true
				return errors.New("the store is away") // one failure does not park it either
			}
			tried <- struct{}{}
			return apply(ctx, tx, e)
		})
	})
	for range events {
		<-tried
	}
	for count(t, db, `SELECT count(*) FROM inbox`) < events {
	}
	if n, parked := count(t, db, `SELECT count(DISTINCT n) FROM effect`), count(t, db, `SELECT count(*) FROM parked_message`); n != events || parked != 0 {
		t.Errorf("%d effects of %d events, %d are parked", n, events, parked)
	}
	if n := count(t, db, `SELECT count(*) FROM message_attempt`); n != 0 {
		t.Errorf("tries of %d events are counted after they went well", n)
	}
}

// A parked event is tried again when somebody asks, once each time, and leaves
// when it goes well.
func TestAParkedEventIsDrivenOn(t *testing.T) {
	db := effects(t)
	ctx := t.Context()
	c := &Consumers{DB: db, Log: slog.New(slog.DiscardHandler)}
	do := func(sql string, args ...any) {
		t.Helper()
		if _, err := db.Exec(ctx, sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	park := func(consumer, id, payload string) {
		do(`INSERT INTO parked_message (consumer, message_id, subject, payload, error)
			VALUES ($1, $2, 'zabuni.test.happened', $3, 'first')`, consumer, id, []byte(payload))
		do(`INSERT INTO inbox (consumer, message_id) VALUES ($1, $2)`, consumer, id)
	}
	park("tester", "a", `{"n": 1}`)
	park("tester", "b", `{"n": 2}`)
	park("gone", "c", `{"n": 3}`)
	var fail error
	handlers := map[string]Handler{"tester": func(ctx context.Context, tx pg.Tx, e Event) error {
		if err := apply(ctx, tx, e); err != nil {
			return err
		}
		if e.ID == "b" {
			panic("still poison")
		}
		return fail
	}}
	again := func() (n int) {
		for {
			more, err := c.Again(ctx, handlers)
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				return n
			}
			n++
		}
	}
	if n := again(); n != 0 {
		t.Fatalf("%d are tried though nobody asked", n)
	}
	ask := `UPDATE parked_message SET again_at = now()`
	fail = errors.New("second")
	do(ask)
	if n := again(); n != 3 {
		t.Fatalf("%d are tried of 3", n)
	}
	want := map[string]string{"a": "second", "b": "panic: still poison", "c": "there is no such consumer any more"}
	for id, why := range want {
		if n := count(t, db, `SELECT count(*) FROM parked_message WHERE again_at IS NULL AND message_id = '`+id+`' AND error = '`+why+`'`); n != 1 {
			t.Errorf("%s does not say %q", id, why)
		}
	}
	if n := count(t, db, `SELECT count(*) FROM effect`); n != 0 {
		t.Errorf("what failed had %d effects", n)
	}
	fail = nil
	do(ask + ` WHERE message_id = 'a'`)
	if n := again(); n != 1 {
		t.Fatalf("%d are tried of 1", n)
	}
	if n, left := count(t, db, `SELECT count(*) FROM effect WHERE n = 1`), count(t, db, `SELECT count(*) FROM parked_message`); n != 1 || left != 2 {
		t.Errorf("%d effects, %d still parked", n, left)
	}
}
