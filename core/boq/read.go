package boq

import (
	"archive/zip"
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
)

// Codes of issues. Blocking ones keep a row from being taken over.
const (
	LineMissing  = "boq.line_missing"   // params: no
	LineUnknown  = "boq.line_unknown"   // the row names no line
	LineTwice    = "boq.line_twice"     // params: row, of the first
	LineChanged  = "boq.line_changed"   // locked cells were edited
	LineGone     = "boq.line_gone"      // the buyer has taken the line away since the template was taken
	LineNew      = "boq.line_new"       // params: no, number of the addendum; missing from an older template
	LineOld      = "boq.line_old"       // the line was changed by the buyer since the template was taken
	Unpriced     = "boq.unpriced"       //
	NotANumber   = "boq.not_a_number"   //
	NotAPrice    = "boq.not_a_price"    // a truth or a date of the workbook
	Negative     = "boq.negative"       //
	TooManyDigit = "boq.too_many_digit" // params: digits
	TooLong      = "boq.too_long"       // params: max
)

// An Issue is one thing to correct or to know, at a row of the sheet (0: the
// sheet as a whole).
type Issue struct {
	Row      int            `json:"row"`
	Column   string         `json:"column,omitempty"` // letter
	Line     string         `json:"line,omitempty"`
	Code     string         `json:"code"`
	Params   map[string]any `json:"params,omitempty"`
	Blocking bool           `json:"blocking,omitempty"`
}

// A Row is what the file has in a row, as it stands there.
type Row struct {
	Row                                         int
	ID, Code, Description, Unit, Price, Remarks string
}

// A Change is a line whose price or remark would become another.
type Change struct {
	Line    string         `json:"line"`
	Before  *money.Decimal `json:"before" nullable:"true"`
	After   *money.Decimal `json:"after" nullable:"true"`
	Remarks *string        `json:"remarks,omitempty"` // the new remark, when it changes
}

// A Report is what an upload would do; nothing is stored before it is confirmed.
type Report struct {
	Matched  int           `json:"matched"` // rows whose line was found and whose price can be read
	Changes  []Change      `json:"changes"`
	Missing  int           `json:"missing"`
	Unknown  int           `json:"unknown"`
	Unpriced int           `json:"unpriced"`
	Bad      int           `json:"bad"` // prices that are not numbers
	Issues   []Issue       `json:"issues"`
	Total    money.Decimal `json:"total"` // of quantity × price, line by line to two decimals
	Blocking bool          `json:"blocking"`
	Entered  []Row         `json:"-"`
}

// Read reads an upload against the lines that are asked.
func Read(data []byte, t Template) (Report, error) {
	f, shut, err := sheet.Open(data, maxBytes, NotXLSX, TooLarge)
	if err != nil {
		return Report{}, err
	}
	defer shut()
	if i, err := f.GetSheetIndex(Sheet); err != nil || i < 0 {
		return Report{}, NoSheet.New("")
	}
	files, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return Report{}, NotXLSX.Wrap(err, "open")
	}
	others, err := notPrices(files, f)
	if err != nil {
		return Report{}, NotXLSX.Wrap(err, "cells")
	}
	rows, err := f.Rows(Sheet)
	if err != nil {
		return Report{}, NotXLSX.Wrap(err, "rows")
	}
	defer rows.Close()
	r := newReader(t)
	r.others = others
	for n := 1; rows.Next(); n++ {
		if n > maxRows {
			return Report{}, TooLarge.New("more than %d rows", maxRows).With("max", maxRows)
		}
		cells, err := rows.Columns()
		if err != nil {
			return Report{}, NotXLSX.Wrap(err, "row %d", n)
		}
		if len(cells) > maxColumns {
			return Report{}, TooLarge.New("row %d has %d columns", n, len(cells)).With("row", n)
		}
		if n == 1 {
			if cell(cells, colID) != marker || cell(cells, colHash) != "#" {
				return Report{}, NotTemplate.New("the first row is not ours")
			}
			continue
		}
		if len(r.Entered) > len(t.Lines)+1000 {
			return Report{}, TooLarge.New("more rows than lines").With("max", len(t.Lines))
		}
		r.row(n, cells)
	}
	if err := rows.Error(); err != nil {
		return Report{}, NotXLSX.Wrap(err, "rows")
	}
	return r.finish(), nil
}

func cell(cells []string, i int) string {
	if i >= len(cells) {
		return ""
	}
	return clean(cells[i])
}

type reader struct {
	Report
	t      Template
	lines  map[string]int
	first  map[string]int // row in which a line was first seen
	others map[int]bool   // rows whose price cell holds what is no price
}

func newReader(t Template) *reader {
	r := &reader{t: t, lines: make(map[string]int, len(t.Lines)), first: make(map[string]int, len(t.Lines))}
	for i, l := range t.Lines {
		r.lines[l.ID] = i
	}
	return r
}

