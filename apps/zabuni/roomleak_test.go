package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// An overheard room is one that readers ask about before and after something happens in it that they may not know of.
type overheard struct {
	*matrix
	id, job  uuid.UUID
	me, them access.Actor // who bids and asks, and who bids beside
	late     access.Actor // invited, and comes in when others have bid
	host     access.Actor
	readers  []watcher
}

// A watcher asks for everything that its app can be asked for.
type watcher struct {
	persona
	app string
}

// newWatched opens a room in which two have bid, the one that asks ahead of the other.
func newWatched(t *testing.T, v auction.Visibility, reference auction.Reference) *overheard {
	t.Helper()
	h := newHouse(t)
	a, b := h.tenants[0], h.tenants[1]
	w := &overheard{matrix: newMatrix(h), me: a.supplier, them: a.rival, late: b.supplier, host: a.buyer}
	w.host.Confirmed = h.now
	step, start := money.New(100, 0), money.New(90000, 0)
	h.at(-2 * time.Hour)
	id, err := h.Auctions.Create(h.ctx, w.host, w.host.Org, auctionsvc.Form{
		Job:      sourcing.JobForm{Activity: sourcing.ReverseAuction, Code: "WATCHED", Title: "Watched"},
		Category: sourcing.CategoryForm{Currency: "KES", OpensAt: h.now.Add(-2 * time.Hour), InvitedOnly: true, Without: []sourcing.StepName{"criteria"}},
		Rules: auction.Rules{
			Visibility: v,
			Reference:  reference,
			StepAmount: &step,
			Start:      &start,
			Jump:       money.NewQuantity(20, 0),
			StartsAt:   h.now.Add(-time.Hour),
			EndsAt:     h.now.Add(day),
			Window:     2 * time.Minute,
			Extend:     3 * time.Minute,
			From:       auction.FromReceipt,
			Trigger:    auction.AnyBid,
		},
	})
	h.must(err)
	w.id = id
	_, err = h.Sourcing.AddItem(h.ctx, w.host, w.host.Org, id, sourcing.Item{Number: "1", Description: "Net", Unit: "each", Quantity: money.NewQuantity(40, 0)})
	h.must(err)
	_, err = h.Sourcing.Invite(h.ctx, w.host, w.host.Org, id, []uuid.UUID{w.me.Org, w.them.Org, w.late.Org, b.rival.Org})
	h.must(err)
	h.must(h.Sourcing.Publish(h.ctx, w.host, w.host.Org, id))
	h.at(-time.Hour)
	_, err = h.Sourcing.CloseDue(h.ctx)
	h.must(err)
	h.at(0)
	w.bids(w.them, 70000)
	w.bids(w.me, 60000)
	h.react()
	h.must(h.Tasks.Drain(h.ctx))
	w.job = uuid.MustParse(h.id("SELECT job_id FROM category WHERE id = $1", id))
	for _, x := range []struct {
		app  string
		name string
		a    access.Actor
	}{
		{"supplier", "who bids", w.me},
		{"supplier", "who was invited and stays away", b.rival},
		{"supplier", "who was not invited", h.person("nona", "supplier", access.Supplier, uuid.Nil)},
		{"buyer", "another buyer", b.buyer},
	} {
		p := persona{name: x.name, t: x.a.Type, user: x.a.User, task: uuid.NewString()}
		p.token, p.half = h.session(x.a.User, sessionRow{confirmed: h.now.Add(time.Hour), expires: h.now.Add(12 * time.Hour), as: x.a.Type})
		w.readers = append(w.readers, watcher{p, x.app})
	}
	for app := range h.bffs {
		w.readers = append(w.readers, watcher{persona{name: "nobody at " + app, task: uuid.NewString()}, app})
	}
	return w
}

// bids lets somebody come in and bid.
func (w *overheard) bids(who access.Actor, price int64) {
	w.Helper()
	w.must(w.Auctions.Join(w.ctx, who, w.id))
	_, err := w.Auctions.Place(w.ctx, who, w.id, money.New(price, 0), true, fmt.Sprint("a bid of ", price))
	w.must(err)
}

// conducts lets the host act on the other bidder.
func (w *overheard) conducts(d auctionsvc.Deed) {
	w.Helper()
	d.Reason = "Between us"
	w.must(w.db.QueryRow(w.ctx, "SELECT seq FROM auction WHERE category_id = $1", w.id).Scan(&d.Seen))
	w.must(w.Auctions.Conduct(w.ctx, w.host, w.host.Org, w.id, d))
}

