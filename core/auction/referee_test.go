package auction

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"sort"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// A referee runs an auction by hand from the words of its rules: cents in whole numbers,
// microseconds since the start, everybody's bids on one sheet. It shares no code with the
// rule that it checks, on purpose.
type referee struct {
	low            bool
	stepCents      int64    // or
	stepShare      *big.Rat // per cent
	ownStep        bool
	start          int64 // 0: none
	jump           int64 // per cent, 0: none
	ends, hard     int64
	window, extend int64
	fromClose      bool
	trigger        string
	k, most, moves int
	sheet          []slip // accepted, in order
}

type slip struct {
	who   int
	cents int64
}

// table is the last slip of each bidder, the best first; of equal ones the earlier.
func (r *referee) table() []slip {
	last := map[int]int{}
	for i, s := range r.sheet {
		last[s.who] = i
	}
	var order []int
	for _, i := range last {
		order = append(order, i)
	}
	sort.Slice(order, func(x, y int) bool {
		p, q := r.sheet[order[x]].cents, r.sheet[order[y]].cents
		if p == q {
			return order[x] < order[y]
		}
		return (p < q) == r.low
	})
	var out []slip
	for _, i := range order {
		out = append(out, r.sheet[i])
	}
	return out
}

// call says what becomes of an offer: the empty word where it stands.
func (r *referee) call(who int, cents int64, confirmed bool, at int64) string {
	switch {
	case at < 0:
		return NotOpen.Code
	case at >= r.ends:
		return Closed.Code
	case cents <= 0:
		return fault.Invalid.Code
	}
	table := r.table()
	against, some := int64(0), false
	for _, s := range table {
		if !some && (!r.ownStep || s.who == who) {
			against, some = s.cents, true
		}
	}
	sign := int64(1)
	if r.low {
		sign = -1
	}
	if some {
		if gain := sign * (cents - against); gain < r.step(against) {
			return TooWeak.Code
		}
	} else if r.start > 0 {
		if sign*(cents-r.start) < 0 {
			return BeyondStart.Code
		}
		against, some = r.start, true
	}
	if far := cents - against; some && r.jump > 0 && !confirmed {
		if far < 0 {
			far = -far
		}
		if far*100 > against*r.jump {
			return Jump.Code
		}
	}
	led := -1
	if len(table) > 0 {
		led = table[0].who
	}
	r.sheet = append(r.sheet, slip{who, cents})
	r.move(who, led, at)
	return ""
}

func (r *referee) step(against int64) int64 {
	if r.stepShare == nil {
		return r.stepCents
	}
	exact := new(big.Rat).Mul(big.NewRat(against, 100), r.stepShare)
	n := new(big.Int).Div(exact.Num(), exact.Denom())
	if new(big.Rat).SetInt(n).Cmp(exact) < 0 {
		n.Add(n, big.NewInt(1))
	}
	return n.Int64()
}

func (r *referee) move(who, led int, at int64) {
	if r.window == 0 || at < r.ends-r.window || r.most > 0 && r.moves == r.most {
		return
	}
	place := 0
	for i, s := range r.table() {
		if s.who == who {
			place = i + 1
		}
	}
	if r.trigger == "leader" && (place != 1 || led == who) || r.trigger == "rank" && place > r.k {
		return
	}
	to := at + r.extend
	if r.fromClose {
		to = r.ends + r.extend
	}
	if to = min(to, r.hard); to > r.ends {
		r.ends = to
		r.moves++
	}
}

// lot draws a set of rules, as the rule has them and as the referee does.
func lot(l *rand.Rand) (Auction, *referee) {
	a, r := reverse(), &referee{}
	r.low = l.IntN(2) == 0
	if !r.low {
		a.Best = sourcing.Highest
	}
	a.StepAmount = nil
	if l.IntN(2) == 0 {
		r.stepCents = 1 + l.Int64N(20_000)
		d := money.New(r.stepCents, -2)
		a.StepAmount = &d
	} else {
		word := []string{"0.5", "1.25", "3.333333"}[l.IntN(3)]
		a.StepPercent = share(word)
		r.stepShare, _ = new(big.Rat).SetString(word)
	}
	if r.ownStep = l.IntN(2) == 0; r.ownStep {
		a.Reference = Own
	}
	if a.Start = nil; l.IntN(3) > 0 {
		r.start = 4_000_000
		d := money.New(r.start, -2)
		a.Start = &d
	}
	r.jump = int64(l.IntN(3) * 20)
	a.Jump = money.NewQuantity(r.jump, 0)
	second := time.Second.Microseconds()
	r.ends = 3600 * second
	r.hard = r.ends + l.Int64N(1500)*second
	if l.IntN(5) > 0 {
		r.window = (1 + l.Int64N(600)) * second
	}
	r.extend = (1 + l.Int64N(600)) * second
	r.fromClose = l.IntN(2) == 0
	r.trigger = []string{"any", "leader", "rank"}[l.IntN(3)]
	r.k, r.most = 1+l.IntN(3), l.IntN(4)
	a.HardEnd = ten.Add(time.Duration(r.hard) * time.Microsecond)
	a.Window, a.Extend = time.Duration(r.window)*time.Microsecond, time.Duration(r.extend)*time.Microsecond
	if r.fromClose {
		a.From = FromEnd
	}
	a.Trigger, a.TriggerRank, a.MaxExtensions = Trigger(r.trigger), r.k, r.most
	return a, r
}

