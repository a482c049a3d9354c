package reportsvc_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
)

// cellsOf are the rows of a workbook, sheet by sheet, a row a line.
func cellsOf(t *testing.T, data []byte) string {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out strings.Builder
	for _, sheet := range f.GetSheetList() {
		fmt.Fprintln(&out, sheet)
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			fmt.Fprintln(&out, strings.Join(r, "|"))
		}
	}
	return out.String()
}

// The files about money say what the screens say, in every language: a statement with its days and sums in its reader's
// zone, a buyer's fees without a figure of what is open. That one was taken is written down.
func TestFilesAboutMoney(t *testing.T) {
	t.Parallel()
	c := tenderFor(t, money.New(1250, 0))
	a := c.Bidders[0]
	c.Pay(a)
	buyer := reader(c)
	logged := func(action string) (n int) {
		c.Must(c.DB.QueryRow(t.Context(), `SELECT count(*) FROM audit_entry WHERE action = $1`, action).Scan(&n))
		return n
	}
	fees := func(language locale.Language) string {
		data, err := c.Reports.ExportBuyerFees(t.Context(), buyer, nil, "", language)
		c.Must(err)
		return cellsOf(t, data)
	}
	if got := fees("en"); !strings.Contains(got, report.WordsOf("en").Values["told_later"]) || strings.Count(got, "1250")+strings.Count(got, "1,250") != 1 {
		t.Errorf("of what is open:\n%s", got)
	}
	a.Zone = "Pacific/Kiritimati" // fourteen hours on: nearly always another day than in London
	kiritimati, err := time.LoadLocation(a.Zone)
	c.Must(err)
	var paid time.Time
	c.Must(c.DB.QueryRow(t.Context(), `SELECT max(at) FROM ledger_entry`).Scan(&paid))
	on := day.Day(paid.In(kiritimati).Format(time.DateOnly))
	statement := func(from day.Day, format report.Format, language locale.Language) []byte {
		data, err := c.Reports.ExportStatement(t.Context(), a, reportsvc.AskedStatement{Filter: paymentsvc.MoneyFilter{At: day.Between(from, "", a.Zone)}, Format: format, Language: language})
		c.Must(err)
		return data
	}
	for _, language := range locale.Language("").Values() {
		w := report.WordsOf(language)
		got := cellsOf(t, statement(on, report.Workbook, locale.Language(language)))
		for _, want := range []string{w.Sheets["statement"], w.Columns["balance"], w.Values["moved_capture"], paid.In(kiritimati).Format("15:04"), "KES|0"} {
			if want == "" || !strings.Contains(got, want) {
				t.Errorf("%s does not say %q:\n%s", language, want, got)
			}
		}
		if !bytes.HasPrefix(statement(on, report.PDF, locale.Language(language)), []byte("%PDF-")) {
			t.Errorf("%s is no PDF", language)
		}
	}
	later := cellsOf(t, statement(day.Day(paid.In(kiritimati).AddDate(0, 0, 1).Format(time.DateOnly)), report.Workbook, "en"))
	if strings.Contains(later, "KES|0") || strings.Contains(later, "|"+report.WordsOf("en").Values["moved_capture"]+"|") {
		t.Errorf("the day after:\n%s", later)
	}
	c.Close()
	if got := fees("en"); strings.Contains(got, report.WordsOf("en").Values["told_later"]) {
		t.Errorf("of what has closed:\n%s", got)
	}
	if n, m := logged("report.fees.exported"), logged("report.statement.exported"); n != 2 || m != 11 {
		t.Errorf("%d and %d are written down", n, m)
	}
}
