// Package trace joins what one request causes: its operation, the statements, the
// events and the tasks that it leaves, and what becomes of them. A trace has the
// number of its request, whether anybody collects it or not, so that every line of
// the log that came of one request can be found by it.
package trace

import (
	"context"
	"crypto/rand"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"zabuni.org/core/kernel/fault"
)

const (
	name   = "zabuni.org/core"
	parent = "traceparent" // of W3C Trace Context
)

// A Span is one step of a trace.
type Span = trace.Span

// A Kind is how a step came to be.
type Kind = trace.SpanKind

// Kinds.
const (
	Server   = trace.SpanKindServer
	Internal = trace.SpanKindInternal
	Client   = trace.SpanKindClient
	Producer = trace.SpanKindProducer
	Consumer = trace.SpanKindConsumer
)

type requestKey struct{}

// Request begins the trace of a request, which has its number.
func Request(ctx context.Context, id uuid.UUID, what string) (context.Context, Span) {
	ctx = context.WithValue(ctx, requestKey{}, id)
	traced, span := tracer().Start(ctx, what, trace.WithNewRoot(), trace.WithSpanKind(Server))
	if span.SpanContext().IsValid() {
		return traced, span
	}
	// Nobody collects: what follows is joined all the same.
	return trace.ContextWithSpanContext(ctx, trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID(id), SpanID: drawn()})), span
}

// RequestOf is the number of the request that is about to begin its trace.
func RequestOf(ctx context.Context) (uuid.UUID, bool) {
	id, ok := ctx.Value(requestKey{}).(uuid.UUID)
	return id, ok
}

// Step begins a step of the trace that ctx belongs to; outside of a trace it is none.
func Step(ctx context.Context, kind Kind, what string, about ...string) (context.Context, Span) {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, trace.SpanFromContext(ctx)
	}
	attrs := make([]attribute.KeyValue, 0, len(about)/2)
	for i := 1; i < len(about); i += 2 {
		attrs = append(attrs, attribute.String(about[i-1], about[i]))
	}
	return tracer().Start(ctx, what, trace.WithSpanKind(kind), trace.WithAttributes(attrs...))
}

// End ends a step; of a failure it keeps what it is called, never what it says, which
// may be people's data.
func End(span Span, failure error) {
	if failure != nil {
		span.SetStatus(codes.Error, fault.As(failure).Code)
	}
	span.End()
}

// Collected reports whether somebody collects the trace of ctx.
func Collected(ctx context.Context) bool { return trace.SpanFromContext(ctx).IsRecording() }

// ID is the number of the request that ctx belongs to, empty outside of one.
func ID(ctx context.Context) string {
	s := trace.SpanContextFromContext(ctx)
	if !s.HasTraceID() {
		return ""
	}
	return uuid.UUID(s.TraceID()).String()
}

// Carry is the trace of ctx as it travels with what is left for later.
func Carry(ctx context.Context) string {
	c := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, c)
	return c[parent]
}

// Carried goes on with a trace that was carried here.
func Carried(ctx context.Context, carried string) context.Context {
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{parent: carried})
}

func tracer() trace.Tracer { return otel.Tracer(name) }

// drawn is the number of a step.
func drawn() (id trace.SpanID) {
	_, _ = rand.Read(id[:]) // it never fails
	return id
}
