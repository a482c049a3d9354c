package payment_test

import (
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

func TestTaxesAreRead(t *testing.T) {
	for _, bad := range []string{"KE", "KE VAT", "KE VAT 16%", "ke VAT 16% from 2021-01-01", "KE VAT 16 from 2021-01-01", "KE VAT 116% from 2021-01-01",
		"KE VAT 16% from 2021-02-30", "KE VAT -1% from 2021-01-01", "KE VAT 16% from 2021-01-01; UG VAT 18% from 2021-01-01", "KE VAT 16% from 2021-01-01, KE VAT 14% from 2021-01-01"} {
		if got, err := payment.ReadTaxes(bad); err == nil {
			t.Errorf("%s: %v", bad, got)
		}
	}
	got, err := payment.ReadTaxes(" KE VAT 14% from 2020-04-01,KE VAT 16% from 2021-01-01, UG VAT 18% from 2005-07-01, TZ VAT 0% from 2000-01-01, ")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ country, day, rate string }{
		{"KE", "2020-03-31", ""}, {"KE", "2020-04-01", "14"}, {"KE", "2020-12-31", "14"}, {"KE", "2021-01-01", "16"}, {"KE", "2026-11-25", "16"},
		{"UG", "2026-01-01", "18"}, {"TZ", "2026-01-01", ""}, {"ET", "2026-01-01", ""},
	} {
		if tax, ok := got.On(x.country, x.day); ok != (x.rate != "") || ok && tax.Rate.Short() != x.rate {
			t.Errorf("%s on %s: %v %v, want %s", x.country, x.day, tax, ok, x.rate)
		}
	}
}

// Worked by hand: 1160.00 at 16 % holds 160.00.
func TestTaxIsAPartOfTheFee(t *testing.T) {
	for _, x := range []struct {
		gross    string
		currency money.Currency
		rate     string
		want     string
	}{
		{"1160", "KES", "16", "160.0000"}, {"1250.50", "KES", "16", "172.4800"}, {"0.01", "KES", "16", "0.0000"}, {"0.04", "KES", "16", "0.0100"},
		{"59000", "UGX", "18", "9000.0000"}, {"1000", "UGX", "18", "153.0000"}, {"99.999", "TND", "19", "15.9660"}, {"100", "USD", "7.5", "6.9800"},
	} {
		gross, err := money.ParseDecimal(x.gross)
		if err != nil {
			t.Fatal(err)
		}
		rate, err := money.ParseQuantity(x.rate)
		if err != nil {
			t.Fatal(err)
		}
		got, err := payment.Tax{Rate: rate}.Of(money.Amount{Value: gross, Currency: x.currency})
		if err != nil || got.String() != x.want {
			t.Errorf("%s %s at %s %%: %s %v, want %s", x.currency, x.gross, x.rate, got, err, x.want)
		}
	}
	if _, err := (payment.Tax{}).Of(money.Amount{Currency: "XXQ"}); err == nil {
		t.Error("a currency that nobody has")
	}
}

// Whatever the fees, the sum of the lines is the total, net and tax are the gross, and no tax is off by more than half of
// what can be paid least.
func TestPapersAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := money.NewQuantity(rapid.Int64Range(1, 9999).Draw(t, "rate"), -2)
		p := payment.Paper{Currency: "KES", Zone: "Africa/Nairobi", At: time.Date(2026, 11, 25, 22, 30, 0, 0, time.UTC)}
		for range rapid.IntRange(1, 20).Draw(t, "lines") {
			p.Lines = append(p.Lines, payment.PaperLine{Gross: money.New(rapid.Int64Range(1, 9_999_999).Draw(t, "cents"), -2), For: payment.Named{Country: rapid.SampledFrom([]string{"KE", "UG"}).Draw(t, "of")}})
		}
		if err := p.Count(payment.Taxes{{Country: "KE", Name: "VAT", Rate: rate, From: "2026-11-26"}}); err != nil { // in Nairobi it is the 26th already
			t.Fatal(err)
		}
		var gross, net, tax money.Decimal
		for _, l := range p.Lines {
			gross, net, tax = gross.Add(l.Gross), net.Add(l.Net), tax.Add(l.Tax)
			if !l.Net.Add(l.Tax).Equal(l.Gross) || (l.For.Country == "UG") != (l.TaxName == "") || l.For.Country == "UG" && !l.Tax.IsZero() {
				t.Fatalf("%+v", l)
			}
			if l.TaxName != "" { // tax = net * rate / 100, as nearly as it can be paid
				exact := new(big.Rat).Mul(l.Gross.Rat(), rate.Rat())
				exact.Quo(exact, new(big.Rat).Add(rate.Rat(), big.NewRat(100, 1)))
				if off := exact.Sub(exact, l.Tax.Rat()); off.Abs(off).Cmp(big.NewRat(1, 200)) > 0 {
					t.Fatalf("%s of %s at %s", l.Tax, l.Gross, rate)
				}
			}
		}
		if !gross.Equal(p.Gross) || !net.Equal(p.Net) || !tax.Equal(p.Tax) || !p.Net.Add(p.Tax).Equal(p.Gross) {
			t.Fatalf("%s = %s + %s, lines %s = %s + %s", p.Gross, p.Net, p.Tax, gross, net, tax)
		}
	})
}

func TestPapersAreSplitByCountry(t *testing.T) {
	lines := []payment.PaperLine{{Name: "b", For: payment.Named{Country: "UG"}}, {Name: "c", For: payment.Named{Country: "KE"}}, {Name: "a", For: payment.Named{Country: "UG"}}}
	if got := payment.Countries(lines); !slices.Equal(got, []string{"KE", "UG"}) {
		t.Error(got)
	}
	if got := payment.In(lines, "UG"); len(got) != 2 || got[0].Name != "a" || got[1].Name != "b" || lines[0].Name != "b" {
		t.Error(got)
	}
	for typed, want := range map[string]string{"KE-000017": "KE-000017", " ke-000017 ": "KE-000017", "KE000017": "KE-000017", "KE-1234567": "KE-1234567", "KE-17": "", "ZB-7K2M-9QX4": "", "": "", "KE-9999999999999999999": ""} {
		if got := payment.ReadPaperNumber(typed); got != want {
			t.Errorf("%q: %q", typed, got)
		}
	}
}

func TestEveryLanguageHasEveryWordOfAPaper(t *testing.T) {
	english := payment.PaperWordsOf("en")
	for _, language := range locale.Language("").Values() {
		w := payment.PaperWordsOf(language)
		for i := range reflect.ValueOf(w).NumField() {
			if f := reflect.ValueOf(w).Field(i); f.Kind() == reflect.String && strings.TrimSpace(f.String()) == "" {
				t.Errorf("%s: %s", language, reflect.TypeOf(w).Field(i).Name)
			}
		}
		for _, kind := range payment.PaperKind("").Values() {
			if w.Titles[payment.PaperKind(kind)] == "" {
				t.Errorf("%s: %s", language, kind)
			}
		}
		for _, way := range payment.Provider("").Values() {
			if way != string(payment.Free) && w.Ways[payment.Provider(way)] == "" {
				t.Errorf("%s: %s", language, way)
			}
		}
		if language != "en" && w.Note == english.Note {
			t.Errorf("%s is English", language)
		}
	}
	if payment.PaperWordsOf("de").Note != english.Note {
		t.Error("a language that nobody has is not English")
	}
}
