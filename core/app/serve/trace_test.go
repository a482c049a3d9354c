package serve

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"zabuni.org/core/config"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/outbox"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
)

// collecting is a collector, and what it has been sent by the time that h is closed.
func collecting(t *testing.T) (addr string, sent func() map[string]*spans.Span) {
	t.Helper()
	var mu sync.Mutex
	found := map[string]*spans.Span{}
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var e collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &e)
		}
		if err != nil || r.URL.Path != "/v1/traces" {
			t.Error(err, r.URL.Path)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, of := range e.ResourceSpans {
			for _, in := range of.ScopeSpans {
				for _, span := range in.Spans {
					found[span.Name] = span
				}
			}
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, func() map[string]*spans.Span {
		mu.Lock()
		defer mu.Unlock()
		return found
	}
}

// One trace has the number of its request and reaches from it over its operation and
// statements to the event that it left, what was done of that, and the task.
func TestATraceReachesFromARequestToItsTask(t *testing.T) {
	h, _ := standing(t)
	at, sent := collecting(t)
	if err := h.traces(t.Context(), config.Settings{Traces: at}); err != nil {
		t.Fatal(err)
	}
	db, err := pg.OpenLimited(t.Context(), h.DB.App.Config().ConnString(), pg.Limits{Conns: 8})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	quiet := slog.New(slog.DiscardHandler)
	me := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Buyer, Name: "N"}
	tasks := tasksvc.New(db, nil, nil, quiet)
	tasksvc.Register(tasks, "count", "", func(context.Context, *tasksvc.Run, struct{}) (tasksvc.Outcome, error) { return tasksvc.Outcome{}, nil })
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	done := make(chan struct{})
	working.Go(func() { _ = (&outbox.Relay{DB: db, Bus: h.Bus, Log: quiet}).Run(ctx) })
	working.Go(func() {
		c := &outbox.Consumers{DB: db, Bus: h.Bus, Log: quiet}
		_ = c.Consume(ctx, "follow", []string{"zabuni.sourcing.job.made", "zabuni.task.task.failed"}, func(ctx context.Context, tx pg.Tx, e outbox.Event) error {
			if strings.HasSuffix(e.Subject, "failed") { // the task, whose actor is nobody
				close(done)
				return nil
			}
			_, err := tasks.Start(ctx, tx, me, tasksvc.Start{Kind: task.Kind("count")})
			return err
		})
	})
	working.Go(func() { tasks.Work(ctx, 1) })

	b := httpkit.New(httpkit.Config{App: "buyer", Log: quiet, Now: time.Now})
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "makeJob", Method: http.MethodPost, Path: "/jobs", Tag: "t", Summary: "Make"},
		func(ctx context.Context, _ *struct{}) (*httpkit.Empty, error) {
			return httpkit.Done(pg.InTx(ctx, db, func(tx pg.Tx) error {
				_, err := journal.Record(ctx, tx, me, journal.Entry{Action: "sourcing.job.made", Object: "job", ObjectID: uuid.New()})
				return err
			}))
		})
	var c fasthttp.RequestCtx
	c.Request.Header.SetMethod(http.MethodPost)
	c.Request.SetRequestURI("/api/buyer/jobs")
	b.Handler()(&c)
	if c.Response.StatusCode() != 204 {
		t.Fatal(c.Response.StatusCode(), string(c.Response.Body()))
	}
	<-done
	stop()
	working.Wait()
	h.close[0]() // sends what has not been sent

	id := uuid.MustParse(string(c.Response.Header.Peek("X-Request-Id")))
	found := sent()
	parents := map[string]string{
		"makeJob":                         "POST /api/buyer",
		"follow zabuni.sourcing.job.made": "makeJob",
		"InsertTask":                      "follow zabuni.sourcing.job.made",
		"task count":                      "follow zabuni.sourcing.job.made",
		"ActorOf":                         "task count",
		"follow zabuni.task.task.failed":  "follow zabuni.sourcing.job.made",
	}
	for child, parent := range parents {
		span, above := found[child], found[parent]
		if span == nil || above == nil {
			t.Errorf("%s, or what it came of, was not sent", child)
			continue
		}
		if hex.EncodeToString(span.TraceId) != hex.EncodeToString(id[:]) {
			t.Errorf("%s is of another trace", child)
		}
		if string(span.ParentSpanId) != string(above.SpanId) {
			t.Errorf("%s does not come of %s", child, parent)
		}
	}
	if t.Failed() {
		names, _ := json.Marshal(found)
		t.Log(string(names))
	}
}
