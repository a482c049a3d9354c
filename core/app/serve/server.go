package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/valyala/fasthttp"
)

// Limits of one request. A body is read whole before its handler runs: that is
// what makes its limit hold, and what keeps a slow sender from holding a handler.
const (
	bodyLimit    = 1 << 20
	partLimit    = 9 << 20 // an upload's part is at most 8 MiB
	readTimeout  = 30 * time.Second
	partTimeout  = 10 * time.Minute // for that part on a bad link
	writeTimeout = 10 * time.Minute // a document on the same link
	idleTimeout  = 75 * time.Second
	drainTimeout = 20 * time.Second
	headerBuffer = 16 << 10 // a token, cookies and a long address
)

// HTTP answers on ln until ctx ends; then it lets requests under way finish.
func HTTP(ctx context.Context, ln net.Listener, h fasthttp.RequestHandler) error {
	s := Server(h)
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
func Server(h fasthttp.RequestHandler) *fasthttp.Server {
	return &fasthttp.Server{
		Handler:                      h,
		HeaderReceived:               limits,
		ErrorHandler:                 malformed,
		MaxRequestBodySize:           bodyLimit,
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

// limits gives the parts of uploads more room and time than other bodies. The
// address is compared as it came: one that needs tidying gets the small limit.
func limits(h *fasthttp.RequestHeader) fasthttp.RequestConfig {
	path, _, _ := bytes.Cut(h.RequestURI(), []byte{'?'})
	rest, ok := bytes.CutPrefix(path, []byte("/api/"))
	if !ok || bytes.Contains(path, []byte("..")) || bytes.Contains(path, []byte("//")) || bytes.ContainsRune(path, '%') {
		return fasthttp.RequestConfig{}
	}
	_, rest, ok = bytes.Cut(rest, []byte{'/'})
	if !ok || string(rest) != "uploads" && !bytes.HasPrefix(rest, []byte("uploads/")) {
		return fasthttp.RequestConfig{}
	}
	return fasthttp.RequestConfig{MaxRequestBodySize: partLimit, ReadTimeout: partTimeout}
}

// malformed answers what never became a request.
func malformed(ctx *fasthttp.RequestCtx, err error) {
	ctx.Response.Header.Set("X-Content-Type-Options", "nosniff")
	var (
		small *fasthttp.ErrSmallBuffer
		wait  interface{ Timeout() bool }
	)
	switch {
	case errors.Is(err, fasthttp.ErrBodyTooLarge):
		problem(ctx, fasthttp.StatusRequestEntityTooLarge, "too_large", "The request is too large")
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
