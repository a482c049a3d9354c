package paymentsvc_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pgtest"
)

// readings are what was answered to each question, for a golden text.
type readings struct {
	*bundle
	out strings.Builder
}

func (r *readings) told(question string, answer any, err error) {
	r.t.Helper()
	r.must(err)
	fmt.Fprintf(&r.out, "%s: %s\n", question, pgtest.Told(r.t, r.db, answer))
}

// lots are the names of what each row was for, in the order of the rows: enough to see
// which rows a filter leaves.
func (r *readings) lots(question string, rows []paymentsvc.Payment, err error) {
	r.t.Helper()
	r.must(err)
	names := make([]string, len(rows))
	for i, p := range rows {
		names[i] = p.Purpose
	}
	fmt.Fprintf(&r.out, "%s: %s\n", question, strings.Join(names, " | "))
}

// traded are four days of two suppliers: one pays, gets something for nothing and pays
// too little; the other pays too little, changes its cart, and somebody calls who should not.
func (b *bundle) traded(ctx context.Context) (acacia, baobab access.Actor) {
	b.t.Helper()
	b.exec(still)
	acacia, baobab = b.actor, b.supplier()
	for id, name := range map[uuid.UUID]string{acacia.Org: "Acacia Ltd", baobab.Org: "Baobab 50% Ltd", b.buyer: "County"} {
		b.exec(`UPDATE company SET name = $2 WHERE id = $1`, id, name)
	}
	b.exec(`UPDATE job SET reference = 'J-1'`)
	n := 0
	lot := func(fee string) uuid.UUID {
		n++
		id := b.category(fee, "KES")
		b.exec(`UPDATE category SET name = $2, opens_at = '2026-11-22', closes_at = '2026-12-22'::timestamptz + $3 * interval '1 day' WHERE id = $1`, id, fmt.Sprint("Lot ", n), n)
		return id
	}
	says := func(o payment.Charge, receipt string, paid int64) {
		amount := money.Amount{Value: money.New(paid, 0), Currency: "KES"}
		b.mpesa.says(ref(o), payment.Result{Outcome: payment.Paid, Code: "0", Receipt: receipt, Amount: &amount})
		b.settle(ctx)
	}
	first, second := lot("100"), lot("20")
	b.add(ctx, second)
	_, c := b.paying(ctx, first)
	says(c, "RCP-1", 120)
	b.advance(24 * time.Hour)
	b.ordered(ctx, lot("0"))
	b.hear(ctx, token(c), callback(ref(c), "RCP-1", 1))
	b.advance(24 * time.Hour)
	_, c = b.paying(ctx, lot("40"))
	says(c, "RCP-2", 39)
	b.hear(ctx, "of-nobody", callback("x", "Y", 1))
	b.advance(24 * time.Hour)
	b.actor = baobab
	fifth := lot("50")
	_, c = b.paying(ctx, fifth)
	b.hear(ctx, token(c), callback(ref(c), "RCP-3", 51)) // as it should be: no stray
	says(c, "RCP-3", 51)
	b.advance(time.Hour)
	b.add(ctx, lot("60"))
	return acacia, baobab
}

