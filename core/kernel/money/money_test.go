package money_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"pgregory.net/rapid"

	"zabuni.org/core/kernel/money"
)

func TestJSONHasFixedDigits(t *testing.T) {
	in := struct {
		A money.Decimal
		Q money.Quantity
		P *money.Decimal
	}{money.New(12505, -1), money.NewQuantity(3, 0), nil}
	raw, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"A":"1250.5000","Q":"3.000000","P":null}`; string(raw) != want {
		t.Fatalf("got %s want %s", raw, want)
	}
	out := in
	if err := json.Unmarshal(raw, &out); err != nil || !out.A.Equal(in.A) || !out.Q.Equal(in.Q) {
		t.Fatal(err, out)
	}
	for _, bad := range []string{`1.5`, `"1e3"`, `"+1"`, `" 1"`, `"1.23456"`, `"10000000000000000"`, `""`, `"."`, `"1."`, `"-"`, `"NaN"`, `"` + strings.Repeat("9", 100) + `"`} {
		var d money.Decimal
		if err := json.Unmarshal([]byte(bad), &d); !errors.Is(err, money.BadFormat) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestPostgresNumericInBothFormats(t *testing.T) {
	m := pgtype.NewMap()
	rapid.Check(t, func(t *rapid.T) {
		in := money.New(rapid.Int64().Draw(t, "units"), -4)
		for _, format := range []int16{pgtype.BinaryFormatCode, pgtype.TextFormatCode} {
			raw, err := m.Encode(pgtype.NumericOID, format, in, nil)
			if err != nil {
				t.Fatal(err)
			}
			var out money.Decimal
			if err := m.Scan(pgtype.NumericOID, format, raw, &out); err != nil || !out.Equal(in) {
				t.Fatal(format, err, in, out)
			}
			raw, err = m.Encode(pgtype.NumericArrayOID, format, []money.Decimal{in, out}, nil)
			if err != nil {
				t.Fatal(err)
			}
			var list []money.Decimal
			if err := m.Scan(pgtype.NumericArrayOID, format, raw, &list); err != nil || len(list) != 2 || !list[1].Equal(in) {
				t.Fatal(format, err, list)
			}
		}
		v, _ := in.Value()
		var out money.Decimal
		if err := out.Scan(v); err != nil || !out.Equal(in) {
			t.Fatal(err)
		}
	})
	for _, format := range []int16{pgtype.BinaryFormatCode, pgtype.TextFormatCode} {
		p := new(money.Decimal)
		if err := m.Scan(pgtype.NumericOID, format, nil, &p); err != nil || p != nil {
			t.Fatal("NULL into a pointer", err, p)
		}
		if raw, err := m.Encode(pgtype.NumericOID, format, (*money.Decimal)(nil), nil); err != nil || raw != nil {
			t.Fatal("a nil pointer is NULL", err)
		}
		var d money.Decimal
		if m.Scan(pgtype.NumericOID, format, nil, &d) == nil {
			t.Fatal("NULL into a value must fail")
		}
	}
}

func TestWhatPeopleType(t *testing.T) {
	for _, c := range []struct{ in, lang, want string }{
		{"1,250.50", "en", "1250.5"}, {"1250.5", "en", "1250.5"}, {"1,250", "en", "1250"}, {"1.250", "en", "1.25"},
		{"1,250", "fr", "1.25"}, {"1.250", "fr", "1250"}, {"1.250", "pt", "1250"}, {"1.250,50", "pt", "1250.5"},
		{"1 250,50", "fr", "1250.5"}, {"1\u202f250,50", "fr", "1250.5"}, {"1\u00a0250\u00a0000", "fr", "1250000"},
		{"1'250.50", "en", "1250.5"}, {"1,250,000.5", "sw", "1250000.5"}, {"1.250.000,5", "en", "1250000.5"},
		{"1250,5", "en", "1250.5"}, {"0,125", "en", "0.125"}, {"0.125", "fr", "0.125"}, {"12345,678", "en", "12345.678"},
		{"1250/=", "sw", "1250"}, {"1,250/=", "sw", "1250"}, {" -1,250.50 ", "am", "-1250.5"}, {"\u22125", "en", "-5"},
		{".5", "en", "0.5"}, {"+7", "en", "7"}, {"1,250,000", "fr", "1250000"},
	} {
		got, err := money.ReadTyped(c.in, c.lang)
		if err != nil || got.Short() != c.want {
			t.Errorf("%q in %s: %s %v, want %s", c.in, c.lang, got.Short(), err, c.want)
		}
	}
	for _, bad := range []string{"", " ", "abc", "1,25,000", "1.2.3,4,5", "1,250.50.10", "1..5", "1,,5", "1e5", "1 25", "12 50", "--5", "0x10", "1.23456", "1,250.", "=1+1", "٣", strings.Repeat("1", 65)} {
		if got, err := money.ReadTyped(bad, "en"); !errors.Is(err, money.BadFormat) {
			t.Errorf("%q: %s %v", bad, got, err)
		}
	}
}

func TestPrintedReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom([]string{"en", "am", "fr", "pt", "sw"}).Draw(t, "lang")
		d := money.New(rapid.Int64Range(-1e17, 1e17).Draw(t, "units"), -2)
		got, err := money.ReadTyped(d.Print(lang, 2), lang)
		if err != nil || !got.Equal(d) {
			t.Fatal(d, d.Print(lang, 2), got, err)
		}
	})
}

// Every digit that an amount or a quantity may have is printed and read again.
func TestAllDigitsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom(languages).Draw(t, "lang")
		units := rapid.Int64Range(-1e17, 1e17).Draw(t, "units")
		again(t, money.New(units, -4), lang, money.ReadTyped)
		again(t, money.NewQuantity(units, -6), lang, money.ReadTypedQuantity)
	})
	if got, err := money.ReadTypedQuantity("0.1234567", "en"); !errors.Is(err, money.BadFormat) {
		t.Errorf("a quantity of seven digits: %s %v", got, err)
	}
}

// The wire form is digits, with a minus before them and more behind a point, and nothing
// else: of all short texts, those are read and the others are refused.
func TestTheWireFormHasOneGrammar(t *testing.T) {
	grammar := regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)
	texts := []string{""}
	for from := 0; len(texts[len(texts)-1]) < 5; {
		to := len(texts)
		for _, text := range texts[from:to] {
			for _, sign := range "05.,-+eEx_ " {
				texts = append(texts, text+string(sign))
			}
		}
		from = to
	}
	for _, text := range texts {
		_, err := money.ParseDecimal(text)
		_, qerr := money.ParseQuantity(text)
		if want := grammar.MatchString(text); (err == nil) != want || (qerr == nil) != want {
			t.Fatalf("%q: as an amount %v, as a quantity %v", text, err, qerr)
		}
	}
}

// What is printed is the nearest number of so many digits, and of two that are as near the
// one farther from nothing, however little lies between a number and the middle.
func TestARationalIsRoundedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "digits")
		unit := new(big.Rat).SetFrac64(1, int64(math.Pow10(n)))
		r := big.NewRat(2*rapid.Int64Range(-1e6, 1e6).Draw(t, "whole")+1, 2)
		r.Add(r, big.NewRat(rapid.Int64Range(-1, 1).Draw(t, "beside"), rapid.Int64Range(3, 1e15).Draw(t, "parts")))
		r.Mul(r, unit)
		printed := money.RoundRat(r, n)
		got, ok := new(big.Rat).SetString(printed)
		if _, frac, _ := strings.Cut(printed, "."); !ok || len(frac) != n || strings.HasPrefix(printed, "-") != (got.Sign() < 0) {
			t.Fatalf("%s is printed %q with %d digits", r, printed, n)
		}
		off := new(big.Rat).Sub(got, r)
		twice := new(big.Rat).Abs(new(big.Rat).Add(off, off))
		if c := twice.Cmp(unit); c > 0 || c == 0 && off.Sign() != r.Sign() {
			t.Fatalf("%s is printed %s", r, printed)
		}
	})
}

func TestHalfUp(t *testing.T) {
	for in, want := range map[string]string{"1.005": "1.01", "1.0049": "1.00", "-1.005": "-1.01", "2.675": "2.68", "0.0049": "0.00", "-0.0049": "0.00"} {
		d, err := money.ParseDecimal(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Print("en", 2); got != want {
			t.Errorf("%s: %s want %s", in, got, want)
		}
		if got := money.RoundRat(d.Rat(), 2); got != want {
			t.Errorf("rat %s: %s want %s", in, got, want)
		}
	}
	if q, err := money.RoundQuantity(big.NewRat(2, 3)); err != nil || q.String() != "0.666667" {
		t.Error(q, err)
	}
}

// The amounts of lines as Excel's ROUND(quantity*price, digits) has them: rounded once.
func TestALineIsRoundedOnce(t *testing.T) {
	for _, x := range []struct {
		price, quantity string
		currency        money.Currency
		want            string
	}{
		{"33.3333", "1.5", "KES", "50.0000"},                // 49.99995
		{"4.9867", "0.001", "KES", "0.0000"},                // 0.0049867: by way of 0.0050 it would be 0.01
		{"3.6852", "1000000.123456", "KES", "3685200.4500"}, // …0.45496: by way of …0.4550 it would be .46
		{"0.005", "1", "KES", "0.0100"},
		{"0.0049", "1", "KES", "0.0000"},
		{"12.5", "3", "UGX", "38.0000"}, // 37.5
		{"12.49", "1", "UGX", "12.0000"},
		{"1.23456", "1", "TND", ""}, // more digits than a price has
		{"1.2345", "1", "TND", "1.2350"},
		{"1.2344", "1", "TND", "1.2340"},
		{"1.005", "1", "", "1.0100"}, // a category that names no currency yet
	} {
		price, err := money.ParseDecimal(x.price)
		if x.want == "" {
			if err == nil {
				t.Errorf("%s is a price", x.price)
			}
			continue
		}
		quantity, qerr := money.ParseQuantity(x.quantity)
		if err != nil || qerr != nil {
			t.Fatal(err, qerr)
		}
		if got := money.Line(price, quantity, x.currency); got.String() != x.want {
			t.Errorf("%s x %s %s: %s, want %s", x.quantity, x.price, x.currency, got, x.want)
		}
	}
}

func TestSumsAndCurrencies(t *testing.T) {
	kes := money.Amount{Value: money.New(1250_50, -2), Currency: "KES"}
	usd := money.Amount{Value: money.New(1, 0), Currency: "USD"}
	if s, err := money.Sum("KES", kes, kes); err != nil || s.Value.String() != "2501.0000" {
		t.Error(s, err)
	}
	if _, err := money.Sum("KES", kes, usd); !errors.Is(err, money.BadCurrency) {
		t.Error(err)
	}
	if units, _ := kes.Payable(); units != 125050 {
		t.Error(units)
	}
	if units, r := (money.Amount{Value: money.New(10005, -1), Currency: "UGX"}).Payable(); units != 1001 || r.Value.String() != "1001.0000" {
		t.Error(units, r)
	}
	for in, want := range map[string]money.Currency{"kes": "KES", " Ugx ": "UGX", "KE": "", "XXX": "", "": ""} {
		if got, err := money.ParseCurrency(in); got != want || (err == nil) != (want != "") {
			t.Error(in, got, err)
		}
	}
	if money.Currency("UGX").Exponent() != 0 || money.Currency("TND").Exponent() != 3 {
		t.Error("exponents")
	}
}
