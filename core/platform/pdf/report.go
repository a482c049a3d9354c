package pdf

import (
	"strings"
	"time"
)

// A Table is one part of a report.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
}

// A Report is tables about one thing.
type Report struct {
	Language string
	By       Party
	Title    string
	At       time.Time
	Footer   string
	Tables   []Table
}

// across is how many columns stand beside each other on a page; each row of a wider
// table is a block of lines.
const across = 6

// Render lays the report out.
func (r Report) Render() ([]byte, error) {
	s := newSheet(r.Language, r.Title, r.By.Name, r.Footer, r.At)
	s.heading(r.By)
	s.text("B", 15, 7, r.Title)
	s.ink(grey)
	s.text("", 8.5, 4.2, Precisely(r.At))
	s.ink(black)
	s.Ln(4)
	for _, t := range r.Tables {
		if s.GetY() > 297-30-24 {
			s.AddPage()
		}
		s.text("B", 11.5, leading, t.Title)
		s.Ln(1.5)
		switch {
		case len(t.Rows) == 0:
			s.text("", 9.5, leading, "–")
			s.Ln(3)
		case len(t.Columns) > across:
			s.blocks(t)
		default:
			s.grid(t)
		}
	}
	return s.bytes()
}

// blocks prints each row as lines of its columns, without those that are empty.
func (s sheet) blocks(t Table) {
	for _, row := range t.Rows {
		lines := make([]Row, 0, len(row))
		for i, cell := range row {
			if cell != "" {
				lines = append(lines, Row{Label: t.Columns[i], Value: cell, Strong: i == 0})
			}
		}
		s.rows(lines)
	}
}

// grid prints rows below their headings, which every page has again.
func (s sheet) grid(t Table) {
	widths := t.widths()
	s.line(t.Columns, widths, "B")
	for _, row := range t.Rows {
		if s.GetY()+s.tall(row, widths, "") > 297-30 {
			s.AddPage()
			s.line(t.Columns, widths, "B")
		}
		s.line(row, widths, "")
	}
	s.rule()
	s.Ln(6)
}

const small = 4.2

func (s sheet) cut(cell string, wide float64, style string) []string {
	s.SetFont(face, style, 8)
	return s.SplitText(clean(cell), wide-2)
}

func (s sheet) tall(row []string, widths []float64, style string) float64 {
	lines := 1
	for i, cell := range row {
		lines = max(lines, len(s.cut(cell, widths[i], style)))
	}
	return float64(min(lines, 50))*small + 2
}

func (s sheet) line(row []string, widths []float64, style string) {
	tall, y, x := s.tall(row, widths, style), s.GetY(), margin
	s.rule()
	for i, cell := range row {
		s.SetXY(x, y+1)
		for n, line := range s.cut(cell, widths[i], style) {
			if n == 50 { // a page has no more
				break
			}
			s.CellFormat(widths[i], small, strings.TrimSpace(line), "", 2, "L", false, 0, "")
		}
		x += widths[i]
	}
	s.SetXY(margin, y+tall)
}

// widths shares the page out by the longest cells, within bounds.
func (t Table) widths() []float64 {
	out, sum := make([]float64, len(t.Columns)), 0.0
	for i, name := range t.Columns {
		longest := len([]rune(name))
		for _, row := range t.Rows {
			longest = max(longest, len([]rune(row[i])))
		}
		out[i] = float64(min(max(longest, 8), 40))
		sum += out[i]
	}
	for i := range out {
		out[i] *= width / sum
	}
	return out
}
