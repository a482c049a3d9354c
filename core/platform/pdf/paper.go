package pdf

import (
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/kernel/rich"
)

// A Paper is a text with structure: a contract, or a part of one.
type Paper struct {
	Language  string
	From      Party
	Title     string
	Reference string
	At        time.Time
	Facts     []Row
	Body      rich.Node
	Footer    string
}

// Sizes of headings by their level.
var headings = []float64{14, 12.5, 11.5, 10.5}

const step = 7.0 // how far a list moves in

var inTable = look{lead: 4.6, size: 9.5, pad: 1}

// Render lays the paper out.
func (p Paper) Render() ([]byte, error) {
	foot := p.Reference
	if p.Footer != "" {
		foot = strings.TrimPrefix(p.Footer+"\n"+p.Reference, "\n")
	}
	s := newSheet(p.Language, p.Title, p.From.Name, foot, p.At)
	s.heading(p.From)
	s.text("B", 16, 7.4, p.Title)
	s.Ln(3)
	if len(p.Facts) > 0 {
		s.rows(p.Facts)
	}
	s.flow(p.Body.Content, 0)
	return s.bytes()
}

// flow prints blocks beside a margin that lists move in.
func (s sheet) flow(blocks []rich.Node, in float64) {
	for _, n := range blocks {
		switch n.Kind {
		case rich.Heading:
			size := headings[min(max(n.Level, 1), len(headings))-1]
			if s.GetY() > 297-30-18 { // a heading stays with what it heads
				s.AddPage()
			}
			s.Ln(1.6)
			s.runs(n, in, size, size*0.46, "B")
		case rich.Paragraph:
			s.runs(n, in, 10.5, leading, "")
		case rich.BulletList, rich.OrderedList:
			s.list(n, in)
		case rich.Table:
			s.table(n, in)
		}
	}
}

func (s sheet) list(n rich.Node, in float64) {
	for i, item := range n.Content {
		sign := "•"
		if n.Kind == rich.OrderedList {
			sign = strconv.Itoa(max(n.Start, 1)+i) + "."
		}
		if s.GetY() > 297-30-leading {
			s.AddPage()
		}
		s.SetFont(face, "", 10.5)
		s.SetX(margin + in)
		s.CellFormat(step, leading, sign, "", 0, "L", false, 0, "")
		s.flow(item.Content, in+step)
	}
}

// runs writes the words of a line, each in its style. The face has no slanted letters, in
// Ethiopic nobody has: what is italic is bold.
func (s sheet) runs(n rich.Node, in, size, lead float64, style string) {
	s.SetLeftMargin(margin + in)
	if s.GetX() < margin+in {
		s.SetX(margin + in)
	}
	for _, c := range n.Content {
		if c.Kind == rich.Break {
			s.Ln(lead)
			continue
		}
		how, href := style, ""
		for _, m := range c.Marks {
			switch m.Style {
			case rich.Bold, rich.Italic:
				if !strings.Contains(how, "B") {
					how += "B"
				}
			case rich.Underline:
				how += "U"
			case rich.Strike:
				how += "S"
			case rich.Link:
				href = m.Href
			}
		}
		s.SetFont(face, how, size)
		text := clean(c.Text)
		if href != "" {
			s.ink(accent)
			s.WriteLinkString(lead, text, href)
			s.ink(black)
			continue
		}
		s.Write(lead, text)
	}
	s.SetLeftMargin(margin)
	s.Ln(lead)
	s.Ln(2)
	s.SetX(margin)
}

// table prints a table in equal columns. A row that is higher than what is left of a page goes
// on where the next begins: no word of it is lost.
func (s sheet) table(n rich.Node, in float64) {
	columns, _ := rich.Grid(n)
	if columns == 0 {
		return
	}
	wide := (width - in) / float64(columns)
	s.Ln(1)
	taken := make([]int, columns)
	for _, row := range n.Content {
		var cells []cell
		at := 0
		for _, c := range row.Content {
			for at < columns && taken[at] > 0 {
				at++
			}
			style := ""
			if c.Kind == rich.HeadCell {
				style = "B"
			}
			one := cell{x: margin + in + float64(at)*wide, wide: wide * float64(max(c.ColSpan, 1)), style: style, ink: black}
			for line := range strings.SplitSeq(inCell(c), "\n") {
				one.lines = append(one.lines, s.cell(one.x, one.wide, style, inTable, line).lines...)
			}
			for range max(c.ColSpan, 1) {
				taken[at] = max(c.RowSpan, 1)
				at++
			}
			cells = append(cells, one)
		}
		for k := range taken {
			taken[k]--
		}
		s.beside(cells, nil, inTable)
	}
	s.rule()
	s.Ln(4)
}

// inCell is what stands in a cell, with the signs of its lists.
func inCell(n rich.Node) string {
	var out []string
	for _, c := range n.Content {
		switch c.Kind {
		case rich.BulletList, rich.OrderedList:
			for i, item := range c.Content {
				sign := "• "
				if c.Kind == rich.OrderedList {
					sign = strconv.Itoa(max(c.Start, 1)+i) + ". "
				}
				out = append(out, sign+inCell(item))
			}
		default:
			out = append(out, rich.Node{Kind: rich.Doc, Content: []rich.Node{c}}.Plain())
		}
	}
	return strings.Join(out, "\n")
}
