package paymentsvc_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pgtest"
)

// counted writes down what is sent to the database.
type counted struct {
	mu   sync.Mutex
	sent []string
}

func (c *counted) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	first, _, _ := strings.Cut(strings.TrimPrefix(d.SQL, "-- name: "), "\n")
	c.sent = append(c.sent, first)
	return ctx
}

func (*counted) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// mostSettling is how many statements it takes to learn that an order is paid and to do all that follows from it.
const mostSettling = 22

// However many fees an order has, settling it sends as many statements.
func TestASettlementSendsAsManyStatementsForManyFees(t *testing.T) {
	ctx, b := setup(t)
	c := &counted{}
	pool := pgtest.Traced(t, b.db, c)
	b.svc = paymentsvc.New(pool, paymentsvc.Gateways{payment.Mpesa: b.mpesa}, "https://zabuni.test", slog.New(slog.DiscardHandler))
	var took [][]string
	for _, fees := range []int{1, 20} {
		b.actor = b.supplier()
		categories := make([]uuid.UUID, fees)
		for i := range categories {
			categories[i] = b.category("50", "KES")
		}
		o, charge := b.paying(ctx, categories...)
		b.mpesa.says(ref(charge), yes)
		b.advance(30 * time.Second)
		c.mu.Lock()
		c.sent = nil
		c.mu.Unlock()
		if n, err := b.svc.SettleDue(ctx); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		took = append(took, slices.Clone(c.sent))
		if got := b.order(ctx, o.ID); got.Status != payment.Completed {
			t.Fatal(got.Status)
		}
	}
	if len(took[0]) != len(took[1]) || len(took[0]) > mostSettling {
		t.Errorf("one fee takes %d statements, twenty %d, at most %d are wanted:\n%s", len(took[0]), len(took[1]), mostSettling, strings.Join(took[0], "\n"))
	}
}
