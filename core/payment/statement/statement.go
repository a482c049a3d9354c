// Package statement reads what a bank says of an account: workbooks and tables of any
// columns, MT940 and CAMT.053. It decides nothing about money; it says what stands there,
// and refuses what does not add up.
package statement

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
)

// Faults of a file as a whole.
var (
	Unreadable = fault.Declare(fault.KindInvalid, "statement.unreadable", "This is no statement that can be read")
	TooLarge   = fault.Declare(fault.KindTooLarge, "statement.too_large", "The statement is too large")
	Sum        = fault.Declare(fault.KindInvalid, "statement.sum", "The closing balance is not the opening one with the lines between them")
	OtherBank  = fault.Declare(fault.KindInvalid, "statement.other_account", "The statement is of another account")
	OtherMoney = fault.Declare(fault.KindInvalid, "statement.other_currency", "The statement is in another currency than the account")
	NoLines    = fault.Declare(fault.KindInvalid, "statement.no_lines", "No line of the statement can be read")
	NeedLayout = fault.Declare(fault.KindInvalid, "statement.layout", "Say which column is what")
)

// Codes of what is wrong with a line or with the choice of columns.
const (
	BadDay       = "statement.bad_day"
	BadAmount    = "statement.bad_amount"
	NoAmount     = "statement.no_amount"
	TwoAmounts   = "statement.two_amounts"
	ZeroAmount   = "statement.zero_amount"
	IsFormula    = "statement.formula"
	TooPrecise   = "statement.too_precise"
	NoSuchColumn = "statement.no_such_column"
	UnsureDays   = "statement.unsure_days"
)

// Bounds.
const (
	MaxBytes = 20 << 20
	MaxLines = 50_000
	maxCell  = 2_000
	maxWords = 1_000 // of a narration
)

// A Format is how a statement is written.
type Format string

// Formats.
const (
	Table Format = "table" // csv and workbooks
	MT940 Format = "mt940"
	CAMT  Format = "camt053"
)

// Values lists them.
func (Format) Values() []string { return closed.Values(Table, MT940, CAMT) }

// A Statement is what a bank says of one account and period.
type Statement struct {
	Format           Format
	Account          string // as the file names it; empty: it does not
	Currency         money.Currency
	Number           string
	First, Last      day.Day
	Opening, Closing *money.Decimal
	Lines            []Line
	Refused          []Refused
}

// A Line is one movement on the account.
type Line struct {
	Row       int // in the file, from 1
	Day       day.Day
	Amount    money.Decimal // above zero: came in
	Reference string        // the bank's, once only on its account; empty: it gives none
	Payer     string
	Narration string
	Reversal  bool // takes an earlier line back
}

// Refused is a line that cannot be read.
type Refused struct {
	Row   int
	Code  string
	Text  string // as it stands there
	Cells []string
}

// Read reads a file, whatever its name says; a table needs the layout of its columns.
func Read(data []byte, layout *Layout) ([]Statement, error) {
	if len(data) > MaxBytes {
		return nil, TooLarge.New("%d bytes", len(data)).With("max", MaxBytes)
	}
	switch FormatOf(data) {
	case MT940:
		return readMT940(sheet.Text(data))
	case CAMT:
		return readCAMT(data)
	}
	rows, err := Rows(data)
	if err != nil {
		return nil, err
	}
	return ReadTable(rows, layout)
}

// ReadTable reads the rows of a table by the layout of its columns.
func ReadTable(rows [][]string, layout *Layout) ([]Statement, error) {
	if layout == nil {
		return nil, NeedLayout.New("")
	}
	s, err := layout.read(rows)
	return []Statement{s}, err
}

// FormatOf tells how a file is written by what is in it.
func FormatOf(data []byte) Format {
	head := string(bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 4096)], []byte("\xef\xbb\xbf")), " \t\r\n"))
	switch {
	case strings.HasPrefix(head, "<"):
		return CAMT
	case strings.HasPrefix(head, "{1:"), strings.HasPrefix(head, ":20:"), strings.Contains(head, "\n:20:"):
		return MT940
	}
	return Table
}

// Check says why lines and balances do not belong together, as far as the statement has both.
func (s Statement) Check() error {
	if s.Opening == nil || s.Closing == nil || len(s.Refused) > 0 {
		return nil
	}
	sum := *s.Opening
	for _, l := range s.Lines {
		sum = sum.Add(l.Amount)
	}
	if !sum.Equal(*s.Closing) {
		return Sum.New("").With("closing", s.Closing.Short()).With("counted", sum.Short())
	}
	return nil
}

// Of keeps the statements of an account. Files that name none are taken for it.
func Of(all []Statement, account string, currency money.Currency) ([]Statement, error) {
	var out []Statement
	var other string
	for _, s := range all {
		if s.Account != "" && !sameAccount(s.Account, account) {
			other = s.Account
			continue
		}
		if s.Currency != "" && s.Currency != currency {
			return nil, OtherMoney.New("%s", s.Currency).With("currency", string(s.Currency))
		}
		out = append(out, s)
	}
	if len(out) == 0 && other != "" {
		return nil, OtherBank.New("").With("account", last4(other))
	}
	if len(out) == 0 {
		return nil, NoLines.New("")
	}
	return out, nil
}

// last4 is enough of an account's number to see which one it is.
func last4(account string) string {
	signs := []rune(squeeze(account))
	return "…" + string(signs[max(0, len(signs)-4):])
}

// sameAccount compares numbers as banks write them: with spaces, as an IBAN, with a branch before.
func sameAccount(a, b string) bool {
	a, b = strings.TrimLeft(squeeze(a), "0"), strings.TrimLeft(squeeze(b), "0")
	if a == "" || b == "" {
		return false
	}
	return a == b || len(a) >= 6 && len(b) >= 6 && (strings.HasSuffix(a, b) || strings.HasSuffix(b, a))
}

// squeeze keeps letters and digits, in capitals: what formats of one statement share.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, s)
}

// Words is what a line says, without its spaces and signs.
func (l Line) Words() string { return squeeze(l.Narration + l.Payer) }

// Sum is what tells lines without a reference apart, in whatever format.
func (l Line) Sum() string {
	sum := sha256.Sum256([]byte(squeeze(l.Narration)))
	return hex.EncodeToString(sum[:16])
}

// clean makes one line of text that is neither too long nor hides anything.
func clean(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError
	}), " ")
	if signs := []rune(s); len(signs) > maxWords {
		s = string(signs[:maxWords])
	}
	return s
}

// absent is how banks say that there is no reference.
var absent = map[string]bool{"": true, "NONREF": true, "NOTPROVIDED": true, "NA": true, "NIL": true, "NONE": true, "0": true}

func reference(s string) string {
	s = clean(s)
	if absent[squeeze(s)] {
		return ""
	}
	return s
}

// bounded takes a day that a statement can be of.
func bounded(t time.Time) (day.Day, bool) {
	return day.Day(t.Format(time.DateOnly)), t.Year() >= 1990 && t.Year() < 2200
}

func (s *Statement) span() {
	for _, l := range s.Lines {
		if s.First == "" || l.Day < s.First {
			s.First = l.Day
		}
		if l.Day > s.Last {
			s.Last = l.Day
		}
	}
}
