package identitysvc

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// What a browser calls itself is any bytes; the database takes text.
func TestAgentsAreCutToText(t *testing.T) {
	for in, want := range map[string]string{
		"Opera/9.80":                      "Opera/9.80",
		"bad\xff\xfebytes":                "badbytes",
		"nul\x00byte":                     "nulbyte",
		strings.Repeat("x", 300):          strings.Repeat("x", 200),
		"x" + strings.Repeat("ሀ", 100):    "x" + strings.Repeat("ሀ", 66),
		strings.Repeat("\xff", 500) + "a": "a",
	} {
		if got := clip(in, 200); got != want || !utf8.ValidString(got) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
