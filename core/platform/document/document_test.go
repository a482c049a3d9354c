package document

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func zipped(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = io.WriteString(f, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWhatIsAccepted(t *testing.T) {
	word := zipped(t, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w/>")
	sheet := zipped(t, "[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<x/>")
	many := make([]string, 0, 2*(maxEntries+1))
	for i := range maxEntries + 1 {
		many = append(many, fmt.Sprint("f", i), "")
	}
	old := []byte(ole + strings.Repeat("\x00", 600))
	for _, tc := range []struct {
		name    string
		content []byte
		media   string // refused when empty
	}{
		{"a.pdf", []byte("%PDF-1.7\n"), "application/pdf"},
		{"A.PDF", []byte("%PDF-1.4\n"), "application/pdf"},
		{"a.pdf", []byte("<html><script>%PDF-1.7"), ""},
		{"a.pdf", []byte("\xef\xbb\xbf%PDF-1.7"), ""},
		{"a.pdf", nil, ""},
		{"a.pdf", word, ""},
		{"a.pdf.exe", []byte("%PDF-1.7"), ""},
		{"a.html", []byte("<html>"), ""},
		{"a.svg", []byte("<svg onload=alert(1)>"), ""},
		{"noextension", []byte("%PDF-1.7"), ""},
		{"a.png", []byte("\x89PNG\r\n\x1a\n...."), "image/png"},
		{"a.png", []byte("\xff\xd8\xff\xe0"), ""},
		{"a.jpg", []byte("\xff\xd8\xff\xe0"), "image/jpeg"},
		{"a.jpeg", []byte("\xff\xd8\xff\xe1"), "image/jpeg"},
		{"a.jpg", []byte("GIF89a"), ""},
		{"a.doc", old, "application/msword"},
		{"a.xls", old, "application/vnd.ms-excel"},
		{"a.doc", []byte("{\\rtf1}"), ""},
		{"a.docx", word, forms["docx"].media},
		{"a.docx", sheet, ""},
		{"a.docx", zipped(t, "word/document.xml", "<w/>", "word/vbaProject.bin", "x"), ""},
		{"a.docx", word[:len(word)-30], ""},
		{"a.xlsx", sheet, forms["xlsx"].media},
		{"a.xlsx", word, ""},
		{"a.zip", word, zipType},
		{"a.zip", zipped(t), zipType},
		{"a.zip", zipped(t, "../../etc/passwd", "x"), ""},
		{"a.zip", zipped(t, "/etc/passwd", "x"), ""},
		{"a.zip", zipped(t, `..\autorun.inf`, "x"), ""},
		{"a.zip", zipped(t, many...), ""},
		{"a.zip", zipped(t, "zeros", strings.Repeat("\x00", 20<<20)), ""},
		{"a.zip", overlapping(t), ""},
		{"a.zip", []byte("PK\x03\x04 not really"), ""},
		{"a.rar", []byte("Rar!\x1a\x07\x01\x00...."), "application/vnd.rar"},
		{"a.rar", word, ""},
	} {
		media, err := sniff(tc.name, tc.content)
		if media != tc.media || (err == nil) != (tc.media != "") || err != nil && !errors.Is(err, TypeRefused) {
			t.Errorf("%s %.20q: %q, %v", tc.name, tc.content, media, err)
		}
	}
}

// overlapping is an archive whose table of contents names one blob many times.
func overlapping(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	blob := bytes.Repeat([]byte("x"), 1000)
	for i := range 50 {
		raw := blob
		if i > 0 {
			raw = nil
		}
		f, err := w.CreateRaw(&zip.FileHeader{
			Name: fmt.Sprint(i), CRC32: crc32.ChecksumIEEE(blob), CompressedSize64: 1000, UncompressedSize64: 1000,
		})
		if err == nil {
			_, err = f.Write(raw)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEveryExtensionHasAForm(t *testing.T) {
	if len(Extensions()) != len(forms) {
		t.Fatal("the list for people and the list for files differ")
	}
	for _, e := range Extensions() {
		if _, ok := forms[e]; !ok {
			t.Error(e)
		}
	}
}

func TestNothingIsAcceptedThatBeginsWithMarkup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lead := rapid.SampledFrom([]string{"<", " <", "\n<!doctype html>", "\ufeff<svg>", "<?xml "}).Draw(t, "lead")
		e := rapid.SampledFrom(Extensions()).Draw(t, "extension")
		magic := rapid.SampledFrom(append([]string{""}, forms[e].begins...)).Draw(t, "magic")
		tail := rapid.SliceOf(rapid.Byte()).Draw(t, "tail")
		if media, err := sniff("file."+e, append([]byte(lead+magic), tail...)); err == nil {
			t.Fatalf("%s is %s", e, media)
		}
	})
}

func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "documents")
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	conform(t, f)
	// whatever failed on the way, nothing is left but what was put
	left, err := os.ReadDir(filepath.Join(dir, pending))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestAFileIsCalledWithoutItsFolders(t *testing.T) {
	for typed, want := range map[string]string{
		"a.pdf":                   "a.pdf",
		"../../../etc/x.pdf":      "x.pdf",
		`C:\fakepath\Licence.PDF`: "Licence.PDF",
		" a b.docx ":              "a b.docx",
		"folder/":                 "",
		"a.pdf/..":                "",
		"a.exe":                   "",
		"":                        "",
	} {
		got, err := Name(typed)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is called %q, %v; want %q", typed, got, err, want)
		}
	}
}
