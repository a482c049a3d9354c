//go:build demo

package checkout

import (
	"encoding/json"
	"net/http"
	"time"

	"zabuni.org/core/payment"
)

func (s *Simulator) tingg(mux *http.ServeMux) {
	const token = "tingg-token"
	known := func(w http.ResponseWriter, r *http.Request) bool {
		if r.Header.Get("apikey") != hookSecret {
			answer(w, http.StatusUnauthorized, object{"status": object{"status_code": 401, "status_description": "Invalid API key"}})
			return false
		}
		return bearer(w, r, token)
	}
	no := func(w http.ResponseWriter, code int, says string) {
		answer(w, http.StatusOK, object{"status": object{"status_code": code, "status_description": says}})
	}
	mux.HandleFunc("POST /c/v1/oauth/token/request", func(w http.ResponseWriter, r *http.Request) {
		var in map[string]string
		if json.NewDecoder(r.Body).Decode(&in) != nil || r.Header.Get("apikey") != hookSecret || in["client_id"] != "demonstration" || in["client_secret"] != secret {
			answer(w, http.StatusUnauthorized, object{"error": "invalid_client"})
			return
		}
		answer(w, http.StatusOK, object{"token_type": "bearer", "access_token": token, "expires_in": 3600})
	})
	mux.HandleFunc("POST /c/v3/checkout-api/checkout-request/express-request", func(w http.ResponseWriter, r *http.Request) {
		if !known(w, r) {
			return
		}
		var in struct {
			Ref      string      `json:"merchant_transaction_id"`
			Account  string      `json:"account_number"`
			Amount   json.Number `json:"request_amount"`
			Currency string      `json:"currency_code"`
			Country  string      `json:"country_code"`
			Service  string      `json:"service_code"`
			Until    string      `json:"due_date"`
			Phone    string      `json:"msisdn"`
			Hook     string      `json:"callback_url"`
			Back     string      `json:"success_redirect_url"`
			Left     string      `json:"fail_redirect_url"`
		}
		if json.NewDecoder(r.Body).Decode(&in) != nil {
			no(w, 1013, "Not JSON")
			return
		}
		asked, err := parse(in.Amount.String(), in.Currency)
		_, wrong := time.Parse(time.DateTime, in.Until)
		s.mu.Lock()
		used := s.find(func(x *Sale) bool { return x.Way == payment.Tingg && x.MerchantRef == in.Ref }) != nil
		s.mu.Unlock()
		switch {
		case in.Ref == "":
			no(w, 1014, "Missing merchant transaction id")
		case in.Service != "ZABUNI":
			no(w, 1002, "Invalid service code")
		case len(in.Country) != 3:
			no(w, 1007, "Missing country code")
		case in.Phone == "":
			no(w, 1006, "Missing MSISDN")
		case err != nil, wrong != nil, len(in.Account) == 0, len(in.Account) > 15:
			no(w, 1000, "Invalid request")
		case used:
			no(w, 1004, "Duplicate merchant transaction id")
		default:
			sale, told := s.open(Sale{ID: random(10), Way: payment.Tingg, MerchantRef: in.Ref, Asked: asked, back: in.Back, left: in.Left, hook: in.Hook})
			if !told {
				cut()
			}
			answer(w, http.StatusOK, object{"status": object{"status_code": 200, "status_description": "Request successful"},
				"results": object{"checkout_request_id": 99, "short_url": s.pageOf(sale), "long_url": s.pageOf(sale)}})
		}
	})
	mux.HandleFunc("GET /c/v3/checkout-api/query/ZABUNI/{ref}", func(w http.ResponseWriter, r *http.Request) {
		if !known(w, r) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		x := s.find(func(x *Sale) bool { return x.Way == payment.Tingg && x.MerchantRef == r.PathValue("ref") })
		if x == nil {
			no(w, 1001, "No request found")
			return
		}
		answer(w, http.StatusOK, object{"status": object{"status_code": 200, "status_description": "Successful"}, "results": tinggOf(*x)})
	})
	mux.HandleFunc("POST /c/v3/checkout-api/acknowledgement/request", func(w http.ResponseWriter, r *http.Request) {
		if !known(w, r) {
			return
		}
		var in struct {
			Ref  string      `json:"merchant_transaction_id"`
			Code json.Number `json:"status_code"`
		}
		err := json.NewDecoder(r.Body).Decode(&in)
		s.mu.Lock()
		defer s.mu.Unlock()
		x := s.find(func(x *Sale) bool { return x.Way == payment.Tingg && x.MerchantRef == in.Ref })
		if err != nil || x == nil || x.State != "paid" {
			no(w, 1001, "No request found")
			return
		}
		switch in.Code {
		case "183":
			x.Told = "accepted"
		case "180":
			x.Told, x.State = "rejected", "reversed"
		}
		answer(w, http.StatusOK, object{"status": object{"status_code": 200, "status_description": "Acknowledged"}})
	})
}

// tinggOf is a request as a query and a message tell of it.
func tinggOf(x Sale) object {
	out := object{"merchant_transaction_id": x.MerchantRef, "request_status_code": 130, "request_status_description": "Pending", "service_code": "ZABUNI",
		"request_amount": json.RawMessage(x.Asked.Value.Short()), "request_currency_code": x.Asked.Currency, "currency_code": x.Asked.Currency,
		"original_request_amount": json.RawMessage(x.Asked.Value.Short()), "original_request_currency_code": x.Asked.Currency,
		"amount_paid": 0, "payments": []object{}, "MSISDN": "254701234567"}
	paid := func(code int) {
		out["request_status_code"], out["amount_paid"], out["currency_code"] = code, json.RawMessage(x.Paid.Value.Short()), x.Paid.Currency
		out["payments"] = []object{{"cpg_transaction_id": x.Receipt, "amount_paid": json.RawMessage(x.Paid.Value.Short()), "currency_code": x.Paid.Currency}}
	}
	switch x.State {
	case "paid":
		paid(178)
		switch {
		case x.Told == "accepted":
			out["request_status_code"] = 183
		case x.Paid.Value.Less(x.Asked.Value):
			out["request_status_code"] = 176
		}
	case "declined":
		out["request_status_code"], out["request_status_description"] = 129, "Expired without a payment"
	case "cancelled":
		out["request_status_code"], out["request_status_description"] = 101, "A try failed"
	case "reversed", "disputed":
		paid(186)
	}
	return out
}

func tinggTells(x Sale) []message {
	return []message{{method: http.MethodPost, url: x.hook, body: encode(tinggOf(x))}}
}
