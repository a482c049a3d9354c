package statement

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
)

// maxColumns of a table; what is wider is no statement.
const maxColumns = 40

// bounds of a table that is a statement.
var bounds = sheet.Bounds{Bytes: MaxBytes, Lines: MaxLines, Columns: maxColumns, Cell: maxCell, Unreadable: Unreadable, Large: TooLarge, Empty: NoLines, Clean: clean}

// Rows reads a table: a workbook's first sheet, or text apart by commas, semicolons, tabs or bars.
func Rows(data []byte) ([][]string, error) { return sheet.Table(data, bounds) }

// A DayOrder is in what order a day is written.
type DayOrder string

// Orders.
const (
	DMY DayOrder = "dmy"
	MDY DayOrder = "mdy"
	YMD DayOrder = "ymd"
)

// Values lists them.
func (DayOrder) Values() []string { return closed.Values(DMY, MDY, YMD) }

// A Layout says which column of a table is what, by number from 1; 0 is none. An account's
// statements look alike, so that it is kept with the account.
type Layout struct {
	Head      int // the row with the names of the columns; lines begin below it
	Day       int
	Amount    int // with its sign; else the two of what came in and went out
	In, Out   int
	Reference int
	Narration int
	More      int // a second column of words
	Payer     int
	Balance   int // after each line
	Days      DayOrder
	Comma     bool // 1.250,50
}

// columns by their fields, for errors.
func (l Layout) columns() map[string]int {
	return map[string]int{"day": l.Day, "amount": l.Amount, "in": l.In, "out": l.Out, "reference": l.Reference, "narration": l.Narration,
		"more": l.More, "payer": l.Payer, "balance": l.Balance}
}

// Check says what is missing in a layout of a table so wide.
func (l Layout) Check(width int) error {
	var f fault.Fields
	for name, n := range l.columns() {
		if n < 0 || n > width {
			f.Add("/layout/"+name, NoSuchColumn)
		}
	}
	if l.Day == 0 {
		f.Add("/layout/day", fault.Required)
	}
	if l.Amount == 0 && l.In == 0 {
		f.Add("/layout/amount", fault.Required)
	}
	if l.Amount != 0 && (l.In != 0 || l.Out != 0) {
		f.Add("/layout/in", TwoAmounts)
	}
	if l.Narration == 0 {
		f.Add("/layout/narration", fault.Required)
	}
	if !slices.Contains(DayOrder("").Values(), string(l.Days)) {
		f.Add("/layout/days", UnsureDays)
	}
	return f.InOrder().Err()
}

func at(cells []string, column int) string {
	if column < 1 || column > len(cells) {
		return ""
	}
	return strings.TrimSpace(cells[column-1])
}

// Width is the number of columns of a table.
func Width(rows [][]string) int {
	n := 0
	for _, r := range rows {
		n = max(n, len(r))
	}
	return n
}

func (l Layout) read(rows [][]string) (Statement, error) {
	s := Statement{Format: Table}
	if err := l.Check(Width(rows)); err != nil {
		return s, err
	}
	if l.Head < 0 || l.Head >= len(rows) {
		return s, NeedLayout.New("head").At("/layout/head", NoSuchColumn)
	}
	var balances []money.Decimal
	for i, cells := range rows[l.Head:] {
		if at(cells, l.Day) == "" && at(cells, l.Amount) == "" && at(cells, l.In) == "" && at(cells, l.Out) == "" {
			continue // a heading, a sum, an empty row
		}
		line, code := l.line(cells)
		if code != "" {
			s.Refused = append(s.Refused, Refused{Row: l.Head + i + 1, Code: code, Text: clean(strings.Join(cells, " · ")), Cells: cells})
			continue
		}
		line.Row = l.Head + i + 1
		s.Lines = append(s.Lines, line)
		if n, err := l.number(at(cells, l.Balance)); err == nil && l.Balance > 0 {
			balances = append(balances, n)
		}
	}
	if len(s.Lines)+len(s.Refused) == 0 {
		return s, NoLines.New("")
	}
	s.balances(balances)
	s.span()
	return s, nil
}

