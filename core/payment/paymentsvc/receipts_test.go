//go:build demo

package paymentsvc_test

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// Fees of buyers in two countries have a paper in each country's series; what goes back has credit notes there. What a
// paper says stays, whatever the companies are called later, and is the same bytes each time.
func TestReceiptsStayAsTheyWereWritten(t *testing.T) {
	ctx, b := setup(t)
	taxes, err := payment.ReadTaxes("KE VAT 16% from 2021-01-01")
	if err != nil {
		t.Fatal(err)
	}
	b.svc.With(paymentsvc.Desk{Alone: payment.Limits{"KES": money.New(5000, 0)}, Taxes: taxes})
	here, there := b.category("1160", "KES"), b.category("40", "KES")
	abroad := b.company("buyer")
	b.exec(`UPDATE company SET country = 'UG', name = 'Ziwa Water', tax_id = '1000123456' WHERE id = $1`, abroad)
	b.exec(`UPDATE company SET tax_id = 'P051', physical_address = 'Hospital Road' WHERE id = $1`, b.buyer)
	b.exec(`INSERT INTO job SELECT (jsonb_populate_record(j, jsonb_build_object('id', $2::uuid, 'buyer_id', $3::uuid, 'reference', 'ZW/1', 'code', 'ZW1', 'timezone', 'Africa/Abidjan'))).* FROM job j WHERE id = $1`,
		b.job, uuid.Must(uuid.NewV7()), abroad)
	b.exec(`UPDATE category SET buyer_id = $2, job_id = (SELECT id FROM job WHERE buyer_id = $2) WHERE id = $1`, there, abroad)

	free := b.ordered(ctx, b.category("0", "KES"))
	if free.Status != payment.Completed || len(free.Receipts) != 0 {
		t.Fatalf("for nothing: %s, %v", free.Status, free.Receipts)
	}
	o := b.order(ctx, b.bought(ctx, here, there).ID)
	if len(o.Receipts) != 2 || o.Receipts[0].Number != "KE-000001" || o.Receipts[1].Number != "UG-000001" {
		t.Fatalf("%+v", o.Receipts)
	}
	ke, ug := o.Receipts[0], o.Receipts[1]
	if ke.Amount.Value.Short() != "1160" || ke.Tax.Value.Short() != "160" || ug.Amount.Value.Short() != "40" || !ug.Tax.Value.IsZero() || ke.Kind != payment.ReceiptPaper {
		t.Fatalf("%+v %+v", ke, ug)
	}
	for id, zone := range map[uuid.UUID]string{ke.ID: "Africa/Nairobi", ug.ID: "Africa/Abidjan"} { // each has the day of its own buyers
		if n := b.count(`SELECT count(*) FROM payment_paper WHERE id = $1 AND said::jsonb ->> 'zone' = $2`, id, zone); n != 1 {
			t.Errorf("a paper is not of %s", zone)
		}
	}
	print := func(a access.Actor, id uuid.UUID, language string) []byte {
		t.Helper()
		name, data, err := b.svc.ReceiptPDF(ctx, a, id, language)
		if err != nil || !strings.HasPrefix(name, "KE-00000") || !strings.HasSuffix(name, ".pdf") || !bytes.HasPrefix(data, []byte("%PDF")) {
			t.Fatal(name, err)
		}
		return data
	}
	printed := map[string][]byte{}
	for _, language := range locale.Language("").Values() {
		printed[language] = print(b.actor, ke.ID, language)
		for other, data := range printed {
			if other != language && bytes.Equal(data, printed[language]) {
				t.Errorf("%s reads like %s", language, other)
			}
		}
	}
	b.exec(`UPDATE company SET name = 'Another name', tax_id = 'P052' WHERE id = $1`, b.buyer)
	clerk := b.clerks(1)[0]
	for language, was := range printed {
		if !bytes.Equal(was, print(b.actor, ke.ID, language)) {
			t.Errorf("%s is another paper now", language)
		}
	}
	desk := access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	if !bytes.Equal(print(desk, ke.ID, "sw"), printed["sw"]) {
		t.Error("the desk prints another paper")
	}
	_, _, err = b.svc.ReceiptPDF(ctx, b.supplier(), ke.ID, "en")
	is(t, err, payment.ReceiptNotFound)
	_, _, err = b.svc.ReceiptPDF(ctx, desk, uuid.New(), "en")
	is(t, err, payment.ReceiptNotFound)
	_, _, err = b.svc.ReceiptPDF(ctx, access.Actor{User: uuid.New(), Org: b.buyer, Type: access.Buyer}, ke.ID, "en")
	is(t, err, fault.Forbidden)

	id := b.back(ctx, clerk, o, false, part(here, 580), part(there, 40))
	if got := b.order(ctx, o.ID).Receipts; len(got) != 2 {
		t.Fatalf("a credit note before anything went: %+v", got)
	}
	b.must(b.svc.EndRefund(ctx, clerk, paymentsvc.RefundEnd{Refund: id, Paid: true, Reference: "FT-1", Evidence: b.evidence()}))
	b.audit()
	got := b.order(ctx, o.ID).Receipts[2:]
	if len(got) != 2 || got[0].Number != "KE-000002" || got[0].Kind != payment.CreditPaper || got[0].Tax.Value.Short() != "80" || got[1].Number != "UG-000002" {
		t.Fatalf("%+v", got)
	}
	print(b.actor, got[0].ID, "am")
	for i, about := range []string{"KE-000001", "UG-000001"} {
		var of string
		if err := b.owner.QueryRow(ctx, `SELECT said::jsonb ->> 'of' FROM payment_paper WHERE id = $1`, got[i].ID).Scan(&of); err != nil || of != about {
			t.Errorf("%s is about %q, not %s, %v", got[i].Number, of, about, err)
		}
	}
	story, err := b.svc.OrderStory(ctx, desk, o.Number)
	if err != nil || len(story.Receipts) != 4 {
		t.Errorf("the desk sees %d %v", len(story.Receipts), err)
	}
	for typed, want := range map[string]int{"ke-000001": 1, "UG000002": 1, "KE-000003": 0, "UG-000001 ": 1} {
		found, err := b.svc.MyPayments(ctx, b.actor, paymentsvc.Filter{Search: typed}, "", 10)
		if err != nil || len(found.Items) != want {
			t.Errorf("%q finds %d of one's own, %v", typed, len(found.Items), err)
		}
		all, err := b.svc.Payments(ctx, desk, paymentsvc.Filter{Search: typed}, "", 10)
		if err != nil || len(all.Items) != want {
			t.Errorf("%q finds %d of all, %v", typed, len(all.Items), err)
		}
	}
	other := b.supplier()
	if found, err := b.svc.MyPayments(ctx, other, paymentsvc.Filter{Search: "KE-000001"}, "", 10); err != nil || len(found.Items) != 0 {
		t.Errorf("another company finds %d, %v", len(found.Items), err)
	}
	mine, err := b.svc.MyPayments(ctx, b.actor, paymentsvc.Filter{Search: o.Number}, "", 10)
	if err != nil || len(mine.Items) != 1 || len(mine.Items[0].Receipts) != 4 {
		t.Errorf("%+v %v", mine, err)
	}
}

