package auctionsvc

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/internal/auctiondb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// practice is a row as the rules know it.
func practice(r auctiondb.AuctionPractice) (auction.Practice, error) {
	p := auction.Practice{Who: r.SupplierID, Seed: r.Seed, BegunAt: r.BegunAt.UTC()}
	err := json.Unmarshal(r.Bids, &p.Bids)
	return p, err
}

// Practice is a room in which the actor alone bids, against robots: not begun, it says
// whether it may. It raises NotFound of what the company may not see.
func (s *Service) Practice(ctx context.Context, who access.Actor, id uuid.UUID) (Room, error) {
	out, now, err := s.toPractise(ctx, s.db, who, id)
	if err != nil {
		return out, err
	}
	row, err := q.Practice(ctx, s.db, id, who.User, who.Org)
	if pg.NoRows(err) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	p, err := practice(row)
	if err != nil {
		return out, err
	}
	a, ledger := p.Room(out.Auction, now)
	out.practised(a, p, ledger, now)
	return out, nil
}

// practised shows a practice in the place of the real room.
func (r *Room) practised(a auction.Auction, p auction.Practice, ledger []auction.Event, now time.Time) {
	r.Joined = true
	r.Aliases = auction.Robots()
	r.View = a.See(auction.Reader{Participant: &p.Who}, len(r.Aliases)+1, ledger, now)
	r.Auction = a
}

// toPractise is an auction whose rules somebody practises, and why it may not.
func (s *Service) toPractise(ctx context.Context, db pg.DB, who access.Actor, id uuid.UUID) (Room, time.Time, error) {
	var out Room
	if err := who.Be(access.Supplier); err != nil {
		return out, time.Time{}, err
	}
	owner, err := s.ownerIn(ctx, db, id)
	if err != nil {
		return out, time.Time{}, err
	}
	if out.Case, err = sourcingsvc.Read(ctx, db, owner, id); err != nil {
		return out, time.Time{}, err
	}
	may, row, err := s.part(ctx, db, who, out.Case)
	if err != nil {
		return out, time.Time{}, err
	}
	if err := out.Category.Visible(row.Invited); err != nil {
		return out, time.Time{}, err
	}
	if out.Auction, err = read(ctx, db, owner, id); err != nil {
		return out, time.Time{}, err
	}
	now, err := pg.ClockOf(ctx, db)
	if err != nil {
		return out, now, err
	}
	real := out.Auction.Phase(now)
	if out.May = may; errors.Is(may, auction.NotQualified) {
		out.May = nil // its papers may not be judged yet
	}
	if out.May == nil && real != auction.Upcoming {
		out.May = auction.NoPractice.New("it is %s", real)
	}
	out.Now = now
	out.Auction.Rules = out.Auction.Practised(now)
	out.View = auction.View{Phase: auction.Upcoming, EndsAt: out.Auction.EndsAt, HardEnd: out.Auction.HardEnd}
	return out, now, nil
}

// mayPractise is toPractise of who acts.
func (s *Service) mayPractise(ctx context.Context, tx pg.Tx, who access.Actor, id uuid.UUID) (Room, time.Time, error) {
	r, now, err := s.toPractise(ctx, tx, who, id)
	if err == nil {
		err = r.May
	}
	return r, now, err
}

// BeginPractice begins to practise, or does anew.
func (s *Service) BeginPractice(ctx context.Context, who access.Actor, id uuid.UUID) error {
	if err := who.Be(access.Supplier); err != nil {
		return err
	}
	if err := who.Need(access.SubmitBid); err != nil {
		return err
	}
	var seed [8]byte
	if _, err := io.ReadFull(s.Random, seed[:]); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		r, now, err := s.mayPractise(ctx, tx, who, id)
		if err != nil {
			return err
		}
		err = q.BeginPractice(ctx, tx, auctiondb.BeginPracticeParams{
			CategoryID: id,
			AccountID:  who.User,
			SupplierID: who.Org,
			BuyerID:    r.Buyer,
			Seed:       int64(binary.BigEndian.Uint64(seed[:])),
			Now:        now,
		})
		if err != nil {
			return err
		}
		return noted(ctx, tx, who, "auction.practice.begun", id)
	})
}

// noted writes an entry of a practice: it is of who practises, not of the buyer.
func noted(ctx context.Context, tx pg.Tx, who access.Actor, action string, id uuid.UUID) error {
	_, err := journal.Record(ctx, tx, who, journal.Entry{Action: action, Object: "auction", ObjectID: id, Owner: who.Org})
	return err
}

// PlaceInPractice bids in a practice. It raises why the bid does not stand; the same key
// is the same bid.
func (s *Service) PlaceInPractice(ctx context.Context, who access.Actor, id uuid.UUID, amount money.Decimal, confirmed bool, key string) (Placed, error) {
	if err := who.Be(access.Supplier); err != nil {
		return Placed{}, err
	}
	if err := who.Need(access.SubmitBid); err != nil {
		return Placed{}, err
	}
	var out Placed
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockPractice(ctx, tx, id, who.User, who.Org)
		if pg.NoRows(err) {
			err = auction.NotBegun.New("")
		}
		if err != nil {
			return err
		}
		r, now, err := s.mayPractise(ctx, tx, who, id)
		if err != nil {
			return err
		}
		p, err := practice(row)
		if err != nil {
			return err
		}
		e, a, err := p.Bid(r.Auction, auction.Bid{Amount: amount, Confirmed: confirmed, By: who.User, Key: key}, now)
		if err != nil {
			return err
		}
		bids, err := json.Marshal(p.Bids)
		if err != nil {
			return err
		}
		if err := q.SavePractice(ctx, tx, bids, id, who.User, who.Org); err != nil {
			return err
		}
		out = Placed{Event: e, View: a.See(auction.Reader{Participant: &p.Who}, len(auction.Robots())+1, nil, now), Now: now}
		return noted(ctx, tx, who, "auction.practice.bid", id)
	})
	return out, err
}