// What every list of payments tells of each row, and which rows each of its filters
// leaves, is written down. Read the difference before you take it: run with -update.
func TestWhatIsToldOfPaymentsIsWrittenDown(t *testing.T) {
	ctx, b := setup(t)
	acacia, baobab := b.traded(ctx)
	r := &readings{bundle: b}
	desk := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: access.Titles[access.Operator]}

	cart, err := b.svc.Cart(ctx, baobab)
	r.told("cart", cart, err)
	_, err = b.svc.RemoveFromCart(ctx, baobab, cart.Lines[1].Category)
	b.must(err)
	cart, err = b.svc.Cart(ctx, baobab)
	r.told("cart that was ordered", cart, err)

	mine := func(a access.Actor, f paymentsvc.Filter, after string, limit int) ([]paymentsvc.Payment, error) {
		page, err := b.svc.MyPayments(ctx, a, f, after, limit)
		return page.Items, err
	}
	all := func(f paymentsvc.Filter) ([]paymentsvc.Payment, error) {
		page, err := b.svc.Payments(ctx, desk, f, "", 10)
		return page.Items, err
	}
	held := func(f paymentsvc.Filter) ([]paymentsvc.Payment, error) {
		page, err := b.svc.InReview(ctx, desk, f, "", 10)
		out := make([]paymentsvc.Payment, len(page.Items))
		for i, x := range page.Items {
			out[i].Purpose = x.SupplierName
		}
		return out, err
	}
	whole, err := all(paymentsvc.Filter{})
	r.told("all", whole, err)
	number := map[string]string{}
	for _, p := range whole {
		number[p.Purpose] = p.Number
	}
	rows, err := mine(acacia, paymentsvc.Filter{}, "", 10)
	r.told("mine", rows, err)
	review, err := b.svc.InReview(ctx, desk, paymentsvc.Filter{}, "", 10)
	r.told("in review", review.Items, err)
	for _, p := range rows {
		o, err := b.svc.Order(ctx, acacia, p.ID)
		r.told("order of "+p.Purpose, o, err)
	}
	in := func(first, last day.Day) day.Span { return day.Between(first, last, "Africa/Nairobi") }
	for _, x := range []struct {
		what string
		f    paymentsvc.Filter
	}{
		{"completed", paymentsvc.Filter{Statuses: []payment.State{payment.Completed}}},
		{"failed or cancelled", paymentsvc.Filter{Statuses: []payment.State{payment.Failed, payment.Cancelled}}},
		{"created", paymentsvc.Filter{Statuses: []payment.State{payment.Created}}},
		{"by phone", paymentsvc.Filter{Providers: []payment.Provider{payment.Mpesa}}},
		{"for nothing", paymentsvc.Filter{Providers: []payment.Provider{payment.Free}}},
		{"from the second day", paymentsvc.Filter{At: in("2026-11-24", "2026-12-01")}},
		{"to the second day", paymentsvc.Filter{At: in("2026-11-01", "2026-11-24")}},
		{"on the third day", paymentsvc.Filter{At: in("2026-11-25", "2026-11-25")}},
		{"with a number", paymentsvc.Filter{Search: number["Lot 4"]}},
		{"with a number, typed small", paymentsvc.Filter{Search: strings.ToLower(number["Lot 4"])}},
		{"with a receipt, typed small", paymentsvc.Filter{Search: "rcp-2"}},
		{"with a part of a receipt", paymentsvc.Filter{Search: "rcp-"}},
		{"with a part of a name", paymentsvc.Filter{Search: "acac"}},
		{"with a sign of a name", paymentsvc.Filter{Search: "%"}},
	} {
		rows, err := all(x.f)
		r.lots("all "+x.what, rows, err)
		rows, err = mine(acacia, x.f, "", 10)
		r.lots("mine "+x.what, rows, err)
		rows, err = held(x.f)
		r.lots("in review "+x.what, rows, err)
	}
	r.pages(ctx, acacia, desk)
	b.exec(`UPDATE purchase_order SET created_at = '2026-11-23'`)
	b.exec(`UPDATE payment_attempt SET created_at = '2026-11-23'`)
	r.pages(ctx, acacia, desk)                              // of one instant: in the order of their ids
	_, err = b.svc.Checkout(ctx, baobab, "a-key-of-baobab") // the same cart again
	b.must(err)
	strays, err := b.svc.Strays(ctx, desk, 0, 10)
	r.told("strays", strays, err)
	older, err := b.svc.Strays(ctx, desk, strays[0].ID, 1)
	r.told("strays before the last", older, err)

	const file = "testdata/reading.golden"
	if *update {
		b.must(os.WriteFile(file, []byte(r.out.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	b.must(err)
	if line, is, ought := pgtest.Differ(r.out.String(), string(want)); line > 0 {
		t.Errorf("line %d of %s is %q, not %q (run with -update and read the difference)", line, file, is, ought)
	}
}

// pages reads every list row by row: each row once, and the end is told.
func (r *readings) pages(ctx context.Context, mine, desk access.Actor) {
	r.t.Helper()
	for name, next := range map[string]func(after string) (string, string, error){
		"mine": func(after string) (string, string, error) {
			p, err := r.svc.MyPayments(ctx, mine, paymentsvc.Filter{}, after, 1)
			return p.Items[0].Purpose, p.Next, err
		},
		"all": func(after string) (string, string, error) {
			p, err := r.svc.Payments(ctx, desk, paymentsvc.Filter{}, after, 1)
			return p.Items[0].Purpose, p.Next, err
		},
		"in review": func(after string) (string, string, error) {
			p, err := r.svc.InReview(ctx, desk, paymentsvc.Filter{}, after, 1)
			return p.Items[0].SupplierName, p.Next, err
		},
	} {
		want := map[string]string{"mine": "Lot 4|Lot 3|Lot 1, Lot 2", "all": "Lot 5|Lot 4|Lot 3|Lot 1, Lot 2", "in review": "Baobab 50% Ltd|Acacia Ltd"}[name]
		var got []string
		for after, more := "", true; more && len(got) < 9; {
			row, then, err := next(after)
			r.must(err)
			got, after, more = append(got, row), then, then != ""
		}
		if strings.Join(got, "|") != want {
			r.t.Errorf("%s, row by row: %q, want %s", name, got, want)
		}
	}
}
