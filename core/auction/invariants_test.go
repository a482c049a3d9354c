package auction

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// A step is one act on a room by lot, what it was before and after, and what was said.
type step struct {
	before, after Auction
	now           time.Time
	bid           *Bid
	may           error
	event         Event
	err           error
}

// history lets people and a clock that also steps back do what they like.
func history(t *rapid.T, a Auction) (steps []step, ledger []Event) {
	now, h := a.StartsAt.Add(-time.Minute), Host{By: bidder(99), Reason: "because"}
	for i := range rapid.IntRange(1, 60).Draw(t, "acts") {
		now = now.Add(time.Duration(rapid.IntRange(-3_000_000, 200_000_000).Draw(t, "microseconds")) * time.Microsecond)
		s := step{before: a, now: now}
		switch act := rapid.IntRange(0, 14).Draw(t, fmt.Sprint("act ", i)); act {
		case 0:
			s.event, s.err = a.Pause(h, now)
		case 1, 2:
			s.event, s.err = a.Resume(h, now)
		case 3:
			s.event, s.err = a.Move(h, now.Add(time.Duration(rapid.IntRange(0, 4000).Draw(t, "to"))*time.Second), now)
		case 4:
			s.event, s.err = unbidOne(t, &a, h, ledger, now)
		default:
			s.bid = &Bid{Participant: bidder(rapid.IntRange(0, 4).Draw(t, "who"))}
			s.bid.Amount = money.New(int64(rapid.IntRange(-1, 5_000_000).Draw(t, "cents")), -2)
			if limit := a.Limit(s.bid.Participant); limit != nil && rapid.Bool().Draw(t, "at the limit") {
				s.bid.Amount = *limit
			}
			if rapid.IntRange(0, 9).Draw(t, "blocked") == 0 {
				s.may = Blocked.New("")
			}
			if act == 14 { // exactly as it ends, and a microsecond earlier
				now = a.EndsAt.Add(-time.Duration(rapid.IntRange(0, 1).Draw(t, "before")) * time.Microsecond)
				s.now = now
			}
			s.event, s.err = a.Apply(*s.bid, s.may, now)
		}
		if s.after = a; s.err == nil {
			ledger = append(ledger, s.event)
		}
		steps = append(steps, s)
	}
	return steps, ledger
}

func unbidOne(t *rapid.T, a *Auction, h Host, ledger []Event, now time.Time) (Event, error) {
	if len(ledger) == 0 {
		return a.Unbid(h, Event{}, false, nil, now)
	}
	bid := ledger[rapid.IntRange(0, len(ledger)-1).Draw(t, "void")]
	var last *Mark
	if bid.Participant != nil {
		after := append(slices.Clone(ledger), Event{Kind: WasVoided, Voids: &bid.Seq})
		if m, ok := Standing(after)[*bid.Participant]; ok {
			last = &m
		}
	}
	return a.Unbid(h, bid, voided(ledger)[bid.Seq], last, now)
}

// everyStep checks what must hold of each act that went through.
func everyStep(t *testing.T, check func(t *rapid.T, s step)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		steps, _ := history(t, drawn(t))
		for _, s := range steps {
			if s.err == nil {
				check(t, s)
			}
		}
	})
}

func TestI1Dense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps, ledger := history(t, drawn(t))
		for i, e := range ledger {
			if e.Seq != int64(i+1) {
				t.Fatalf("event %d is number %d", i+1, e.Seq)
			}
		}
		if last := steps[len(steps)-1].after; last.Seq != int64(len(ledger)) {
			t.Fatalf("the auction counts %d of %d events", last.Seq, len(ledger))
		}
	})
}

func TestI2Improve(t *testing.T) {
	everyStep(t, func(t *rapid.T, s step) {
		if s.bid == nil {
			return
		}
		checkBid(t, s.before, s.bid.Participant, s.bid.Amount, s.now, s.event, nil)
		if !s.bid.Amount.Equal(s.bid.Amount.RoundTo(2)) {
			t.Fatal("finer than a cent")
		}
	})
}

func TestI3Closed(t *testing.T) {
	everyStep(t, func(t *rapid.T, s step) {
		if s.bid == nil {
			return
		}
		at, b := s.event.At, s.before
		if at.Before(b.StartsAt) || !at.Before(b.EndsAt) || b.Status != Published || s.may != nil {
			t.Fatalf("a bid stands at %s of %s to %s, %s, %v", at, b.StartsAt, b.EndsAt, b.Status, s.may)
		}
	})
}

