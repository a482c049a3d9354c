//go:build demo

package paymentsvc_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// A statement is the ledger as a supplier reads it: what came, what went back, and what is held after each.
func TestAStatementFollowsTheLedger(t *testing.T) {
	ctx, p := paged(t)
	o, id := p.contested(ctx, payment.Stripe)
	p.press("win")
	p.heard(ctx)
	clerk := p.clerks(1)[0]
	_, err := p.svc.AskRefund(ctx, clerk, paymentsvc.RefundAsk{Order: o.Number, Parts: []payment.BackPart{part(o.Lines[0].Category, 5)}, Reason: "x", Key: uuid.NewString()})
	p.must(err)
	p.sent(ctx, 2)
	got, sums, err := p.svc.Statement(ctx, p.actor, paymentsvc.MoneyFilter{}, "", 10)
	p.must(err)
	want := []struct{ kind, amount, balance string }{{"refund", "-5", "45.5"}, {"reversal_won", "50.5", "50.5"}, {"reversal", "-50.5", "0"}, {"capture", "50.5", "50.5"}}
	if len(got.Items) != len(want) || got.Next != "" {
		t.Fatalf("%s: %+v", id, got.Items)
	}
	for i, w := range want {
		m := got.Items[i]
		if m.Kind != w.kind || m.Amount.Value.Short() != w.amount || m.Balance.Value.Short() != w.balance || m.Number != o.Number || m.Provider != payment.Stripe || m.Purpose == "" || m.Reference == "" {
			t.Errorf("%d: %+v", i, m)
		}
	}
	if len(sums) != 1 || sums[0].Opening.Short() != "0" || sums[0].Came.Short() != "101" || sums[0].Went.Short() != "55.5" || sums[0].Closing.Short() != "45.5" {
		t.Errorf("%+v", sums)
	}
	first, _, err := p.svc.Statement(ctx, p.actor, paymentsvc.MoneyFilter{}, "", 3)
	p.must(err)
	rest, _, err := p.svc.Statement(ctx, p.actor, paymentsvc.MoneyFilter{}, first.Next, 3)
	p.must(err)
	if len(first.Items) != 3 || len(rest.Items) != 1 || rest.Items[0].Balance.Value.Short() != "50.5" {
		t.Errorf("%+v", rest.Items)
	}
	tomorrow := day.Day(time.Now().AddDate(0, 0, 2).Format(time.DateOnly))
	later, sums, err := p.svc.Statement(ctx, p.actor, paymentsvc.MoneyFilter{At: day.Between(tomorrow, "", "UTC")}, "", 10)
	p.must(err)
	if len(later.Items) != 0 || sums[0].Opening.Short() != "45.5" || sums[0].Closing.Short() != "45.5" {
		t.Errorf("%+v", sums)
	}
	other := p.supplier()
	if none, _, err := p.svc.Statement(ctx, other, paymentsvc.MoneyFilter{}, "", 10); err != nil || len(none.Items) != 0 {
		t.Errorf("another reads it: %+v", none.Items)
	}
	if _, _, err := p.svc.Statement(ctx, clerk, paymentsvc.MoneyFilter{}, "", 10); fault.As(err) == nil {
		t.Error(err)
	}
}

// A statement's days begin and end at midnight of its reader; what a person transferred back stands in it; and nobody
// else's money is in its sums.
func TestAStatementsDaysAreItsReaders(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	o := b.bought(ctx, b.category("60", "KES"))
	b.exec(`UPDATE ledger_entry SET at = '2026-03-09 22:30:00Z'`) // half past one in Nairobi, the day after
	b.must(b.svc.EndRefund(ctx, b.clerks(1)[0], paymentsvc.RefundEnd{Refund: b.back(ctx, b.clerks(1)[0], o, false), Paid: true, Reference: "FT-1", Evidence: b.evidence()}))
	for zone, want := range map[string]string{"Africa/Nairobi": "0 60 60, 1", "UTC": "60 0 60, 0"} {
		got, sums, err := b.svc.Statement(ctx, b.actor, paymentsvc.MoneyFilter{At: day.Between("2026-03-10", "2026-03-10", zone)}, "", 10)
		b.must(err)
		if said := fmt.Sprintf("%s %s %s, %d", sums[0].Opening.Short(), sums[0].Came.Short(), sums[0].Closing.Short(), len(got.Items)); said != want {
			t.Errorf("%s: %s, want %s", zone, said, want)
		}
	}
	all, sums, err := b.svc.Statement(ctx, b.actor, paymentsvc.MoneyFilter{}, "", 10)
	b.must(err)
	if len(all.Items) != 2 || all.Items[0].Kind != "refund" || all.Items[0].Amount.Value.Short() != "-60" || sums[0].Closing.Short() != "0" || sums[0].Went.Short() != "60" {
		t.Errorf("%+v %+v", all.Items, sums)
	}
	if _, sums, err := b.svc.Statement(ctx, b.supplier(), paymentsvc.MoneyFilter{}, "", 10); err != nil || len(sums) != 0 {
		t.Errorf("another's money is added up: %+v %v", sums, err)
	}
}

