// Package reference is what the platform takes over from those who publish it: codes of what is bought, and the days on which
// countries rest.
package reference

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
)

// A List is one of what is taken over.
type List string

// Lists.
const (
	Codes    List = "cpv"      // of the common procurement vocabulary
	Holidays List = "holidays" // of countries, year by year
)

// Lists are all of them.
var Lists = closed.Values(Codes, Holidays)

// Values lists them.
func (List) Values() []string { return Lists }

// Codes of what is wrong with a CPV code.
const (
	UnknownCode = "reference.unknown_code" // params: code
	OtherDigit  = "reference.other_digit"  // params: code, expected
)

// A Code is one of the common procurement vocabulary.
type Code struct {
	Code  string            // eight digits
	Digit string            // the ninth, by which a mistyped one is told
	Names map[string]string // by language
}

// divisions are the first two digits that codes of the vocabulary begin with (Regulation (EC) No 213/2008, annex I).
var divisions = strings.Fields("03 09 14 15 16 18 19 22 24 30 31 32 33 34 35 37 38 39 41 42 43 44 45 48 50 51 55 60 63 64 65 66 70 71 72 73 75 76 77 79 80 85 90 92 98")

// Division is that of a code.
func Division(code string) string { return code[:min(2, len(code))] }

// cpv is a code, with or without its scheme and check digit.
var cpv = regexp.MustCompile(`^(?i:cpv\s*:?\s*)?([0-9]{8})(?:-([0-9]))?$`)

// CPV reads a code as its eight digits and the ninth, where it was said. There is no rule by which the ninth could be told from the
// others (that of before 2008 fails for 533 of the codes): [Vocabulary] knows it.
func CPV(text string) (code, digit string, ok bool) {
	found := cpv.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil || !slices.Contains(divisions, Division(found[1])) {
		return "", "", false
	}
	return found[1], found[2], true
}

// A Vocabulary is what is known of codes that are asked about. Of a division of which nobody has brought the list every code passes.
type Vocabulary struct {
	Digits  map[string]string // of the codes there are
	Brought map[string]bool   // divisions
}

// Wrong is what is wrong with a code that CPV can read, as a code of a fault and its parameters; had are those that
// stood there before, which stay whatever a later list says. It is empty where nothing is.
func (v Vocabulary) Wrong(text string, had ...string) (string, map[string]any) {
	code, digit, ok := CPV(text)
	if !ok || !v.Brought[Division(code)] {
		return "", nil
	}
	right, known := v.Digits[code]
	switch {
	case !known && slices.Contains(had, code):
	case !known:
		return UnknownCode, map[string]any{"code": code}
	case digit != "" && digit != right:
		return OtherDigit, map[string]any{"code": code, "expected": right}
	}
	return "", nil
}

// Note puts what is wrong with a code among other faults.
func (v Vocabulary) Note(f *fault.Fields, pointer, text string, had ...string) {
	code, params := v.Wrong(text, had...)
	if code == "" {
		return
	}
	pairs := []any{}
	for _, key := range slices.Sorted(maps.Keys(params)) {
		pairs = append(pairs, key, params[key])
	}
	f.Add(pointer, code, pairs...)
}

// Name is what a code is called in a language, else in English, else in whichever there is.
func (c Code) Name(l locale.Language) string {
	for _, language := range append([]locale.Language{l, "en"}, locale.Languages...) {
		if name := c.Names[string(language)]; name != "" {
			return name
		}
	}
	return ""
}
