package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"zabuni.org/core/config"
	"zabuni.org/core/platform/meter"
	"zabuni.org/core/platform/trace/otlp"
	"zabuni.org/core/platform/watch/watchsvc"
)

const (
	tellTimeout = 10 * time.Second // for who reads metrics, and for traces that have not been sent at the end
	soon        = time.Hour        // of categories that are about to close
)

// traces sends them where a collector is named.
func (h *House) traces(ctx context.Context, s config.Settings) error {
	if s.Traces == "" {
		return nil
	}
	stop, err := otlp.Collect(ctx, s.Traces, "zabuni-"+h.part.Name)
	if err != nil {
		return err
	}
	h.close = append(h.close, func() {
		ctx, cancel := context.WithTimeout(context.Background(), tellTimeout)
		defer cancel()
		_ = stop(ctx)
	})
	return nil
}

// metrics tells them at an address of their own, which is not for the public.
func (h *House) metrics(addr string) error {
	m := h.App.Meter
	if m == nil {
		return nil
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	m.Gauges(h.gauges()...)
	if h.part.AsApp {
		m.Pool("app", h.DB.App)
		m.Gauges(h.waiting()...)
	}
	if h.DB.Opener != nil {
		m.Pool("opener", h.DB.Opener)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler())
	server := &http.Server{Handler: mux, ReadTimeout: tellTimeout, WriteTimeout: 2 * tellTimeout, IdleTimeout: idleTimeout}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			h.App.Log.Error("metrics are told no longer", "error", err.Error())
		}
	}()
	h.close = append(h.close, func() { _ = server.Close(); <-ended })
	return nil
}

// gauges are of this process.
func (h *House) gauges() []meter.Gauge {
	return []meter.Gauge{
		{
			Name:   "zabuni_check",
			Help:   "What readiness looks at: 1 where it is well.",
			Labels: []string{"check"},
			Read: func(ctx context.Context) ([]meter.Sample, error) {
				var out []meter.Sample
				for _, c := range h.Ready(ctx).Checks {
					out = append(out, meter.Sample{Value: yes(c.OK), At: []string{c.Name}})
				}
				return out, nil
			},
		},
		{
			Name:   "zabuni_begun_again_total",
			Help:   "How often background work failed and was begun again.",
			Labels: []string{"work"},
			Counts: true,
			Read: func(context.Context) ([]meter.Sample, error) {
				var out []meter.Sample
				if c := h.crew.Load(); c != nil {
					for name, n := range c.Again() {
						out = append(out, meter.Sample{Value: float64(n), At: []string{name}})
					}
				}
				return out, nil
			},
		},
		{
			Name: "zabuni_disk_free_bytes",
			Help: "Room on the disk of DATA.",
			Read: func(context.Context) ([]meter.Sample, error) {
				d := h.disk.State()
				if d.Total == 0 {
					return nil, nil
				}
				return []meter.Sample{{Value: float64(d.Free)}}, nil
			},
		},
	}
}

// waiting is of the whole platform: every process tells the same.
func (h *House) waiting() []meter.Gauge {
	lines := func(of func(watchsvc.Line) float64) func(context.Context) ([]meter.Sample, error) {
		return func(ctx context.Context) ([]meter.Sample, error) {
			found, err := h.App.Watch.Waiting(ctx)
			out := make([]meter.Sample, len(found))
			for i, l := range found {
				out[i] = meter.Sample{Value: of(l), At: []string{string(l.Queue)}}
			}
			return out, err
		}
	}
	return []meter.Gauge{
		{
			Name:   "zabuni_waiting",
			Help:   "What waits: events on their way to the bus, entries to be logged, mails, tasks, parked events that are tried again.",
			Labels: []string{"queue"},
			Read:   lines(func(l watchsvc.Line) float64 { return float64(l.Waiting) }),
		},
		{
			Name:   "zabuni_waiting_seconds",
			Help:   "For how long the oldest of them waits.",
			Labels: []string{"queue"},
			Read: lines(func(l watchsvc.Line) float64 {
				if l.Since == nil {
					return 0
				}
				return max(0, h.App.Clock.Now().Sub(*l.Since).Seconds())
			}),
		},
		{
			Name:   "zabuni_given_up",
			Help:   "What was given up within seven days; of parked events all that there are.",
			Labels: []string{"queue"},
			Read:   lines(func(l watchsvc.Line) float64 { return float64(l.Failed) }),
		},
		{
			Name:   "zabuni_events_unread",
			Help:   "Events on the bus that a consumer has still to acknowledge.",
			Labels: []string{"consumer"},
			Read: func(ctx context.Context) ([]meter.Sample, error) {
				found, err := h.Bus.Unread(ctx)
				var out []meter.Sample
				for name, n := range found {
					out = append(out, meter.Sample{Value: float64(n), At: []string{name}})
				}
				return out, err
			},
		},
		{
			Name:   "zabuni_tasks",
			Help:   "Tasks that are kept, by kind and state.",
			Labels: []string{"kind", "state"},
			Read: func(ctx context.Context) ([]meter.Sample, error) {
				found, err := h.App.Tasks.Tally(ctx)
				out := make([]meter.Sample, len(found))
				for i, t := range found {
					out[i] = meter.Sample{Value: float64(t.Tasks), At: []string{string(t.Kind), string(t.State)}}
				}
				return out, err
			},
		},
		{
			Name: "zabuni_tasks_stuck",
			Help: "Tasks that failed, are tried again, or whose worker has gone silent.",
			Read: one(h.App.Tasks.CountStuck),
		},
		{
			Name: "zabuni_closing_within_hour",
			Help: "Categories that close within the next hour.",
			Read: one(func(ctx context.Context) (int64, error) { return h.App.Sourcing.ClosingWithin(ctx, soon) }),
		},
	}
}

// one is a number without labels.
func one(read func(context.Context) (int64, error)) func(context.Context) ([]meter.Sample, error) {
	return func(ctx context.Context) ([]meter.Sample, error) {
		n, err := read(ctx)
		return []meter.Sample{{Value: float64(n)}}, err
	}
}

func yes(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
