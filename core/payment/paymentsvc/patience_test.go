package paymentsvc_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
)

// Who asks a provider lets go of it before the attempt is due again: never do two
// ask about the same attempt, however long the provider says nothing.
func TestAQuestionEndsBeforeTheNextOne(t *testing.T) {
	ctx, b := setup(t)
	_, c := b.paying(ctx, b.category("20", "KES"))
	b.advance(30 * time.Second)
	b.exec(`CREATE TABLE zabuni.clock_stopped AS SELECT zabuni.clock() AS at`)
	b.exec(`GRANT SELECT ON zabuni.clock_stopped TO zabuni_app`)
	b.exec(`CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM zabuni.clock_stopped'`)
	asked := false
	b.mpesa.query = func(ctx context.Context) {
		asked = true
		ends, bounded := ctx.Deadline()
		left := time.Until(ends)
		var claimed time.Duration
		err := b.owner.QueryRow(ctx, `SELECT next_ask_at - zabuni.clock() FROM payment_attempt WHERE id = $1`, c.Attempt).Scan(&claimed)
		if err != nil || !bounded || left >= claimed {
			t.Errorf("asks for %v (bounded: %v) what is asked again after %v, %v", left, bounded, claimed, err)
		}
	}
	if _, err := b.svc.SettleDue(ctx); err != nil || !asked {
		t.Fatal(asked, err)
	}
}

// What could not be looked up is not what is not there: nobody is told that an
// order is gone because the database was.
func TestAnOrderThatCannotBeReadIsNotGone(t *testing.T) {
	ctx, b := setup(t)
	o := b.ordered(ctx, b.category("20", "KES"))
	acts := map[string]func(context.Context, uuid.UUID) error{
		"Order":      func(ctx context.Context, id uuid.UUID) error { _, err := b.svc.Order(ctx, b.actor, id); return err },
		"PayByMpesa": func(ctx context.Context, id uuid.UUID) error { _, err := b.pay(ctx, id); return err },
	}
	for name, act := range acts {
		if err := act(ctx, uuid.Must(uuid.NewV7())); !errors.Is(err, payment.OrderNotFound) {
			t.Errorf("%s of none: %v", name, err)
		}
	}
	b.exec(`ALTER TABLE purchase_order RENAME TO purchase_order_away`)
	for name, act := range acts {
		if err := act(ctx, o.ID); err == nil || fault.As(err).Code != fault.Internal.New("").Code {
			t.Errorf("%s without its table: %v", name, err)
		}
	}
}
