package document

import (
	"archive/zip"
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func zipOf(t testing.TB, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A file that is taken begins as its name says, and an archive among them lets
// nothing out of the folder that it is unpacked into.
func FuzzSniff(f *testing.F) {
	for _, form := range forms {
		f.Add("a.pdf", []byte(form.begins[0]))
	}
	f.Add("letter.PDF", []byte("%PDF-1.7\n%%EOF"))
	f.Add("plan.docx", zipOf(f, "word/document.xml"))
	f.Add("prices.xlsx", zipOf(f, "xl/workbook.xml", "xl/vbaProject.bin"))
	f.Add("all.zip", zipOf(f, "a/b.txt", "../up", "/root", `c:\x`))
	f.Add("old.doc", []byte(ole+strings.Repeat("\x00", 600)))
	f.Add("../../etc/passwd.pdf\x00.zip", []byte("PK\x05\x06"+strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		media, err := sniff(name, content)
		if err != nil {
			return
		}
		short, err := Name(name)
		extension := extensionOf(short)
		if err != nil || strings.ContainsAny(short, `/\`) || !slices.Contains(Extensions(), extension) || media != forms[extension].media {
			t.Fatalf("%q is taken as %s", name, media)
		}
		if !begins(content, zipBegins) {
			return
		}
		z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatalf("%q is taken and cannot be opened: %v", name, err)
		}
		for _, entry := range z.File {
			if at := filepath.Join("/into", entry.Name); !strings.HasPrefix(at+"/", "/into/") || strings.Contains(entry.Name, `\`) {
				t.Fatalf("%q unpacks to %s", name, at)
			}
		}
	})
}
