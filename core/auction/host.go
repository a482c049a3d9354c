package auction

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// A Host is who conducts an auction, and why it does what it does: all who take part
// read the reason.
type Host struct {
	By     uuid.UUID
	Reason string
}

// MaxReason is how long a reason may be.
const MaxReason = 1000

// Check normalises the reason.
func (h Host) Check() (Host, error) {
	var f fault.Fields
	h.Reason = f.Need("/reason", h.Reason, MaxReason)
	return h, f.Err()
}

// hosted is an event of the host's.
func (a *Auction) hosted(h Host, k Kind, at time.Time) Event {
	a.Seq++
	a.LastAt = at
	e := a.event(k, at)
	e.By, e.Reason = h.By, h.Reason
	return e
}

// Publish fixes the rules.
func (a *Auction) Publish(by uuid.UUID, now time.Time) Event {
	a.Status = Published
	return a.hosted(Host{By: by}, WasPublished, a.moment(now))
}

// Pause stops the clock of an auction that is open.
func (a *Auction) Pause(h Host, now time.Time) (Event, error) {
	now = a.moment(now)
	if err := a.Running(now); err != nil {
		return Event{}, err
	}
	a.Status, a.PausedAt = Paused, &now
	return a.hosted(h, WasPaused, now), nil
}

// Resume lets the clock go on: both ends move by the pause, so that the time in which
// one may bid is what it was.
func (a *Auction) Resume(h Host, now time.Time) (Event, error) {
	now = a.moment(now)
	if a.Status != Paused || a.PausedAt == nil {
		return Event{}, NotPaused.New("it is %s", a.Status)
	}
	pause := now.Sub(*a.PausedAt)
	a.EndsAt, a.HardEnd = a.EndsAt.Add(pause), a.HardEnd.Add(pause)
	a.Status, a.PausedAt = Published, nil
	return a.hosted(h, WasResumed, now), nil
}

// running is Running where what has not begun yet is as good.
func (a Auction) running(now time.Time) error {
	if a.Phase(now) == Upcoming {
		return nil
	}
	return a.Running(now)
}

// Move sets a later end, and where it must the last one with it.
func (a *Auction) Move(h Host, to, now time.Time) (Event, error) {
	now, to = a.moment(now), instant(to)
	if err := a.running(now); err != nil {
		return Event{}, err
	}
	var f fault.Fields
	if !to.After(a.EndsAt) {
		f.Add("/ends_at", BeforeEnd)
	} else if to.Sub(a.StartsAt) > MaxLength {
		f.Add("/ends_at", fault.OutOfRange, "min", a.EndsAt.Format("02-01-2006"), "max", a.StartsAt.Add(MaxLength).Format("02-01-2006"))
	}
	if err := f.Err(); err != nil {
		return Event{}, err
	}
	a.EndsAt = to
	if a.HardEnd.Before(to) {
		a.HardEnd = to
	}
	return a.hosted(h, WasMoved, now), nil
}

// Close ends what is open, or writes down that its end has come: that is due without
// anybody's reason.
func (a *Auction) Close(h Host, now time.Time) (Event, error) {
	now = a.moment(now)
	switch a.Phase(now) {
	case Over:
		if a.Status == Ended {
			return Event{}, Closed.New("")
		}
	case Open, Overtime:
		if h.By == uuid.Nil {
			return Event{}, NotOpen.New("it goes on until %s", a.EndsAt.Format(time.RFC3339Nano))
		}
		a.end(now)
	case OnHold:
		if h.By == uuid.Nil {
			return Event{}, OnPause.New("")
		}
		a.PausedAt = nil
		a.end(now)
	default:
		return Event{}, a.Running(now)
	}
	a.Status = Ended
	return a.hosted(h, WasClosed, now), nil
}

// end makes a moment the end: what ends in its first instant has lasted one, and a pause may have outlasted the last end.
func (a *Auction) end(now time.Time) {
	a.EndsAt = now
	if !a.EndsAt.After(a.StartsAt) {
		a.EndsAt = a.StartsAt.Add(time.Microsecond)
	}
	if a.HardEnd.Before(a.EndsAt) {
		a.HardEnd = a.EndsAt
	}
}

// Cancel ends it without a result. What has ended is cancelled with its category.
func (a *Auction) Cancel(h Host, now time.Time) (Event, error) {
	if a.Status == Cancelled {
		return Event{}, Called.New("")
	}
	a.Status, a.PausedAt = Cancelled, nil
	return a.hosted(h, WasCancelled, a.moment(now)), nil
}

// Unbid makes a bid void, once, until the result is made: what stands then of its
// bidder is the last bid before it, if there is one. It needs no second bid to be
// weaker: the leader may go.
func (a *Auction) Unbid(h Host, bid Event, void bool, last *Mark, now time.Time) (Event, error) {
	now = a.moment(now)
	if a.Status == Cancelled || a.Status == Draft {
		return Event{}, Called.New("it is %s", a.Status)
	}
	if !bid.Kind.IsBid() || bid.Participant == nil {
		return Event{}, NoSuchBid.New("")
	}
	if void {
		return Event{}, Void.New("")
	}
	marks := make(map[uuid.UUID]Mark, len(a.Marks))
	for id, m := range a.Marks {
		marks[id] = m
	}
	delete(marks, *bid.Participant)
	if last != nil {
		marks[*bid.Participant] = *last
	}
	a.Marks = marks
	e := a.hosted(h, WasVoided, now)
	e.Participant, e.Voids = bid.Participant, &bid.Seq
	return e, nil
}

// Note writes what changes neither price nor time: a block, its end, a message.
func (a *Auction) Note(h Host, k Kind, to *uuid.UUID, now time.Time) (Event, error) {
	if a.Status == Cancelled || a.Status == Draft {
		return Event{}, Called.New("it is %s", a.Status)
	}
	e := a.hosted(h, k, a.moment(now))
	e.Participant = to
	return e, nil
}

// Standing is what a ledger leaves of each participant: the last bid that is not void.
// Anybody can compute it again.
func Standing(ledger []Event) map[uuid.UUID]Mark {
	void := map[int64]bool{}
	for _, e := range ledger {
		if e.Kind == WasVoided && e.Voids != nil {
			void[*e.Voids] = true
		}
	}
	out := map[uuid.UUID]Mark{}
	for _, e := range ledger {
		if e.Kind.IsBid() && !void[e.Seq] {
			out[*e.Participant] = Mark{*e.Amount, e.Seq}
		}
	}
	return out
}

// decimal is a copy that its receiver may keep.
func decimal(d money.Decimal) *money.Decimal { return &d }
