package auction

import (
	"math/big"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// An Auction is all that a decision depends on: the row under its lock, and the last
// standing bid of each who has one.
type Auction struct {
	ID         uuid.UUID // of its category
	Buyer      uuid.UUID
	Best       sourcing.Direction
	Currency   money.Currency
	Status     Status
	Seq        int64
	Extensions int
	LastAt     time.Time
	PausedAt   *time.Time
	Marks      map[uuid.UUID]Mark
	Salt       []byte // of the reserve's commitment, once it is published
	Commitment []byte
	Rules
}

// Phase is where it stands at a moment.
func (a Auction) Phase(now time.Time) Phase {
	switch {
	case a.Status == Draft:
		return Drafted
	case a.Status == Cancelled:
		return Off
	case a.Status == Ended:
		return Over
	case a.Status == Paused:
		return OnHold
	case now.Before(a.StartsAt):
		return Upcoming
	case !now.Before(a.EndsAt):
		return Over
	case a.Extensions > 0:
		return Overtime
	}
	return Open
}

// Better reports whether x is a better price than y.
func (a Auction) Better(x, y money.Decimal) bool {
	if a.Best == sourcing.Highest {
		return y.Less(x)
	}
	return x.Less(y)
}

// ahead reports whether a mark stands before another: by price, and of equal ones the
// earlier.
func (a Auction) ahead(x, y Mark) bool {
	if x.Amount.Equal(y.Amount) {
		return x.Seq < y.Seq
	}
	return a.Better(x.Amount, y.Amount)
}

// Ranking is who stands where, the first first.
func (a Auction) Ranking() []uuid.UUID {
	out := make([]uuid.UUID, 0, len(a.Marks))
	for id := range a.Marks {
		out = append(out, id)
	}
	slices.SortFunc(out, func(x, y uuid.UUID) int {
		if a.ahead(a.Marks[x], a.Marks[y]) {
			return -1
		}
		return 1
	})
	return out
}

// Lead is the best standing bid, and whose it is.
func (a Auction) Lead() (uuid.UUID, Mark, bool) {
	var who uuid.UUID
	var best Mark
	for id, m := range a.Marks {
		if best.Seq == 0 || a.ahead(m, best) {
			who, best = id, m
		}
	}
	return who, best, best.Seq > 0
}

// Rank is the place of a participant, 0 without a bid.
func (a Auction) Rank(id uuid.UUID) int {
	own, ok := a.Marks[id]
	if !ok {
		return 0
	}
	rank := 1
	for other, m := range a.Marks {
		if other != id && a.ahead(m, own) {
			rank++
		}
	}
	return rank
}

// reference is the bid that one of a participant must improve; none: its first.
func (a Auction) reference(id uuid.UUID) (money.Decimal, bool) {
	if own, ok := a.Marks[id]; a.Reference == Own {
		return own.Amount, ok
	}
	_, lead, ok := a.Lead()
	return lead.Amount, ok
}

// Limit is the weakest price that a participant may bid next; none: any.
func (a Auction) Limit(id uuid.UUID) *money.Decimal {
	ref, ok := a.reference(id)
	if !ok {
		return a.Start
	}
	limit := a.improved(ref)
	if limit.Sign() <= 0 { // nothing can be bid any more
		limit = money.Decimal{}
	}
	return &limit
}

// improved is a price that is better by one step.
func (a Auction) improved(ref money.Decimal) money.Decimal {
	if a.Best == sourcing.Highest {
		return ref.Add(a.Step(ref))
	}
	return ref.Sub(a.Step(ref))
}

// Step is by how much a price must be improved: a share is rounded up to the next coin,
// against the bidder.
func (a Auction) Step(ref money.Decimal) money.Decimal {
	if a.StepAmount != nil {
		return *a.StepAmount
	}
	coins := new(big.Rat).Mul(ref.Rat(), a.StepPercent.Rat())
	coins.Quo(coins, big.NewRat(100, 1))
	coins.Mul(coins, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(a.Currency.Exponent())), nil)))
	whole, rest := new(big.Int).QuoRem(coins.Num(), coins.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return money.New(whole.Int64(), int32(-a.Currency.Exponent()))
}

// A Bid is what somebody offers.
type Bid struct {
	Participant uuid.UUID
	Amount      money.Decimal
	Confirmed   bool // that it goes further than usual
	Surrogate   bool
	By          uuid.UUID
	Key         string
	Reason      string     // of a surrogate
	Paper       *uuid.UUID // scan of what it was entered from
}

// moment is the time of an event: the clock, and never before the last one.
func (a Auction) moment(now time.Time) time.Time {
	if now.Before(a.LastAt) {
		return a.LastAt
	}
	return now
}

