package app_test

import (
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// Who takes part for nothing is not told that money has come.
func TestAFreeOrderTellsOfNoMoney(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	for _, a := range w.Bidders {
		_, err := w.Payments.AddToCart(w.Context(), a, w.ID)
		w.Must(err)
		_, err = w.Payments.Checkout(w.Context(), a, "key-free-order")
		w.Must(err)
	}
	// What was ordered waits until its bid is begun.
	for i, want := range []int{1, 0} {
		rows, err := w.Bidding.PaidNotBegun(w.Context(), w.Bidders[0])
		w.Must(err)
		if len(rows) != want || want == 1 && rows[0].ID != w.ID {
			t.Fatalf("%d: %+v", i, rows)
		}
		_, err = w.TryStart(w.Bidders[0])
		w.Must(err)
	}
	if rows, err := w.Bidding.PaidNotBegun(w.Context(), w.Bidders[1], sourcing.RFQ); err != nil || len(rows) != 0 {
		t.Fatalf("of another activity: %+v %v", rows, err)
	}
	if rows, err := w.Bidding.PaidNotBegun(w.Context(), w.Bidders[1]); err != nil || len(rows) != 1 {
		t.Fatalf("of the other company: %+v %v", rows, err)
	}
	w.React()
	const told = "SELECT count(*) FROM notification WHERE kind = $1"
	if free, paid := w.Count(told, "payment.free"), w.Count(told, "payment.completed"); free != 2 || paid != 0 {
		t.Fatalf("%d told of a free order, %d of a payment", free, paid)
	}
	if n := w.Count("SELECT count(*) FROM notification n, category c WHERE c.id = $1 AND n.params ->> 'purpose' = c.name", w.ID); n != 2 {
		t.Fatalf("%d of 2 are told of what they may bid for", n)
	}
}

// An amount is printed for whoever reads it: two people of one company have it each
// in their own language.
func TestAPaymentIsToldInEachReadersLanguage(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	fr := w.Bidders[0]
	clerk := w.colleague(fr, access.Supplier, "clerk")
	c := w.Publish(tender(func(x *story.Terms) { x.Fee = money.New(1250, 0) }))
	c.Pay(fr)
	w.hears(fr, "app payment.completed /supplier/ongoingbids")
	w.hears(clerk, "app payment.completed /supplier/ongoingbids")
	for _, p := range []struct {
		who      access.Actor
		language string
	}{{fr, "fr"}, {clerk, "en"}} {
		want := money.Amount{Value: money.New(1250, 0), Currency: "KES"}.Print(p.language)
		var got string
		w.Must(w.DB.QueryRow(w.Context(), "SELECT params ->> 'amount' FROM notification WHERE account_id = $1", p.who.User).Scan(&got))
		if got != want {
			t.Errorf("%s reads %q, want %q", p.who.Name, got, want)
		}
	}
}
