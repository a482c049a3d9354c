// Package money is exact decimal arithmetic with ISO 4217 currencies: amounts
// of four digits, quantities and rates of six, strings of fixed digits in JSON
// and numeric in SQL. No figure ever passes through a float.
package money

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/shopspring/decimal"

	"zabuni.org/core/kernel/fault"
)

// Faults of this package.
var (
	BadCurrency = fault.Declare(fault.KindInvalid, "money.currency", "Unknown or differing currency")
	BadFormat   = fault.Declare(fault.KindInvalid, "money.format", "Not a number with the digits that fit")
)

// A scale says how many digits a fixed number keeps behind and before its point.
type scale interface {
	digits() int32
	whole() int32
}

type amountScale struct{}

func (amountScale) digits() int32 { return 4 }
func (amountScale) whole() int32  { return 16 }

type quantityScale struct{}

func (quantityScale) digits() int32 { return 6 }
func (quantityScale) whole() int32  { return 14 }

// Decimal is an amount of money or a unit price: numeric(20,4) in SQL.
type Decimal = Fixed[amountScale]

// Quantity is a quantity or a rate: numeric(20,6) in SQL.
type Quantity = Fixed[quantityScale]

// Fixed is a decimal number that has a fixed count of digits behind its point
// and at most twenty in all. The zero value is zero. Compare with Equal or Cmp,
// never with ==: equal numbers may have different insides.
type Fixed[S scale] struct{ d decimal.Decimal }

// New returns units of ten to the power exp: New(125, -2) is 1.25. It panics
// when the number does not fit, so it is for literals.
func New(units int64, exp int32) Decimal { return must(fit[amountScale](decimal.New(units, exp))) }

// NewQuantity is New for quantities.
func NewQuantity(units int64, exp int32) Quantity {
	return must(fit[quantityScale](decimal.New(units, exp)))
}

// ParseDecimal reads the wire form of an amount: digits, an optional sign and
// an optional point. What people type goes through ReadTyped.
func ParseDecimal(s string) (Decimal, error) { return parse[amountScale](s) }

// ParseQuantity reads the wire form of a quantity.
func ParseQuantity(s string) (Quantity, error) { return parse[quantityScale](s) }

// RoundQuantity returns r as a quantity, its seventh digit rounded half-up.
func RoundQuantity(r *big.Rat) (Quantity, error) { return fromRat[quantityScale](r) }

// RoundDecimal is RoundQuantity for an amount.
func RoundDecimal(r *big.Rat) (Decimal, error) { return fromRat[amountScale](r) }

func must[S scale](f Fixed[S], err error) Fixed[S] {
	if err != nil {
		panic(err)
	}
	return f
}

// maxTyped bounds the text that is looked at, so that no input makes a number of
// a million digits.
const maxTyped = 64

func parse[S scale](s string) (Fixed[S], error) {
	if !plain(s) {
		return Fixed[S]{}, BadFormat.New("not a plain decimal number").With("digits", digits[S]())
	}
	d, err := decimal.NewFromString(s)
	if err != nil {
		return Fixed[S]{}, BadFormat.Wrap(err, "not a decimal number").With("digits", digits[S]())
	}
	return fit[S](d)
}

