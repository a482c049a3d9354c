package pg

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/trace"
)

// A tracer sees how long statements take. It never looks at what they were asked
// with: arguments are people's data.
type tracer struct {
	slow time.Duration
	log  *slog.Logger
}

type (
	began struct {
		at   time.Time
		name string
		step trace.Span // nil where nobody collects
	}
	beganKey struct{}
)

// mostName bounds the name of a statement that has none.
const mostName = 80

// NameOf is the name that a statement has in its .sql file, or how it begins.
func NameOf(sql string) string {
	if rest, ok := strings.CutPrefix(strings.TrimSpace(sql), "-- name: "); ok {
		name, _, _ := strings.Cut(rest, " ")
		return name
	}
	words := strings.Join(strings.Fields(sql), " ")
	return words[:min(len(words), mostName)]
}

func (t *tracer) begin(ctx context.Context, name string) context.Context {
	b := began{at: time.Now(), name: name}
	if trace.Collected(ctx) {
		ctx, b.step = trace.Step(ctx, trace.Client, name, "db.system.name", "postgresql")
	}
	return context.WithValue(ctx, beganKey{}, b)
}

func (t *tracer) end(ctx context.Context, err error) {
	b, ok := ctx.Value(beganKey{}).(began)
	if !ok {
		return
	}
	if b.step != nil {
		trace.End(b.step, err)
	}
	took := time.Since(b.at)
	if t.slow == 0 || took < t.slow {
		return
	}
	attrs := []slog.Attr{slog.String("query", b.name), slog.Int64("ms", took.Milliseconds())}
	if code := codeOf(err); code != "" {
		attrs = append(attrs, slog.String("code", code))
	}
	t.log.LogAttrs(ctx, slog.LevelWarn, "slow query", attrs...)
}

// TraceQueryStart implements pgx.QueryTracer.
func (t *tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return t.begin(ctx, NameOf(d.SQL))
}

// TraceQueryEnd implements pgx.QueryTracer.
func (t *tracer) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryEndData) {
	t.end(ctx, d.Err)
}

// TraceBatchStart implements pgx.BatchTracer: the last statement is what the others
// prepare.
func (t *tracer) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	name := "batch"
	if n := len(d.Batch.QueuedQueries); n > 0 {
		name = NameOf(d.Batch.QueuedQueries[n-1].SQL)
	}
	return t.begin(ctx, name)
}

// TraceBatchQuery implements pgx.BatchTracer.
func (t *tracer) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (t *tracer) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchEndData) {
	t.end(ctx, d.Err)
}

// TraceCopyFromStart implements pgx.CopyFromTracer.
func (t *tracer) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceCopyFromStartData) context.Context {
	return t.begin(ctx, "copy "+strings.Join(d.TableName, "."))
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (t *tracer) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceCopyFromEndData) {
	t.end(ctx, d.Err)
}
