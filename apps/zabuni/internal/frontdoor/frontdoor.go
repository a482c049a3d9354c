// Package frontdoor puts the four applications and their BFFs behind one origin:
// the longest path prefix decides, in this process, without a hop.
package frontdoor

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"runtime/debug"
	"sort"
	"strings"

	"github.com/valyala/fasthttp"
)

const (
	// Cookie names the application that answers the paths all four have, such
	// as /login. It is a preference, no secret and no right.
	Cookie = "zabuni_app"
	// DefaultApp answers them for a visitor without the cookie.
	DefaultApp = "supplier"

	workerPath = "/sw.js"
)

// screens are the paths that one application has for itself. /buyer/contracts
// belongs to the buyer application and so needs no row.
var screens = map[string][]string{
	"supplier":  {"/supplier", "/tenders"},
	"buyer":     {"/company", "/buyer", "/uploadmultiple"},
	"operator":  {"/zabuni"},
	"contracts": {"/contract-management"},
}

// Table returns who answers each path prefix: "bff-" and the application's name
// for its interface, the name for its files and screens. What has no row is
// shared. A load balancer that does the door's work needs the same table.
func Table() map[string]string {
	out := map[string]string{}
	for name, prefixes := range screens {
		out["/api/"+name], out["/assets/"+name] = "bff-"+name, name
		for _, p := range prefixes {
			out[p] = name
		}
	}
	return out
}

// Config says what stands behind the door.
type Config struct {
	Apps  map[string]fs.FS                   // built applications by name: index.html, assets/<name>/…
	BFFs  map[string]fasthttp.RequestHandler // by application name, served under /api/<name>
	Extra map[string]fasthttp.RequestHandler // by path prefix
	// HTTPS says that the public reaches the door by TLS, here or at a proxy
	// before it; browsers are then told never to come without.
	HTTPS bool
	// FormAction adds to the page of a path the sources to which it may post a form,
	// such as a payment provider's; no other page may.
	FormAction map[string][]string
	Log        *slog.Logger
}

type route struct {
	prefix string
	handle fasthttp.RequestHandler
}

type door struct {
	routes  []route // longest prefix first
	apps    map[string]*site
	worker  *file
	headers headers
	log     *slog.Logger
}

// New builds the handler. It refuses an application without a page or with a
// service worker of its own: one origin has one worker.
func New(c Config) (fasthttp.RequestHandler, error) {
	d := &door{apps: map[string]*site{}, headers: newHeaders(c), log: c.Log}
	if d.log == nil {
		d.log = slog.Default()
	}
	for name, files := range c.Apps {
		s, err := load(files)
		if err != nil {
			return nil, fmt.Errorf("application %s: %w", name, err)
		}
		d.apps[name] = s
		if w := s.files[workerPath]; w != nil {
			if d.worker != nil && !bytes.Equal(d.worker.raw, w.raw) {
				return nil, fmt.Errorf("application %s brings a service worker unlike the others'", name)
			}
			d.worker = w
		}
		d.add("/assets/"+name, func(ctx *fasthttp.RequestCtx) { d.asset(ctx, s) })
		for _, prefix := range screens[name] {
			d.add(prefix, func(ctx *fasthttp.RequestCtx) { d.page(ctx, s) })
		}
	}
	for name, h := range c.BFFs {
		d.add("/api/"+name, d.private(h))
	}
	d.add("/api", d.private(nothing))
	d.add("/assets", nothing)
	d.add(workerPath, d.serviceWorker)
	for prefix, h := range c.Extra {
		d.add(prefix, h)
	}
	sort.Slice(d.routes, func(i, j int) bool { return len(d.routes[i].prefix) > len(d.routes[j].prefix) })
	return d.handle, nil
}

func (d *door) add(prefix string, h fasthttp.RequestHandler) {
	d.routes = append(d.routes, route{prefix, h})
}

