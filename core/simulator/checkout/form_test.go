//go:build demo

package checkout_test

import (
	"testing"

	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// A form that is not as it was signed makes no page.
func TestAFormThatWasChanged(t *testing.T) {
	w := open(t)
	c := w.charge(payment.IVeri)
	fields := w.gateways[payment.IVeri].(paymentsvc.Former).Fields(c)
	for i, f := range fields {
		if f.Name == "Lite_Order_Amount" || f.Name == "Lite_Order_LineItems_Amount_1" {
			fields[i].Value = "100"
		}
	}
	a, err := w.gateways[payment.IVeri].Initiate(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	w.post(t, a.URL, fields)
	if n := len(w.sim.Sales()); n != 0 {
		t.Errorf("%d pages", n)
	}
	if r := w.ask(t, payment.IVeri, c); r.Outcome != payment.Waiting {
		t.Errorf("%+v", r)
	}
}
