package serve

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/app"
	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/crew"
	"zabuni.org/core/platform/meter"
)

// Metrics tell what waits, what fails and what is about to happen, at an address
// of their own.
func TestMetricsTellWhatWaits(t *testing.T) {
	h, _ := standing(t)
	for _, sql := range []string{
		"INSERT INTO outbox (subject, payload) VALUES ('zabuni.x', '{}'), ('zabuni.y', '{}')",
		"INSERT INTO parked_message (consumer, message_id, subject, payload, error) VALUES ('notify', '1', 'zabuni.x', '', 'no such kind')",
		`INSERT INTO task (id, kind, company_id, actor_id, title, status, input, created_at)
			SELECT uuidv7(), 'of an older release ' || n, uuidv7(), uuidv7(), 't', 'failed', '{}', zabuni.clock() FROM generate_series(1, 3) n`,
	} {
		run(t, h, sql)
	}
	if _, err := h.Bus.Consumer(t.Context(), "late", []string{bus.Space}, time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := h.Bus.Publish(t.Context(), bus.Message{ID: "1", Subject: "zabuni.x"}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	c := &crew.Crew{Log: slog.New(slog.DiscardHandler)}
	t.Cleanup(func() { stop(); c.Wait() })
	ended := make(chan struct{})
	c.Keep(ctx, "relay", func(context.Context) error { close(ended); return errors.New("no") })
	<-ended
	h.crew.Store(c)
	h.App = app.New(app.Outside{DB: h.DB.App, Meter: meter.New(slog.New(slog.DiscardHandler))})

	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	_ = free.Close()
	if err := h.metrics(addr); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.close[0])
	for n := 0; n != 1; n = c.Again()["relay"] { // it is counted a moment after it has ended
		if t.Context().Err() != nil {
			t.Fatal("the end of a loop is not counted")
		}
	}
	answer, err := http.Get("http://" + addr + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`zabuni_waiting{queue="events"} 2`,
		`zabuni_events_unread{consumer="late"} 1`,
		`zabuni_waiting_seconds{queue="mails"} 0`,
		`zabuni_given_up{queue="parked"} 1`,
		`zabuni_tasks{kind="other",state="failed"} 3`,
		"zabuni_tasks_stuck 3",
		"zabuni_closing_within_hour 0",
		`zabuni_begun_again_total{work="relay"} 1`,
		`zabuni_check{check="database"} 1`,
		`zabuni_check{check="work"} 0`,
		`zabuni_pool_connections_most{role="app"} `,
		"go_goroutines ",
	} {
		if !strings.Contains(string(text), "\n"+want) {
			t.Errorf("metrics do not tell %s", want)
		}
	}
}
