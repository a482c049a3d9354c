// Package boq writes and reads the Excel form of a bill of quantities: the
// worksheet RFQ ITEMS, in which a bidder fills prices and remarks and nothing
// else. Uploads are other people's files: they are read within bounds, in memory
// only, row by row, and the answer is a report, not a failure at the first error.
package boq

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of this package: the file as a whole cannot be used.
var (
	NotXLSX     = fault.Declare(fault.KindInvalid, "boq.not_xlsx", "Not an Excel workbook (.xlsx)")
	TooLarge    = fault.Declare(fault.KindTooLarge, "boq.too_large", "The workbook is too large")
	NoSheet     = fault.Declare(fault.KindInvalid, "boq.no_sheet", "The worksheet RFQ ITEMS is missing")
	NotTemplate = fault.Declare(fault.KindInvalid, "boq.not_template", "Not the template of this list of items")
)

// Sheet is the worksheet's name in every language.
const Sheet = "RFQ ITEMS"

// Bounds.
const (
	MaxLines   = 15_000
	maxBytes   = 16 << 20 // of an upload
	maxColumns = 32       // a row wider than this is not ours
	maxRows    = 200_000  // rows looked at, empty ones counted
	maxText    = 2000     // of a remark
	maxSheet   = 15 << 20 // of a written worksheet: at 16 MiB the writer would spill to disk
	rowMarkup  = 950      // of a row without its texts
	maxCell    = 30_000   // Excel holds 32,767 characters
)

// Columns, from A.
const (
	colID = iota
	colNo
	colCode
	colDescription
	colUnit
	colQuantity
	colPrice
	colAmount
	colRemarks
	colHash
	columns
	colProblem = columns // of the error workbook
)

// A Line is an item to price.
type Line struct {
	ID          string
	Code        string
	Description string
	Unit        string
	Quantity    money.Quantity
	Price       *money.Decimal // what is stored now; nil: not priced
	Remarks     string
	Added       int // number of the addendum that added it; 0 where it was there from the start
}

// A Template is a list of items as one bidder gets it.
type Template struct {
	Language  string
	Title     string // of the category
	Reference string
	Currency  money.Currency
	Lines     []Line
	Gone      []string                    // ids of lines that an addendum took away: an older template has them
	Written   func(done, total int) error // called on the way; nil: nobody asks
}

// hash tells whether the locked part of a row is still what was written.
func (l Line) hash() string { return hashRow(l.ID, l.Code, l.Description, l.Unit, l.Quantity.Short()) }

func hashRow(cells ...string) string {
	b := make([]byte, 0, 256)
	for _, c := range cells {
		c = clean(c)
		b = strconv.AppendInt(b, int64(len(c)), 10)
		b = append(append(b, ':'), c...)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// clean is a text as it survives a worksheet: no control characters, no idle
// space around, line ends as XML has them.
func clean(s string) string {
	if plain(s) { // most cells are, and a template has tens of thousands
		return s
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\ufffd' || r == '\ufffe' || r == '\uffff' {
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// plain tells a text in which clean finds nothing to do, by its bytes.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return s == "" || s[0] != ' ' && s[len(s)-1] != ' '
}

// check refuses what would not fit into one worksheet in memory.
func (t Template) check() error {
	if len(t.Lines) > MaxLines {
		return TooLarge.New("%d lines", len(t.Lines)).With("max", MaxLines)
	}
	size := 4096
	for _, l := range t.Lines {
		size += rowMarkup
		for _, s := range []string{l.ID, l.Code, l.Description, l.Unit, l.Remarks} {
			if len(s) > maxCell {
				return TooLarge.New("a text of %d bytes", len(s)).With("max", maxCell)
			}
			size += len(s)
			for _, special := range []string{"&", "<", ">", `"`, "'", "\n", "\t"} {
				size += 5 * strings.Count(s, special)
			}
		}
	}
	if size > maxSheet {
		return TooLarge.New("%d bytes of worksheet", size).With("max", maxSheet)
	}
	return nil
}
