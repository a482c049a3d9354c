package payment

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of transfers and statements.
var (
	AccountNotFound = fault.Declare(fault.KindNotFound, "payment.account_not_found", "There is no such account")
	LineNotFound    = fault.Declare(fault.KindNotFound, "payment.line_not_found", "That line of a statement could not be found")
	LineDone        = fault.Declare(fault.KindConflict, "payment.line_done", "This line is settled: undo what became of it first")
	LineOutgoing    = fault.Declare(fault.KindConflict, "payment.line_outgoing", "This money went out: it pays no order")
	NothingNew      = fault.Declare(fault.KindConflict, "payment.nothing_new", "Every line of this statement is known already")
	NotUndone       = fault.Declare(fault.KindConflict, "payment.not_undone", "What became of this money cannot be undone")
	NotByBank       = fault.Declare(fault.KindConflict, "payment.not_by_bank", "This order is not being paid by a bank transfer")
	SlipsFull       = fault.Declare(fault.KindConflict, "payment.slips_full", "No more files can be added to this order")
	NothingMissing  = fault.Declare(fault.KindConflict, "payment.nothing_missing", "Nothing is missing that could be asked for")
	OrderCurrency   = fault.Declare(fault.KindConflict, "payment.order_currency", "The order is in another currency than the money")
)

// An Account is one of the platform's at a bank.
type Account struct {
	Currency money.Currency
	Holder   string
	Bank     string
	Branch   string
	Number   string
	Swift    string
}

// Key names an account in the ledger and in addresses: it is not changed by how the number is written.
func (a Account) Key() string { return strings.ToLower(string(a.Currency) + "-" + plainText(a.Number)) }

// plainText keeps letters and digits, in capitals.
func plainText(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, s)
}

// transferable are the currencies that a transfer can be in: those of the platform, whole where they have no smaller unit.
func transferable() []Range {
	var out []Range
	for c, digits := range money.Exponents() {
		r := cents(c, 1_00, 999_999_999_99)
		if digits == 0 {
			r = whole(c, 1, 999_999_999_999, 0)
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Range) int { return strings.Compare(string(a.Currency), string(b.Currency)) })
	return out
}

// ValidNumber reports whether s is an order's number as [Number] makes it, to its last character.
func ValidNumber(s string) bool {
	body, ok := strings.CutPrefix(s, "ZB-")
	if !ok || len(body) != 9 || body[4] != '-' {
		return false
	}
	body = body[:4] + body[5:]
	sum := 0
	for i := range 7 {
		n := strings.IndexByte(numerals, body[i])
		if n < 0 {
			return false
		}
		sum += (i + 1) * n
	}
	return body[7] == numerals[sum%31]
}

// LineCode makes the code of a line of a statement of random bits: ST-7K2M-9QX4-5H3N. There are more
// lines than orders, and nobody types them into a phone.
func LineCode(random uint64) string {
	var body [12]byte
	sum := 0
	for i := range 11 {
		n := int(random>>(5*i)&31) % 31 // without Z, or a code could hold the number of an order
		body[i] = numerals[n]
		sum += (i + 1) * n
	}
	body[11] = numerals[sum%31]
	return "ST-" + string(body[:4]) + "-" + string(body[4:8]) + "-" + string(body[8:])
}

var misread = strings.NewReplacer("O", "0", "I", "1", "L", "1")

// NumbersIn finds the numbers of orders in what a payer wrote: in any case, with or without
// their dashes, broken by the bank's lines, with letters that were taken for digits.
func NumbersIn(text string) []string {
	flat := plainText(text)
	var out []string
	for i := 0; i+10 <= len(flat); i++ {
		if flat[i] != 'Z' || flat[i+1] != 'B' {
			continue
		}
		body := misread.Replace(flat[i+2 : i+10])
		if n := "ZB-" + body[:4] + "-" + body[4:]; ValidNumber(n) && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// A LineState is what became of a line of a statement.
type LineState string

// States of lines.
const (
	LineNew       LineState = "new"       // read, and not looked at yet
	LineMatched   LineState = "matched"   // pays an order
	LineReview    LineState = "review"    // names an order that it does not pay: a person looks at it there
	LineOpen      LineState = "open"      // no order explains it
	LineExplained LineState = "explained" // the money of a payment that came by another way
	LineOut       LineState = "out"       // went out of the account
	LineDismissed LineState = "dismissed" // a person looked: it pays nothing here
)

// Values lists them.
func (LineState) Values() []string {
	return closed.Values(LineNew, LineMatched, LineReview, LineOpen, LineExplained, LineOut, LineDismissed)
}

// A Verdict is what an import would do with a line.
type Verdict string

// Verdicts.
const (
	ToMatch   Verdict = "match"   // pays its order: the number is unique, the amount exact
	ToReview  Verdict = "review"  // names an order, and is not what that one costs
	ToSuggest Verdict = "suggest" // no number, and an order that it could be
	ToOpen    Verdict = "open"    // nobody knows whose it is
	ToExplain Verdict = "explain" // brings the money of a payment that came by another way
	ToOut     Verdict = "out"     // went out
	Known     Verdict = "known"   // was imported before
	ToRefuse  Verdict = "refuse"  // cannot be read
)

// Values lists them.
func (Verdict) Values() []string {
	return closed.Values(ToMatch, ToReview, ToSuggest, ToOpen, ToExplain, ToOut, Known, ToRefuse)
}

// A Claim is an order that a line may be of, as the books have it.
type Claim struct {
	Number string
	Amount money.Amount
	Status State
}

// Judge says what an incoming line is by the orders that it names. Two numbers in one line are
// nobody's to decide.
func Judge(in money.Amount, named []Claim, suggested bool) Verdict {
	switch {
	case len(named) == 1 && named[0].Amount.Currency == in.Currency && named[0].Amount.Value.Equal(in.Value) && named[0].Status != Completed && named[0].Status != Cancelled:
		return ToMatch
	case len(named) == 1:
		return ToReview
	case len(named) > 1 || suggested:
		return ToSuggest
	}
	return ToOpen
}

// Limits are the amounts, by currency, above which two people decide; a currency that is not
// named always takes two.
type Limits map[money.Currency]money.Decimal

// Alone reports whether one person may decide on an amount.
func (l Limits) Alone(a money.Amount) bool {
	most, ok := l[a.Currency]
	return ok && !most.Less(a.Value)
}

// AloneWithin is the time in which what one person has decided by itself of the same money counts together: a limit
// that parts walk round is none.
const AloneWithin = 24 * time.Hour

// ReadLimits reads a setting such as "KES 5000, USD 50".
func ReadLimits(s string) (Limits, error) {
	out := Limits{}
	for _, part := range strings.Split(s, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		code, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		c, err := money.ParseCurrency(code)
		if err != nil {
			return nil, err
		}
		if out[c], err = money.ParseDecimal(strings.TrimSpace(value)); err != nil {
			return nil, err
		}
	}
	return out, nil
}