// What is paid out to a buyer is what has closed, at most once, by two people above the limit.
func TestWhatIsPaidOutToABuyer(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	x, y := b.category("500", "KES"), b.category("30", "KES")
	b.bought(ctx, x, y)
	clerks := b.clerks(2)
	one, two := clerks[0], clerks[1]
	proof := b.evidence()
	ask := func(units int64, reference string) (uuid.UUID, error) {
		return b.svc.AskPayout(ctx, one, paymentsvc.PayoutAsk{Buyer: b.buyer, Amount: money.Amount{Value: money.New(units, 0), Currency: "KES"}, Reference: reference, PaidOn: "2026-01-15",
			Evidence: proof, Key: uuid.NewString()})
	}
	if _, err := ask(1, "FT-0"); !at(err, "/amount") {
		t.Errorf("what is open still is paid out: %v", err)
	}
	b.exec(`UPDATE category SET closed_at = zabuni.clock(), closes_at = zabuni.clock() - interval '1 minute', status = 'closed' WHERE id = $1`, x)
	owed, err := b.svc.Owed(ctx, b.reader(), "", "", 10)
	b.must(err)
	if len(owed.Items) != 1 || len(owed.Items[0].Sums) != 1 || owed.Items[0].Sums[0].Due.Value.Short() != "500" || owed.Items[0].Sums[0].Later.Value.Short() != "30" {
		t.Fatalf("%+v", owed.Items)
	}
	if _, err := ask(501, "FT-0"); !at(err, "/amount") {
		t.Error(err)
	}
	id, err := ask(400, "FT-1")
	b.must(err)
	_, err = ask(50, "FT-1")
	is(t, err, payment.PayoutTwice)
	if _, err := ask(101, "FT-2"); !at(err, "/amount") {
		t.Errorf("what is asked for counts: %v", err)
	}
	is(t, b.svc.DecidePayout(ctx, one, id, true), payment.SecondPerson)
	b.must(b.svc.DecidePayout(ctx, two, id, true))
	is(t, b.svc.DecidePayout(ctx, two, id, false), payment.PayoutMoved)
	_, err = ask(60, "FT-3") // within the limit of one person
	b.must(err)
	refused, err := ask(40, "FT-4")
	b.must(err)
	_ = refused
	if n := b.count(`SELECT count(*) FROM ledger_entry WHERE movement = 'payout' GROUP BY movement HAVING sum(amount) = 0`); n != 6 {
		t.Errorf("%d entries", n)
	}
	mine := access.Actor{User: uuid.New(), Session: uuid.New(), Type: access.Buyer, Org: b.buyer, Privileges: []access.Privilege{access.ViewReport}}
	got, due, err := b.svc.MyPayouts(ctx, mine, "", 10)
	b.must(err)
	if len(got.Items) != 3 || len(due) != 1 || due[0].Value.Short() != "0" {
		t.Errorf("%+v %v", got.Items, due)
	}
	list, err := b.svc.Payouts(ctx, b.reader(), paymentsvc.PayoutFilter{Search: "FT-1"}, "", 10)
	b.must(err)
	if len(list.Items) != 1 || list.Items[0].Status != payment.PayoutDone || list.Items[0].Decider == "" || list.Items[0].PaidOn.Format(time.DateOnly) != "2026-01-15" {
		t.Errorf("%+v", list.Items)
	}
	for _, in := range []struct {
		pointer string
		ask     paymentsvc.PayoutAsk
	}{
		{"/reference", paymentsvc.PayoutAsk{PaidOn: "2026-01-15", Evidence: proof}},
		{"/paid_on", paymentsvc.PayoutAsk{Reference: "x", Evidence: proof}},
		{"/evidence_id", paymentsvc.PayoutAsk{Reference: "x", PaidOn: "2026-01-15"}},
		{"/amount", paymentsvc.PayoutAsk{Reference: "x", PaidOn: "2026-01-15", Evidence: proof}},
	} {
		in.ask.Buyer, in.ask.Amount.Currency = b.buyer, "KES"
		if _, err := b.svc.AskPayout(ctx, one, in.ask); !at(err, in.pointer) {
			t.Errorf("%s: %v", in.pointer, err)
		}
	}
	b.audit()
}

