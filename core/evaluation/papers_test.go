package evaluation_test

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"zabuni.org/core/evaluation"
)

func TestNamesInAnArchiveLeadNowhere(t *testing.T) {
	for in, want := range map[string]string{
		"licence.pdf":                    "licence.pdf",
		"../../etc/passwd":               "-..-etc-passwd",
		`C:\boot.ini`:                    "C--boot.ini",
		"ፈቃድ «ንግድ»/\"2026\".pdf":         "ፈቃድ «ንግድ»--2026-.pdf",
		"gnp.\u202efdp":                  "gnp.fdp",
		"nul.pdf":                        "_nul.pdf",
		" . ":                            "-",
		"":                               "-",
		"a\x00b\n.pdf":                   "ab.pdf",
		"a\xffb":                         "ab",
		strings.Repeat("ፈ", 60) + ".pdf": strings.Repeat("ፈ", 22) + ".pdf",
	} {
		if got := evaluation.PaperName(in); got != want {
			t.Errorf("%q is %q, not %q", in, got, want)
		}
	}
	var p evaluation.PaperPaths
	for _, want := range []string{"A/q/x.pdf", "A/q/X (2).pdf", "A/q/x (3).pdf", "A/q/y"} {
		name := "x.pdf"
		if strings.Contains(want, "X") {
			name = "X.pdf"
		}
		if strings.HasSuffix(want, "y") {
			name = "y"
		}
		if got := p.Path("A", "q", name); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

func FuzzPaperPaths(f *testing.F) {
	f.Add("Acme", "../..", "licence.pdf")
	f.Add("ፈቃድ", "a/b\\c", "con.txt")
	f.Add("a", "b", "con.#+ŕf--XEvC0-}%('-v6{GU-kbZ[-S$, -Hy;hK@Ic%5nx3-Q6H WB8PÈ8b=ƥJя44")
	f.Add("a", "b", "con"+strings.Repeat(" ", 80)+"x.pdf")
	f.Fuzz(func(t *testing.T, supplier, question, name string) {
		var p evaluation.PaperPaths
		first, second := p.Path(supplier, question, name), p.Path(supplier, question, name)
		if first == second || strings.EqualFold(first, second) {
			t.Errorf("%q twice", first)
		}
		for _, at := range []string{first, second} {
			if !fs.ValidPath(at) || path.Clean(at) != at || strings.Count(at, "/") != 2 || strings.ContainsAny(at, "\\:\x00") || len(at) > 255 || !utf8.ValidString(at) {
				t.Errorf("%q is no path to unpack", at)
			}
		}
		if again := evaluation.PaperName(evaluation.PaperName(name)); again != evaluation.PaperName(name) {
			t.Errorf("%q, again %q", evaluation.PaperName(name), again)
		}
	})
}
