package frontdoor

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
)

var script = []byte(strings.Repeat("export const x = 1;\n", 100))

func build(name string) fs.FS {
	return fstest.MapFS{
		"index.html":                         {Data: []byte("<!doctype html><title>" + name + "</title>")},
		"sw.js":                              {Data: []byte("// the one worker")},
		"icon.svg":                           {Data: []byte("<svg>" + name + "</svg>")},
		"assets/" + name + "/main-1a.js":     {Data: script},
		"assets/" + name + "/main-1a.js.map": {Data: []byte("{}")},
	}
}

func config() Config {
	c := Config{Log: slog.New(slog.DiscardHandler), Apps: map[string]fs.FS{}, BFFs: map[string]fasthttp.RequestHandler{}, Extra: map[string]fasthttp.RequestHandler{
		"/livez": func(ctx *fasthttp.RequestCtx) { ctx.SetBodyString("alive") },
	}}
	for name := range screens {
		c.Apps[name] = build(name)
		c.BFFs[name] = func(ctx *fasthttp.RequestCtx) {
			if string(ctx.Path()) == "/api/"+name+"/panic" {
				panic("on purpose")
			}
			fmt.Fprintf(ctx, "bff %s %d", name, len(ctx.PostBody()))
		}
	}
	return c
}

// client reaches a door over memory.
func client(t *testing.T, c Config) *http.Client {
	t.Helper()
	h, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	ln := fasthttputil.NewInmemoryListener()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve.HTTP(ctx, ln, h) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	tr := &http.Transport{DisableCompression: true, DialContext: func(context.Context, string, string) (net.Conn, error) { return ln.Dial() }}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr}
}

func do(t *testing.T, c *http.Client, method, path string, body io.Reader, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://door"+path, body)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := c.Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(b)
}

func TestWhoAnswers(t *testing.T) {
	c := client(t, config())
	for _, tc := range []struct {
		path, cookie string
		status       int
		says         string
	}{
		{"/", "", 200, "<title>supplier<"},
		{"/login", "buyer", 200, "<title>buyer<"},
		{"/profile", "contracts", 200, "<title>contracts<"},
		{"/login", "nobody", 200, "<title>supplier<"},
		{"/icon.svg", "operator", 200, "<svg>operator<"},
		{"/supplier", "buyer", 200, "<title>supplier<"},
		{"/supplier/tender/details/1", "", 200, "<title>supplier<"},
		{"/supplierx", "buyer", 200, "<title>buyer<"},
		{"/company/create/tender", "", 200, "<title>buyer<"},
		{"/buyer/contracts/1", "", 200, "<title>buyer<"},
		{"/zabuni/dashboard", "", 200, "<title>operator<"},
		{"/contract-management/", "", 200, "<title>contracts<"},
		{"/api/buyer/jobs/", "", 200, "bff buyer"},
		{"/api/buyerx", "", 404, "not_found"},
		{"/api", "", 404, "not_found"},
		{"/assets/buyer/main-1a.js", "", 200, "export const"},
		{"/assets/buyer/main-2b.js", "", 404, "not_found"},
		{"/assets/buyer/main-1a.js.map", "", 404, "not_found"},
		{"/assets/supplier/../buyer/main-1a.js", "", 200, "export const"},
		{"/assets/other/x.js", "", 404, "not_found"},
		{"/sw.js", "", 200, "the one worker"},
		{"/.env", "", 404, "not_found"},
		{"/missing.png", "", 404, "not_found"},
		{"/resend_activation/a@zabuni.test", "buyer", 200, "<title>buyer<"},
		{"/resend_activation/a.test", "buyer", 404, "not_found"},
		{"/index.html", "", 404, "not_found"},
		{"/livez", "", 200, "alive"},
	} {
		headers := []string{"Accept", "*/*"}
		if tc.cookie != "" {
			headers = append(headers, "Cookie", Cookie+"="+tc.cookie)
		}
		res, body := do(t, c, "GET", tc.path, nil, headers...)
		if res.StatusCode != tc.status || !strings.Contains(body, tc.says) {
			t.Errorf("%s (%s): %d %.80s", tc.path, tc.cookie, res.StatusCode, body)
		}
		if res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s may be sniffed", tc.path)
		}
		if page := strings.Contains(body, "<title>"); page != (res.Header.Get("Content-Security-Policy") != "") {
			t.Errorf("%s: page %v, policy %q", tc.path, page, res.Header.Get("Content-Security-Policy"))
		}
	}
}

