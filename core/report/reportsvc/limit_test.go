package reportsvc_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
)

// A file has every row that was asked for, up to the last that it holds; with one more it is refused, with the number, and
// nobody is said to have taken it.
func TestAFileHoldsAllOrIsRefused(t *testing.T) {
	t.Parallel()
	c := tenderFor(t, money.New(1250, 0))
	a, buyer := c.Bidders[0], reader(c)
	c.Pay(a)
	owner := pgtest.As(t, c.DB, "")
	manager := access.Actor{User: buyer.User, Org: buyer.Org, Type: access.Temp, Privileges: access.Titles[access.Temp], Confirmed: buyer.Confirmed}
	for _, x := range []struct {
		name, there, more string
		sheet             int // that has the rows
		take              func() ([]byte, error)
	}{
		{"statement", `SELECT count(DISTINCT at) FROM ledger_entry WHERE account LIKE 'provider:%'`,
			`WITH t AS (INSERT INTO payment_attempt (id, order_id, supplier_id, provider, token, currency, amount, status, created_at)
				SELECT gen_random_uuid(), order_id, supplier_id, provider, gen_random_uuid(), currency, amount, 'completed', created_at FROM (SELECT * FROM payment_attempt LIMIT 1) a, generate_series(1, $1) n RETURNING *)
			INSERT INTO ledger_entry (transfer_id, movement, part, account, supplier_id, order_id, attempt_id, currency, amount, at)
				SELECT gen_random_uuid(), 'capture', e.part, e.account, t.supplier_id, t.order_id, t.id, t.currency, 1, (SELECT max(at) FROM ledger_entry) + row_number() OVER () * interval '1 second'
				FROM t, (SELECT part, account FROM ledger_entry WHERE account LIKE 'provider:%' LIMIT 1) e`, 1,
			func() ([]byte, error) {
				return c.Reports.ExportStatement(t.Context(), a, reportsvc.AskedStatement{Filter: paymentsvc.MoneyFilter{}, Format: report.Workbook, Language: "en"})
			}},
		{"fees", `SELECT count(*) FROM category`,
			`INSERT INTO category (id, job_id, buyer_id, activity, number, reference, name, currency, bid_fee, opens_at, closes_at, status, created_at)
				SELECT gen_random_uuid(), job_id, buyer_id, activity, 'n' || clock_timestamp() || n, 'n' || clock_timestamp() || n, name, currency, bid_fee, opens_at, closes_at, status, created_at
				FROM (SELECT * FROM category LIMIT 1) c, generate_series(1, $1) n`, 0,
			func() ([]byte, error) { return c.Reports.ExportBuyerFees(t.Context(), buyer, nil, "", "en") }},
		{"world", `SELECT count(*) FROM company WHERE kind = 'supplier' AND status = 'active'`,
			`INSERT INTO company (id, kind, name, country, created_at) SELECT gen_random_uuid(), 'supplier', 'Kilimo', 'KE', now() FROM generate_series(1, $1)`, 0,
			func() ([]byte, error) {
				return c.Reports.ExportWorld(t.Context(), buyer, partysvc.WorldFilter{}, "en")
			}},
		{"contracts", `SELECT count(*) FROM contract`,
			`INSERT INTO contract (id, buyer_id, origin, number, title, currency, value, status, no_signature_before, created_at)
				SELECT gen_random_uuid(), j.buyer_id, 'author', 'n' || clock_timestamp() || n, 'Pumps', 'KES', 1, 'draft', now(), now() FROM (SELECT * FROM job LIMIT 1) j, generate_series(1, $1) n`, 0,
			func() ([]byte, error) {
				return c.Reports.ContractsReport(t.Context(), manager, reportsvc.AskedContracts{Owner: buyer.Org, Name: report.ContractRegister, Format: report.Workbook, Language: "en"})
			}},
	} {
		t.Run(x.name, func(t *testing.T) {
			insert := func(n int) {
				t.Helper()
				if _, err := pgtest.Tamper(t.Context(), owner, x.more, n); err != nil {
					t.Fatal(err)
				}
			}
			insert(sheet.MostRows - c.Count(x.there))
			data, err := x.take()
			if err != nil {
				t.Fatal(err)
			}
			f, err := excelize.OpenReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			rows, err := f.GetRows(f.GetSheetName(x.sheet))
			if err != nil || len(rows) != sheet.MostRows+1 {
				t.Errorf("%d rows with their heads, %v", len(rows), err)
			}
			insert(1)
			before := c.Count("SELECT count(*) FROM audit_entry")
			_, err = x.take()
			c.Is(err, sheet.TooMany)
			if e := fault.As(err); e == nil || e.Params["number"] != sheet.MostRows {
				t.Errorf("%+v", e)
			}
			if after := c.Count("SELECT count(*) FROM audit_entry"); after != before {
				t.Errorf("%d entries say that it was taken", after-before)
			}
		})
	}
}

// A list of suppliers gives as many rows as were asked for, and says whether there are more: of what was typed never more than the
// 200 closest, however it was spelt, as the screen says.
func TestTheWorldShowsSoManyAndSaysWhetherThereAreMore(t *testing.T) {
	t.Parallel()
	c := tender(t) // with two suppliers
	a := reader(c)
	add := func(name string, from, to int) {
		t.Helper()
		_, err := pgtest.Do(t.Context(), c.DB, `INSERT INTO company (id, kind, name, country, created_at)
			SELECT gen_random_uuid(), 'supplier', $1 || n, 'KE', now() FROM generate_series($2::int, $3::int) n`, name, from, to)
		c.Must(err)
	}
	pages := func(typed string, limit int) string {
		t.Helper()
		seen, out := map[uuid.UUID]bool{}, ""
		for after := ""; ; {
			p, err := c.Reports.World(t.Context(), a, partysvc.WorldFilter{Search: typed}, after, limit)
			c.Must(err)
			for _, r := range p.Items {
				seen[r.Found.ID] = true
			}
			out += fmt.Sprint(len(p.Items), " ")
			if after = p.Next; after == "" {
				return out + fmt.Sprint("of ", len(seen))
			}
		}
	}
	is := func(typed string, limit int, want string) {
		t.Helper()
		if got := pages(typed, limit); got != want {
			t.Errorf("typed %q, %d at once: %s, wanted %s", typed, limit, got, want)
		}
	}
	is("", 1, "1 1 of 2")
	is("", 2, "2 of 2")
	is("", 3, "2 of 2")
	add("Kilimo ", 1001, 1199)
	is("kilimo", 100, "100 99 of 199")
	add("Kilimo ", 1200, 1200)
	is("kilimo", 100, "100 100 of 200")
	is("kilimo", 200, "200 of 200")
	is("", 100, "100 100 2 of 202")
	add("Kilimo ", 1201, 1201)
	is("kilimo", 100, "100 100 of 200")
	add("Ilimko ", 1001, 1100)
	is("ilimo", 100, "100 100 of 200")
}
