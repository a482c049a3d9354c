package pgtest

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"zabuni.org/core/platform/migrations"
	"zabuni.org/core/platform/pg"
)

// At is a database with the schema of an earlier release, as its owner: that of the
// migration with this number. It goes when the test ends.
func At(t testing.TB, version int64) *pgxpool.Pool {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	ctx := context.Background() // t.Context ends before the clean-up
	name := "t_" + strconv.Itoa(os.Getpid()) + "_" + strconv.FormatInt(number.Add(1), 10)
	if _, err := s.admin.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		t.Fatal("pgtest: ", err)
	}
	t.Cleanup(func() {
		if _, err := s.admin.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error("pgtest: ", err)
		}
	})
	owner, err := pg.Open(ctx, s.dsn(name, ""), 2)
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	t.Cleanup(owner.Close)
	for Up(t, owner) < version {
	}
	return owner
}

// Up brings a database one migration further, as its owner, and returns its number;
// zero where there is no further one.
func Up(t testing.TB, owner *pgxpool.Pool) int64 {
	t.Helper()
	p := provider(t, owner)
	defer func() { _ = p.Close() }()
	if more, err := p.HasPending(t.Context()); err != nil || !more {
		if err != nil {
			t.Fatal("pgtest: ", err)
		}
		return 0
	}
	r, err := p.UpByOne(t.Context())
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	return r.Source.Version
}

// Down takes the latest migration of a database back, as its owner, and returns its number.
func Down(t testing.TB, owner *pgxpool.Pool) int64 {
	t.Helper()
	p := provider(t, owner)
	defer func() { _ = p.Close() }()
	r, err := p.Down(t.Context())
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	return r.Source.Version
}

func provider(t testing.TB, owner *pgxpool.Pool) *goose.Provider {
	t.Helper()
	p, err := goose.NewProvider(goose.DialectPostgres, stdlib.OpenDBFromPool(owner), migrations.FS)
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	return p
}
