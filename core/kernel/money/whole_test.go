package money_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"pgregory.net/rapid"

	"zabuni.org/core/kernel/money"
)

// The digits of the smallest unit of every currency, as ISO 4217 gives them (its list
// one): what is read here is what a payment provider is told.
func TestTheTableOfCurrencies(t *testing.T) {
	want := map[int]string{
		0: "BIF DJF GNF KMF RWF UGX XAF XOF",
		2: "AOA BWP CDF CVE DZD EGP ERN ETB EUR GBP GHS GMD KES LRD LSL MAD MGA MRU MUR MWK MZN NAD NGN SCR SDG SHP SLE SOS SSP STN SZL TZS USD ZAR ZMW ZWG",
		3: "LYD TND",
	}
	got := map[int][]string{}
	for c, digits := range money.Exponents() {
		got[digits] = append(got[digits], string(c))
		a := money.Amount{Value: money.New(12345, -4), Currency: c} // 1.2345
		units, rounded := a.Payable()
		if want := map[int]string{0: "1 1.0000", 2: "123 1.2300", 3: "1235 1.2350"}[digits]; fmt.Sprint(units, " ", rounded.Value) != want || rounded.Currency != c {
			t.Errorf("%s is paid as %d, %v", a, units, rounded)
		}
	}
	for digits, codes := range want {
		slices.Sort(got[digits])
		if s := strings.Join(got[digits], " "); s != codes {
			t.Errorf("of %d digits are %s, want %s", digits, s, codes)
		}
	}
	if money.Currency("XXX").Exponent() != 2 {
		t.Error("a currency that is not named has no cents")
	}
}

// Numbers of money are integers of their smallest digit: whatever is done with them is
// done as with those.
func TestMoneyIsCountedLikeIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64Range(-1e18, 1e18))
		a, b := some.Draw(t, "a"), some.Draw(t, "b")
		f, g := money.New(a, -4), money.New(b, -4)
		for what, x := range map[string][2]money.Decimal{
			"sum": {f.Add(g), money.New(a+b, -4)}, "difference": {f.Sub(g), money.New(a-b, -4)}, "opposite": {f.Neg(), money.New(-a, -4)},
		} {
			if x[0].String() != x[1].String() {
				t.Errorf("%s of %s and %s is %s", what, f, g, x[0])
			}
		}
		if f.Cmp(g) != cmp.Compare(a, b) || f.Less(g) != (a < b) || f.Equal(g) != (a == b) || f.Sign() != cmp.Compare(a, 0) || f.IsZero() != (a == 0) {
			t.Errorf("%s beside %s: %d %v %v %d %v", f, g, f.Cmp(g), f.Less(g), f.Equal(g), f.Sign(), f.IsZero())
		}
		x, y := money.Amount{Value: f, Currency: "KES"}, money.Amount{Value: g, Currency: "KES"}
		if c, err := x.Cmp(y); err != nil || c != cmp.Compare(a, b) {
			t.Errorf("%s beside %s: %d %v", x, y, c, err)
		}
		y.Currency = "UGX"
		if _, err := x.Cmp(y); !errors.Is(err, money.BadCurrency) {
			t.Errorf("%s is compared with %s: %v", x, y, err)
		}
	})
	most := money.Amount{Value: money.New(9_999_999_999_999_999, 0), Currency: "KES"}
	if got, err := money.Sum("KES", most); err != nil || !got.Value.Equal(most.Value) {
		t.Errorf("the most that is kept: %s %v", got, err)
	}
	if got, err := money.Sum("KES", most, money.Amount{Value: money.New(1, 0), Currency: "KES"}); !errors.Is(err, money.BadFormat) {
		t.Errorf("more than can be kept: %s %v", got, err)
	}
}

