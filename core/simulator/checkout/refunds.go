//go:build demo

package checkout

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// refunds are the orders to give money back, at those providers that take them.
func (s *Simulator) refunds(mux *http.ServeMux) {
	mux.HandleFunc("POST /v1/refunds", s.stripeBack)
	mux.HandleFunc("GET /v1/refunds/{id}", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, secret) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, x := range s.sales {
			for _, b := range x.Backs {
				if b.ID == r.PathValue("id") {
					answer(w, http.StatusOK, stripeRefund(x, b))
					return
				}
			}
		}
		answer(w, http.StatusNotFound, object{"error": object{"type": "invalid_request_error", "code": "resource_missing"}})
	})
	mux.HandleFunc("GET /v1/refunds", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, secret) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		data := []object{}
		if x := s.received(payment.Stripe, r.FormValue("payment_intent")); x != nil {
			for _, b := range x.Backs {
				data = append(data, stripeRefund(x, b))
			}
		}
		answer(w, http.StatusOK, object{"object": "list", "data": data, "has_more": false, "url": "/v1/refunds"})
	})
	mux.HandleFunc("POST /pp/v2/payments/captures/{id}/refund", s.paypalBack)
	mux.HandleFunc("GET /pp/v2/payments/refunds/{id}", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, "paypal-token") {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, x := range s.sales {
			for _, b := range x.Backs {
				if b.ID == r.PathValue("id") {
					answer(w, http.StatusOK, paypalRefund(b))
					return
				}
			}
		}
		answer(w, http.StatusNotFound, object{"name": "RESOURCE_NOT_FOUND"})
	})
	mux.HandleFunc("POST /cpp/v1/refund/{ref}", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, secret) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		x := s.find(func(x *Sale) bool { return x.Way == payment.Chapa && x.MerchantRef == r.PathValue("ref") })
		if x == nil || r.FormValue("reason") == "" || len(x.Backs) > 0 {
			answer(w, http.StatusBadRequest, object{"message": "Refund not possible", "status": "failed", "data": nil})
			return
		}
		b, ok := s.giveBack(x, r.FormValue("reference"), r.FormValue("reference"), x.Paid, true)
		switch {
		case !ok:
			answer(w, http.StatusBadRequest, object{"message": "Insufficient balance", "status": "failed", "data": nil})
		case s.cutRefund():
			cut()
		default:
			answer(w, http.StatusOK, object{"message": "Refund initiated", "status": "success", "data": object{"ref_id": b.ID, "amount": x.Paid.Value.Short(), "currency": x.Paid.Currency}})
		}
	})
	mux.HandleFunc("POST /p/api/Transactions/RefundRequest", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, "pesapal-token") {
			return
		}
		var in struct {
			Code     string `json:"confirmation_code"`
			Amount   json.Number
			Username string
			Remarks  string
		}
		err := json.NewDecoder(r.Body).Decode(&in)
		s.mu.Lock()
		defer s.mu.Unlock()
		x := s.received(payment.Pesapal, in.Code)
		var sum money.Amount
		if x != nil && err == nil {
			sum, err = parse(in.Amount.String(), string(x.Paid.Currency))
		}
		if x == nil || err != nil || in.Username == "" || in.Remarks == "" || len(x.Backs) > 0 {
			answer(w, http.StatusOK, object{"status": "500", "message": "Refund request rejected"})
			return
		}
		if _, ok := s.giveBack(x, in.Code, in.Remarks, sum, true); !ok {
			answer(w, http.StatusOK, object{"status": "500", "message": "Refund request rejected"})
			return
		}
		if s.cutRefund() {
			cut()
		}
		answer(w, http.StatusOK, object{"status": "200", "message": "Refund request successfully"})
	})
}

// received finds a page by the receipt that its payment was given.
func (s *Simulator) received(way payment.Provider, receipt string) *Sale {
	return s.find(func(x *Sale) bool { return x.Way == way && receipt != "" && x.Receipt == receipt })
}

func (s *Simulator) stripeBack(w http.ResponseWriter, r *http.Request) {
	if !bearer(w, r, secret) {
		return
	}
	terms, _ := payment.TermsOf(payment.Stripe)
	n, err := strconv.ParseInt(r.FormValue("amount"), 10, 64)
	s.mu.Lock()
	x := s.received(payment.Stripe, r.FormValue("payment_intent"))
	var b Back
	ok := false
	if x != nil && err == nil {
		var sum money.Amount
		if sum, ok = terms.Major(n, x.Paid.Currency); ok {
			b, ok = s.giveBack(x, r.Header.Get("Idempotency-Key"), r.FormValue("metadata[refund]"), sum, true)
		}
	}
	lost := ok && s.cutRefund()
	s.mu.Unlock()
	switch {
	case !ok:
		answer(w, http.StatusBadRequest, object{"error": object{"type": "invalid_request_error", "code": "charge_already_refunded", "message": "Refund amount is greater than unrefunded amount on charge"}})
	case lost:
		cut()
	default:
		answer(w, http.StatusOK, stripeRefund(x, b))
		s.posts.Add(1)
		go func() {
			defer s.posts.Done()
			s.told(x, []message{stripeSigned("charge.refunded", object{"id": "ch_" + x.Receipt, "object": "charge", "payment_intent": x.Receipt})})
		}()
	}
}

func stripeRefund(x *Sale, b Back) object {
	return object{"id": b.ID, "object": "refund", "amount": units(b.Amount), "payment_intent": x.Receipt, "status": "succeeded", "metadata": object{"refund": b.Mark}}
}

func (s *Simulator) paypalBack(w http.ResponseWriter, r *http.Request) {
	if !bearer(w, r, "paypal-token") {
		return
	}
	var in struct {
		Amount struct {
			Currency string `json:"currency_code"`
			Value    string
		}
		Invoice string `json:"invoice_id"`
	}
	err := json.NewDecoder(r.Body).Decode(&in)
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.received(payment.PayPal, r.PathValue("id"))
	var sum money.Amount
	if err == nil {
		sum, err = parse(in.Amount.Value, in.Amount.Currency)
	}
	if x == nil || err != nil {
		answer(w, http.StatusNotFound, object{"name": "RESOURCE_NOT_FOUND"})
		return
	}
	b, ok := s.giveBack(x, r.Header.Get("PayPal-Request-Id"), in.Invoice, sum, true)
	switch {
	case !ok:
		answer(w, http.StatusUnprocessableEntity, object{"name": "UNPROCESSABLE_ENTITY", "details": []object{{"issue": "REFUND_AMOUNT_EXCEEDED"}}})
	case s.cutRefund():
		cut()
	default:
		answer(w, http.StatusCreated, paypalRefund(b))
	}
}

func paypalRefund(b Back) object {
	return object{"id": b.ID, "status": "COMPLETED", "invoice_id": b.Mark, "amount": valueOf(b.Amount)}
}

// chapaNow is what Chapa says when asked.
func chapaNow(x *Sale) string {
	if x.State == "paid" && x.returned().Sign() > 0 {
		return "refunded"
	}
	return chapaSays(x.State)
}

func stripeSigned(kind string, data object) message {
	body := encode(object{"id": "evt_" + random(12), "object": "event", "type": kind, "data": object{"object": data}})
	at := strconv.FormatInt(time.Now().Unix(), 10)
	return message{method: http.MethodPost, body: body, header: map[string]string{
		"Stripe-Signature": "t=" + at + ",v1=" + thin.Mac(hookSecret, []byte(at+"."+string(body)))}}
}
