package auctionsvc_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// A room is an auction of a world whose technical window is over: nothing is asked in it.
type room struct {
	*story.Category
	Starts time.Time
}

func amount(t testing.TB, s string) money.Decimal {
	t.Helper()
	d, err := money.ParseDecimal(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// open makes a room in which all bidders are, a minute after its start.
func open(t *testing.T, bidders int) room {
	t.Helper()
	r := published(t, bidders)
	r.SetClock(r.Starts)
	for _, b := range r.Bidders {
		r.Must(r.Auctions.Join(r.Context(), b, r.ID))
	}
	r.SetClock(r.Starts.Add(time.Minute))
	return r
}

func published(t *testing.T, bidders int) room {
	t.Helper()
	w := story.New(t, bidders)
	p, _ := sourcing.PolicyOf(sourcing.ReverseAuction)
	c := w.Publish(p, story.Terms{
		Without: []sourcing.StepName{"criteria"},
		Items:   []sourcing.Item{{Number: "1", Description: "Maize", Unit: "bag", Quantity: *story.Points(100)}},
		Invited: w.Bidders,
	})
	desk, err := w.Auctions.Desk(w.Context(), w.Officer, w.Officer.Org, c.ID)
	w.Must(err)
	w.SetClock(desk.Auction.StartsAt)
	_, err = w.Sourcing.CloseDue(w.Context())
	w.Must(err)
	return room{c, desk.Auction.StartsAt}
}

func (r room) bid(who access.Actor, price, key string) (auctionsvc.Placed, error) {
	return r.Auctions.Place(r.Context(), who, r.ID, amount(r.T, price), true, key)
}

func (r room) desk() auctionsvc.Desk {
	r.Helper()
	d, err := r.Auctions.Desk(r.Context(), r.Officer, r.Officer.Org, r.ID)
	r.Must(err)
	return d
}

// kinds are the kinds of the ledger's lines.
func (r room) kinds() (out []auction.Kind) {
	for i, l := range r.desk().View.Lines {
		if l.Seq != int64(i+1) {
			r.Errorf("line %d has number %d", i+1, l.Seq)
		}
		out = append(out, l.Kind)
	}
	return out
}

func (r room) conduct(d auctionsvc.Deed) error {
	if d.Reason == "" {
		d.Reason = "A reason"
	}
	return r.Auctions.Conduct(r.Context(), r.Officer, r.Officer.Org, r.ID, d)
}

func TestARoomFromPublishingToItsEnd(t *testing.T) {
	t.Parallel()
	r := published(t, 3)
	a, b := r.Bidders[0], r.Bidders[1]
	r.SetClock(r.Starts.Add(-time.Microsecond))
	_, err := r.bid(a, "5000", "one")
	r.Is(err, auction.NotOpen)
	r.SetClock(r.Starts)
	_, err = r.bid(a, "5000", "one")
	r.Is(err, auction.NotJoined)
	r.Must(r.Auctions.Join(r.Context(), a, r.ID))
	r.Must(r.Auctions.Join(r.Context(), a, r.ID)) // twice is once
	r.Must(r.Auctions.Join(r.Context(), b, r.ID))
	first, err := r.bid(a, "5000", "one")
	r.Must(err)
	again, err := r.bid(a, "5000", "one")
	r.Must(err)
	if again.Event.Seq != first.Event.Seq || !again.Event.At.Equal(first.Event.At) {
		t.Errorf("the same key made another bid: %+v, %+v", first.Event, again.Event)
	}
	_, err = r.bid(a, "4900", "one")
	r.Is(err, auction.KeyReused)
	_, err = r.bid(b, "4900.01", "one")
	r.Is(err, auction.TooWeak)
	second, err := r.bid(b, "4900", "one")
	r.Must(err)
	if *second.View.Rank != 1 || second.View.Best.String() != second.View.Own.String() {
		t.Errorf("%+v", second.View)
	}
	ends := r.Starts.Add(time.Hour)
	r.SetClock(ends.Add(-time.Minute))
	_, err = r.bid(a, "4000", "two")
	r.Must(err)
	ends = ends.Add(time.Minute)
	r.SetClock(ends.Add(-time.Microsecond))
	_, err = r.bid(b, "3000", "two")
	r.Must(err)
	ends = ends.Add(2*time.Minute - time.Microsecond)
	r.SetClock(ends)
	_, err = r.bid(a, "2000", "three")
	r.Is(err, auction.Closed)
	n, err := r.Auctions.CloseDue(r.Context())
	r.Must(err)
	if n != 1 {
		t.Errorf("%d closed", n)
	}
	want := []auction.Kind{auction.WasPublished, auction.WasBid, auction.WasBid, auction.WasBid, auction.WasBid, auction.WasClosed}
	if got := r.kinds(); !slices.Equal(got, want) {
		t.Error(got)
	}
	_, err = r.TryInvite(r.Officer, r.Bidders[2])
	r.Is(err, sourcing.CategoryClosed)
	d := r.desk()
	if lead, _, _ := d.Auction.Lead(); lead != b.Org || d.View.Phase != auction.Over || !d.View.EndsAt.Equal(ends) {
		t.Errorf("%+v", d.View)
	}
}

// Who may not bid is told why, whatever it knew when it sent the bid.
func TestWhoMayNotBidIsToldWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sql  string
		want *fault.Def
	}{
		"blocked":       {`UPDATE auction_participant SET blocked = true WHERE supplier_id = $1`, auction.Blocked},
		"deactivated":   {`UPDATE company SET status = 'deactivated' WHERE id = $1`, entry.Inactive},
		"module off":    {`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at) SELECT buyer_id, 'auctions', false, joined_by, joined_at FROM auction_participant WHERE supplier_id = $1`, entry.ModuleOff},
		"not qualified": {`UPDATE category SET without = '{}' WHERE id IN (SELECT category_id FROM auction_participant WHERE supplier_id = $1)`, auction.NotQualified},
		"chosen others": {`WITH x AS (DELETE FROM invitation WHERE supplier_id = $1) UPDATE category SET invited_only = true WHERE id IN (SELECT category_id FROM auction_participant WHERE supplier_id = $1)`, sourcing.NotInvited},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := open(t, 2)
			_, err := pgtest.Do(r.Context(), r.DB, c.sql, r.Bidders[0].Org)
			r.Must(err)
			_, err = r.bid(r.Bidders[0], "5000", "one")
			r.Is(err, c.want)
			var events int // the desk is closed where the module is off
			r.Must(r.DB.QueryRow(r.Context(), `SELECT count(*) FROM auction_event WHERE category_id = $1`, r.ID).Scan(&events))
			if events != 1 {
				t.Error(events)
			}
		})
	}
	r := open(t, 1)
	weak := r.Bidders[0]
	weak.Privileges = []access.Privilege{access.ManageTender}
	if _, err := r.bid(weak, "5000", "one"); !errors.Is(err, fault.Forbidden) {
		t.Error(err)
	}
	if _, err := r.bid(r.Officer, "5000", "one"); !errors.Is(err, fault.Forbidden) {
		t.Error(err)
	}
}

