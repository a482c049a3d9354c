package auction

import (
	"errors"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

var ten = time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC)

func amount(s string) money.Decimal {
	d, err := money.ParseDecimal(s)
	if err != nil {
		panic(err)
	}
	return d
}

func share(s string) *money.Quantity {
	q, err := money.ParseQuantity(s)
	if err != nil {
		panic(err)
	}
	return &q
}

func bidder(n int) uuid.UUID { return uuid.UUID{15: byte(n + 1)} }

// reverse is an auction that buys low: from ten to eleven, by two minutes more for what
// comes in the last two, until half past eleven.
func reverse() Auction {
	step, start := amount("100"), amount("50000")
	return Auction{
		Best:     sourcing.Lowest,
		Currency: "KES",
		Status:   Published,
		Rules: Rules{
			Visibility: SeeBestRank,
			Reference:  Leader,
			StepAmount: &step,
			Start:      &start,
			Jump:       money.NewQuantity(20, 0),
			StartsAt:   ten,
			EndsAt:     ten.Add(time.Hour),
			HardEnd:    ten.Add(90 * time.Minute),
			Window:     2 * time.Minute,
			Extend:     2 * time.Minute,
			From:       FromReceipt,
			Trigger:    AnyBid,
		},
	}
}

// What somebody offers, and what is said to it: each case in a room with one bid of 40000.
func TestABidStandsOrIsRefusedByTheRule(t *testing.T) {
	for name, c := range map[string]struct {
		change    func(*Auction)
		who       int
		amount    string
		confirmed bool
		at        time.Duration
		may       error
		want      *fault.Def
		field     string
	}{
		"exactly a step better":            {amount: "39900"},
		"a coin less than a step":          {amount: "39900.01", want: TooWeak},
		"no better":                        {amount: "40000", want: TooWeak},
		"nothing":                          {amount: "0", want: fault.Invalid, field: fault.OutOfRange},
		"less than nothing":                {amount: "-1", want: fault.Invalid, field: fault.OutOfRange},
		"too long":                         {amount: "10000000000000", want: fault.Invalid, field: fault.OutOfRange},
		"half a cent":                      {amount: "39000.005", want: fault.Invalid, field: NotTick},
		"a fifth less":                     {amount: "32000"},
		"more than a fifth less":           {amount: "31999.99", want: Jump},
		"more than a fifth, said again":    {amount: "31999.99", confirmed: true},
		"before the start":                 {amount: "39000", at: -time.Microsecond, want: NotOpen},
		"at the start":                     {amount: "39000", at: 0},
		"a microsecond before the end":     {amount: "39000", at: time.Hour - time.Microsecond},
		"at the end":                       {amount: "39000", at: time.Hour, want: Closed},
		"who may not":                      {amount: "39000", may: Blocked.New(""), want: Blocked},
		"who may not, after the end":       {amount: "39000", at: time.Hour, may: Blocked.New(""), want: Closed},
		"in a pause":                       {amount: "39000", change: func(a *Auction) { a.Status = Paused }, want: OnPause},
		"after it was called off":          {amount: "39000", change: func(a *Auction) { a.Status = Cancelled }, want: Called},
		"after it was closed":              {amount: "39000", change: func(a *Auction) { a.Status = Ended }, want: Closed},
		"of what is a draft":               {amount: "39000", change: func(a *Auction) { a.Status = Draft }, want: NotOpen},
		"a first bid beyond the start":     {amount: "50000.01", change: func(a *Auction) { a.Marks = nil }, want: BeyondStart},
		"a first bid at the start":         {amount: "50000", change: func(a *Auction) { a.Marks = nil }},
		"the leader against itself":        {amount: "39900", who: 1},
		"better than its own alone":        {amount: "45000", who: 2, change: own("45100")},
		"as its own":                       {amount: "45100", who: 2, change: own("45100"), want: TooWeak},
		"half a per cent, rounded up":      {amount: "39733.33", change: percent("0.666667")},
		"half a per cent, rounded its way": {amount: "39733.34", change: percent("0.666667"), want: TooWeak},
		"selling, a step more":             {amount: "40100", change: forward},
		"selling, less than a step more":   {amount: "40099.99", change: forward, want: TooWeak},
		"selling, beyond the start":        {amount: "49999.99", change: func(a *Auction) { forward(a); a.Marks = nil }, want: BeyondStart},
		"without coins":                    {amount: "39000.5", change: func(a *Auction) { a.Currency = "UGX" }, want: fault.Invalid, field: NotTick},
	} {
		t.Run(name, func(t *testing.T) {
			a := reverse()
			a.Seq, a.Marks = 1, map[uuid.UUID]Mark{bidder(1): {amount("40000"), 1}}
			if c.change != nil {
				c.change(&a)
			}
			at := ten.Add(30 * time.Minute)
			if c.at != 0 || name == "at the start" {
				at = ten.Add(c.at)
			}
			before := fmt.Sprint(a)
			e, err := a.Apply(Bid{Participant: bidder(c.who), Amount: amount(c.amount), Confirmed: c.confirmed}, c.may, at)
			if c.want == nil {
				if err != nil || e.Seq != 2 || a.Marks[bidder(c.who)].Seq != 2 || !e.At.Equal(at) {
					t.Fatalf("%v, %+v", err, e)
				}
				return
			}
			if !errors.Is(err, c.want) {
				t.Fatalf("%v, want %s", err, c.want.Code)
			}
			if c.field != "" && fault.As(err).Fields[0].Code != c.field {
				t.Error(fault.As(err).Fields)
			}
			if fmt.Sprint(a) != before {
				t.Error("a refused bid changed something")
			}
		})
	}
}

