package evaluationsvc

import (
	"context"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
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
	switch liveAt(room.Status, room.StartsAt, now) {
	case LiveRunning:
		return sourcing.StillMoving.New("the room is not closed")
	case LiveOver:
		return s.rank(ctx, tx, a, m)
	}
	return s.judge(ctx, tx, a, m)
}
