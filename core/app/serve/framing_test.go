package serve

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

// A request that says twice how long it is may be two requests to somebody in front
// of us: it is refused, and nothing after it on its connection is read (RFC 9112,
// 6.1 and 6.3).
func TestARequestOfTwoLengthsEndsItsConnection(t *testing.T) {
	var asked []string
	s := Server(func(c *fasthttp.RequestCtx) {
		asked = append(asked, string(c.Method())+" "+string(c.Path()))
		c.SetBodyString("done")
	})
	ln := fasthttputil.NewInmemoryListener()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ln) }()
	t.Cleanup(func() {
		_ = ln.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	for _, c := range []struct {
		name, head string
		statuses   []int
	}{
		{"one length", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", []int{200, 200}},
		{"chunks", "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", []int{200, 200}},
		{"both", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", []int{400}},
		{"both, the other way", "POST /a HTTP/1.1\r\nHost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n", []int{400}},
		{"two lengths", "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n0\r\n\r\n", []int{400}},
	} {
		conn, err := ln.Dial()
		if err != nil {
			t.Fatal(err)
		}
		asked = nil
		if _, err := io.WriteString(conn, c.head+"GET /smuggled HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(conn)
		var got []int
		for {
			a, err := http.ReadResponse(r, nil)
			if err != nil {
				break
			}
			if _, err := io.Copy(io.Discard, a.Body); err != nil {
				t.Fatal(err)
			}
			got = append(got, a.StatusCode)
		}
		_ = conn.Close()
		if len(got) != len(c.statuses) || got[0] != c.statuses[0] {
			t.Errorf("%s: answers %v, want %v; asked for %s", c.name, got, c.statuses, strings.Join(asked, ", "))
		}
	}
}
