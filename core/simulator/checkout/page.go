//go:build demo

package checkout

import (
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/payment"
)

const style = `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}table{width:100%;border-collapse:collapse}
td,th{text-align:left;padding:.5rem;border-bottom:1px solid #8884;vertical-align:top}form{display:inline}button{font:inherit;padding:.25rem .75rem;margin:.25rem 0}</style>`

var (
	pageText = template.Must(template.New("page").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Development checkout</title>` + style + `
<h1>{{.Name}}</h1><p>A development checkout: no money moves here.</p>
<p><strong>{{.Sale.Asked}}</strong> for {{.Sale.MerchantRef}}</p>
{{if eq .Sale.State "open"}}<form method="post">{{range .Buttons}}<p><button name="do" value="{{.Do}}">{{.Says}}</button></p>{{end}}</form>
{{else}}<p>This payment is {{.Sale.State}}.</p>{{end}}</html>
`))
	listText = template.Must(template.New("list").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Development checkouts</title>` + style + `
<h1>Development checkouts</h1>
<form method="post"><label>Of the order <input name="of" placeholder="any"></label> <button name="next" value="before">Pay the next one before it is answered</button>
<button name="next" value="cut">Cut off the answer of the next one</button></form>
{{if .}}<table><thead><tr><th>Way<th>Reference<th>Amount<th>State<th>Messages<th>Later</thead><tbody>
{{range .}}<tr><td>{{.Way}}<td>{{.MerchantRef}}<td>{{.Asked}}<td>{{.State}} {{.Receipt}}<td>{{.Messages}}<td>{{if eq .State "paid"}}<form method="post"><input type="hidden" name="id" value="{{.ID}}">
<button name="do" value="reverse">Reverse</button> <button name="do" value="dispute">Dispute</button></form>{{end}}
{{if eq .Contest "open"}}<form method="post"><input type="hidden" name="id" value="{{.ID}}">
<button name="do" value="win">Win the dispute</button> <button name="do" value="lose">Lose the dispute</button></form>{{else}}{{.Contest}}{{end}}
{{end}}</tbody></table>{{else}}<p>No page yet. Whatever the platform asks a provider for arrives here.</p>{{end}}</html>
`))
	names = map[payment.Provider]string{payment.Stripe: "Stripe", payment.PayPal: "PayPal", payment.Chapa: "Chapa", payment.Pesapal: "Pesapal",
		payment.Tingg: "Tingg", payment.DPO: "DPO Pay", payment.IVeri: "iVeri"}
)

type button struct{ Do, Says string }

var buttons = []button{{"pay", "Pay"}, {"decline", "Decline"}, {"cancel", "Cancel"}, {"less", "Pay wrong amount"}, {"currency", "Pay in other currency"},
	{"close", "Pay, then close the browser"}, {"twice", "Pay, callback twice"}, {"late", "Pay, callback 3 s late"}, {"never", "Pay, never call back"}}

func (s *Simulator) page(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	sale := s.find(func(x *Sale) bool { return x.ID == r.PathValue("id") })
	var now Sale
	if sale != nil {
		now = *sale
	}
	s.mu.Unlock()
	if sale == nil {
		http.Error(w, "no such payment", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = pageText.Execute(w, map[string]any{"Name": names[now.Way], "Sale": now, "Buttons": buttons})
}

func (s *Simulator) press(w http.ResponseWriter, r *http.Request) {
	do := r.FormValue("do")
	if err := s.Press(r.PathValue("id"), do); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	if do == "close" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!doctype html><html lang="en"><title>Closed</title><p>Paid. The browser does not go back.</p></html>`))
		return
	}
	s.mu.Lock()
	sale := *s.find(func(x *Sale) bool { return x.ID == r.PathValue("id") })
	s.mu.Unlock()
	if sale.Way == payment.IVeri { // the browser brings it, in a form
		back(w, sale.hook, iveriOf(sale))
		return
	}
	to := sale.back
	if sale.State == "cancelled" || sale.State == "declined" {
		to = sale.left
	}
	http.Redirect(w, r, with(to, sale), http.StatusSeeOther)
}

// with adds what a provider gives the browser back.
func with(to string, x Sale) string {
	u, err := url.Parse(to)
	if err != nil {
		return to
	}
	q := u.Query()
	switch x.Way {
	case payment.PayPal:
		q.Set("token", x.ID)
		q.Set("PayerID", "DEMONSTRATION")
	case payment.DPO:
		q.Set("TransactionToken", x.ID)
		q.Set("CompanyRef", x.MerchantRef)
	case payment.Pesapal:
		q.Set("OrderTrackingId", x.ID)
		q.Set("OrderMerchantReference", x.MerchantRef)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// Handle serves /_dev/checkout and /_dev/checkout.json.
func (s *Simulator) Handle(ctx *fasthttp.RequestCtx) {
	ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	if ctx.IsPost() {
		if next := string(ctx.FormValue("next")); next != "" {
			s.Next(next, string(ctx.FormValue("of")))
		} else if err := s.Press(string(ctx.FormValue("id")), string(ctx.FormValue("do"))); err != nil {
			ctx.Error(err.Error(), fasthttp.StatusConflict)
			return
		}
		ctx.Redirect("/_dev/checkout", fasthttp.StatusSeeOther)
		return
	}
	if string(ctx.Path()) == "/_dev/checkout.json" {
		ctx.SetContentType("application/json")
		_ = json.NewEncoder(ctx).Encode(s.Sales())
		return
	}
	ctx.SetContentType("text/html; charset=utf-8")
	_ = listText.Execute(ctx, s.Sales())
}