func TestI4Time(t *testing.T) {
	everyStep(t, func(t *rapid.T, s step) {
		want := s.now
		if want.Before(s.before.LastAt) {
			want = s.before.LastAt
		}
		if !s.event.At.Equal(want) || !s.after.LastAt.Equal(want) {
			t.Fatalf("at %s, the clock says %s, the last was at %s", s.event.At, s.now, s.before.LastAt)
		}
	})
}

func TestI5ExtensionExact(t *testing.T) {
	everyStep(t, func(t *rapid.T, s step) {
		if s.bid == nil {
			return
		}
		b, at, want, moves := s.before, s.event.At, s.before.EndsAt, s.before.Extensions
		if moved := movedTo(b, s.bid.Participant, s.after, at); moved.After(want) {
			want, moves = moved, moves+1
		}
		if !s.after.EndsAt.Equal(want) || s.after.Extensions != moves || !s.after.HardEnd.Equal(b.HardEnd) {
			t.Fatalf("ends %s after %d moves, want %s after %d", s.after.EndsAt, s.after.Extensions, want, moves)
		}
	})
}

// movedTo is where a bid at a moment moves the end to, by the words: min(H, base + E).
func movedTo(b Auction, who uuid.UUID, after Auction, at time.Time) time.Time {
	if b.Window == 0 || b.EndsAt.Sub(at) > b.Window || b.MaxExtensions != 0 && b.Extensions == b.MaxExtensions {
		return b.EndsAt
	}
	was, now := b.Ranking(), after.Ranking()
	place := slices.Index(now, who) + 1
	if b.Trigger == NewLeader && (place != 1 || len(was) > 0 && was[0] == who) || b.Trigger == TopRank && place > b.TriggerRank {
		return b.EndsAt
	}
	base := at
	if b.From == FromEnd {
		base = b.EndsAt
	}
	if to := base.Add(b.Extend); to.Before(b.HardEnd) {
		return to
	}
	return b.HardEnd
}

// What any two who read a room have seen of it is the beginning of one list: what one
// reads later goes on where he was. That a bid is void now is said of it later.
func TestI7OneOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawn(t)
		a.Visibility = rapid.SampledFrom([]Visibility{SeeAll, SeeBestRank, SeeBest, SeeRank, SeeOwn}).Draw(t, "visibility")
		steps, ledger := history(t, a)
		if len(ledger) == 0 {
			return
		}
		a = steps[len(steps)-1].after
		who := bidder(0)
		n := rapid.IntRange(0, len(ledger)).Draw(t, "seen")
		for _, r := range []Reader{{Host: true}, {Participant: &who}, {}} {
			early, late := lines(a, r, ledger[:n]), lines(a, r, ledger)
			if len(early) > len(late) || !slices.Equal(early, late[:len(early)]) {
				t.Fatalf("%v is no beginning of %v", early, late)
			}
		}
	})
}

func lines(a Auction, r Reader, ledger []Event) (out []string) {
	for _, l := range a.See(r, 5, ledger, a.LastAt).Lines {
		l.Void = false
		raw, _ := json.Marshal(l)
		out = append(out, string(raw))
	}
	return out
}

// Whatever others bid, who may see nothing of it reads the same bytes, in the room and in
// refusals.
func TestI8NoLeak(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		me := bidder(0)
		alone := drawn(t)
		alone.Visibility, alone.Reference = SeeOwn, Own
		alone.Window, alone.ShowBidders = 0, false // what moves the end is told to everybody
		crowd := alone
		var mine, all []Event
		now := alone.StartsAt
		for range rapid.IntRange(1, 40).Draw(t, "bids") {
			now = now.Add(time.Second)
			b := Bid{Participant: bidder(rapid.IntRange(0, 3).Draw(t, "who")), Amount: money.New(int64(rapid.IntRange(1, 5_000_000).Draw(t, "cents")), -2)}
			e, err := crowd.Apply(b, nil, now)
			if err == nil {
				all = append(all, e)
			}
			if b.Participant != me {
				continue
			}
			e2, err2 := alone.Apply(b, nil, now)
			if err2 == nil {
				mine = append(mine, e2)
			}
			if fmt.Sprintf("%+v", err) != fmt.Sprintf("%+v", err2) {
				t.Fatalf("a refusal tells of others: %v, alone %v", err, err2)
			}
		}
		x, y := seen(crowd, me, all, 4, now), seen(alone, me, mine, 1, now)
		if x != y {
			t.Fatalf("among others\n%s\nalone\n%s", x, y)
		}
	})
}

