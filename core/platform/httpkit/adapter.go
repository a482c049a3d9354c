package httpkit

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"
)

// adapter runs Huma operations on Fiber v3. It exists because humafiber links
// the deprecated Fiber v2 beside v3 and copies every user value of a request.
type adapter struct {
	app    *fiber.App
	prefix string
}

// params writes the parameters of a path as Fiber has them.
var params = strings.NewReplacer("{", ":", "}", "")

func (a *adapter) Handle(op *huma.Operation, handler func(huma.Context)) {
	path := a.prefix + params.Replace(op.Path)
	a.app.Add([]string{op.Method}, path, func(c fiber.Ctx) error {
		handler(&hctx{op: op, c: c, ctx: c.Context()})
		return nil
	})
}

func (a *adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	res, err := a.app.Test(r)
	if err != nil {
		panic(err)
	}
	defer res.Body.Close()
	for k, v := range res.Header {
		w.Header()[k] = v
	}
	w.WriteHeader(res.StatusCode)
	_, _ = io.Copy(w, res.Body)
}

type hctx struct {
	op     *huma.Operation
	c      fiber.Ctx
	ctx    context.Context
	status int
}

func (h *hctx) Operation() *huma.Operation { return h.op }
func (h *hctx) Matched() string            { return h.c.Route().Path }
func (h *hctx) Context() context.Context   { return h.ctx }
func (h *hctx) Method() string             { return h.c.Method() }
func (h *hctx) Host() string               { return h.c.Hostname() }
func (h *hctx) RemoteAddr() string         { return h.c.IP() }
func (h *hctx) Param(n string) string      { return h.c.Params(n) }
func (h *hctx) Query(n string) string      { return h.c.Query(n) }
func (h *hctx) Header(n string) string     { return h.c.Get(n) }
func (h *hctx) URL() url.URL {
	u, err := url.ParseRequestURI(string(h.c.Request().RequestURI()))
	if err != nil {
		return url.URL{}
	}
	return *u
}
func (h *hctx) EachHeader(cb func(string, string)) {
	for k, v := range h.c.Request().Header.All() {
		cb(string(k), string(v))
	}
}
func (h *hctx) BodyReader() io.Reader                      { return bytes.NewReader(h.c.Body()) }
func (h *hctx) GetMultipartForm() (*multipart.Form, error) { return h.c.MultipartForm() }
func (h *hctx) SetReadDeadline(time.Time) error            { return nil } // the body is in memory already
func (h *hctx) SetStatus(code int)                         { h.status = code; h.c.Status(code) }
func (h *hctx) Status() int                                { return h.status }
func (h *hctx) AppendHeader(n, v string)                   { h.c.Append(n, v) }
func (h *hctx) SetHeader(n, v string)                      { h.c.Set(n, v) }
func (h *hctx) BodyWriter() io.Writer                      { return h.c.RequestCtx() }
func (h *hctx) TLS() *tls.ConnectionState                  { return h.c.RequestCtx().TLSConnectionState() }
func (h *hctx) Version() huma.ProtoVersion                 { return huma.ProtoVersion{Proto: h.c.Protocol()} }
func (h *hctx) WithContext(ctx context.Context) huma.Context {
	h.c.SetContext(ctx)
	return &hctx{h.op, h.c, ctx, h.status}
}

// StreamBody lets huma/sse write after the handler has returned, as fasthttp wants it.
func (h *hctx) StreamBody(fn func(io.Writer)) {
	rc := h.c.RequestCtx()
	conn := rc.Conn()
	rc.SetBodyStreamWriter(func(w *bufio.Writer) { fn(&streamWriter{w, conn}) })
}

type streamWriter struct {
	*bufio.Writer
	conn net.Conn
}

func (s *streamWriter) Flush()                             { _ = s.Writer.Flush() }
func (s *streamWriter) SetWriteDeadline(t time.Time) error { return s.conn.SetWriteDeadline(t) }
