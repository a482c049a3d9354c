package boq_test

import (
	"bytes"
	"testing"

	"zabuni.org/core/boq"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet/sheettest"
)

// asked are the lines of the fuzzed workbooks.
func asked(language string) boq.Template {
	t := template(line("a", "Drill", "10"), line("b", "Case", "2.5"), priced(line("c", "Cap", "0.000001"), 5, 0))
	t.Language = language
	return t
}

// row is a row of the template: id, number, code, description, unit, quantity,
// price, amount, remarks, hash.
func row(id, description, quantity, price, remarks string) []string {
	return []string{id, "", "C" + id, description, "m", quantity, price, "", remarks, ""}
}

var first = []string{"zabuni-boq-1", "", "", "", "", "", "", "", "", "#"}

// counted holds a report against itself: each line is priced, unpriced, bad or
// missing, and the total is that of the prices that it took over.
func counted(t *testing.T, tpl boq.Template, r boq.Report) {
	t.Helper()
	if r.Matched+r.Unpriced+r.Bad+r.Missing != len(tpl.Lines) {
		t.Fatalf("%d lines: %+v", len(tpl.Lines), r)
	}
	blocking := false
	for _, i := range r.Issues {
		blocking = blocking || i.Blocking
	}
	if blocking != r.Blocking || r.Total.Sign() < 0 || r.Matched == 0 && !r.Total.IsZero() {
		t.Fatalf("%+v", r)
	}
	for _, c := range r.Changes {
		if c.After != nil && c.After.Sign() < 0 {
			t.Fatalf("a price of %s", c.After)
		}
	}
}

// A workbook of anybody's is refused or reported on, line for line, and the
// report can be given back as a workbook that reads the same.
func FuzzRead(f *testing.F) {
	book := sheettest.Rows(first, row("a", "Drill", "10", "1250.5", "in two weeks"), row("b", "Case", "2.5", "1,250.50", ""), row("c", "Cap", "0.000001", "", ""))
	f.Add([]byte(book))
	f.Add([]byte(sheettest.Rows(first, row("a", "Other", "1e1", "-5", ""), row("a", "", "", "x", ""), row("z", "", "", "", "lost"))))
	f.Add([]byte(sheettest.Rows(first) + `<row r="2"><c r="A2" t="inlineStr"><is><t>a</t></is></c><c r="G2"><v>0.30000000000000004</v></c></row>`))
	f.Add([]byte(`<row r="200001"/>`))
	tpl := asked("fr")
	say := boq.Say(tpl.Language)
	f.Fuzz(func(t *testing.T, rows []byte) {
		r, err := boq.Read(sheettest.Workbook(t, boq.Sheet, rows), tpl)
		if err != nil {
			return
		}
		counted(t, tpl, r)
		var given bytes.Buffer
		if err := boq.WriteErrors(&given, tpl, r, say); err != nil {
			t.Fatal(err)
		}
		again, err := boq.Read(given.Bytes(), tpl)
		if err != nil || again.Missing != 0 || again.Unknown != 0 || !again.Total.Equal(r.Total) {
			t.Fatalf("given back: %+v, %v\nread: %+v", again, err, r)
		}
	})
}

// A price is read from a cell as one is read from a screen, or it is at fault.
func FuzzPrice(f *testing.F) {
	for i, s := range []string{"1,250.50", "1 250,5", "1.25E6", "0.1", "0.30000000000000004", "-1", "1e999", "1250/=", "0x10", "TRUE", "1.00001"} {
		f.Add(s, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		tpl := asked([]string{"en", "am", "fr", "pt", "sw"}[int(n)%5])
		r, err := boq.Read(sheettest.Workbook(t, boq.Sheet, []byte(sheettest.Rows(first, row("a", "Drill", "10", text, "")))), tpl)
		if err != nil {
			return // a text that no worksheet can hold
		}
		counted(t, tpl, r)
		if r.Matched == 1 {
			var ten money.Decimal
			if c := r.Changes; len(c) > 0 && c[0].Line == "a" {
				ten = money.Line(*c[0].After, money.NewQuantity(10, 0), tpl.Currency)
			}
			if !ten.Equal(r.Total) {
				t.Fatalf("ten of %q are %s: %+v", text, r.Total, r.Changes)
			}
		}
	})
}
