package httpkit

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
)

var update = flag.Bool("update", false, "write the golden file; read the difference before you commit it")

// noon is where the clock of these tests stands.
var noon = time.Date(2026, 11, 2, 12, 0, 0, 5e6, time.FixedZone("EAT", 3*3600))

// people are who asks, by their token.
type people struct{}

func (people) Authenticate(_ context.Context, token, secret string) (access.Actor, bool, error) {
	a := access.Actor{User: uuid.MustParse("01900000-0000-7000-8000-000000000007"), Type: access.Buyer, Name: secret}
	switch token {
	case "buyer", "pending":
	case "support":
		a.Support = true
	case "supplier":
		a.Type = access.Supplier
	default:
		return access.Actor{}, false, fault.Unauthenticated.New("unknown")
	}
	return a, token == "pending", nil
}

type (
	wireInput struct {
		ID   uuid.UUID `path:"id" format:"uuid"`
		Days []day.Day `query:"on"`
		From day.Day   `query:"at_from"`
		To   day.Day   `query:"at_to"`
		Page int       `query:"page" minimum:"2" maximum:"4" default:"2"`
		Body struct {
			Name  string     `json:"name" minLength:"2" maxLength:"4"`
			Kind  string     `json:"kind" enum:"a,b"`
			Share float64    `json:"share" minimum:"1.5" maximum:"2.5"`
			At    *time.Time `json:"at,omitempty"`
			Parts []wirePart `json:"parts" minItems:"1" maxItems:"2"`
		}
	}
	wirePart struct {
		Word string `json:"word"`
	}
	wireAnswer struct {
		Name  string    `json:"name"`
		Page  int       `json:"page"`
		Days  []day.Day `json:"days"`
		Parts []string  `json:"parts"`
		Who   []string  `json:"who"`
	}
	wireNothing struct{}
	wireBytes   struct {
		RawBody []byte `contentType:"application/octet-stream"`
	}
	wireKind struct {
		Kind string `query:"kind"`
	}
)

// kinds are errors as use cases raise them.
var kinds = map[string]error{
	"internal":      errors.New("the disk of 10.0.0.7 is full"),
	"invalid":       fault.Invalid.New("said").At("/a", fault.TooLong),
	"not_found":     fault.NotFound.New("said"),
	"forbidden":     fault.Forbidden.New("said"),
	"unavailable":   fault.Unavailable.New("said"),
	"too_large":     fault.TooLarge.New("said"),
	"unauthorised":  fault.Unauthenticated.New("said"),
	"too_many":      fault.Declare(fault.KindTooMany, "wire.too_many", "Slowly").New("said").With("retry_after", 7),
	"conflict":      fault.Declare(fault.KindConflict, "wire.conflict", "Late").New("said").With("by", "Ann"),
	"unsupported":   fault.Declare(fault.KindUnsupported, "wire.unsupported", "What is it").New("said"),
	"precondition":  fault.Declare(fault.KindPrecondition, "wire.precondition", "Too early").New("said"),
	"wrapped_twice": fmt.Errorf("while reading: %w", fault.NotFound.New("said")),
}

func wired(log *bytes.Buffer, k Cookies) fasthttp.RequestHandler {
	b := New(Config{App: "buyer", Auth: people{}, Now: func() time.Time { return noon }, Log: slog.New(slog.NewTextHandler(log, nil)), Cookies: k})
	op := func(method, path string) Operation {
		return Operation{ID: strings.ToLower(method) + strings.NewReplacer("/", "", "{", "", "}", "").Replace(path), Method: method, Path: path, Tag: "t", Summary: "s", MaxBody: 300}
	}
	buyers := access.Only(access.Buyer)
	Route(b, buyers, op(http.MethodPut, "/things/{id}"), func(ctx context.Context, in *wireInput) (*Body[wireAnswer], error) {
		r := From(ctx)
		return JSON(wireAnswer{Name: in.Body.Name, Page: in.Page, Days: in.Days, Who: []string{string(r.Actor.Type), r.Actor.Name, r.Network, r.Agent, fmt.Sprint(r.Browser), r.Token, r.Secret, r.Device}}, nil)
	})
	Route(b, buyers, op(http.MethodPost, "/bytes"), func(_ context.Context, in *wireBytes) (*Body[int], error) { return JSON(len(in.RawBody), nil) })
	Route(b, buyers, op(http.MethodGet, "/file"), func(context.Context, *wireNothing) (*Download, error) {
		return Attach("a \"b\"\\/\x1f~\u1270.pdf", "application/pdf", []byte("%PDF")), nil
	})
	Route(b, access.Anyone, op(http.MethodGet, "/fails"), func(_ context.Context, in *wireKind) (*Empty, error) { return nil, kinds[in.Kind] })
	Route(b, access.Anyone, op(http.MethodPost, "/in"), func(ctx context.Context, _ *wireNothing) (*Empty, error) {
		SetSession(ctx, k, "buyer", "half-a", "half-b", noon.Add(time.Hour))
		SetDevice(ctx, k, "known", noon.Add(2*time.Hour))
		return Done(nil)
	})
	Route(b, access.Anyone, op(http.MethodPost, "/in/briefly"), func(ctx context.Context, _ *wireNothing) (*Empty, error) {
		SetSession(ctx, k, "buyer", "half-a", "half-b", time.Time{})
		return Done(nil)
	})
	for path, keep := range map[string]bool{"/authentication/logout": false, "/support/end": true} {
		Route(b, access.Anyone, op(http.MethodPost, path), func(ctx context.Context, _ *wireNothing) (*Empty, error) {
			ClearSession(ctx, k, keep)
			return Done(nil)
		})
	}
	Route(b, access.Anyone, op(http.MethodGet, "/panics"), func(context.Context, *wireNothing) (*Empty, error) { panic("at the disco") })
	return b.Handler()
}

