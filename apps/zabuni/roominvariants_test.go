package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
)

// What of a room goes over the wire, as these tests read it.
type (
	wireLine struct {
		N, Seq     int64
		Kind       auction.Kind
		SupplierID *uuid.UUID `json:"supplier_id"`
		Amount     *money.Decimal
		At         time.Time
		EndsAfter  time.Time `json:"ends_after"`
		VoidsN     int64     `json:"voids_n"`
	}
	wireRoom struct {
		Seq  int64
		View struct {
			Best       *money.Decimal
			EndsAt     time.Time `json:"ends_at"`
			HardEnd    time.Time `json:"hard_end"`
			Extensions int
			Lines      []wireLine
		}
		Participants []struct {
			SupplierID uuid.UUID `json:"supplier_id"`
			Best       *money.Decimal
			Rank       int
			Blocked    bool
		}
	}
)

// A wired room is conducted and bid in over HTTP alone.
type wired struct {
	*overheard
	bidders []access.Actor
	since   time.Duration
	seen    map[int][]string // by bidder, the lines that each look has shown
}

func newWired(t *testing.T, of auction.Reference) *wired {
	t.Helper()
	w := &wired{overheard: newWatched(t, auction.SeeAll, of), seen: map[int][]string{}}
	w.bidders = []access.Actor{w.me, w.them, w.late, w.tenants[1].rival}
	for _, who := range w.bidders {
		if a := w.as(who, "supplier", http.MethodPost, "/join", "{}", "to come in here"); a.status >= 300 {
			t.Fatal(a.body)
		}
	}
	return w
}

// as sends something about the room as somebody who has just signed in.
func (w *wired) as(who access.Actor, app, method, path, body, key string) answer {
	p := persona{user: who.User, t: who.Type}
	p.token, p.half = w.session(who.User, sessionRow{confirmed: w.now.Add(day), expires: w.now.Add(9 * day), as: who.Type, signed: w.since})
	got := w.whole(watcher{p, app}, method, "/auctions/"+w.id.String()+path, body, key)
	head, rest, _ := strings.Cut(got, "\n\n")
	var out answer
	if _, err := fmt.Sscan(head, &out.status); err != nil || out.status >= 500 {
		w.Errorf("%s %s: %.300s", method, path, got)
	}
	out.body = rest
	return out
}

func (w *wired) passes(d time.Duration) {
	w.since += d
	w.at(w.since)
}

// desk is the room as its host reads it, and the bytes of its lines.
func (w *wired) desk() (wireRoom, string) {
	w.Helper()
	var r wireRoom
	a := w.as(w.host, "buyer", http.MethodGet, "", "", "")
	w.must(json.Unmarshal([]byte(a.body), &r))
	return r, w.lines(a)
}

func (w *wired) lines(a answer) string {
	var raw struct {
		View struct{ Lines []map[string]any }
	}
	w.must(json.Unmarshal([]byte(a.body), &raw))
	var out []string
	for _, l := range raw.View.Lines {
		delete(l, "void") // is said of a line later
		text, err := json.Marshal(l)
		w.must(err)
		out = append(out, string(text))
	}
	return strings.Join(out, "\n")
}

// bid sends one, and returns what was answered.
func (w *wired) bid(who int, price money.Decimal, key string) answer {
	return w.as(w.bidders[who], "supplier", http.MethodPost, "/bids", fmt.Sprintf(`{"amount":%q,"confirmed":true}`, price.Short()), key)
}

// act lets somebody do something by lot.
func (w *wired) act(l *rand.Rand, i int, now wireRoom) answer {
	who := l.IntN(len(w.bidders))
	conduct := func(act, more string) answer {
		return w.as(w.host, "buyer", http.MethodPost, "/conduct", fmt.Sprintf(`{"act":%q,"reason":"By lot","seen":%d%s}`, act, now.Seq, more), "")
	}
	switch l.IntN(16) {
	case 0:
		return conduct("pause", "")
	case 1, 2, 7:
		return conduct("resume", "")
	case 3:
		return conduct("void", fmt.Sprintf(`,"seq":%d`, 1+l.Int64N(now.Seq)))
	case 4:
		return conduct("block", fmt.Sprintf(`,"supplier_id":%q`, w.bidders[who].Org))
	case 5, 8:
		return conduct("unblock", fmt.Sprintf(`,"supplier_id":%q`, w.bidders[who].Org))
	case 6:
		return conduct("message", "")
	}
	price := money.New(5_990_000-int64(i)*20_000+l.Int64N(15_000), -2)
	return w.bid(who, price, fmt.Sprint("bid of the lot ", i))
}

// watch lets a bidder look and keeps what it was shown.
func (w *wired) watch(who int) {
	w.Helper()
	w.seen[who] = append(w.seen[who], w.lines(w.as(w.bidders[who], "supplier", http.MethodGet, "", "", "")))
}

