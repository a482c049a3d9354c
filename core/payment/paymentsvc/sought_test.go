package paymentsvc_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// crowded are orders of two hundred suppliers of one name, of one more whose name has theirs in it, and of others.
func crowded(t *testing.T) (context.Context, *bundle) {
	ctx, b := setup(t)
	b.exec(`INSERT INTO company (id, kind, name, country, created_at)
		SELECT ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'supplier', CASE WHEN n < 200 THEN 'Kilimo ' || n WHEN n = 200 THEN 'New Kilimo Farms' ELSE 'Baobab 50% ' || n END, 'KE', now() FROM generate_series(0, 219) n`)
	b.exec(`INSERT INTO purchase_order (id, supplier_id, number, cart_code, currency, amount, status, created_by, created_at, paid_at)
		SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ('00000000-0000-7000-9000-' || lpad((n * 7 % 220)::text, 12, '0'))::uuid, 'ZB-' || n, 'c' || n, 'KES', 500,
			CASE WHEN n % 3 = 0 THEN 'cancelled' ELSE 'completed' END, gen_random_uuid(), zabuni.clock() - (n / 4) * interval '1 minute', CASE WHEN n % 3 > 0 THEN zabuni.clock() END FROM generate_series(1, 660) n`)
	b.exec(`INSERT INTO payment_attempt (id, order_id, supplier_id, provider, token, payer, receipt, currency, amount, status, created_at)
		SELECT ('00000000-0000-7000-8001-' || lpad(right(o.id::text, 12), 12, '0'))::uuid, o.id, o.supplier_id, CASE WHEN right(number, 1) = '5' THEN 'bank' ELSE 'mpesa' END, number, '254712345678',
			CASE WHEN status = 'completed' THEN 'Rcp' || number END, 'KES', 500, CASE WHEN status = 'completed' THEN 'completed' ELSE 'failed' END, created_at FROM purchase_order o`)
	b.exec(`INSERT INTO order_line (order_id, category_id, supplier_id, buyer_id, fee) SELECT o.id, c.id, o.supplier_id, c.buyer_id, 500 FROM purchase_order o, category c WHERE c.id = $1`, b.category("500", "KES"))
	return ctx, b
}

// everyPage reads a list to its end, some rows at a time.
func everyPage[T any](t *testing.T, rows int, read func(after string) (page.Of[T], error)) []T {
	t.Helper()
	var out []T
	for after, n := "", 0; n == 0 || after != ""; n++ {
		p, err := read(after)
		if err != nil || len(p.Items) > rows {
			t.Fatal(len(p.Items), err)
		}
		if p.Items == nil {
			t.Error("no list is a list")
		}
		out, after = append(out, p.Items...), p.Next
	}
	return out
}

// What is found is what a look at every row finds, in its order: whatever was typed, however many are called so, page by page.
func TestASearchOfTheDeskFindsWhatALookAtAllRowsFinds(t *testing.T) {
	ctx, b := crowded(t)
	desk := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	const rows = 50
	orders := func(f paymentsvc.Filter) []paymentsvc.Payment {
		return everyPage(t, rows, func(after string) (page.Of[paymentsvc.Payment], error) {
			return b.svc.Payments(ctx, desk, f, after, rows)
		})
	}
	tries := func(f paymentsvc.Filter) []paymentsvc.Try {
		return everyPage(t, rows, func(after string) (page.Of[paymentsvc.Try], error) { return b.svc.Tries(ctx, desk, f, after, rows) })
	}
	allOrders, allTries := orders(paymentsvc.Filter{}), tries(paymentsvc.Filter{})
	if len(allOrders) != 660 || len(allTries) != 660 {
		t.Fatal(len(allOrders), len(allTries))
	}
	means := func(typed, number, receipt, name string) bool {
		return strings.EqualFold(number, typed) || strings.EqualFold(receipt, typed) || strings.Contains(strings.ToLower(name), strings.ToLower(typed))
	}
	for typed, least := range map[string]int{
		"kilimo": 600, "Kilimo 19": 30, "new kilimo": 3, "zb-17": 1, "RCPZB-17": 1, "rcpzb-1": 1, "50%": 50, "%": 50, "_": 0, `\`: 0, "nobody": 0, "ZB-1\x00": 1, "Kilimo 7\xff": 30, "a": 50,
	} {
		clean := strings.ToValidUTF8(strings.ReplaceAll(typed, "\x00", ""), "")
		for _, f := range []paymentsvc.Filter{
			{Search: typed},
			{Search: typed, Statuses: []payment.State{payment.Completed}},
			{Search: typed, Providers: []payment.Provider{payment.Bank}},
		} {
			var want, got []string
			for _, p := range allOrders {
				if means(clean, p.Number, p.Receipt, p.SupplierName) && (len(f.Statuses) == 0 || p.Status == payment.Completed) && (len(f.Providers) == 0 || p.Provider == payment.Bank) {
					want = append(want, p.Number)
				}
			}
			for _, p := range orders(f) {
				got = append(got, p.Number)
			}
			if !slices.Equal(got, want) || len(f.Statuses)+len(f.Providers) == 0 && len(want) < least {
				t.Errorf("orders by %q (%v): %d are found, %d are meant, at least %d", typed, f, len(got), len(want), least)
			}
			want, got = nil, nil
			for _, p := range allTries {
				if means(clean, p.Number, p.Receipt, p.SupplierName) && (len(f.Statuses) == 0 || p.Status == payment.Completed) && (len(f.Providers) == 0 || p.Provider == payment.Bank) {
					want = append(want, p.Number)
				}
			}
			for _, p := range tries(f) {
				got = append(got, p.Number)
			}
			if !slices.Equal(got, want) {
				t.Errorf("attempts by %q (%v): %s, not %s", typed, f, fmt.Sprint(got), fmt.Sprint(want))
			}
		}
	}
}
