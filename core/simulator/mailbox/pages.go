//go:build demo

package mailbox

import "html/template"

const style = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{width:100%;border-collapse:collapse}
td,th{text-align:left;padding:.5rem;border-bottom:1px solid #8884;vertical-align:top}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
input{font:inherit;padding:.25rem .5rem;width:20rem;max-width:100%}</style>`

var list = template.Must(template.New("list").Parse(`<!doctype html><html lang="en"><title>Development mailbox</title>` + style + `
<h1>Development mailbox</h1>
<form><label>To <input name="to" type="email" value="{{.To}}"></label> <button>Show</button></form>
{{if .Mails}}<table><thead><tr><th>Received<th>To<th>Subject</thead><tbody>
{{range .Mails}}<tr><td>{{.At.Format "15:04:05"}}<td>{{range .To}}{{.}} {{end}}<td><a href="/_dev/mailbox/{{.ID}}">{{.Subject}}</a>
{{end}}</tbody></table>{{else}}<p>No mail yet. Whatever the platform sends on this machine arrives here.</p>{{end}}</html>
`))

var one = template.Must(template.New("one").Parse(`<!doctype html><html lang="en"><title>{{.Subject}}</title>` + style + `
<p><a href="/_dev/mailbox">Mailbox</a> · <a href="/_dev/mailbox/{{.ID}}/html">As HTML</a></p>
<h1>{{.Subject}}</h1>
<p>From {{.From}}<br>To {{range .To}}{{.}} {{end}}{{range .Attachments}}<br>Attached: {{.}}{{end}}</p>
<pre>{{range .Pieces}}{{if .Link}}<a href="{{.Text}}">{{.Text}}</a>{{else}}{{.Text}}{{end}}{{end}}</pre></html>
`))
