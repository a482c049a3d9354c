package fault

import "strings"

// Need adds Required for a blank text and TooLong beyond max characters; it
// returns the trimmed text.
func (f *Fields) Need(pointer, s string, max int) string {
	s = strings.TrimSpace(s)
	if s == "" {
		f.Add(pointer, Required)
		return s
	}
	return f.May(pointer, s, max)
}

// May adds TooLong beyond max characters; it returns the trimmed text.
func (f *Fields) May(pointer, s string, max int) string {
	s = strings.TrimSpace(s)
	if len([]rune(s)) > max {
		f.Add(pointer, TooLong, "max", max)
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
