// Package logs writes the log of a process: JSON lines, each part of the program
// from a level of its own on, each line with the request that it came of.
package logs

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"zabuni.org/core/platform/trace"
)

// A Part is what of the program a line of the log is about.
type Part string

// Parts.
const (
	HTTP   Part = "http"   // requests
	Work   Part = "work"   // loops, duties, events, tasks
	SQL    Part = "sql"    // slow statements
	Health Part = "health" // readiness
)

var parts = []Part{HTTP, Work, SQL, Health}

// Of is a logger for one part.
func Of(l *slog.Logger, p Part) *slog.Logger { return l.With(key, string(p)) }

const key = "part"

// Levels are from which level on something is written.
type Levels struct {
	Rest slog.Level
	Of   map[Part]slog.Level
}

// Read reads levels such as "warn,http=info,sql=error": the first is that of
// everything that is not named.
func Read(text string) (Levels, error) {
	out := Levels{Rest: slog.LevelWarn, Of: map[Part]slog.Level{}}
	for word := range strings.SplitSeq(text, ",") {
		name, level, named := strings.Cut(strings.TrimSpace(word), "=")
		if !named {
			name, level = "", name
		}
		var l slog.Level
		if err := l.UnmarshalText([]byte(level)); err != nil {
			return out, fmt.Errorf("%q is no level", level)
		}
		switch {
		case !named:
			out.Rest = l
		case slices.Contains(parts, Part(name)):
			out.Of[Part(name)] = l
		default:
			return out, fmt.Errorf("%q is none of %v", name, parts)
		}
	}
	return out, nil
}

// New returns a logger that writes JSON lines.
func New(w io.Writer, l Levels) *slog.Logger {
	return slog.New(handler{slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}), l, l.Rest})
}

// A handler has the level of its part.
type handler struct {
	to     slog.Handler
	levels Levels
	from   slog.Level
}

// Enabled implements slog.Handler.
func (h handler) Enabled(_ context.Context, l slog.Level) bool { return l >= h.from }

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if id := trace.ID(ctx); id != "" {
		r = r.Clone()
		r.AddAttrs(slog.String("request", id))
	}
	return h.to.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		if a.Key == key {
			if l, ok := h.levels.Of[Part(a.Value.String())]; ok {
				h.from = l
			}
		}
	}
	h.to = h.to.WithAttrs(attrs)
	return h
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	h.to = h.to.WithGroup(name)
	return h
}
