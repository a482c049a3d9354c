package auction

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
)

// A Reader is who looks into a room: the host reads everything, a participant what the
// published rules let it see.
type Reader struct {
	Host        bool
	Participant *uuid.UUID // none of who has not joined
}

// A Line is an event as one reader sees it. N counts the lines of this reader alone: the
// ledger's own number would tell who sees no prices how often others bid.
type Line struct {
	N           int64
	Kind        Kind
	Seq         int64 // of the ledger, for the host alone
	Participant *uuid.UUID
	Mine        bool
	Amount      *money.Decimal
	At          time.Time
	EndsAfter   time.Time
	Reason      string
	Void        bool
	Voids       int64 // the N of the bid
	By          uuid.UUID
	Paper       *uuid.UUID // the scan of a surrogate, for the host and for whom it was entered
}

// A View is a room as one reader sees it. What he may not know is not there.
type View struct {
	Phase      Phase
	EndsAt     time.Time
	HardEnd    time.Time
	Extensions int
	Best       *money.Decimal
	Leads      *bool // the reader's own bid is the best
	Rank       *int
	Own        *money.Decimal
	Next       *money.Decimal // the weakest price that may be bid
	Bidders    *int           // who have joined
	Met        *bool          // the best price reaches the reserve
	Bids       int            // in lines
	Lines      []Line         // oldest first
}

// See is the one place that says who sees what.
func (a Auction) See(r Reader, joined int, ledger []Event, now time.Time) View {
	v := View{Phase: a.Phase(now), EndsAt: a.EndsAt, HardEnd: a.HardEnd, Extensions: a.Extensions}
	who, lead, some := a.Lead()
	if some && (r.Host || a.Visibility.Best()) {
		v.Best = decimal(lead.Amount)
	}
	if some && a.Reserve != nil && (r.Host || a.ShowMet) {
		met := a.Reaches(lead.Amount)
		v.Met = &met
	}
	if r.Host || a.ShowBidders {
		v.Bidders = &joined
	}
	if r.Participant != nil {
		if own, ok := a.Marks[*r.Participant]; ok {
			v.Own = decimal(own.Amount)
			if a.Visibility.Rank() {
				rank := a.Rank(*r.Participant)
				v.Rank = &rank
			}
			if a.Visibility.Best() || a.Visibility.Rank() {
				leads := who == *r.Participant
				v.Leads = &leads
			}
		}
		v.Next = a.Limit(*r.Participant) // who sees no price is asked to beat his own
	}
	void := map[int64]bool{}
	for _, e := range ledger {
		if e.Kind == WasVoided && e.Voids != nil {
			void[*e.Voids] = true
		}
	}
	numbered := map[int64]int64{}
	then := a // as it was at each event
	then.Marks = map[uuid.UUID]Mark{}
	for i, e := range ledger {
		if i == 0 {
			then.EndsAt = e.EndsAfter
		}
		line, seen := then.line(r, e)
		then.follow(ledger[:i+1])
		if !seen {
			continue
		}
		line.N, line.Void = int64(len(v.Lines)+1), void[e.Seq]
		numbered[e.Seq] = line.N
		if e.Voids != nil {
			line.Voids = numbered[*e.Voids]
		}
		if e.Kind.IsBid() {
			v.Bids++
		}
		v.Lines = append(v.Lines, line)
	}
	return v
}

// follow brings an auction to where the last event of a ledger left it.
func (a *Auction) follow(ledger []Event) {
	e := ledger[len(ledger)-1]
	switch {
	case e.Kind.IsBid():
		a.Marks[*e.Participant] = Mark{*e.Amount, e.Seq}
	case e.Kind == WasVoided:
		a.Marks = Standing(ledger)
	}
	a.EndsAt = e.EndsAfter
}

// line is one event for one reader, of an auction as it was before it. A bid that he may
// not see, and that has moved the end, is seen as the end that moved: that he is told
// anyway.
func (a Auction) line(r Reader, e Event) (Line, bool) {
	mine := r.Participant != nil && e.Participant != nil && *r.Participant == *e.Participant
	l := Line{Kind: e.Kind, Mine: mine, At: e.At, EndsAfter: e.EndsAfter, Reason: e.Reason}
	if r.Host {
		l.Seq, l.Participant, l.Amount, l.By, l.Paper = e.Seq, e.Participant, e.Amount, e.By, e.Paper
		return l, true
	}
	switch e.Kind {
	case WasBid, WasSurrogate, WasVoided:
		switch {
		case mine:
			l.Amount, l.Paper = e.Amount, e.Paper
		case a.Visibility == SeeAll:
			l.Kind, l.Participant, l.Amount, l.Reason = plain(e.Kind), e.Participant, e.Amount, ""
		case a.Visibility.Best() && e.Kind != WasVoided && a.leads(e):
			l.Kind, l.Amount, l.Reason = WasBid, e.Amount, ""
		case !e.EndsAfter.Equal(a.EndsAt):
			l.Kind, l.Reason = WasMoved, ""
		default:
			return l, false
		}
	case WasBlocked, WasUnblocked:
		return l, mine
	case WasSaid:
		return l, mine || e.Participant == nil
	}
	return l, true
}

// leads reports whether a bid is better than all that stand.
func (a Auction) leads(e Event) bool {
	_, lead, ok := a.Lead()
	return !ok || a.ahead(Mark{*e.Amount, e.Seq}, lead)
}

// plain hides from others that a bid came on paper.
func plain(k Kind) Kind {
	if k == WasSurrogate {
		return WasBid
	}
	return k
}