func own(price string) func(*Auction) {
	return func(a *Auction) {
		a.Reference = Own
		a.Marks[bidder(2)] = Mark{amount(price), 1}
	}
}

func percent(p string) func(*Auction) {
	return func(a *Auction) { a.StepAmount, a.StepPercent = nil, share(p) }
}

func forward(a *Auction) { a.Best = sourcing.Highest }

// When a bid moves the end, and where to, to the microsecond.
func TestTheEndMovesExactly(t *testing.T) {
	const us = time.Microsecond
	for name, c := range map[string]struct {
		change func(*Auction)
		who    int
		at     time.Duration // after ten
		to     time.Duration
		moves  int
	}{
		"before the last moments":       {at: 58*time.Minute - us, to: 60 * time.Minute},
		"as they begin":                 {at: 58 * time.Minute, to: 60 * time.Minute},
		"a microsecond into them":       {at: 58*time.Minute + us, to: 60*time.Minute + us, moves: 1},
		"at the last":                   {at: 60*time.Minute - us, to: 62*time.Minute - us, moves: 1},
		"from the end, as they begin":   {at: 58 * time.Minute, to: 62 * time.Minute, moves: 1, change: fromEnd},
		"by more than the window":       {at: 58 * time.Minute, to: 63 * time.Minute, moves: 1, change: func(a *Auction) { a.Extend = 5 * time.Minute }},
		"not beyond the last end":       {at: 59 * time.Minute, to: 60*time.Minute + 30*time.Second, moves: 1, change: lastEnd(60*time.Minute + 30*time.Second)},
		"the last end has come":         {at: 59 * time.Minute, to: 60 * time.Minute, change: lastEnd(60 * time.Minute)},
		"no more moves":                 {at: 59 * time.Minute, to: 60 * time.Minute, moves: 3, change: func(a *Auction) { a.MaxExtensions, a.Extensions = 3, 3 }},
		"one more move":                 {at: 59 * time.Minute, to: 61 * time.Minute, moves: 3, change: func(a *Auction) { a.MaxExtensions, a.Extensions = 3, 2 }},
		"no window":                     {at: 59 * time.Minute, to: 60 * time.Minute, change: func(a *Auction) { a.Window = 0 }},
		"a leader who is it already":    {at: 59 * time.Minute, to: 60 * time.Minute, who: 1, change: trigger(NewLeader, 0)},
		"a new leader":                  {at: 59 * time.Minute, to: 61 * time.Minute, moves: 1, change: trigger(NewLeader, 0)},
		"among the first two":           {at: 59 * time.Minute, to: 61 * time.Minute, moves: 1, change: second(2)},
		"second where the first counts": {at: 59 * time.Minute, to: 60 * time.Minute, change: second(1)},
	} {
		t.Run(name, func(t *testing.T) {
			a := reverse()
			a.Seq, a.Marks = 1, map[uuid.UUID]Mark{bidder(1): {amount("40000"), 1}}
			if c.change != nil {
				c.change(&a)
			}
			price := "39000"
			if a.Reference == Own {
				price = "41000"
			}
			e, err := a.Apply(Bid{Participant: bidder(c.who), Amount: amount(price)}, nil, ten.Add(c.at))
			if err != nil {
				t.Fatal(err)
			}
			if !a.EndsAt.Equal(ten.Add(c.to)) || a.Extensions != c.moves || !e.EndsAfter.Equal(a.EndsAt) || e.Extensions != c.moves {
				t.Errorf("ends %s after %d moves, want %s after %d", a.EndsAt.Sub(ten), a.Extensions, c.to, c.moves)
			}
		})
	}
}

