package outbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"zabuni.org/core/platform/pg"
)

func (c *Consumers) park(ctx context.Context, name string, m jetstream.Msg, e Event, cause error) {
	err := pg.InTx(ctx, c.DB, func(tx pg.Tx) error {
		first, err := note(ctx, tx, name, e.ID)
		if err != nil || !first { // it had its effect after all, and only the answer was lost
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO parked_message (consumer, message_id, subject, payload, error) VALUES ($1, $2, $3, $4, $5)`,
			name, e.ID, e.Subject, []byte(e.Payload), cause.Error())
		return err
	})
	if err != nil {
		_ = m.NakWithDelay(c.delay(maxTries))
		return
	}
	c.Log.ErrorContext(ctx, "event is parked", "consumer", name, "subject", e.Subject, "id", e.ID, "error", cause.Error())
	_ = m.Term()
}

// Again tries one parked message that somebody has asked for, and reports whether
// there was one. What goes well is parked no longer; what fails stays, with what
// it now says, and is not tried again by itself.
func (c *Consumers) Again(ctx context.Context, handlers map[string]Handler) (more bool, err error) {
	var (
		id   uuid.UUID
		name string
		e    Event
		fate error
	)
	err = pg.InTx(ctx, c.DB, func(tx pg.Tx) error {
		err := tx.QueryRow(ctx, `SELECT id, consumer, message_id, subject, payload FROM parked_message
			WHERE again_at IS NOT NULL ORDER BY again_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`).Scan(&id, &name, &e.ID, &e.Subject, &e.Payload)
		if pg.NoRows(err) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		if fate = c.anew(ctx, tx, handlers[name], e); fate != nil {
			return fate // with whatever it had done by then
		}
		_, err = tx.Exec(ctx, `DELETE FROM parked_message WHERE id = $1`, id)
		return err
	})
	if fate == nil {
		return more, err
	}
	if ctx.Err() != nil { // not its fault: we stop
		return false, nil
	}
	c.Log.Error("a parked event failed again", "consumer", name, "subject", e.Subject, "id", e.ID, "error", fate.Error())
	_, err = c.DB.Exec(ctx, `UPDATE parked_message SET error = $2, again_at = NULL WHERE id = $1`, id, fate.Error())
	return true, err
}

func (c *Consumers) anew(ctx context.Context, tx pg.Tx, h Handler, e Event) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if h == nil {
		return errors.New("there is no such consumer any more")
	}
	return h(ctx, tx, e)
}
