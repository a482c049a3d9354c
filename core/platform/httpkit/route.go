package httpkit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/trace"
)

// Body is an answer with a JSON body.
type Body[T any] struct{ Body T }

// JSON wraps a value as the body of an answer.
func JSON[T any](v T, err error) (*Body[T], error) {
	if err != nil {
		return nil, err
	}
	return &Body[T]{v}, nil
}

// Empty is an answer without a body.
type Empty struct{}

// Done is the answer of an act that has no result.
func Done(err error) (*Empty, error) {
	if err != nil {
		return nil, err
	}
	return &Empty{}, nil
}

// Each maps a slice; none is an empty list on the wire, never null.
func Each[T, U any](in []T, to func(T) U) []U {
	out := make([]U, len(in))
	for i, v := range in {
		out[i] = to(v)
	}
	return out
}

// OrNil turns an absent query parameter into no filter.
func OrNil(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// Days is a period of the days of whoever asks.
func Days(ctx context.Context, first, last day.Day) day.Span {
	return day.Between(first, last, Actor(ctx).Zone)
}

// Created is the status of an operation that creates something, zero of another.
func Created(method, id string) int {
	if method == http.MethodPost && strings.HasPrefix(id, "create") {
		return http.StatusCreated
	}
	return 0
}

// An Operation names one operation of a BFF.
type Operation struct {
	ID      string // operationId, unique in the BFF
	Method  string
	Path    string // below /api/<app>, parameters as {name}
	Tag     string
	Summary string
	Status  int   // of success; 200 or 204 by default
	MaxBody int64 // bytes; 1 MiB by default
	Shared  bool  // pages of any origin read it, as nobody: what everybody reads anyway
}

// Route registers one operation and is the only way to do so. The guard is
// enforced here and published as x-guard.
func Route[I, O any](b *BFF, guard access.Guard, op Operation, use func(context.Context, *I) (*O, error)) {
	if f := unread(reflect.TypeFor[I]()); f != "" {
		panic("httpkit: " + op.ID + ": the parameters of embedded " + f + " are never read: export it")
	}
	if op.MaxBody == 0 {
		op.MaxBody = SmallBody
	}
	if op.MaxBody > SmallBody {
		b.bodies = append(b.bodies, bodyOf(b.cfg.App, op))
	}
	h := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Tags: []string{op.Tag}, Summary: op.Summary,
		DefaultStatus: op.Status, MaxBodyBytes: op.MaxBody + 1, // Huma refuses what is as long as its limit
		Extensions: map[string]any{"x-guard": guard},
		Errors:     []int{http.StatusUnprocessableEntity},
	}
	if !guard.Public {
		h.Security = []map[string][]string{{"bearer": {}}}
		h.Errors = append(h.Errors, http.StatusUnauthorized, http.StatusForbidden)
	}
	// Before anything of the input is read: who may not call learns nothing of it.
	h.Middlewares = huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		r := From(ctx.Context())
		r.Name = op.ID
		if op.Shared {
			share(ctx.SetHeader)
		}
		if err := admit(guard, r); err != nil {
			refuse(ctx, err)
			return
		}
		next(ctx)
	}}
	if op.Shared {
		b.shares(op.Method, op.Path)
	}
	b.guards = append(b.guards, Guarded{op.Method, op.Path, op.ID, guard})
	periods := periodsOf(reflect.TypeFor[I]())
	huma.Register(b.api, h, func(ctx context.Context, in *I) (*O, error) {
		if f := unfit(in, periods); len(f) > 0 {
			return nil, ProblemOf(f.Err())
		}
		ctx, step := trace.Step(ctx, trace.Internal, op.ID)
		out, err := use(ctx, in)
		trace.End(step, err)
		if err == nil {
			whole(reflect.ValueOf(out))
			return out, nil
		}
		if e := fault.As(err); e.Kind == fault.KindInternal {
			b.cfg.Log.LogAttrs(ctx, slog.LevelError, "failed", slog.String("id", From(ctx).ID), slog.String("operation", op.ID), slog.String("error", err.Error()))
		}
		return nil, ProblemOf(err)
	})
	b.close(op.Method, op.Path, reflect.TypeFor[I](), reflect.TypeFor[O]())
}