func TestTheHostConductsWithReasons(t *testing.T) {
	t.Parallel()
	r := open(t, 2)
	a, b := r.Bidders[0], r.Bidders[1]
	_, err := r.bid(a, "5000", "one")
	r.Must(err)
	_, err = r.bid(b, "4000", "one")
	r.Must(err)
	if err := r.Auctions.Conduct(r.Context(), r.Officer, r.Officer.Org, r.ID, auctionsvc.Deed{Act: auctionsvc.Pause}); !errors.Is(err, fault.Invalid) {
		t.Error(err)
	}
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Pause}))
	_, err = r.bid(a, "3000", "two")
	r.Is(err, auction.OnPause)
	r.SetClock(r.Starts.Add(2 * time.Hour)) // a pause is as long as it is
	if n, err := r.Auctions.CloseDue(r.Context()); n != 0 || err != nil {
		t.Error(n, err)
	}
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Resume}))
	if got := r.desk().View.EndsAt; !got.Equal(r.Starts.Add(3*time.Hour - time.Minute)) {
		t.Error(got)
	}
	r.Is(r.conduct(auctionsvc.Deed{Act: auctionsvc.Resume}), auction.NotPaused)
	bid := int64(3)
	r.Is(r.conduct(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &bid, Seen: 4}), auction.Stale)
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &bid, Seen: 5}))
	r.Is(r.conduct(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &bid, Seen: 6}), auction.Void)
	none := int64(1)
	r.Is(r.conduct(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &none, Seen: 6}), auction.NoSuchBid)
	if lead, m, _ := r.desk().Auction.Lead(); lead != a.Org || m.Seq != 2 {
		t.Error("the void bid still leads")
	}
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Block, Supplier: &b.Org}))
	_, err = r.bid(b, "3000", "two")
	r.Is(err, auction.Blocked)
	if err := r.conduct(auctionsvc.Deed{Act: auctionsvc.Block, Supplier: &b.Org}); !errors.Is(err, fault.Invalid) {
		t.Error(err)
	}
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Unblock, Supplier: &b.Org}))
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Say, Supplier: &b.Org, Reason: "For you alone"}))
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Say, Reason: "For all"}))
	later := r.desk().View.EndsAt.Add(time.Hour)
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Extend, EndsAt: &later}))
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.End, Seen: 11}))
	_, err = r.bid(a, "3000", "two")
	r.Is(err, auction.Closed)
	said := func(who access.Actor) (out []string) {
		room, err := r.Auctions.Room(r.Context(), who, r.ID)
		r.Must(err)
		for _, l := range room.View.Lines {
			out = append(out, fmt.Sprint(l.N, " ", l.Kind))
		}
		return out
	}
	if got := fmt.Sprint(said(a)); got != "[1 published 2 bid 3 bid 4 paused 5 resumed 6 message 7 end_moved 8 closed]" {
		t.Error(got)
	}
	if got := fmt.Sprint(said(b)); got != "[1 published 2 bid 3 bid 4 paused 5 resumed 6 bid_void 7 blocked 8 unblocked 9 message 10 message 11 end_moved 12 closed]" {
		t.Error(got)
	}
	stranger := r.Person("buyer", access.Buyer, uuid.Nil)
	if err := r.Auctions.Conduct(r.Context(), stranger, r.Officer.Org, r.ID, auctionsvc.Deed{Act: auctionsvc.Pause, Reason: "x"}); !errors.Is(err, fault.Forbidden) {
		t.Error(err)
	}
}