// Running raises why nothing may be bid at a moment.
func (a Auction) Running(now time.Time) error {
	switch a.Phase(now) {
	case Drafted, Upcoming:
		return NotOpen.New("starts at %s", a.StartsAt.Format(time.RFC3339Nano)).With("starts_at", a.StartsAt)
	case OnHold:
		return OnPause.New("")
	case Off:
		return Called.New("")
	case Over:
		return Closed.New("closed at %s", a.EndsAt.Format(time.RFC3339Nano)).With("ends_at", a.EndsAt).With("at", now)
	}
	return nil
}

// Apply decides one bid at a moment of the clock that was read after the lock: it
// stands, and the auction is as it is then, or nothing has changed. May says whether
// the bidder may take part at all.
func (a *Auction) Apply(b Bid, may error, now time.Time) (Event, error) {
	now = a.moment(now)
	if err := a.Running(now); err != nil {
		return Event{}, err
	}
	if may != nil {
		return Event{}, may
	}
	if err := b.evidenced(); err != nil {
		return Event{}, err
	}
	if err := a.priced(b); err != nil {
		return Event{}, err
	}
	before, _, had := a.Lead()
	marks := make(map[uuid.UUID]Mark, len(a.Marks)+1)
	for id, m := range a.Marks {
		marks[id] = m
	}
	a.Seq++
	marks[b.Participant] = Mark{b.Amount, a.Seq}
	a.Marks, a.LastAt = marks, now
	leader, _, _ := a.Lead()
	a.extend(now, leader == b.Participant && (!had || before != b.Participant), a.Rank(b.Participant))
	kind := WasBid
	if b.Surrogate {
		kind = WasSurrogate
	}
	e := a.event(kind, now)
	e.Participant, e.Amount, e.By, e.Key, e.Reason = &b.Participant, &b.Amount, b.By, b.Key, b.Reason
	e.Paper = b.Paper
	return e, nil
}

// evidenced refuses a bid that the host enters without the paper that says it or without saying why.
func (b Bid) evidenced() error {
	if !b.Surrogate {
		return nil
	}
	var f fault.Fields
	f.Need("/reason", b.Reason, MaxReason)
	if b.Paper == nil {
		f.Add("/scan", fault.Required)
	}
	return f.Err()
}

// priced refuses an amount that is none, that improves too little, or that goes so far
// that it may be a slip. What it must reach is told: only readers who see prices are
// shown it.
func (a Auction) priced(b Bid) error {
	var f fault.Fields
	if price(&f, "/amount", b.Amount, a.Currency); len(f) > 0 {
		return f.Err()
	}
	limit := a.Limit(b.Participant)
	if limit != nil && a.Better(*limit, b.Amount) || limit != nil && limit.IsZero() {
		if _, ok := a.reference(b.Participant); !ok {
			return BeyondStart.New("").With("limit", limit.Short())
		}
		return TooWeak.New("").With("limit", limit.Short())
	}
	from, ok := a.reference(b.Participant)
	if !ok && a.Start != nil {
		from, ok = *a.Start, true
	}
	if !ok || b.Confirmed || a.Jump.IsZero() {
		return nil
	}
	moved := new(big.Rat).Sub(b.Amount.Rat(), from.Rat())
	moved.Abs(moved).Mul(moved, big.NewRat(100, 1))
	if moved.Cmp(new(big.Rat).Mul(from.Rat(), a.Jump.Rat())) > 0 {
		return Jump.New("").With("percent", money.RoundRat(moved.Quo(moved, from.Rat()), 2))
	}
	return nil
}

// extend moves the end where a bid in the last moments does. What counts against the
// most moves is a move, not a bid.
func (a *Auction) extend(now time.Time, leads bool, rank int) {
	if !a.Soft() || now.Before(a.EndsAt.Add(-a.Window)) || a.MaxExtensions > 0 && a.Extensions >= a.MaxExtensions {
		return
	}
	switch a.Trigger {
	case NewLeader:
		if !leads {
			return
		}
	case TopRank:
		if rank > a.TriggerRank {
			return
		}
	}
	to := now.Add(a.Extend)
	if a.From == FromEnd {
		to = a.EndsAt.Add(a.Extend)
	}
	if to.After(a.HardEnd) {
		to = a.HardEnd
	}
	if to.After(a.EndsAt) {
		a.EndsAt = to
		a.Extensions++
	}
}

// event is a line of the ledger as the auction stands.
func (a Auction) event(k Kind, at time.Time) Event {
	return Event{Seq: a.Seq, Kind: k, At: at, EndsAfter: a.EndsAt, Extensions: a.Extensions}
}
