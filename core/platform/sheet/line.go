package sheet

import (
	"path/filepath"
	"strings"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of what an upload would do.
var (
	NoneFilled = fault.Declare(fault.KindInvalid, "upload.none_filled", "No row of the workbook is filled in")
	NoGoodRow  = fault.Declare(fault.KindInvalid, "upload.no_good_row", "No row can be taken over")
	NotFound   = fault.Declare(fault.KindNotFound, "upload.not_found", "That upload could not be found")
)

// Codes of what is wrong with a row.
const (
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
