//go:build demo

package checkout

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

func bearer(w http.ResponseWriter, r *http.Request, want string) bool {
	if r.Header.Get("Authorization") == "Bearer "+want {
		return true
	}
	answer(w, http.StatusUnauthorized, object{"error": object{"type": "invalid_request_error", "message": "Invalid API Key provided"}, "status": "failed"})
	return false
}

// Stripe's currencies have minor units of its own.
func units(a money.Amount) int64 {
	terms, _ := payment.TermsOf(payment.Stripe)
	n, ok := terms.Minor(a)
	if !ok {
		n, _ = a.Payable()
	}
	return n
}

func (s *Simulator) stripe(mux *http.ServeMux) {
	terms, _ := payment.TermsOf(payment.Stripe)
	mux.HandleFunc("GET /v1/balance", func(w http.ResponseWriter, r *http.Request) {
		if bearer(w, r, secret) {
			answer(w, http.StatusOK, object{"object": "balance", "available": []object{}, "pending": []object{}})
		}
	})
	mux.HandleFunc("POST /v1/checkout/sessions", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, secret) {
			return
		}
		amount, err := strconv.ParseInt(r.FormValue("line_items[0][price_data][unit_amount]"), 10, 64)
		asked, ok := terms.Major(amount, money.Currency(strings.ToUpper(r.FormValue("line_items[0][price_data][currency]"))))
		until, _ := strconv.ParseInt(r.FormValue("expires_at"), 10, 64)
		if err != nil || !ok || terms.Check(asked) != nil || r.FormValue("mode") != "payment" || until == 0 || !strings.HasPrefix(r.FormValue("success_url"), "http") {
			answer(w, http.StatusBadRequest, object{"error": object{"type": "invalid_request_error", "code": "parameter_invalid", "message": "Invalid request"}})
			return
		}
		sale, told := s.open(Sale{
			ID:          "cs_test_" + random(16),
			Way:         payment.Stripe,
			MerchantRef: r.FormValue("client_reference_id"),
			Asked:       asked,
			key:         r.Header.Get("Idempotency-Key"),
			back:        r.FormValue("success_url"),
			left:        r.FormValue("cancel_url"),
		})
		if !told {
			cut()
		}
		answer(w, http.StatusOK, s.session(sale))
	})
	mux.HandleFunc("GET /v1/checkout/sessions/{id}", func(w http.ResponseWriter, r *http.Request) {
		if bearer(w, r, secret) {
			s.answerSession(w, r.PathValue("id"))
		}
	})
	mux.HandleFunc("POST /v1/checkout/sessions/{id}/expire", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, secret) {
			return
		}
		s.mu.Lock()
		sale := s.named(payment.Stripe, r.PathValue("id"))
		if sale != nil && sale.State != "open" {
			sale = nil
		}
		if sale != nil {
			sale.State = "expired"
		}
		s.mu.Unlock()
		if sale == nil {
			answer(w, http.StatusBadRequest, object{"error": object{"type": "invalid_request_error", "message": "Only open sessions can be expired"}})
			return
		}
		s.answerSession(w, sale.ID)
	})
}

func (s *Simulator) answerSession(w http.ResponseWriter, id string) {
	s.mu.Lock()
	sale := s.named(payment.Stripe, id)
	s.mu.Unlock()
	if sale == nil {
		answer(w, http.StatusNotFound, object{"error": object{"type": "invalid_request_error", "code": "resource_missing", "message": "No such checkout.session"}})
		return
	}
	answer(w, http.StatusOK, s.session(sale))
}

func (s *Simulator) session(x *Sale) object {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := sessionOf(*x)
	if x.State == "open" || x.State == "declined" {
		o["url"] = s.pageOf(x)
	}
	return o
}

func sessionOf(x Sale) object {
	out := object{"id": x.ID, "object": "checkout.session", "client_reference_id": x.MerchantRef, "mode": "payment", "status": "open", "payment_status": "unpaid",
		"amount_total": units(x.Asked), "currency": strings.ToLower(string(x.Asked.Currency))}
	switch x.State {
	case "paid", "reversed", "disputed":
		charge := object{"id": "ch_" + x.Receipt, "object": "charge", "amount": units(x.Paid), "amount_refunded": 0, "disputed": x.Contest != ""}
		if x.State == "reversed" {
			charge["amount_refunded"] = units(x.Paid)
		} else if back := x.returned(); back.Sign() > 0 {
			charge["amount_refunded"] = units(money.Amount{Value: back, Currency: x.Paid.Currency})
		}
		out["status"], out["payment_status"] = "complete", "paid"
		out["amount_total"], out["currency"] = units(x.Paid), strings.ToLower(string(x.Paid.Currency))
		out["payment_intent"] = object{"id": x.Receipt, "object": "payment_intent", "status": "succeeded", "latest_charge": charge}
	case "declined": // the page is asked to pay later by a debit, which fails
		out["status"] = "complete"
		out["payment_intent"] = object{"id": "pi_" + random(12), "object": "payment_intent", "status": "requires_payment_method"}
	case "expired":
		out["status"] = "expired"
	}
	return out
}

