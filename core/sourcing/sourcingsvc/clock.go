package sourcingsvc

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// OpenDue opens the published categories whose opening time has come and
// returns how many it opened. Several schedulers may run it at once.
func (s *Service) OpenDue(ctx context.Context) (int, error) {
	due, err := q.DueToOpen(ctx, s.db)
	if err != nil {
		return 0, err
	}
	opened := 0
	var failed []error
	for _, d := range due {
		did, err := s.openOne(ctx, d.ID, d.BuyerID)
		if did {
			opened++
		}
		failed = append(failed, err)
	}
	return opened, errors.Join(failed...)
}

// ClosingWithin is how many categories close so soon, for the program itself.
func (s *Service) ClosingWithin(ctx context.Context, d time.Duration) (int64, error) {
	return q.ClosingUntil(ctx, s.db, d.Seconds())
}

func (s *Service) openOne(ctx context.Context, id, owner uuid.UUID) (did bool, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		did = false
		c, err := dueCategory(ctx, tx, id, owner)
		if err != nil || c.Status != sourcing.Approved {
			return err // another scheduler was first, or it was cancelled
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		status, err := c.Do(sourcing.Start, sourcing.Facts{Now: now})
		if err != nil {
			return err
		}
		if err := q.MoveCategory(ctx, tx, string(status), id, owner); err != nil {
			return err
		}
		did = true
		_, err = tell(ctx, tx, access.System, CategoryOpened, c, Deadline{c.Job, c.ClosesAt})
		return err
	})
	return did && err == nil, err
}

// CloseDue closes the categories whose closing time has come and returns how
// many it closed. What is late is late before this runs: submits compare with
// closes_at themselves; closing fixes what there is.
func (s *Service) CloseDue(ctx context.Context) (int, error) {
	due, err := q.DueToClose(ctx, s.db)
	if err != nil {
		return 0, err
	}
	closed := 0
	var failed []error
	for _, d := range due {
		did, err := s.closeOne(ctx, d.ID, d.JobID, d.BuyerID)
		if did {
			closed++
		}
		failed = append(failed, err)
	}
	return closed, errors.Join(failed...)
}

func (s *Service) closeOne(ctx context.Context, id, jobID, owner uuid.UUID) (did bool, err error) {
	if s.Closing == nil {
		return false, fault.Unavailable.New("this process cannot close categories")
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		did = false
		job, err := dueJob(ctx, tx, jobID, owner)
		if err != nil {
			return err
		}
		c, err := dueCategory(ctx, tx, id, owner)
		if err != nil || c.Status != sourcing.Open {
			return err
		}
		now, err := pg.ClockOf(ctx, tx) // after the lock: every submit that came before is in
		if err != nil {
			return err
		}
		if now.Before(c.ClosesAt) {
			return nil // extended meanwhile
		}
		if _, err := boundKeys(ctx, tx, c); err != nil {
			return err
		}
		status, err := c.Do(sourcing.Close, sourcing.Facts{Now: now})
		if err != nil {
			return err
		}
		root, count, note, err := s.Closing.Root(ctx, tx, id, now)
		if err != nil {
			return err
		}
		nobody := count == 0 && len(c.Policy().Envelopes) > 0 // then there is nothing to open
		if nobody {
			c.Status = status
			if status, err = c.Do(sourcing.Fail, sourcing.Facts{Now: now}); err != nil {
				return err
			}
		}
		n := int32(count)
		err = q.CloseCategory(ctx, tx, sourcingdb.CloseCategoryParams{ID: id, BuyerID: owner, Status: string(status), ClosedAt: &now, ClosingRoot: root, ClosingCount: &n, ClosingNote: &note})
		if err != nil {
			return err
		}
		_, err = tell(ctx, tx, access.System, CategoryClosed, c, map[string]any{
			"job_id": c.Job, "closes_at": c.ClosesAt, "closed_at": now, "root": root})
		if err != nil {
			return err
		}
		if nobody {
			if _, err := tell(ctx, tx, access.System, CategoryFailed, c, map[string]any{"job_id": c.Job}); err != nil {
				return err
			}
		}
		did = true
		return closeJob(ctx, tx, access.System, job)
	})
	return did && err == nil, err
}

// remindedAtOnce is how many categories one round of reminders takes.
const remindedAtOnce = 100

// RemindDue says of the open categories that close within a day that they do,
// once for each closing, and returns of how many.
func (s *Service) RemindDue(ctx context.Context) (int, error) {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return 0, err
	}
	due, err := q.DueToRemind(ctx, s.db, now, now.Add(sourcing.ReminderAhead), remindedAtOnce)
	if err != nil {
		return 0, err
	}
	reminded := 0
	var failed []error
	for _, d := range due {
		did, err := s.remindOne(ctx, d.ID, d.BuyerID)
		if did {
			reminded++
		}
		failed = append(failed, err)
	}
	return reminded, errors.Join(failed...)
}

func (s *Service) remindOne(ctx context.Context, id, owner uuid.UUID) (did bool, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		did = false
		c, err := dueCategory(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil || !c.ClosesSoon(now) {
			return err // it was moved or cancelled meanwhile
		}
		n, err := q.InsertClosingReminder(ctx, tx, id, owner, c.ClosesAt, now)
		if err != nil || n == 0 {
			return err
		}
		changes, err := q.ClosingChanges(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if last := len(changes) - 1; last >= 0 && !c.Reminds(changes[last].MovedAt) {
			return nil
		}
		did = true
		_, err = tell(ctx, tx, access.System, CategoryClosing, c, Deadline{c.Job, c.ClosesAt})
		return err
	})
	return did && err == nil, err
}

// dueJob locks a job that the clock moves, whatever modules are on: what was
// promised to bidders happens.
func dueJob(ctx context.Context, tx pg.Tx, id, owner uuid.UUID) (sourcing.Job, error) {
	row, err := q.LockJob(ctx, tx, id, owner)
	if pg.NoRows(err) {
		err = sourcing.JobNotFound.New("")
	}
	return row.Domain(), err
}

// dueCategory is dueJob for a category.
func dueCategory(ctx context.Context, tx pg.Tx, id, owner uuid.UUID) (sourcing.Category, error) {
	row, err := q.LockCategory(ctx, tx, id, owner)
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	return row.Domain(), err
}