func fromEnd(a *Auction) { a.From = FromEnd }

func lastEnd(d time.Duration) func(*Auction) {
	return func(a *Auction) { a.HardEnd = ten.Add(d) }
}

func trigger(tr Trigger, rank int) func(*Auction) {
	return func(a *Auction) { a.Trigger, a.TriggerRank = tr, rank }
}

// second lets a second-ranked bid come in, where those of rank k move the end.
func second(k int) func(*Auction) {
	return func(a *Auction) {
		trigger(TopRank, k)(a)
		a.Reference = Own
	}
}

// Sixteen bids of one instant move the end once: moves are counted, not bids.
func TestManyBidsOfAnInstantMoveTheEndOnce(t *testing.T) {
	a := reverse()
	a.Reference, a.MaxExtensions = Own, 1
	for i := range 16 {
		if _, err := a.Apply(Bid{Participant: bidder(i), Amount: amount("41000")}, nil, ten.Add(59*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	if a.Extensions != 1 || !a.EndsAt.Equal(ten.Add(61*time.Minute)) || a.Seq != 16 {
		t.Errorf("%d moves to %s", a.Extensions, a.EndsAt)
	}
	if a.Rank(bidder(0)) != 1 || a.Rank(bidder(15)) != 16 || a.Rank(bidder(20)) != 0 {
		t.Error("of equal bids the earlier is ahead")
	}
}

// drawn is a set of rules by lot.
func drawn(t *rapid.T) Auction {
	a := reverse()
	a.Best = rapid.SampledFrom([]sourcing.Direction{sourcing.Lowest, sourcing.Highest}).Draw(t, "best")
	a.Reference = rapid.SampledFrom([]Reference{Leader, Own}).Draw(t, "reference")
	a.From = rapid.SampledFrom([]From{FromReceipt, FromEnd}).Draw(t, "from")
	a.Trigger = rapid.SampledFrom([]Trigger{AnyBid, NewLeader, TopRank}).Draw(t, "trigger")
	a.TriggerRank = rapid.IntRange(1, 3).Draw(t, "k")
	a.MaxExtensions = rapid.IntRange(0, 3).Draw(t, "n")
	a.Window = time.Duration(rapid.IntRange(0, 300).Draw(t, "window")) * time.Second
	a.Extend = time.Duration(rapid.IntRange(1, 300).Draw(t, "extend")) * time.Second
	a.HardEnd = a.EndsAt.Add(time.Duration(rapid.IntRange(0, 1200).Draw(t, "hard")) * time.Second)
	if rapid.Bool().Draw(t, "per cent") {
		percent(rapid.SampledFrom([]string{"0.5", "1.25", "3.333333"}).Draw(t, "step"))(&a)
	}
	if rapid.Bool().Draw(t, "no start") {
		a.Start = nil
	}
	a.Jump = money.Quantity{}
	return a
}

// step is by how much a bid must improve another, computed apart from the rule.
func stepOf(a Auction, ref *big.Rat) *big.Rat {
	if a.StepAmount != nil {
		return a.StepAmount.Rat()
	}
	cents := new(big.Rat).Mul(ref, a.StepPercent.Rat()) // of a hundred: per cent of it in cents
	n := new(big.Int).Quo(cents.Num(), cents.Denom())
	if !cents.IsInt() {
		n.Add(n, big.NewInt(1))
	}
	return new(big.Rat).SetFrac(n, big.NewInt(100))
}

// Whatever people and the clock do, the ledger is dense, time does not go back, what
// stands improved what it had to, nothing was bid in a pause or after the end, the end
// moves forward only and never past the last, and who is ahead follows from the ledger.
func TestInvariantsHoldWhateverHappens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawn(t)
		first := a
		var ledger []Event
		now, paused := ten.Add(-time.Minute), time.Duration(0)
		began, ended := a.StartsAt, a.EndsAt
		h := Host{By: bidder(99), Reason: "because"}
		for i := range rapid.IntRange(1, 80).Draw(t, "acts") {
			now = now.Add(time.Duration(rapid.IntRange(-3, 400).Draw(t, "seconds")) * time.Second)
			before, stood := a, fmt.Sprint(a)
			var e Event
			var err error
			var back *Mark
			switch act := rapid.IntRange(0, 12).Draw(t, fmt.Sprint("act ", i)); act {
			case 0:
				e, err = a.Pause(h, now)
			case 1, 2:
				e, err = a.Resume(h, now)
			case 3:
				e, err = a.Move(h, now.Add(time.Duration(rapid.IntRange(0, 4000).Draw(t, "to"))*time.Second), now)
			case 4:
				var bid Event
				void := false
				if n := len(ledger); n > 0 {
					bid = ledger[rapid.IntRange(0, n-1).Draw(t, "void")]
					_, void = voided(ledger)[bid.Seq]
				}
				if bid.Participant != nil {
					v := append(append([]Event{}, ledger...), Event{Kind: WasVoided, Voids: &bid.Seq})
					if m, ok := Standing(v)[*bid.Participant]; ok {
						back = &m
					}
				}
				e, err = a.Unbid(h, bid, void, back, now)
			default:
				who := bidder(rapid.IntRange(0, 4).Draw(t, "who"))
				price := money.New(int64(rapid.IntRange(1, 5000000).Draw(t, "cents")), -2)
				if limit := a.Limit(who); limit != nil && rapid.Bool().Draw(t, "at the limit") {
					price = *limit
				}
				e, err = a.Apply(Bid{Participant: who, Amount: price}, nil, now)
				checkBid(t, before, who, price, now, e, err)
			}
			if err != nil {
				if fmt.Sprint(a) != stood {
					t.Fatal("a refusal changed something")
				}
				continue
			}
			if e.Seq != int64(len(ledger)+1) || a.Seq != e.Seq {
				t.Fatalf("event %d is number %d", len(ledger)+1, e.Seq)
			}
			if e.At.Before(before.LastAt) || e.At.Before(now) {
				t.Fatal("time went back")
			}
			if a.EndsAt.Before(before.EndsAt) || a.EndsAt.After(a.HardEnd) {
				t.Fatalf("the end moved from %s to %s, the last is %s", before.EndsAt, a.EndsAt, a.HardEnd)
			}
			if !e.EndsAfter.Equal(a.EndsAt) || e.Extensions != a.Extensions {
				t.Fatal("the event does not say how the end stands")
			}
			if e.Kind == WasResumed {
				paused += e.At.Sub(*before.PausedAt)
				ended = ended.Add(e.At.Sub(*before.PausedAt))
				if a.HardEnd.Sub(before.HardEnd) != a.EndsAt.Sub(before.EndsAt) {
					t.Fatal("both ends move by the pause")
				}
			}
			if e.Kind == WasMoved || e.Kind.IsBid() {
				ended = a.EndsAt
			}
			ledger = append(ledger, e)
			if !sameMarks(Standing(ledger), a.Marks) {
				t.Fatalf("the ledger says %v, the auction %v", Standing(ledger), a.Marks)
			}
		}
		if !ended.Equal(a.EndsAt) || a.EndsAt.Sub(began)-paused < first.EndsAt.Sub(first.StartsAt) {
			t.Fatal("a pause took time away")
		}
	})
}

