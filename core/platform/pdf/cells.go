package pdf

import "strings"

// page is how much of the height of a page there is to write on.
const page = 297 - 30 - margin

// A cell is lines at a place across the page.
type cell struct {
	x, wide float64
	style   string
	ink     colour
	lines   []string
}

// A look is how cells beside each other are written.
type look struct {
	size, lead, pad float64 // of letters, of a line, and what is left free above and below
	whole           bool    // they are not torn where a page can hold them
}

// cell cuts a text into the lines of a cell.
func (s sheet) cell(x, wide float64, style string, l look, text string) cell {
	s.SetFont(face, style, l.size)
	return cell{x, wide, style, black, s.SplitText(clean(text), wide-2)}
}

func tallest(cells []cell) int {
	most := 1
	for _, c := range cells {
		most = max(most, len(c.lines))
	}
	return most
}

func tall(cells []cell, l look) float64 { return float64(tallest(cells))*l.lead + 2*l.pad }

// beside prints cells beside each other, below a rule. Those that are taller than what is left of a page
// go on where the next begins, below a head that is printed there again: no word of them is lost.
func (s sheet) beside(cells, head []cell, l look) {
	most, holds := tallest(cells), page+0.01
	if head != nil {
		holds -= tall(head, l)
	}
	torn := !l.whole || tall(cells, l) > holds
	for from, fresh := 0, false; from < most; {
		left := most - from
		room := int((297.01 - 30 - s.GetY() - 2*l.pad) / l.lead)
		if room < left && (!torn || room < 3) && !fresh {
			s.AddPage()
			if head != nil {
				s.beside(head, nil, l)
			}
			fresh = true
			continue
		}
		fresh = false
		y, n := s.GetY(), min(max(room, 1), left)
		if from == 0 || head != nil {
			s.rule()
		}
		for _, c := range cells {
			s.SetFont(face, c.style, l.size)
			s.ink(c.ink)
			s.SetXY(c.x, y+l.pad)
			for _, line := range c.lines[min(from, len(c.lines)):min(from+n, len(c.lines))] {
				s.CellFormat(c.wide, l.lead, strings.TrimSpace(line), "", 2, "L", false, 0, "")
			}
		}
		s.ink(black)
		from += n
		s.SetXY(margin, y+float64(n)*l.lead+2*l.pad)
	}
}
