package pdf

import (
	"strings"
	"unicode"

	"zabuni.org/core/kernel/letters"
)

// clean makes text printable: what the face has not becomes a question mark. What
// people write for a letter is refused before (letters.Check), so these are
// names of before; what controls a terminal goes.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || letters.Printed(r):
			return r
		case r == '\t' || r == '\u202f' || r == '\u2007' || r == '\u2009':
			return '\u00a0'
		case r == '\u2011':
			return '-'
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return '?'
	}, text)
}