// What is promised of a room holds of what is sent and answered over HTTP, whatever people and a clock that steps back do: I1 to
// I7 and I9 to I12 of the design; I8 has a test of its own.
func TestInvariantsOverHTTP(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w, l := newWired(t, auction.Leader), rand.New(rand.NewPCG(seed, 85))
			w.passes(day - 20*time.Minute)
			stood := map[string]string{}
			for i := range 80 {
				w.passes(time.Duration(l.IntN(100)-3) * time.Second)
				before, was := w.desk()
				a := w.act(l, i, before)
				after, is := w.desk()
				switch {
				case a.status < 300 && (after.Seq != before.Seq+1 || !strings.HasPrefix(is, was+"\n")):
					t.Fatalf("I1: %d events, then %d", before.Seq, after.Seq)
				case a.status >= 300 && (after.Seq != before.Seq || is != was || !after.View.EndsAt.Equal(before.View.EndsAt)):
					t.Fatalf("I9: refused with %s, and it is another", a.body)
				}
				if strings.Contains(a.body, `"amount"`) && a.status < 300 {
					stood[fmt.Sprint("bid of the lot ", i)] = a.body
				}
				w.watch(i % len(w.bidders))
			}
			room, said := w.desk()
			if again, once := w.desk(); once != said || again.Seq != room.Seq {
				t.Error("I12: what has happened is read otherwise a second time")
			}
			w.judgeLines(room)
			w.judgePlaces(room)
			for who, looks := range w.seen {
				last := w.lines(w.as(w.bidders[who], "supplier", http.MethodGet, "", "", ""))
				for _, look := range looks {
					if look != last && !strings.HasPrefix(last, look+"\n") {
						t.Errorf("I7: bidder %d has seen what is no beginning of what it sees", who)
					}
				}
			}
			w.again(stood)
			w.passes(3 * day)
			_, err := w.Auctions.CloseDue(w.ctx)
			w.must(err)
			log := w.as(w.host, "buyer", http.MethodGet, "/log", "", "")
			if _, err := auction.CheckLog([]byte(log.body), w.Verifier); err != nil {
				t.Errorf("by the rules it is otherwise: %v\n%s", err, log.body)
			}
		})
	}
}

// judgeLines reads the ledger as it was sent: I1 to I5 and I11.
func (w *wired) judgeLines(r wireRoom) {
	w.Helper()
	var paused *wireLine
	blocked, standing := map[uuid.UUID]bool{}, map[int64]wireLine{}
	bids, moves := 0, 0
	for i, e := range r.View.Lines {
		if e.Seq != int64(i+1) || e.N != e.Seq {
			w.Errorf("I1: line %d has number %d", i+1, e.Seq)
		}
		if i == 0 {
			continue
		}
		b := r.View.Lines[i-1]
		if e.At.Before(b.At) {
			w.Errorf("I4: %d is at %s, the one before at %s", e.Seq, e.At, b.At)
		}
		switch e.Kind {
		case auction.WasPaused:
			paused = &r.View.Lines[i]
		case auction.WasResumed:
			if paused == nil || !e.EndsAfter.Equal(paused.EndsAfter.Add(e.At.Sub(paused.At))) {
				w.Errorf("I11: resumed at %s it ends %s", e.At, e.EndsAfter)
			}
			paused = nil
		case auction.WasBlocked, auction.WasUnblocked:
			blocked[*e.SupplierID] = e.Kind == auction.WasBlocked
		case auction.WasVoided:
			delete(standing, e.VoidsN)
		case auction.WasBid:
			bids++
			if !e.At.Before(b.EndsAfter) || blocked[*e.SupplierID] || paused != nil {
				w.Errorf("I3: %d stands at %s of %s, blocked %v, paused %v", e.Seq, e.At, b.EndsAfter, blocked[*e.SupplierID], paused != nil)
			}
			for _, best := range lastOfEach(standing) {
				if best.Amount.Sub(money.New(100, 0)).Less(*e.Amount) {
					w.Errorf("I2: %d bids %s against %s", e.Seq, e.Amount.Short(), best.Amount.Short())
				}
			}
			standing[e.Seq] = e
			want := b.EndsAfter
			if to := e.At.Add(3 * time.Minute); b.EndsAfter.Sub(e.At) <= 2*time.Minute && to.After(want) {
				want = to
			}
			if !e.EndsAfter.Equal(want) && !e.EndsAfter.Equal(r.View.HardEnd) {
				w.Errorf("I5: %d at %s of %s ends %s, want %s", e.Seq, e.At, b.EndsAfter, e.EndsAfter, want)
			}
			if e.EndsAfter.After(b.EndsAfter) {
				moves++
			}
		}
	}
	if bids < 8 || moves == 0 || moves != r.View.Extensions {
		w.Errorf("%d bids, %d moves of %d: it proves nothing", bids, moves, r.View.Extensions)
	}
	if last := r.View.Lines[len(r.View.Lines)-1]; last.Seq != r.Seq || !last.EndsAfter.Equal(r.View.EndsAt) {
		w.Errorf("I12: the last line says %s, the room %s", last.EndsAfter, r.View.EndsAt)
	}
}

