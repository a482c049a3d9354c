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
	r := csv.NewReader(strings.NewReader(all))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = delimiter(all), -1, true, false
	var out [][]string
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, b.Unreadable.Wrap(err, "csv")
		}
		for line, _ := r.FieldPos(0); len(out) < min(line-1, b.Lines); {
			out = append(out, nil) // empty lines count: a person looks for a row by its number
		}
		if out, err = b.row(out, cells); err != nil {
			return nil, err
		}
	}
	if len(out) == 0 {
		return nil, b.Empty.New("")
	}
	return out, nil
}

func (b Bounds) row(rows [][]string, cells []string) ([][]string, error) {
	switch {
	case len(cells) > b.Columns:
		return nil, b.Unreadable.New("%d columns", len(cells))
	case len(rows) >= b.Lines+100:
		return nil, b.Large.New("more than %d lines", b.Lines).With("max", b.Lines)
	}
	for i, c := range cells {
		if len(c) > b.Cell {
			c = strings.ToValidUTF8(c[:b.Cell], "")
		}
		cells[i] = b.Clean(c)
	}
	return append(rows, cells), nil
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
	var out [][]string
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
		if out, err = b.row(out, cells); err != nil {
			return nil, err
		}
	}
	if err := rows.Error(); err != nil {
		return nil, b.Unreadable.Wrap(err, "rows")
	}
	if len(out) == 0 {
		return nil, b.Empty.New("")
	}
	return out, nil
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
