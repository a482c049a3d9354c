package boq_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/boq"
)

// sheetBook makes a workbook by hand around a worksheet.
func sheetBook(sheet func(w io.Writer)) []byte {
	const ns = "http://schemas.openxmlformats.org/"
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	put := func(name, text string) io.Writer {
		w, _ := z.Create(name)
		io.WriteString(w, `<?xml version="1.0"?>`+text)
		return w
	}
	put("[Content_Types].xml", `<Types xmlns="`+ns+`package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`)
	put("_rels/.rels", `<Relationships xmlns="`+ns+`package/2006/relationships"><Relationship Id="rId1" Type="`+ns+`officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`)
	put("xl/workbook.xml", `<workbook xmlns="`+ns+`spreadsheetml/2006/main" xmlns:r="`+ns+`officeDocument/2006/relationships"><sheets><sheet name="RFQ ITEMS" sheetId="1" r:id="rId1"/></sheets></workbook>`)
	put("xl/_rels/workbook.xml.rels", `<Relationships xmlns="`+ns+`package/2006/relationships"><Relationship Id="rId1" Type="`+ns+`officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`)
	w := put("xl/worksheets/sheet1.xml", `<worksheet xmlns="`+ns+`spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>zabuni-boq-1</t></is></c><c r="J1" t="inlineStr"><is><t>#</t></is></c></row>`)
	sheet(w)
	io.WriteString(w, `</sheetData></worksheet>`)
	z.Close()
	return b.Bytes()
}

// bounded runs f and tells how much it allocated in all.
func bounded(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestBombs(t *testing.T) {
	t.Setenv("TMPDIR", "/nowhere") // nothing may spill
	tpl := template(line("a", "A", "1"))
	rows := func(n int, f string) func(io.Writer) {
		return func(w io.Writer) {
			for i := 2; i < n+2; i++ {
				fmt.Fprintf(w, f, i)
			}
		}
	}
	for name, c := range map[string]struct {
		book []byte
		want error
	}{
		"cells in XFD":       {sheetBook(rows(500, `<row r="%[1]d"><c r="XFD%[1]d"><v>1</v></c></row>`)), boq.TooLarge},
		"million empty rows": {sheetBook(rows(1_000_000, `<row r="%d"/>`)), boq.TooLarge},
		"last row":           {sheetBook(rows(1, `<row r="1048576"><c r="A1048576"><v>%d</v></c></row>`)), boq.TooLarge},
		"row beyond":         {sheetBook(rows(1, `<row r="2147483647"><c r="A2147483647"><v>%d</v></c></row>`)), boq.TooLarge},
		"many rows":          {sheetBook(rows(5000, `<row r="%[1]d"><c r="A%[1]d"><v>1</v></c></row>`)), boq.TooLarge},
		"ratio": {sheetBook(func(w io.Writer) {
			io.WriteString(w, `<row r="2"><c r="A2" t="inlineStr"><is><t>`+strings.Repeat("A", 60<<20)+`</t></is></c></row>`)
		}), boq.TooLarge},
		"size": {sheetBook(func(w io.Writer) {
			chunk := strings.Repeat(" ", 1<<20)
			for range 300 {
				io.WriteString(w, chunk)
			}
		}), boq.TooLarge},
		"entries": {func() []byte {
			var b bytes.Buffer
			z := zip.NewWriter(&b)
			for i := range 1001 {
				z.Create(fmt.Sprint(i))
			}
			z.Close()
			return b.Bytes()
		}(), boq.TooLarge},
		"bytes":     {make([]byte, 17<<20), boq.TooLarge},
		"not a zip": {[]byte("name,price\n"), boq.NotXLSX},
		"empty zip": {func() []byte { var b bytes.Buffer; zip.NewWriter(&b).Close(); return b.Bytes() }(), boq.NotXLSX},
		"empty":     {nil, boq.NotXLSX},
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			used := bounded(func() { _, err = boq.Read(c.book, tpl) })
			t.Logf("%d bytes of file, %d MiB allocated: %v", len(c.book), used>>20, err)
			if !errors.Is(err, c.want) {
				t.Error("got", err)
			}
			if used > 400<<20 {
				t.Errorf("%d MiB allocated", used>>20)
			}
		})
	}
	other := excelize.NewFile()
	var b bytes.Buffer
	if err := other.Write(&b); err != nil {
		t.Fatal(err)
	}
	if _, err := boq.Read(b.Bytes(), tpl); !errors.Is(err, boq.NoSheet) {
		t.Error(err)
	}
	b.Reset()
	if err := errors.Join(other.SetSheetName("Sheet1", boq.Sheet), other.SetCellValue(boq.Sheet, "A1", "No."), other.Write(&b)); err != nil {
		t.Fatal(err)
	}
	if _, err := boq.Read(b.Bytes(), tpl); !errors.Is(err, boq.NotTemplate) {
		t.Error(err)
	}
}

func TestLargestTemplateStaysInMemory(t *testing.T) {
	lines := make([]boq.Line, 12_000)
	for i := range lines {
		lines[i] = priced(line(fmt.Sprintf("01936b1e-0000-7000-8000-%012d", i), strings.Repeat("excavation & backfill ", 8), "10"), 125050, -2)
	}
	tpl := template(lines...)
	book := written(t, tpl)
	r, err := boq.Read(book, tpl)
	if err != nil || r.Matched != len(lines) || r.Blocking {
		t.Fatal(err, r.Matched, len(book))
	}
	tpl.Lines = append(tpl.Lines, make([]boq.Line, 3001)...)
	if err := boq.Write(io.Discard, tpl); !errors.Is(err, boq.TooLarge) {
		t.Error(err)
	}
}

// The calls that blow up on foreign files must not come into the reader.
func TestReaderStreamsOnly(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []string{"GetCellValue(", "GetRows(", "GetCols(", "SetCellValue(", "OpenFile("} {
			if !strings.HasSuffix(f, "_test.go") && bytes.Contains(src, []byte("."+call)) {
				t.Error(f, call)
			}
		}
	}
}