func TestSharedPagesAreNeverCached(t *testing.T) {
	c := client(t, config())
	res, _ := do(t, c, "GET", "/login", nil)
	if res.Header.Get("Cache-Control") != "no-store" || !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Cookie") || res.Header.Get("ETag") != "" {
		t.Errorf("%v", res.Header)
	}
	res, _ = do(t, c, "GET", "/api/buyer/x", nil)
	if res.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", res.Header)
	}
}

func TestEncodingsAndValidators(t *testing.T) {
	c := client(t, config())
	const path = "/assets/supplier/main-1a.js"
	tags := map[string]bool{}
	for accepted, want := range map[string]string{
		"": "", "br": "br", "gzip, deflate, br": "br", "gzip": "gzip", "br;q=0, gzip": "gzip", "br; q=0.0,*": "gzip", "*": "br", "identity": "",
	} {
		res, body := do(t, c, "GET", path, nil, "Accept-Encoding", accepted)
		tag := res.Header.Get("ETag")
		tags[tag] = true
		if got := res.Header.Get("Content-Encoding"); got != want {
			t.Errorf("%q: encoding %q, want %q", accepted, got, want)
		}
		if want == "br" {
			if plain, err := io.ReadAll(brotli.NewReader(strings.NewReader(body))); err != nil || !bytes.Equal(plain, script) {
				t.Errorf("%q: body differs, %v", accepted, err)
			}
		}
		if v := res.Header.Get("Vary"); v != "Accept-Encoding" {
			t.Errorf("%q: Vary %q", accepted, v)
		}
		if v := res.Header.Get("Cache-Control"); !strings.Contains(v, "immutable") {
			t.Errorf("%q: %s", accepted, v)
		}
		res, body = do(t, c, "GET", path, nil, "Accept-Encoding", accepted, "If-None-Match", `"other", W/`+tag)
		if res.StatusCode != http.StatusNotModified || body != "" || res.Header.Get("ETag") != tag {
			t.Errorf("%q: %d with the tag of before", accepted, res.StatusCode)
		}
	}
	if len(tags) != 3 {
		t.Errorf("three encodings have %d tags", len(tags))
	}
	res, body := do(t, c, "HEAD", path, nil)
	if res.ContentLength != int64(len(script)) || body != "" {
		t.Errorf("HEAD: %d bytes announced", res.ContentLength)
	}
	if res, _ := do(t, c, "POST", path, nil); res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d", res.StatusCode)
	}
}

func TestBodyLimits(t *testing.T) {
	h, err := New(config())
	if err != nil {
		t.Fatal(err)
	}
	ln := fasthttputil.NewInmemoryListener()
	desk := httpkit.New(httpkit.Config{App: "supplier", Log: slog.New(slog.DiscardHandler)})
	type nothing struct{}
	httpkit.Route(desk, access.Anyone, httpkit.Operation{ID: "append", Method: http.MethodPatch, Path: "/uploads/{id}", Tag: "t", Summary: "Append", MaxBody: 9 << 20},
		func(context.Context, *nothing) (*nothing, error) { return nil, nil })
	httpkit.Route(desk, access.Anyone, httpkit.Operation{ID: "read", Method: http.MethodPost, Path: "/jobs", Tag: "t", Summary: "Read", MaxBody: 9 << 20},
		func(context.Context, *nothing) (*nothing, error) { return nil, nil })
	s := serve.Server(h, desk.LargeBodies()...)
	done := make(chan error, 1)
	go func() { done <- s.Serve(ln) }()
	for _, tc := range []struct {
		path    string
		size    int
		chunked bool
		status  int
	}{
		{"/api/supplier/jobs", 1 << 20, false, 200},
		{"/api/supplier/jobs", 1<<20 + 1, false, 413},
		{"/api/supplier/jobs", 2 << 20, true, 413},
		{"/api/supplier/uploads/7?part=1", 8 << 20, false, 200},
		{"/api/supplier/uploads/7", 8 << 20, true, 200},
		{"/api/supplier/uploads/7", 9<<20 + 1, false, 413},
		{"/api/supplier/uploads/7/", 1<<20 + 1, false, 413},
		{"/api/supplier/uploads/", 1<<20 + 1, false, 413},
		{"/api/supplier/uploads/..", 1<<20 + 1, false, 413},
		{"/api/supplier/uploads/%37", 1<<20 + 1, false, 413},
		{"/api/supplier/uploadsx/7", 1<<20 + 1, false, 413},
		{"/api/buyer/uploads/7", 1<<20 + 1, false, 413},
		{"/supplier/uploads", 1<<20 + 1, false, 413},
	} {
		conn, err := ln.Dial()
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(t.Context(), "PATCH", "http://door"+tc.path, bytes.NewReader(make([]byte, tc.size)))
		if err != nil {
			t.Fatal(err)
		}
		if tc.chunked {
			r.ContentLength = -1 // a length that nobody tells
		}
		sent := make(chan struct{})
		go func() { // the door may close while we still talk
			_ = r.Write(conn)
			close(sent)
		}()
		res, err := http.ReadResponse(bufio.NewReader(conn), r)
		if err != nil {
			t.Fatalf("%s with %d bytes: %v", tc.path, tc.size, err)
		}
		says, err := io.ReadAll(res.Body)
		if res.StatusCode != tc.status || err != nil || tc.status == 200 && string(says) != fmt.Sprintf("bff supplier %d", tc.size) {
			t.Errorf("%s with %d bytes: %d %s %v", tc.path, tc.size, res.StatusCode, says, err)
		}
		var p httpkit.Problem
		if most := fmt.Sprint(max(1, (tc.size-1)>>20)); tc.status == 413 && (json.Unmarshal(says, &p) != nil || p.Code != "too_large" || !tc.chunked && p.Params["max"] != most) {
			t.Errorf("%s with %d bytes is told %s", tc.path, tc.size, says)
		}
		_ = res.Body.Close()
		_ = conn.Close()
		<-sent
	}
	if err := errors.Join(s.Shutdown(), <-done); err != nil {
		t.Error(err)
	}
}

