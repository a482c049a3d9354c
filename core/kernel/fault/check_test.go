package fault

import (
	"strings"
	"testing"
)

// What stands on one line is kept on one, shows as what it is, and in a name leads
// nowhere.
func TestLines(t *testing.T) {
	for _, x := range []struct{ typed, kept, line, may, person string }{
		{"  Ama Owusu ", "Ama Owusu", "", "", ""},
		{"Ama\r\nBcc: all", "Ama Bcc: all", "", "", ""},
		{"a \t\n b\u2028c", "a b c", "", "", ""},
		{"a  b", "a  b", "", "", ""},
		{"\n\n", "", Required, "", Required},
		{" \u200b\u2800\u3164 ", "\u200b\u2800\u3164", Required, "", Required},
		{"a\x1b[31mb", "a\x1b[31mb", BadText, BadText, BadText},
		{"a\u202efdp.exe", "a\u202efdp.exe", BadText, BadText, BadText},
		{"a\u2066b\u2069", "a\u2066b\u2069", BadText, BadText, BadText},
		{"أحمد\u200f (Ahmed)", "أحمد\u200f (Ahmed)", "", "", ""},
		{"M/S O'Brien-M'Baye, Jr. & Sons", "M/S O'Brien-M'Baye, Jr. & Sons", "", "", ""},
		{"Won! Open http://evil.example", "Won! Open http://evil.example", "", "", BadFormat},
		{"WWW.evil.example", "WWW.evil.example", "", "", BadFormat},
		{"<b>you</b>", "<b>you</b>", "", "", BadFormat},
		{"you@evil.example", "you@evil.example", "", "", BadFormat},
		{strings.Repeat("é", 40), strings.Repeat("é", 40), "", "", ""},
		{strings.Repeat("é", 41), strings.Repeat("é", 41), TooLong, TooLong, TooLong},
	} {
		for _, way := range []struct {
			name  string
			check func(f *Fields, pointer, s string, max int) string
			want  string
		}{{"Line", (*Fields).Line, x.line}, {"MayLine", (*Fields).MayLine, x.may}, {"Person", (*Fields).Person, x.person}} {
			var f Fields
			kept := way.check(&f, "/name", x.typed, 40)
			code := ""
			if len(f) > 0 {
				code = f[0].Code
			}
			if kept != x.kept || code != way.want || len(f) > 1 || len(f) == 1 && f[0].Pointer != "/name" {
				t.Errorf("%s of %q is %q, %v; want %q, %s", way.name, x.typed, kept, f, x.kept, way.want)
			}
		}
	}
}