// Twenty companies pay at once: no number of the country is given twice or left out.
func TestReceiptsOfManyAtOnceAreNumberedWithoutGaps(t *testing.T) {
	ctx, b := setup(t)
	category := b.category("20", "KES")
	for range 20 {
		b.actor = b.supplier()
		_, c := b.paying(ctx, category)
		b.mpesa.says(ref(c), payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "R" + c.Attempt.String()[24:]})
		b.exec(`DELETE FROM rate_limit`)
	}
	b.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock()`)
	var all sync.WaitGroup
	failed := make([]error, 4)
	for i := range failed {
		all.Go(func() {
			for range 20 {
				if n, err := b.svc.SettleDue(ctx); err != nil || n == 0 {
					failed[i] = err
					return
				}
			}
		})
	}
	all.Wait()
	if i := slices.IndexFunc(failed, func(err error) bool { return err != nil }); i >= 0 {
		t.Fatal(failed[i])
	}
	if n := b.count(`SELECT count(*) FROM payment_paper`); n != 20 {
		t.Errorf("%d papers", n)
	}
	b.audit()
}

// A number has six figures until there are more; what a paper says of it is what it is called.
func TestNumbersOfPapersGrow(t *testing.T) {
	ctx, b := setup(t)
	for _, want := range []string{"KE-000001", "KE-1000000"} {
		b.actor = b.supplier()
		_, charge := b.paying(ctx, b.category("50", "KES"))
		b.mpesa.says(ref(charge), yes)
		b.settle(ctx)
		var number, said string
		b.must(b.owner.QueryRow(ctx, `SELECT number, said::json ->> 'number' FROM payment_paper ORDER BY issued_at DESC LIMIT 1`).Scan(&number, &said))
		if number != want || said != want {
			t.Errorf("%s, which says %s", number, said)
		}
		b.exec(`UPDATE payment_series SET last = 999999`)
	}
}