func seen(a Auction, who uuid.UUID, ledger []Event, joined int, now time.Time) string {
	raw, err := json.Marshal(a.See(Reader{Participant: &who}, joined, ledger, now))
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// Who sees its rank alone reads the same bytes whatever the prices of others are, as long
// as it stands where it stands.
func TestI8NoLeakByRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rooms [2]string
		better := rapid.IntRange(0, 3).Draw(t, "better")
		for i := range rooms {
			a := reverse()
			a.Visibility, a.Reference, a.Jump = SeeRank, Own, money.Quantity{}
			var ledger []Event
			for who := range 4 {
				cents := 2_000_000
				switch {
				case who > 0 && who <= better:
					cents = rapid.IntRange(1, 1_999_999).Draw(t, "ahead")
				case who > 0:
					cents = rapid.IntRange(2_000_001, 5_000_000).Draw(t, "behind")
				}
				e, err := a.Apply(Bid{Participant: bidder(who), Amount: money.New(int64(cents), -2)}, nil, ten.Add(time.Minute))
				if err != nil {
					t.Fatal(err)
				}
				ledger = append(ledger, e)
			}
			rooms[i] = seen(a, bidder(0), ledger, 4, ten.Add(time.Minute))
		}
		if rooms[0] != rooms[1] {
			t.Fatalf("%s\n%s", rooms[0], rooms[1])
		}
	})
}

func TestI9RefusedChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps, _ := history(t, drawn(t))
		for _, s := range steps {
			if s.err != nil && fmt.Sprint(s.before) != fmt.Sprint(s.after) {
				t.Fatalf("%v changed\n%+v to\n%+v", s.err, s.before, s.after)
			}
		}
	})
}

func TestI10BestAndRankFollowFromTheLedger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawn(t)
		steps, ledger := history(t, a)
		again := a
		again.Marks = Standing(ledger)
		a = steps[len(steps)-1].after
		if !slices.Equal(again.Ranking(), a.Ranking()) || !maps.EqualFunc(again.Marks, a.Marks, func(x, y Mark) bool { return x.Seq == y.Seq && x.Amount.Equal(y.Amount) }) {
			t.Fatalf("the ledger ranks %v, the auction %v", again.Ranking(), a.Ranking())
		}
		for i, who := range a.Ranking() {
			if a.Rank(who) != i+1 {
				t.Fatalf("%s is in place %d of the list, its rank is %d", who, i+1, a.Rank(who))
			}
			if i > 0 {
				x, y := a.Marks[a.Ranking()[i-1]], a.Marks[who]
				way := x.Amount.Rat().Cmp(y.Amount.Rat())
				if a.Best == sourcing.Highest {
					way = -way
				}
				if way > 0 || way == 0 && x.Seq > y.Seq {
					t.Fatalf("%v ranks before %v", x, y)
				}
			}
		}
	})
}

func TestI11Pause(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps, _ := history(t, drawn(t))
		for _, s := range steps {
			if s.before.Status == Paused && s.bid != nil && !errors.Is(s.err, OnPause) {
				t.Fatalf("a bid in a pause: %v", s.err)
			}
			if s.err != nil || s.event.Kind != WasResumed {
				continue
			}
			left := s.before.EndsAt.Sub(*s.before.PausedAt)
			if got := s.after.EndsAt.Sub(s.event.At); got != left {
				t.Fatalf("%s were left at the pause, %s after it", left, got)
			}
			if s.after.HardEnd.Sub(s.after.EndsAt) != s.before.HardEnd.Sub(s.before.EndsAt) {
				t.Fatal("the last end moves as the end does")
			}
		}
	})
}

func TestI12AnEventSaysHowItLeftTheEnd(t *testing.T) {
	everyStep(t, func(t *rapid.T, s step) {
		if !s.event.EndsAfter.Equal(s.after.EndsAt) || s.event.Extensions != s.after.Extensions {
			t.Fatalf("%+v, the auction ends %s after %d", s.event, s.after.EndsAt, s.after.Extensions)
		}
	})
}
