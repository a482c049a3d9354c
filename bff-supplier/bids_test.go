package bffsupplier

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

// desk serves what is open and what is bid for to one person: it returns the answer
// to a call, which must be given and have no null where a list may be.
func desk(w *story.World, a access.Actor) func(method, path, body string, into any) {
	b := httpkit.New(httpkit.Config{App: "supplier", Auth: known{a}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	mountSourcing(b, w.Sourcing, w.Entry)
	mountBids(b, w.Bidding, w.Entry)
	return func(method, path, body string, into any) {
		w.Helper()
		var ctx fasthttp.RequestCtx
		ctx.Request.Header.SetMethod(method)
		ctx.Request.Header.Set("Authorization", "Bearer x")
		ctx.Request.Header.SetContentType("application/json")
		ctx.Request.SetRequestURI("http://zabuni.test/api/supplier" + path)
		ctx.Request.SetBodyString(body)
		b.Handler()(&ctx)
		got := ctx.Response.Body()
		if err := json.Unmarshal(got, into); err != nil || ctx.Response.StatusCode() != 200 {
			w.Fatalf("%s: %d %s", path, ctx.Response.StatusCode(), got)
		}
		if strings.Contains(string(got), ":null") {
			w.Errorf("%s answers a null: %s", path, got)
		}
	}
}

// What was paid for and not begun stands above the first page of what is under way,
// once: not on the pages after it, and not among what was searched for or has closed.
func TestWhatWasPaidForStandsOnTheFirstPage(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	a := w.Bidders[0]
	p, _ := sourcing.PolicyOf(sourcing.SupplierRegistration)
	var paid *story.Category
	for i := range 3 {
		paid = w.Publish(p, story.Terms{
			Job: sourcing.JobForm{Code: fmt.Sprint("R", i)},
			Sections: []story.Section{{
				Section:   sourcing.Section{Name: "Papers"},
				Questions: []sourcing.Question{{Prompt: "Licensed?", Response: sourcing.TextBox, QA: true}},
			}},
		})
		paid.Order(a)
		if i < 2 {
			paid.Bid(a, nil, nil)
		}
	}
	call := desk(w, a)
	var first BidList
	call("GET", "/bids?limit=1", "", &first)
	if len(first.Items) != 1 || first.Next == "" || len(first.Paid) != 1 || first.Paid[0].CategoryID != paid.ID {
		t.Fatalf("%+v", first)
	}
	for _, path := range []string{"/bids?limit=1&after=" + first.Next, "/bids?search=x", "/bids?state=closed", "/bids?state=ranked"} {
		var other BidList
		call("GET", path, "", &other)
		if len(other.Paid) != 0 {
			t.Errorf("%s tells %d that were paid for", path, len(other.Paid))
		}
	}
	var saved Saved
	call("PATCH", "/bids/"+first.Items[0].ID.String()+"/draft", "{}", &saved)
	if saved.Conflicts == nil || len(saved.Progress.Gaps) != 0 {
		t.Errorf("%+v", saved)
	}
	var own MyBid
	call("GET", "/categories/"+first.Items[0].CategoryID.String()+"/bid", "", &own)
	if own.Bid == nil || own.Bid.ID != first.Items[0].ID {
		t.Errorf("%+v", own)
	}
}
