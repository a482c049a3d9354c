package boq_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"zabuni.org/core/boq"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/beside"
)

func template(lines ...boq.Line) boq.Template {
	return boq.Template{Language: "en", Title: "Boreholes", Reference: "ZB/1", Currency: "KES", Lines: lines}
}

func line(id, description, quantity string) boq.Line {
	q, err := money.ParseQuantity(quantity)
	if err != nil {
		panic(err)
	}
	return boq.Line{ID: id, Code: "C" + id, Description: description, Unit: "m", Quantity: q}
}

func priced(l boq.Line, units int64, exp int32) boq.Line {
	d := money.New(units, exp)
	l.Price = &d
	return l
}

func written(t testing.TB, tpl boq.Template) []byte {
	t.Helper()
	t.Setenv("TMPDIR", "/nowhere") // prices must not touch the disk
	var b bytes.Buffer
	if err := boq.Write(&b, tpl); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// edit is what a bidder does in Excel.
func edit(t *testing.T, book []byte, f func(x *excelize.File)) []byte {
	t.Helper()
	x, err := excelize.OpenReader(bytes.NewReader(book))
	if err != nil {
		t.Fatal(err)
	}
	f(x)
	var b bytes.Buffer
	if err := x.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func set(t *testing.T, x *excelize.File, cell string, v any) {
	t.Helper()
	if err := x.SetCellValue(boq.Sheet, cell, v); err != nil {
		t.Fatal(err)
	}
}

func codes(r boq.Report) string {
	var out []string
	for _, i := range r.Issues {
		out = append(out, fmt.Sprintf("%d%s %s", i.Row, i.Column, strings.TrimPrefix(i.Code, "boq.")))
	}
	return strings.Join(out, ", ")
}

func TestFilledTemplateReadsBack(t *testing.T) {
	tpl := template(line("a", "Drill <b>&\n10 m", "10"), line("b", "Case", "2.5"), line("c", "=1+1 _x0041_", "1"), priced(line("d", "Cap", "3"), 5, 0))
	book := edit(t, written(t, tpl), func(x *excelize.File) {
		set(t, x, "G2", 1250.5)
		set(t, x, "G3", "1,250.50")
		set(t, x, "G4", 0.1+0.2)
		set(t, x, "I4", "in two weeks")
	})
	r, err := boq.Read(book, tpl)
	if err != nil {
		t.Fatal(err)
	}
	if r.Blocking || len(r.Issues) != 0 || r.Matched != 4 || len(r.Changes) != 3 || r.Total.String() != "15646.5500" {
		t.Fatalf("%s %+v", codes(r), r)
	}
	if c := r.Changes[2]; c.Line != "c" || c.Before != nil || c.After.String() != "0.3000" || *c.Remarks != "in two weeks" {
		t.Errorf("%+v", c)
	}
}

func TestPricesAsPeopleTypeThem(t *testing.T) {
	for _, c := range []struct {
		lang string
		in   any
		want string
	}{
		{"en", 1.125, "1.1250"}, {"pt", 1.125, "1.1250"}, // number cells have one meaning
		{"pt", "1.250", "1250.0000"}, {"en", "1.250", "1.2500"}, {"fr", "1 250,5", "1250.5000"}, {"sw", "1,250/=", "1250.0000"},
		{"en", 1.25e15, "1250000000000000.0000"}, {"en", 0.1 + 0.2, "0.3000"}, {"en", 1e-4, "0.0001"}, {"en", 0, "0.0000"},
	} {
		tpl := template(line("a", "A", "1"))
		tpl.Language = c.lang
		r, err := boq.Read(edit(t, written(t, tpl), func(x *excelize.File) { set(t, x, "G2", c.in) }), tpl)
		if err != nil || r.Matched != 1 || r.Changes[0].After.String() != c.want {
			t.Error(c.lang, c.in, codes(r), r.Changes, err)
		}
	}
}

// What Excel shows as a truth or as a date is no price, whatever number it keeps of it.
func TestWhatLooksLikeNoPriceIsNone(t *testing.T) {
	style := func(number int, custom string) func(x *excelize.File) {
		return func(x *excelize.File) {
			s := &excelize.Style{NumFmt: number}
			if custom != "" {
				s.CustomNumFmt = &custom
			}
			id, err := x.NewStyle(s)
			if err == nil {
				err = x.SetCellStyle(boq.Sheet, "G2", "G2", id)
			}
			if err != nil {
				t.Fatal(err)
			}
			set(t, x, "G2", 46027)
		}
	}
	value := func(v any) func(x *excelize.File) { return func(x *excelize.File) { set(t, x, "G2", v) } }
	const no, yes = "2G not_a_price", ""
	for name, c := range map[string]struct {
		fill func(x *excelize.File)
		want string
	}{
		"true":             {value(true), no},
		"false":            {value(false), no},
		"a date":           {style(14, ""), no},
		"a time":           {style(46, ""), no},
		"a month":          {style(0, "d-mmm"), no},
		"years":            {style(0, "[$-409]yyyy"), no},
		"hours that went":  {style(0, "[h]"), no},
		"a number":         {style(4, ""), yes},
		"a share":          {style(10, ""), yes},
		"a currency":       {style(0, `[$KES-441] #,##0.00;[Red]-#,##0.00`), yes},
		"words around it":  {style(0, `"my shillings " #,##0.00\d_m`), yes},
		"powers of ten":    {style(11, ""), yes},
		"words, if no sum": {style(49, ""), yes},
	} {
		tpl := template(line("a", "A", "1"))
		r, err := boq.Read(edit(t, written(t, tpl), c.fill), tpl)
		if err != nil || codes(r) != c.want || (c.want == no) != (r.Bad == 1 && r.Blocking && r.Matched == 0) {
			t.Errorf("%s: %q, %+v, %v", name, codes(r), r, err)
		}
	}
}

func TestReportTellsEverythingAtOnce(t *testing.T) {
	tpl := template(line("a", "A", "1"), line("b", "B", "1"), line("c", "C", "1"), line("d", "D", "1"), line("e", "E", "1"), line("f", "F", "1"), line("g", "G", "1"), line("h", "H", "1"))
	old := tpl
	old.Lines = append([]boq.Line{}, tpl.Lines...)
	old.Lines[7].Description = "H before the addendum"
	book := edit(t, written(t, old), func(x *excelize.File) {
		set(t, x, "G2", "twelve")
		set(t, x, "G3", -1)
		set(t, x, "G4", "1.23456")
		set(t, x, "D5", "Something cheaper")
		set(t, x, "G5", 1)
		set(t, x, "A6", "nobody")
		set(t, x, "A8", "a")
		set(t, x, "G9", 1)
		set(t, x, "I9", strings.Repeat("x", 2001))
	})
	r, err := boq.Read(book, tpl)
	if err != nil {
		t.Fatal(err)
	}
	want := "2G not_a_number, 3G negative, 4G too_many_digit, 5D line_changed, 6A line_unknown, 7G unpriced, 8A line_twice, 9D line_old, 9I too_long, 0 line_missing, 0 line_missing"
	if codes(r) != want || !r.Blocking || r.Missing != 2 || r.Unknown != 1 || r.Unpriced != 1 || r.Bad != 3 || r.Matched != 2 {
		t.Errorf("%s\n%+v", codes(r), r)
	}

	// The error workbook opens at the first error, says each, and reads again.
	var b bytes.Buffer
	if err := boq.WriteErrors(&b, tpl, r, func(code string, _ map[string]any) string { return "say " + code }); err != nil {
		t.Fatal(err)
	}
	x, err := excelize.OpenReader(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := x.GetCellValue(boq.Sheet, "K2"); v != "say boq.not_a_number" {
		t.Error(v)
	}
	if v, _ := x.GetCellValue(boq.Sheet, "G2"); v != "twelve" {
		t.Error("what was typed must stay", v)
	}
	if v, _ := x.GetCellValue(boq.Sheet, "D5"); v != "D" {
		t.Error("locked cells come back as they should be", v)
	}
	panes, err := x.GetPanes(boq.Sheet)
	if err != nil || panes.Selection[0].ActiveCell != "G2" {
		t.Error(panes, err)
	}
	corrected := edit(t, b.Bytes(), func(x *excelize.File) {
		for row := 2; row <= 11; row++ {
			set(t, x, fmt.Sprint("G", row), 5)
			set(t, x, fmt.Sprint("I", row), "")
		}
	})
	r, err = boq.Read(corrected, tpl)
	if err != nil || r.Blocking || r.Matched != 8 || r.Total.String() != "40.0000" {
		t.Error(codes(r), r, err)
	}
}

func TestLooksLikeAForm(t *testing.T) {
	for _, lang := range []string{"en", "am", "fr", "pt", "sw"} {
		tpl := template(line("a", "A", "1"))
		tpl.Language = lang
		x, err := excelize.OpenReader(bytes.NewReader(written(t, tpl)))
		if err != nil {
			t.Fatal(err)
		}
		if got := x.GetSheetList(); len(got) != 2 || got[0] != boq.Sheet {
			t.Error(lang, got)
		}
		for col := 'B'; col <= 'I'; col++ {
			if v, err := x.GetCellValue(boq.Sheet, string(col)+"1"); err != nil || v == "" {
				t.Error(lang, string(col), v, err)
			}
		}
		for _, hidden := range []string{"A", "J"} {
			if v, err := x.GetColVisible(boq.Sheet, hidden); err != nil || v {
				t.Error(hidden, "is visible", err)
			}
		}
		if p, err := x.GetSheetProtection(boq.Sheet); err != nil || !p.SelectUnlockedCells {
			t.Error("not protected", err)
		}
		for cell, locked := range map[string]bool{"B2": true, "D2": true, "F2": true, "G2": false, "H2": true, "I2": false, "J2": true} {
			id, err := x.GetCellStyle(boq.Sheet, cell)
			if err != nil {
				t.Fatal(err)
			}
			st, err := x.GetStyle(id)
			if err != nil {
				t.Fatal(err)
			}
			if (st.Protection == nil || st.Protection.Locked) != locked {
				t.Error(cell, "locked", !locked)
			}
		}
		if f, err := x.GetCellFormula(boq.Sheet, "H2"); err != nil || !strings.Contains(f, "F2*G2") {
			t.Error(f, err)
		}
		if v, err := x.GetDataValidations(boq.Sheet); err != nil || len(v) != 1 || *v[0].Error == "" {
			t.Error(lang, v, err)
		}
	}
}

// Whatever stands in the lines, writing and reading changes nothing.
func TestNothingChangesOnTheWay(t *testing.T) {
	t.Setenv("TMPDIR", "/nowhere")
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "n")
		var lines []boq.Line
		for i := range n {
			l := line(fmt.Sprint("id", i), rapid.String().Draw(t, "description"), "1")
			l.Code, l.Unit, l.Remarks = rapid.String().Draw(t, "code"), rapid.StringMatching(`[a-z²³/ ]{0,6}`).Draw(t, "unit"), rapid.String().Draw(t, "remarks")
			l.Quantity = money.NewQuantity(rapid.Int64Range(0, 1e18).Draw(t, "quantity"), -6)
			if rapid.Bool().Draw(t, "priced") {
				p := money.New(rapid.Int64Range(0, 1e18).Draw(t, "price"), -4)
				l.Price = &p
			}
			lines = append(lines, l)
		}
		tpl := template(lines...)
		var b bytes.Buffer
		if err := boq.Write(&b, tpl); err != nil {
			t.Fatal(err)
		}
		r, err := boq.Read(b.Bytes(), tpl)
		if err != nil || r.Blocking || len(r.Changes) != 0 || r.Matched+r.Unpriced != n {
			t.Fatalf("%v %s %+v", err, codes(r), r.Changes)
		}
	})
}

