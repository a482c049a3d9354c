package live

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"

	"zabuni.org/core/platform/bus"
)

type rig struct {
	bus    *bus.Bus
	hub    *Hub
	ln     *fasthttputil.InmemoryListener
	rights atomic.Value // of Rights
}

func all(_ context.Context, topics []string) ([]string, error) { return topics, nil }

func newRig(t *testing.T, beat time.Duration) *rig {
	t.Helper()
	b, err := bus.Open(t.Context(), bus.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	h, err := Open(b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	r := &rig{bus: b, hub: h, ln: fasthttputil.NewInmemoryListener()}
	r.rights.Store(Rights(all))
	s := &fasthttp.Server{ReadTimeout: time.Minute, Handler: func(ctx *fasthttp.RequestCtx) {
		ask := func(c context.Context, topics []string) ([]string, error) { return r.rights.Load().(Rights)(c, topics) }
		if err := h.serve(ctx, strings.Split(string(ctx.QueryArgs().Peek("topics")), ","), ask, beat); err != nil {
			ctx.Error(err.Error(), fasthttp.StatusForbidden)
		}
	}}
	done := make(chan error, 1)
	go func() { done <- s.Serve(r.ln) }()
	t.Cleanup(func() {
		if err := errors.Join(s.Shutdown(), <-done); err != nil {
			t.Error(err)
		}
	})
	return r
}

// open reads a stream's head; the rest is in the scanner.
func (r *rig) open(t *testing.T, topics, last string) (*bufio.Reader, net.Conn) {
	t.Helper()
	conn, err := r.ln.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := fmt.Fprintf(conn, "GET /live?topics=%s HTTP/1.1\r\nHost: x\r\nLast-Event-ID: %s\r\n\r\n", topics, last); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	if head := paragraph(t, in); !strings.HasPrefix(head, "HTTP/1.1 200") || !strings.Contains(head, "text/event-stream") {
		t.Fatal(head)
	}
	return in, conn
}

func paragraph(t *testing.T, in *bufio.Reader) string {
	t.Helper()
	var out strings.Builder
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return out.String() + " " + err.Error()
		}
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			return out.String()
		}
		out.WriteString(line + "\n")
	}
}

func (r *rig) tell(t *testing.T, topic string, n int) {
	t.Helper()
	if err := Tell(r.bus, topic, map[string]int{"n": n}); err != nil {
		t.Fatal(err)
	}
}

func id(paragraph string) string {
	line, _, _ := strings.Cut(paragraph, "\n")
	return strings.TrimPrefix(line, "id: ")
}

func TestWordsOfOwnTopicsAndWhatWasMissed(t *testing.T) {
	r := newRig(t, time.Hour)
	in, conn := r.open(t, "task.7,auction.9", "")
	r.tell(t, "task.8", 0)
	r.tell(t, "task.7", 1)
	first := paragraph(t, in)
	if !strings.Contains(first, `data: {"topic":"task.7","data":{"n":1}}`) {
		t.Fatal(first)
	}
	_ = conn.Close()
	for n := 2; n < 5; n++ {
		r.tell(t, "auction.9", n)
	}
	// another reader's word shows that the hub has heard them all
	other, _ := r.open(t, "marker", "")
	r.tell(t, "marker", 0)
	paragraph(t, other)
	in, _ = r.open(t, "task.7,auction.9", id(first))
	for n := 2; n < 5; n++ {
		if p := paragraph(t, in); !strings.Contains(p, fmt.Sprintf(`"n":%d`, n)) {
			t.Fatal(p)
		}
	}
	in, _ = r.open(t, "task.7", "of another life")
	if p := paragraph(t, in); !strings.Contains(p, "event: reset") {
		t.Fatal(p)
	}
}

func TestRightsAreAskedAgain(t *testing.T) {
	r := newRig(t, 5*time.Millisecond)
	in, _ := r.open(t, "task.7,auction.9", "")
	if p := paragraph(t, in); p != ": \n" {
		t.Fatalf("no heartbeat: %q", p)
	}
	asked := make(chan struct{}, 1000)
	r.rights.Store(Rights(func(_ context.Context, topics []string) ([]string, error) {
		asked <- struct{}{}
		return []string{"auction.9"}, nil
	}))
	<-asked
	<-asked // the first answer is in force
	r.tell(t, "task.7", 1)
	r.tell(t, "auction.9", 2)
	for {
		p := paragraph(t, in)
		if strings.Contains(p, "task.7") {
			t.Fatal("a word without the right to it")
		}
		if strings.Contains(p, "auction.9") {
			break
		}
	}
	r.rights.Store(Rights(func(context.Context, []string) ([]string, error) { return nil, errors.New("logged out") }))
	for {
		p := paragraph(t, in)
		if strings.Contains(p, "event: end") {
			break
		}
		if p != ": \n" {
			t.Fatalf("%q", p)
		}
	}
	if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %v", err)
	}
}

func TestASlowReaderIsToldToReadAgain(t *testing.T) {
	h := &Hub{readers: map[*reader]struct{}{}}
	r, _, _ := h.join("")
	for i := range 3 * waiting {
		h.hand(word{ID: fmt.Sprint(i), Topic: "t"})
	}
	if len(r.words) != waiting || len(r.missed) != 1 {
		t.Errorf("%d words, %d signs", len(r.words), len(r.missed))
	}
	for i := range 5 * remembered {
		h.hand(word{ID: fmt.Sprint("x", i)})
	}
	if len(h.past) >= 2*remembered {
		t.Errorf("%d words are remembered", len(h.past))
	}
}

func TestWhatIsNoTopic(t *testing.T) {
	for _, list := range [][]string{nil, {""}, {">"}, {"a.*"}, {"a b"}, {"a\nid: 1"}, {strings.Repeat("a", 200)}, make([]string, maxTopics+1)} {
		if CheckTopics(list) == nil {
			t.Errorf("%q", list)
		}
	}
}
