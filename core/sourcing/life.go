package sourcing

import (
	"slices"
	"time"

	"zabuni.org/core/kernel/closed"
)

// Status is where a category stands.
type Status string

// Category statuses.
const (
	Draft               Status = "draft"
	Hidden              Status = "hidden" // waits for an approval
	NotApproved         Status = "not_approved"
	Approved            Status = "approved" // published, opens at its time
	Open                Status = "open"
	Closed              Status = "closed"
	Opening             Status = "opening"
	TechnicalEvaluation Status = "technical_evaluation"
	FinancialOpened     Status = "financial_opened"
	Evaluated           Status = "evaluated"
	Recommended         Status = "recommended"
	Notified            Status = "notified" // standstill runs
	Awarded             Status = "awarded"
	Complete            Status = "complete"
	Unsuccessful        Status = "unsuccessful" // nobody bid, nobody passed, or its award was set aside
	Cancelled           Status = "cancelled"
	Withdrawn           Status = "withdrawn"
)

// Statuses lists them in order.
var Statuses = []Status{Draft, Hidden, NotApproved, Approved, Open, Closed, Opening, TechnicalEvaluation, FinancialOpened,
	Evaluated, Recommended, Notified, Awarded, Complete, Unsuccessful, Cancelled, Withdrawn}

// Values lists them in order.
func (Status) Values() []string { return closed.Values(Statuses...) }

// Move is something that changes the status of a category.
type Move string

// Moves.
const (
	Hide         Move = "hide"
	Refuse       Move = "refuse"
	Publish      Move = "publish"
	Start        Move = "start" // its opening time has come
	Close        Move = "close"
	BeginOpening Move = "begin_opening"
	OpenEnvelope Move = "open_envelope" // the next one
	Evaluate     Move = "evaluate"
	Recommend    Move = "recommend"
	Notify       Move = "notify"
	Award        Move = "award"
	Fail         Move = "fail" // nobody bid, or nobody passed
	Finish       Move = "finish"
	Cancel       Move = "cancel"
	Withdraw     Move = "withdraw"
	SetAside     Move = "set_aside" // a complaint about its award was upheld
)

// Moves lists them.
var Moves = []Move{Hide, Refuse, Publish, Start, Close, BeginOpening, OpenEnvelope, Evaluate, Recommend, Notify, Award,
	Fail, Finish, Cancel, Withdraw, SetAside}

type edge struct {
	from Status
	by   Move
	to   Status
}

// untilClosing and fromResult are the parts of a category's life that all policies share;
// what lies between closing and result follows from the envelopes.
var (
	untilClosing = []edge{
		{Draft, Hide, Hidden},
		{NotApproved, Hide, Hidden},
		{Hidden, Refuse, NotApproved},
		{Draft, Publish, Approved},
		{Hidden, Publish, Approved},
		{Approved, Start, Open},
		{Open, Close, Closed},
		{Draft, Withdraw, Withdrawn},
		{Hidden, Withdraw, Withdrawn},
		{NotApproved, Withdraw, Withdrawn},
	}
	fromResult = []edge{
		{Evaluated, Recommend, Recommended},
		{Recommended, Fail, Unsuccessful},
		{Awarded, Finish, Complete},
		{Awarded, SetAside, Unsuccessful},
	}
)

// edges is the whole life of a category with the policy.
func (p Policy) edges() []edge {
	out := slices.Clone(untilClosing)
	out = append(out, edge{Closed, Fail, Unsuccessful})
	last := Closed
	if len(p.Envelopes) > 0 {
		out = append(out, edge{Closed, BeginOpening, Opening})
		last = Opening
	}
	for _, e := range p.Envelopes {
		out = append(out, edge{last, OpenEnvelope, e.Opens})
		last = e.Opens
	}
	out = append(out, edge{last, Evaluate, Evaluated})
	reached := []Status{Approved, Open, Closed, Opening}
	if !p.Below { // what is decided is decided of the category above
		out = append(out, fromResult...)
		decided := Recommended
		if p.Has(Letters) {
			out = append(out, edge{Recommended, Notify, Notified}, edge{Notified, SetAside, Unsuccessful})
			decided = Notified
		}
		out = append(out, edge{decided, Award, Awarded})
		reached = append(reached, Evaluated, Recommended)
	}
	for _, e := range p.Envelopes {
		reached = append(reached, e.Opens)
	}
	for _, s := range reached {
		if s != Opening || len(p.Envelopes) > 0 {
			out = append(out, edge{s, Cancel, Cancelled})
		}
	}
	return out
}

// Next is the envelope that is opened next in a category that stands at s.
func (p Policy) Next(s Status) (Envelope, bool) {
	at := []Status{Closed, Opening}
	for _, e := range p.Envelopes {
		if slices.Contains(at, s) {
			return e, true
		}
		at = []Status{e.Opens}
	}
	return Envelope{}, false
}

// Facts are what a move depends on besides status and policy.
type Facts struct {
	Now        time.Time // the database's clock, read under the category's lock
	Unfinished bool      // prices still move: a negotiation runs
}

// Do returns the status that a move leads to, or tells why it does not.
func (c Category) Do(m Move, f Facts) (Status, error) {
	for _, e := range c.Policy().edges() {
		if e.from != c.Status || e.by != m {
			continue
		}
		if err := c.guard(m, f); err != nil {
			return c.Status, err
		}
		return e.to, nil
	}
	return c.Status, IllegalMove.New("%s a category that is %s (%s)", m, c.Status, c.Activity).With("status", string(c.Status))
}

// guard checks what an edge asks of time and facts.
func (c Category) guard(m Move, f Facts) error {
	switch m {
	case Start:
		if f.Now.Before(c.OpensAt) {
			return TooEarly.New("opens at %s", c.OpensAt.Format(time.RFC3339Nano))
		}
	case Close, BeginOpening, OpenEnvelope, Evaluate, Recommend, Notify, Award, Fail, Finish:
		if f.Now.Before(c.ClosesAt) {
			return TooEarly.New("closes at %s", c.ClosesAt.Format(time.RFC3339Nano))
		}
		if f.Unfinished && m == Recommend {
			return StillMoving.New("prices of the category still move")
		}
	case Publish:
		if !f.Now.Before(c.ClosesAt) {
			return CategoryClosed.New("its closing time is past")
		}
	}
	return nil
}

// Ended reports whether a round of negotiation has: with prices, without an answer,
// or because it was called off.
func (s Status) Ended() bool { return s == Evaluated || s == Unsuccessful || s == Cancelled }

// Told reports whether bidders know the result.
func (s Status) Told() bool {
	switch s {
	case Notified, Awarded, Complete, Unsuccessful:
		return true
	}
	return false
}

// Over reports whether nothing can come in any more: the job closes when all its
// categories are over. What is priced live goes on after its papers are in: until its
// prices stand still, others join and the host invites them.
func (p Policy) Over(s Status) bool {
	switch s {
	case Draft, Hidden, NotApproved, Approved, Open:
		return false
	case Closed, Opening, TechnicalEvaluation:
		return !p.Has(Live)
	}
	return true
}
