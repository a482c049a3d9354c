//go:build demo

package checkout

import (
	"net/http"
	"strings"
	"time"

	"zabuni.org/core/payment"
)

// answerIn is how long there is to answer a dispute.
const answerIn = 9 * 24 * time.Hour

// disputes are the questions about what payers' banks ask back.
func (s *Simulator) disputes(mux *http.ServeMux) {
	mux.HandleFunc("GET /v1/disputes", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, secret) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		data := []object{}
		if x := s.received(payment.Stripe, r.FormValue("payment_intent")); x != nil && x.Contest != "" {
			data = append(data, stripeDispute(*x))
		}
		answer(w, http.StatusOK, object{"object": "list", "data": data, "has_more": false, "url": "/v1/disputes"})
	})
	mux.HandleFunc("GET /pp/v1/customer/disputes", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, "paypal-token") {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		items := []object{}
		if x := s.received(payment.PayPal, r.URL.Query().Get("disputed_transaction_id")); x != nil && x.Contest != "" {
			items = append(items, object{"dispute_id": "PP-D-" + x.ID})
		}
		answer(w, http.StatusOK, object{"items": items})
	})
	mux.HandleFunc("GET /pp/v1/customer/disputes/{id}", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, "paypal-token") {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		x := s.named(payment.PayPal, strings.TrimPrefix(r.PathValue("id"), "PP-D-"))
		if x == nil || x.Contest == "" {
			answer(w, http.StatusNotFound, object{"name": "RESOURCE_NOT_FOUND"})
			return
		}
		answer(w, http.StatusOK, paypalDispute(*x))
	})
}

func stripeDispute(x Sale) object {
	status := map[string]string{"open": "needs_response", "won": "won", "lost": "lost"}[x.Contest]
	return object{"id": "dp_" + strings.TrimPrefix(x.Receipt, "pi_"), "object": "dispute", "payment_intent": x.Receipt, "charge": "ch_" + x.Receipt, "status": status,
		"reason": "fraudulent", "amount": units(x.rest()), "currency": strings.ToLower(string(x.Paid.Currency)), "evidence_details": object{"due_by": x.At.Add(answerIn).Unix()}}
}

func paypalDispute(x Sale) object {
	out := object{"dispute_id": "PP-D-" + x.ID, "reason": "UNAUTHORISED", "status": "WAITING_FOR_SELLER_RESPONSE", "seller_response_due_date": x.At.Add(answerIn).Format(time.RFC3339),
		"dispute_amount": valueOf(x.Paid), "disputed_transactions": []object{{"seller_transaction_id": x.Receipt, "custom": x.MerchantRef}}}
	switch x.Contest {
	case "won":
		out["status"], out["dispute_outcome"] = "RESOLVED", object{"outcome_code": "RESOLVED_SELLER_FAVOUR"}
	case "lost":
		out["status"], out["dispute_outcome"] = "RESOLVED", object{"outcome_code": "RESOLVED_BUYER_FAVOUR"}
	}
	return out
}

func (s *Simulator) paypalTells(x Sale) []message {
	kind, resource := "CHECKOUT.ORDER.APPROVED", object{"id": x.ID, "purchase_units": []object{{"custom_id": x.MerchantRef, "amount": valueOf(x.Asked)}}}
	switch x.State {
	case "declined":
		kind = "PAYMENT.CAPTURE.DENIED"
	case "reversed":
		kind = "PAYMENT.CAPTURE.REFUNDED"
	case "disputed":
		kind = "PAYMENT.CAPTURE.REVERSED"
	}
	switch {
	case x.Contest == "won", x.Contest == "lost":
		kind, resource = "CUSTOMER.DISPUTE.RESOLVED", paypalDispute(x)
	case kind != "CHECKOUT.ORDER.APPROVED":
		resource = object{"id": x.Receipt, "custom_id": x.MerchantRef, "amount": valueOf(x.Paid), "supplementary_data": object{"related_ids": object{"order_id": x.ID}}}
	}
	body := encode(object{"id": "WH-" + random(8), "event_type": kind, "resource": resource})
	id := random(16)
	s.mu.Lock()
	s.sent[id] = string(body)
	s.mu.Unlock()
	return []message{{method: http.MethodPost, body: body, header: map[string]string{"paypal-transmission-id": id, "paypal-transmission-time": time.Now().UTC().Format(time.RFC3339),
		"paypal-transmission-sig": "signed-" + id, "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/x", "paypal-auth-algo": "SHA256withRSA"}}}
}