// Books and providers are compared every night, each way once; what differs is told of.
func TestBooksAndProvidersAreCompared(t *testing.T) {
	ctx, p := paged(t)
	p.contested(ctx, payment.Stripe)
	p.press("win")
	p.heard(ctx)
	p.boughtBy(ctx, payment.PayPal)
	p.boughtBy(ctx, payment.Chapa)
	p.advance(24*time.Hour - time.Duration(time.Now().UTC().Hour())*time.Hour + 4*time.Hour)
	n, err := p.svc.CompareTotals(ctx)
	p.must(err)
	if again, err := p.svc.CompareTotals(ctx); err != nil || again != 0 || n != len(p.svc.Ways()) {
		t.Errorf("%d, and again %d: %v", n, again, err)
	}
	got, err := p.svc.Compared(ctx, p.reader(), paymentsvc.ComparedFilter{}, "", 100)
	p.must(err)
	seen := map[payment.Provider]string{}
	for _, c := range got.Items {
		if c.Booked.Currency == "USD" {
			seen[c.Provider] = string(c.Source) + " " + c.Booked.Value.Short() + " " + c.Told.Value.Short() + " " + c.Differs.Value.Short()
		}
	}
	if seen[payment.Stripe] != "provider 50.5 50.5 0" || seen[payment.PayPal] != "provider 50.5 50.5 0" || seen[payment.Chapa] != "rows 50.5 50.5 0" {
		t.Errorf("%v", seen)
	}
	if n := p.logged(paymentsvc.TotalsDiffer); n != 0 {
		t.Errorf("%d differ", n)
	}
	p.exec(`DELETE FROM payment_total`)
	p.exec(`UPDATE payment_attempt SET amount = amount - 1 WHERE provider = 'cpp'`) // a fault of ours
	p.must(p.sim.Press(p.sim.Sales()[1].ID, "reverse"))                             // and a word that never came
	p.exec(`DELETE FROM payment_callback`)
	p.exec(`UPDATE payment_attempt SET next_ask_at = NULL`)
	_, err = p.svc.CompareTotals(ctx)
	p.must(err)
	got, err = p.svc.Compared(ctx, p.reader(), paymentsvc.ComparedFilter{Differing: true}, "", 100)
	p.must(err)
	if len(got.Items) != 2 || p.logged(paymentsvc.TotalsDiffer) != 2 {
		t.Errorf("%+v", got.Items)
	}
}

// What happens at midnight is heard of before a day is compared; a night in which nobody could ask is made up for; and the
// difference of each day is that from the beginning until it.
func TestNightsThatWereMissed(t *testing.T) {
	ctx, p := paged(t)
	var now time.Time
	p.must(p.owner.QueryRow(ctx, `SELECT zabuni.clock()`).Scan(&now))
	p.advance(now.UTC().Truncate(24 * time.Hour).Add(26 * time.Hour).Sub(now)) // two in the morning
	compared := func() map[string]string {
		p.must(errOf(p.svc.CompareTotals(ctx)))
		got, err := p.svc.Compared(ctx, p.reader(), paymentsvc.ComparedFilter{Providers: []payment.Provider{payment.Stripe}}, "", 100)
		p.must(err)
		out := map[string]string{}
		for _, c := range got.Items {
			out[c.Day.Format("02")] += c.Booked.Value.Short() + "/" + c.Differs.Value.Short() + " "
		}
		return out
	}
	day := func(n int) string { return now.UTC().AddDate(0, 0, n).Format("02") }
	if got := compared(); len(got) != 1 || got[day(-1)] == "" {
		t.Errorf("at two: %v", got)
	}
	p.advance(2 * time.Hour)
	if got := compared(); len(got) != 2 || got[day(0)] == "" {
		t.Errorf("at four: %v", got)
	}
	p.advance(24 * time.Hour) // of these days the simulator, whose clock stands, tells nothing
	for range 2 {
		p.boughtBy(ctx, payment.Stripe)
		p.advance(24 * time.Hour)
	}
	p.advance(24 * time.Hour)
	if got := compared(); len(got) != 6 || got[day(1)] != "0/0 " || got[day(2)] != "50.5/-50.5 " || got[day(3)] != "50.5/-101 " || got[day(4)] != "0/0 " {
		t.Errorf("after four nights: %v", got)
	}
}

// That nothing came is told once for each way, of a bank in a currency of its accounts.
func TestOfABankNothingCameInItsOwnCurrency(t *testing.T) {
	ctx, b := withBank(t)
	_, err := b.svc.CompareTotals(ctx)
	b.must(err)
	got, err := b.svc.Compared(ctx, b.reader(), paymentsvc.ComparedFilter{}, "", 100)
	b.must(err)
	if len(got.Items) != 2 {
		t.Errorf("%+v", got.Items)
	}
	for _, c := range got.Items {
		if c.Booked.Currency != "KES" || !c.Booked.Value.IsZero() || !c.Told.Value.IsZero() {
			t.Errorf("%+v", c)
		}
	}
}
