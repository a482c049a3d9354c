package pgtest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"zabuni.org/core/platform/pg"
)

// Do changes rows past the use cases, as a test's fixture does, with the entry of
// the log that every change of a kept row needs.
func Do(ctx context.Context, db pg.DB, sql string, args ...any) (tag pgconn.CommandTag, err error) {
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if tag, err = tx.Exec(ctx, sql, args...); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, action, object, object_id, detail)
			VALUES (zabuni.clock(), $1, 'Fixture', '', 'test.rows.set', 'test', $1, '{}')`, fixture)
		return err
	})
	return tag, err
}

// Tamper changes rows as somebody who owns the database and wants to leave no
// trace: as its owner, with no trigger on.
func Tamper(ctx context.Context, owner pg.DB, sql string, args ...any) (tag pgconn.CommandTag, err error) {
	err = pgx.BeginFunc(ctx, owner, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL session_replication_role = replica"); err != nil {
			return fmt.Errorf("tamper: %w", err)
		}
		tag, err = tx.Exec(ctx, sql, args...)
		return err
	})
	return tag, err
}

const fixture = "00000000-0000-7000-8000-00000000f1f1"
