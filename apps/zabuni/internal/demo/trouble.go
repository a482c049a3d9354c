//go:build demo

package demo

import (
	"context"

	"zabuni.org/core/platform/pg"
)

// Trouble leaves what an operator has to look after, for tests: an event that was
// given up and would go well now, one that never will, and the newest task failed.
func Trouble(ctx context.Context, db pg.DB) error {
	for _, sql := range []string{
		`INSERT INTO parked_message (consumer, message_id, subject, payload, error) VALUES
			('figures', gen_random_uuid()::text, 'zabuni.payment.order.paid', '{}', 'the database was away'),
			('contracts', gen_random_uuid()::text, 'zabuni.award.category.notified', '', 'half an event')`,
		`UPDATE task SET status = 'failed', error_code = 'task.abandoned', attempt = 5
			WHERE id = (SELECT id FROM task WHERE status = 'completed' ORDER BY created_at DESC LIMIT 1)`,
	} {
		if _, err := db.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}
