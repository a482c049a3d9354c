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
	// What was ordered waits until its bid is begun.
	for i, want := range []int{1, 0} {
		rows, err := w.Bidding.PaidNotBegun(w.ctx, w.bidders[0], "")
		w.must(err)
		if len(rows) != want || want == 1 && rows[0].ID != w.category {
			t.Fatalf("%d: %+v", i, rows)
		}
		_, err = w.Bidding.Start(w.ctx, w.bidders[0], w.category)
		w.must(err)
	}
	if rows, err := w.Bidding.PaidNotBegun(w.ctx, w.bidders[1], "rfq"); err != nil || len(rows) != 0 {
		t.Fatalf("of another activity: %+v %v", rows, err)
	}
	if rows, err := w.Bidding.PaidNotBegun(w.ctx, w.bidders[1], ""); err != nil || len(rows) != 1 {
		t.Fatalf("of the other company: %+v %v", rows, err)
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
