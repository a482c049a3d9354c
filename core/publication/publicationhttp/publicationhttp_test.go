package publicationhttp

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/publication/publicationsvc"
)

type nobody struct{}

func (nobody) Authenticate(context.Context, string, string) (access.Actor, bool, error) {
	return access.Actor{}, false, fault.Unauthenticated.New("")
}

// Pages of any origin read the list and the feed, and nothing else that everybody may read; whoever asks beforehand is answered, and
// may bring neither a token nor a cookie.
func TestPagesOfOthersReadTheListAndTheFeed(t *testing.T) {
	t.Parallel()
	b := httpkit.New(httpkit.Config{App: "supplier", Auth: nobody{}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	Mount(b, nil)
	shared := map[string]bool{"/tenders": true, "/planned": true, "/tenders/{job_id}": true, "/ocds/releases": true, "/ocds/records/{process_id}": true}
	for _, g := range b.Guards() {
		path := "/api/supplier" + strings.ReplaceAll(strings.ReplaceAll(g.Path, "{", ""), "}", "") // no id: refused before anything is read
		for method, want := range map[string]int{http.MethodOptions: http.StatusNoContent, http.MethodGet: http.StatusUnprocessableEntity} {
			var ctx fasthttp.RequestCtx
			ctx.Request.Header.SetMethod(method)
			ctx.Request.SetRequestURI(path + "?after=x&limit=x")
			ctx.Request.Header.Set("Origin", "https://elsewhere.example")
			b.Handler()(&ctx)
			head := &ctx.Response.Header
			origin, policy := string(head.Peek("Access-Control-Allow-Origin")), string(head.Peek("Cross-Origin-Resource-Policy"))
			switch {
			case len(head.Peek("Access-Control-Allow-Credentials"))+len(head.Peek("Access-Control-Allow-Headers")) > 0:
				t.Errorf("%s %s lets them bring something", method, g.Path)
			case !shared[g.Path]:
				if origin != "" || policy != "same-origin" {
					t.Errorf("%s %s: %q %q", method, g.Path, origin, policy)
				}
			case ctx.Response.StatusCode() != want || origin != "*" || policy != "cross-origin":
				t.Errorf("%s %s: %d %q %q", method, g.Path, ctx.Response.StatusCode(), origin, policy)
			}
		}
	}
}

// A closing that was moved is a moment of which pages make words; an addendum says its own.
func TestAMovedClosingIsAMoment(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	if c := change(publicationsvc.Change{Title: "A holiday", Body: "Bids close at 2026-12-01T09:00:00Z"}); c.ClosesAt == nil || !c.ClosesAt.Equal(at) || c.Body != "" {
		t.Errorf("%+v", c)
	}
	for _, body := range []string{"Bids close at noon", "More pumps"} {
		if c := change(publicationsvc.Change{Body: body}); c.ClosesAt != nil || c.Body != body {
			t.Errorf("%+v", c)
		}
	}
}