// Two hundred sets of rules, sixty bids each: the room, its ledger read again and a
// referee who never saw the rule's code agree on every best, rank, end and refusal.
func TestRoomLedgerAndRefereeAgree(t *testing.T) {
	heard := map[string]int{}
	moved := 0
	for set := range 200 {
		l := rand.New(rand.NewPCG(uint64(set), 5))
		a, r := lot(l)
		var ledger []Event
		at := int64(-60_000_000)
		for n := range 60 {
			at += l.Int64N(130_000_000)
			switch l.IntN(12) {
			case 0:
				at = r.ends - 1
			case 1:
				at = r.ends - r.window
			case 2:
				if n > 50 {
					at = r.ends
				}
			}
			if late := a.LastAt.Sub(ten).Microseconds(); !a.LastAt.IsZero() && at < late {
				at = late
			}
			who, cents := l.IntN(5), 3_000_000+l.Int64N(2_000_000)-1_000_000
			if table := r.table(); len(table) > 0 && l.IntN(3) > 0 { // near what is asked
				d := r.step(table[0].cents) + l.Int64N(3) - 1
				if cents = table[0].cents + d; r.low {
					cents = table[0].cents - d
				}
			}
			if l.IntN(40) == 0 {
				cents = -l.Int64N(2)
			}
			confirmed := l.IntN(2) == 0
			want := r.call(who, cents, confirmed, at)
			e, err := a.Apply(Bid{Participant: bidder(who), Amount: money.New(cents, -2), Confirmed: confirmed}, nil, ten.Add(time.Duration(at)*time.Microsecond))
			got := ""
			if err != nil {
				got = fault.As(err).Def.Code
			} else {
				ledger = append(ledger, e)
			}
			heard[got]++
			if got != want {
				t.Fatalf("set %d, bid %d of %d at %d: the room says %q, the referee %q\n%+v\n%+v", set, n, cents, at, got, want, a.Rules, r)
			}
			agree(t, fmt.Sprintf("set %d, bid %d", set, n), a, ledger, r)
		}
		moved += r.moves
	}
	for _, code := range []string{"", NotOpen.Code, Closed.Code, fault.Invalid.Code, TooWeak.Code, BeyondStart.Code, Jump.Code} {
		if heard[code] < 20 {
			t.Errorf("%q was heard %d times: the test proves nothing of it", code, heard[code])
		}
	}
	if moved < 100 {
		t.Errorf("the end moved %d times", moved)
	}
}

func agree(t *testing.T, where string, a Auction, ledger []Event, r *referee) {
	t.Helper()
	again := Auction{Best: a.Best, Marks: Standing(ledger)}
	if n := len(ledger); n > 0 && (!ledger[n-1].EndsAfter.Equal(a.EndsAt) || ledger[n-1].Extensions != a.Extensions) {
		t.Fatalf("%s: the ledger ends %s", where, ledger[n-1].EndsAfter)
	}
	if got := a.EndsAt.Sub(ten).Microseconds(); got != r.ends || a.Extensions != r.moves {
		t.Fatalf("%s: the room ends at %d after %d, the referee at %d after %d", where, got, a.Extensions, r.ends, r.moves)
	}
	table := r.table()
	if len(a.Marks) != len(table) || len(again.Marks) != len(table) {
		t.Fatalf("%s: %d have bid, %d in the ledger, %d on the table", where, len(a.Marks), len(again.Marks), len(table))
	}
	for i, s := range table {
		who := bidder(s.who)
		for _, x := range []struct {
			name string
			room Auction
			rank []uuid.UUID
		}{{"room", a, a.Ranking()}, {"ledger", again, again.Ranking()}} {
			if x.rank[i] != who || x.room.Rank(who) != i+1 || !x.room.Marks[who].Amount.Equal(money.New(s.cents, -2)) {
				t.Fatalf("%s: the %s has %v in place %d, the referee %d with %d", where, x.name, x.room.Marks[x.rank[i]], i+1, s.who, s.cents)
			}
		}
	}
}
