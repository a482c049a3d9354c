package sheet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/fault"
)

// Bounds are up to what a table of others is read, and what is raised beyond.
type Bounds struct {
	Bytes, Lines, Columns, Cell int
	Unreadable, Large, Empty    *fault.Def
	Clean                       func(string) string // a cell as it is taken; nil: [Clean]
}

// Table reads a table that somebody else made: a workbook's first sheet, or text apart by commas, semicolons, tabs or bars. What a
// program computed begins with an equals sign.
func Table(data []byte, b Bounds) ([][]string, error) {
	if b.Clean == nil {
		b.Clean = Clean
	}
	if len(data) > b.Bytes {
		return nil, b.Large.New("%d bytes", len(data)).With("max", b.Bytes)
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return b.workbook(data)
	}
	if bytes.IndexByte(data[:min(len(data), 4096)], 0) >= 0 && !bytes.HasPrefix(data, []byte("\xff\xfe")) && !bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, b.Unreadable.New("no text")
	}
	all := Text(data)
	if !strings.Contains(all, "\n") {
		all = strings.ReplaceAll(all, "\r", "\n") // as some programs for the Mac end their lines
	}
	r := csv.NewReader(strings.NewReader(all))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = delimiter(all), -1, true, false
	out := table{Bounds: b}
	for {
		from := r.InputOffset()
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, b.Unreadable.Wrap(err, "csv")
		}
		// Empty lines are rows, and what a cell has of lines is none: a person looks for a row by its number.
		for rest := all[from:]; ; {
			after, empty := strings.CutPrefix(strings.TrimPrefix(rest, "\r"), "\n")
			if !empty {
				break
			}
			if rest = after; len(out.rows) < emptyRows*b.Lines {
				out.rows = append(out.rows, nil)
			}
		}
		if err = out.add(cells); err != nil {
			return nil, err
		}
	}
	return out.done()
}

// emptyRows is how many rows a table may have for each of its lines; what is more is told by other numbers than it has.
const emptyRows = 4

// A table is what has been read of one.
type table struct {
	Bounds
	rows  [][]string
	lines int // that are not empty
}

func (t *table) add(cells []string) error {
	if len(cells) > t.Columns {
		return t.Unreadable.New("%d columns", len(cells))
	}
	said := false
	for i, c := range cells {
		if len(c) > t.Cell {
			c = strings.ToValidUTF8(c[:t.Cell], "")
		}
		cells[i] = t.Clean(c)
		said = said || cells[i] != ""
	}
	if said {
		t.lines++
	}
	if t.lines > t.Lines+100 || len(t.rows) >= emptyRows*t.Lines+100 {
		return t.Large.New("more than %d lines", t.Lines).With("max", t.Lines)
	}
	t.rows = append(t.rows, cells)
	return nil
}

func (t *table) done() ([][]string, error) {
	if len(t.rows) == 0 {
		return nil, t.Empty.New("")
	}
	return t.rows, nil
}

func (b Bounds) workbook(data []byte) ([][]string, error) {
	f, shut, err := Open(data, b.Bytes, b.Unreadable, b.Large)
	if err != nil {
		return nil, err
	}
	defer shut()
	names := f.GetSheetList()
	if len(names) == 0 {
		return nil, b.Unreadable.New("no sheet")
	}
	return b.first(f, data, names[0])
}

func (b Bounds) first(f *excelize.File, data []byte, name string) ([][]string, error) {
	odd, err := Formulas(data, name)
	if err != nil {
		return nil, b.Unreadable.Wrap(err, "cells")
	}
	rows, err := f.Rows(name)
	if err != nil {
		return nil, b.Unreadable.Wrap(err, "rows")
	}
	defer rows.Close()
	out := table{Bounds: b}
	for n := 1; rows.Next(); n++ {
		cells, err := rows.Columns()
		if err != nil {
			return nil, b.Unreadable.Wrap(err, "row %d", n)
		}
		for i := range cells {
			if odd(n, i+1) { // what a program computed is not what its author wrote
				cells[i] = "=" + cells[i]
			}
		}
		if err = out.add(cells); err != nil {
			return nil, err
		}
	}
	if err := rows.Error(); err != nil {
		return nil, b.Unreadable.Wrap(err, "rows")
	}
	return out.done()
}

// delimiter is the sign that parts most of the first rows into as many cells as each other; of several the one with more cells. What
// stands in a text, such as a comma in a name, parts every row otherwise.
func delimiter(all string) rune {
	head := all[:min(len(all), 16<<10)]
	if len(head) < len(all) {
		head = head[:strings.LastIndexByte(head, '\n')+1]
	}
	best, most := ',', [2]int{}
	for _, sign := range ",;\t|" {
		r := csv.NewReader(strings.NewReader(head))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = sign, -1, true
		alike := map[int]int{}
		for {
			cells, err := r.Read()
			if err != nil {
				break
			}
			if len(cells) > 1 {
				alike[len(cells)]++
			}
		}
		for cells, rows := range alike {
			if rows > most[0] || rows == most[0] && cells > most[1] {
				best, most = sign, [2]int{rows, cells}
			}
		}
	}
	return best
}
