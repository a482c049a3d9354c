package boq

import (
	"fmt"
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/money"
)

// Write makes the workbook of t.
func Write(w io.Writer, t Template) error {
	rows := make([]outRow, len(t.Lines))
	for i, l := range t.Lines {
		rows[i] = outRow{line: l, no: strconv.Itoa(i + 1), hash: l.hash()}
		if l.Price != nil {
			rows[i].price = exactNumber(l.Price.Short())
		}
	}
	return write(w, t, rows, false)
}

// WriteErrors makes the workbook of a report: the bidder's own rows as they were
// uploaded, a column that says what to correct, opened at the first error. Say
// translates an issue.
func WriteErrors(w io.Writer, t Template, r Report, say func(code string, params map[string]any) string) error {
	byRow := map[int]string{}
	for _, i := range r.Issues {
		if byRow[i.Row] != "" {
			byRow[i.Row] += "\n"
		}
		byRow[i.Row] += say(i.Code, i.Params)
	}
	at := make(map[string]int, len(t.Lines))
	for i, l := range t.Lines {
		at[l.ID] = i
	}
	rows := make([]outRow, 0, len(r.Entered))
	given := make(map[string]bool, len(r.Entered))
	for _, e := range r.Entered {
		out := outRow{price: entered(e.Price), problem: byRow[e.Row]}
		i, known := at[e.ID]
		if known && !given[e.ID] {
			given[e.ID] = true
			out.line, out.no = t.Lines[i], strconv.Itoa(i+1) // locked cells as they should be
			out.hash = out.line.hash()
		} else { // shown, so that nothing the bidder wrote is lost, but not read again
			out.line = Line{ID: ignoredID, Code: e.Code, Description: e.Description, Unit: e.Unit}
		}
		out.line.Remarks = e.Remarks
		rows = append(rows, out)
	}
	for i, l := range t.Lines { // rows that the upload lacks come back at the end
		if !given[l.ID] {
			no := strconv.Itoa(i + 1)
			rows = append(rows, outRow{line: l, no: no, hash: l.hash(), problem: say(LineMissing, map[string]any{"no": i + 1})})
		}
	}
	t.Lines = make([]Line, len(rows))
	for i, r := range rows {
		t.Lines[i] = r.line
		t.Lines[i].Remarks += r.problem // both count for the size
	}
	return write(w, t, rows, true)
}

type outRow struct {
	line    Line
	no      string
	hash    string
	price   any // float64, or the text that was typed
	problem string
}

// entered is a price as it was in the file: a number where it is one.
func entered(s string) any {
	if d, err := money.ParseDecimal(s); err == nil {
		return exactNumber(d.Short())
	}
	if s == "" {
		return nil
	}
	return s
}

// exactNumber is a number cell when Excel's floats hold it, and text otherwise:
// no digit of a quantity or price may change in the file.
func exactNumber(s string) any {
	if len(s) > 16 { // Excel keeps 15 digits
		return s
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil && strconv.FormatFloat(f, 'f', -1, 64) == s {
		return f
	}
	return s
}

// text is a cell's text; an empty one takes no place in the file.
func text(s string) any {
	if s = clean(s); s == "" {
		return nil
	}
	return s
}

type styles struct{ head, text, number, quantity, price, amount, remarks, problem, total, guide int }

func makeStyles(f *excelize.File, err *error) (s styles) {
	border := []excelize.Border{{Type: "left", Color: "D0D5DD", Style: 1}, {Type: "right", Color: "D0D5DD", Style: 1},
		{Type: "top", Color: "D0D5DD", Style: 1}, {Type: "bottom", Color: "D0D5DD", Style: 1}}
	grey := excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"F2F4F7"}}
	open := &excelize.Protection{Locked: false}
	amount, quantity := "#,##0.00##", "#,##0.######"
	add := func(st excelize.Style) int {
		id, e := f.NewStyle(&st)
		if e != nil && *err == nil {
			*err = e
		}
		return id
	}
	top := &excelize.Alignment{Vertical: "top", WrapText: true}
	s.head = add(excelize.Style{Border: border, Font: &excelize.Font{Bold: true, Color: "FFFFFF"},
		Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1D2939"}}, Alignment: &excelize.Alignment{Vertical: "center", WrapText: true}})
	s.text = add(excelize.Style{Border: border, Fill: grey, Alignment: top, NumFmt: 49})
	s.number = add(excelize.Style{Border: border, Fill: grey, Alignment: top})
	s.quantity = add(excelize.Style{Border: border, Fill: grey, Alignment: top, CustomNumFmt: &quantity})
	s.price = add(excelize.Style{Border: border, Alignment: top, CustomNumFmt: &amount, Protection: open})
	s.amount = add(excelize.Style{Border: border, Fill: grey, Alignment: top, NumFmt: 4})
	s.remarks = add(excelize.Style{Border: border, Alignment: top, NumFmt: 49, Protection: open})
	s.problem = add(excelize.Style{Border: border, Alignment: top, Font: &excelize.Font{Color: "B42318", Bold: true},
		Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"FEF3F2"}}})
	s.total = add(excelize.Style{Border: border, Fill: grey, Font: &excelize.Font{Bold: true}, NumFmt: 4})
	s.guide = add(excelize.Style{Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}})
	return s
}

