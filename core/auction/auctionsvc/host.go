package auctionsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"

	"zabuni.org/core/auction/internal/auctiondb"
)

// An Act is what the host of an auction does in its room.
type Act string

// Acts.
const (
	Pause   Act = "pause"
	Resume  Act = "resume"
	Extend  Act = "extend"
	End     Act = "end"
	VoidBid Act = "void"
	Block   Act = "block"
	Unblock Act = "unblock"
	Say     Act = "message"
)

// Values lists them.
func (Act) Values() []string {
	return closed.Values(Pause, Resume, Extend, End, VoidBid, Block, Unblock, Say)
}

// A Deed is an act with what it needs, and what its host saw.
type Deed struct {
	Act      Act
	Reason   string
	Seen     int64      // the ledger's last event on the host's screen
	EndsAt   *time.Time // of Extend
	Bid      *int64     // of VoidBid
	Supplier *uuid.UUID // of Block and Unblock; of Say, where not all are meant
}

// settles are the acts that take a fresh proof of who acts, and that nobody does on an
// old picture of the room.
func (act Act) settles() bool { return act == End || act == VoidBid }

// Conduct does one act. It raises Stale where the room went on since the host looked and
// the act would settle something, and Settled once bids are ranked by what stands in it.
func (s *Service) Conduct(ctx context.Context, who access.Actor, owner, id uuid.UUID, d Deed) error {
	h, err := auction.Host{By: who.User, Reason: d.Reason}.Check()
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := sourcingsvc.LookBought(ctx, tx, who, owner, id, party.ManagedSourcing, sourcing.ToHost); err != nil {
			return err
		}
		if d.Act.settles() {
			if err := identity.Proved(who, tx.Now); err != nil {
				return err
			}
		}
		a, now, err := hold(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		c, err := sourcingsvc.Read(ctx, tx, owner, id) // after the lock: who ranks holds it too
		if err != nil {
			return err
		}
		if c.Status != sourcing.Cancelled && c.Policy().Over(c.Status) {
			return auction.Settled.New("category is %s", c.Status)
		}
		if d.Act.settles() && d.Seen != a.Seq {
			return auction.Stale.New("%d events, %d seen", a.Seq, d.Seen)
		}
		e, err := do(ctx, tx, &a, h, d, now)
		if err != nil {
			return err
		}
		return save(ctx, tx, who, "auction.room.conducted", a, []auction.Event{e}, map[string]any{"act": d.Act, "reason": h.Reason})
	})
}

// do lets the rule decide an act and writes what it changes of a participant.
func do(ctx context.Context, tx pg.Tx, a *auction.Auction, h auction.Host, d Deed, now time.Time) (auction.Event, error) {
	switch d.Act {
	case Pause:
		return a.Pause(h, now)
	case Resume:
		return a.Resume(h, now)
	case Extend:
		if d.EndsAt == nil {
			return auction.Event{}, fault.Invalid.New("").At("/ends_at", fault.Required)
		}
		return a.Move(h, *d.EndsAt, now)
	case End:
		return a.Close(h, now)
	case VoidBid:
		return unbid(ctx, tx, a, h, d.Bid, now)
	case Say:
		if err := joinedBy(ctx, tx, a, d.Supplier); d.Supplier != nil && err != nil {
			return auction.Event{}, err
		}
		return a.Note(h, auction.WasSaid, d.Supplier, now)
	}
	kind := auction.WasUnblocked
	if d.Act == Block {
		kind = auction.WasBlocked
	}
	if d.Supplier == nil {
		return auction.Event{}, fault.Invalid.New("").At("/supplier_id", fault.Required)
	}
	n, err := q.Block(ctx, tx, d.Act == Block, a.ID, a.Buyer, *d.Supplier)
	if err == nil && n == 0 {
		err = fault.Invalid.New("not in the room, or so already").At("/supplier_id", fault.Unknown)
	}
	if err != nil {
		return auction.Event{}, err
	}
	return a.Note(h, kind, d.Supplier, now)
}

// joinedBy raises an invalid supplier unless it has joined.
func joinedBy(ctx context.Context, tx pg.Tx, a *auction.Auction, supplier *uuid.UUID) error {
	if supplier == nil {
		return nil
	}
	_, err := q.Participant(ctx, tx, a.ID, *supplier)
	if pg.NoRows(err) {
		err = fault.Invalid.New("not in the room").At("/supplier_id", fault.Unknown)
	}
	return err
}

// unbid makes a bid void: what stands of its bidder then follows from the ledger.
func unbid(ctx context.Context, tx pg.Tx, a *auction.Auction, h auction.Host, seq *int64, now time.Time) (auction.Event, error) {
	if seq == nil {
		return auction.Event{}, fault.Invalid.New("").At("/seq", fault.Required)
	}
	rows, err := q.Ledger(ctx, tx, a.ID, a.Buyer)
	if err != nil {
		return auction.Event{}, err
	}
	var bid auction.Event
	ledger := make([]auction.Event, len(rows))
	void := false
	for i, r := range rows {
		ledger[i] = eventOf(r)
		if r.Seq == *seq {
			bid = ledger[i]
		}
		void = void || r.Voids != nil && *r.Voids == *seq
	}
	if bid.Participant == nil {
		return auction.Event{}, auction.NoSuchBid.New("")
	}
	var last *auction.Mark
	if m, ok := auction.Standing(append(ledger, auction.Event{Kind: auction.WasVoided, Voids: seq}))[*bid.Participant]; ok {
		last = &m
	}
	e, err := a.Unbid(h, bid, void, last, now)
	if err != nil {
		return e, err
	}
	if last == nil {
		return e, q.ClearMark(ctx, tx, a.ID, a.Buyer, *bid.Participant)
	}
	marks := auctiondb.SaveMarksParams{CategoryID: a.ID, BuyerID: a.Buyer}
	marks.Suppliers = append(marks.Suppliers, *bid.Participant)
	marks.Bests = append(marks.Bests, last.Amount)
	marks.Seqs = append(marks.Seqs, last.Seq)
	return e, q.SaveMarks(ctx, tx, marks)
}
