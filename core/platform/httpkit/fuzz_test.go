package httpkit

import (
	"context"
	"encoding/json"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

type (
	fuzzedInput struct {
		ID    uuid.UUID `path:"id" format:"uuid"`
		After string    `query:"after"`
		Limit int       `query:"limit" minimum:"1" maximum:"100" default:"25"`
		Sort  string    `query:"sort" enum:"name,date"`
		Only  bool      `query:"only"`
		Body  struct {
			Name  string         `json:"name" minLength:"1" maxLength:"20"`
			At    time.Time      `json:"at"`
			Price money.Decimal  `json:"price"`
			Owner *uuid.UUID     `json:"owner,omitempty" format:"uuid"`
			Parts []fuzzedPart   `json:"parts,omitempty" maxItems:"3"`
			More  map[string]int `json:"more,omitempty"`
		}
	}
	fuzzedPart struct {
		Kind  string  `json:"kind" enum:"a,b"`
		Share float64 `json:"share" minimum:"0" maximum:"100"`
	}
	fuzzedUpload struct {
		ID      uuid.UUID `path:"id" format:"uuid"`
		Offset  int64     `query:"offset" minimum:"0"`
		RawBody []byte    `contentType:"application/octet-stream"`
	}
)

// strict admits one token.
type strict struct{}

func (strict) Authenticate(_ context.Context, token, _ string) (access.Actor, bool, error) {
	if token != "good" {
		return access.Actor{}, false, fault.Unauthenticated.New("")
	}
	return access.Actor{Type: access.Buyer}, false, nil
}

// Whatever is sent to an operation: it answers, by the contract or with a
// problem whose pointers lead into what was sent, and gives back no value of it.
func FuzzRequest(f *testing.F) {
	b := New(Config{App: "buyer", Auth: strict{}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	Route(b, access.Anyone, Operation{ID: "put", Method: http.MethodPut, Path: "/things/{id}", Tag: "t", Summary: "Put", MaxBody: 4096},
		func(_ context.Context, in *fuzzedInput) (*Body[[]string], error) {
			if len(in.Body.Parts) > 3 || in.Limit > 100 {
				panic("the contract is not kept")
			}
			return JSON([]string{}, nil)
		})
	Route(b, access.Only(access.Buyer), Operation{ID: "append", Method: http.MethodPatch, Path: "/uploads/{id}", Tag: "t", Summary: "Append", MaxBody: 4096},
		func(_ context.Context, in *fuzzedUpload) (*Body[[]string], error) {
			if in.Offset < 0 || len(in.RawBody) > 4096 {
				panic("the contract is not kept")
			}
			return JSON([]string{}, nil)
		})
	handle := b.Handler()
	const id, said = "01936b1e-0000-7000-8000-000000000001", "zqcanaryx" // a value that nobody may hear again
	f.Add("PUT /api/buyer/things/"+id+"?limit=5 HTTP/1.1\r\nContent-Type: application/json\r\n\r\n", `{"name":"`+said+`","at":"2026-03-02T09:00:00Z","price":"1.50","parts":[{"kind":"a","share":1e3}]}`)
	f.Add("PUT /api/buyer/things/"+id+"?sort="+said+"&only=x&limit=999999999999999999999 HTTP/1.1\r\nAuthorization: Bearer "+said+"\r\n\r\n", `{"na~me/":{"`+said+`":[1]},"price":1,"at":"`+said+`"}`)
	f.Add("PATCH /api/buyer/uploads/"+id+"?offset=-1 HTTP/1.1\r\nAuthorization: Bearer good\r\nContent-Type: application/octet-stream\r\nContent-Encoding: gzip\r\n\r\n", "\x1f\x8b\x08")
	f.Add("PATCH /api/buyer/uploads/"+said+"?offset=0x10 HTTP/1.1\r\nAuthorization: Bearer good\r\nContent-Type: multipart/form-data; boundary=\"\r\n\r\n", strings.Repeat("a", 5000))
	f.Add("PUT /api/buyer/things/%2e%2e/%00?%00=%zz HTTP/1.1\r\nCookie: __Host-zabuni_sid=\x01; =\r\nOrigin: null\r\n\r\n", "[]")
	f.Add("PUT /api/buyer/things/"+id+" HTTP/1.1\r\nContent-Type: application/json; charset=utf-7\r\n\r\n", `{"name":null,"more":{"a":1e400,"`+strings.Repeat("[", 50)+`":0}}`)
	f.Fuzz(func(t *testing.T, head, body string) {
		var ctx fasthttp.RequestCtx
		var req fasthttp.Request
		if !parsed(&req, head) {
			return // the server has answered by itself
		}
		req.SetBodyString(body)
		ctx.Init(&req, nil, nil)
		handle(&ctx)
		status, answer := ctx.Response.StatusCode(), string(ctx.Response.Body())
		if status >= 500 || status < 200 {
			t.Fatalf("%q %q: %d %s", head, body, status, answer)
		}
		if status < 400 || req.Header.IsHead() {
			return
		}
		var p Problem
		if err := json.Unmarshal([]byte(answer), &p); err != nil || p.Status != status || p.Code == "" {
			t.Fatalf("%q %q: %d %q is no problem, %v", head, body, status, answer, err)
		}
		for _, e := range p.Errors {
			if !strings.HasPrefix(e.Pointer, "/") || e.Code == "" {
				t.Fatalf("%q %q: %+v", head, body, e)
			}
		}
		if strings.Contains(answer, said) && !strings.Contains(body, said+`":`) && !strings.Contains(head, said+"=") {
			t.Fatalf("%q %q: a value is given back: %s", head, body, answer)
		}
	})
}

// parsed reads the head of a request as the server does.
func parsed(req *fasthttp.Request, head string) bool {
	line, _, _ := strings.Cut(head, "\r\n")
	f := strings.SplitN(line, " ", 3)
	if len(f) != 3 || !slices.Contains(fiber.DefaultMethods, f[0]) || !strings.HasPrefix(f[1], "/") {
		return false // Fiber says 501 to a word that is no method, as RFC 9110 has it
	}
	req.Header.SetMethod(f[0])
	req.SetRequestURI(f[1])
	req.Header.SetHost("zabuni.test")
	_, rest, _ := strings.Cut(head, "\r\n")
	for header := range strings.SplitSeq(rest, "\r\n") {
		if name, value, ok := strings.Cut(header, ": "); ok && name != "Content-Length" && name != "Transfer-Encoding" {
			req.Header.Set(name, value)
		}
	}
	return true
}

// A download's name goes into one header, in which browsers find it again.
func FuzzAttachment(f *testing.F) {
	for _, s := range []string{"letter.pdf", "ደብዳቤ.pdf", "a\r\nSet-Cookie: x=y.pdf", `a"; filename=b.exe`, "a\u202efdp.exe", "../../etc/passwd", "a'b%20c.pdf", "=:@.pdf", "\xff.pdf", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		header := Attachment(name)
		if strings.ContainsFunc(header, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }) {
			t.Fatalf("%q: %q", name, header)
		}
		kind, params, err := mime.ParseMediaType(header)
		if err != nil || kind != "attachment" {
			t.Fatalf("%q: %q: %s, %v", name, header, kind, err)
		}
		if utf8.ValidString(name) && params["filename"] != name {
			t.Fatalf("%q: %q is read as %q", name, header, params["filename"])
		}
	})
}
