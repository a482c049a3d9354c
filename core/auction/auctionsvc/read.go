package auctionsvc

import (
	"context"
	"crypto/rand"
	"math/big"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/internal/auctiondb"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A Filter narrows a list of auctions of one kind.
type Filter struct {
	Activity     sourcing.Activity
	Phases       []auction.Phase
	Visibilities []auction.Visibility
	Departments  []uuid.UUID // of a buyer's auctions alone
	Starts       day.Span
	Search       string
}

// Rows of lists.
type (
	HostRow = auctiondb.HostRow
	SeenRow = auctiondb.SeenRow
	// A Participant is somebody who may come into a room, or has.
	Participant = auctiondb.ParticipantsRow
)

// kind refuses what is no auction.
func (f Filter) kind() error {
	return sourcing.Job{Activity: f.Activity}.Policy().Need(sourcing.Live)
}

// Auctions is one page of a buyer's auctions of a kind, the last to start first.
func (s *Service) Auctions(ctx context.Context, a access.Actor, owner uuid.UUID, f Filter, after string, limit int) (page.Of[HostRow], error) {
	var out page.Of[HostRow]
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	if err := f.kind(); err != nil {
		return out, err
	}
	if err := partysvc.NeedModule(ctx, s.db, owner, string(f.Activity)); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.Host(ctx, s.db, auctiondb.HostParams{
		BuyerID:      owner,
		Activity:     string(f.Activity),
		AfterAt:      c.At,
		AfterID:      c.ID,
		Everything:   a.Type != access.Buyer,
		AccountID:    a.User,
		Phases:       closed.Values(f.Phases...),
		Visibilities: closed.Values(f.Visibilities...),
		Departments:  append([]uuid.UUID{}, f.Departments...),
		StartsFrom:   f.Starts.First,
		StartsTo:     f.Starts.Last,
		Search:       pg.Sought(f.Search),
		MaxRows:      int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	return page.Cut(rows, limit, func(r HostRow) page.Cursor { return page.Cursor{At: r.StartsAt, ID: r.CategoryID} }), nil
}

// Seen is one page of the auctions of a kind that a supplier may see.
func (s *Service) Seen(ctx context.Context, a access.Actor, f Filter, after string, limit int) (page.Of[SeenRow], error) {
	var out page.Of[SeenRow]
	if err := a.Be(access.Supplier); err != nil {
		return out, err
	}
	if err := f.kind(); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.Seen(ctx, s.db, auctiondb.SeenParams{
		SupplierID: a.Org,
		Activity:   string(f.Activity),
		AfterAt:    c.At,
		AfterID:    c.ID,
		Phases:     closed.Values(f.Phases...),
		StartsFrom: f.Starts.First,
		StartsTo:   f.Starts.Last,
		Search:     pg.Sought(f.Search),
		MaxRows:    int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	return page.Cut(rows, limit, func(r SeenRow) page.Cursor { return page.Cursor{At: r.StartsAt, ID: r.CategoryID} }), nil
}

// A Desk is an auction as its host looks at it.
type Desk struct {
	sourcing.Case
	Auction      auction.Auction
	View         auction.View
	Participants []Participant
	Now          time.Time
}

// MaxShown bounds the participants of a room's table.
const MaxShown = 1000

// Desk returns an auction with its room, for who conducts it or looks after the buyer.
func (s *Service) Desk(ctx context.Context, who access.Actor, owner, id uuid.UUID) (Desk, error) {
	var out Desk
	if err := who.Serve(owner, ""); err != nil {
		return out, err
	}
	c, err := sourcingsvc.Look(ctx, s.db, who, owner, id)
	if err != nil {
		return out, err
	}
	out.Case = c
	view, a, now, err := s.view(ctx, owner, id, auction.Reader{Host: true})
	if err != nil {
		return out, err
	}
	out.View, out.Auction, out.Now = view, a, now
	out.Participants, err = q.Participants(ctx, s.db, id, owner, MaxShown)
	return out, err
}

// view is a room as a reader sees it: the ledger up to the row's last event, and what
// stands by it, so that bids that come meanwhile are in all of it or in none.
func (s *Service) view(ctx context.Context, owner, id uuid.UUID, r auction.Reader) (auction.View, auction.Auction, time.Time, error) {
	a, err := read(ctx, s.db, owner, id)
	if err != nil {
		return auction.View{}, a, time.Time{}, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return auction.View{}, a, now, err
	}
	joined, err := q.CountJoined(ctx, s.db, id, owner)
	if err != nil {
		return auction.View{}, a, now, err
	}
	rows, err := q.Ledger(ctx, s.db, id, owner)
	if err != nil {
		return auction.View{}, a, now, err
	}
	ledger := make([]auction.Event, 0, len(rows))
	for _, row := range rows {
		if row.Seq <= a.Seq {
			ledger = append(ledger, eventOf(row))
		}
	}
	a.Marks = auction.Standing(ledger)
	return a.See(r, int(joined), ledger, now), a, now, nil
}

// A Room is an auction as one supplier sees it.
type Room struct {
	sourcing.Case
	Auction auction.Auction
	View    auction.View
	Joined  bool
	Alias   int
	Blocked bool
	May     error // why the company may not bid; nil: it may once it has joined
	Aliases map[uuid.UUID]int
	Now     time.Time
}

// Room returns what a supplier may see of an auction.
func (s *Service) Room(ctx context.Context, who access.Actor, id uuid.UUID) (Room, error) {
	var out Room
	if err := who.Be(access.Supplier); err != nil {
		return out, err
	}
	owner, err := s.OwnerOf(ctx, id)
	if err != nil {
		return out, err
	}
	if out.Case, err = sourcingsvc.Read(ctx, s.db, owner, id); err != nil {
		return out, err
	}
	may, row, err := s.part(ctx, s.db, who, out.Case)
	if err != nil {
		return out, err
	}
	if err := out.Category.Visible(row.Invited); err != nil {
		return out, err
	}
	out.May = may
	reader := auction.Reader{}
	p, err := q.Participant(ctx, s.db, id, who.Org)
	if err == nil {
		out.Joined, out.Alias, out.Blocked = true, int(p.Alias), p.Blocked
		reader.Participant = &who.Org
	} else if !pg.NoRows(err) {
		return out, err
	}
	if out.View, out.Auction, out.Now, err = s.view(ctx, owner, id, reader); err != nil {
		return out, err
	}
	rows, err := q.Aliases(ctx, s.db, id, owner)
	out.Aliases = make(map[uuid.UUID]int, len(rows))
	for _, r := range rows {
		out.Aliases[r.SupplierID] = int(r.Alias)
	}
	return out, err
}

// part is why a supplier may not take part in an auction, whether it has joined or not.
func (s *Service) part(ctx context.Context, db pg.DB, who access.Actor, c sourcing.Case) (error, auctiondb.BiddersRow, error) {
	now, err := pg.ClockOf(ctx, db)
	if err != nil {
		return nil, auctiondb.BiddersRow{}, err
	}
	rows, err := q.Bidders(ctx, db, &c.Buyer, now, c.ID, []uuid.UUID{who.Org})
	if err != nil || len(rows) == 0 {
		return entry.Inactive.New(""), auctiondb.BiddersRow{}, err
	}
	off, err := partysvc.ActivitiesOff(ctx, db, c.Buyer)
	if err != nil {
		return nil, rows[0], err
	}
	may := mayBid(c.Category, off, rows[0])
	if right := c.Activity.MayBid(who); may == nil && right != nil {
		may = entry.NoRight.New("")
	}
	return may, rows[0], nil
}

// Join enters the room under an alias that tells neither who came first nor how many
// there are. Who has joined stays in it.
func (s *Service) Join(ctx context.Context, who access.Actor, id uuid.UUID) error {
	if err := who.Be(access.Supplier); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		owner, err := q.OwnerOf(ctx, tx, id)
		if pg.NoRows(err) {
			err = auction.NotFound.New("")
		}
		if err != nil {
			return err
		}
		a, now, err := hold(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		c, err := sourcingsvc.Read(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		if err := c.Status.Public(); err != nil {
			return err
		}
		switch a.Phase(now) {
		case auction.Over:
			return auction.Closed.New("")
		case auction.Off:
			return auction.Called.New("")
		}
		may, _, err := s.part(ctx, tx, who, c)
		if err != nil {
			return err
		}
		if may != nil {
			return may
		}
		return s.seat(ctx, tx, who, who.Org, a, now)
	})
}

// seat writes a participant under an alias that nobody has; once is enough.
func (s *Service) seat(ctx context.Context, tx pg.Tx, who access.Actor, supplier uuid.UUID, a auction.Auction, now time.Time) error {
	taken, err := q.Aliases(ctx, tx, a.ID, a.Buyer)
	if err != nil {
		return err
	}
	used := map[int]bool{}
	for _, t := range taken {
		if t.SupplierID == supplier {
			return nil
		}
		used[int(t.Alias)] = true
	}
	alias := 0
	for alias == 0 || used[alias] {
		n, err := rand.Int(s.Random, big.NewInt(9000))
		if err != nil {
			return err
		}
		alias = 1000 + int(n.Int64())
	}
	_, err = q.Join(ctx, tx, auctiondb.JoinParams{
		CategoryID: a.ID,
		SupplierID: supplier,
		BuyerID:    a.Buyer,
		Alias:      int32(alias),
		JoinedBy:   who.User,
		Now:        now,
	})
	if err != nil {
		return err
	}
	return record(ctx, tx, who, "auction.room.joined", a, map[string]any{"supplier_id": supplier})
}