func TestAPanicIsOneAnswer(t *testing.T) {
	c := client(t, config())
	res, body := do(t, c, "GET", "/api/buyer/panic", nil)
	if res.StatusCode != 500 || !strings.Contains(body, `"internal"`) || strings.Contains(body, "purpose") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if res, _ := do(t, c, "GET", "/api/buyer/x", nil); res.StatusCode != 200 {
		t.Error("the door is broken")
	}
}

func TestStrictTransportOnlyBehindTLS(t *testing.T) {
	for _, https := range []bool{false, true} {
		cfg := config()
		cfg.HTTPS = https
		res, _ := do(t, client(t, cfg), "GET", "/login", nil)
		if got := res.Header.Get("Strict-Transport-Security") != ""; got != https {
			t.Errorf("https %v: %v", https, res.Header)
		}
	}
}

func TestRefusedBuilds(t *testing.T) {
	c := config()
	c.Apps["buyer"] = fstest.MapFS{"assets/buyer/x.js": {Data: script}}
	if _, err := New(c); err == nil || !strings.Contains(err.Error(), "index.html") {
		t.Errorf("no page: %v", err)
	}
	c = config()
	c.Apps["buyer"].(fstest.MapFS)["sw.js"] = &fstest.MapFile{Data: []byte("// another worker")}
	if _, err := New(c); err == nil || !strings.Contains(err.Error(), "service worker") {
		t.Errorf("two workers: %v", err)
	}
}

func TestShutdownLetsARequestFinish(t *testing.T) {
	inside, finish := make(chan struct{}), make(chan struct{})
	ln := fasthttputil.NewInmemoryListener()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- serve.HTTP(ctx, ln, func(ctx *fasthttp.RequestCtx) { close(inside); <-finish; ctx.SetBodyString("whole") })
	}()
	conn, err := ln.Dial()
	if err != nil {
		t.Fatal(err)
	}
	answer := make(chan string, 1)
	go func() {
		_, werr := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: door\r\nConnection: close\r\n\r\n")
		b, rerr := io.ReadAll(conn)
		answer <- fmt.Sprint(string(b), errors.Join(werr, rerr))
	}()
	<-inside
	cancel()
	close(finish)
	if a := <-answer; !strings.Contains(a, "whole") {
		t.Error(a)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestOnlyThePageThatPaysPostsToAProvider(t *testing.T) {
	cfg := config()
	cfg.FormAction = map[string][]string{"/supplier/payment/cards/iveri": {"https://portal.test"}}
	c := client(t, cfg)
	for path, want := range map[string]string{
		"/supplier/payment/cards/iveri?order=1": "form-action 'self' https://portal.test;",
		"/supplier/payment/cards/iveri/x":       "form-action 'self';",
		"/supplier/payment/cards/stp":           "form-action 'self';",
		"/login":                                "form-action 'self';",
	} {
		res, _ := do(t, c, "GET", path, nil)
		if policy := res.Header.Get("Content-Security-Policy"); !strings.Contains(policy, want) {
			t.Errorf("%s: %s", path, policy)
		}
	}
}
