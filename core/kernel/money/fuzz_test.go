package money_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"zabuni.org/core/kernel/money"
)

var languages = []string{"en", "am", "fr", "pt", "sw"}

// What people type is read without a digit lost or invented, and what is printed
// for them is read back as the same number.
func FuzzTyped(f *testing.F) {
	for i, s := range []string{"1,250.50", "1\u202f250,5", "1.250,50", "1'250/=", "\u2212 12,5", "1,250", "0,125", "٣"} {
		f.Add(s, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		language := languages[int(n)%len(languages)]
		if v, err := money.ReadTyped(text, language); err == nil {
			if digitsOf(v.Short()) != digitsOf(text) {
				t.Fatalf("%q is read as %s in %s", text, v, language)
			}
			again(t, v, language, money.ReadTyped)
		}
		if v, err := money.ReadTypedQuantity(text, language); err == nil {
			again(t, v, language, money.ReadTypedQuantity)
		}
	})
}

// again prints a number as its language does, and reads that.
func again[N interface {
	Equal(N) bool
	Print(language string, n int32) string
	String() string
}](t rapid.TB, v N, language string, read func(s, language string) (N, error)) {
	t.Helper()
	_, digits, _ := strings.Cut(v.String(), ".")
	printed := v.Print(language, int32(len(digits)))
	back, err := read(printed, language)
	if err != nil || !back.Equal(v) {
		t.Fatalf("%s is printed %q in %s and read as %s, %v", v.String(), printed, language, back.String(), err)
	}
}

// digitsOf are the digits that count.
func digitsOf(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s), "0")
}

// The wire form has one reading, and what is read goes out as it came.
func FuzzWire(f *testing.F) {
	for _, s := range []string{"0", "-0.0001", "9999999999999999.9999", "1e9", "00012.50", ".5", "5.", "NaN", `"1`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := money.ParseDecimal(text)
		if err != nil {
			return
		}
		if digitsOf(v.String()) != digitsOf(text) || len(v.String()) > 22 {
			t.Fatalf("%q is read as %s", text, v)
		}
		out, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var back money.Decimal
		if err := back.UnmarshalJSON(out); err != nil || !back.Equal(v) {
			t.Fatalf("%s goes out as %s and comes back as %s, %v", v, out, back, err)
		}
	})
}
