package sheet_test

import (
	"strings"
	"testing"

	"zabuni.org/core/platform/sheet"
)

// No text computes anything in a spreadsheet, and none is lost.
func FuzzPlain(f *testing.F) {
	for _, s := range []string{"", "=1+1", "+254", "-", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "'=1", "＝1", "\x00=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := sheet.Plain(text)
		if !strings.HasSuffix(got, text) || len(got) > len(text)+1 {
			t.Fatalf("%q is written %q", text, got)
		}
		if strings.IndexFunc(strings.TrimLeft(got, "\t\r\n\x00"), func(r rune) bool { return strings.ContainsRune("=+-@＝＋－＠", r) }) == 0 {
			t.Fatalf("%q is written %q, which computes", text, got)
		}
	})
}

func TestCellsAreNeverFormulas(t *testing.T) {
	for in, want := range map[string]string{"=cmd|x": "'=cmd|x", "+1": "'+1", "-1": "'-1", "@a": "'@a", "\tx": "'\tx", "Amina": "Amina", "": ""} {
		if got := sheet.Plain(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}
