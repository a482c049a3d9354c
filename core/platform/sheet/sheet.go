// Package sheet reads and writes tables that people fill in Excel: a template with
// a row of headings in their language, an upload read within bounds, and the same
// workbook again with a column that says what to correct. What the columns mean is
// their vertical's affair.
package sheet

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/fault"
)

// Faults of a file as a whole.
var (
	Problem = fault.Declare(fault.KindInvalid, "upload.excel_problem", "There is a problem with your uploaded Excel. Verify and retry.")
	Large   = fault.Declare(fault.KindTooLarge, "upload.excel_too_large", "The workbook is too large")
	Of1904  = fault.Declare(fault.KindInvalid, "upload.days_of_1904", "The workbook counts its days from 1904") // they would be read as of four years before
)

// Bounds.
const (
	MaxBytes   = 4_000_000 // of an upload
	MaxRows    = 5000      // filled in
	maxUnzip   = 64 << 20
	maxRatio   = 200
	maxEntries = 1000
	maxColumns = 32
	looked     = 50_000 // rows looked at, empty ones counted
	maxCell    = 10_000
	smallEntry = 256 << 10 // below this a ratio says nothing
)

// A Column is one column of a form. Keys stand in the hidden first row, so that a
// template is known in whatever language it was taken.
type Column struct {
	Key     string
	Width   float64
	Hidden  bool     // of the program, not of people
	Moment  bool     // a date is read as one; elsewhere a strict form refuses it
	Choices []string // offered in the cell
}

// A Form is a kind of table.
type Form struct {
	Sheet   string // name of the worksheet in every language
	Columns []Column
	Strict  bool // formulas, merged cells and what a program made a date of are told; no text is cut
}

// A Row is one row of a table: its cells by column key, and what to correct.
type Row struct {
	Number int // in the file, from 1
	Cells  map[string]string
	Faults []Fault
}

// A Fault is one thing to correct in a row.
type Fault struct {
	Column string // key; empty: the row as a whole
	Code   string
	Params map[string]any
}

// Add notes a fault.
func (r *Row) Add(column, code string, params map[string]any) {
	r.Faults = append(r.Faults, Fault{column, code, params})
}

// Take notes the field errors of err; at names the column of a pointer. It
// reports whether err was nothing else, so that the caller hands other errors on.
func (r *Row) Take(err error, at func(pointer string) string) bool {
	e := fault.As(err)
	if e.Kind != fault.KindInvalid || len(e.Fields) == 0 {
		return false
	}
	for _, f := range e.Fields {
		r.Add(at(f.Pointer), f.Code, f.Params)
	}
	return true
}

// Read returns the filled rows of an upload.
func Read(data []byte, form Form) ([]Row, error) {
	f, shut, err := Open(data, MaxBytes, Problem, Large)
	if err != nil {
		return nil, err
	}
	defer shut()
	if i, err := f.GetSheetIndex(form.Sheet); err != nil || i < 0 {
		return nil, wrong(WrongSheet, "sheet", form.Sheet)
	}
	var odd oddities
	if form.Strict {
		if odd, err = scan(f, data, form.Sheet); err != nil {
			return nil, err
		}
	}
	rows, err := f.Rows(form.Sheet)
	if err != nil {
		return nil, Problem.Wrap(err, "rows")
	}
	defer rows.Close()
	var out []Row
	for n := 1; rows.Next(); n++ {
		cells, err := rows.Columns()
		switch {
		case err != nil:
			return nil, Problem.Wrap(err, "row %d", n)
		case n > looked || len(out) > MaxRows:
			return nil, Large.New("more than %d rows", MaxRows).With("max", MaxRows)
		case len(cells) > maxColumns:
			return nil, Problem.New("row %d has %d columns", n, len(cells))
		}
		if n == 1 && !form.is(cells) {
			return nil, wrong(WrongHeader)
		}
		if n <= 2 {
			continue
		}
		row := form.row(n, cells, odd)
		if len(row.Cells) > 0 {
			out = append(out, row)
		}
	}
	if err := rows.Error(); err != nil {
		return nil, Problem.Wrap(err, "rows")
	}
	if len(out) > MaxRows {
		return nil, Large.New("more than %d rows", MaxRows).With("max", MaxRows)
	}
	return out, nil
}

func (form Form) row(n int, cells []string, odd oddities) Row {
	row := Row{Number: n, Cells: map[string]string{}}
	for i, c := range form.Columns {
		if i >= len(cells) {
			break
		}
		text := Clean(cells[i])
		at := place{row: n, column: i + 1}
		switch {
		case odd.formulas[at]:
			row.Add(c.Key, IsFormula, nil)
		case odd.dates[at] && c.Moment:
			text = moment(text)
		case odd.dates[at] && text != "":
			row.Add(c.Key, BecameDate, nil)
		}
		if !form.Strict {
			text = cut(text)
		}
		if text != "" || odd.formulas[at] {
			row.Cells[c.Key] = text
		}
	}
	return row
}