// lastOfEach is of each bidder the last of its bids.
func lastOfEach(standing map[int64]wireLine) map[uuid.UUID]wireLine {
	out := map[uuid.UUID]wireLine{}
	for seq, e := range standing {
		if out[*e.SupplierID].Seq <= seq {
			out[*e.SupplierID] = e
		}
	}
	return out
}

// judgePlaces makes the ranks anew of the lines (I10).
func (w *wired) judgePlaces(r wireRoom) {
	w.Helper()
	standing := map[int64]wireLine{}
	for _, e := range r.View.Lines {
		if e.Kind == auction.WasBid {
			standing[e.Seq] = e
		}
		delete(standing, e.VoidsN)
	}
	last := lastOfEach(standing)
	for _, p := range r.Participants {
		own, some := last[p.SupplierID]
		rank := 0
		if some {
			rank = 1
			for _, e := range last {
				if e.Amount.Less(*own.Amount) || e.Amount.Equal(*own.Amount) && e.Seq < own.Seq {
					rank++
				}
			}
		}
		if p.Rank != rank || some != (p.Best != nil) || some && !p.Best.Equal(*own.Amount) {
			w.Errorf("I10: %s has rank %d and %v, by the lines %d and %v", p.SupplierID, p.Rank, p.Best, rank, own.Amount)
		}
	}
}

// again sends once more what stood: it is the same bid, and with another amount none (I6).
func (w *wired) again(stood map[string]string) {
	w.Helper()
	if len(stood) < 8 {
		w.Errorf("only %d bids stood", len(stood))
	}
	room, _ := w.desk()
	for key, first := range stood {
		var told struct {
			Amount money.Decimal
			At     time.Time
		}
		w.must(json.Unmarshal([]byte(first), &told))
		found := 0
		for who := range w.bidders {
			if !slices.ContainsFunc(room.View.Lines, func(l wireLine) bool {
				return l.Kind == auction.WasBid && *l.SupplierID == w.bidders[who].Org && l.Amount.Equal(told.Amount) && l.At.Equal(told.At)
			}) {
				continue
			}
			found++
			if a := w.bid(who, told.Amount, key); a.status != http.StatusOK || !strings.Contains(a.body, fmt.Sprintf(`"at":%q`, told.At.Format(time.RFC3339Nano))) {
				w.Errorf("I6: sent again it is answered %.300s, before %.300s", a.body, first)
			}
			if a := w.bid(who, told.Amount.Sub(money.New(500, 0)), key); a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "auction.key_reused") {
				w.Errorf("I6: another amount is answered %.300s", a.body)
			}
		}
		if found != 1 {
			w.Errorf("I6: %s stands %d times", first, found)
		}
	}
	if after, _ := w.desk(); after.Seq != room.Seq {
		w.Errorf("I6: %d events of what was sent again", after.Seq-room.Seq)
	}
}

// Of bids that arrive all at once, some of them twice, each that was acknowledged stands once, in one order without a gap.
func TestBidsAtOnceOverHTTP(t *testing.T) {
	t.Parallel()
	w := newWired(t, auction.Own)
	before, _ := w.desk()
	tokens := make([]watcher, len(w.bidders))
	for i, who := range w.bidders {
		tokens[i].app = "supplier"
		tokens[i].token, tokens[i].half = w.session(who.User, sessionRow{confirmed: w.now.Add(day), expires: w.now.Add(9 * day), as: who.Type})
	}
	var all sync.WaitGroup
	var guard sync.Mutex
	stood := map[string]int{}
	for i, p := range tokens {
		for n := range 24 {
			for range 1 + n%2 { // each second one is sent twice at the same time
				all.Go(func() {
					price := fmt.Sprint(59_000 - 500*n - 7*i)
					got := w.whole(p, http.MethodPost, "/auctions/"+w.id.String()+"/bids", `{"amount":"`+price+`","confirmed":true}`, fmt.Sprint("at once ", n))
					if strings.HasPrefix(got, "5") {
						t.Errorf("%.300s", got)
					}
					if strings.HasPrefix(got, "200") {
						guard.Lock()
						stood[price]++
						guard.Unlock()
					}
				})
			}
		}
	}
	all.Wait()
	room, _ := w.desk()
	w.judgePlaces(room)
	lines := map[string]int{}
	for i, e := range room.View.Lines {
		if e.Seq != int64(i+1) {
			t.Errorf("I1: line %d has number %d", i+1, e.Seq)
		}
		if e.Seq > before.Seq && e.Kind == auction.WasBid {
			lines[e.Amount.Short()]++
		}
	}
	for price := range stood {
		if lines[price] != 1 {
			t.Errorf("I6: %s was acknowledged and stands %d times", price, lines[price])
		}
	}
	if len(lines) != len(stood) || len(stood) < 2 {
		t.Errorf("%d stand, %d were acknowledged", len(lines), len(stood))
	}
}
