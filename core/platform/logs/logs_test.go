package logs

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/platform/trace"
)

// Each part is written from its own level on, the rest from the first; what came of
// a request has its number.
func TestEachPartHasItsLevel(t *testing.T) {
	levels, err := Read("error, http=info,sql=debug")
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	l := New(&said, levels)
	l.Warn("not this")
	Of(l, Work).Warn("nor this")
	Of(l, HTTP).Debug("nor that")
	id := uuid.New()
	ctx, span := trace.Request(context.Background(), id, "request")
	Of(l, HTTP).With("more", 1).InfoContext(ctx, "a request")
	span.End()
	Of(l, SQL).Debug("a query")
	l.Error("a failure")
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], `"part":"http"`) || !strings.Contains(lines[0], `"request":"`+id.String()+`"`) || strings.Contains(lines[1], "request") {
		t.Errorf("%s", said.String())
	}
	for _, wrong := range []string{"", "loud", "warn,http", "kitchen=info", "http=loud"} {
		if _, err := Read(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
