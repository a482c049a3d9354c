package party

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"
)

// What suppliers have typed computes nothing in the buyer's workbook, also not when
// it is saved as text and opened again.
func TestTheSuppliersWorkbookComputesNothing(t *testing.T) {
	for language, words := range headings {
		book, err := Workbook([]Line{{Name: `=HYPERLINK("http://evil.example","x")`, Country: "KE", TaxID: "+1", Phone: "@SUM(A1)", Status: "active"}}, language)
		if err != nil {
			t.Fatal(err)
		}
		f, err := excelize.OpenReader(bytes.NewReader(book))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := f.GetRows(words[0])
		if err != nil || len(rows) != 2 {
			t.Fatal(language, rows, err)
		}
		for i, want := range []string{`'=HYPERLINK("http://evil.example","x")`, "KE", "'+1", "'@SUM(A1)", words[8]} {
			if rows[1][i] != want {
				t.Errorf("%s: cell %d is %q, want %q", language, i, rows[1][i], want)
			}
		}
		_ = f.Close()
	}
}
