package stripe

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// An answer about another session, or about another of our tries, says nothing of the one that was asked about.
func TestAnAnswerAboutAnotherSessionSaysNothing(t *testing.T) {
	for told, means := range map[string]bool{
		`{"id": "cs_1", "client_reference_id": "ZB-1-1", "payment_status": "paid", "status": "complete", "amount_total": 100, "currency": "usd"}`: true,
		`{"id": "cs_2", "client_reference_id": "ZB-1-1", "payment_status": "paid", "status": "complete", "amount_total": 100, "currency": "usd"}`: false,
		`{"id": "cs_1", "client_reference_id": "ZB-2-1", "payment_status": "paid", "status": "complete", "amount_total": 100, "currency": "usd"}`: false,
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(told))
		}))
		c, err := New(Options{BaseURL: srv.URL, Secret: "s", Hook: "h"})
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Query(t.Context(), payment.Charge{Ref: "cs_1", MerchantRef: "ZB-1-1"})
		if (err == nil) != means || (r.Outcome == payment.Paid) != means {
			t.Errorf("%s: %+v %v", told, r, err)
		}
		srv.Close()
	}
}

// A refund is sent under its own key: sent twice it is one.
func TestARefundHasAKeyOfItsOwn(t *testing.T) {
	var keys []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"id": "re_1", "status": "succeeded"}`))
	}))
	defer srv.Close()
	c, err := New(Options{BaseURL: srv.URL, Secret: "s", Hook: "h"})
	if err != nil {
		t.Fatal(err)
	}
	back := payment.Refund{ID: uuid.New(), Amount: money.Amount{Value: money.New(5, 0), Currency: "USD"}}
	for range 2 {
		if _, err := c.Refund(t.Context(), payment.Charge{Receipt: "pi_1"}, back); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(keys, " "); got != back.ID.String()+" "+back.ID.String() {
		t.Errorf("sent under %s", got)
	}
}
