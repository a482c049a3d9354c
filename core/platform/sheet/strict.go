package sheet

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// Moment is how a cell has a date with its time.
const Moment = "2006-01-02 15:04"

type (
	place struct{ row, column int }
	// oddities are cells that hold something other than what was typed.
	oddities struct{ formulas, dates map[place]bool }
)

// wrong raises [Problem] with what is wrong with the file, in words of its own.
func wrong(code string, params ...any) error {
	err := Problem.New("%s", code).At("/file", code)
	for i := 0; i+1 < len(params); i += 2 {
		if err.Fields[0].Params == nil {
			err.Fields[0].Params = map[string]any{}
		}
		err.Fields[0].Params[params[i].(string)] = params[i+1]
	}
	return err
}

// scan reads a worksheet once more, cell by cell, for what the reader of rows does
// not tell. It raises Problem where cells are merged.
func scan(f *excelize.File, data []byte, sheet string) (oddities, error) {
	odd := oddities{formulas: map[place]bool{}, dates: map[place]bool{}}
	part, err := partOf(data, sheet)
	if err != nil {
		return odd, err
	}
	defer part.Close()
	dates := map[string]bool{}
	var at place
	dec := xml.NewDecoder(io.LimitReader(part, maxUnzip))
	for row := 0; row <= looked; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return odd, nil
		}
		if err != nil {
			return odd, Problem.Wrap(err, "worksheet")
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "row":
			row++
		case "mergeCell":
			return odd, wrong(HasMerged, "cells", attr(start, "ref"))
		case "f":
			odd.formulas[at] = true
		case "c":
			column, line, err := excelize.CellNameToCoordinates(attr(start, "r"))
			if err != nil {
				return odd, Problem.Wrap(err, "cell")
			}
			at = place{row: line, column: column}
			if isDate(f, start, dates) {
				odd.dates[at] = true
			}
		}
	}
	return odd, nil // what is longer is refused by the reader of rows
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// isDate reports whether a cell shows its number as a date; known remembers styles.
func isDate(f *excelize.File, cell xml.StartElement, known map[string]bool) bool {
	kind, style := attr(cell, "t"), attr(cell, "s")
	if kind == "d" {
		return true
	}
	if kind != "" && kind != "n" || style == "" {
		return false
	}
	if is, ok := known[style]; ok {
		return is
	}
	n, err := strconv.Atoi(style)
	if err != nil {
		return false
	}
	st, err := f.GetStyle(n)
	known[style] = err == nil && showsDate(st)
	return known[style]
}

func showsDate(st *excelize.Style) bool {
	if st.CustomNumFmt != nil {
		plain := strings.ToLower(*st.CustomNumFmt)
		for _, word := range []string{"general", "red", "magenta"} {
			plain = strings.ReplaceAll(plain, word, "")
		}
		return strings.ContainsAny(plain, "ydmh") && !strings.ContainsAny(plain, "#0")
	}
	n := st.NumFmt
	return n >= 14 && n <= 22 || n >= 27 && n <= 36 || n >= 45 && n <= 47 || n >= 50 && n <= 58
}

// moment writes a date of the program's own as people write it; other text stays.
func moment(text string) string {
	serial, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	at, err := excelize.ExcelDateToTime(serial, false)
	if err != nil {
		return text
	}
	return at.Round(time.Minute).Format(Moment)
}

// partOf opens the file of a worksheet inside the workbook.
func partOf(data []byte, sheet string) (io.ReadCloser, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, Problem.Wrap(err, "zip")
	}
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var links struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := decode(z, "xl/workbook.xml", &book); err != nil {
		return nil, err
	}
	if err := decode(z, "xl/_rels/workbook.xml.rels", &links); err != nil {
		return nil, err
	}
	for _, s := range book.Sheets {
		if !strings.EqualFold(s.Name, sheet) {
			continue
		}
		for _, l := range links.All {
			if l.ID != s.ID {
				continue
			}
			name := path.Join("xl", l.Target)
			if strings.HasPrefix(l.Target, "/") {
				name = strings.TrimPrefix(l.Target, "/")
			}
			return part(z, name)
		}
	}
	return nil, Problem.New("the worksheet has no part")
}

func part(z *zip.Reader, name string) (io.ReadCloser, error) {
	for _, f := range z.File {
		if strings.EqualFold(f.Name, name) {
			r, err := f.Open()
			if err != nil {
				return nil, Problem.Wrap(err, "%s", name)
			}
			return r, nil
		}
	}
	return nil, Problem.New("no %s", name)
}

func decode(z *zip.Reader, name string, into any) error {
	r, err := part(z, name)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := xml.NewDecoder(io.LimitReader(r, maxUnzip)).Decode(into); err != nil {
		return Problem.Wrap(err, "%s", name)
	}
	return nil
}

// Formulas tells which cells of a worksheet are computed and not written, by row and column
// from 1. Cells that are merged, as those of a heading are, do no harm to it.
func Formulas(data []byte, sheet string) (func(row, column int) bool, error) {
	part, err := partOf(data, sheet)
	if err != nil {
		return nil, err
	}
	may, err := mayCompute(part)
	if err = errors.Join(err, part.Close()); err != nil {
		return nil, Problem.Wrap(err, "worksheet")
	}
	found := map[place]bool{}
	if !may {
		return func(int, int) bool { return false }, nil
	}
	if part, err = partOf(data, sheet); err != nil {
		return nil, err
	}
	defer part.Close()
	var at place
	dec := xml.NewDecoder(io.LimitReader(part, maxUnzip))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return func(row, column int) bool { return found[place{row: row, column: column}] }, nil
		}
		if err != nil {
			return nil, Problem.Wrap(err, "worksheet")
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "f":
			found[at] = true
		case "c":
			column, line, err := excelize.CellNameToCoordinates(attr(start, "r"))
			if err != nil {
				return nil, Problem.Wrap(err, "cell")
			}
			at = place{row: line, column: column}
		}
	}
}

// mayCompute reports whether a part may have a tag of a formula, under whatever prefix. Nearly none has: to look for the
// tag takes a tenth of what reading every tag does. What is not plainly UTF-8 may have any.
func mayCompute(part io.Reader) (bool, error) {
	r := bufio.NewReaderSize(io.LimitReader(part, maxUnzip), 64<<10)
	head, _ := r.Peek(200)
	head = bytes.ToLower(head)
	if bytes.IndexByte(head, 0) >= 0 || bytes.Contains(head, []byte("encoding")) && !bytes.Contains(head, []byte(`"utf-8"`)) {
		return true, nil
	}
	for {
		_, err := r.ReadSlice('<')
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return true, err
		}
		tag, _ := r.Peek(80)
		end := bytes.IndexAny(tag, " \t\r\n/>")
		if end < 0 {
			return true, nil // no tag of a worksheet is so long
		}
		if name := tag[bytes.LastIndexByte(tag[:end], ':')+1 : end]; string(name) == "f" {
			return true, nil
		}
	}
}