func (r *reader) issue(row int, column, line, code string, blocking bool, params map[string]any) {
	r.Issues = append(r.Issues, Issue{row, column, line, code, params, blocking})
	r.Blocking = r.Blocking || blocking
}

func (r *reader) row(n int, cells []string) {
	id := cell(cells, colID)
	in := Row{n, id, cell(cells, colCode), cell(cells, colDescription), cell(cells, colUnit), cell(cells, colPrice), cell(cells, colRemarks)}
	if id == totalID || id == ignoredID || (id == "" && in == (Row{Row: n})) { // the total, or nothing that a bidder typed
		return
	}
	r.Entered = append(r.Entered, in)
	at, ok := r.lines[id]
	if !ok && slices.Contains(r.t.Gone, id) {
		r.Unknown++
		r.issue(n, "A", "", LineGone, true, nil)
		return
	}
	if !ok {
		r.Unknown++
		r.issue(n, "A", "", LineUnknown, true, nil)
		return
	}
	if first := r.first[id]; first > 0 {
		r.issue(n, "A", id, LineTwice, true, map[string]any{"row": first})
		return
	}
	r.first[id] = n
	l := r.t.Lines[at]
	switch own := hashRow(id, in.Code, in.Description, in.Unit, plainNumber(cell(cells, colQuantity))); {
	case own == l.hash():
	case own == cell(cells, colHash):
		r.issue(n, "D", id, LineOld, true, nil)
	default:
		r.issue(n, "D", id, LineChanged, true, nil)
	}
	price := r.price(n, l, in.Price)
	change := Change{Line: id, Before: l.Price, After: price}
	if utf8.RuneCountInString(in.Remarks) > maxText {
		r.issue(n, "I", id, TooLong, true, map[string]any{"max": maxText})
	} else if in.Remarks != clean(l.Remarks) {
		change.Remarks = &in.Remarks
	}
	if change.Remarks != nil || (price == nil) != (l.Price == nil) || (price != nil && !price.Equal(*l.Price)) {
		r.Changes = append(r.Changes, change)
	}
	if price != nil {
		r.Matched++
		r.Total = r.Total.Add(money.Line(*price, l.Quantity, r.t.Currency))
	}
}

// price reads a price cell; nil when there is none that can be used.
func (r *reader) price(n int, l Line, s string) *money.Decimal {
	if s == "" {
		r.Unpriced++
		r.issue(n, "G", l.ID, Unpriced, false, nil)
		return nil
	}
	if r.others[n] {
		r.Bad++
		r.issue(n, priceColumn, l.ID, NotAPrice, true, nil)
		return nil
	}
	v, err := money.ParseDecimal(plainNumber(s))
	if err != nil || trimZeros(s) != s { // a number cell has no idle zeros: this is text
		v, err = money.ReadTyped(s, r.t.Language)
	}
	switch {
	case err != nil && looksPlain(s):
		r.Bad++
		r.issue(n, "G", l.ID, TooManyDigit, true, map[string]any{"digits": 4})
		return nil
	case err != nil:
		r.Bad++
		r.issue(n, "G", l.ID, NotANumber, true, nil)
		return nil
	case v.Sign() < 0:
		r.Bad++
		r.issue(n, "G", l.ID, Negative, true, nil)
		return nil
	}
	return &v
}

func looksPlain(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && strings.ContainsAny(s, "0123456789")
}

// plainNumber undoes what Excel's floats do to a number cell: 0.30000000000000004
// is the 0.3 that the person sees, 1.25E6 is 1250000. Other text stays as it is.
func plainNumber(s string) string {
	whole, frac, _ := strings.Cut(s, ".")
	digits := len(strings.TrimLeft(whole, "-0")) + len(frac)
	if len(s) > 64 || !looksPlain(s) || (digits <= 15 && !strings.ContainsAny(s, "eE")) {
		return trimZeros(s)
	}
	if !strings.ContainsAny(s, "eE") && len(frac) <= 6 { // written as text because it has more digits than a float
		return trimZeros(s)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f > 1e17 || f < -1e17 {
		return s
	}
	short := strconv.FormatFloat(f, 'g', 15, 64) // the digits that Excel shows
	if f, err = strconv.ParseFloat(short, 64); err != nil {
		return s
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") && looksPlain(s) {
		return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s
}

func (r *reader) finish() Report {
	for i, l := range r.t.Lines {
		if r.first[l.ID] == 0 {
			r.Missing++
			if l.Added > 0 {
				r.issue(0, "", l.ID, LineNew, true, map[string]any{"no": i + 1, "number": l.Added})
				continue
			}
			r.issue(0, "", l.ID, LineMissing, true, map[string]any{"no": i + 1})
		}
	}
	return r.Report
}