// balances are the opening and the closing one where each line has what came after it: in the
// order of time, or the other way round.
func (s *Statement) balances(after []money.Decimal) {
	n := len(s.Lines)
	if n == 0 || len(after) != n || len(s.Refused) > 0 {
		return
	}
	open, end := after[0].Sub(s.Lines[0].Amount), after[n-1]
	if n > 1 && s.Lines[0].Day > s.Lines[n-1].Day || n > 1 && s.Lines[0].Day == s.Lines[n-1].Day && !after[0].Add(s.Lines[1].Amount).Equal(after[1]) && after[1].Add(s.Lines[0].Amount).Equal(after[0]) {
		open, end = after[n-1].Sub(s.Lines[n-1].Amount), after[0]
	}
	s.Opening, s.Closing = &open, &end
}

func (l Layout) number(s string) (money.Decimal, error) {
	language := "en"
	if l.Comma {
		language = "pt"
	}
	minus := false
	if n := len(s); n > 2 && s[0] == '(' && s[n-1] == ')' {
		s, minus = s[1:n-1], true
	}
	upper := strings.ToUpper(s)
	for _, tail := range []string{"DR", "CR", "-"} {
		if strings.HasSuffix(upper, tail) {
			s, minus = strings.TrimSpace(s[:len(s)-len(tail)]), minus || tail != "CR"
			break
		}
	}
	if strings.HasPrefix(s, "=") {
		return money.Decimal{}, money.BadFormat.New("a formula")
	}
	n, err := money.ReadTyped(s, language)
	if minus {
		n = n.Neg()
	}
	return n, err
}

// line reads one row; a code says why it cannot be.
func (l Layout) line(cells []string) (Line, string) {
	var out Line
	on, ok := l.day(at(cells, l.Day))
	if !ok {
		return out, BadDay
	}
	out.Day = on
	sides := []struct {
		text string
		sign int
	}{{at(cells, l.Amount), 0}, {at(cells, l.In), 1}, {at(cells, l.Out), -1}}
	found := 0
	for _, side := range sides {
		if side.text == "" {
			continue
		}
		if strings.HasPrefix(side.text, "=") {
			return out, IsFormula
		}
		n, err := l.number(side.text)
		if err != nil {
			return out, BadAmount
		}
		if n.IsZero() && side.sign != 0 {
			continue // the other column has it
		}
		if side.sign < 0 && n.Sign() > 0 { // some banks write what went out with its sign
			n = n.Neg()
		}
		out.Amount = n
		found++
	}
	switch {
	case found == 0:
		return out, NoAmount
	case found > 1:
		return out, TwoAmounts
	case out.Amount.IsZero():
		return out, ZeroAmount
	}
	out.Reference = reference(at(cells, l.Reference))
	out.Narration = clean(at(cells, l.Narration) + " " + at(cells, l.More))
	out.Payer = clean(at(cells, l.Payer))
	return out, ""
}

var layouts = map[DayOrder][]string{
	DMY: {"2/1/2006", "2/1/06", "2-Jan-2006", "2-Jan-06"},
	MDY: {"1/2/2006", "1/2/06"},
	YMD: {"2006/1/2", "06/1/2", "20060102"},
}

// day reads a day as the bank writes it, or as a workbook counts it.
func (l Layout) day(s string) (day.Day, bool) {
	if n, err := strconv.ParseFloat(s, 64); err == nil && n > 20_000 && n < 80_000 && !strings.ContainsAny(s, "eE") {
		return bounded(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(n)))
	}
	plain := strings.NewReplacer(".", "/", "-", "/", " ", "/").Replace(s)
	word := strings.NewReplacer(".", "-", "/", "-", " ", "-").Replace(s)
	for _, try := range layouts[l.Days] {
		of := plain
		if strings.Contains(try, "Jan") {
			of = word
		}
		for _, text := range []string{of, of[:min(len(of), 10)], of[:min(len(of), 8)], of[:min(len(of), 11)], of[:min(len(of), 9)]} { // a time may stand behind it
			if t, err := time.Parse(try, strings.TrimRight(text, "/-")); err == nil && (len(text) == len(of) || !digitAt(of, len(text))) {
				return bounded(t)
			}
		}
	}
	return "", false
}

// digitAt reports whether a number goes on where a day would end.
func digitAt(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
