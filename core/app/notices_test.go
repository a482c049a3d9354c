package app_test

import "testing"

// Who takes part for nothing is not told that money has come.
func TestAFreeOrderTellsOfNoMoney(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	for _, a := range w.bidders {
		_, err := w.Payments.AddToCart(w.ctx, a, w.category)
		w.must(err)
		_, err = w.Payments.Checkout(w.ctx, a, "key-free-order")
		w.must(err)
	}
	w.reacts()
	const told = "SELECT count(*) FROM notification WHERE kind = $1"
	if free, paid := w.count(told, "payment.free"), w.count(told, "payment.completed"); free != 2 || paid != 0 {
		t.Fatalf("%d told of a free order, %d of a payment", free, paid)
	}
	if n := w.count("SELECT count(*) FROM notification n, category c WHERE c.id = $1 AND n.params ->> 'purpose' = c.name", w.category); n != 2 {
		t.Fatalf("%d of 2 are told of what they may bid for", n)
	}
}
