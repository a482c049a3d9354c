//go:build demo

package daraja

import (
	"encoding/json"
	"html/template"

	"github.com/valyala/fasthttp"
)

var list = template.Must(template.New("list").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Development phones</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{width:100%;border-collapse:collapse}
td,th{text-align:left;padding:.5rem;border-bottom:1px solid #8884;vertical-align:top}form{display:inline}button{font:inherit;padding:.25rem .75rem}</style>
<h1>Development phones</h1>
<p>{{if .Manual}}Prompts wait for a button.{{else}}Phones answer by themselves. Endings: 32 cancels, 37 is unreachable, 01 has a wrong PIN, 11 no money, 22 is reported three times,
44 never, 55 with another amount; others pay.{{end}} <a href="/_dev/mpesa">Refresh</a></p>
{{if .Prompts}}<table><thead><tr><th>Phone<th>Amount<th>Account<th>At<th>Answer</thead><tbody>
{{range .Prompts}}<tr><td>{{.Phone}}<td>KES {{.Amount}}<td>{{.Account}}<td>{{.At.Format "15:04:05"}}<td>{{if .Ended}}{{.Says}} {{.Receipt}}{{else}}
<form method="post"><input type="hidden" name="ref" value="{{.Ref}}"><button name="do" value="pay">Pay</button></form>
<form method="post"><input type="hidden" name="ref" value="{{.Ref}}"><button name="do" value="cancel">Cancel</button></form>{{end}}
{{end}}</tbody></table>{{else}}<p>No prompt yet. Whatever the platform asks a phone for arrives here.</p>{{end}}</html>
`))

// Handle serves /_dev/mpesa and /_dev/mpesa.json.
func (s *Simulator) Handle(ctx *fasthttp.RequestCtx) {
	ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	if ctx.IsPost() {
		code, ok := map[string]int{"pay": 0, "cancel": 1032}[string(ctx.FormValue("do"))]
		if !ok || s.End(string(ctx.FormValue("ref")), code) != nil {
			ctx.Error("no such prompt is open", fasthttp.StatusConflict)
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
	_ = list.Execute(ctx, map[string]any{"Manual": s.o.Manual, "Prompts": s.Prompts()})
}
