package boq

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// notPrices are the rows of a workbook whose price cell holds a truth or a date. Excel
// shows neither as the number that stands in the file: TRUE is kept as 1, and what it
// took for a date, as "1.5" in some languages, as a count of days. Excelize's rows tell
// values only, so the sheet is walked once more.
func notPrices(files *zip.Reader, f *excelize.File) (map[int]bool, error) {
	part, err := sheetPart(files, Sheet)
	if err != nil {
		return nil, err
	}
	dates := map[string]bool{} // by the number of the style
	out := map[int]bool{}
	return out, each(files, part, "c", func(cell attributes) {
		column, row, err := excelize.SplitCellName(cell.get("r"))
		if err != nil || column != priceColumn {
			return
		}
		style, kind := cell.get("s"), cell.get("t")
		is, known := dates[style]
		if !known {
			is = dated(f, style)
			dates[style] = is
		}
		if kind == "b" || kind == "d" || is && (kind == "" || kind == "n") {
			out[row] = true
		}
	})
}

const priceColumn = "G"

// dated reports whether a style shows a number as a date or a time of day.
func dated(f *excelize.File, style string) bool {
	n, err := strconv.Atoi(style)
	if err != nil {
		return false
	}
	s, err := f.GetStyle(n)
	if err != nil {
		return false
	}
	if s.CustomNumFmt != nil {
		return datedFormat(*s.CustomNumFmt)
	}
	n = s.NumFmt // those of ECMA-376, part 1, 18.8.30
	return n >= 14 && n <= 22 || n >= 27 && n <= 36 || n >= 45 && n <= 47 || n >= 50 && n <= 58
}

// datedFormat looks for the letters of dates in a format, outside what is shown as it is.
func datedFormat(format string) bool {
	for i := 0; i < len(format); i++ {
		switch c := format[i]; c {
		case '\\', '_', '*':
			i++
		case '"', '[':
			end := strings.IndexByte(format[i+1:], map[byte]byte{'"': '"', '[': ']'}[c])
			if end < 0 {
				return false
			}
			if c == '[' && strings.Trim(strings.ToLower(format[i+1:i+1+end]), "hms") == "" {
				return true // a time that passed
			}
			i += end + 1
		default:
			if strings.IndexByte("ymdhsYMDHS", c) >= 0 {
				return true
			}
		}
	}
	return false
}

// sheetPart is the file of a worksheet within a workbook.
func sheetPart(files *zip.Reader, name string) (string, error) {
	book, err := related(files, "", func(r attributes) bool { return strings.HasSuffix(r.get("Type"), "/officeDocument") })
	if err != nil {
		return "", err
	}
	id := ""
	err = each(files, book, "sheet", func(s attributes) {
		if s.get("name") == name {
			id = s.get("id")
		}
	})
	if err != nil {
		return "", err
	}
	return related(files, book, func(r attributes) bool { return r.get("Id") == id })
}

// related is the part that another one, or the package itself, points to.
func related(files *zip.Reader, from string, is func(attributes) bool) (string, error) {
	dir, base := path.Split(from)
	target := ""
	err := each(files, path.Join(dir, "_rels", base+".rels"), "Relationship", func(r attributes) {
		if is(r) {
			target = r.get("Target")
		}
	})
	if err == nil && target == "" {
		err = errors.New("a part of the workbook is missing")
	}
	if strings.HasPrefix(target, "/") {
		return target[1:], err
	}
	return path.Join(dir, target), err
}

type attributes []xml.Attr

func (a attributes) get(name string) string {
	for _, x := range a {
		if x.Name.Local == name {
			return x.Value
		}
	}
	return ""
}

// each calls do with the attributes of every element of a name.
func each(files *zip.Reader, part, element string, do func(attributes)) error {
	in, err := files.Open(part)
	if err != nil {
		return err
	}
	defer in.Close()
	dec := xml.NewDecoder(in) // of a size that was looked at before the workbook was opened
	for {
		t, err := dec.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := t.(xml.StartElement); ok && start.Name.Local == element {
			do(start.Attr)
		}
	}
}