func stripeTells(x Sale) []message {
	kind := map[string]string{"paid": "checkout.session.completed", "declined": "checkout.session.async_payment_failed",
		"reversed": "charge.refunded", "disputed": "charge.dispute.created"}[x.State]
	data := sessionOf(x)
	if x.Contest == "won" || x.Contest == "lost" {
		kind = "charge.dispute.closed"
	}
	switch {
	case x.Contest != "":
		data = stripeDispute(x)
	case x.State == "reversed":
		data = object{"id": "ch_" + x.Receipt, "object": "charge", "payment_intent": x.Receipt}
	default:
		if i, ok := data["payment_intent"].(object); ok {
			data["payment_intent"] = i["id"]
		}
	}
	return []message{stripeSigned(kind, data)}
}

func (s *Simulator) chapa(mux *http.ServeMux) {
	mux.HandleFunc("GET /cpp/v1/banks", func(w http.ResponseWriter, r *http.Request) {
		if bearer(w, r, secret) {
			answer(w, http.StatusOK, object{"message": "Banks retrieved", "data": []object{}})
		}
	})
	mux.HandleFunc("POST /cpp/v1/transaction/initialize", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, secret) {
			return
		}
		var in struct {
			Amount, Currency string
			TxRef            string `json:"tx_ref"`
			Callback         string `json:"callback_url"`
			Return           string `json:"return_url"`
		}
		err := json.NewDecoder(r.Body).Decode(&in)
		asked, wrong := parse(in.Amount, in.Currency)
		s.mu.Lock()
		used := s.find(func(x *Sale) bool { return x.Way == payment.Chapa && x.MerchantRef == in.TxRef }) != nil
		s.mu.Unlock()
		no := ""
		switch {
		case err != nil || wrong != nil || in.TxRef == "":
			no = "Validation failed"
		case used:
			no = "Transaction reference has been used before"
		case in.Currency != "ETB" && in.Currency != "USD":
			no = "Invalid currency, currency is not supported"
		}
		if no != "" {
			answer(w, http.StatusBadRequest, object{"message": no, "status": "failed", "data": nil})
			return
		}
		sale, told := s.open(Sale{ID: random(10), Way: payment.Chapa, MerchantRef: in.TxRef, Asked: asked, back: in.Return, left: in.Return, hook: in.Callback})
		if !told {
			cut()
		}
		answer(w, http.StatusOK, object{"message": "Hosted Link", "status": "success", "data": object{"checkout_url": s.pageOf(sale)}})
	})
	mux.HandleFunc("GET /cpp/v1/transaction/verify/{ref}", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, secret) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		x := s.find(func(x *Sale) bool { return x.Way == payment.Chapa && x.MerchantRef == r.PathValue("ref") })
		if x == nil {
			answer(w, http.StatusNotFound, object{"message": "Invalid transaction or Transaction not found", "status": "failed", "data": nil})
			return
		}
		answer(w, http.StatusOK, object{"message": "Payment details", "status": "success", "data": object{"tx_ref": x.MerchantRef, "reference": x.Receipt,
			"status": chapaNow(x), "currency": x.Paid.Currency, "amount": json.RawMessage(x.Paid.Value.Short()), "charge": json.RawMessage("3.5")}})
	})
}

func chapaSays(state string) string {
	switch state {
	case "paid":
		return "success"
	case "declined":
		return "failed"
	case "cancelled":
		return "cancelled"
	case "reversed":
		return "refunded"
	case "disputed":
		return "reversed"
	}
	return "pending"
}

func chapaTells(x Sale) []message {
	event := map[string]string{"paid": "charge.success", "reversed": "charge.refunded", "disputed": "charge.reversed"}[x.State]
	if event == "" {
		event = "charge.failed/cancelled"
	}
	body := encode(object{"event": event, "tx_ref": x.MerchantRef, "reference": x.Receipt, "status": chapaSays(x.State), "currency": x.Paid.Currency, "amount": x.Paid.Value.Short()})
	return []message{
		{method: http.MethodGet, url: x.hook + "?trx_ref=" + x.MerchantRef + "&ref_id=" + x.Receipt + "&status=" + chapaSays(x.State)},
		{method: http.MethodPost, body: body, header: map[string]string{"x-chapa-signature": thin.Mac(hookSecret, body), "Chapa-Signature": thin.Mac(hookSecret, []byte(hookSecret))}},
	}
}

