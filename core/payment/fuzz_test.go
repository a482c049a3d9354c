package payment_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"zabuni.org/core/payment"
)

// A payer's number has one form; masked it is not told, and stays a text.
func FuzzPayer(f *testing.F) {
	for _, s := range []string{"+254 (701) 234-567", "254110000000", "0712345678", "ፈ254701234567", "jane@example.org"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		if n, err := payment.Phone(typed); err == nil {
			if again, err := payment.Phone(n); err != nil || again != n || len(n) != 12 {
				t.Fatalf("%q is the number %q, and that is %q, %v", typed, n, again, err)
			}
		}
		masked := payment.Mask(typed)
		if utf8.RuneCountInString(typed) >= 8 && strings.Contains(masked, typed) || utf8.ValidString(typed) && !utf8.ValidString(masked) {
			t.Fatalf("%q is masked %q", typed, masked)
		}
	})
}
