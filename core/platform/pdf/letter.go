package pdf

import (
	"fmt"
	"strings"
	"time"

	"github.com/skip2/go-qrcode"
)

// A Party is a company as a document names it.
type Party struct {
	Name  string
	Lines []string // address, phone, mail
}

// A Row is one line of a table of facts.
type Row struct {
	Label, Value string
	Strong       bool
}

// A Letter is written by one company to another.
type Letter struct {
	Language  string
	From, To  Party
	Reference string
	Date      time.Time // in the zone of its readers
	Subject   string
	Body      string // paragraphs between empty lines
	Facts     string // heading of the figures
	Figures   []Row
	Closing   string // paragraphs below the figures
	Signature string // lines: name, function
	Footer    string
	Code      string // what a code below all says to a reader of codes
}

// Render lays the letter out.
func (l Letter) Render() ([]byte, error) {
	foot := l.Reference
	if l.Footer != "" {
		foot = l.Footer + "\n" + l.Reference
	}
	s := newSheet(l.Language, l.Subject, l.From.Name, foot, l.Date)
	s.heading(l.From)
	top := s.GetY()
	s.ink(grey)
	s.text("", 8.5, 4.2, s.words.To)
	s.ink(black)
	s.SetFont(face, "B", 10.5)
	s.MultiCell(width*0.58, leading, clean(l.To.Name), "", "L", false)
	for _, line := range l.To.Lines {
		if line != "" {
			s.SetFont(face, "", 9.5)
			s.MultiCell(width*0.58, 4.8, clean(line), "", "L", false)
		}
	}
	below := s.GetY()
	s.SetY(top)
	for _, r := range []Row{{Label: s.words.Reference, Value: l.Reference}, {Label: s.words.Date, Value: Day(l.Date)}} {
		s.SetX(margin + width*0.62)
		s.ink(grey)
		s.SetFont(face, "", 8.5)
		s.CellFormat(width*0.38, 4.2, clean(r.Label), "", 2, "L", false, 0, "")
		s.ink(black)
		s.SetFont(face, "", 9.5)
		s.MultiCell(width*0.38, 4.8, clean(r.Value), "", "L", false)
	}
	s.SetY(max(below, s.GetY()) + 8)
	s.text("B", 13, 6.6, l.Subject)
	s.Ln(3)
	s.paragraphs(l.Body)
	if len(l.Figures) > 0 {
		if l.Facts != "" {
			s.Ln(1)
			s.text("B", 10.5, leading, l.Facts)
			s.Ln(1.5)
		}
		s.rows(l.Figures)
	}
	s.paragraphs(l.Closing)
	s.sign(l.Signature)
	if err := s.code(l.Code); err != nil {
		return nil, err
	}
	return s.bytes()
}

func (s sheet) paragraphs(text string) {
	for _, p := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			s.text("", 10.5, leading, p)
			s.Ln(2.6)
		}
	}
}

// code draws a QR code of 32 millimetres, on one page.
func (s sheet) code(text string) error {
	if text == "" {
		return nil
	}
	c, err := qrcode.New(text, qrcode.Medium)
	if err != nil {
		return fmt.Errorf("pdf: %w", err)
	}
	c.DisableBorder = true
	dots := c.Bitmap()
	const side = 32.0
	if s.GetY()+side+4 > 297-30 {
		s.AddPage()
	}
	top, dot := s.GetY()+3, side/float64(len(dots))
	s.SetFillColor(black[0], black[1], black[2])
	for y, row := range dots {
		for x := 0; x < len(row); x++ {
			from := x
			for x < len(row) && row[x] { // neighbours are one bar: hairs between them would be seen
				x++
			}
			if x > from {
				s.Rect(margin+float64(from)*dot, top+float64(y)*dot, float64(x-from)*dot, dot, "F")
			}
		}
	}
	s.SetY(top + side)
	return nil
}

// sign leaves room for a hand above the names, on one page with them.
func (s sheet) sign(signature string) {
	lines := strings.Split(strings.TrimSpace(signature), "\n")
	if lines[0] == "" {
		return
	}
	if s.GetY()+22+float64(len(lines))*leading > 297-30 {
		s.AddPage()
	}
	s.Ln(16)
	s.SetDrawColor(black[0], black[1], black[2])
	s.SetLineWidth(0.2)
	s.Line(margin, s.GetY(), margin+64, s.GetY())
	s.Ln(1.5)
	for i, line := range lines {
		style := ""
		if i == 0 {
			style = "B"
		}
		s.text(style, 10, 5, line)
	}
}

// A Receipt proves that something was received.
type Receipt struct {
	Language string
	By       Party
	Title    string
	Rows     []Row
	Note     string // signed; printed to the letter
	At       time.Time
	Footer   string
}

// Render lays the receipt out.
func (r Receipt) Render() ([]byte, error) {
	s := newSheet(r.Language, r.Title, r.By.Name, r.Footer, r.At)
	s.heading(r.By)
	s.text("B", 15, 7, r.Title)
	s.Ln(4)
	s.rows(r.Rows)
	s.text("B", 10.5, leading, s.words.Note)
	s.ink(grey)
	s.text("", 8.5, 4.4, s.words.Check)
	s.ink(black)
	s.Ln(2)
	s.SetFillColor(245, 245, 243)
	s.SetFont(face, "", 8)
	for _, line := range strings.Split(strings.TrimRight(r.Note, "\n"), "\n") {
		s.MultiCell(width, 4.4, clean(line), "", "L", true)
	}
	return s.bytes()
}

// Precisely prints a moment with its milliseconds, as receipts do.
func Precisely(t time.Time) string { return t.Format("02-01-2006 15:04:05.000 (UTC-07:00)") }
