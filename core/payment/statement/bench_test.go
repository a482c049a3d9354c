package statement_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/payment/statement"
	"zabuni.org/core/platform/beside"
)

// BenchmarkStatement2000 reads a workbook of two thousand lines, beside the bare rows.
func BenchmarkStatement2000(b *testing.B) {
	f := excelize.NewFile()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		b.Fatal(err)
	}
	for i := range 2001 {
		row := []any{"Date", "Reference", "Narration", "Payer", "Amount", "Balance"}
		if i > 0 {
			row = []any{fmt.Sprintf("%02d/11/2026", 1+i*28/2001), fmt.Sprint("FT26", 1_000_000+i), fmt.Sprintf("RTGS ZB-%04d-%04d bid fee", i, 7919*i%10_000),
				fmt.Sprint("Company ", i, " Ltd"), fmt.Sprintf("%d.00", 1000+i%7), fmt.Sprintf("%d.00", 1_000_000+1000*i)}
		}
		if err := w.SetRow(fmt.Sprint("A", i+1), row); err != nil {
			b.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Write(&file); err != nil {
		b.Fatal(err)
	}
	data := file.Bytes()
	layout := statement.Layout{Head: 1, Day: 1, Amount: 5, Reference: 2, Narration: 3, Payer: 4, Days: statement.DMY}
	beside.Floor(b, beside.Most(2), func() error {
		rows, err := statement.Rows(data)
		if err != nil {
			return err
		}
		all, err := statement.ReadTable(rows, &layout)
		if err == nil && len(all[0].Lines) != 2000 {
			err = fmt.Errorf("%d lines, %v", len(all[0].Lines), all[0].Refused[0])
		}
		return err
	}, 1, func() error {
		f, err := excelize.OpenReader(bytes.NewReader(data))
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		rows, err := f.Rows("Sheet1")
		if err != nil {
			return err
		}
		for rows.Next() {
			if _, err := rows.Columns(); err != nil {
				return err
			}
		}
		return rows.Close()
	}, 1)
}
