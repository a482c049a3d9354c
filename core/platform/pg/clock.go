package pg

import (
	"context"
	"sync/atomic"
	"time"
)

// A Clock is the database's time as this process knows it. It shows time and
// dates tokens; decisions on deadlines read the database itself.
type Clock struct{ offset atomic.Int64 }

// Now returns the database's time, give or take half a round trip.
func (c *Clock) Now() time.Time {
	return time.Now().Add(time.Duration(c.offset.Load())).UTC()
}

// Sync measures the offset once.
func (c *Clock) Sync(ctx context.Context, db DB) error {
	start := time.Now()
	at, err := ClockOf(ctx, db)
	if err != nil {
		return err
	}
	middle := start.Add(time.Since(start) / 2)
	c.offset.Store(int64(at.Sub(middle)))
	return nil
}

// Follow keeps the offset fresh until ctx ends.
func (c *Clock) Follow(ctx context.Context, db DB, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = c.Sync(ctx, db) // the offset of a second ago still serves
		}
	}
}

// MachineClock reads the clock of the database's machine, which a demonstration
// does not move.
func MachineClock(ctx context.Context, db DB) (at time.Time, err error) {
	err = db.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&at)
	return at, err
}