func voided(ledger []Event) map[int64]bool {
	out := map[int64]bool{}
	for _, e := range ledger {
		if e.Voids != nil {
			out[*e.Voids] = true
		}
	}
	return out
}

func sameMarks(x, y map[uuid.UUID]Mark) bool {
	if len(x) != len(y) {
		return false
	}
	for id, m := range x {
		if y[id].Seq != m.Seq || !y[id].Amount.Equal(m.Amount) {
			return false
		}
	}
	return true
}

// checkBid decides a bid once more, by the words of the rule alone.
func checkBid(t *rapid.T, a Auction, who uuid.UUID, price money.Decimal, now time.Time, e Event, err error) {
	if now.Before(a.LastAt) {
		now = a.LastAt
	}
	open := a.Status == Published && !now.Before(a.StartsAt) && now.Before(a.EndsAt)
	var ref *big.Rat
	for id, m := range a.Marks {
		if a.Reference == Own && id != who {
			continue
		}
		p := m.Amount.Rat()
		if ref == nil || a.Best == sourcing.Lowest && p.Cmp(ref) < 0 || a.Best == sourcing.Highest && p.Cmp(ref) > 0 {
			ref = p
		}
	}
	var limit *big.Rat
	switch {
	case ref != nil && a.Best == sourcing.Lowest:
		limit = new(big.Rat).Sub(ref, stepOf(a, ref))
	case ref != nil:
		limit = new(big.Rat).Add(ref, stepOf(a, ref))
	case a.Start != nil:
		limit = a.Start.Rat()
	}
	enough := price.Sign() > 0
	if limit != nil {
		way := price.Rat().Cmp(limit)
		enough = enough && (a.Best == sourcing.Lowest && way <= 0 || a.Best == sourcing.Highest && way >= 0)
	}
	if (err == nil) != (open && enough) {
		t.Fatalf("%s at %s against %v: %v (%+v)", price, now, limit, err, e)
	}
}

// A host enters no bid without the paper that says it and without saying why.
func TestABidFromPaperHasItsPaper(t *testing.T) {
	t.Parallel()
	scan := uuid.New()
	for _, x := range []struct {
		reason string
		paper  *uuid.UUID
		fields int
	}{{"No network", &scan, 0}, {"", &scan, 1}, {"No network", nil, 1}, {"", nil, 2}} {
		err := Bid{Surrogate: true, Reason: x.reason, Paper: x.paper}.evidenced()
		if f := fault.As(err); (err == nil) != (x.fields == 0) || err != nil && len(f.Fields) != x.fields {
			t.Errorf("%q, %v: %v", x.reason, x.paper, err)
		}
		if err := (Bid{Reason: x.reason, Paper: x.paper}).evidenced(); err != nil {
			t.Errorf("one's own bid: %v", err)
		}
	}
}