// What is printed, sign by sign: the marks of each language and the places of groups.
func TestHowANumberIsPrinted(t *testing.T) {
	for _, c := range []struct {
		units int64
		n     int32
		want  string // in English, French, Portuguese
	}{
		{12345678_9050, 2, "12,345,678.91 12\u202f345\u202f678,91 12.345.678,91"},
		{-1000_0000, 2, "-1,000.00 -1\u202f000,00 -1.000,00"},
		{999_0000, 0, "999 999 999"},
		{1000_0000, 0, "1,000 1\u202f000 1.000"},
		{-49, 2, "0.00 0,00 0,00"},
		{-50, 2, "-0.01 -0,01 -0,01"},
		{0, 4, "0.0000 0,0000 0,0000"},
		{-1234567_0001, 4, "-1,234,567.0001 -1\u202f234\u202f567,0001 -1.234.567,0001"},
	} {
		d := money.New(c.units, -4)
		var got []string
		for _, language := range []string{"en", "fr", "pt"} {
			got = append(got, d.Print(language, c.n))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s is %q, want %q", d, s, c.want)
		}
		if d.Print("am", c.n) != got[0] || d.Print("sw", c.n) != got[0] {
			t.Errorf("%s in Amharic or Swahili is %q, %q", d, d.Print("am", c.n), d.Print("sw", c.n))
		}
	}
}

// What stands at the edge of what people type: signs apart from their number, the
// longest text, a first group of three and of four, groups that are none.
func TestTheEdgesOfWhatPeopleType(t *testing.T) {
	for in, want := range map[string]string{
		"- 5": "-5", " + 7 ": "7", "123,456": "123456", "1234,567": "1234.567", "12,345": "12345", "012,345": "12.345",
		strings.Repeat("0", 63) + "1": "1", "1 234 567.8": "1234567.8", "1,234.567": "1234.567",
	} {
		if got, err := money.ReadTyped(in, "en"); err != nil || got.Short() != want {
			t.Errorf("%q is %s, %v; want %s", in, got.Short(), err, want)
		}
	}
	for _, in := range []string{"1250,000,000", strings.Repeat("0", 64) + "1", "12a,345", "1,2345,678", "1,234.567.8", "1.234,5,6", "- -5", ",", "1,", "5-"} {
		if got, err := money.ReadTyped(in, "en"); !errors.Is(err, money.BadFormat) {
			t.Errorf("%q is read as %s, %v", in, got, err)
		}
	}
	if _, err := money.ParseDecimal(strings.Repeat("0", 63) + "1"); err != nil {
		t.Error("sixty-four signs on the wire:", err)
	}
	if _, err := money.ParseDecimal(strings.Repeat("0", 64) + "1"); !errors.Is(err, money.BadFormat) {
		t.Error("sixty-five signs on the wire:", err)
	}
}

// Whatever a database gives that is no number of money is refused, and a null of JSON
// leaves what stood there.
func TestWhatComesFromElsewhere(t *testing.T) {
	d := money.New(5, 0)
	if err := d.UnmarshalJSON([]byte("null")); err != nil || !d.Equal(money.New(5, 0)) {
		t.Errorf("null: %s %v", d, err)
	}
	for src, want := range map[any]string{int64(7): "7.0000", "1.5": "1.5000"} {
		if err := d.Scan(src); err != nil || d.String() != want {
			t.Errorf("%v is scanned as %s, %v", src, d, err)
		}
	}
	if err := d.Scan([]byte("2.25")); err != nil || d.String() != "2.2500" {
		t.Errorf("bytes: %s %v", d, err)
	}
	for _, src := range []any{1.5, true, nil, int64(1e17), "1.00001"} {
		if err := d.Scan(src); err == nil {
			t.Errorf("%v is scanned as %s", src, d)
		}
	}
	m := pgtype.NewMap()
	for _, text := range []string{"NaN", "Infinity", "-Infinity", "1.00001", "10000000000000000"} {
		if err := m.Scan(pgtype.NumericOID, pgtype.TextFormatCode, []byte(text), &d); err == nil {
			t.Errorf("%s of a column is %s", text, d)
		}
	}
}
