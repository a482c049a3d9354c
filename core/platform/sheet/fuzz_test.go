package sheet_test

import (
	"maps"
	"testing"

	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/sheet/sheettest"
)

// A worksheet of anybody's is refused or read within its bounds, and what was
// read is written so that it reads the same.
func FuzzRead(f *testing.F) {
	for _, rows := range []string{
		sheettest.Rows([]string{"name", "phone"}, []string{"Name", "Phone"}, []string{"Jane", "0701234567"}, []string{"=1+1", "_x0041_"}),
		sheettest.Rows([]string{"name", "phone"}) + `<row r="9"><c r="XFD9"><v>1</v></c></row>`,
		`<row r="1048577"><c r="A1" t="s"><v>7</v></c></row>`,
		`<row><c t="inlineStr"><is><t>name</t></is></c><c t="b"><v>1</v></c></row>`,
	} {
		f.Add([]byte(rows))
	}
	f.Fuzz(func(t *testing.T, rows []byte) {
		got, err := sheet.Read(sheettest.Workbook(t, form.Sheet, rows), form)
		if err != nil {
			return
		}
		for _, r := range got {
			if len(r.Cells) == 0 || len(r.Cells) > len(form.Columns) || r.Number < 3 {
				t.Fatalf("%+v", r)
			}
			for _, text := range r.Cells {
				if sheet.Clean(text) != text || len(text) > 10_000 {
					t.Fatalf("%q is no clean text", text)
				}
			}
		}
		written, err := sheet.Write(form, "en", got)
		if err != nil {
			t.Fatal(err)
		}
		again, err := sheet.Read(written, form)
		if err != nil || len(again) != len(got) {
			t.Fatalf("%d rows are read back as %d, %v", len(got), len(again), err)
		}
		for i := range got {
			if !maps.Equal(got[i].Cells, again[i].Cells) {
				t.Fatalf("%q is read back as %q", got[i].Cells, again[i].Cells)
			}
		}
	})
}

// Whatever stands where a workbook should be: it is refused or read.
func FuzzPreflight(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("name,phone\n"))
	f.Add(sheettest.Workbook(f, form.Sheet, []byte(sheettest.Rows([]string{"name", "phone"}, nil, []string{"Jane", "0701234567"}))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := sheet.Read(data, form); err == nil && sheet.CheckName("a.xlsx", data) != nil {
			t.Fatal("what is no workbook is read")
		}
	})
}
