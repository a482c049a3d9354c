package frontdoor

import (
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
)

// Whatever is asked of the door: nothing falls over, nothing outside of a build
// is answered, and every answer has its headers.
func FuzzDoor(f *testing.F) {
	c := config()
	for name := range c.BFFs {
		c.BFFs[name] = func(ctx *fasthttp.RequestCtx) { ctx.SetBodyString("bff " + name) }
	}
	handle, err := New(c)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"/", "/company/tender/list", "/assets/buyer/main-1a.js", "/assets/buyer/../operator/main-1a.js", "/api/buyer/../operator/x", "//evil.example/", "/%2e%2e/%2e%2e/etc/passwd", "/icon.svg", "/sw.js/", "/\x00", "*", "/company/%zz?x=/api"} {
		f.Add("GET", s, "buyer", "br;q=0.5, gzip, *;q=0", `W/"x", *`)
	}
	f.Add("POST", "/login", "", "br", "")
	f.Fuzz(func(t *testing.T, method, uri, cookie, encoding, tag string) {
		var req fasthttp.Request
		req.Header.SetMethod(method)
		req.SetRequestURI(uri)
		req.Header.SetCookie(Cookie, cookie)
		req.Header.Set(fasthttp.HeaderAcceptEncoding, encoding)
		req.Header.Set(fasthttp.HeaderIfNoneMatch, tag)
		var ctx fasthttp.RequestCtx
		ctx.Init(&req, nil, nil)
		handle(&ctx)
		if status := ctx.Response.StatusCode(); status < 200 || status >= 500 {
			t.Fatalf("%s %q: %d %s", method, uri, status, ctx.Response.Body())
		}
		if len(ctx.Response.Header.Peek("X-Content-Type-Options")) == 0 {
			t.Fatalf("%s %q: no headers", method, uri)
		}
		body := string(ctx.Response.Body())
		path := string(ctx.Path())
		for name := range c.BFFs {
			if body == "bff "+name && !strings.HasPrefix(path, "/api/"+name) {
				t.Fatalf("%q comes to the interface of %s", path, name)
			}
		}
	})
}