// Stream registers a GET that answers with a stream of its own on the
// connection. again reads the caller's rights afresh, for as long as it lasts.
func Stream(b *BFF, guard access.Guard, op Operation, serve func(ctx *fasthttp.RequestCtx, again func(context.Context) (access.Actor, error)) error) {
	b.guards = append(b.guards, Guarded{http.MethodGet, op.Path, op.ID, guard})
	b.app.Get("/api/"+b.cfg.App+op.Path, func(c fiber.Ctx) error {
		r := From(c.Context())
		r.Name = op.ID
		if err := admit(guard, r); err != nil {
			return writeProblem(c, err)
		}
		token, secret := r.Token, r.Secret
		err := serve(c.RequestCtx(), func(ctx context.Context) (access.Actor, error) {
			a, pending, err := b.cfg.Auth.Authenticate(ctx, token, secret)
			if err != nil {
				return a, err
			}
			return a, admit(guard, &Request{Actor: a, Pending: pending})
		})
		if err != nil {
			return writeProblem(c, err)
		}
		return nil
	})
}

// unread names an embedded input that Huma passes over, its limits and defaults
// with it, because its type is not exported.
func unread(t reflect.Type) string {
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && f.Type.Kind() == reflect.Struct {
			if !f.IsExported() {
				return f.Name
			}
			if name := unread(f.Type); name != "" {
				return name
			}
		}
	}
	return ""
}

// share lets pages of any origin read an answer. A browser gives no such page what it got for a cookie, and none may send a token:
// what is asked for beforehand allows no header.
func share(set func(name, value string)) {
	set("Access-Control-Allow-Origin", "*")
	set("Cross-Origin-Resource-Policy", "cross-origin")
}

// shares answers a browser that asks whether such a page may.
func (b *BFF) shares(method, path string) {
	b.app.Options("/api/"+b.cfg.App+params.Replace(path), func(c fiber.Ctx) error {
		share(func(name, value string) { c.Set(name, value) })
		c.Set("Access-Control-Allow-Methods", method)
		c.Set("Access-Control-Max-Age", "86400")
		return c.SendStatus(http.StatusNoContent)
	})
}

func refuse(ctx huma.Context, err error) {
	p := ProblemOf(err)
	ctx.SetHeader("Content-Type", p.ContentType(""))
	ctx.SetStatus(p.Status)
	_ = json.NewEncoder(ctx.BodyWriter()).Encode(p)
}

// Guarded is one operation with its guard, for the matrix of rights.
type Guarded struct {
	Method, Path, ID string
	Guard            access.Guard
}

// Guards lists the operations registered so far.
func (b *BFF) Guards() []Guarded { return b.guards }

func admit(g access.Guard, r *Request) error {
	if g.Public {
		return nil
	}
	if r.deny != nil {
		return r.deny
	}
	if r.Pending && !g.Pending {
		return fault.Unauthenticated.New("second factor awaited")
	}
	return g.Admit(r.Actor)
}

// Download is a file as an answer.
type Download struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        func(huma.Context)
}

// Attach answers a file: never shown inline.
func Attach(name, media string, data []byte) *Download {
	return &Download{media, Attachment(name), func(ctx huma.Context) { _, _ = ctx.BodyWriter().Write(data) }}
}

// longest is how long a file may take that is written while it is taken.
const longest = time.Hour

// Pour answers a file that is written while it is taken and never whole in memory. What
// fails on the way breaks the connection: half a file must not look like one.
func Pour(name, media string, write func(ctx context.Context, to io.Writer) error) *Download {
	return &Download{media, Attachment(name), func(in huma.Context) {
		out, ok := in.(interface{ StreamBody(fn func(io.Writer)) })
		if !ok {
			panic("httpkit: this adapter does not stream")
		}
		whole := context.WithoutCancel(in.Context()) // the request is over before its answer is
		out.StreamBody(func(to io.Writer) {
			ctx, end := context.WithTimeout(whole, longest)
			defer end()
			if err := write(ctx, to); err != nil {
				slog.WarnContext(ctx, "a file was not sent whole", "error", err.Error())
				if conn, ok := to.(interface{ SetWriteDeadline(t time.Time) error }); ok {
					_ = conn.SetWriteDeadline(time.Unix(1, 0))
				}
			}
		})
	}}
}

// Attachment is the Content-Disposition of a download: never shown inline, its
// name in both forms that browsers read.
func Attachment(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '/' {
			return '_'
		}
		return r
	}, name)
	var coded strings.Builder
	for i := range len(name) {
		if c := name[i]; c < 0x80 && strings.ContainsRune(attributeSigns, rune(c)) {
			coded.WriteByte(c)
		} else {
			fmt.Fprintf(&coded, "%%%02X", c)
		}
	}
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + coded.String()
}

// attributeSigns stand for themselves in an extended parameter (RFC 8187).
const attributeSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`|~"
