package geo

import (
	"strings"
	"testing"
)

// What is stored of a number is a number of that country, and stays the same
// when somebody types what is stored.
func FuzzTyped(f *testing.F) {
	for _, c := range Countries {
		f.Add(c.PhoneExample)
	}
	for _, s := range []string{"+254 (0) 701-234.567", "0701234567", "00254701234567", "a000000000b", "P051234567A", " 123-456-789 ", "GHA0123456789"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, c := range Countries {
			if n, ok := c.Phone(typed); ok {
				if again, ok := c.Phone(n); !ok || again != n || !strings.HasPrefix(n, c.DialCode) || strings.Trim(n, "0123456789") != "" {
					t.Fatalf("%q is the number %q of %s, and that is %q (%v)", typed, n, c.ISO2, again, ok)
				}
			}
			if n, ok := c.TaxID(typed); ok {
				if again, ok := c.TaxID(n); !ok || again != n || len(n) > 20 {
					t.Fatalf("%q is the tax number %q of %s, and that is %q (%v)", typed, n, c.ISO2, again, ok)
				}
			}
		}
	})
}
