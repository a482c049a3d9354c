package main

import (
	"fmt"
	"io"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/app"
	"zabuni.org/core/platform/meter"
)

// Whatever is asked, labels come from the table of operations: nobody outside adds a
// series by asking for what is not there.
func TestMetricsHaveTheLabelsOfTheTableOfOperations(t *testing.T) {
	a := app.New(app.Outside{})
	a.Meter = meter.New(a.Log)
	parameter := regexp.MustCompile(`\{[^}]+\}`)
	known, asked := map[string]bool{}, map[string]bool{}
	for name, build := range bffs {
		b := build(a)
		ask := func(method, path string) {
			var c fasthttp.RequestCtx
			c.Request.Header.SetMethod(method)
			c.Request.SetRequestURI("/api/" + name + path)
			b.Handler()(&c)
		}
		for _, g := range b.Guards() {
			known[name+" "+g.ID] = true
			asked[name+" "+g.ID] = !g.Guard.Public
			if !g.Guard.Public { // there is no database behind them
				ask(g.Method, parameter.ReplaceAllStringFunc(g.Path, func(string) string { return uuid.NewString() }))
			}
		}
		for i := range 200 {
			ask([]string{"GET", "POST", "BREW"}[i%3], fmt.Sprintf("/nowhere/%d?x=%s", i, uuid.NewString()))
		}
		known[name+" none"] = true
	}
	series := regexp.MustCompile(`(?m)^zabuni_requests_total\{app="([^"]*)",operation="([^"]*)",status="(\d+)"\}`).FindAllStringSubmatch(metered(t, a.Meter), -1)
	seen := map[string]bool{}
	for _, s := range series {
		if !known[s[1]+" "+s[2]] {
			t.Errorf("%s is no operation of %s", s[2], s[1])
		}
		seen[s[1]+" "+s[2]] = true
	}
	for operation, was := range asked {
		if was && !seen[operation] {
			t.Errorf("%s was asked and is not counted", operation)
		}
	}
	if len(series) > 3*len(known) {
		t.Errorf("%d series of %d operations", len(series), len(known))
	}
}

func metered(t *testing.T, m *meter.Meter) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	body, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
