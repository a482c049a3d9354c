package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/pg"
	"zabuni.org/core/pgembed"
)

// databases are the pools of one database, one a role.
type databases struct {
	app, opener *pgxpool.Pool
	owner       string // address as the schema's owner
	stop        func()
}

const databaseName = "zabuni"

// openDatabase starts the packaged Postgres or takes the named one, migrates it
// and opens the pools.
func openDatabase(ctx context.Context, s settings, step func(string)) (_ *databases, err error) {
	d := &databases{stop: func() {}}
	defer func() {
		if err != nil {
			d.close()
		}
	}()
	owner, app, opener := s.MigrationURL, s.DatabaseURL, s.OpenerURL
	if app == "" {
		base, err := d.embedded(ctx, s)
		if err != nil {
			return nil, err
		}
		owner, app, opener = base, base+" user=zabuni_app", base+" user=zabuni_opener"
		step("Postgres")
	}
	if owner == "" {
		owner = app
	}
	if opener == "" {
		opener = app
	}
	d.owner = owner
	pool, err := pg.Open(ctx, owner, 2)
	if err != nil {
		return nil, err
	}
	err = prepare(ctx, pool)
	pool.Close()
	if err != nil {
		return nil, err
	}
	step("schema")
	if d.app, err = pg.Open(ctx, app, 0); err != nil {
		return nil, err
	}
	d.opener, err = pg.Open(ctx, opener, 2)
	return d, err
}

func prepare(ctx context.Context, pool *pgxpool.Pool) error {
	c, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Release()
	if err := pgembed.CheckText(ctx, c.Conn()); err != nil {
		return err
	}
	return pg.Migrate(ctx, pool)
}

// embedded starts the packaged Postgres and returns the address of its database.
func (d *databases) embedded(ctx context.Context, s settings) (string, error) {
	bin, err := pgembed.Find(".")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(s.Data, 0o755); err != nil {
		return "", err
	}
	log, err := os.OpenFile(filepath.Join(s.Data, "postgres.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	server, err := pgembed.Start(ctx, pgembed.Options{BinDir: bin, DataDir: filepath.Join(s.Data, "pg"), Log: log, Fast: s.TestClock})
	if err != nil {
		_ = log.Close()
		return "", err
	}
	d.stop = func() {
		grace, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		_ = server.Stop(grace)
		_ = log.Close()
	}
	conn, err := pgx.Connect(ctx, server.DSN)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	var made bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", databaseName).Scan(&made); err != nil {
		return "", err
	}
	if !made {
		if _, err := conn.Exec(ctx, "CREATE DATABASE "+databaseName); err != nil {
			return "", err
		}
	}
	return server.Database(databaseName), nil
}

func (d *databases) close() {
	for _, p := range []*pgxpool.Pool{d.app, d.opener} {
		if p != nil {
			p.Close()
		}
	}
	d.stop()
}

func migrate(ctx context.Context, s settings) error {
	d, err := openDatabase(ctx, s, func(what string) { fmt.Println(what, "ready") })
	if err != nil {
		return err
	}
	d.close()
	return nil
}
