package party

import (
	"testing"

	"zabuni.org/core/kernel/fault"
)

func TestASiteHasAnAddressOfTheWeb(t *testing.T) {
	for typed, want := range map[string]string{
		"":                            "",
		" example.org ":               "https://example.org",
		"http://example.org/a?b=c#d":  "http://example.org/a?b=c#d",
		"HTTPS://Example.org":         "HTTPS://Example.org",
		"bücher.example":              "https://bücher.example",
		"example.org:8443/x":          "https://example.org:8443/x",
		"javascript:alert(1)":         "refused",
		"javascript://x.org/%0aalert": "refused",
		"data:text/html,x":            "refused",
		"ftp://example.org":           "refused",
		"https://":                    "refused",
		"localhost":                   "refused",
		"https://you@evil.example":    "refused",
		"https://a.b/<script>":        "refused",
		"a b.org":                     "refused",
		"none.":                       "refused",
	} {
		var f fault.Fields
		got := website(&f, "/website", typed)
		if refused := len(f) == 1 && f[0].Code == fault.BadFormat; refused != (want == "refused") || !refused && (len(f) > 0 || got != want) || refused && got != typed {
			t.Errorf("%q is %q, %v; want %q", typed, got, f, want)
		}
	}
}
