package pg

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Limits are what a pool that serves people keeps to; zero is none.
type Limits struct {
	Conns     int32
	Statement time.Duration // longest that one statement may take, then Postgres ends it
	Lock      time.Duration // longest that a statement waits for a lock
	Slow      time.Duration // a statement that takes longer is written to the log
	Log       *slog.Logger
}

type patienceKey struct{}

// Patiently lets statements take as long as d, and wait for a lock as long, where
// the pool's limits are less: for work that nobody waits for.
func Patiently(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, patienceKey{}, d)
}

// OpenLimited connects a pool that keeps to limits.
func OpenLimited(ctx context.Context, dsn string, l Limits) (*pgxpool.Pool, error) {
	return open(ctx, dsn, l.Conns, l.apply)
}

// apply lets each connection have the limits of whoever takes it out of the pool:
// they change with a statement of their own, sent only when they have to.
func (l Limits) apply(cfg *pgxpool.Config) {
	cfg.ConnConfig.RuntimeParams["statement_timeout"] = milliseconds(l.Statement)
	cfg.ConnConfig.RuntimeParams["lock_timeout"] = milliseconds(l.Lock)
	cfg.ConnConfig.Tracer = &tracer{slow: l.Slow, log: l.Log}
	const given = "zabuni.patience"
	cfg.PrepareConn = func(ctx context.Context, c *pgx.Conn) (bool, error) {
		wanted, _ := ctx.Value(patienceKey{}).(time.Duration)
		has, _ := c.PgConn().CustomData()[given].(time.Duration)
		if wanted == has {
			return true, nil
		}
		statement, lock := l.Statement, l.Lock
		if wanted > 0 {
			statement, lock = more(statement, wanted), more(lock, wanted)
		}
		// Two settings in one round trip; parameters of SET are words of its own.
		_, err := c.Exec(ctx, "SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false)", milliseconds(statement), milliseconds(lock))
		if err != nil {
			return false, err // another connection, or the caller's time is over
		}
		c.PgConn().CustomData()[given] = wanted
		return true, nil
	}
}

// more of two limits, of which zero is the largest.
func more(a, b time.Duration) time.Duration {
	if a == 0 || b == 0 {
		return 0
	}
	return max(a, b)
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
