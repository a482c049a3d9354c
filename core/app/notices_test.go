package app_test

import "testing"

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
		rows, err := w.Bidding.PaidNotBegun(w.Context(), w.Bidders[0], "")
		w.Must(err)
		if len(rows) != want || want == 1 && rows[0].ID != w.ID {
			t.Fatalf("%d: %+v", i, rows)
		}
		_, err = w.TryStart(w.Bidders[0])
		w.Must(err)
	}
	if rows, err := w.Bidding.PaidNotBegun(w.Context(), w.Bidders[1], "rfq"); err != nil || len(rows) != 0 {
		t.Fatalf("of another activity: %+v %v", rows, err)
	}
	if rows, err := w.Bidding.PaidNotBegun(w.Context(), w.Bidders[1], ""); err != nil || len(rows) != 1 {
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
