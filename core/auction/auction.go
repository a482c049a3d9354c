// Package auction is the rules of a live auction: what its author may say, whether a
// bid stands and where that leaves the end, who is ahead, and what each reader may see
// of it. It decides; the clock, the lock and the ledger are its callers'.
//
// Words: an auction is a job with exactly one category. The window of that category is
// the technical one; the auction's own lies after it. A bid is an event of the ledger,
// never changed, at most void.
package auction

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of this package.
var (
	NotFound     = fault.Declare(fault.KindNotFound, "auction.not_found", "That auction could not be found")
	NotOpen      = fault.Declare(fault.KindConflict, "auction.not_open", "The auction is not open for bids yet")
	Closed       = fault.Declare(fault.KindConflict, "auction.closed", "The auction has closed")
	OnPause      = fault.Declare(fault.KindConflict, "auction.paused", "The auction is paused by its host")
	NotPaused    = fault.Declare(fault.KindConflict, "auction.not_paused", "The auction is not paused")
	Called       = fault.Declare(fault.KindConflict, "auction.called_off", "The auction was called off")
	TooWeak      = fault.Declare(fault.KindConflict, "auction.too_weak", "This bid does not improve enough")
	BeyondStart  = fault.Declare(fault.KindConflict, "auction.beyond_start", "This bid is worse than the starting price")
	Jump         = fault.Declare(fault.KindConflict, "auction.jump", "This bid moves the price further than usual: confirm it")
	Blocked      = fault.Declare(fault.KindForbidden, "auction.blocked", "You are blocked from this auction")
	NotQualified = fault.Declare(fault.KindForbidden, "auction.not_qualified", "Your company did not qualify for this auction")
	NotJoined    = fault.Declare(fault.KindConflict, "auction.not_joined", "Enter the room before you bid")
	KeyReused    = fault.Declare(fault.KindInvalid, "auction.key_reused", "This bid was sent before with another amount")
	NoSuchBid    = fault.Declare(fault.KindNotFound, "auction.no_such_bid", "That bid could not be found")
	Void         = fault.Declare(fault.KindConflict, "auction.void", "That bid is void already")
	Settled      = fault.Declare(fault.KindConflict, "auction.settled", "The result is made: what stands in the room changes no more")
	Stale        = fault.Declare(fault.KindConflict, "auction.changed_meanwhile", "The auction went on meanwhile: look at it again")
)

// Codes of field errors.
const (
	NotTick     = "auction.not_tick"     // more digits than the currency has
	BeforeStart = "auction.before_start" // the end does not come after the start
	BeforeClose = "auction.before_close" // the live window begins before the technical one ends
	BeforeEnd   = "auction.before_end"   // the last end is before the end
	NeedsOwn    = "auction.needs_own"    // who sees no price can only be asked to beat his own
	OneStep     = "auction.one_step"     // an amount or a per cent
)

// Status is what is stored of where an auction stands.
type Status string

// Statuses.
const (
	Draft     Status = "draft"
	Published Status = "published"
	Paused    Status = "paused"
	Ended     Status = "closed"
	Cancelled Status = "cancelled"
)

// Values lists them.
func (Status) Values() []string { return closed.Values(Draft, Published, Paused, Ended, Cancelled) }

// Phase is what people call it: it follows from the row and the clock.
type Phase string

// Phases.
const (
	Drafted  Phase = "draft"
	Upcoming Phase = "upcoming"
	Open     Phase = "open"
	Overtime Phase = "overtime" // open, and the end has moved
	OnHold   Phase = "paused"
	Over     Phase = "closed"
	Off      Phase = "cancelled"
)

// Values lists them in the order of an auction's life.
func (Phase) Values() []string {
	return closed.Values(Drafted, Upcoming, Open, Overtime, OnHold, Over, Off)
}

// Visibility says what those who bid see of each other.
type Visibility string

// Visibilities.
const (
	SeeBest     Visibility = "best"      // the best price
	SeeRank     Visibility = "rank"      // their own rank
	SeeBestRank Visibility = "best_rank" // both
	SeeAll      Visibility = "all"       // every price, under an alias
	SeeOwn      Visibility = "own"       // nothing but their own bids
)

// Values lists them, the most open first.
func (Visibility) Values() []string {
	return closed.Values(SeeAll, SeeBestRank, SeeBest, SeeRank, SeeOwn)
}

// Best reports whether the best price is seen.
func (v Visibility) Best() bool { return v == SeeBest || v == SeeBestRank || v == SeeAll }

// Rank reports whether the own rank is seen.
func (v Visibility) Rank() bool { return v == SeeRank || v == SeeBestRank || v == SeeAll }

// Reference is what a bid must improve.
type Reference string

// References.
const (
	Leader Reference = "leader" // the best bid of all
	Own    Reference = "own"    // the bidder's own last one
)

// Values lists them.
func (Reference) Values() []string { return closed.Values(Leader, Own) }

// From says from when an extension counts.
type From string

// Froms.
const (
	FromReceipt From = "receipt" // of the bid that moves the end
	FromEnd     From = "close"   // the end as it was
)

// Values lists them.
func (From) Values() []string { return closed.Values(FromReceipt, FromEnd) }

// Trigger says which bid in the last moments moves the end.
type Trigger string

// Triggers.
const (
	AnyBid    Trigger = "any"
	NewLeader Trigger = "leader"
	TopRank   Trigger = "rank" // a bid that is then among the first k
)

// Values lists them.
func (Trigger) Values() []string { return closed.Values(AnyBid, NewLeader, TopRank) }

// Kind is what an event of the ledger is.
type Kind string

// Kinds.
const (
	WasPublished Kind = "published"
	WasBid       Kind = "bid"
	WasSurrogate Kind = "bid_surrogate" // entered by the host from paper
	WasVoided    Kind = "bid_void"
	WasPaused    Kind = "paused"
	WasResumed   Kind = "resumed"
	WasMoved     Kind = "end_moved"
	WasBlocked   Kind = "blocked"
	WasUnblocked Kind = "unblocked"
	WasSaid      Kind = "message"
	WasClosed    Kind = "closed"
	WasCancelled Kind = "cancelled"
)

// Values lists them.
func (Kind) Values() []string {
	return closed.Values(WasPublished, WasBid, WasSurrogate, WasVoided, WasPaused, WasResumed, WasMoved, WasBlocked, WasUnblocked,
		WasSaid, WasClosed, WasCancelled)
}

// IsBid reports whether it offers a price.
func (k Kind) IsBid() bool { return k == WasBid || k == WasSurrogate }

// An Event is one line of the ledger. What it says of the end is how the end stood
// after it, so that its bytes follow from the row alone.
type Event struct {
	Seq         int64
	Kind        Kind
	Participant *uuid.UUID
	Amount      *money.Decimal
	At          time.Time
	EndsAfter   time.Time
	Extensions  int // after it
	Reason      string
	Voids       *int64 // the seq of a bid
	By          uuid.UUID
	Key         string     // under which the bid was sent
	Paper       *uuid.UUID // scan of a surrogate
}

// A Mark is the last standing bid of a participant.
type Mark struct {
	Amount money.Decimal
	Seq    int64
}