func (s *Simulator) pesapal(mux *http.ServeMux) {
	const token = "pesapal-token"
	mux.HandleFunc("POST /p/api/Auth/RequestToken", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Key    string `json:"consumer_key"`
			Secret string `json:"consumer_secret"`
		}
		if json.NewDecoder(r.Body).Decode(&in) != nil || in.Key != "demonstration" || in.Secret != secret {
			answer(w, http.StatusOK, object{"status": "500", "error": object{"error_type": "api_error", "code": "invalid_consumer_key_or_secret_provided"}})
			return
		}
		answer(w, http.StatusOK, object{"token": token, "expiryDate": time.Now().Add(5 * time.Minute).UTC(), "error": nil, "status": "200"})
	})
	mux.HandleFunc("POST /p/api/URLSetup/RegisterIPN", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ URL string }
		if !bearer(w, r, token) || json.NewDecoder(r.Body).Decode(&in) != nil {
			return
		}
		id := random(16)
		s.mu.Lock()
		s.ipns[id] = in.URL
		s.mu.Unlock()
		answer(w, http.StatusOK, object{"ipn_id": id, "url": in.URL, "ipn_status": 1, "error": nil, "status": "200"})
	})
	mux.HandleFunc("POST /p/api/Transactions/SubmitOrderRequest", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, token) {
			return
		}
		var in struct {
			ID, Currency string
			Amount       json.Number
			Callback     string            `json:"callback_url"`
			Left         string            `json:"cancellation_url"`
			IPN          string            `json:"notification_id"`
			Billing      map[string]string `json:"billing_address"`
		}
		err := json.NewDecoder(r.Body).Decode(&in)
		asked, wrong := parse(in.Amount.String(), in.Currency)
		s.mu.Lock()
		hook := s.ipns[in.IPN]
		s.mu.Unlock()
		if err != nil || wrong != nil || hook == "" || len(in.ID) == 0 || len(in.ID) > 50 || in.Billing["email_address"] == "" {
			answer(w, http.StatusOK, object{"error": object{"error_type": "api_error", "code": "invalid_api_request_parameters"}, "status": "400"})
			return
		}
		sale, told := s.open(Sale{ID: random(16), Way: payment.Pesapal, MerchantRef: in.ID, Asked: asked, back: in.Callback, left: in.Left, hook: hook})
		if !told {
			cut()
		}
		answer(w, http.StatusOK, object{"order_tracking_id": sale.ID, "merchant_reference": in.ID, "redirect_url": s.pageOf(sale), "error": nil, "status": "200"})
	})
	mux.HandleFunc("GET /p/api/Transactions/GetTransactionStatus", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, token) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		x := s.named(payment.Pesapal, r.URL.Query().Get("orderTrackingId"))
		if x == nil {
			answer(w, http.StatusOK, object{"error": object{"error_type": "api_error", "code": "payment_details_not_found"}, "status": "500"})
			return
		}
		code, says := 0, "INVALID"
		switch x.State {
		case "paid":
			code, says = 1, "Completed"
			if x.returned().Sign() > 0 {
				code, says = 3, "Reversed"
			}
		case "declined", "cancelled":
			code, says = 2, "Failed"
		case "reversed", "disputed":
			code, says = 3, "Reversed"
		}
		paid := x.Paid
		if code == 0 {
			paid = x.Asked
		}
		answer(w, http.StatusOK, object{"status_code": code, "payment_status_description": says, "confirmation_code": x.Receipt, "merchant_reference": x.MerchantRef,
			"order_tracking_id": x.ID, "currency": paid.Currency, "amount": json.RawMessage(paid.Value.Short()), "status": "200"})
	})
}

func pesapalTells(x Sale) []message {
	return []message{{method: http.MethodPost, url: x.hook, body: encode(object{"OrderTrackingId": x.ID, "OrderMerchantReference": x.MerchantRef, "OrderNotificationType": "IPNCHANGE"})}}
}

