package payment_test

import (
	"testing"
	"time"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// Amounts on the wire are exact: a provider's smallest unit is its own, and need not be ISO's.
func TestMinorUnitsOfEachWay(t *testing.T) {
	for _, x := range []struct {
		way      payment.Provider
		amount   string
		currency money.Currency
		want     int64 // below zero: not of this way
	}{
		{payment.Stripe, "1250.50", "KES", 125050},
		{payment.Stripe, "1500", "RWF", 1500},
		{payment.Stripe, "1500.50", "RWF", -1},
		{payment.Stripe, "5000", "UGX", 500000},
		{payment.Stripe, "5000.50", "UGX", -1},
		{payment.Stripe, "0.29", "USD", 29},
		{payment.Stripe, "1.005", "USD", -1},
		{payment.Stripe, "1", "XOF", -1},
		{payment.Mpesa, "1500", "KES", 1500},
		{payment.Mpesa, "1250.50", "KES", -1},
		{payment.Free, "0", "KES", -1},
	} {
		v, err := money.ParseDecimal(x.amount)
		if err != nil {
			t.Fatal(err)
		}
		terms, _ := payment.TermsOf(x.way)
		a := money.Amount{Value: v, Currency: x.currency}
		units, ok := terms.Minor(a)
		if ok != (x.want >= 0) || ok && units != x.want {
			t.Errorf("%s %s to %s is %d, %v; want %d", x.amount, x.currency, x.way, units, ok, x.want)
		}
		if back, read := terms.Major(units, x.currency); ok && (!read || !back.Value.Equal(v)) {
			t.Errorf("%d of %s is %s", units, x.way, back)
		}
	}
}

// Every way says all of its terms: what it takes has a least that is not more than its most, both of
// whole steps; it lets go of an order and is asked about for a week, ever more seldom.
func TestTermsOfEveryWay(t *testing.T) {
	for _, name := range payment.Free.Values() {
		terms, ok := payment.TermsOf(payment.Provider(name))
		if !ok {
			t.Fatalf("%s has no terms", name)
		}
		for _, r := range terms.Money {
			for what, v := range map[string]money.Decimal{"least": r.Least, "most": r.Most} {
				if err := terms.Check(money.Amount{Value: v, Currency: r.Currency}); err != nil {
					t.Errorf("%s %s: its own %s is refused: %v", name, r.Currency, what, err)
				}
				if _, ok := terms.Minor(money.Amount{Value: v, Currency: r.Currency}); !ok {
					t.Errorf("%s %s: its %s has no minor units", name, r.Currency, what)
				}
			}
			if r.Least.Sign() <= 0 || r.Most.Less(r.Least) {
				t.Errorf("%s %s: from %s to %s", name, r.Currency, r.Least, r.Most)
			}
		}
		if name == string(payment.Free) {
			continue
		}
		if terms.Next == payment.Transfer { // nobody is asked: the order is held as long as banks take
			if terms.Patience != terms.Lifetime || terms.Lifetime != 7*24*time.Hour || len(terms.Waits) != 0 || !terms.Left() || terms.Page() {
				t.Errorf("%s: %+v", name, terms)
			}
			continue
		}
		if terms.Next == "" || terms.Lifetime != 7*24*time.Hour || terms.Patience < payment.Patience || terms.Patience > 3*time.Hour || terms.Steady > 5*time.Minute {
			t.Errorf("%s: %+v", name, terms)
		}
		last := time.Duration(0)
		for age := time.Duration(0); age < terms.Lifetime; age += last {
			w := terms.Wait(100, age)
			if w < last {
				t.Fatalf("%s is asked more often at %s", name, age)
			}
			last = w
		}
	}
}
