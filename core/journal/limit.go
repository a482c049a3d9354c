package journal

import (
	"context"
	"math"
	"time"

	"zabuni.org/core/fault"
	"zabuni.org/core/pg"
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

// Forgive empties a bucket, after a success.
func Forgive(ctx context.Context, db pg.DB, bucket string) error {
	_, err := db.Exec(ctx, `DELETE FROM rate_limit WHERE bucket = $1`, bucket)
	return err
}
