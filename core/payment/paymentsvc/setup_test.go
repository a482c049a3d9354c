package paymentsvc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pgtest"
)

// provider is M-Pesa as the tests want it: what it answers is written into it.
// Callbacks are read by the true client.
type provider struct {
	*mpesa.Client
	mu       sync.Mutex
	charges  []payment.Charge
	results  map[string]payment.Result // by reference; absent: waiting
	initiate func(payment.Charge) (payment.Accepted, error)
	query    func(context.Context) // hears each question
	asked    int
}

func (p *provider) Initiate(_ context.Context, c payment.Charge) (payment.Accepted, error) {
	p.mu.Lock()
	p.charges = append(p.charges, c)
	answer := p.initiate
	p.mu.Unlock()
	if answer != nil {
		return answer(c)
	}
	return payment.Accepted{Ref: ref(c)}, nil
}

func (p *provider) Query(ctx context.Context, c payment.Charge) (payment.Result, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked++
	if p.query != nil {
		p.query(ctx)
	}
	return p.results[c.Ref], nil
}

func ref(c payment.Charge) string { return "ws_CO_" + c.Attempt.String() }

func (p *provider) last(t *testing.T) payment.Charge {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.charges) == 0 {
		t.Fatal("nothing was asked of the provider")
	}
	return p.charges[len(p.charges)-1]
}

func (p *provider) says(ref string, r payment.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.results[ref] = r
}

var (
	yes       = payment.Result{Outcome: payment.Paid, Code: "0"}
	cancelled = payment.Result{Outcome: payment.NotPaid, Reason: payment.ByPayer, Code: "1032"}
)

type bundle struct {
	t     testing.TB
	db    *pgxpool.Pool
	owner *pgxpool.Pool
	svc   *paymentsvc.Service
	mpesa *provider
	actor access.Actor // of a supplier who may pay
	buyer uuid.UUID
	job   uuid.UUID
}

// clock is the platform's clock with an offset that tests move.
const clock = `
CREATE TABLE zabuni.clock_offset (by interval NOT NULL);
INSERT INTO zabuni.clock_offset VALUES ('0');
GRANT SELECT ON zabuni.clock_offset TO zabuni_app;
CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() + by FROM zabuni.clock_offset $$;`

