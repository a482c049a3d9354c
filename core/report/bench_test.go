package report

import (
	"fmt"
	"io"
	"testing"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/platform/beside"
)

// A report of a hundred thousand rows of twelve columns, beside the same cells written by the
// program that writes workbooks and nothing else.
func BenchmarkWorkbook100000(b *testing.B) {
	const rows, columns = 100_000, 12
	t := Table{Title: "Prices"}
	for c := range columns {
		t.Columns = append(t.Columns, fmt.Sprint("Column ", c))
	}
	for r := range rows {
		row := make([]Cell, columns)
		for c := range row {
			if row[c] = Text(fmt.Sprintf("Supplier %d of line %d", r, c)); c%2 == 1 {
				row[c] = Count(r * c)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	book := Book{Language: "en", Tables: []Table{t}}
	beside.Floor(b, beside.Most(1.3), func() error {
		_, err := book.Workbook()
		return err
	}, 1, func() error {
		f := excelize.NewFile()
		w, err := f.NewStreamWriter("Sheet1")
		if err != nil {
			return err
		}
		for i, row := range t.Rows {
			cells := make([]any, columns)
			for c, cell := range row {
				if cells[c] = cell.Text; cell.Number {
					cells[c] = i * c
				}
			}
			if err := w.SetRow(fmt.Sprint("A", i+1), cells); err != nil {
				return err
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		_, err = f.WriteTo(io.Discard)
		return err
	}, 1)
}