// BenchmarkWrite5000 makes a template of five thousand lines beside the stream
// writer alone, and BenchmarkRead5000 reads it beside the bare rows.
func BenchmarkWrite5000(b *testing.B) {
	tpl := large()
	beside.Floor(b, beside.Most(1.3), func() error { return boq.Write(io.Discard, tpl) }, 1, func() error {
		f := excelize.NewFile()
		defer func() { _ = f.Close() }()
		sw, err := f.NewStreamWriter("Sheet1")
		if err != nil {
			return err
		}
		for i, l := range tpl.Lines {
			row := []any{l.ID, i, l.Code, l.Description, l.Unit, 10.0, nil, excelize.Cell{Formula: "F2*G2"}, "", "0123456789abcdef"}
			if err := sw.SetRow(fmt.Sprint("A", i+2), row); err != nil {
				return err
			}
		}
		if err := sw.Flush(); err != nil {
			return err
		}
		return f.Write(io.Discard)
	}, 1)
}

func BenchmarkRead5000(b *testing.B) {
	tpl := large()
	book := written(b, tpl)
	beside.Floor(b, beside.Most(2), func() error {
		_, err := boq.Read(book, tpl)
		return err
	}, 1, func() error {
		f, err := excelize.OpenReader(bytes.NewReader(book))
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		rows, err := f.Rows(boq.Sheet)
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

func large() boq.Template {
	lines := make([]boq.Line, 5000)
	for i := range lines {
		lines[i] = line(fmt.Sprintf("01936b1e-0000-7000-8000-%012d", i), "Excavation in all soils to a depth of two metres", "10")
	}
	return template(lines...)
}
