package report_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/report"
)

var update = flag.Bool("update", false, "write the golden file")

func sum(name, currency, amount string, n int64) report.FigureSum {
	v, err := money.ParseDecimal(amount)
	if err != nil {
		panic(err)
	}
	return report.FigureSum{Name: name, Currency: currency, Amount: v, Count: n}
}

// Figures as lines of a file in each language: the text of the table, in which
// averages stand only where there is something to divide by, and the workbook of
// the same with its numbers as numbers.
func TestFiguresAsAFile(t *testing.T) {
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	full := report.FigureSheet{Since: "2025-12", AsOf: at, Closed: 3, Bids: 10, Awards: 1, ToAward: 60 * time.Hour,
		Jobs:   []report.FigureCount{{Name: "tender", Status: "published", Count: 4}, {Name: "rfq", Status: "closed", Count: 1}},
		Months: []report.FigureSum{sum("2026-01", "KES", "1234567.895", 2), sum("2026-02", "USD", "10", 1)},
		Types:  []report.FigureSum{sum("", "KES", "5", 1), sum("=1+1", "KES", "6", 1), sum("-x", "KES", "7", 1), sum("Roads = bridges", "KES", "8", 1)}}
	var b strings.Builder
	for _, language := range []string{"en", "AM", "fr", "pt", "sw", "de"} {
		raw, err := full.CSV(language)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "# %s\n%s", language, strings.TrimPrefix(string(raw), "\ufeff"))
		if !bytes.HasPrefix(raw, []byte("\ufeff")) {
			t.Errorf("%s: other scripts are not marked", language)
		}
		read(t, &b, full, language)
	}
	raw, err := report.FigureSheet{Since: "2026-11", AsOf: at}.CSV("en")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "# nothing yet\n%s", raw)
	if *update {
		if err := os.WriteFile("testdata/figures.golden", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/figures.golden")
	if err != nil || string(want) != b.String() {
		t.Errorf("differs from testdata/figures.golden (%v):\n%s", err, b.String())
	}
}

// read writes the workbook of figures as it is shown, cell by cell with its type.
func read(t *testing.T, b *strings.Builder, s report.FigureSheet, language string) {
	t.Helper()
	raw, err := s.Workbook(language)
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	name := f.GetSheetName(0)
	rows, err := f.GetRows(name)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(b, "## %s\n", name)
	for i, row := range rows {
		for j, text := range row {
			cell, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			kind, err := f.GetCellType(name, cell)
			if err != nil {
				t.Fatal(err)
			}
			if text != "" {
				fmt.Fprintf(b, "%s %s(%d) ", cell, text, kind)
			}
		}
		b.WriteByte('\n')
	}
}
