package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"regexp"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/platform/httpkit"
)

// Limits of one request. A body is read whole before its handler runs: that is
// what makes its limit hold, and what keeps a slow sender from holding a handler.
const (
	readTimeout  = 30 * time.Second
	longTimeout  = 10 * time.Minute // for a body that an operation takes though it is large, on a bad link
	writeTimeout = 10 * time.Minute // a document on the same link
	idleTimeout  = 75 * time.Second
	drainTimeout = 20 * time.Second
	headerBuffer = 16 << 10 // a token, cookies and a long address
)

// HTTP answers on ln until ctx ends; then it lets requests under way finish. Bodies
// are the operations that take large ones.
func HTTP(ctx context.Context, ln net.Listener, h fasthttp.RequestHandler, bodies ...httpkit.LargeBody) error {
	s := Server(h, bodies...)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ln) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	err := s.ShutdownWithContext(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("requests were still under way after the time to finish")
	}
	return err
}

// Server is the platform's one HTTP server, with the limits of a request.
func Server(h fasthttp.RequestHandler, bodies ...httpkit.LargeBody) *fasthttp.Server {
	l := limits(bodies)
	return &fasthttp.Server{
		Handler:                      framed(h),
		HeaderReceived:               l.of,
		ErrorHandler:                 l.malformed,
		MaxRequestBodySize:           httpkit.SmallBody,
		ReadBufferSize:               headerBuffer,
		ReadTimeout:                  readTimeout,
		WriteTimeout:                 writeTimeout,
		IdleTimeout:                  idleTimeout,
		CloseOnShutdown:              true,
		NoDefaultServerHeader:        true,
		NoDefaultContentType:         true,
		SecureErrorLogMessage:        true, // headers carry tokens
		DisablePreParseMultipartForm: true,
		Logger:                       logger{},
	}
}

// framed refuses a request that says its length in two ways, and ends its connection:
// somebody in front of us may have read another one (RFC 9112, 6.1).
func framed(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		if raw := c.Request.Header.RawHeaders(); chunked.Match(raw) && counted.Match(raw) {
			problem(c, fasthttp.StatusBadRequest, "invalid", "Please correct the errors and try again")
			c.SetConnectionClose()
			return
		}
		next(c)
	}
}

var (
	chunked = regexp.MustCompile(`(?im)^transfer-encoding[ \t]*:`)
	counted = regexp.MustCompile(`(?im)^content-length[ \t]*:`)
)

// limits are the operations whose bodies have more room and time than others.
type limits []httpkit.LargeBody

// max is the most bytes that a request's body may have.
func (l limits) max(h *fasthttp.RequestHeader) int64 {
	path, _, _ := strings.Cut(string(h.RequestURI()), "?")
	method := string(h.Method())
	for _, b := range l {
		if b.Is(method, path) {
			return b.Max
		}
	}
	return httpkit.SmallBody
}

func (l limits) of(h *fasthttp.RequestHeader) fasthttp.RequestConfig {
	if h.ContentLength() == 0 {
		return fasthttp.RequestConfig{}
	}
	if most := l.max(h); most > httpkit.SmallBody {
		return fasthttp.RequestConfig{MaxRequestBodySize: int(most), ReadTimeout: longTimeout}
	}
	return fasthttp.RequestConfig{}
}

// malformed answers what never became a request.
func (l limits) malformed(ctx *fasthttp.RequestCtx, err error) {
	ctx.Response.Header.Set("X-Content-Type-Options", "nosniff")
	var (
		small *fasthttp.ErrSmallBuffer
		wait  interface{ Timeout() bool }
	)
	switch {
	case errors.Is(err, fasthttp.ErrBodyTooLarge):
		problem(ctx, fasthttp.StatusRequestEntityTooLarge, "too_large", "The request is too large")
		said := bytes.TrimSuffix(ctx.Response.Body(), []byte("}"))
		ctx.SetBodyString(fmt.Sprintf(`%s,"params":{"max":"%d"}}`, said, l.max(&ctx.Request.Header)>>20))
	case errors.As(err, &small):
		problem(ctx, fasthttp.StatusRequestHeaderFieldsTooLarge, "too_large", "The request is too large")
	case errors.As(err, &wait) && wait.Timeout():
		problem(ctx, fasthttp.StatusRequestTimeout, "unavailable", "Busy, try again shortly")
	default:
		problem(ctx, fasthttp.StatusBadRequest, "invalid", "Please correct the errors and try again")
	}
}

// logger takes the server's own words, which are about connections.
type logger struct{}

func (logger) Printf(format string, args ...any) {
	slog.Debug("connection", "said", format, "arguments", args)
}

// problem answers as the BFFs do; its words are constants and need no escaping.
func problem(ctx *fasthttp.RequestCtx, status int, code, title string) {
	ctx.SetStatusCode(status)
	ctx.SetContentType("application/problem+json")
	ctx.SetBodyString(fmt.Sprintf(`{"type":"urn:zabuni:problem:%s","title":"%s","status":%d,"code":"%s"}`, code, title, status, code))
}
