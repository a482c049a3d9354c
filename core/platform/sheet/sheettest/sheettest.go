// Package sheettest makes workbooks around the XML of one worksheet, as nobody's
// program would write it: for tests of what reads them.
package sheettest

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
)

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`

// Workbook is a workbook with one worksheet of that name that holds those rows.
// Nothing in it is compressed, so that a fuzzer finds its way through.
func Workbook(t testing.TB, name string, rows []byte) []byte {
	t.Helper()
	var title, out bytes.Buffer
	if err := xml.EscapeText(&title, []byte(name)); err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(&out)
	for _, part := range []struct{ path, text string }{
		{"[Content_Types].xml", head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
		{"_rels/.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/_rels/workbook.xml.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/workbook.xml", head + `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="` + title.String() + `" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/worksheets/sheet1.xml", head + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + string(rows) + `</sheetData></worksheet>`},
	} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: part.path, Method: zip.Store})
		if err == nil {
			_, err = w.Write([]byte(part.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Rows is the XML of rows of texts.
func Rows(rows ...[]string) string {
	var b strings.Builder
	for n, cells := range rows {
		fmt.Fprintf(&b, `<row r="%d">`, n+1)
		for i, text := range cells {
			fmt.Fprintf(&b, `<c r="%c%d" t="inlineStr"><is><t xml:space="preserve">`, 'A'+i, n+1)
			_ = xml.EscapeText(&b, []byte(text)) // a builder takes everything
			b.WriteString(`</t></is></c>`)
		}
		b.WriteString("</row>")
	}
	return b.String()
}

// Bomb is a small file whose worksheet unpacks to far more than anybody types.
func Bomb(t testing.TB, name string) []byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(Workbook(t, name, nil)), int64(len(Workbook(t, name, nil))))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range r.File {
		w, err := z.Create(f.Name)
		if err == nil && strings.HasSuffix(f.Name, "sheet1.xml") {
			_, err = w.Write(bytes.Repeat([]byte(" "), 8<<20))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
