package auction

import (
	"math/big"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Of a practice.
const (
	PracticeLength = 5 * time.Minute
	PracticeMost   = 10 * time.Minute // with all that moves its end
	PracticeBids   = 500
	practiceWindow = time.Minute // a longer one would be most of it
	robots         = 3
)

// Faults of a practice.
var (
	NoPractice  = fault.Declare(fault.KindConflict, "auction.no_practice", "One practises until the auction begins, not after")
	NotBegun    = fault.Declare(fault.KindConflict, "auction.practice_not_begun", "Begin to practise first")
	EnoughTries = fault.Declare(fault.KindConflict, "auction.practice_full", "These were many bids: begin anew")
)

// A Practice is one person's exercise in the rules of an auction, against robots. It
// takes nothing from the real room and leaves nothing there: what happens in it follows
// from the rules, the seed and the person's own bids, so that these are all that is kept.
type Practice struct {
	Who     uuid.UUID
	Seed    int64
	BegunAt time.Time
	Bids    []PracticeBid
}

// A PracticeBid is a bid that stood.
type PracticeBid struct {
	Amount money.Decimal `json:"amount"`
	At     time.Time     `json:"at"`
	Key    string        `json:"key"`
}

// Practised are the rules as one practises them: those of the auction, in minutes, and without the reserve, which
// bids that count for nothing would find.
func (r Rules) Practised(from time.Time) Rules {
	r.Reserve, r.ShowMet = nil, false
	r.StartsAt, r.EndsAt, r.HardEnd = from, from.Add(PracticeLength), from.Add(PracticeLength)
	if r.Soft() {
		r.HardEnd = from.Add(PracticeMost)
		r.Window, r.Extend = min(r.Window, practiceWindow), min(r.Extend, practiceWindow)
	}
	return r
}

// Room is the room of a practice as it stands at a moment, with all that happened in it.
func (p Practice) Room(of Auction, now time.Time) (Auction, []Event) {
	a := Auction{ID: of.ID, Buyer: of.Buyer, Best: of.Best, Currency: of.Currency, Status: Published, LastAt: p.BegunAt,
		Marks: map[uuid.UUID]Mark{}, Rules: of.Practised(p.BegunAt)}
	var ledger []Event
	mine := p.Bids
	take := func(until time.Time) {
		for ; len(mine) > 0 && mine[0].At.Before(until); mine = mine[1:] {
			b := Bid{Participant: p.Who, Amount: mine[0].Amount, Confirmed: true, Key: mine[0].Key}
			if e, err := a.Apply(b, nil, mine[0].At); err == nil {
				ledger = append(ledger, e)
			}
		}
	}
	chance := rand.New(rand.NewPCG(uint64(p.Seed), 0))
	for at := p.BegunAt; ; {
		at = at.Add(time.Duration(6+chance.IntN(15)) * time.Second)
		robot, steps := chance.IntN(robots), chance.IntN(3)
		if at.After(now) || at.After(a.HardEnd) {
			break
		}
		take(at)
		if price, ok := a.robotBid(robot, steps, ledger); ok {
			if e, err := a.Apply(Bid{Participant: Robot(robot), Amount: price, Confirmed: true}, nil, at); err == nil {
				ledger = append(ledger, e)
			}
		}
	}
	take(now.Add(1))
	return a, ledger
}

// Bid decides a bid in a practice and keeps it. The same key is the same bid.
func (p *Practice) Bid(of Auction, b Bid, now time.Time) (Event, Auction, error) {
	a, ledger := p.Room(of, now)
	for _, e := range ledger {
		if e.Key != b.Key || *e.Participant != p.Who {
			continue
		}
		if !e.Amount.Equal(b.Amount) {
			return Event{}, a, KeyReused.New("")
		}
		return e, a, nil
	}
	if len(p.Bids) >= PracticeBids {
		return Event{}, a, EnoughTries.New("")
	}
	b.Participant = p.Who
	e, err := a.Apply(b, nil, now)
	if err == nil {
		p.Bids = append(p.Bids, PracticeBid{b.Amount, e.At, b.Key})
	}
	return e, a, err
}

// Robot names a rival of a practice; nobody else has such an identity.
func Robot(n int) uuid.UUID { return uuid.UUID{15: byte(n + 1)} }

// Robots names them all, each with the alias under which it bids.
func Robots() map[uuid.UUID]int {
	out := map[uuid.UUID]int{}
	for n := range robots {
		out[Robot(n)] = n + 1
	}
	return out
}

// robotBid is what a robot would bid: a step or a few better than the best, until the
// price is a few per cent from where it began. Nobody's estimate is behind it: without a
// starting price it waits for a first bid.
func (a Auction) robotBid(n, steps int, ledger []Event) (money.Decimal, bool) {
	id := Robot(n)
	leader, lead, some := a.Lead()
	var price, began money.Decimal
	switch {
	case some && leader == id:
		return price, false
	case some:
		price, steps = lead.Amount, steps+1
	case a.Start != nil:
		price = *a.Start
	default:
		return price, false
	}
	for range steps {
		price = a.improved(price)
	}
	if own := a.Limit(id); own != nil && a.Better(*own, price) {
		price = *own
	}
	if began = price; a.Start != nil {
		began = *a.Start
	} else if len(ledger) > 0 {
		began = *ledger[0].Amount
	}
	moved := new(big.Rat).Sub(price.Rat(), began.Rat())
	moved.Abs(moved).Mul(moved, big.NewRat(100, 1))
	least := new(big.Rat).Mul(began.Rat(), big.NewRat(int64(4+3*n), 1))
	return price, price.Sign() > 0 && moved.Cmp(least) <= 0
}
