// Package watchsvc is the use cases of whoever looks after the platform.
package watchsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/room"
	"zabuni.org/core/platform/watch"
	"zabuni.org/core/platform/watch/internal/watchdb"
)

var q = watchdb.New()

// Service runs the use cases.
type Service struct {
	db   pg.DB
	disk *room.Disk
}

// New returns a Service; disk is nil where nothing that grows is kept on this machine.
func New(db pg.DB, disk *room.Disk) *Service { return &Service{db, disk} }

// A Line is how much waits in one queue.
type Line struct {
	Queue   watch.Queue
	Waiting int64
	Since   *time.Time // of what waits longest; nil where nothing does
	Failed  int64      // given up within seven days; parked events: all there are
}

// Health is how the platform is.
type Health struct {
	Now   time.Time
	Lines []Line
	Disk  room.State
}

// Health looks at every queue and at the disk of this process.
func (s *Service) Health(ctx context.Context, a access.Actor) (Health, error) {
	if err := a.Staff(access.ManageDocuments); err != nil {
		return Health{}, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return Health{}, err
	}
	lines, err := s.Waiting(ctx)
	return Health{Now: now, Lines: lines, Disk: s.disk.State()}, err
}

// Waiting looks at every queue, for the program itself.
func (s *Service) Waiting(ctx context.Context) ([]Line, error) {
	rows, err := q.Waiting(ctx, s.db)
	lines := make([]Line, len(rows))
	for i, r := range rows {
		lines[i] = Line{Queue: watch.Queue(r.What), Waiting: r.Waiting, Failed: r.Failed}
		if r.Waiting > 0 {
			lines[i].Since = &r.Since
		}
	}
	return lines, err
}

// A Lag is for how long the oldest waits of what is to leave the database at once.
type Lag struct{ Events, Entries time.Duration }

// Lag measures it, for the program itself.
func (s *Service) Lag(ctx context.Context) (Lag, error) {
	r, err := q.Lag(ctx, s.db)
	seconds := func(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
	return Lag{Events: seconds(r.Events), Entries: seconds(r.Entries)}, err
}

// An Event is one that failed again and again.
type Event = watchdb.ParkedRow

// Parked is one page of the events that were given up, newest first.
func (s *Service) Parked(ctx context.Context, a access.Actor, after string, limit int) (page.Of[Event], error) {
	if err := a.Staff(access.ManageDocuments); err != nil {
		return page.Of[Event]{}, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[Event]{}, err
	}
	rows, err := q.Parked(ctx, s.db, c.At, c.ID, int32(limit+1))
	return page.Cut(rows, limit, func(e Event) page.Cursor { return page.Cursor{At: e.ParkedAt, ID: e.ID} }), err
}

// Again has a parked event tried once more, soon and by a worker.
func (s *Service) Again(ctx context.Context, a access.Actor, id uuid.UUID) error {
	return s.decide(ctx, a, id, "again", func(tx pg.Tx) (map[string]any, error) {
		r, err := q.DriveOn(ctx, tx, &tx.Now, id)
		return map[string]any{"consumer": r.Consumer, "subject": r.Subject}, err
	})
}

// SetAside gives a parked event up for good: what it would have done is not done.
func (s *Service) SetAside(ctx context.Context, a access.Actor, id uuid.UUID, reason string) error {
	return s.decide(ctx, a, id, "aside", func(tx pg.Tx) (map[string]any, error) {
		r, err := q.SetAside(ctx, tx, id)
		return map[string]any{"consumer": r.Consumer, "subject": r.Subject, "reason": reason}, err
	})
}

func (s *Service) decide(ctx context.Context, a access.Actor, id uuid.UUID, what string, do func(pg.Tx) (map[string]any, error)) error {
	if err := a.Staff(access.ManageDocuments); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		detail, err := do(tx)
		if pg.NoRows(err) {
			return watch.NoEvent.New("")
		}
		if err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "watch.event." + what, Object: "event", ObjectID: id, Detail: detail})
		return err
	})
}