func write(w io.Writer, t Template, rows []outRow, problems bool) (err error) {
	if err := t.check(); err != nil {
		return err
	}
	f := excelize.NewFile()
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	words := wordsOf(t.Language)
	st := makeStyles(f, &err)
	if err != nil {
		return err
	}
	if err := f.SetSheetName("Sheet1", Sheet); err != nil {
		return err
	}
	if err := instructions(f, t, words, st); err != nil {
		return err
	}
	protect := &excelize.SheetProtectionOptions{SelectLockedCells: true, SelectUnlockedCells: true, FormatColumns: true, FormatRows: true}
	if err := f.ProtectSheet(Sheet, protect); err != nil {
		return err
	}
	if len(rows) > 0 {
		v := excelize.NewDataValidation(true)
		v.Sqref = fmt.Sprintf("G2:G%d", len(rows)+1)
		if err := v.SetRange(0, 9999999999999999.0, excelize.DataValidationTypeDecimal, excelize.DataValidationOperatorBetween); err != nil {
			return err
		}
		v.SetError(excelize.DataValidationErrorStyleStop, words.badPrice[0], words.badPrice[1])
		if err := f.AddDataValidation(Sheet, v); err != nil {
			return err
		}
	}
	f.SetActiveSheet(0) // before streaming: afterwards it would parse the whole sheet again
	sw, err := f.NewStreamWriter(Sheet)
	if err != nil {
		return err
	}
	if err := layout(sw, rows, problems); err != nil {
		return err
	}
	head := make([]any, 0, columns+1)
	for i, h := range words.headers {
		if i == colPrice || i == colAmount {
			h += " (" + string(t.Currency) + ")"
		}
		if i == colProblem && !problems {
			break
		}
		head = append(head, excelize.Cell{StyleID: st.head, Value: h})
	}
	if err := sw.SetRow("A1", head, excelize.RowOpts{Height: 30}); err != nil {
		return err
	}
	digits := strconv.Itoa(t.Currency.Exponent())
	for i, r := range rows {
		n := strconv.Itoa(i + 2)
		l := r.line
		cells := []any{
			excelize.Cell{StyleID: st.text, Value: clean(l.ID)}, excelize.Cell{StyleID: st.number, Value: r.no},
			excelize.Cell{StyleID: st.text, Value: text(l.Code)}, excelize.Cell{StyleID: st.text, Value: clean(l.Description)},
			excelize.Cell{StyleID: st.text, Value: clean(l.Unit)}, excelize.Cell{StyleID: st.quantity, Value: exactNumber(l.Quantity.Short())},
			excelize.Cell{StyleID: st.price, Value: r.price},
			excelize.Cell{StyleID: st.amount, Formula: `IF(ISNUMBER(G` + n + `),ROUND(F` + n + `*G` + n + `,` + digits + `),"")`},
			excelize.Cell{StyleID: st.remarks, Value: text(l.Remarks)}, excelize.Cell{StyleID: st.text, Value: r.hash},
		}
		if problems {
			style := st.text
			if r.problem != "" {
				style = st.problem
			}
			cells = append(cells, excelize.Cell{StyleID: style, Value: text(r.problem)})
		}
		if err := sw.SetRow("A"+n, cells); err != nil {
			return err
		}
		if t.Written != nil && (i%100 == 99 || i == len(rows)-1) {
			if err := t.Written(i+1, len(rows)); err != nil {
				return err
			}
		}
	}
	if len(rows) > 0 {
		total := make([]any, columns)
		for i := range total {
			total[i] = excelize.Cell{StyleID: st.total}
		}
		total[colID] = excelize.Cell{StyleID: st.total, Value: totalID}
		total[colDescription] = excelize.Cell{StyleID: st.total, Value: words.total}
		total[colAmount] = excelize.Cell{StyleID: st.total, Formula: fmt.Sprintf("SUM(H2:H%d)", len(rows)+1)}
		if err := sw.SetRow("A"+strconv.Itoa(len(rows)+2), total); err != nil {
			return err
		}
	}
	if err := sw.Flush(); err != nil {
		return err
	}
	return f.Write(w)
}

// totalID marks the row of totals, which is ours and is skipped on reading.
const totalID = "total"

// ignoredID marks rows of an error workbook that name no line.
const ignoredID = "-"

func layout(sw *excelize.StreamWriter, rows []outRow, problems bool) error {
	widths := []float64{10, 6, 14, 48, 10, 14, 18, 18, 36, 10, 44}
	for i, width := range widths {
		if err := sw.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	for _, hidden := range []int{colID, colHash} {
		if err := sw.SetColVisible(hidden+1, hidden+1, false); err != nil {
			return err
		}
	}
	at := 2
	if problems {
		for i, r := range rows {
			if r.problem != "" {
				at = i + 2
				break
			}
		}
	}
	cell := "G" + strconv.Itoa(at)
	return sw.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A" + strconv.Itoa(max(2, at-3)), ActivePane: "bottomLeft",
		Selection: []excelize.Selection{{SQRef: cell, ActiveCell: cell, Pane: "bottomLeft"}}})
}

func instructions(f *excelize.File, t Template, words words, st styles) error {
	if _, err := f.NewSheet(words.instructions); err != nil {
		return err
	}
	if err := f.ProtectSheet(words.instructions, &excelize.SheetProtectionOptions{SelectLockedCells: true}); err != nil {
		return err
	}
	sw, err := f.NewStreamWriter(words.instructions)
	if err != nil {
		return err
	}
	if err := sw.SetColWidth(1, 1, 100); err != nil {
		return err
	}
	lines := append([]string{t.Title, t.Reference, ""}, words.steps...)
	for i, text := range lines {
		if err := sw.SetRow("A"+strconv.Itoa(i+1), []any{excelize.Cell{StyleID: st.guide, Value: text}}); err != nil {
			return err
		}
	}
	return sw.Flush()
}
