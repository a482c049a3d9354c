// Package pdf lays letters and receipts out as PDF, in the platform's five
// languages with one embedded face. The same input gives the same bytes.
package pdf

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"zabuni.org/core/kernel/locale"
)

// Languages lists those a document can be in; the first stands for all others.
func Languages() []string { return locale.Language("").Values() }

//go:embed fonts/*.ttf locales/*.json
var files embed.FS

// words are what the layout itself says.
type words struct {
	Reference string `json:"reference"`
	Date      string `json:"date"`
	To        string `json:"to"`
	Page      string `json:"page"` // {page} of {pages}
	Note      string `json:"note"` // above a signed note
	Check     string `json:"check"`
}

var (
	regular, bold = mustFont("Regular"), mustFont("Bold")
	catalogues    = locale.MustLoad[words](files)
)

func mustFont(style string) []byte {
	b, err := files.ReadFile("fonts/ZabuniLetter-" + style + ".ttf")
	if err != nil {
		panic(err)
	}
	return b
}

// Day prints a date as people of the platform write it.
func Day(t time.Time) string { return t.Format("02-01-2006") }

// Measures in millimetres and points.
const (
	margin  = 22.0
	width   = 210 - 2*margin
	leading = 5.6
	face    = "zabuni"
	pages   = "{pages}"
)

// A sheet is one document on its way.
type sheet struct {
	*fpdf.Fpdf
	words
}

// newSheet begins a document whose every page ends with the same small print.
func newSheet(lang, title, author, foot string, at time.Time) sheet {
	if !slices.Contains(Languages(), lang) {
		lang = Languages()[0]
	}
	s := sheet{fpdf.New("P", "mm", "A4", ""), catalogues[lang]}
	s.SetCreationDate(at.UTC())
	s.SetModificationDate(at.UTC())
	s.SetCatalogSort(true) // the library's maps would come in another order each time
	s.SetProducer("Zabuni", true)
	s.SetTitle(clean(title), true)
	s.SetAuthor(clean(author), true)
	s.SetLang(lang)
	s.AddUTF8FontFromBytes(face, "", regular)
	s.AddUTF8FontFromBytes(face, "B", bold)
	s.AliasNbPages(pages)
	s.SetMargins(margin, margin, margin)
	s.SetCellMargin(0)
	s.SetAutoPageBreak(true, 30)
	s.SetFooterFunc(func() {
		s.SetY(-24)
		s.rule()
		s.SetY(s.GetY() + 2)
		s.ink(grey)
		s.SetFont(face, "", 7.5)
		for i, line := range s.SplitText(clean(foot), width-32) {
			if i == 3 {
				break
			}
			s.CellFormat(width-32, 3.6, line, "", 2, "L", false, 0, "")
		}
		s.SetXY(210-margin-32, 297-22+0.4)
		page := strings.NewReplacer("{page}", fmt.Sprint(s.PageNo())).Replace(s.words.Page)
		s.CellFormat(32, 3.6, page, "", 0, "R", false, 0, "")
		s.ink(black)
	})
	s.AddPage()
	return s
}

type colour [3]int

var (
	black  = colour{28, 28, 30}
	grey   = colour{106, 106, 112}
	accent = colour{26, 86, 88}
)

func (s sheet) ink(c colour) { s.SetTextColor(c[0], c[1], c[2]) }

func (s sheet) rule() {
	s.SetDrawColor(214, 214, 218)
	s.SetLineWidth(0.2)
	s.Line(margin, s.GetY(), 210-margin, s.GetY())
}

// text writes a paragraph.
func (s sheet) text(style string, size, lead float64, words string) {
	s.SetFont(face, style, size)
	s.MultiCell(width, lead, clean(words), "", "L", false)
}

// heading is the company at the top of the first page.
func (s sheet) heading(p Party) {
	s.SetDrawColor(accent[0], accent[1], accent[2])
	s.SetLineWidth(0.9)
	s.Line(margin, margin-6, margin+14, margin-6)
	s.ink(black)
	s.text("B", 15, 7, p.Name)
	s.ink(grey)
	for _, line := range p.Lines {
		if line != "" {
			s.text("", 8.5, 4.2, line)
		}
	}
	s.ink(black)
	s.Ln(7)
}

// rows is a table of two columns that breaks between rows, and inside one that no page can hold.
func (s sheet) rows(table []Row) {
	const label = width * 0.46
	for _, r := range table {
		style := ""
		if r.Strong {
			style = "B"
		}
		left, right := s.cell(margin, label, "", inRows, r.Label), s.cell(margin+label, width-label, style, inRows, r.Value)
		left.ink = grey
		s.beside([]cell{left, right}, nil, inRows)
	}
	s.rule()
	s.Ln(5)
}

var inRows = look{lead: 4.8, size: 9.5, pad: 1.5, whole: true}

func (s sheet) bytes() ([]byte, error) {
	var out bytes.Buffer
	if err := s.Output(&out); err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	return out.Bytes(), nil
}
