//go:build demo

package checkout

import (
	"html/template"
	"math/big"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/gateway/iveri"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

const application = "{0F5E0B1C-0000-4000-8000-DE3057A70000}"

// iveri is the page that a browser posts its form to, and what we ask.
func (s *Simulator) iveri(mux *http.ServeMux) {
	mux.HandleFunc("POST /iveri/Lite/Authorise.aspx", func(w http.ResponseWriter, r *http.Request) {
		hook := r.FormValue("Lite_Website_Successful_Url")
		sale, ok := s.posted(r)
		if !ok {
			back(w, hook, url.Values{"Lite_Payment_Card_Status": {"255"}, "Lite_Result_Description": {"Invalid request"}, "Lite_Merchant_Trace": {r.FormValue("Lite_Merchant_Trace")}})
			return
		}
		http.Redirect(w, r, s.pageOf(sale), http.StatusSeeOther)
	})
	mux.HandleFunc("POST /iveri/Lite/AuthoriseInfo.aspx", func(w http.ResponseWriter, r *http.Request) {
		out := url.Values{"Lite_Payment_Card_Status": {"255"}, "Lite_Result_Description": {"No transaction"}}
		s.mu.Lock()
		x := s.find(func(x *Sale) bool {
			return x.Way == payment.IVeri && x.MerchantRef == r.FormValue("Lite_Merchant_Trace")
		})
		if x != nil && r.FormValue("Lite_Merchant_ApplicationId") == application {
			out = iveriOf(*x)
		}
		s.mu.Unlock()
		w.Header().Set("Content-Type", "application/x-www-form-urlencoded")
		_, _ = w.Write([]byte(out.Encode()))
	})
}

// posted makes the page of a form, or finds the one that the same reference made.
func (s *Simulator) posted(r *http.Request) (*Sale, bool) {
	amount, email, ref := r.FormValue("Lite_Order_Amount"), r.FormValue("Ecom_BillTo_Online_Email"), r.FormValue("Lite_Merchant_Trace")
	units, err := strconv.ParseInt(amount, 10, 64)
	part := strings.Split(r.FormValue("Lite_Transaction_Token"), ":")
	if err != nil || ref == "" || len(part) != 3 || r.FormValue("Lite_Merchant_ApplicationId") != application || r.FormValue("Lite_Order_LineItems_Amount_1") != amount {
		return nil, false
	}
	unix, err := strconv.ParseInt(part[1], 10, 64)
	if err != nil || iveri.Token(secret, application, amount, email, time.Unix(unix, 0)) != strings.Join(part, ":") {
		return nil, false
	}
	sale, _ := s.open(Sale{
		ID:          random(10),
		Way:         payment.IVeri,
		MerchantRef: ref,
		Asked:       money.Amount{Value: money.New(units, -2), Currency: money.Currency(r.FormValue("Lite_Currency_AlphaCode"))},
		key:         ref,
		hook:        r.FormValue("Lite_Website_Successful_Url"),
	})
	return sale, true
}

func iveriOf(x Sale) url.Values {
	out := url.Values{"Lite_Merchant_ApplicationId": {application}, "Lite_Merchant_Trace": {x.MerchantRef}, "Lite_Payment_Card_Status": {"9"}}
	switch x.State {
	case "paid", "reversed", "disputed": // it tells of no money that went back
		units := x.Paid.Value.Rat()
		units.Mul(units, hundred)
		out.Set("Lite_Payment_Card_Status", "0")
		out.Set("Lite_Order_Amount", units.Num().String())
		out.Set("Lite_Currency_AlphaCode", string(x.Paid.Currency))
		out.Set("Lite_TransactionIndex", x.Receipt)
		out.Set("Ecom_Payment_Card_Number", "4242424242424242")
		out.Set("Ecom_Payment_Card_ExpDate_Year", "2029")
	case "declined":
		out.Set("Lite_Payment_Card_Status", "4")
	case "cancelled":
		out.Set("Lite_Payment_Card_Status", "8")
	}
	return out
}

func iveriTells(x Sale) []message {
	return []message{{method: http.MethodPost, url: x.hook, body: []byte(iveriOf(x).Encode()), header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}}
}

var hundred = big.NewRat(100, 1)

var backText = template.Must(template.New("back").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Back</title>` + style + `
<form method="post" action="{{.To}}">{{range $name, $values := .Fields}}{{range $values}}<input type="hidden" name="{{$name}}" value="{{.}}">{{end}}{{end}}
<p><button>Back to the shop</button></p></form><script>document.forms[0].submit()</script></html>
`))

// back is a page that posts itself on.
func back(w http.ResponseWriter, to string, fields url.Values) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = backText.Execute(w, map[string]any{"To": template.URL(to), "Fields": fields})
}
