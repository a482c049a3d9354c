package mail

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/kernel/fault"
)

func TestWordings(t *testing.T) {
	long := strings.Repeat("x", maxParagraph+1)
	for name, c := range map[string]struct {
		kind Kind
		w    Wording
		want []string // pointer code
	}{
		"built in":           {AwardLetter, BuiltIn(AwardLetter, "en"), nil},
		"own words":          {Publication, Wording{"Come: {{reference}}", []string{"  Dear {{name}}, {{company}} invites you.  ", ""}}, nil},
		"empty":              {Publication, Wording{" ", []string{" "}}, []string{"/subject field.required", "/body field.required"}},
		"unknown mark":       {Publication, Wording{"{{password}}", []string{"{{code}}"}}, []string{"/subject mail.placeholder_unknown", "/body/0 mail.placeholder_unknown"}},
		"broken mark":        {Publication, Wording{"Hello {{ name", []string{"a }} b"}}, []string{"/subject mail.placeholder_broken", "/body/0 mail.placeholder_broken"}},
		"header":             {Publication, Wording{"a\r\nBcc: x@example.org", []string{"b"}}, []string{"/subject field.format"}},
		"too long":           {Publication, Wording{"a", []string{long}}, []string{"/body/0 field.too_long"}},
		"too many":           {Publication, Wording{"a", slices.Repeat([]string{"b"}, maxParagraphs+1)}, []string{"/body field.too_long"}},
		"statutory hole":     {RegretLetter, Wording{"Outcome of {{reference}}", []string{"{{company}} on {{title}}"}}, []string{"/body mail.placeholder_missing"}},
		"optional may leave": {Publication, Wording{"Come", []string{"Come"}}, nil},
	} {
		_, err := Check(c.kind, c.w)
		var got []string
		var e *fault.Error
		if errors.As(err, &e) {
			for _, f := range e.Fields {
				got = append(got, f.Pointer+" "+f.Code)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Every built-in text of every language passes the rules that the operator's must pass.
func TestBuiltInsPassTheirOwnRules(t *testing.T) {
	for _, lang := range Languages() {
		for _, kind := range Kinds() {
			w, err := Check(kind, BuiltIn(kind, lang))
			if err != nil {
				t.Errorf("%s in %s: %v", kind, lang, err)
			}
			own, err := Render(kind, lang, data(), &w)
			if err != nil {
				t.Fatal(err)
			}
			if builtIn, _ := Render(kind, lang, data(), nil); own.Text != builtIn.Text || own.Subject != builtIn.Subject {
				t.Errorf("%s in %s reads otherwise as a wording of one's own", kind, lang)
			}
		}
	}
}

func TestTheFootNamesTheWayOut(t *testing.T) {
	d := data()
	d.Unsubscribe = "https://zabuni.example/unsubscribe?token=a.b"
	for _, lang := range Languages() {
		m, err := Render(Invitation, lang, d, nil)
		if err != nil || !strings.Contains(m.Text, d.Unsubscribe) || !strings.Contains(m.HTML, d.Unsubscribe) || m.Unsubscribe != d.Unsubscribe {
			t.Errorf("%s: %v\n%s", lang, err, m.Text)
		}
	}
}
