package mail

import (
	"strings"
	"testing"
)

// Words of the operator's own that are taken make a message of one subject line,
// whose text shows them and whose markup is the layout's alone.
func FuzzWording(f *testing.F) {
	f.Add("Result of {{reference}}", "Dear {{name}},\n<script>alert(1)</script>", "Jane", uint8(0))
	f.Add("{{{{name}}}}", "{{ name }} {{nobody}}", "<b>\r\nBcc: x@y.z", uint8(3))
	f.Add("{{link}}", "{{code}}", "\u2028", uint8(9))
	f.Fuzz(func(t *testing.T, subject, body, name string, n uint8) {
		kind := Kinds()[int(n)%len(Kinds())]
		own, err := Check(kind, Wording{subject, strings.Split(body, "\n")})
		if err != nil {
			return
		}
		d := data()
		d.Name = "J " + name
		m, err := Render(kind, "en", d, &own)
		if err != nil {
			t.Fatalf("%+v: %v", own, err)
		}
		plain, err := Render(kind, "en", data(), &Wording{"x", make([]string, len(own.Body))})
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(m.Subject, "\r\n") || !strings.Contains(name, "{{") && strings.Contains(m.Subject+m.Text, "{{") {
			t.Fatalf("%q: %q", m.Subject, m.Text)
		}
		if markup(m.HTML) != markup(plain.HTML) {
			t.Fatalf("the words bring markup of their own: %s", m.HTML)
		}
	})
}

// markup is what of a page is not text: the signs that text can only have escaped.
func markup(page string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`<>"'`, r) {
			return r
		}
		return -1
	}, page)
}
