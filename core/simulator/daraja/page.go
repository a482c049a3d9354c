//go:build demo

package daraja

import (
	"encoding/json"
	"html/template"
	"strings"

	"github.com/valyala/fasthttp"
)

var list = template.Must(template.New("list").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Development phones</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{width:100%;border-collapse:collapse}
td,th{text-align:left;padding:.5rem;border-bottom:1px solid #8884;vertical-align:top}form{display:inline}button{font:inherit;padding:.25rem .75rem}</style>
<h1>Development phones</h1>
<p>{{if .Manual}}Prompts wait for a button.{{else}}Phones answer by themselves. Endings: 32 cancels, 37 is unreachable, 01 has a wrong PIN, 11 no money, 22 is reported three times,
44 never, 55 with another amount; others pay.{{end}} <a href="/_dev/mpesa">Refresh</a></p>
<h2>Pay the paybill {{.Shortcode}} by hand</h2>
<form method="post"><label>Phone <input name="phone" value="254701234567"></label> <label>Account <input name="account" required></label>
<label>Amount <input name="amount" inputmode="decimal" required></label> {{range .Senders}}<button name="do" value="{{.Do}}">{{.Says}}</button> {{end}}</form>
{{if .Deposits}}<table><thead><tr><th>Phone<th>Amount<th>Account<th>At<th>Receipt<th>Confirmed</thead><tbody>
{{range .Deposits}}<tr><td>{{.Phone}}<td>KES {{.Amount}}<td>{{.Account}}<td>{{.At.Format "15:04:05"}}<td>{{.Receipt}}<td>{{.Messages}}{{end}}</tbody></table>{{end}}
<h2>Prompts</h2><form method="post"><button name="next" value="before">Pay the next one before it is answered</button> <button name="next" value="cut">Cut off the answer of the next one</button></form>
{{if .Prompts}}<table><thead><tr><th>Phone<th>Amount<th>Account<th>At<th>Answer</thead><tbody>
{{range .Prompts}}<tr><td>{{.Phone}}<td>KES {{.Amount}}<td>{{.Account}}<td>{{.At.Format "15:04:05"}}<td>{{if .Ended}}{{.Says}} {{.Receipt}}{{if .Reversed}}, reversed: nobody is told but by letter{{else if .Receipt}}
<form method="post"><input type="hidden" name="ref" value="{{.Ref}}"><button name="do" value="reverse">Reverse</button></form>{{end}}{{else}}
<form method="post"><input type="hidden" name="ref" value="{{.Ref}}">{{range $.Buttons}}<button name="do" value="{{.Do}}">{{.Says}}</button> {{end}}</form>{{end}}
{{end}}</tbody></table>{{else}}<p>No prompt yet. Whatever the platform asks a phone for arrives here.</p>{{end}}</html>
`))

// Handle serves /_dev/mpesa and /_dev/mpesa.json.
func (s *Simulator) Handle(ctx *fasthttp.RequestCtx) {
	ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	if ctx.IsPost() {
		if next := string(ctx.FormValue("next")); next != "" {
			s.Next(next)
		} else if do := string(ctx.FormValue("do")); strings.HasPrefix(do, "send") {
			s.sent(ctx, do)
			return
		} else if err := s.Press(string(ctx.FormValue("ref")), do); err != nil {
			ctx.Error(err.Error(), fasthttp.StatusConflict)
			return
		}
		ctx.Redirect("/_dev/mpesa", fasthttp.StatusSeeOther)
		return
	}
	if string(ctx.Path()) == "/_dev/mpesa.json" {
		ctx.SetContentType("application/json")
		_ = json.NewEncoder(ctx).Encode(s.Prompts())
		return
	}
	ctx.SetContentType("text/html; charset=utf-8")
	_ = list.Execute(ctx, map[string]any{"Manual": s.o.Manual, "Prompts": s.Prompts(), "Buttons": Buttons, "Senders": Senders, "Deposits": s.Deposits(), "Shortcode": shortcode})
}
