package live

import (
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/valyala/fasthttp"
)

const (
	heartbeat = 5 * time.Second // also how old a right can be
	writing   = 10 * time.Second
)

// Rights returns those of the topics that the reader may still hear; an error or
// none ends the stream. It is asked at the start and at every heartbeat.
type Rights func(ctx context.Context, topics []string) ([]string, error)

// Serve answers a request with a stream of server-sent events: word, reset (words
// were lost: read again what is on the screen) and end (come back with a new
// session or not at all). The caller has authenticated the request. An error
// means that nothing was answered.
func (h *Hub) Serve(ctx *fasthttp.RequestCtx, asked []string, rights Rights) error {
	return h.serve(ctx, asked, rights, heartbeat)
}

func (h *Hub) serve(ctx *fasthttp.RequestCtx, asked []string, rights Rights, beat time.Duration) error {
	if err := CheckTopics(asked); err != nil {
		return err
	}
	allowed, err := rights(ctx, asked)
	if err != nil {
		return err
	}
	last := string(ctx.Request.Header.Peek("Last-Event-ID"))
	// The connection leaves the server: a stream through it could not notice that
	// its reader has gone before the next word.
	ctx.HijackSetNoResponse(true)
	ctx.Hijack(func(conn net.Conn) {
		if !h.begin() {
			return
		}
		defer h.running.Done()
		s := &stream{conn: conn, topics: allowed, rights: rights, beat: beat}
		s.run(h, last)
	})
	return nil
}

type stream struct {
	conn   net.Conn
	topics []string
	rights Rights
	beat   time.Duration
}

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n" +
	"X-Content-Type-Options: nosniff\r\nX-Accel-Buffering: no\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"

func (s *stream) run(h *Hub, last string) {
	ctx, cancel := context.WithCancel(h.ctx)
	defer cancel()
	_ = s.conn.SetReadDeadline(time.Time{}) // the request's own does not count any more
	gone := make(chan struct{})
	go func() { // the reader says nothing; when this ends, it has gone
		defer close(gone)
		_, _ = io.Copy(io.Discard, s.conn)
		cancel()
	}()
	defer func() { // the server reuses its wrapper of the connection once we return
		hangUp(s.conn)
		<-gone
	}()
	r, since, known := h.join(last)
	defer h.leave(r)
	ok := s.write(head)
	if !known {
		ok = ok && s.write("event: reset\ndata: {}\n\n")
	}
	for _, w := range since {
		ok = ok && s.word(w)
	}
	beat := time.NewTicker(s.beat)
	defer beat.Stop()
	for ok {
		select {
		case <-ctx.Done():
			return
		case w := <-r.words:
			ok = s.word(w)
		case <-r.missed:
			ok = s.write("event: reset\ndata: {}\n\n")
		case <-beat.C:
			ok = s.check(ctx) && s.write(": \n\n")
		}
	}
}

// check asks for the rights again and ends the stream when none are left.
func (s *stream) check(ctx context.Context) bool {
	topics, err := s.rights(ctx, s.topics)
	if err != nil || len(topics) == 0 {
		s.write("event: end\ndata: {}\n\n")
		return false
	}
	s.topics = topics
	return true
}

func (s *stream) word(w word) bool {
	if !slices.Contains(s.topics, w.Topic) {
		return true
	}
	return s.write(fmt.Sprintf("id: %s\nevent: word\ndata: {\"topic\":%q,\"data\":%s}\n\n", w.ID, w.Topic, w.Data))
}

func (s *stream) write(text string) bool {
	_ = s.conn.SetWriteDeadline(time.Now().Add(writing))
	_, err := io.WriteString(s.conn, text)
	return err == nil
}

// hangUp closes the connection below the server's wrapper, whose own Close does
// nothing yet: only that ends a read under way on every kind of connection.
func hangUp(conn net.Conn) {
	if w, ok := conn.(interface{ UnsafeConn() net.Conn }); ok {
		conn = w.UnsafeConn()
	}
	_ = conn.Close()
}