// plain reports whether s is [-]digits[.digits]: no exponent, no spaces, no plus.
func plain(s string) bool {
	if len(s) > maxTyped {
		return false
	}
	whole, frac, point := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return allDigits(whole) && (!point || allDigits(frac))
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func digits[S scale]() int32 { var s S; return s.digits() }

// fit refuses what numeric(20,n) would refuse or silently round.
func fit[S scale](d decimal.Decimal) (Fixed[S], error) {
	var s S
	if !d.Equal(d.Truncate(s.digits())) {
		return Fixed[S]{}, BadFormat.New("more than %d digits behind the point", s.digits()).With("digits", s.digits())
	}
	if d.Abs().Cmp(decimal.New(1, s.whole())) >= 0 {
		return Fixed[S]{}, BadFormat.New("more than %d digits before the point", s.whole()).With("whole", s.whole())
	}
	return Fixed[S]{d}, nil
}

func fromRat[S scale](r *big.Rat) (Fixed[S], error) {
	d, err := decimal.NewFromString(RoundRat(r, int(digits[S]())))
	if err != nil {
		return Fixed[S]{}, BadFormat.Wrap(err, "rounding")
	}
	return fit[S](d)
}

// RoundRat prints r with n digits, half-up: a five rounds away from zero, as
// people do on paper. (big.Rat.FloatString does exactly this.)
func RoundRat(r *big.Rat, n int) string {
	s := r.FloatString(n)
	if strings.HasPrefix(s, "-") && strings.Trim(s, "-0.") == "" {
		return s[1:] // a rounded minus nothing is nothing
	}
	return s
}

// Rat returns the exact rational, for formulas.
func (f Fixed[S]) Rat() *big.Rat { return f.d.Rat() }

// Add returns f+g.
func (f Fixed[S]) Add(g Fixed[S]) Fixed[S] { return Fixed[S]{f.d.Add(g.d)} }

// Sub returns f-g.
func (f Fixed[S]) Sub(g Fixed[S]) Fixed[S] { return Fixed[S]{f.d.Sub(g.d)} }

// Neg returns -f.
func (f Fixed[S]) Neg() Fixed[S] { return Fixed[S]{f.d.Neg()} }

// Line is what a quantity comes to at a unit price: multiplied exactly, then rounded
// once, half up, to the smallest unit of the currency, as Excel's ROUND does. A total
// is the sum of its lines; screens, workbooks, seals and letters show the same.
func Line(price Decimal, q Quantity, c Currency) Decimal {
	return Decimal{price.d.Mul(q.d).Round(int32(c.Exponent()))}
}

// Cmp is -1, 0 or 1 as f is less than, equal to or greater than g.
func (f Fixed[S]) Cmp(g Fixed[S]) int { return f.d.Cmp(g.d) }

// Equal reports whether f and g are the same number.
func (f Fixed[S]) Equal(g Fixed[S]) bool { return f.d.Equal(g.d) }

// Less reports whether f < g.
func (f Fixed[S]) Less(g Fixed[S]) bool { return f.d.LessThan(g.d) }

// Sign is -1, 0 or 1.
func (f Fixed[S]) Sign() int { return f.d.Sign() }

// IsZero reports whether f is zero.
func (f Fixed[S]) IsZero() bool { return f.d.IsZero() }

// RoundTo returns f with n digits kept, half-up.
func (f Fixed[S]) RoundTo(n int32) Fixed[S] { return Fixed[S]{f.d.Round(n)} }

// Short is the number without idle zeros: what a person would type.
func (f Fixed[S]) Short() string { return f.d.String() }

// String is the number with all its digits: the wire form.
func (f Fixed[S]) String() string { return f.d.StringFixed(digits[S]()) }

// MarshalText makes the wire form.
func (f Fixed[S]) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the wire form.
func (f *Fixed[S]) UnmarshalText(text []byte) error {
	v, err := parse[S](string(text))
	if err == nil {
		*f = v
	}
	return err
}

// MarshalJSON makes a JSON string.
func (f Fixed[S]) MarshalJSON() ([]byte, error) { return []byte(`"` + f.String() + `"`), nil }

// UnmarshalJSON reads a JSON string. A JSON number is refused: other readers on
// its way may have turned it into a float.
func (f *Fixed[S]) UnmarshalJSON(data []byte) error {
	var s *string
	if err := json.Unmarshal(data, &s); err != nil {
		return BadFormat.New("a number travels as a string").With("digits", digits[S]())
	}
	if s == nil {
		return nil // null leaves the value as it is, as encoding/json does
	}
	return f.UnmarshalText([]byte(*s))
}

// Scan implements sql.Scanner.
func (f *Fixed[S]) Scan(src any) error {
	switch v := src.(type) {
	case string:
		return f.UnmarshalText([]byte(v))
	case []byte:
		return f.UnmarshalText(v)
	case int64:
		w, err := fit[S](decimal.NewFromInt(v))
		*f = w
		return err
	}
	return fmt.Errorf("money: cannot scan %T", src)
}

// Value implements driver.Valuer.
func (f Fixed[S]) Value() (driver.Value, error) { return f.String(), nil }

// ScanNumeric implements pgtype.NumericScanner: numeric columns in either wire format.
func (f *Fixed[S]) ScanNumeric(n pgtype.Numeric) error {
	if !n.Valid || n.NaN || n.InfinityModifier != pgtype.Finite {
		return fmt.Errorf("money: NULL, NaN or infinity in a column of numbers")
	}
	v, err := fit[S](decimal.NewFromBigInt(n.Int, n.Exp))
	if err == nil {
		*f = v
	}
	return err
}

// NumericValue implements pgtype.NumericValuer.
func (f Fixed[S]) NumericValue() (pgtype.Numeric, error) {
	return pgtype.Numeric{Int: f.d.Coefficient(), Exp: f.d.Exponent(), Valid: true}, nil
}