var (
	anID  = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	taken = regexp.MustCompile(` ms=\d+|time=\S+ `)
)

// What goes over the wire, to the byte: status, headers, cookies, body, and what the log
// says of it.
func TestTheWire(t *testing.T) {
	const thing, fine = "/things/01900000-0000-7000-8000-000000000001", `{"name":"abcd","kind":"a","share":2.5,"parts":[{"word":"x"},{"word":"y"}]}`
	type call struct{ head, body string }
	put := func(query, body string, headers ...string) call {
		return call{"PUT " + thing + query + "\r\nAuthorization: Bearer buyer\r\nContent-Type: application/json\r\n" + strings.Join(headers, "\r\n"), body}
	}
	calls := []call{
		put("", fine, "User-Agent: it", "Cookie: __Host-zabuni_sid=half-b; __Host-zabuni_device=known; zabuni_sid=plain; zabuni_device=plainly"),
		put("?page=4&on=1900-01-01,2200-12-31", strings.Replace(fine, "abcd", "ab", 1), "Sec-Fetch-Site: same-origin"),
		put("?page=5", strings.Replace(fine, "abcd", "a", 1), "Origin: http://zabuni.test"),
		put("?page=1", strings.Replace(fine, "abcd", "abcde", 1), "Origin: https://zabuni.test"),
		put("?on=1899-12-31", fine, "Sec-Fetch-Site: none"),
		put("?on=2201-01-01&on=2026-02-31", fine),
		put("?at_from=2026-03-02&at_to=2026-03-02", fine),
		put("?at_from=2026-03-02&at_to=2026-03-01", fine),
		put("", `{"name":"ab","kind":"c","share":2.6,"parts":[],"more":1}`),
		put("", `{"name":"ab","kind":"b","share":1.4,"parts":[{"word":"x"},{"word":"y"},{}],"at":"soon"}`),
		put("", `{"name":"ab","kind":"b","share":1.5,"parts":[{"word":"x","words":"y"},{}],"at":"2201-01-01T00:00:00Z"}`),
		put("", `{"name":"a\u0000","kind":"b","share":1.5,"parts":[{"word":"\u0000"}],"at":"2201-01-01T00:00:00Z"}`),
		put("", `{`), put("", ``), put("", "["+strings.Repeat(" ", 298)+"]"), put("", "["+strings.Repeat(" ", 299)+"]"),
		put("", fine, "Origin: http://elsewhere.test"), put("", fine, "Sec-Fetch-Site: same-site"), put("", fine, "Sec-Fetch-Site: cross-site"),
		{"PUT " + thing, fine},
		{"PUT " + thing + "\r\nAuthorization: Bearer nobody", fine},
		{"PUT " + thing + "\r\nAuthorization: Basic buyer", fine},
		{"PUT " + thing + "\r\nAuthorization: Bearer supplier", fine},
		{"PUT " + thing + "\r\nAuthorization: Bearer pending", fine},
		{"PUT " + thing + "\r\nAuthorization: Bearer support", fine},
		{"POST /support/end\r\nAuthorization: Bearer support", ""},
		{"GET /file\r\nAuthorization: Bearer support\r\nOrigin: http://elsewhere.test", ""},
		{"POST /bytes\r\nAuthorization: Bearer buyer", strings.Repeat("x", 300)},
		{"POST /bytes\r\nAuthorization: Bearer buyer", strings.Repeat("x", 301)},
		{"POST /in", ""}, {"POST /in/briefly", ""}, {"POST /authentication/logout", ""}, {"GET /panics", ""}, {"GET /nowhere", ""}, {"POST /file", ""},
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		calls = append(calls, call{"GET /fails?kind=" + kind, ""})
	}
	var got strings.Builder
	for _, k := range []Cookies{{}, {Insecure: true}} {
		var log bytes.Buffer
		handle := wired(&log, k)
		for i, c := range calls {
			if k.Insecure && i > 0 && !strings.HasPrefix(c.head, "POST /") {
				continue // what else it answers does not depend on the cookies
			}
			said := answered(t, handle, c.head, c.body)
			fmt.Fprintf(&got, "# insecure %t: %s\n%.90s\n%s%s\n", k.Insecure, strings.ReplaceAll(c.head, "\r\n", " | "), c.body, said, taken.ReplaceAllString(log.String(), ""))
			log.Reset()
		}
	}
	const file = "testdata/wire.golden"
	text := anID.ReplaceAllString(got.String(), "<id>")
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(text, "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			t.Fatalf("line %d of %s has become %q (run with -update and read the difference)", i+1, file, strings.Join(is[min(i, len(is)):min(i+3, len(is))], "\n"))
		}
	}
}

// answered is an answer as it leaves.
func answered(t *testing.T, handle fasthttp.RequestHandler, head, body string) string {
	t.Helper()
	line, rest, _ := strings.Cut(head, "\r\n")
	method, path, _ := strings.Cut(line, " ")
	var req fasthttp.Request
	if !parsed(&req, method+" /api/buyer"+path+" HTTP/1.1\r\n"+rest) {
		t.Fatalf("%q is no request", head)
	}
	req.SetBodyString(body)
	var ctx fasthttp.RequestCtx
	ctx.Init(&req, &net.TCPAddr{IP: net.IPv4(10, 1, 2, 3), Port: 4}, nil)
	handle(&ctx)
	var headers []string
	for name, value := range ctx.Response.Header.All() {
		headers = append(headers, fmt.Sprintf("%s: %s\n", name, value))
	}
	slices.Sort(headers)
	return fmt.Sprintf("%d\n%s%s\n", ctx.Response.StatusCode(), strings.Join(headers, ""), ctx.Response.Body())
}
