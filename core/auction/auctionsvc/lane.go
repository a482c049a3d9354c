package auctionsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/internal/auctiondb"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// AtOnce is how many bids one transaction decides at most.
const AtOnce = 256

// patience is how long a batch may take, whoever still waits for it.
const patience = 20 * time.Second

// A lane takes the bids on one auction in this process one batch after the other. It is
// there while somebody waits; processes are ordered by the row's lock alone.
type lane struct{ waiting []*ask }

// An ask is a bid that waits for its answer.
type ask struct {
	who    access.Actor
	bid    auction.Bid
	answer chan answer
}

type answer struct {
	placed Placed
	err    error
}

// Placed is what became of a bid that stands.
type Placed struct {
	Event auction.Event
	View  auction.View // of the bidder, at that moment, without the lines
	Now   time.Time
}

// Place bids for the actor's company: the same key is the same bid. It raises why it
// does not stand, and then nothing has changed.
func (s *Service) Place(ctx context.Context, a access.Actor, id uuid.UUID, amount money.Decimal, confirmed bool, key string) (Placed, error) {
	if err := a.Be(access.Supplier); err != nil {
		return Placed{}, err
	}
	if err := a.Need(access.SubmitBid); err != nil {
		return Placed{}, err
	}
	return s.queue(ctx, id, &ask{
		who:    a,
		bid:    auction.Bid{Participant: a.Org, Amount: amount, Confirmed: confirmed, By: a.User, Key: key},
		answer: make(chan answer, 1),
	})
}

// queue puts a bid into its lane and waits. Who leaves meanwhile gets his bid decided all
// the same: he asks again with the same key.
func (s *Service) queue(ctx context.Context, id uuid.UUID, one *ask) (Placed, error) {
	s.mu.Lock()
	l, ok := s.lanes[id]
	if !ok {
		l = &lane{}
		s.lanes[id] = l
		go s.run(context.WithoutCancel(ctx), id, l)
	}
	l.waiting = append(l.waiting, one)
	s.mu.Unlock()
	select {
	case got := <-one.answer:
		return got.placed, got.err
	case <-ctx.Done():
		return Placed{}, fault.Unavailable.Wrap(ctx.Err(), "the answer was not waited for")
	}
}

// run decides what waits until nothing does.
func (s *Service) run(ctx context.Context, id uuid.UUID, l *lane) {
	for {
		s.mu.Lock()
		if len(l.waiting) == 0 {
			delete(s.lanes, id)
			s.mu.Unlock()
			return
		}
		batch := l.waiting[:min(len(l.waiting), AtOnce)]
		l.waiting = l.waiting[len(batch):]
		s.mu.Unlock()
		s.batch(ctx, id, batch)
	}
}

// batch decides some bids in one transaction and answers all of them.
func (s *Service) batch(ctx context.Context, id uuid.UUID, batch []*ask) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var answers []answer
	err := func() (err error) {
		defer func() {
			if p := recover(); p != nil { // nobody may wait for ever
				err = fault.Internal.New("a batch of bids: %v", p)
			}
		}()
		return pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
			answers, err = decide(ctx, tx, id, batch)
			return err
		})
	}()
	for i, one := range batch {
		if err != nil {
			one.answer <- answer{err: err}
			continue
		}
		one.answer <- answers[i]
	}
}

