// Package pg opens Postgres, migrates it and runs transactions.
package pg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"

	"zabuni.org/core/platform/migrations"
)

// DB is a pool in production and a transaction where use cases compose; use
// cases never know which.
type DB interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, src pgx.CopyFromSource) (int64, error)
}

// Tx is one transaction and the database's time at its start. A decision on a
// deadline asks ClockOf again, after the lock that it needs.
type Tx struct {
	pgx.Tx
	Now time.Time
}

const maxAttempts = 5

// InTx runs fn in a transaction, again when Postgres asks for it (serialization
// failure, deadlock). Inside a transaction it is a savepoint and never retries:
// only the outermost call may run twice.
func InTx(ctx context.Context, db DB, fn func(Tx) error) error {
	return inTx(ctx, db, readClock, fn)
}

// InPlannedTx is InTx for what many do at the same moment and asks by keys alone: its plans are made once by each
// connection, see [Planned].
func InPlannedTx(ctx context.Context, db DB, fn func(Tx) error) error {
	return inTx(ctx, db, readClock+" FROM set_config('plan_cache_mode', 'force_generic_plan', true)", fn)
}

const readClock = "SELECT zabuni.clock()"

func inTx(ctx context.Context, db DB, begin string, fn func(Tx) error) error {
	_, nested := db.(pgx.Tx)
	for attempt := 1; ; attempt++ {
		err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
			var now time.Time
			if err := tx.QueryRow(ctx, begin).Scan(&now); err != nil {
				return err
			}
			return fn(Tx{tx, now.UTC()})
		})
		if !nested && attempt < maxAttempts && retryable(err) {
			continue
		}
		return err
	}
}

func retryable(err error) bool {
	code := codeOf(err)
	return code == "40001" || code == "40P01"
}

// codeOf is what Postgres calls an error, or nothing.
func codeOf(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// ClockOf reads the platform's one clock, to the microsecond.
func ClockOf(ctx context.Context, db DB) (time.Time, error) {
	var now time.Time
	err := db.QueryRow(ctx, readClock).Scan(&now)
	return now.UTC(), err
}

// Open connects a pool. Plans are made for the actual parameters: a generic
// plan of an optional filter read 390 times more pages (design, go.md 3), unless the
// address says otherwise. It keeps to no limits: see [OpenLimited].
func Open(ctx context.Context, dsn string, maxConns int32) (*pgxpool.Pool, error) {
	return open(ctx, dsn, maxConns, func(*pgxpool.Config) {})
}

func open(ctx context.Context, dsn string, maxConns int32, more func(*pgxpool.Config)) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	if maxConns > 0 {
		cfg.MaxConns = maxConns
	}
	if cfg.ConnConfig.RuntimeParams["plan_cache_mode"] == "" {
		cfg.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_custom_plan"
	}
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	// Without this a role named like a schema would create its tables there.
	cfg.ConnConfig.RuntimeParams["search_path"] = "public"
	cfg.ConnConfig.RuntimeParams["application_name"] = "zabuni"
	// Without this every id travels as text.
	cfg.AfterConnect = func(_ context.Context, c *pgx.Conn) error {
		pgxuuid.Register(c.TypeMap())
		return nil
	}
	more(cfg)
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("database: %w", err)
	}
	return pool, nil
}

// Migrate brings the schema up to date. A session lock lets replicas start together.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	db := stdlib.OpenDBFromPool(pool)
	defer func() { _ = db.Close() }()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120)) // poll every second, two minutes
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, migrations.FS, goose.WithSessionLocker(locker))
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// Current fails where the schema is older than this program.
func Current(ctx context.Context, db DB) error {
	want, err := newestMigration()
	if err != nil {
		return err
	}
	var have int64
	if err := db.QueryRow(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&have); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if have < want {
		return fmt.Errorf("the schema is at version %d and this program needs %d: run zabuni migrate", have, want)
	}
	return nil
}

// newestMigration is the version of the schema that this program was made for.
var newestMigration = sync.OnceValues(func() (newest int64, err error) {
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		return 0, fmt.Errorf("migrations: %w", err)
	}
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return 0, fmt.Errorf("migrations: %w", err)
		}
		newest = max(newest, version)
	}
	return newest, nil
})

// Constraint returns the name of the constraint that err violates, or "".
func Constraint(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.ConstraintName
	}
	return ""
}

// NoRows reports whether a query for one row found none.
func NoRows(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// OrNil turns the empty value of an optional filter into SQL's NULL.
func OrNil[T ~string](v T) *string {
	if v == "" {
		return nil
	}
	s := string(v)
	return &s
}

// Alone is the value of a list of one, as an optional filter; nil of any other.
func Alone[T ~string](values []T) *string {
	if len(values) != 1 {
		return nil
	}
	return OrNil(values[0])
}

// Some is a list as a filter that empty narrows nothing: never SQL's NULL.
func Some[T any](values []T) []T {
	if values == nil {
		return []T{}
	}
	return values
}

// Sought is what somebody searches for, as an optional filter of LIKE: every sign
// means itself, 50% is no wildcard, and what no column can hold is left out.
// Nothing typed is SQL's NULL.
func Sought(typed string) *string {
	return OrNil(Like(typed))
}

// Like is what somebody typed as part of a pattern: its signs stand for themselves.
func Like(typed string) string { return likeSigns.Replace(Plain(typed)) }

// Plain is what somebody typed without what no column can hold.
func Plain(typed string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(typed, ""), "\x00", "")
}

var likeSigns = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// Savepoint runs fn so that its failure leaves the transaction usable.
func Savepoint(ctx context.Context, tx Tx, fn func(Tx) error) error {
	return pgx.BeginFunc(ctx, tx.Tx, func(inner pgx.Tx) error { return fn(Tx{inner, tx.Now}) })
}
