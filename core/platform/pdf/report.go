package pdf

import "time"

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

// abreast is how many columns stand beside each other on a page; each row of a wider
// table is a block of lines.
const abreast = 6

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
		case len(t.Columns) > abreast:
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
	head := s.across(t.Columns, widths, "B")
	s.beside(head, nil, inGrid)
	if tall(head, inGrid) > page/3 { // what would leave little room for rows is printed once
		head = nil
	}
	for _, row := range t.Rows {
		s.beside(s.across(row, widths, ""), head, inGrid)
	}
	s.rule()
	s.Ln(6)
}

var inGrid = look{lead: 4.2, size: 8, pad: 1, whole: true}

// across is a row of a grid.
func (s sheet) across(row []string, widths []float64, style string) []cell {
	out, x := make([]cell, len(row)), margin
	for i, text := range row {
		out[i] = s.cell(x, widths[i], style, inGrid, text)
		x += widths[i]
	}
	return out
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
