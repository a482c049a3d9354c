package trial_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/beside"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

const (
	waitingOrders = 20_000 // each of a supplier of its own: one has one order at a time
	settledAtOnce = 160    // in a round
	claimedEach   = 10     // by one call
)

// waiting is a durable cluster with orders whose payers have paid, and nobody has asked yet.
type waiting struct {
	*desk
	left int
}

func newWaiting(b *testing.B) *waiting {
	b.Helper()
	h := openHouse(b)
	db := h.pool(database, "zabuni_app")
	s, err := openSite(h.keys(), db, h.pool(database, "zabuni_opener"))
	h.must(err)
	w := &waiting{desk: &desk{maker: &maker{site: s, ctx: h.ctx, db: db}, owner: h.pool(database, "")}}
	buyer, err := w.company("buyer", access.Buyer)
	h.must(err)
	job, err := w.Sourcing.CreateJob(w.ctx, buyer, buyer.Org, sourcing.JobForm{Activity: sourcing.Tender, Code: "T1", Title: "Water pumps"})
	h.must(err)
	orders, attempts := make([]uuid.UUID, waitingOrders), make([]uuid.UUID, 0, waitingOrders)
	for i := range orders {
		orders[i] = uuid.Must(uuid.NewV7())
	}
	for len(attempts) < waitingOrders { // the provider's word follows from the name
		if id := uuid.Must(uuid.NewV7()); !declined("ws_CO_" + id.String()) {
			attempts = append(attempts, id)
		}
	}
	w.left = waitingOrders
	for _, x := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO category (id, job_id, buyer_id, activity, number, reference, name, currency, bid_fee, opens_at, closes_at, status, created_at)
			SELECT gen_random_uuid(), j.id, j.buyer_id, j.activity, 'F1', 'F1', 'Reagents', 'KES', 500, j.created_at, j.created_at + interval '1 year', 'open', j.created_at FROM job j WHERE id = $1`, []any{job}},
		{`INSERT INTO company (id, kind, name, country, created_at) SELECT i, 'supplier', 'Company ' || i, 'KE', now() FROM unnest($1::uuid[]) i`, []any{orders}}, // the order has the name of its supplier
		{`INSERT INTO purchase_order (id, supplier_id, number, cart_code, currency, amount, status, created_by, created_at)
			SELECT i, i, 'ZB-' || i, i::text, 'KES', 500, 'processing', i, now() FROM unnest($1::uuid[]) i`, []any{orders}},
		{`INSERT INTO order_line (order_id, category_id, supplier_id, buyer_id, fee) SELECT i, c.id, i, c.buyer_id, 500 FROM unnest($1::uuid[]) i, category c`, []any{orders}},
		{`INSERT INTO payment_attempt (id, order_id, supplier_id, provider, token, provider_ref, merchant_ref, currency, amount, status, next_ask_at, created_at)
			SELECT a, o, o, 'mpesa', a::text, 'ws_CO_' || a, a::text, 'KES', 500, 'processing', now(), now() FROM unnest($1::uuid[], $2::uuid[]) u (o, a)`, []any{orders, attempts}},
	} {
		_, err := pgtest.Tamper(w.ctx, w.owner, x.sql, x.args...)
		h.must(err)
	}
	for _, sql := range []string{`CREATE TABLE floor_row (id uuid PRIMARY KEY, at timestamptz NOT NULL, body bytea NOT NULL)`, `VACUUM ANALYZE`} {
		_, err = w.owner.Exec(w.ctx, sql)
		h.must(err)
	}
	return w
}

// BenchmarkSettle: everybody has paid at once, and each is asked about, credited, given a receipt and told of, beside as
// many clients that insert one row each.
func BenchmarkSettle(b *testing.B) {
	w := newWaiting(b)
	body := make([]byte, 600)
	const rows = 4 * settledAtOnce
	beside.Floor(b, beside.Least(0.15), func() error {
		if w.left -= settledAtOnce; w.left < 0 {
			return fmt.Errorf("all %d orders are settled: more are wanted", waitingOrders)
		}
		return crowd(atOnce, settledAtOnce/claimedEach, func(int) error {
			n, err := w.Payments.SettleDue(w.ctx)
			if err == nil && n != claimedEach {
				err = fmt.Errorf("%d were asked about", n)
			}
			return err
		})
	}, settledAtOnce, func() error {
		return crowd(atOnce, rows, func(int) error {
			_, err := w.db.Exec(w.ctx, "INSERT INTO floor_row VALUES ($1, clock_timestamp(), $2)", uuid.New(), body)
			return err
		})
	}, rows)
	var done int
	if err := w.owner.QueryRow(w.ctx, `SELECT count(*) FROM purchase_order WHERE status = 'completed'`).Scan(&done); err != nil || done != waitingOrders-w.left {
		b.Fatalf("%d of %d are paid: %v", done, waitingOrders-w.left, err)
	}
}