func (d *door) handle(ctx *fasthttp.RequestCtx) {
	defer func() {
		if p := recover(); p != nil { // one request must not take the others along
			d.log.Error("panic", "path", string(ctx.Path()), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			ctx.Response.Reset()
			problem(ctx, fasthttp.StatusInternalServerError, "internal", "Internal error")
		}
		d.headers.every(ctx)
	}()
	path := ctx.Path()
	for _, r := range d.routes {
		if under(path, r.prefix) {
			r.handle(ctx)
			return
		}
	}
	d.shared(ctx)
}

// under reports whether path is prefix or below it; /supplierx is not below /supplier.
func under(path []byte, prefix string) bool {
	return len(path) >= len(prefix) && string(path[:len(prefix)]) == prefix &&
		(len(path) == len(prefix) || path[len(prefix)] == '/')
}

// private keeps answers of the interface out of every cache, unless the answer
// itself says otherwise.
func (d *door) private(h fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(ctx *fasthttp.RequestCtx) {
		h(ctx)
		if len(ctx.Response.Header.Peek(fasthttp.HeaderCacheControl)) == 0 {
			ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
		}
	}
}

// page answers a path of one application: its router decides what is there.
func (d *door) page(ctx *fasthttp.RequestCtx, s *site) {
	if reading(ctx) {
		d.headers.page(ctx)
		s.index.send(ctx, "no-cache")
	}
}

// asset answers a file whose name changes with its content. One that is not
// there is never answered with a page: a browser would run it as a script.
func (d *door) asset(ctx *fasthttp.RequestCtx, s *site) {
	if !reading(ctx) {
		return
	}
	f := s.files[string(ctx.Path())]
	if f == nil {
		nothing(ctx)
		return
	}
	f.send(ctx, "public, max-age=31536000, immutable")
}

func (d *door) serviceWorker(ctx *fasthttp.RequestCtx) {
	if !reading(ctx) {
		return
	}
	if d.worker == nil || string(ctx.Path()) != workerPath {
		nothing(ctx)
		return
	}
	d.worker.send(ctx, "no-cache")
}

// shared answers the paths that all applications have, by the visitor's cookie.
func (d *door) shared(ctx *fasthttp.RequestCtx) {
	if !reading(ctx) {
		return
	}
	s := d.apps[string(ctx.Request.Header.Cookie(Cookie))]
	if s == nil {
		s = d.apps[DefaultApp]
	}
	path := string(ctx.Path())
	switch {
	case s == nil:
		nothing(ctx)
	case s.files[path] != nil && path != "/index.html": // an icon, the manifest
		ctx.Response.Header.Add(fasthttp.HeaderVary, fasthttp.HeaderCookie)
		s.files[path].send(ctx, "no-cache")
	case isFile(path):
		nothing(ctx)
	default:
		d.headers.page(ctx)
		ctx.Response.Header.Add(fasthttp.HeaderVary, fasthttp.HeaderCookie)
		s.index.send(ctx, "no-store")
	}
}

// isFile tells files from screens: those have no extension, but one may end with an
// address to write to.
func isFile(path string) bool {
	last := path[strings.LastIndexByte(path, '/'):]
	return strings.Contains(last, ".") && !strings.Contains(last, "@")
}

// reading refuses methods that a file does not know.
func reading(ctx *fasthttp.RequestCtx) bool {
	if ctx.IsGet() || ctx.IsHead() {
		return true
	}
	ctx.Response.Header.Set(fasthttp.HeaderAllow, "GET, HEAD")
	problem(ctx, fasthttp.StatusMethodNotAllowed, "not_found", "Not found")
	return false
}

func nothing(ctx *fasthttp.RequestCtx) {
	ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	problem(ctx, fasthttp.StatusNotFound, "not_found", "Not found")
}

// problem answers as the BFFs do; its words are constants and need no escaping.
func problem(ctx *fasthttp.RequestCtx, status int, code, title string) {
	ctx.SetStatusCode(status)
	ctx.SetContentType("application/problem+json")
	ctx.SetBodyString(fmt.Sprintf(`{"type":"urn:zabuni:problem:%s","title":"%s","status":%d,"code":"%s"}`, code, title, status, code))
}
