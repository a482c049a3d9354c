package fault

import (
	"regexp"
	"strings"
	"unicode"
)

// Need adds Required for a blank text and TooLong beyond max characters; it
// returns the trimmed text.
func (f *Fields) Need(pointer, s string, max int) string {
	s = strings.TrimSpace(s)
	if !strings.ContainsFunc(s, visible) {
		f.Add(pointer, Required)
		return s
	}
	return f.May(pointer, s, max)
}

// visible reports whether a sign is drawn: blanks, marks of format and the fillers of Hangul and Braille are not.
func visible(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && !strings.ContainsRune("\u034f\u115f\u1160\u2800\u3164\uffa0", r)
}

// May adds TooLong beyond max characters; it returns the trimmed text.
func (f *Fields) May(pointer, s string, max int) string {
	s = strings.TrimSpace(s)
	if len([]rune(s)) > max {
		f.Add(pointer, TooLong, "max", max)
	}
	return s
}

// Line is Need for what stands on one line: breaks within it become a space, as
// blanks around it go. It adds BadText where there are other controls, or marks that
// turn the direction of what follows around, with which a name shows as another than
// it is.
func (f *Fields) Line(pointer, s string, max int) string {
	return f.line(pointer, s, max, f.Need)
}

// MayLine is Line for what may be left empty.
func (f *Fields) MayLine(pointer, s string, max int) string {
	return f.line(pointer, s, max, f.May)
}

func (f *Fields) line(pointer, s string, max int, check func(string, string, int) string) string {
	s = breaks.ReplaceAllLiteralString(s, " ")
	if Misleads(s) {
		f.Add(pointer, BadText)
		return s
	}
	return check(pointer, s, max)
}

var breaks = regexp.MustCompile(`\s*[\t\n\v\f\r\x{85}\x{2028}\x{2029}]+\s*`)

// Misleads reports whether a text has controls, or marks with which it shows as another
// than it is.
func Misleads(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(turning, r) })
}

// turning are the embeddings, overrides and isolates of the Unicode bidirectional
// algorithm (UAX 9): no name needs them.
var turning = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x202a, Hi: 0x202e, Stride: 1}, {Lo: 0x2066, Hi: 0x2069, Stride: 1}}}

// Person is Line for the name of somebody or of a company, which others read in
// mails of ours: it adds BadFormat where a reader, or their mail program, would find
// an address to follow.
func (f *Fields) Person(pointer, s string, max int) string {
	s = f.Line(pointer, s, max)
	if lower := strings.ToLower(s); strings.Contains(lower, "://") || strings.Contains(lower, "www.") || strings.ContainsAny(s, "<>@") {
		f.Add(pointer, BadFormat)
	}
	return s
}

// AtMost adds TooLong when the list at pointer has more than max entries.
func (f *Fields) AtMost(pointer string, n, max int) {
	if n > max {
		f.Add(pointer, TooLong, "max", max)
	}
}

// OneOf adds NotAllowed when s is none of the allowed values.
func (f *Fields) OneOf(pointer, s string, allowed ...string) {
	for _, a := range allowed {
		if s == a {
			return
		}
	}
	f.Add(pointer, NotAllowed)
}
