package auction

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

var me = uuid.UUID{1}

// exercise is a practice at an auction with drawn rules, in which somebody bids now and then.
func exercise(t *rapid.T) (Auction, Practice, time.Time) {
	a := reverse()
	a.Visibility = rapid.SampledFrom([]Visibility{SeeAll, SeeBest, SeeBestRank, SeeRank, SeeOwn}).Draw(t, "visibility")
	if a.Reference = rapid.SampledFrom([]Reference{Leader, Own}).Draw(t, "reference"); !a.Visibility.Best() {
		a.Reference = Own
	}
	if rapid.Bool().Draw(t, "selling") {
		a.Best = sourcing.Highest
	}
	if rapid.Bool().Draw(t, "by a share") {
		a.StepAmount, a.StepPercent = nil, share("0.75")
	}
	if rapid.Bool().Draw(t, "free start") {
		a.Start = nil
	}
	if rapid.Bool().Draw(t, "firm") {
		a.Window, a.HardEnd = 0, a.EndsAt
	}
	p := Practice{Who: me, Seed: rapid.Int64().Draw(t, "seed"), BegunAt: ten.Add(-time.Hour)}
	now := p.BegunAt
	for range rapid.IntRange(0, 8).Draw(t, "bids") {
		now = now.Add(time.Duration(rapid.IntRange(0, 120_000).Draw(t, "ms")) * time.Millisecond)
		room, _ := p.Room(a, now)
		price := money.New(rapid.Int64Range(44_000, 56_000).Draw(t, "price"), 0)
		if next := room.Limit(me); next != nil && rapid.Bool().Draw(t, "takes what is offered") {
			price = *next
		}
		_, _, _ = p.Bid(a, Bid{Amount: price, Confirmed: true, Key: now.String()}, now)
	}
	return a, p, now
}

// What happened stays as it was read, whoever reads it when; each line is a bid that the rules let stand.
func TestAPracticeIsAsItWas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, p, now := exercise(t)
		room, ledger := p.Room(a, now)
		_, later := p.Room(a, now.Add(time.Hour))
		if len(later) < len(ledger) || !slices.EqualFunc(ledger, later[:len(ledger)], same) {
			t.Fatalf("what was read has changed:\n%v\n%v", ledger, later)
		}
		_, sooner := p.Room(a, p.BegunAt)
		if len(sooner) > len(p.Bids) {
			t.Fatalf("robots bid before it begins: %v", sooner)
		}
		again := a
		again.Status, again.Rules, again.Marks, again.LastAt = Published, a.Practised(p.BegunAt), map[uuid.UUID]Mark{}, p.BegunAt
		mine := 0
		for _, e := range later {
			b := Bid{Participant: *e.Participant, Amount: *e.Amount, Confirmed: true, Key: e.Key}
			if got, err := again.Apply(b, nil, e.At); err != nil || !same(got, e) {
				t.Fatalf("%v does not stand: %v, %v", e, got, err)
			}
			if *e.Participant == me {
				mine++
			}
		}
		if mine != len(p.Bids) {
			t.Fatalf("%d of %d bids of mine are there", mine, len(p.Bids))
		}
		if length := room.HardEnd.Sub(p.BegunAt); length > PracticeMost || later != nil && later[len(later)-1].At.After(room.HardEnd) {
			t.Fatalf("it lasts %s", length)
		}
	})
}

func same(x, y Event) bool {
	return x.Seq == y.Seq && x.At.Equal(y.At) && x.EndsAfter.Equal(y.EndsAfter) && *x.Participant == *y.Participant && x.Amount.Equal(*y.Amount)
}

// Robots begin at the starting price, give way within a tenth of it, and leave the room to who goes on.
func TestRobotsGiveWay(t *testing.T) {
	t.Parallel()
	for _, best := range []sourcing.Direction{sourcing.Lowest, sourcing.Highest} {
		a := reverse()
		a.Best = best
		least := amount("45000")
		if best == sourcing.Highest {
			least = amount("55000")
		}
		for seed := range int64(50) {
			p := Practice{Who: me, Seed: seed, BegunAt: ten}
			room, ledger := p.Room(a, ten.Add(PracticeLength))
			if _, lead, ok := room.Lead(); !ok || room.Better(lead.Amount, least) {
				t.Fatalf("%s, seed %d: %v", best, seed, lead)
			}
			for _, e := range ledger {
				if e.Amount.Sign() <= 0 || !room.Better(*e.Amount, *a.Start) && !e.Amount.Equal(*a.Start) {
					t.Fatalf("a robot bids %s", e.Amount)
				}
			}
			price := amount("40000")
			if best == sourcing.Highest {
				price = amount("60000")
			}
			at := ten.Add(PracticeLength - time.Minute)
			if _, _, err := p.Bid(a, Bid{Amount: price, Confirmed: true, Key: "mine"}, at); err != nil {
				t.Fatal(err)
			}
			room, _ = p.Room(a, ten.Add(PracticeMost))
			if room.Rank(me) != 1 || room.Phase(ten.Add(PracticeMost)) != Over {
				t.Fatalf("%s, seed %d: rank %d", best, seed, room.Rank(me))
			}
		}
	}
}

func TestRobotsWaitWhereNobodySaidAPrice(t *testing.T) {
	t.Parallel()
	a := reverse()
	a.Start = nil
	p := Practice{Who: me, Seed: 7, BegunAt: ten}
	if _, ledger := p.Room(a, ten.Add(PracticeMost)); len(ledger) > 0 {
		t.Fatal(ledger)
	}
	if _, _, err := p.Bid(a, Bid{Amount: amount("1000"), Key: "mine"}, ten.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, ledger := p.Room(a, ten.Add(PracticeMost)); len(ledger) < 2 {
		t.Errorf("nobody answers: %v", ledger)
	}
}

func TestABidOfAPracticeIsOneHoweverOftenItComes(t *testing.T) {
	t.Parallel()
	a := reverse()
	p := Practice{Who: me, Seed: 1, BegunAt: ten}
	at := ten.Add(time.Second)
	first, _, err := p.Bid(a, Bid{Amount: amount("49000"), Key: "one"}, at)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := p.Bid(a, Bid{Amount: amount("49000"), Key: "one"}, at.Add(time.Minute))
	if err != nil || !same(first, again) || len(p.Bids) != 1 {
		t.Fatal(again, err)
	}
	if _, _, err = p.Bid(a, Bid{Amount: amount("48000"), Key: "one"}, at); !errors.Is(err, KeyReused) {
		t.Error(err)
	}
	if _, _, err = p.Bid(a, Bid{Amount: amount("20000"), Key: "far"}, at.Add(2*time.Minute)); !errors.Is(err, Jump) {
		t.Error(err)
	}
	if _, _, err = p.Bid(a, Bid{Amount: amount("40000"), Key: "late", Confirmed: true}, ten.Add(PracticeMost)); !errors.Is(err, Closed) {
		t.Error(err)
	}
	p.Bids = make([]PracticeBid, PracticeBids)
	if _, _, err = p.Bid(a, Bid{Amount: amount("40000"), Key: "many", Confirmed: true}, at); !errors.Is(err, EnoughTries) {
		t.Error(err)
	}
}
