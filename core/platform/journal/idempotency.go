package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// KeyReused is raised when an Idempotency-Key comes back with another request.
var KeyReused = fault.Declare(fault.KindConflict, "idempotency.reused", "This key was used for another request")

// Once runs fn at most once for a key of an actor and answers the first run's
// response to every repeat. An empty key always runs. Two repeats at the same
// moment wait for each other on the key's row.
func Once[T any](ctx context.Context, tx pg.Tx, a access.Actor, operation, key string, input any, fn func() (T, error)) (T, error) {
	var out T
	if key == "" {
		return fn()
	}
	raw, err := json.Marshal(input)
	if err != nil {
		return out, err
	}
	hash := sha256.Sum256(raw)
	tag, err := tx.Exec(ctx, `INSERT INTO idempotency (actor_id, operation, key, input_hash, response, created_at)
		VALUES ($1, $2, $3, $4, 'null', $5) ON CONFLICT DO NOTHING`, a.User, operation, key, hash[:], tx.Now)
	if err != nil {
		return out, err
	}
	if tag.RowsAffected() == 0 {
		var stored, response []byte
		err := tx.QueryRow(ctx, `SELECT input_hash, response FROM idempotency WHERE actor_id = $1 AND operation = $2 AND key = $3`,
			a.User, operation, key).Scan(&stored, &response)
		if err != nil {
			return out, err
		}
		if !bytes.Equal(stored, hash[:]) {
			return out, KeyReused.New("operation %s", operation)
		}
		return out, json.Unmarshal(response, &out)
	}
	if out, err = fn(); err != nil {
		return out, err
	}
	response, err := json.Marshal(out)
	if err != nil {
		return out, err
	}
	_, err = tx.Exec(ctx, `UPDATE idempotency SET response = $4 WHERE actor_id = $1 AND operation = $2 AND key = $3`,
		a.User, operation, key, response)
	return out, err
}
