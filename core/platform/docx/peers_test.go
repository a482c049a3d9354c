//go:build peers

package docx_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"zabuni.org/core/platform/docx"
)

// A word processor that nobody here wrote shows every word and number of our texts, in their order, with
// each list counted from where it begins.
func TestAPeerShowsOurTexts(t *testing.T) {
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Log("PEER soffice (LibreOffice) is not installed: nobody but us has looked")
		return
	}
	text, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Log("PEER pdftotext (poppler) is not installed: nobody but us has looked")
		return
	}
	dir := t.TempDir()
	for _, x := range contracts {
		path := filepath.Join(dir, "text.docx")
		if err := os.WriteFile(path, must(docx.Write("", x.text)), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, c := range [][]string{
			{office, "-env:UserInstallation=file://" + dir + "/profile", "--headless", "--convert-to", "pdf", "--outdir", dir, path},
			{text, "-layout", filepath.Join(dir, "text.pdf"), filepath.Join(dir, "text.txt")},
		} {
			if out, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", c[0], err, out)
			}
		}
		got, err := os.ReadFile(filepath.Join(dir, "text.txt"))
		if err != nil {
			t.Fatal(err)
		}
		rest := blanks.ReplaceAllString(string(got), " ")
		for _, want := range says(x.text) {
			want = strings.TrimSpace(blanks.ReplaceAllString(want, " "))
			at := strings.Index(rest, want)
			if at < 0 && strings.HasPrefix(want, "• ") { // any sign may stand for it
				at = strings.Index(rest, strings.TrimPrefix(want, "• "))
			}
			if at < 0 {
				t.Errorf("%s: %q does not stand where it should in %q", x.name, want, rest)
				break
			}
			rest = rest[at:]
		}
	}
	t.Log("PEER soffice has looked")
}

var blanks = regexp.MustCompile(`\s+`)
