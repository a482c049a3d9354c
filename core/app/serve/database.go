package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/app"
	"zabuni.org/core/config"
	"zabuni.org/core/platform/logs"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgembed"
)

// Databases are the pools of one database, one a role.
type Databases struct {
	App, Opener *pgxpool.Pool
	Owner       string // address as the schema's owner; empty where it is not known here
	stop        func()
}

// DatabaseName is the platform's database in the packaged Postgres.
const DatabaseName = "zabuni"

// Addresses are where one database is, one a role.
type Addresses struct{ App, Owner, Opener, Backup string }

// Locate returns the named database, or the packaged one: that which another
// program runs from the same folder, else one started here that ends with stop.
func Locate(ctx context.Context, s config.Settings, step func(string)) (_ Addresses, stop func(), err error) {
	if s.DatabaseURL != "" {
		a := Addresses{App: s.DatabaseURL, Owner: s.MigrationURL, Opener: s.OpenerURL, Backup: s.BackupURL}
		if a.Opener == "" {
			a.Opener = a.App
		}
		if a.Backup == "" {
			a.Backup = a.Owner
		}
		return a, func() {}, nil
	}
	base, running := pgembed.Running(PostgresDir(s), DatabaseName)
	if running {
		c, err := pgx.Connect(ctx, base)
		if running = err == nil; running {
			_ = c.Close(ctx)
		}
	}
	stop = func() {}
	if !running {
		if base, stop, err = packaged(ctx, s); err != nil {
			return Addresses{}, nil, err
		}
		step("Postgres")
	}
	return Addresses{App: base + " user=zabuni_app", Owner: base, Opener: base + " user=zabuni_opener", Backup: base}, stop, nil
}

// PostgresDir is the packaged Postgres's folder, FilesDir that of documents.
func PostgresDir(s config.Settings) string { return filepath.Join(s.Data, "pg") }

// FilesDir is the folder of documents, where no S3 keeps them.
func FilesDir(s config.Settings) string { return filepath.Join(s.Data, "files") }

// openDatabase finds the database, migrates it where the part does that, and
// opens the pools.
func openDatabase(ctx context.Context, s config.Settings, part Part, step func(string)) (_ *Databases, err error) {
	at, stop, err := Locate(ctx, s, step)
	if err != nil {
		return nil, err
	}
	d := &Databases{Owner: at.Owner, stop: stop}
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	if part.Migrates && at.Owner != "" {
		if err := migrate(ctx, at.Owner); err != nil {
			return nil, err
		}
		step("schema")
	}
	if part.AsApp {
		if d.App, err = pg.OpenLimited(ctx, at.App, limitsOf(s)); err != nil {
			return nil, err
		}
	}
	if part.Opens {
		if d.Opener, err = pg.OpenLimited(ctx, at.Opener, openersLimits(s)); err != nil {
			return nil, err
		}
	}
	if d.App == nil {
		d.App = d.Opener // the opener's process knows no other role
	}
	return d, pg.Current(ctx, d.App)
}

// limitsOf are those of the platform's role. Work that nobody waits for, and all
// that a worker does, may take longer: see [pg.Patiently].
func limitsOf(s config.Settings) pg.Limits {
	return pg.Limits{Conns: int32(s.Pool), Statement: s.Statement, Lock: s.Lock, Slow: s.Slow, Log: logs.Of(Logger(s), logs.SQL)}
}

// openersLimits give one statement of an opening as long as an opening may take.
func openersLimits(s config.Settings) pg.Limits {
	l := limitsOf(s)
	l.Conns, l.Statement = openerConns, openTime
	return l
}

const openerConns = 4

// Prepare brings the schema up to date, makes the keys that are missing and
// checks that those that are there belong to the database. It makes no opening
// key where the opener is a process of its own.
func Prepare(ctx context.Context, s config.Settings, step func(string)) error {
	if s.DatabaseURL != "" && s.MigrationURL == "" {
		return errors.New("MIGRATION_URL must name the database as the owner of its schema")
	}
	part := All(s)
	d, err := openDatabase(ctx, s, part, step)
	if err != nil {
		return err
	}
	defer d.Close()
	if _, err := openKeys(ctx, s.Keys, part, d.App); err != nil {
		return err
	}
	step("keys")
	return Welcome(ctx, s, app.New(app.Outside{DB: d.App}))
}

// Welcome sees to it that there are people who may do everything: parts of a
// deployment leave it to migrate, the all-in-one does it at its start.
func Welcome(ctx context.Context, s config.Settings, a *app.App) error {
	if err := a.Identity.KeepAdministrators(ctx); err != nil || s.First.Operator == "" {
		return err
	}
	if err := a.Identity.FirstOperator(ctx, s.First.Operator, s.First.Company, s.First.Country); err != nil {
		return fmt.Errorf("FIRST_OPERATOR: %w", err)
	}
	return nil
}

func migrate(ctx context.Context, owner string) error {
	pool, err := pg.Open(ctx, owner, 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	c, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	err = pgembed.CheckText(ctx, c.Conn())
	c.Release()
	if err != nil {
		return err
	}
	return pg.Migrate(ctx, pool)
}

// packaged starts the packaged Postgres and returns the address of its database.
func packaged(ctx context.Context, s config.Settings) (_ string, stop func(), err error) {
	bin, err := pgembed.Find(".")
	if err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(s.Data, 0o755); err != nil {
		return "", nil, err
	}
	log, err := os.OpenFile(filepath.Join(s.Data, "postgres.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return "", nil, err
	}
	server, end, err := keepPostgres(ctx, pgembed.Options{BinDir: bin, DataDir: PostgresDir(s), Log: log, Fast: s.TestClock})
	if err != nil {
		_ = log.Close()
		return "", nil, err
	}
	stop = func() {
		end()
		_ = log.Close()
	}
	defer func() {
		if err != nil {
			stop()
		}
	}()
	conn, err := pgx.Connect(ctx, server.DSN)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	var made bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", DatabaseName).Scan(&made); err != nil {
		return "", nil, err
	}
	if !made {
		if _, err := conn.Exec(ctx, "CREATE DATABASE "+DatabaseName); err != nil {
			return "", nil, err
		}
	}
	return server.Database(DatabaseName), stop, nil
}

// Close ends the pools, and the packaged Postgres where it was started here.
func (d *Databases) Close() {
	if d.App == d.Opener {
		d.Opener = nil
	}
	for _, p := range []*pgxpool.Pool{d.App, d.Opener} {
		if p != nil {
			p.Close()
		}
	}
	d.stop()
}
