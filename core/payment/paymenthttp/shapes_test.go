package paymenthttp

import (
	"testing"

	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// An order shows the try to pay it wherever that stands: who waits for a phone is told so.
func TestAnOrderShowsItsAttemptInEveryState(t *testing.T) {
	if orderOf(paymentsvc.Order{}).Attempt != nil {
		t.Error("an attempt that nobody made")
	}
	for _, name := range payment.State("").Values() {
		s := payment.State(name)
		if got := orderOf(paymentsvc.Order{Attempt: &paymentsvc.Attempt{Status: s}}).Attempt; got == nil || got.Status != s {
			t.Errorf("%s: %+v", s, got)
		}
	}
}
