package paymentsvc_test

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/beside"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// ledgers is the platform at the size at which payments are measured. Its rows are written past the triggers: nothing of
// the log is measured here.
type ledgers struct {
	b     *testing.B
	db    *pgxpool.Pool
	owner *pgxpool.Pool
	svc   *paymentsvc.Service
	clerk access.Actor
	buyer uuid.UUID
}

func newLedgers(b *testing.B) *ledgers {
	b.Helper()
	l := &ledgers{b: b, db: pgtest.New(b), buyer: uuid.Must(uuid.NewV7())}
	l.owner = pgtest.As(b, l.db, "")
	accounts, err := bank.New(bank.Options{Accounts: "KES|Zabuni Ltd|KCB Bank|Moi Avenue|118 023 4567|KCBLKENX"})
	l.must(err)
	store, err := document.OpenFolder(b.TempDir())
	l.must(err)
	l.svc = paymentsvc.New(l.db, paymentsvc.Gateways{payment.Bank: accounts}, "https://zabuni.test", slog.New(slog.DiscardHandler)).
		With(paymentsvc.Desk{Documents: documentsvc.New(l.db, store)})
	l.clerk = access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: access.Operator, Name: "Clerk", Privileges: access.Titles[access.Operator]}
	l.tamper(`INSERT INTO company (id, kind, name, country, created_at) VALUES ($1, 'buyer', 'Hospital', 'KE', now()), ($2, 'operator', 'Zabuni', 'KE', now())`, l.buyer, l.clerk.Org)
	l.tamper(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
		VALUES ($1, $2, 'qed', 'clerk@zabuni.test', 'Grace', 'Wanjiru', 'active', now())`, l.clerk.User, l.clerk.Org)
	job := uuid.Must(uuid.NewV7())
	l.tamper(`INSERT INTO job (id, buyer_id, activity, reference, code, title, regime, timezone, status, owner_id, created_at)
		VALUES ($1, $2, 'tender', 'R1', 'R1', 'Laboratory supplies', 'private-default', 'Africa/Nairobi', 'published', $3, now())`, job, l.buyer, l.clerk.User)
	l.tamper(`INSERT INTO category (id, job_id, buyer_id, activity, number, reference, name, currency, bid_fee, opens_at, closes_at, status, created_at)
		SELECT ('00000000-0000-7000-8000-0000000000' || lpad(to_hex(n), 2, '0'))::uuid, $1, $2, 'tender', 'F' || n, 'F' || n, 'Reagents of lot ' || n, 'KES', 500, now() - interval '1 hour', now() + interval '30 days', 'open', now()
		FROM generate_series(0, 99) n`, job, l.buyer)
	return l
}

func (l *ledgers) must(err error) {
	l.b.Helper()
	if err != nil {
		l.b.Fatal(err)
	}
}

func (l *ledgers) tamper(sql string, args ...any) {
	l.b.Helper()
	if _, err := pgtest.Tamper(l.b.Context(), l.owner, sql, args...); err != nil {
		l.b.Fatalf("%s: %v", sql, err)
	}
}

const (
	openOrders   = 200_000
	matchedLines = 10_000
	theAccount   = "kes-1180234567"
)

// BenchmarkMatching: whose each of ten thousand lines is, among two hundred thousand orders that wait, beside writing the
// same lines down. Seven in ten name an order, one with another amount; two name nobody but their payer, one nobody.
func BenchmarkMatching(b *testing.B) {
	l := newLedgers(b)
	ctx, r := b.Context(), rand.New(rand.NewPCG(11, 12))
	ids, numbers, amounts := make([]uuid.UUID, openOrders), make([]string, openOrders), make([]int64, openOrders)
	taken := map[string]bool{}
	for i := range ids {
		ids[i], amounts[i] = uuid.Must(uuid.NewV7()), 500+100*int64(i%40)
		for numbers[i] == "" || taken[numbers[i]] {
			numbers[i] = payment.Number(r.Uint64())
		}
		taken[numbers[i]] = true
	}
	l.tamper(`INSERT INTO company (id, kind, name, country, created_at) SELECT i, 'supplier', 'Supplier ' || k || ' Ltd', 'KE', now() FROM unnest($1::uuid[]) WITH ORDINALITY u (i, k)`, ids)
	l.tamper(`INSERT INTO purchase_order (id, supplier_id, number, cart_code, currency, amount, status, created_by, created_at)
		SELECT i, i, n, i::text, 'KES', a, 'processing', i, now() FROM unnest($1::uuid[], $2::text[], $3::bigint[]) u (i, n, a)`, ids, numbers, amounts)
	l.tamper(`INSERT INTO order_line (order_id, category_id, supplier_id, buyer_id, fee)
		SELECT i, '00000000-0000-7000-8000-000000000000', i, $2, a FROM unnest($1::uuid[], $3::bigint[]) u (i, a)`, ids, l.buyer, amounts)
	l.tamper(`INSERT INTO payment_attempt (id, order_id, supplier_id, provider, token, currency, amount, status, created_at)
		SELECT i, i, i, 'bank', i::text, 'KES', a, 'processing', now() FROM unnest($1::uuid[], $2::bigint[]) u (i, a)`, ids, amounts)
	if _, err := l.owner.Exec(ctx, "VACUUM (ANALYZE) purchase_order, payment_attempt, order_line, company"); err != nil {
		b.Fatal(err)
	}
	lines := make([]string, matchedLines)
	for i := range lines {
		at := r.IntN(openOrders)
		amount, words := amounts[at], numbers[at]
		switch i % 10 {
		case 7:
			amount++
		case 8:
			words = fmt.Sprint("SUPPLIER ", at+1, " LTD")
		case 9:
			words = "CASH DEPOSIT NAIROBI"
		}
		lines[i] = fmt.Sprintf("%d %s", amount, words)
	}
	p, err := l.svc.CheckStatement(ctx, l.clerk, theAccount, paymentsvc.File{Name: "statement.sta", Bytes: mt940Of(time.Now(), lines...)})
	l.must(err)
	if n := p.Counts(); n["match"] < 6900 || n["suggest"] < 800 {
		b.Fatalf("%v", n)
	}
	undone := errors.New("undone")
	match := func() error {
		p, err := l.svc.PlanOf(ctx, l.clerk, theAccount, p.Upload)
		if err == nil && len(p.Lines) != matchedLines {
			err = fmt.Errorf("%d lines", len(p.Lines))
		}
		return err
	}
	write := func() error {
		err := pg.InTx(ctx, l.db, func(tx pg.Tx) error {
			if err := l.svc.ImportStatement(ctx, tx, l.clerk, p); err != nil {
				return err
			}
			return undone
		})
		if errors.Is(err, undone) {
			return nil
		}
		return err
	}
	b.Run("Lines10000", func(b *testing.B) {
		beside.Floor(b, beside.Most(3), match, 1, write, 1)
	})
	b.Run("InTenSeconds", func(b *testing.B) { // the floor is the time itself
		var took []time.Duration
		for b.Loop() {
			start := time.Now()
			l.must(match())
			took = append(took, time.Since(start))
		}
		ms := float64(took[len(took)/2].Microseconds()) / 1000
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(ms, "ms")
		b.ReportMetric(10_000, "floor-ms")
		b.ReportMetric(ms/10_000, "ratio")
		b.ReportMetric(1, "goal-most")
	})
}

// mt940Of is a statement of a day.
func mt940Of(day time.Time, lines ...string) []byte {
	out := fmt.Appendf(nil, ":20:S1\n:25:1180234567\n:28C:1/1\n")
	for i, l := range lines {
		amount, words, _ := strings.Cut(l, " ")
		out = fmt.Appendf(out, ":61:%s%sC%s,00NTRFNONREF//F%d\n:86:%s\n", day.Format("060102"), day.Format("0102"), amount, i, words)
	}
	return out
}

const (
	manyOrders = 1_000_000
	mineOfThem = 20_000 // of one supplier
)

// aMillionOrders are of a thousand suppliers, one of whom has many: nineteen in twenty are paid, each by one attempt, and
// a few in a thousand wait for a person.
var aMillionOrders = []string{
	`INSERT INTO company (id, kind, name, country, created_at)
		SELECT ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'supplier', 'Supplier ' || n || ' Ltd', 'KE', now() FROM generate_series(0, 999) n`,
	`INSERT INTO purchase_order (id, supplier_id, number, cart_code, currency, amount, status, created_by, created_at, paid_at)
		SELECT i, ('00000000-0000-7000-9000-' || lpad(to_hex(CASE WHEN n % 50 = 0 THEN 0 ELSE 1 + n % 999 END), 12, '0'))::uuid, 'ZB-' || n, 'code' || n, 'KES', 500, s, i, t, CASE WHEN s = 'completed' THEN t + interval '1 minute' END
		FROM (SELECT n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS i, now() - (1000001 - n) * interval '1 minute' AS t, CASE WHEN n % 20 = 7 THEN 'cancelled' ELSE 'completed' END AS s FROM generate_series(1, 1000000) n) x`,
	`INSERT INTO order_line (order_id, category_id, supplier_id, buyer_id, fee)
		SELECT o.id, ('00000000-0000-7000-8000-0000000000' || '0' || right(o.id::text, 1))::uuid, o.supplier_id, c.buyer_id, 500 FROM purchase_order o, (SELECT buyer_id FROM category LIMIT 1) c`,
	`INSERT INTO payment_attempt (id, order_id, supplier_id, provider, token, payer, provider_ref, receipt, currency, amount, status, created_at, settled_at)
		SELECT id, id, supplier_id, (ARRAY['mpesa', 'stp', 'pp', 'cpp', 'p', 'c', 'd', 'iveri', 'bank'])[1 + abs(hashtext(number)) % 9], number, '254712345678', 'ref' || number, CASE WHEN status = 'completed' THEN 'R' || number END,
			'KES', 500, CASE WHEN status = 'completed' THEN 'completed' WHEN abs(hashtext(number)) % 10 = 0 THEN 'review' ELSE 'failed' END, created_at, created_at FROM purchase_order`,
}

// BenchmarkPaymentLists: pages of a million orders, beside the same rows read by their keys, with what they paid for.
func BenchmarkPaymentLists(b *testing.B) {
	l := newLedgers(b)
	ctx := b.Context()
	for _, sql := range aMillionOrders {
		l.tamper(sql)
	}
	if _, err := l.owner.Exec(ctx, "VACUUM (ANALYZE) purchase_order, payment_attempt, order_line, company"); err != nil {
		b.Fatal(err)
	}
	payer := access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.MustParse("00000000-0000-7000-9000-000000000000"), Type: access.Supplier, Privileges: access.Titles[access.Supplier]}
	const reads, rows = 20, 50
	byKey := func() error {
		for n := range reads {
			ids := make([]string, rows)
			for i := range ids {
				ids[i] = fmt.Sprintf("00000000-0000-7000-8000-%012x", 1+(n*rows+i)*997)
			}
			got, err := l.db.Query(ctx, `SELECT o.number, o.amount, o.status, s.name, a.provider, a.receipt, c.name FROM purchase_order o JOIN company s ON s.id = o.supplier_id
				JOIN payment_attempt a ON a.order_id = o.id JOIN order_line f ON f.order_id = o.id JOIN category c ON c.id = f.category_id WHERE o.id = ANY($1::uuid[])`, ids)
			if err != nil {
				return err
			}
			seen := 0
			for got.Next() {
				if _, err := got.Values(); err != nil {
					return err
				}
				seen++
			}
			if err := got.Err(); err != nil || seen != rows {
				return fmt.Errorf("%d rows: %w", seen, err)
			}
		}
		return nil
	}
	page := func(f paymentsvc.Filter, want int) func(string) (int, string, error) {
		return func(after string) (int, string, error) {
			p, err := l.svc.Payments(ctx, l.clerk, f, after, rows)
			if err == nil && len(p.Items) != want {
				err = fmt.Errorf("%d rows", len(p.Items))
			}
			return len(p.Items), p.Next, err
		}
	}
	mine := func(after string) (int, string, error) {
		p, err := l.svc.MyPayments(ctx, payer, paymentsvc.Filter{}, after, rows)
		return len(p.Items), p.Next, err
	}
	tries := func(after string) (int, string, error) {
		p, err := l.svc.Tries(ctx, l.clerk, paymentsvc.Filter{Providers: []payment.Provider{payment.Mpesa}}, after, rows)
		return len(p.Items), p.Next, err
	}
	found := func(after string) (int, string, error) {
		p, err := l.svc.Tries(ctx, l.clerk, paymentsvc.Filter{Search: "Supplier 771 Ltd"}, after, rows)
		return len(p.Items), p.Next, err
	}
	review := func(after string) (int, string, error) {
		p, err := l.svc.InReview(ctx, l.clerk, paymentsvc.Filter{}, after, rows)
		return len(p.Items), p.Next, err
	}
	for _, x := range []struct {
		name  string
		pages int // before the one that is measured
		read  func(string) (int, string, error)
	}{
		{"all", 0, page(paymentsvc.Filter{}, rows)},
		{"all-ninetieth", 89, page(paymentsvc.Filter{}, rows)},
		{"cancelled", 0, page(paymentsvc.Filter{Statuses: []payment.State{payment.Cancelled}}, rows)},
		{"by-way", 0, page(paymentsvc.Filter{Providers: []payment.Provider{payment.IVeri}}, rows)},
		{"by-number", 0, page(paymentsvc.Filter{Search: "ZB-4711"}, 1)},
		{"by-receipt", 0, page(paymentsvc.Filter{Search: "RZB-4711"}, 1)},
		{"by-supplier", 0, page(paymentsvc.Filter{Search: "Supplier 771 Ltd"}, rows)},
		{"mine", 0, mine},
		{"mine-ninetieth", 89, mine},
		{"mobile", 0, tries},
		{"mobile-ninetieth", 89, tries},
		{"attempts-by-supplier", 0, found},
		{"review", 0, review},
	} {
		after := ""
		for range x.pages {
			_, next, err := x.read(after)
			if err != nil || next == "" {
				b.Fatal(x.name, ": no next page: ", err)
			}
			after = next
		}
		b.Run(x.name, func(b *testing.B) {
			beside.Floor(b, beside.Most(2.5), func() error {
				for range reads {
					if _, _, err := x.read(after); err != nil {
						return err
					}
				}
				return nil
			}, reads, byKey, reads)
		})
	}
	b.Run("totals", func(b *testing.B) { // of thirty days, beside a count of all
		beside.Floor(b, beside.Most(0.02), func() error {
			for range 10 {
				if _, err := l.svc.Totals(ctx, l.clerk); err != nil {
					return err
				}
			}
			return nil
		}, 10, func() error {
			var n int
			return l.db.QueryRow(ctx, "SELECT count(*) FROM purchase_order WHERE status = 'completed'").Scan(&n)
		}, 1)
	})
}
