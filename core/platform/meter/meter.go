// Package meter counts what a process does and tells it in the text format of
// Prometheus. Labels have few values, all of them from the program: nothing that a
// visitor sends becomes one.
package meter

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// A Meter counts for one process.
type Meter struct {
	Log      *slog.Logger
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

// readTime bounds what is read at each look.
const readTime = 5 * time.Second

// New returns a Meter that knows the process itself.
func New(log *slog.Logger) *Meter {
	m := &Meter{
		Log:      log,
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "zabuni_requests_total",
			Help: "Requests by operation and status; none is what belongs to no operation.",
		}, []string{"app", "operation", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "zabuni_request_seconds",
			Help:    "How long requests take, by operation.",
			Buckets: []float64{.005, .02, .05, .1, .25, .5, 1, 2.5, 10, 30},
		}, []string{"app", "operation"}),
	}
	m.registry.MustRegister(m.requests, m.took, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Request counts one. A nil Meter counts nothing.
func (m *Meter) Request(app, operation string, status int, took time.Duration) {
	if m == nil {
		return
	}
	if operation == "" {
		operation = "none"
	}
	m.requests.WithLabelValues(app, operation, strconv.Itoa(status)).Inc()
	m.took.WithLabelValues(app, operation).Observe(took.Seconds())
}

// Pool tells of a pool of connections.
func (m *Meter) Pool(role string, pool *pgxpool.Pool) {
	tell := func(name, help string, counts bool, read func(*pgxpool.Stat) float64) {
		o := prometheus.Opts{Name: name, Help: help, ConstLabels: prometheus.Labels{"role": role}}
		if counts {
			m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts(o), func() float64 { return read(pool.Stat()) }))
			return
		}
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts(o), func() float64 { return read(pool.Stat()) }))
	}
	tell("zabuni_pool_connections", "Connections that are open.", false, func(s *pgxpool.Stat) float64 { return float64(s.TotalConns()) })
	tell("zabuni_pool_connections_taken", "Connections that somebody uses.", false, func(s *pgxpool.Stat) float64 { return float64(s.AcquiredConns()) })
	tell("zabuni_pool_connections_most", "Connections that there may be.", false, func(s *pgxpool.Stat) float64 { return float64(s.MaxConns()) })
	tell("zabuni_pool_waits_total", "How often somebody had to wait for a connection.", true, func(s *pgxpool.Stat) float64 { return float64(s.EmptyAcquireCount()) })
	tell("zabuni_pool_wait_seconds_total", "How long they waited.", true, func(s *pgxpool.Stat) float64 { return s.EmptyAcquireWaitTime().Seconds() })
}

// A Gauge is a number that is read when somebody looks; Counts says that it only grows.
type Gauge struct {
	Name, Help string
	Counts     bool
	Labels     []string
	Read       func(ctx context.Context) ([]Sample, error)
}

// A Sample is one value, with a word for each label.
type Sample struct {
	Value float64
	At    []string
}

// Gauges tells of numbers that are read at each look.
func (m *Meter) Gauges(gauges ...Gauge) {
	for _, g := range gauges {
		m.registry.MustRegister(reader{m, g})
	}
}

type reader struct {
	m *Meter
	Gauge
}

func (r reader) desc() *prometheus.Desc {
	return prometheus.NewDesc(r.Name, r.Help, r.Labels, nil)
}

// Describe implements prometheus.Collector.
func (r reader) Describe(to chan<- *prometheus.Desc) { to <- r.desc() }

// Collect implements prometheus.Collector. What cannot be read now is left out.
func (r reader) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readTime)
	defer cancel()
	values, err := r.Read(ctx)
	if err != nil {
		r.m.Log.Warn("a metric cannot be read", "metric", r.Name, "error", err.Error())
		return
	}
	kind := prometheus.GaugeValue
	if r.Counts {
		kind = prometheus.CounterValue
	}
	for _, v := range values {
		to <- prometheus.MustNewConstMetric(r.desc(), kind, v.Value, v.At...)
	}
}

// Handler answers with all of it.
func (m *Meter) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
