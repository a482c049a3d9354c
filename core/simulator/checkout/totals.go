//go:build demo

package checkout

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/payment"
)

// codes are PayPal's names of what moves money.
var codes = map[string]string{"charge": "T0006", "refund": "T1107", "dispute": "T1201", "dispute_reversal": "T1202"}

// withdrawal is PayPal's name of what goes to a bank.
const withdrawal = "T0400"

// totals are the questions about what went through a provider's books.
func (s *Simulator) totals(mux *http.ServeMux) {
	mux.HandleFunc("GET /v1/balance_transactions", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, secret) {
			return
		}
		from, _ := strconv.ParseInt(r.FormValue("created[gte]"), 10, 64)
		until, _ := strconv.ParseInt(r.FormValue("created[lt]"), 10, 64)
		data := []object{}
		for _, m := range s.movedIn(payment.Stripe, time.Unix(from, 0), time.Unix(until, 0)) {
			n := units(m.amount)
			data = append(data, object{"id": "txn_" + random(8), "object": "balance_transaction", "amount": n, "currency": strings.ToLower(string(m.amount.Currency)),
				"reporting_category": m.kind, "created": m.at.Unix()})
			// What Stripe takes for itself, and what it transfers to a bank, stands among the rest.
			for _, own := range []string{"fee", "payout"} {
				data = append(data, object{"id": "txn_" + random(8), "object": "balance_transaction", "amount": -1, "currency": strings.ToLower(string(m.amount.Currency)),
					"reporting_category": own, "created": m.at.Unix()})
			}
		}
		answer(w, http.StatusOK, object{"object": "list", "data": data, "has_more": false, "url": "/v1/balance_transactions"})
	})
	mux.HandleFunc("GET /pp/v1/reporting/transactions", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, "paypal-token") {
			return
		}
		from, one := time.Parse(time.RFC3339, r.FormValue("start_date"))
		until, two := time.Parse(time.RFC3339, r.FormValue("end_date"))
		if one != nil || two != nil {
			answer(w, http.StatusBadRequest, object{"name": "INVALID_REQUEST"})
			return
		}
		rows := []object{}
		for _, m := range s.movedIn(payment.PayPal, from, until.Add(time.Second)) {
			rows = append(rows, object{"transaction_info": object{"transaction_event_code": codes[m.kind], "transaction_amount": valueOf(m.amount), "transaction_status": "S"}})
			rows = append(rows, object{"transaction_info": object{"transaction_event_code": withdrawal, "transaction_amount": valueOf(m.amount), "transaction_status": "S"}})
		}
		answer(w, http.StatusOK, object{"transaction_details": rows, "total_pages": 1, "page": 1})
	})
}

// movedIn is what moved by a way in a period.
func (s *Simulator) movedIn(way payment.Provider, from, until time.Time) []move {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []move
	for _, x := range s.sales {
		for _, m := range x.moves {
			if x.Way == way && !m.at.Before(from) && m.at.Before(until) {
				out = append(out, m)
			}
		}
	}
	return out
}
