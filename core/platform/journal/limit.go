package journal

import (
	"context"
	"math"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// A Limit lets Burst events through at once and one more every Per.
type Limit struct {
	Burst int
	Per   time.Duration
}

// Take counts one event against a bucket. It returns fault.TooMany with
// retry_after in seconds when the bucket is full; a refused event is not
// counted. The bucket lives in the database, so it holds over restarts and replicas.
func Take(ctx context.Context, db pg.DB, bucket string, l Limit) error {
	var wait float64
	if err := db.QueryRow(ctx, `SELECT zabuni.take($1, $2, $3)`, bucket, float64(l.Burst), l.Per.Seconds()).Scan(&wait); err != nil {
		return err
	}
	if wait > 0 {
		return fault.TooMany.New("bucket is full").With("retry_after", int(math.Ceil(wait)))
	}
	return nil
}

// Full reports whether the next event of a bucket would be refused; it counts nothing.
func Full(ctx context.Context, db pg.DB, bucket string, l Limit) (bool, error) {
	var wait float64
	err := db.QueryRow(ctx, `SELECT zabuni.wait_of($1, $2, $3)`, bucket, float64(l.Burst), l.Per.Seconds()).Scan(&wait)
	return wait > 0, err
}

// Refund takes back one event: what was counted turned out to be fine.
func Refund(ctx context.Context, db pg.DB, bucket string) error {
	_, err := db.Exec(ctx, `UPDATE rate_limit SET level = greatest(0, level - 1) WHERE bucket = $1`, bucket)
	return err
}

// A Slowdown lets Free tries through at once and then makes each wait twice as
// long as the one before, up to Longest.
type Slowdown struct {
	Free    int
	Longest time.Duration
}

// Try counts one try against a bucket, or returns fault.TooMany with retry_after.
// The try is counted before it is judged, so that many at once gain nothing;
// Relent forgets them after a success.
func Try(ctx context.Context, db pg.DB, bucket string, s Slowdown) error {
	var wait float64
	if err := db.QueryRow(ctx, `SELECT zabuni.try($1, $2, $3)`, bucket, s.Free, s.Longest.Seconds()).Scan(&wait); err != nil {
		return err
	}
	if wait > 0 {
		return fault.TooMany.New("too soon").With("retry_after", int(math.Ceil(wait)))
	}
	return nil
}

// Relent forgets the tries of a bucket.
func Relent(ctx context.Context, db pg.DB, bucket string) error {
	_, err := db.Exec(ctx, `DELETE FROM slow_bucket WHERE bucket = $1`, bucket)
	return err
}

// Forgive empties a bucket, after a success.
func Forgive(ctx context.Context, db pg.DB, bucket string) error {
	_, err := db.Exec(ctx, `DELETE FROM rate_limit WHERE bucket = $1`, bucket)
	return err
}

// SweepLimits forgets buckets that have run empty: whoever asks about many names
// must not fill the database with them.
func SweepLimits(ctx context.Context, db pg.DB) error {
	const sweep = `WITH slow AS (DELETE FROM slow_bucket WHERE bucket IN (SELECT bucket FROM slow_bucket WHERE ends_at < zabuni.clock() LIMIT 10000))
		DELETE FROM rate_limit WHERE bucket IN (SELECT bucket FROM rate_limit WHERE ends_at < zabuni.clock() LIMIT 10000)`
	_, err := db.Exec(ctx, sweep)
	return err
}
