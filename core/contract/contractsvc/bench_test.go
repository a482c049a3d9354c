package contractsvc_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/platform/beside"
	"zabuni.org/core/platform/pgtest"
)

// BenchmarkRegister: pages of the register of a buyer with a hundred thousand contracts, beside the same
// rows read by their keys.
func BenchmarkRegister(b *testing.B) {
	w := newWorld(b)
	_, err := pgtest.Do(w.ctx, w.db, `INSERT INTO contract (id, buyer_id, supplier_id, number, title, currency, value, status, no_signature_before, ends_on, created_at)
		SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, 'K/' || n, 'Contract ' || n, 'KES', n,
			(ARRAY['draft', 'active', 'active', 'active', 'expired', 'sent', 'archived', 'cancelled'])[1 + n % 8], $3::timestamptz, ($3::timestamptz + n % 900 * interval '1 day')::date, $3::timestamptz - n * interval '1 minute'
		FROM generate_series(1, 100000) n`, w.mine.Org, w.suppliers[0], noon)
	w.must(err)
	_, err = pgtest.As(b, w.db, "").Exec(w.ctx, "VACUUM (ANALYZE) contract")
	w.must(err)
	const reads, rows = 20, 50
	byKey := func() error {
		for n := range reads {
			ids := make([]string, rows)
			for i := range ids {
				ids[i] = fmt.Sprintf("00000000-0000-7000-8000-%012x", 1+(n*rows+i)*97)
			}
			var got int
			if err := w.db.QueryRow(w.ctx, `SELECT count(x) FROM (SELECT k.number, k.title, k.value, s.name AS x FROM contract k JOIN company s ON s.id = k.supplier_id WHERE k.id = ANY($1::uuid[])) y`, ids).Scan(&got); err != nil || got != rows {
				return fmt.Errorf("%d rows: %w", got, err)
			}
		}
		return nil
	}
	for _, x := range []struct {
		name   string
		pages  int // before the one that is measured
		filter contractsvc.Filter
	}{
		{"all", 0, contractsvc.Filter{}},
		{"all-ninetieth", 89, contractsvc.Filter{}},
		{"active", 0, contractsvc.Filter{Statuses: []contract.Status{contract.Active}}},
		{"ending", 0, contractsvc.Filter{View: contract.Ending}},
		{"by-number", 0, contractsvc.Filter{Search: "K/4711"}},
	} {
		page := func(after string) (string, error) {
			l, err := w.svc.Contracts(w.ctx, w.mine, uuid.Nil, x.filter, after, rows)
			if err == nil && len(l.Items) == 0 {
				err = fmt.Errorf("no rows")
			}
			return l.Next, err
		}
		after := ""
		for range x.pages {
			after, err = page(after)
			w.must(err)
		}
		b.Run(x.name, func(b *testing.B) {
			beside.Floor(b, beside.Most(15), func() error {
				for range reads {
					if _, err := page(after); err != nil {
						return err
					}
				}
				return nil
			}, reads, byKey, reads)
		})
	}
}
