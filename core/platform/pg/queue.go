package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A Queue collects statements that answer no rows and sends them in one round
// trip. It stands where a query wants its database; the zero Queue is empty.
type Queue struct{ batch pgx.Batch }

var errQueue = errors.New("pg: a queue holds statements without rows only")

// Exec queues a statement; its failure shows in Send.
func (q *Queue) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	q.batch.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

// Query is refused: what has an answer cannot wait.
func (q *Queue) Query(context.Context, string, ...any) (pgx.Rows, error) { return nil, errQueue }

// QueryRow is refused as Query is.
func (q *Queue) QueryRow(context.Context, string, ...any) pgx.Row { return refused{} }

type refused struct{}

func (refused) Scan(...any) error { return errQueue }

// Send runs what was queued, in its order, and returns the first failure.
func (q *Queue) Send(ctx context.Context, tx Tx) error {
	if q.batch.Len() == 0 {
		return nil
	}
	return tx.SendBatch(ctx, &q.batch).Close()
}
