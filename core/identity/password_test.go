package identity_test

import (
	"strings"
	"testing"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/fault"
)

// The length of a password is that of what its owner typed, in whatever script: a
// letter that takes three bytes counts as one that takes one, at both bounds.
func TestAPasswordIsAsLongAsItsSigns(t *testing.T) {
	t.Parallel()
	for script, letters := range map[string]string{"Latin": "zebrawndk", "accented": "éàçñöüßøå", "Ethiopic": "ሀለሐመሠረሰሸቀ", "beyond the plane": "𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈"} {
		for signs, want := range map[int]string{5: identity.PasswordWeak, 6: "", 128: "", 129: fault.TooLong} {
			all := []rune(strings.Repeat(letters, 20))
			password := string(all[:signs-1]) + "7"
			var f fault.Fields
			identity.CheckPassword(&f, "/password", password, "/confirm", password)
			got := ""
			if len(f) > 0 {
				got = f[0].Code
			}
			if got != want {
				t.Errorf("%s, %d signs: %q, want %q", script, signs, got, want)
			}
		}
	}
}