// asks are all addresses that a reader of an app asks for: with its own objects, and with the room's.
func (w *overheard) asks(of watcher) (out []string) {
	for _, r := range byApp(rows(w.T))[of.app] {
		if r.method != http.MethodGet || r.path == "/live" {
			continue
		}
		own, room := r.path, strings.NewReplacer("{category_id}", w.id.String(), "{job_id}", w.job.String()).Replace(r.path)
		for _, n := range placeholder.FindAllStringSubmatch(r.path, -1) {
			v := w.object(r, n[1], of.persona).own
			own, room = strings.Replace(own, n[0], v, 1), strings.Replace(room, n[0], v, 1)
		}
		q := w.query(r)
		out = append(out, own+q, room+q)
		for _, p := range w.docs[r.app].Paths[r.path]["get"].Parameters {
			if p.Name == "activity" {
				sep := "?"
				if q = w.query(r, "activity"); q != "" {
					sep = "&"
				}
				out = append(out, own+q+sep+"activity="+string(sourcing.ReverseAuction))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// offers are what who bids sends that is refused, each with what refuses it.
var offers = []struct{ body, key, code string }{
	{`{"amount":"60000"}`, "the same again", "auction.too_weak"},
	{`{"amount":"59950"}`, "half a step", "auction.too_weak"},
	{`{"amount":"30000"}`, "a large jump", "auction.jump"},
	{`{"amount":"0"}`, "nothing at all", "field.range"},
	{`{"amount":"59000.001"}`, "finer than coins", "auction.not_tick"},
	{`{"amount":"59000"}`, "a bid of 60000", "auction.key_reused"},
}

// heardOf is all that everybody is answered, by who asks and for what: status, header and bytes.
func (w *overheard) heardOf() map[string]string {
	w.Helper()
	out := map[string]string{}
	for _, r := range w.readers {
		for _, path := range w.asks(r) {
			out[r.name+": GET "+path] = w.whole(r, http.MethodGet, path, "", "")
		}
	}
	w.exec("DELETE FROM rate_limit")
	for _, o := range offers {
		got := w.whole(w.readers[0], http.MethodPost, "/auctions/"+w.id.String()+"/bids", o.body, o.key)
		if !strings.Contains(got, `"`+o.code+`"`) {
			w.Errorf("%s is answered %s, want %s", o.body, got, o.code)
		}
		out["who bids: POST "+o.body] = got
	}
	for _, r := range w.readers[1:3] {
		out[r.name+": POST a bid"] = w.whole(r, http.MethodPost, "/auctions/"+w.id.String()+"/bids", `{"amount":"50000"}`, "from outside")
	}
	return out
}

// others is what happens in the room beside who asks, and behind its place.
func (w *overheard) others() {
	w.Helper()
	w.bids(w.them, 69000)
	w.bids(w.them, 65000)
	last := int64(0)
	w.must(w.db.QueryRow(w.ctx, "SELECT max(seq) FROM auction_event WHERE category_id = $1", w.id).Scan(&last))
	w.conducts(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &last})
	w.conducts(auctionsvc.Deed{Act: auctionsvc.Block, Supplier: &w.them.Org})
	w.conducts(auctionsvc.Deed{Act: auctionsvc.Unblock, Supplier: &w.them.Org})
	w.conducts(auctionsvc.Deed{Act: auctionsvc.Say, Supplier: &w.them.Org})
	w.must(w.Auctions.Enter(w.ctx, w.host, w.host.Org, w.id, auctionsvc.PaperBid{Supplier: w.them.Org, Amount: money.New(64000, 0), Reason: "Between us", Name: "form.pdf",
		Paper: paper("form of another"), Key: "of a paper"}))
	w.bids(w.late, 66000)
	w.react()
}

// differing are the questions that are answered otherwise than before.
func differing(before, after map[string]string) (out []string) {
	for k, v := range before {
		if after[k] != v {
			out = append(out, k+"\n\t"+v+"\n\t"+after[k])
		}
	}
	slices.Sort(out)
	return out
}

// Whatever others do behind a bidder's place, nobody who may see nothing of it is answered one byte more, less or otherwise: not by
// a room, a list, an inbox, a refusal, an address that is none, a header. Who goes ahead of him is seen where the rules show
// prices or ranks, and nowhere else. That where all prices are shown something is heard says that the test can hear.
func TestI8NobodyHearsOfOthersOverHTTP(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		v             auction.Visibility
		behind, ahead bool // whether what others do is seen by who bids
	}{
		{auction.SeeOwn, false, false},
		{auction.SeeRank, false, true},
		{auction.SeeBest, false, true},
		{auction.SeeBestRank, false, true},
		{auction.SeeAll, true, true},
	} {
		t.Run(string(x.v), func(t *testing.T) {
			t.Parallel()
			w := newWatched(t, x.v, auction.Own)
			w.heardOf() // what is looked at for the first time is marked as seen
			quiet := w.heardOf()
			for _, d := range differing(quiet, w.heardOf()) {
				at, _, _ := strings.Cut(d, "\n")
				if !moves(at) {
					t.Errorf("asked twice it is not the same: %.3000s", d)
				}
			}
			if len(quiet) < 200 {
				t.Errorf("only %d questions", len(quiet))
			}
			w.others()
			w.judge(quiet, x.behind)
			quiet = w.heardOf()
			w.bids(w.them, 50000)
			w.react()
			w.judge(quiet, x.ahead)
			w.answered(x.v)
		})
	}
}

// answered lets who asks bid once more: what is answered holds what its rules show, and its lines are numbered as it sees them,
// so that no gap counts what others did.
func (w *overheard) answered(v auction.Visibility) {
	w.Helper()
	room := "/auctions/" + w.id.String()
	got := w.whole(w.readers[0], http.MethodPost, room+"/bids", `{"amount":"55000"}`, "once more")
	for name, shown := range map[string]bool{"best": v.Best(), "rank": v.Rank(), "leads": v.Best() || v.Rank(), "own": true, "next_bid": true, "bidders": false, "reserve_met": false} {
		if has := strings.Contains(got, `"`+name+`":`); has != shown {
			w.Errorf("%s in the answer to a bid where one sees %s: %v", name, v, has)
		}
	}
	var seen struct {
		View struct{ Lines []struct{ N, Seq int64 } }
	}
	_, body, _ := strings.Cut(w.whole(w.readers[0], http.MethodGet, room, "", ""), "\n\n")
	w.must(json.Unmarshal([]byte(body), &seen))
	for i, l := range seen.View.Lines {
		if l.N != int64(i+1) || l.Seq != 0 {
			w.Errorf("line %d where one sees %s is numbered %d, %d", i+1, v, l.N, l.Seq)
		}
	}
	if len(seen.View.Lines) < 3 {
		w.Errorf("only %d lines", len(seen.View.Lines))
	}
}

// moving are answers that are others each time, whoever does something: the public log, of which everybody may read how long
// it is and which grows by everything that anybody does anywhere, one's
// own journal, which numbers by it, and one's session; and workbooks, which hold the moment in which they were written.
var moving = []string{"/log", "/log/growth", "/authentication/user_logs/", "/session"}

func moves(at string) bool {
	_, path, _ := strings.Cut(at, ": GET ")
	path, _, _ = strings.Cut(path, "?")
	return slices.Contains(moving, path) || strings.HasSuffix(path, "/template")
}

// judge holds what is answered now against what was before: only the room of who bids may show something, where it may.
func (w *overheard) judge(before map[string]string, shown bool) {
	w.Helper()
	room := "who bids: GET /auctions/" + w.id.String()
	seen := false
	for _, d := range differing(before, w.heardOf()) {
		at, _, _ := strings.Cut(d, "\n")
		if moves(at) {
			continue
		}
		if shown && at == room {
			seen = true
			continue
		}
		if shown && strings.HasPrefix(at, "who was invited and stays away: GET /auctions/"+w.id.String()) {
			continue // what the rules show is shown to who may come
		}
		w.Errorf("it is answered otherwise: %.3000s", d)
	}
	if seen != shown {
		w.Errorf("who bids sees it: %v, want %v", seen, shown)
	}
}

// whole is everything that is sent back, but for what is another with each request.
func (w *overheard) whole(p watcher, method, path, body, key string) string {
	var req fasthttp.Request
	req.Header.SetMethod(method)
	req.SetRequestURI("/api/" + p.app + path)
	req.Header.SetHost("zabuni.test")
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
		req.Header.SetCookie("__Host-zabuni_sid", p.half)
	}
	if body != "" {
		req.Header.SetContentType("application/json")
		req.Header.Set("Idempotency-Key", key)
		req.SetBodyString(body)
	}
	var ctx fasthttp.RequestCtx
	ctx.Init(&req, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, nil)
	w.handlers[p.app](&ctx)
	out := []string{fmt.Sprint(ctx.Response.StatusCode())}
	for name, value := range ctx.Response.Header.All() {
		if !slices.Contains(ofTheRequest, string(name)) {
			out = append(out, string(name)+": "+string(value))
		}
	}
	return strings.Join(append(out, "", string(ctx.Response.Body())), "\n")
}

// ofTheRequest are headers that name a request or its moment.
var ofTheRequest = []string{"X-Request-Id", "X-Server-Time", "Date", "Server-Timing"}
