package sheet

import (
	"path/filepath"
	"strings"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of what an upload would do.
var (
	NoneFilled = fault.Declare(fault.KindInvalid, "upload.none_filled", "No row of the workbook is filled in")
	NoGoodRow  = fault.Declare(fault.KindInvalid, "upload.no_good_row", "No row can be taken over")
	NotFound   = fault.Declare(fault.KindNotFound, "upload.not_found", "That upload could not be found")
)

// Codes of what is wrong with a file, beside [Problem].
const (
	WrongSheet  = "upload.wrong_sheet" // params: sheet
	WrongHeader = "upload.wrong_header"
	HasMacros   = "upload.has_macros"
	HasMerged   = "upload.has_merged" // params: cells
)

// Codes of what is wrong with a row.
const (
	IsFormula  = "upload.is_formula"
	BecameDate = "upload.became_date"
	RowTwice   = "upload.row_twice"    // params: row
	HeldBack   = "upload.held_back"    //
	RowsDiffer = "upload.rows_differ"  // params: row
	NotYesNo   = "upload.yes_no"       //
	NoNumber   = "upload.not_a_number" //
	NoSuchCode = "upload.code_unknown" // params: value
)

// An Act is what becomes of a row.
type Act string

// Acts.
const (
	Create Act = "create"
	Change Act = "change"
	Same   Act = "same" // nothing is left to do
	Refuse Act = "refuse"
)

// Values lists them.
func (Act) Values() []string { return closed.Values(Create, Change, Same, Refuse) }

// A Line is a row with what becomes of it.
type Line struct {
	Row
	Act  Act
	Name string // of what the row is about
}

// Quantity reads a cell as people type a number; nil of an empty one.
func (r *Row) Quantity(key string) *money.Quantity {
	text := strings.TrimSuffix(r.Cells[key], "%")
	if text == "" {
		return nil
	}
	q, err := money.ParseQuantity(strings.TrimSpace(strings.ReplaceAll(text, ",", ".")))
	if err != nil {
		r.Add(key, NoNumber, nil)
		return nil
	}
	return &q
}

// YesNo reads a cell as yes or no; an empty one is no.
func (r *Row) YesNo(key string) bool {
	switch strings.ToLower(r.Cells[key]) {
	case "yes":
		return true
	case "no", "":
	default:
		r.Add(key, NotYesNo, nil)
	}
	return false
}

// Says is yes or no as a cell has it.
func Says(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// A Progress hears how many rows have been dealt with so far.
type Progress func(rows int) error

// Count counts lines by act; every act is there.
func Count(lines []Line) map[string]int64 {
	n := map[string]int64{string(Create): 0, string(Change): 0, string(Same): 0, string(Refuse): 0}
	for _, l := range lines {
		n[string(l.Act)]++
	}
	return n
}

// Refused returns the rows that are not taken over.
func Refused(lines []Line) []Row {
	var out []Row
	for _, l := range lines {
		if l.Act == Refuse {
			out = append(out, l.Row)
		}
	}
	return out
}

// CheckName refuses what is not called, or is not, an Excel workbook.
func CheckName(name string, data []byte) error {
	if !strings.EqualFold(filepath.Ext(name), ".xlsx") || len(name) > 200 || strings.ContainsAny(name, "/\\") {
		return Problem.New("%q", name)
	}
	return Preflight(data, MaxBytes, Problem, Large)
}
