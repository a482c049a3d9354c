package evaluationsvc

import (
	"context"
	"time"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Live says how far the room of a category has come whose prices are live.
type Live string

// What a room is to those who judge.
const (
	LiveAhead   Live = "ahead"   // who passes will be let in
	LiveRunning Live = "running" // prices move
	LiveOver    Live = "over"    // they stand
)

// Values lists them in their order.
func (Live) Values() []string { return closed.Values(LiveAhead, LiveRunning, LiveOver) }

// liveAt is how far a room has come that is stored so and begins then.
func liveAt(status string, starts, now time.Time) Live {
	switch {
	case status == "closed":
		return LiveOver
	case now.Before(starts):
		return LiveAhead
	}
	return LiveRunning
}

// live is how far the room of a category has come; empty where prices are not live.
func live(ctx context.Context, db pg.DB, c sourcing.Case) (Live, error) {
	if !c.Policy().Has(sourcing.Live) {
		return "", nil
	}
	room, err := q.Room(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return "", err
	}
	now, err := pg.ClockOf(ctx, db)
	return liveAt(room.Status, room.StartsAt, now), err
}

// completeLive judges who is let into the room while it is ahead, and ranks what stands there
// once it is closed. In between nothing is decided: nobody passes or fails who has seen
// prices move.
func (s *Service) completeLive(ctx context.Context, tx pg.Tx, a access.Actor, m model) error {
	room, err := q.HoldRoom(ctx, tx, m.category.ID, m.category.Buyer)
	if err != nil {
		return err
	}
	now, err := pg.ClockOf(ctx, tx) // after the lock: the first bid comes after this or before it
	if err != nil {
		return err
	}
	at := liveAt(room.Status, room.StartsAt, now)
	switch {
	case at == LiveRunning, at == LiveAhead && ranksRoom(m.category): // nobody is judged who was asked for nothing
		return sourcing.StillMoving.New("the room is not closed")
	case at == LiveAhead:
		return s.judge(ctx, tx, a, m)
	case ranksRoom(m.category):
		if m, err = entered(ctx, tx, a, m.category); err != nil {
			return err
		}
	}
	return s.rank(ctx, tx, a, m)
}

// ranksRoom reports whether a category asked for no papers and waits for what its room leaves.
func ranksRoom(c sourcing.Case) bool {
	p := c.Policy()
	return p.Has(sourcing.Live) && len(p.Envelopes) == 0 && c.Status == sourcing.Closed
}

// entered makes bids of those who entered a room that asked for no papers: until then
// they are known to it alone, and a result is made of bids.
func entered(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case) (model, error) {
	rows, err := q.Entrants(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return model{}, err
	}
	if len(rows) == 0 {
		return loadModel(ctx, tx, c)
	}
	logged, err := journal.Record(ctx, tx, a, journal.Entry{
		Action:   "evaluation.room.taken",
		Object:   "category",
		ObjectID: c.ID,
		Owner:    c.Buyer,
		Detail:   map[string]any{"job_id": c.Job.ID, "entrants": len(rows)},
	})
	if err != nil {
		return model{}, err
	}
	entrants := make([]biddingsvc.Entrant, len(rows))
	for i, r := range rows {
		entrants[i] = biddingsvc.Entrant{Supplier: r.SupplierID, By: r.JoinedBy, At: r.JoinedAt}
	}
	bids, err := biddingsvc.FromRoom(ctx, tx, c.Category, entrants, logged)
	if err == nil {
		err = openingsvc.FromRoom(ctx, tx, c.Category, bids, tx.Now)
	}
	if err != nil {
		return model{}, err
	}
	return loadModel(ctx, tx, c)
}