func setup(t *testing.T) (context.Context, *bundle) {
	t.Helper()
	t.Parallel()
	client, err := mpesa.New(mpesa.Options{BaseURL: "http://127.0.0.1:1", Key: "k", Secret: "s", Shortcode: "174379", Passkey: "p", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	b := &bundle{t: t, db: pgtest.New(t), mpesa: &provider{Client: client, results: map[string]payment.Result{}}}
	b.owner = pgtest.As(t, b.db, "")
	b.exec(clock)
	b.svc = paymentsvc.New(b.db, paymentsvc.Gateways{payment.Mpesa: b.mpesa}, "https://zabuni.test", slog.New(slog.DiscardHandler))
	b.buyer = b.company("buyer")
	b.actor = b.supplier()
	account := uuid.Must(uuid.NewV7())
	b.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
		VALUES ($1, $2, 'buyer', $1::uuid::text || '@buyer.test', 'Amina', 'Otieno', 'active', now())`, account, b.buyer)
	b.job = uuid.Must(uuid.NewV7())
	b.exec(`INSERT INTO job (id, buyer_id, activity, reference, code, title, regime, timezone, status, owner_id, created_at)
		VALUES ($1, $2, 'tender', $1::uuid::text, $1::uuid::text, 'Laboratory supplies', 'private-default', 'Africa/Nairobi', 'published', $3, now())`, b.job, b.buyer, account)
	return t.Context(), b
}

func (b *bundle) exec(sql string, args ...any) {
	b.t.Helper()
	if _, err := pgtest.Do(b.t.Context(), b.owner, sql, args...); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bundle) company(kind string) uuid.UUID {
	id := uuid.Must(uuid.NewV7())
	b.exec(`INSERT INTO company (id, kind, name, country, created_at) VALUES ($1, $2, $1::uuid::text, 'KE', now())`, id, kind)
	return id
}

func (b *bundle) supplier() access.Actor {
	return access.Actor{User: uuid.Must(uuid.NewV7()), Org: b.company("supplier"), Type: access.Supplier, Name: "Peter", Privileges: []access.Privilege{access.MakePayments, access.ManageTender}}
}

// category makes an open category that costs fee.
func (b *bundle) category(fee, currency string) uuid.UUID {
	id := uuid.Must(uuid.NewV7())
	b.exec(`INSERT INTO category (id, job_id, buyer_id, activity, number, reference, name, currency, bid_fee, opens_at, closes_at, status, created_at)
		VALUES ($1, $2, $3, 'tender', $1::uuid::text, $1::uuid::text, 'Reagents ' || $1::uuid::text, $4, $5::text::numeric, zabuni.clock() - interval '1 hour', zabuni.clock() + interval '30 days', 'open', zabuni.clock())`,
		id, b.job, b.buyer, currency, fee)
	return id
}

func (b *bundle) advance(d time.Duration) { b.exec(`UPDATE zabuni.clock_offset SET by = by + $1`, d) }

func (b *bundle) add(ctx context.Context, categories ...uuid.UUID) {
	b.t.Helper()
	for _, c := range categories {
		if _, err := b.svc.AddToCart(ctx, b.actor, c); err != nil {
			b.t.Fatal(err)
		}
	}
}

// ordered is an order of categories.
func (b *bundle) ordered(ctx context.Context, categories ...uuid.UUID) paymentsvc.Order {
	b.t.Helper()
	b.add(ctx, categories...)
	o, err := b.svc.Checkout(ctx, b.actor, uuid.NewString())
	if err != nil {
		b.t.Fatal(err)
	}
	return o
}

func (b *bundle) pay(ctx context.Context, order uuid.UUID) (paymentsvc.Order, error) {
	return b.svc.PayByMpesa(ctx, b.actor, paymentsvc.Pay{Order: order, Phone: "254701234567", Key: uuid.NewString()})
}

// paying is an order whose prompt is on the phone.
func (b *bundle) paying(ctx context.Context, categories ...uuid.UUID) (paymentsvc.Order, payment.Charge) {
	b.t.Helper()
	o := b.ordered(ctx, categories...)
	b.again(ctx, o.ID)
	return o, b.mpesa.last(b.t.(*testing.T))
}

func (b *bundle) again(ctx context.Context, order uuid.UUID) {
	b.t.Helper()
	if o, err := b.pay(ctx, order); err != nil || o.Status != payment.Processing {
		b.t.Fatal(o.Status, err)
	}
}

// settle lets the time of the next question come, and asks.
func (b *bundle) settle(ctx context.Context) {
	b.t.Helper()
	b.advance(30 * time.Second)
	if _, err := b.svc.SettleDue(ctx); err != nil {
		b.t.Fatal(err)
	}
}

// unlocked reports whether a category counts as paid: it is not sold a second time.
func (b *bundle) unlocked(ctx context.Context, category uuid.UUID) bool {
	b.t.Helper()
	_, err := b.svc.AddToCart(ctx, b.actor, category)
	if err != nil && !errors.Is(err, payment.AlreadyPaid) {
		b.t.Fatal(err)
	}
	return err != nil
}

func (b *bundle) order(ctx context.Context, id uuid.UUID) paymentsvc.Order {
	b.t.Helper()
	o, err := b.svc.Order(ctx, b.actor, id)
	if err != nil {
		b.t.Fatal(err)
	}
	return o
}

func (b *bundle) expect(ctx context.Context, id uuid.UUID, order, attempt payment.State, reason payment.Reason) {
	b.t.Helper()
	o := b.order(ctx, id)
	if o.Status != order || o.Attempt == nil || o.Attempt.Status != attempt || o.Attempt.Reason != reason {
		b.t.Fatalf("order %s, attempt %+v; want %s, %s %q", o.Status, o.Attempt, order, attempt, reason)
	}
	b.listedAlike(ctx, o)
	b.audit()
}

// listedAlike expects that every list tells of an order what the order tells of itself.
func (b *bundle) listedAlike(ctx context.Context, o paymentsvc.Order) {
	b.t.Helper()
	mine, err := b.svc.MyPayments(ctx, b.actor, paymentsvc.Filter{}, "", 100)
	if err != nil {
		b.t.Fatal(err)
	}
	desk := access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	all, err := b.svc.Payments(ctx, desk, paymentsvc.Filter{Search: o.Number}, "", 100)
	if err != nil {
		b.t.Fatal(err)
	}
	type told struct {
		number, amount, receipt, payer string
		status, attempt                payment.State
		provider                       payment.Provider
		reason                         payment.Reason
		paid                           bool
	}
	for _, list := range []struct {
		items []paymentsvc.Payment
		payer string
	}{{mine.Items, ""}, {all.Items, o.Attempt.Payer}} { // the operator's alone names the payer
		want := told{
			number:   o.Number,
			amount:   o.Amount.String(),
			receipt:  o.Attempt.Receipt,
			payer:    list.payer,
			status:   o.Status,
			attempt:  o.Attempt.Status,
			provider: o.Attempt.Provider,
			reason:   o.Attempt.Reason,
			paid:     o.PaidAt != nil,
		}
		i := slices.IndexFunc(list.items, func(p paymentsvc.Payment) bool { return p.ID == o.ID })
		if i < 0 {
			b.t.Fatalf("order %s is in no list of %d", o.Number, len(list.items))
		}
		p := list.items[i]
		got := told{
			number:   p.Number,
			amount:   p.Amount.String(),
			receipt:  p.Receipt,
			payer:    p.Payer,
			status:   p.Status,
			attempt:  p.Attempt,
			provider: p.Provider,
			reason:   p.Reason,
			paid:     p.PaidAt != nil,
		}
		if got != want || p.PaidAt != nil && !p.PaidAt.Equal(*o.PaidAt) {
			b.t.Fatalf("listed as %+v, want %+v", got, want)
		}
	}
}

// audit holds what must be true at any moment.
func (b *bundle) audit() {
	b.t.Helper()
	for what, sql := range map[string]string{
		"a transfer does not sum to zero": `SELECT count(*) FROM (SELECT FROM ledger_entry GROUP BY transfer_id, currency HAVING sum(amount) <> 0) x`,
		"an order is credited twice":      `SELECT count(*) FROM (SELECT FROM ledger_entry WHERE amount < 0 AND account LIKE 'buyer:%' AND movement NOT IN ('undo', 'reversal_won') GROUP BY order_id, account, category_id HAVING sum(amount) <> 0 AND count(*) > 1) x`,
		"completed and credited differ": `SELECT count(*) FROM purchase_order o WHERE (o.status = 'completed' AND o.amount > 0)
			<> (o.amount > 0 AND o.amount = coalesce((SELECT -sum(e.amount) FROM ledger_entry e
				WHERE e.order_id = o.id AND e.account LIKE 'buyer:%' AND e.movement NOT IN ('reversal', 'reversal_won', 'undo', 'refund')), 0))`,
		// What a provider holds of an attempt is the buyers' if it paid, in suspense if a person looks at it or only a part
		// went back, and nobody's once all of it has gone back.
		"an account of an attempt is not what its state says": `SELECT count(*) FROM payment_attempt a
			LEFT JOIN payment_gone r ON r.attempt_id = a.id
			CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount) FILTER (WHERE account LIKE 'provider:%'), 0) AS held,
				coalesce(sum(e.amount) FILTER (WHERE account = 'suspense'), 0) AS waits,
				coalesce(sum(e.amount) FILTER (WHERE account LIKE 'buyer:%'), 0) AS given,
				EXISTS (SELECT FROM payment_refund f WHERE f.attempt_id = a.id AND f.asked_at < r.at AND NOT (f.status IN ('failed', 'refused') AND coalesce(f.finished_at, f.decided_at) <= r.at)) AS touched FROM ledger_entry e WHERE e.attempt_id = a.id AND part NOT IN (SELECT r.id::text || x FROM payment_refund r, unnest(ARRAY['', '/out'] || (SELECT array_agg('/' || l.category_id::text) FROM payment_refund_line l WHERE l.refund_id = r.id)) x)) s
			WHERE s.held + s.waits + s.given <> 0
				OR s.given <> CASE WHEN a.status = 'completed' AND (r.amount IS DISTINCT FROM a.amount OR s.touched) THEN -a.amount ELSE 0 END
				OR a.status = 'completed' AND s.waits <> CASE WHEN r.amount <> a.amount OR r.amount > 0 AND s.touched THEN r.amount ELSE 0 END
				OR a.status NOT IN ('completed', 'review', 'dismissed') AND s.held <> 0`,
		"what is owed to payers is not what their refunds say": `SELECT count(*) FROM payment_refund r
			CROSS JOIN LATERAL (SELECT coalesce(-sum(e.amount) FILTER (WHERE e.account LIKE 'refunds:%'), 0) AS owed,
				coalesce(sum(e.amount) FILTER (WHERE e.account LIKE 'buyer:%'), 0) AS given,
				coalesce(-sum(e.amount) FILTER (WHERE e.account = 'outgoing' OR e.account LIKE 'provider:%'), 0) AS out
				FROM ledger_entry e WHERE e.part = r.id::text OR e.part LIKE r.id::text || '/%') s
			WHERE s.owed <> CASE WHEN r.status IN ('approved', 'sent') THEN r.amount ELSE 0 END
				OR s.given <> CASE WHEN r.status IN ('approved', 'sent', 'done') THEN r.amount ELSE 0 END
				OR s.out <> CASE WHEN r.status = 'done' THEN r.amount ELSE 0 END
				OR r.amount <> (SELECT sum(l.amount) FROM payment_refund_line l WHERE l.refund_id = r.id)`,
		"more went back than was paid": `SELECT count(*) FROM (SELECT FROM payment_refund r JOIN purchase_order o ON o.id = r.order_id
			WHERE r.status NOT IN ('refused', 'failed') GROUP BY o.id HAVING sum(r.amount) > o.amount) x`,
		"an order has two completed attempts": `SELECT count(*) FROM (SELECT FROM payment_attempt WHERE status = 'completed' GROUP BY order_id HAVING count(*) > 1) x`,
		"a category was paid twice": `SELECT count(*) FROM (SELECT FROM order_line l JOIN purchase_order o ON o.id = l.order_id WHERE o.status = 'completed'
			GROUP BY l.supplier_id, l.category_id HAVING count(*) > 1) x`,
		"what was paid and its receipts differ": `SELECT count(*) FROM purchase_order o WHERE CASE WHEN o.status = 'completed' THEN o.amount ELSE 0 END
			<> coalesce((SELECT sum(p.amount) FROM payment_paper p WHERE p.order_id = o.id AND p.kind = 'receipt'), 0)`,
		"what went back and its credit notes differ": `SELECT count(*) FROM payment_refund r WHERE CASE WHEN r.status = 'done' THEN r.amount ELSE 0 END
			<> coalesce((SELECT sum(p.amount) FROM payment_paper p WHERE p.refund_id = r.id), 0)`,
		"a number of a country's papers is missing": `SELECT count(*) FROM (SELECT country, count(*) AS n, max(split_part(number, '-', 2)::bigint) AS last FROM payment_paper GROUP BY country) p
			FULL JOIN payment_series s USING (country) WHERE p.n IS DISTINCT FROM s.last OR p.last IS DISTINCT FROM s.last`,
		"completions and events differ": `SELECT abs((SELECT count(*) FROM purchase_order WHERE status = 'completed')
			- (SELECT count(*) FROM outbox WHERE subject = 'zabuni.payment.order.completed'))`,
	} {
		if n := b.count(sql); n != 0 {
			b.t.Fatalf("%s: %d", what, n)
		}
	}
}

func (b *bundle) count(sql string, args ...any) int {
	b.t.Helper()
	var n int
	if err := b.owner.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

func is(t *testing.T, err error, want *fault.Def) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %s", err, want.Code)
	}
}

// token is the secret of a charge's callback address.
func token(c payment.Charge) string {
	return c.CallbackURL[len("https://zabuni.test/api/supplier/hooks/mpesa/"):]
}

// callback is Daraja's word on a charge; amount below zero: it failed.
func callback(ref, receipt string, amount int64) []byte {
	call := map[string]any{"MerchantRequestID": "29115-1-1", "CheckoutRequestID": ref, "ResultCode": 1032, "ResultDesc": "Request cancelled by user"}
	if amount >= 0 {
		call["ResultCode"] = 0
		call["CallbackMetadata"] = map[string]any{"Item": []any{
			map[string]any{"Name": "Amount", "Value": json.RawMessage(fmt.Sprintf("%d.00", amount))},
			map[string]any{"Name": "MpesaReceiptNumber", "Value": receipt},
			map[string]any{"Name": "Balance"},
		}}
	}
	raw, _ := json.Marshal(map[string]any{"Body": map[string]any{"stkCallback": call}})
	return raw
}

func (b *bundle) hear(ctx context.Context, token string, body []byte) {
	b.t.Helper()
	if err := b.svc.Hear(ctx, payment.Mpesa, message(token, body), "196.201.214.200"); err != nil {
		b.t.Fatal(err)
	}
}

// message is a callback as it comes.
func message(token string, body []byte) payment.Message {
	return payment.Message{Method: "POST", Token: token, Body: body}
}

// anew is the same word in another message.
func anew(body []byte, i int) []byte { return append(slices.Clone(body), strings.Repeat(" ", i)...) }

func (b *bundle) verdicts() string {
	b.t.Helper()
	var s string
	err := b.owner.QueryRow(context.Background(), `SELECT coalesce(string_agg(verdict, ' ' ORDER BY id), '') FROM payment_callback`).Scan(&s)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// paid tells what bidding hears of a category.
func (b *bundle) paid(ctx context.Context, category uuid.UUID) bool {
	b.t.Helper()
	f, err := entrysvc.One(ctx, b.db, b.actor, category)
	if err != nil {
		b.t.Fatal(err)
	}
	return f.Paid
}
