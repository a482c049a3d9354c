// Package journal writes what every mutation owes: its audit entry and its
// event, in the mutation's own transaction. It also keeps idempotency keys,
// rate limits and one-time tickets.
package journal

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/trace"
)

// An Entry says what happened to which object.
type Entry struct {
	Action   string    // past tense with its vertical: "sourcing.job.published"; also the event's subject
	Object   string    // kind of the object: "job"
	ObjectID uuid.UUID // the object
	Owner    uuid.UUID // company that may read the entry; Nil when only the operator may
	Detail   any       // a struct or map; never secrets, passwords or sealed values
}

// An Event is what the outbox carries to consumers.
type Event struct {
	Entry    int64           `json:"entry"` // number of the audit entry
	Action   string          `json:"action"`
	Object   string          `json:"object"`
	ObjectID uuid.UUID       `json:"object_id"`
	Owner    uuid.UUID       `json:"owner"`
	Actor    uuid.UUID       `json:"actor"`
	Detail   json.RawMessage `json:"detail"`
}

// Announce leaves an event without an audit entry: news of what is recorded
// elsewhere. tx is a transaction, or what is queued for one.
func Announce(ctx context.Context, tx interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}, e Event) error {
	payload, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("journal %s: %w", e.Action, err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO outbox (subject, payload, trace) VALUES ($1, $2, $3)`, "zabuni."+e.Action, payload, trace.Carry(ctx))
	return err
}

// Record writes the audit entry and the outbox event of one mutation and
// returns the entry's number.
func Record(ctx context.Context, tx pg.Tx, a access.Actor, e Entry) (int64, error) {
	if e.Detail == nil {
		e.Detail = struct{}{}
	}
	detail, err := json.Marshal(e.Detail)
	if err != nil {
		return 0, fmt.Errorf("journal %s: %w", e.Action, err)
	}
	var owner *uuid.UUID
	if e.Owner != uuid.Nil {
		owner = &e.Owner
	}
	// The entry's number is the database's to give, so it completes the event there; see Event.
	event, err := json.Marshal(Event{0, e.Action, e.Object, e.ObjectID, e.Owner, a.User, detail})
	if err != nil {
		return 0, fmt.Errorf("journal %s: %w", e.Action, err)
	}
	var n int64
	err = tx.QueryRow(ctx, `WITH e AS (
			INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, company_id, action, object, object_id, detail)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id)
		INSERT INTO outbox (subject, payload, trace) SELECT $10, $11::jsonb || jsonb_build_object('entry', e.id), $12 FROM e
		RETURNING (payload ->> 'entry')::bigint`,
		tx.Now, a.User, a.Name, string(a.Type), owner, e.Action, e.Object, e.ObjectID, detail, "zabuni."+e.Action, event, trace.Carry(ctx)).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("journal %s: %w", e.Action, err)
	}
	return n, nil
}
