// Package pgtest gives every test a database of its own, on a real Postgres with
// the real schema. ZABUNI_TEST_PG names a running cluster (withpg starts one for
// a whole run); without it each test binary starts its own, which ends with it.
package pgtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/migrations"
	"zabuni.org/core/platform/pg"
)

const (
	poolSize     = 8
	startTimeout = 2 * time.Minute
	templateLock = 72812 // advisory lock under which one of many test binaries makes the template
)

type server struct {
	admin    *pgxpool.Pool // of the maintenance database
	template string
}

var (
	shared = sync.OnceValues(open)
	number atomic.Int64
)

// appRole is as whom the platform runs: tests meet the same grants and row-level walls.
const appRole = "zabuni_app"

// New returns a pool of the platform's role on a fresh copy of the migrated
// database. It goes when the test ends.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	return s.fresh(t, s.template)
}

// A Frozen database is one that tests of this binary begin from.
type Frozen struct{ template string }

// Freeze keeps a test's database as it stands, for others to begin from. Nobody
// may be connected to it, so its pools have been closed by then.
func Freeze(t testing.TB, pool *pgxpool.Pool) Frozen {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	from := pool.Config().ConnConfig.Database
	f := Frozen{from + "_frozen"} // it goes with the cluster
	forgetMover(from)
	if err := s.clone(context.Background(), f.template, from); err != nil {
		t.Fatal("pgtest: ", err)
	}
	return f
}

// New returns a pool of the platform's role on a copy of the frozen database,
// which goes when the test ends.
func (f Frozen) New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	return s.fresh(t, f.template)
}

func (s *server) fresh(t testing.TB, template string) *pgxpool.Pool {
	t.Helper()
	ctx := context.Background() // t.Context ends before the clean-up
	name := "t_" + strconv.Itoa(os.Getpid()) + "_" + strconv.FormatInt(number.Add(1), 10)
	if err := s.clone(ctx, name, template); err != nil {
		t.Fatal("pgtest: ", err)
	}
	pool, err := pg.Open(ctx, s.dsn(name, appRole)+planning(t), poolSize)
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	t.Cleanup(func() {
		pool.Close()
		if _, err := s.admin.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error("pgtest: ", err)
		}
	})
	return pool
}

// planning of a test is done once for each statement: tables of a page have one plan, and to make it anew each time was
// most of what a test waited for. What is measured is planned as it is in the platform.
func planning(t testing.TB) string {
	if _, measured := t.(*testing.B); measured {
		return ""
	}
	return " plan_cache_mode=force_generic_plan"
}

func open() (*server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	dsn := os.Getenv("ZABUNI_TEST_PG")
	if dsn == "" {
		var err error
		if dsn, _, err = Cluster(ctx); err != nil { // the kernel stops it when this process ends
			return nil, err
		}
	}
	admin, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return nil, err
	}
	hash, err := fingerprint(migrations.FS)
	if err != nil {
		return nil, err
	}
	s := &server{admin, "zabuni_template_" + hash}
	return s, s.prepare(ctx)
}

// fingerprint names a template by what is in it, so that a cluster that outlives
// a change of the schema never hands out the old one.
func fingerprint(files fs.FS) (string, error) {
	h := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(files, path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(b), b)
		return err
	})
	return fmt.Sprintf("%x", h.Sum(nil)[:6]), err
}

// prepare makes the template, once a cluster.
func (s *server) prepare(ctx context.Context) error {
	c, err := s.admin.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Release()
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
		return err
	}
	defer func() { _, _ = c.Exec(ctx, "SELECT pg_advisory_unlock($1)", templateLock) }()
	var made bool
	if err := c.QueryRow(ctx, "SELECT coalesce(bool_or(datistemplate), false) FROM pg_database WHERE datname = $1", s.template).Scan(&made); err != nil || made {
		return err
	}
	// one that is there but not marked was left half-made
	if _, err := c.Exec(ctx, "DROP DATABASE IF EXISTS "+s.template+" WITH (FORCE)"); err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "CREATE DATABASE "+s.template); err != nil {
		return err
	}
	pool, err := pg.Open(ctx, s.dsn(s.template, ""), 2)
	if err != nil {
		return err
	}
	err = pg.Migrate(ctx, pool)
	pool.Close()
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, "ALTER DATABASE "+s.template+" IS_TEMPLATE true ALLOW_CONNECTIONS false")
	return err
}

// clone copies files: without fsync that is quicker than going through the log.
func (s *server) clone(ctx context.Context, name, template string) error {
	const busy = "55006" // a connection to the template is still on its way out
	for try := 1; ; try++ {
		_, err := s.admin.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template+" STRATEGY file_copy")
		var e *pgconn.PgError
		if try == 100 || !errors.As(err, &e) || e.Code != busy {
			return err
		}
		<-time.After(10 * time.Millisecond)
	}
}

// dsn is the address of another database of the same cluster, as a role or as
// the cluster's own user.
func (s *server) dsn(name, role string) string {
	c := s.admin.Config().ConnConfig
	if role == "" {
		role = c.User
	}
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace
	return fmt.Sprintf("host='%s' port=%d user='%s' password='%s' dbname='%s'",
		quote(c.Host), c.Port, quote(role), quote(c.Password), name)
}

// As returns a pool on the same database as another role: zabuni_opener, or ""
// for the owner, who may replace what the platform's role may not.
func As(t testing.TB, pool *pgxpool.Pool, role string) *pgxpool.Pool {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	other, err := pg.Open(context.Background(), s.dsn(pool.Config().ConnConfig.Database, role)+planning(t), 2)
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	t.Cleanup(other.Close)
	return other
}