// decide takes the bids in the order in which they came.
func decide(ctx context.Context, tx pg.Tx, id uuid.UUID, batch []*ask) ([]answer, error) {
	owner, err := q.OwnerOf(ctx, tx, id)
	if pg.NoRows(err) {
		err = auction.NotFound.New("")
	}
	if err != nil {
		return nil, err
	}
	a, now, err := hold(ctx, tx, owner, id)
	if err != nil {
		return nil, err
	}
	var suppliers []uuid.UUID
	var keys []string
	for _, one := range batch {
		suppliers, keys = append(suppliers, one.bid.Participant), append(keys, one.bid.Key)
	}
	may, err := admitted(ctx, tx, a, now, suppliers)
	if err != nil {
		return nil, err
	}
	joined, err := q.CountJoined(ctx, tx, id, owner)
	if err != nil {
		return nil, err
	}
	rows, err := q.SentBefore(ctx, tx, suppliers, keys, id, owner)
	if err != nil {
		return nil, err
	}
	type sent struct {
		supplier uuid.UUID
		key      string
	}
	before := map[sent]auction.Event{}
	for _, r := range rows {
		before[sent{*r.SupplierID, r.Key}] = eventOf(r)
	}
	var events []auction.Event
	changed := map[uuid.UUID]bool{}
	who := batch[0].who
	out := make([]answer, len(batch))
	for i, one := range batch {
		if one.who.User != who.User {
			who = access.System // a batch is one entry; whose each bid is stands in its line
		}
		e, known := before[sent{one.bid.Participant, one.bid.Key}]
		switch {
		case known && !e.Amount.Equal(one.bid.Amount):
			out[i].err = auction.KeyReused.New("")
		case !known:
			if e, out[i].err = a.Apply(one.bid, may[one.bid.Participant], now); out[i].err == nil {
				events = append(events, e)
				changed[one.bid.Participant] = true
				before[sent{one.bid.Participant, one.bid.Key}] = e
			}
		}
		if out[i].err == nil {
			reader := auction.Reader{Participant: &one.bid.Participant}
			out[i].placed = Placed{Event: e, View: a.See(reader, int(joined), nil, now), Now: now}
		}
	}
	if len(events) == 0 {
		return out, nil
	}
	var marks auctiondb.SaveMarksParams
	for supplier := range changed {
		m := a.Marks[supplier]
		marks.Suppliers = append(marks.Suppliers, supplier)
		marks.Bests = append(marks.Bests, m.Amount)
		marks.Seqs = append(marks.Seqs, m.Seq)
	}
	marks.CategoryID, marks.BuyerID = id, owner
	if err := q.SaveMarks(ctx, tx, marks); err != nil {
		return nil, err
	}
	return out, save(ctx, tx, who, "auction.bids.placed", a, events, map[string]any{"bids": len(events)})
}

// admitted tells of each supplier why it may not bid now; nil: it may. It is read under
// the lock: whoever was blocked a moment ago is.
func admitted(ctx context.Context, tx pg.Tx, a auction.Auction, now time.Time, suppliers []uuid.UUID) (map[uuid.UUID]error, error) {
	c, err := sourcingsvc.Read(ctx, tx, a.Buyer, a.ID)
	if err != nil {
		return nil, err
	}
	rows, err := q.Bidders(ctx, tx, &a.Buyer, now, a.ID, suppliers)
	if err != nil {
		return nil, err
	}
	off, err := partysvc.ActivitiesOff(ctx, tx, a.Buyer)
	if err != nil {
		return nil, err
	}
	out := make(map[uuid.UUID]error, len(suppliers))
	for _, id := range suppliers {
		out[id] = auction.NotQualified.New("no such supplier")
	}
	for _, r := range rows {
		out[r.ID] = mayBid(c.Category, off, r)
		if out[r.ID] == nil && r.Blocked == nil {
			out[r.ID] = auction.NotJoined.New("")
		}
	}
	return out, nil
}

// mayBid is why a supplier may not take part in the live part of a category.
func mayBid(c sourcing.Category, off []string, r auctiondb.BiddersRow) error {
	switch {
	case slices.Contains(off, string(c.Activity)):
		return entry.ModuleOff.New("")
	case !r.Active:
		return entry.Inactive.New("")
	case r.Blacklisted:
		return entry.Blacklisted.New("")
	case c.InvitedOnly && !r.Invited:
		return c.Activity.NotInvited()
	case r.Blocked != nil && *r.Blocked:
		return auction.Blocked.New("")
	case c.Policy().Has(sourcing.Criteria) && !r.Passed:
		return auction.NotQualified.New("")
	}
	return nil
}