// A ledger is written once, whoever runs it.
func TestTheLedgerIsWrittenOnce(t *testing.T) {
	t.Parallel()
	r := open(t, 1)
	_, err := r.bid(r.Bidders[0], "5000", "one")
	r.Must(err)
	db := pgtest.As(t, r.DB, "zabuni_app")
	for _, sql := range []string{`UPDATE auction_event SET amount = 1 WHERE seq = 2`, `DELETE FROM auction_event`} {
		if _, err := db.Exec(r.Context(), sql); err == nil {
			t.Errorf("%s went through", sql)
		}
	}
}

type offer struct {
	who   int
	cents int64
}

type came struct {
	seq   int64
	weak  bool
	cents int64
}

type state struct {
	seq, best int64
}

// model is one room of which nobody knows how it is built: a bid stands when it is a
// hundred below the best, and then it is the next event.
var model = porcupine.Model{
	Init: func() any { return state{seq: 1} },
	Step: func(s, in, out any) (bool, any) {
		st, o, c := s.(state), in.(offer), out.(came)
		good := st.best == 0 || o.cents <= st.best-10000
		if c.weak {
			return !good, st
		}
		return good && c.seq == st.seq+1, state{c.seq, o.cents}
	},
	Equal: func(a, b any) bool { return a == b },
}

// Two processes decide the bids of eight at once: whatever they answer, one order of all
// bids explains it.
func TestBidsOfTwoProcessesStandInOneOrder(t *testing.T) {
	t.Parallel()
	r := open(t, 8)
	other := auctionsvc.New(r.DB)
	other.Sourcing = r.Sourcing
	var mu sync.Mutex
	var ops []porcupine.Operation
	var wg sync.WaitGroup
	for who, actor := range r.Bidders {
		wg.Go(func() {
			s, lot := r.Auctions, rand.New(rand.NewPCG(uint64(who), 1))
			if who%2 == 1 {
				s = other
			}
			for i := range 12 {
				cents := 100000000 - int64(i*8+lot.IntN(8))*10000
				began := time.Now().UnixNano()
				p, err := s.Place(r.Context(), actor, r.ID, money.New(cents, -2), true, fmt.Sprint("bid ", i))
				c := came{seq: p.Event.Seq, weak: errors.Is(err, auction.TooWeak)}
				if err != nil && !c.weak {
					t.Error(err)
				}
				mu.Lock()
				ops = append(ops, porcupine.Operation{ClientId: who, Input: offer{who, cents}, Call: began, Output: c, Return: time.Now().UnixNano()})
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if !porcupine.CheckOperations(model, ops) {
		t.Error("no order of these bids explains the answers")
	}
	d := r.desk()
	ledger := make([]auction.Event, len(d.View.Lines))
	for i, l := range d.View.Lines {
		ledger[i] = auction.Event{Seq: l.Seq, Kind: l.Kind, Participant: l.Participant, Amount: l.Amount}
		if l.Seq != int64(i+1) {
			t.Errorf("line %d is number %d", i+1, l.Seq)
		}
	}
	for who, m := range auction.Standing(ledger) {
		if got := d.Auction.Marks[who]; got.Seq != m.Seq || !got.Amount.Equal(m.Amount) {
			t.Errorf("the ledger says %v of %s, the row %v", m, who, got)
		}
	}
}
