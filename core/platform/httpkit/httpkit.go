// Package httpkit is what the four BFFs share at the HTTP edge: the Fiber app,
// its Huma API, the session's two halves, guards and problem documents. It is
// the only package besides mains that knows Fiber.
package httpkit

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/recover"
	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/platform/meter"
	"zabuni.org/core/platform/trace"
)

// RequestTimeout bounds every operation; slower work is a background task,
// because fasthttp never tells that a client has gone.
const RequestTimeout = 30 * time.Second

// Config is what differs between the BFFs.
type Config struct {
	App     string // supplier, buyer, operator, contracts: also the path below /api
	Auth    Authenticator
	Now     func() time.Time // the database's clock, as this process knows it
	Log     *slog.Logger
	Cookies Cookies
	Meter   *meter.Meter // nil counts nothing
}

// An Authenticator turns the two halves of a session into its actor.
type Authenticator interface {
	// Authenticate returns the caller, and whether the second factor is still
	// awaited. Rights are those of this moment.
	Authenticate(ctx context.Context, token, secret string) (access.Actor, bool, error)
}

// BFF is one BFF's HTTP side.
type BFF struct {
	app     *fiber.App
	api     huma.API
	cfg     Config
	guards  []Guarded
	closed  map[*huma.Schema]bool // whose closed sets are written
	bodies  []LargeBody
	offered []find.Source // to the search over everything
}

// New returns a BFF without operations.
func New(cfg Config) *BFF {
	app := fiber.New(fiber.Config{
		Immutable:   true, // zero-copy strings outlive their request otherwise; see TestValuesOutliveHandler
		ReadTimeout: 30 * time.Second, IdleTimeout: 90 * time.Second,
		ErrorHandler: func(c fiber.Ctx, err error) error {
			if e, ok := err.(*fiber.Error); ok {
				err = fault.NotFound.New("%s", e.Message)
				if e.Code == http.StatusRequestEntityTooLarge {
					err = fault.TooLarge.New("")
				}
			}
			return writeProblem(c, err)
		},
	})
	hc := huma.DefaultConfig("Zabuni "+cfg.App, "1.0.0")
	hc.CreateHooks = nil // no $schema links in bodies
	hc.DocsPath, hc.OpenAPIPath, hc.SchemasPath = "", "", ""
	hc.Servers = []*huma.Server{{URL: "/api/" + cfg.App}}
	hc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"},
	}
	describeTexts(hc.Components.Schemas)
	b := &BFF{app: app, cfg: cfg, closed: map[*huma.Schema]bool{}}
	app.Use(b.edge)
	app.Use(recover.New())
	b.api = huma.NewAPI(hc, &adapter{app, "/api/" + cfg.App})
	return b
}

// Offer adds a list to what the desk's search finds.
func (b *BFF) Offer(s find.Source) { b.offered = append(b.offered, s) }

// Find asks all that was offered and that the caller may read.
func (b *BFF) Find(ctx context.Context, words string) ([]find.Hit, error) {
	return find.All(ctx, Actor(ctx), b.offered, words)
}

// Handler serves the BFF inside another server.
func (b *BFF) Handler() fasthttp.RequestHandler { return b.app.Handler() }

// OpenAPI is the BFF's contract, as JSON with a final newline.
func (b *BFF) OpenAPI() ([]byte, error) {
	doc, err := json.MarshalIndent(b.api.OpenAPI(), "", "  ")
	return append(doc, '\n'), err
}

type requestKey struct{}

// A Request is what an operation may know of the call besides its input.
type Request struct {
	ID      string
	Name    string // of the operation; empty until one has been found
	Actor   access.Actor
	Pending bool   // awaits its second factor
	Network string // the caller's address
	Agent   string
	Browser bool   // sent by a browser: its token is worth nothing without the cookie half
	Token   string // script-readable half
	Secret  string // HttpOnly half
	Device  string // by which the browser is known from an earlier sign-in
	deny    error  // why there is no actor
	ctx     fiber.Ctx
}

// From returns the request that ctx belongs to.
func From(ctx context.Context) *Request {
	r, _ := ctx.Value(requestKey{}).(*Request)
	if r == nil {
		return &Request{deny: fault.Unauthenticated.New("no request")}
	}
	return r
}

