package tasksvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/internal/taskdb"
)

// A StuckTask is one of any company that failed, is tried again, or whose worker
// has gone silent. What it works on is its company's business and not told.
type StuckTask = taskdb.StuckTasksRow

// Stuck is one page of such tasks, newest first.
func (s *Service) Stuck(ctx context.Context, a access.Actor, after string, limit int) (page.Of[StuckTask], error) {
	if err := a.Staff(access.ManageDocuments); err != nil {
		return page.Of[StuckTask]{}, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[StuckTask]{}, err
	}
	rows, err := q.StuckTasks(ctx, s.db, c.At, c.ID, int32(limit+1))
	return page.Cut(rows, limit, func(t StuckTask) page.Cursor { return page.Cursor{At: t.CreatedAt, ID: t.ID} }), err
}

// DriveOn runs a task of any company again that failed or was cancelled, with the
// rights that whoever started it has then.
func (s *Service) DriveOn(ctx context.Context, a access.Actor, id uuid.UUID) error {
	if err := a.Staff(access.ManageDocuments); err != nil {
		return err
	}
	return s.restart(ctx, a, id, func(tx pg.Tx) (task.State, uuid.UUID, error) {
		r, err := q.LockAnyTask(ctx, tx, id)
		if pg.NoRows(err) {
			err = task.NotFound.New("")
		}
		return task.State(r.Status), r.CompanyID, err
	})
}

// CountStuck is how many there are, for the program itself.
func (s *Service) CountStuck(ctx context.Context) (int64, error) { return q.CountStuck(ctx, s.db) }

// A Tally is how many tasks there are of a kind in a state.
type Tally struct {
	Kind  task.Kind
	State task.State
	Tasks int64
}

// Tally counts all tasks, for the program itself. Kinds that this program does not
// know, of a release before or after it, are one.
func (s *Service) Tally(ctx context.Context) ([]Tally, error) {
	rows, err := q.Tally(ctx, s.db)
	counts := map[Tally]int64{}
	for _, r := range rows {
		kind := task.Kind("other")
		if _, known := s.kinds[r.Kind]; known {
			kind = task.Kind(r.Kind)
		}
		counts[Tally{Kind: kind, State: task.State(r.Status)}] += r.Tasks
	}
	out := make([]Tally, 0, len(counts))
	for t, n := range counts {
		t.Tasks = n
		out = append(out, t)
	}
	return out, err
}