func (form Form) is(cells []string) bool {
	if len(cells) < len(form.Columns) {
		return false
	}
	for i, c := range form.Columns {
		if Clean(cells[i]) != c.Key {
			return false
		}
	}
	return true
}

func cut(s string) string {
	if len(s) > maxCell {
		return strings.ToValidUTF8(s[:maxCell], "")
	}
	return s
}

// Clean is a text as it survives a worksheet: no control characters, no idle space around.
func Clean(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\ufffd' || r == '\ufffe' || r == '\uffff' {
			return -1
		}
		return r
	}, s))
}

// Write writes rows as a workbook in a language; with what to correct, if any row
// has it. Cells are text: one that begins with an equals sign computes nothing.
func Write(form Form, language string, rows []Row) ([]byte, error) {
	say := Say(language)
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	if err := f.SetSheetName("Sheet1", form.Sheet); err != nil {
		return nil, err
	}
	st, err := stylesOf(f)
	if err != nil {
		return nil, err
	}
	if err := f.SetColStyle(form.Sheet, "A:"+letter(len(form.Columns)), st.text); err != nil {
		return nil, err
	}
	if err := offer(f, form); err != nil {
		return nil, err
	}
	w, err := f.NewStreamWriter(form.Sheet)
	if err != nil {
		return nil, err
	}
	faulty := false
	for _, r := range rows {
		faulty = faulty || len(r.Faults) > 0
	}
	keys, heads := []any{}, []any{}
	for i, c := range form.Columns {
		if err := w.SetColWidth(i+1, i+1, c.Width); err != nil {
			return nil, err
		}
		if err := w.SetColStyle(i+1, i+1, st.text); err != nil {
			return nil, err
		}
		if err := w.SetColVisible(i+1, i+1, !c.Hidden); err != nil {
			return nil, err
		}
		keys, heads = append(keys, c.Key), append(heads, excelize.Cell{StyleID: st.head, Value: say("column."+c.Key, nil)})
	}
	if faulty {
		if err := w.SetColWidth(len(heads)+1, len(heads)+1, 60); err != nil {
			return nil, err
		}
		heads = append(heads, excelize.Cell{StyleID: st.head, Value: "ERROR"})
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 2, TopLeftCell: "A3", ActivePane: "bottomLeft"}); err != nil {
		return nil, err
	}
	if err := w.SetRow("A1", keys, excelize.RowOpts{Hidden: true}); err != nil {
		return nil, err
	}
	if err := w.SetRow("A2", heads, excelize.RowOpts{Height: 24}); err != nil {
		return nil, err
	}
	for i, r := range rows {
		cells := make([]any, 0, len(form.Columns)+1)
		for _, c := range form.Columns {
			cells = append(cells, excelize.Cell{StyleID: st.text, Value: r.Cells[c.Key]})
		}
		if faulty {
			cells = append(cells, excelize.Cell{StyleID: st.bad, Value: r.Sentence(say)})
		}
		if err := w.SetRow(fmt.Sprintf("A%d", i+3), cells); err != nil {
			return nil, err
		}
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	out, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// offer puts the choices of a column into its cells.
func offer(f *excelize.File, form Form) error {
	for i, c := range form.Columns {
		if len(c.Choices) == 0 {
			continue
		}
		list := excelize.NewDataValidation(true)
		list.Sqref = fmt.Sprintf("%[1]s3:%[1]s%d", letter(i+1), MaxRows+2)
		if err := list.SetDropList(c.Choices); err != nil {
			return err
		}
		if err := f.AddDataValidation(form.Sheet, list); err != nil {
			return err
		}
	}
	return nil
}

func letter(n int) string {
	name, err := excelize.ColumnNumberToName(n)
	if err != nil {
		panic(err)
	}
	return name
}

type styles struct{ head, text, bad int }

func stylesOf(f *excelize.File) (s styles, err error) {
	wrap := &excelize.Alignment{Vertical: "top", WrapText: true}
	for id, st := range map[*int]excelize.Style{
		&s.head: {Font: &excelize.Font{Bold: true, Color: "FFFFFF"}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1D2939"}}, Alignment: &excelize.Alignment{Vertical: "center"}},
		&s.text: {NumFmt: 49, Alignment: wrap},
		&s.bad:  {NumFmt: 49, Alignment: wrap, Font: &excelize.Font{Bold: true, Color: "B42318"}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"FEF3F2"}}},
	} {
		if *id, err = f.NewStyle(&st); err != nil {
			return s, err
		}
	}
	return s, nil
}
