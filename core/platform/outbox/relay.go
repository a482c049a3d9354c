// Package outbox carries events from the transaction that made them to the
// consumers that act on them, so that each acts exactly once: the relay
// publishes what Postgres holds at least once, and a consumer notes every
// message in the transaction of its effect.
package outbox

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/platform/bus"
)

// Bell is rung after a commit that left events, to save the relay's next look.
const Bell = "outbox"

const (
	batch       = 500
	lookEvery   = time.Second
	publishWait = 10 * time.Second
)

// A Relay publishes the outbox. Any number may run: each takes rows that no
// other holds.
type Relay struct {
	DB  *pgxpool.Pool
	Bus *bus.Bus
	Log *slog.Logger

	source string             // names this database in message ids
	die    func(string) error // tests: a death at a named point
}

// Run publishes until ctx ends. What fails is tried again at the next look.
func (r *Relay) Run(ctx context.Context) error {
	rung, stop, err := r.Bus.Listen(Bell)
	if err != nil {
		return err
	}
	defer stop()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	failing := false
	for {
		n, err := r.once(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil && !failing { // said once, not every second of an outage
			r.Log.Error("the relay cannot publish", "error", err.Error())
		}
		if err == nil && failing {
			r.Log.Info("the relay publishes again")
		}
		failing = err != nil
		if err == nil && n == batch {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-rung:
		case <-look.C:
		}
	}
}

// once publishes one batch in the order of its ids and deletes it when the
// stream has acknowledged all of it. A death in between publishes again.
func (r *Relay) once(ctx context.Context) (int, error) {
	if r.source == "" {
		// two databases on one bus, or a new one on an old bus, count from 1 each
		const q = `SELECT to_hex(system_identifier) || '.' || d.oid FROM pg_control_system(), pg_database d WHERE datname = current_database()`
		if err := r.DB.QueryRow(ctx, q).Scan(&r.source); err != nil {
			return 0, fmt.Errorf("outbox: %w", err)
		}
	}
	n := 0
	err := pgx.BeginFunc(ctx, r.DB, func(tx pgx.Tx) error {
		// scope: system, the relay carries everybody's events
		rows, err := tx.Query(ctx, `SELECT id, subject, payload, trace FROM outbox ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`, batch)
		if err != nil {
			return err
		}
		var (
			ids      []int64
			messages []bus.Message
			id       int64
			m        bus.Message
		)
		_, err = pgx.ForEachRow(rows, []any{&id, &m.Subject, &m.Payload, &m.Trace}, func() error {
			m.ID = r.source + "." + strconv.FormatInt(id, 10)
			ids, messages = append(ids, id), append(messages, m)
			m.Payload = nil // the next row must not write into this one
			return nil
		})
		if n = len(ids); err != nil || n == 0 {
			return err
		}
		wait, cancel := context.WithTimeout(ctx, publishWait)
		defer cancel()
		if err := r.Bus.Publish(wait, messages...); err != nil {
			return err
		}
		if err := r.dies("published"); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM outbox WHERE id = ANY($1)`, ids)
		return err
	})
	if err != nil {
		return n, fmt.Errorf("outbox: %w", err)
	}
	return n, nil
}

func (r *Relay) dies(point string) error {
	if r.die == nil {
		return nil
	}
	return r.die(point)
}
