// Package otlp sends traces to a collector. It is apart from trace because what it
// stands on is large and only programs need it.
package otlp

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"

	"zabuni.org/core/platform/trace"
)

// Collect sends traces to a collector by OTLP over HTTP until stop, which sends what
// has not been sent. OTEL_TRACES_SAMPLER and the other settings of OpenTelemetry
// hold as everywhere.
func Collect(ctx context.Context, endpoint, service string) (stop func(context.Context) error, err error) {
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(strings.TrimSuffix(endpoint, "/")+"/v1/traces"))
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	return provide(service, sdk.WithBatcher(exporter)), nil
}

func provide(service string, to sdk.TracerProviderOption) (stop func(context.Context) error) {
	p := sdk.NewTracerProvider(to, sdk.WithIDGenerator(numbers{}), sdk.WithResource(resource.NewSchemaless(attribute.String("service.name", service))))
	otel.SetTracerProvider(p)
	return p.Shutdown
}

// numbers gives a trace the number of its request.
type numbers struct{}

// NewIDs implements sdk.IDGenerator.
func (numbers) NewIDs(ctx context.Context) (oteltrace.TraceID, oteltrace.SpanID) {
	id, ok := trace.RequestOf(ctx)
	if !ok {
		id = uuid.New()
	}
	return oteltrace.TraceID(id), drawn()
}

// NewSpanID implements sdk.IDGenerator.
func (numbers) NewSpanID(context.Context, oteltrace.TraceID) oteltrace.SpanID { return drawn() }

func drawn() (id oteltrace.SpanID) {
	_, _ = rand.Read(id[:]) // it never fails
	return id
}
