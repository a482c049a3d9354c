package report

import (
	"embed"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/sheet"
)

//go:embed locales/*.json
var files embed.FS

// Words are what reports say in one language.
type Words struct {
	Reports map[string]string `json:"reports"`
	Sheets  map[string]string `json:"sheets"`
	Columns map[string]string `json:"columns"`
	Values  map[string]string `json:"values"`
}

var catalogues = locale.MustLoad[Words](files)

// WordsOf returns the words of a language, English where there is none.
func WordsOf(language string) Words {
	if w, ok := catalogues[language]; ok {
		return w
	}
	return catalogues["en"]
}

// A Cell is a text or a number of a report.
type Cell struct {
	Text   string
	Number bool
}

// Text is a cell of words.
func Text(s string) Cell { return Cell{Text: s} }

// Number is a cell of a number as it is written; empty where there is none.
func Number(s string) Cell { return Cell{Text: s, Number: s != ""} }

// Count is a cell of a whole number.
func Count(n int) Cell { return Number(strconv.Itoa(n)) }

// Amount is a cell of an amount of money; empty where there is none.
func Amount(d *money.Decimal) Cell {
	if d == nil {
		return Cell{}
	}
	return Number(d.Short())
}

// Moment is a cell of a moment in a zone; empty where there was none.
func Moment(at *time.Time, zone *time.Location) Cell {
	if at == nil {
		return Cell{}
	}
	return Text(at.In(zone).Format("2006-01-02 15:04"))
}

// A Table is one sheet of a report.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]Cell
}

// A Book is a report as a file.
type Book struct {
	Language, Title string
	Buyer, Job      string
	At              time.Time // in the zone of the job
	Tables          []Table
}

const (
	narrow, wide = 14.0, 44.0
	maxTitle     = 31   // letters of the name of a worksheet
	maxPrinted   = 4000 // rows of a PDF
	exact        = 15   // digits that a spreadsheet keeps of a number
)

// Workbook writes the report as an Excel file. What people wrote computes nothing;
// a number is one while a spreadsheet keeps all of its digits.
func (b Book) Workbook() ([]byte, error) {
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	head, err := f.NewStyle(&excelize.Style{
		Font:      &excelize.Font{Bold: true, Color: "FFFFFF"},
		Fill:      excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1D2939"}},
		Alignment: &excelize.Alignment{Vertical: "center", WrapText: true},
	})
	if err != nil {
		return nil, err
	}
	body, err := f.NewStyle(&excelize.Style{Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}})
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	for i, t := range b.Tables {
		name := tabOf(t.Title, taken)
		if i == 0 {
			err = f.SetSheetName("Sheet1", name)
		} else {
			_, err = f.NewSheet(name)
		}
		if err == nil {
			err = t.write(f, name, head, body)
		}
		if err != nil {
			return nil, err
		}
	}
	out, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// tabOf is a title as a worksheet may be called, each by a name of its own.
func tabOf(title string, taken map[string]bool) string {
	base := []rune(strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/?*[]`, r) {
			return '-'
		}
		return r
	}, sheet.Clean(title)), "' "))
	for n := 1; ; n++ {
		tail := ""
		if n > 1 || len(base) == 0 {
			tail = fmt.Sprintf(" %d", n)
		}
		name := string(base[:min(len(base), maxTitle-len(tail))]) + tail
		if key := strings.ToLower(name); !taken[key] {
			taken[key] = true
			return name
		}
	}
}

func (t Table) write(f *excelize.File, name string, head, body int) error {
	w, err := f.NewStreamWriter(name)
	if err != nil {
		return err
	}
	heads := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		if err := w.SetColWidth(i+1, i+1, t.width(i)); err != nil {
			return err
		}
		heads[i] = excelize.Cell{StyleID: head, Value: sheet.Plain(sheet.Clean(c))}
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	if err := w.SetRow("A1", heads); err != nil {
		return err
	}
	for n, row := range t.Rows {
		cells := make([]any, len(row))
		for i, c := range row {
			cells[i] = excelize.Cell{StyleID: body, Value: c.value()}
		}
		if err := w.SetRow(fmt.Sprintf("A%d", n+2), cells); err != nil {
			return err
		}
	}
	return w.Flush()
}

func (t Table) width(column int) float64 {
	longest := len([]rune(t.Columns[column]))
	for _, row := range t.Rows {
		longest = max(longest, len([]rune(row[column].Text)))
	}
	return min(max(float64(longest)+2, narrow), wide)
}

func (c Cell) value() any {
	if c.Number && digits(c.Text) <= exact {
		if n, ok := new(big.Rat).SetString(c.Text); ok {
			v, _ := n.Float64()
			return v
		}
	}
	if c.Number {
		return c.Text
	}
	return sheet.Plain(sheet.Clean(c.Text))
}

func digits(s string) (n int) {
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// PDF prints the report. It raises TooLong.
func (b Book) PDF() ([]byte, error) {
	out := pdf.Report{
		Language: b.Language,
		By:       pdf.Party{Name: b.Buyer, Lines: []string{b.Job}},
		Title:    b.Title,
		At:       b.At,
		Footer:   b.Job + " · " + b.Title + " · " + b.At.Format("2006-01-02 15:04 MST"),
	}
	rows := 0
	for _, t := range b.Tables {
		printed := pdf.Table{Title: t.Title, Columns: t.Columns, Rows: make([][]string, len(t.Rows))}
		if rows += len(t.Rows); rows > maxPrinted {
			return nil, TooLong.New("more than %d rows", maxPrinted)
		}
		for i, row := range t.Rows {
			for _, c := range row {
				printed.Rows[i] = append(printed.Rows[i], c.Text)
			}
		}
		out.Tables = append(out.Tables, printed)
	}
	return out.Render()
}