func (s *Simulator) paypal(mux *http.ServeMux) {
	const token = "paypal-token"
	mux.HandleFunc("POST /pp/v1/oauth2/token", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte("demonstration:"+secret)) {
			answer(w, http.StatusUnauthorized, object{"error": "invalid_client"})
			return
		}
		answer(w, http.StatusOK, object{"access_token": token, "token_type": "Bearer", "expires_in": 32400})
	})
	mux.HandleFunc("POST /pp/v2/checkout/orders", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, token) {
			return
		}
		var in struct {
			Units []struct {
				Custom string `json:"custom_id"`
				Amount struct {
					Currency string `json:"currency_code"`
					Value    string
				}
			} `json:"purchase_units"`
			Source struct {
				PayPal struct {
					Context struct {
						Return string `json:"return_url"`
						Cancel string `json:"cancel_url"`
					} `json:"experience_context"`
				}
			} `json:"payment_source"`
		}
		if json.NewDecoder(r.Body).Decode(&in) != nil || len(in.Units) != 1 {
			answer(w, http.StatusBadRequest, object{"name": "INVALID_REQUEST"})
			return
		}
		asked, err := parse(in.Units[0].Amount.Value, in.Units[0].Amount.Currency)
		if terms, _ := payment.TermsOf(payment.PayPal); err != nil || terms.Check(asked) != nil {
			answer(w, http.StatusUnprocessableEntity, object{"name": "UNPROCESSABLE_ENTITY", "details": []object{{"issue": "CURRENCY_NOT_SUPPORTED"}}})
			return
		}
		context := in.Source.PayPal.Context
		sale, told := s.open(Sale{ID: strings.ToUpper(random(8)), Way: payment.PayPal, MerchantRef: in.Units[0].Custom, Asked: asked,
			key: r.Header.Get("PayPal-Request-Id"), back: context.Return, left: context.Cancel})
		if !told {
			cut()
		}
		s.answerOrder(w, sale, http.StatusCreated)
	})
	mux.HandleFunc("GET /pp/v2/checkout/orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, token) {
			return
		}
		s.mu.Lock()
		sale := s.named(payment.PayPal, r.PathValue("id"))
		s.mu.Unlock()
		s.answerOrder(w, sale, http.StatusOK)
	})
	mux.HandleFunc("POST /pp/v2/checkout/orders/{id}/capture", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, token) {
			return
		}
		s.mu.Lock()
		sale := s.named(payment.PayPal, r.PathValue("id"))
		issue := "ORDER_NOT_APPROVED"
		if sale != nil {
			switch sale.State {
			case "agreed":
				sale.State, issue = "paid", ""
				sale.moved("charge", sale.Paid, false)
			case "paid", "reversed", "disputed":
				issue = "ORDER_ALREADY_CAPTURED"
			}
		}
		s.mu.Unlock()
		if issue != "" {
			answer(w, http.StatusUnprocessableEntity, object{"name": "UNPROCESSABLE_ENTITY", "details": []object{{"issue": issue}}})
			return
		}
		s.answerOrder(w, sale, http.StatusCreated)
	})
	mux.HandleFunc("POST /pp/v1/notifications/verify-webhook-signature", func(w http.ResponseWriter, r *http.Request) {
		if !bearer(w, r, token) {
			return
		}
		var in struct {
			ID      string          `json:"transmission_id"`
			Webhook string          `json:"webhook_id"`
			Event   json.RawMessage `json:"webhook_event"`
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		s.mu.Lock()
		sent, ok := s.sent[in.ID]
		s.mu.Unlock()
		status := "FAILURE"
		if ok && sent == string(in.Event) && in.Webhook == hookSecret {
			status = "SUCCESS"
		}
		answer(w, http.StatusOK, object{"verification_status": status})
	})
}

func (s *Simulator) answerOrder(w http.ResponseWriter, sale *Sale, status int) {
	if sale == nil {
		answer(w, http.StatusNotFound, object{"name": "RESOURCE_NOT_FOUND"})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	unit := object{"custom_id": sale.MerchantRef, "invoice_id": sale.MerchantRef, "amount": valueOf(sale.Asked)}
	out := object{"id": sale.ID, "status": "PAYER_ACTION_REQUIRED", "purchase_units": []object{unit}, "links": []object{{"rel": "payer-action", "href": s.pageOf(sale)}}}
	capture := func(state string) {
		out["status"] = "COMPLETED"
		unit["payments"] = object{"captures": []object{{"id": sale.Receipt, "status": state, "amount": valueOf(sale.Paid)}}}
	}
	switch sale.State {
	case "agreed":
		out["status"] = "APPROVED"
	case "paid":
		capture("COMPLETED")
		if sale.Contest == "won" { // it says so for ever
			capture("REVERSED")
		}
		if len(sale.Backs) > 0 {
			given := make([]object, len(sale.Backs))
			for i, b := range sale.Backs {
				given[i] = paypalRefund(b)
			}
			state := "PARTIALLY_REFUNDED"
			if sale.returned().Equal(sale.Paid.Value) {
				state = "REFUNDED"
			}
			capture(state)
			unit["payments"].(object)["refunds"] = given
		}
	case "declined":
		capture("DECLINED")
	case "reversed":
		capture("REFUNDED")
	case "disputed":
		capture("REVERSED")
	case "cancelled":
		out["status"] = "VOIDED"
	}
	answer(w, status, out)
}

func valueOf(a money.Amount) object {
	return object{"currency_code": a.Currency, "value": a.Value.Short()}
}