// Actor returns the caller; the guard ran before.
func Actor(ctx context.Context) access.Actor { return From(ctx).Actor }

func mutates(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}

// edge wraps every request: identity, limits, headers, one log line.
func (b *BFF) edge(c fiber.Ctx) error {
	start := time.Now()
	id := uuid.New()
	r := &Request{
		ID: id.String(), Network: c.IP(), Agent: c.Get("User-Agent"), ctx: c,
		Browser: c.Get("Sec-Fetch-Site") != "" || c.Get("Origin") != "",
	}
	ctx, cancel := context.WithTimeout(context.Background(), RequestTimeout)
	defer cancel()
	ctx, span := trace.Request(ctx, id, c.Method()+" /api/"+b.cfg.App)
	c.Set("X-Request-Id", r.ID)
	c.Set("X-Content-Type-Options", "nosniff")
	c.Set("Cache-Control", "no-store")
	c.Set("Referrer-Policy", "no-referrer")
	c.Set("Cross-Origin-Resource-Policy", "same-origin")
	var err error
	// Others' programs call hooks, and others' pages make browsers post there: whoever comes is nobody, whatever it
	// brings along, and is not refused for where it comes from.
	hook := strings.HasPrefix(c.Path(), "/api/"+b.cfg.App+"/hooks/")
	if !hook && mutates(c.Method()) && !sameOrigin(c) {
		err = writeProblem(c, fault.Forbidden.New("foreign origin"))
	} else {
		if !hook {
			r.Secret, r.Device = b.cfg.Cookies.secret(c), b.cfg.Cookies.device(c)
			if token, ok := strings.CutPrefix(c.Get("Authorization"), "Bearer "); ok {
				r.Token = token
				if r.Actor, r.Pending, r.deny = b.cfg.Auth.Authenticate(ctx, token, r.Secret); r.deny != nil {
					r.Actor = access.Actor{}
				}
			}
		}
		c.SetContext(context.WithValue(ctx, requestKey{}, r))
		if r.Actor.Support && mutates(c.Method()) && !leaves(c.Path()) {
			err = access.NotInSupport.New("%s", c.Method())
		} else {
			err = c.Next()
		}
		if err != nil {
			if e := (*fiber.Error)(nil); !errors.As(err, &e) && fault.As(err).Kind == fault.KindInternal { // a panic, most of the time
				b.cfg.Log.LogAttrs(ctx, slog.LevelError, "failed", slog.String("id", r.ID), slog.String("route", c.Route().Path), slog.String("error", err.Error()))
			}
			err = c.App().ErrorHandler(c, err)
		}
	}
	c.Set("X-Server-Time", b.cfg.Now().UTC().Format("2006-01-02T15:04:05.000Z"))
	status := c.Response().StatusCode()
	took := time.Since(start)
	b.cfg.Meter.Request(b.cfg.App, r.Name, status, took)
	level := slog.LevelInfo
	var failure error
	if status >= 500 {
		level, failure = slog.LevelError, errors.New(http.StatusText(status))
	}
	trace.End(span, failure)
	b.cfg.Log.Log(ctx, level, "request", "app", b.cfg.App, "id", r.ID, "method", c.Method(), "route", c.Route().Path,
		"status", status, "ms", took.Milliseconds(), "actor", r.Actor.User)
	return err
}

// leaves reports whether a call renews or ends a session or its support view: all
// that may be sent from within one.
func leaves(path string) bool {
	for _, way := range []string{"/authentication/refresh", "/authentication/logout", "/support/end"} {
		if strings.HasSuffix(path, way) {
			return true
		}
	}
	return false
}

// sameOrigin refuses what another site makes a browser send. Programs send
// neither header and carry their own token.
func sameOrigin(c fiber.Ctx) bool {
	switch c.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return true
	case "":
		origin := c.Get("Origin")
		return origin == "" || origin == "http://"+c.Host() || origin == "https://"+c.Host()
	}
	return false
}

func writeProblem(c fiber.Ctx, err error) error {
	p := ProblemOf(err)
	for name, values := range p.GetHeaders() {
		c.Set(name, values[0])
	}
	return c.Status(p.Status).JSON(p, "application/problem+json")
}
