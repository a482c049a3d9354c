package party

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"zabuni.org/core/kernel/closed"
)

// Terms are what a search looks for.
type Terms struct {
	Text     string    // as names are folded; empty: there is nothing to look for
	Signs    string    // as a whole number; empty where what was typed is none
	Letters  string    // as the first letters of a name's words; empty where it is none
	Longest  string    // word that an index finds; empty where all are too short
	Second   string    // the next one that an index finds; the longest again where there is none
	Patterns []string  // which a name has to match, each
	Pieces   [3]string // patterns of its parts: an error of typing leaves one of them whole; empty where it is too short for that
	Two      bool      // two of its parts are asked for, where it is long
	Close    float64   // how alike, of 1, a name is that one error of typing may have made of it
}

// Lengths of what is looked for.
const (
	MaxSought  = 200 // signs that a search takes
	shortest   = 3   // letters of a fragment that an index can find
	parted     = 6   // letters of a name that has parts of its own
	long       = 18  // letters of a name of which an error leaves two thirds whole, unless it swaps the ends of both
	maxLetters = 6   // of a name's first letters
	minSigns   = 4   // of a number: fewer would be a way to go through all of them
)

// Alike is how alike, of 1, the name of a person, or one of one word, is to what was typed: nobody is told of who is merely like.
const Alike = 0.6

// closeness is how alike two texts of so many threes of letters are, of which one has an error of typing: two letters that
// changed places take four threes from the text and bring four others (measure of pg_trgm: what both have, of what either has).
// Below the least a name is another one, however short it is.
func closeness(threes int) float64 {
	const broken, least, most, rounding = 4, 0.3, Alike, 1e-6 // the database measures with seven digits
	return max(least, min(most, float64(threes-broken)/float64(threes+broken))) - rounding
}

// parts are three parts of a text: its thirds, or, of a short one, its begin, its middle and its end, which share letters.
func parts(text []rune) (out [3]string) {
	n := len(text)
	cuts := [3][2]int{{0, n / 3}, {n / 3, 2 * n / 3}, {2 * n / 3, n}}
	if n < shortest*len(out) {
		middle := (n - shortest) / 2
		cuts = [3][2]int{{0, shortest}, {middle, middle + shortest}, {n - shortest, n}}
	}
	for i, c := range cuts {
		out[i] = "%" + string(text[c[0]:c[1]]) + "%"
	}
	return out
}

// TermsOf makes the terms of what was typed, once folded as names and as numbers are, and of how many threes of letters it is.
// Signs that folding takes away, such as those of patterns, look for nothing.
func TermsOf(folded, signs string, threes int) Terms {
	t := Terms{Text: folded, Patterns: []string{}, Close: Alike}
	if len(signs) >= minSigns && strings.ContainsAny(signs, "0123456789") {
		t.Signs = signs
	}
	words := strings.Fields(folded)
	if len(words) > 1 { // one word alone would be taken for each that begins as it does
		t.Close = closeness(threes)
	}
	if len(words) == 1 && utf8.RuneCountInString(folded) >= 2 && utf8.RuneCountInString(folded) <= maxLetters {
		t.Letters = folded
	}
	for _, w := range words {
		t.Patterns = append(t.Patterns, "%"+w+"%")
		if n := utf8.RuneCountInString(w); n >= shortest && n > utf8.RuneCountInString(t.Longest) {
			t.Longest, t.Second = w, t.Longest
		} else if n >= shortest && n > utf8.RuneCountInString(t.Second) {
			t.Second = w
		}
	}
	if t.Second == "" {
		t.Second = t.Longest
	}
	t.Two = utf8.RuneCountInString(folded) >= long
	if all := []rune(folded); len(all) >= parted {
		t.Pieces = parts(all)
	}
	return t
}

// Some reports whether there is anything to look for.
func (t Terms) Some() bool { return t.Text != "" || t.Signs != "" }

// May reports whether a name may be looked for though it is misspelt: of a short one
// too little would be left.
func (t Terms) May() bool { return utf8.RuneCountInString(t.Text) > shortest }

// hidden stands for the signs of a number that are not shown, however many they are.
const hidden = "•••"

// Masked is a number of a person or an organisation of which people see the last three
// signs, and none where that would be half of it; what parts its letters and digits counts for nothing.
func Masked(number string) string {
	const shown = 3
	signs, telling := []rune(strings.TrimSpace(number)), 0
	for _, r := range signs {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			telling++
		}
	}
	switch {
	case len(signs) == 0:
		return ""
	case telling <= 2*shown:
		return hidden
	}
	return hidden + string(signs[len(signs)-shown:])
}

// A PapersState says how the papers of a company stand together.
type PapersState string

// States of papers: the worst of them counts.
const (
	PapersValid    PapersState = "valid"
	PapersExpiring PapersState = "expiring"
	PapersExpired  PapersState = "expired"
	PapersMissing  PapersState = "missing"
)

// Values lists them.
func (PapersState) Values() []string {
	return closed.Values(PapersValid, PapersExpiring, PapersExpired, PapersMissing)
}

// PapersOf is how papers stand on a day, of each kind the version that stands now.
func PapersOf(expires map[DocumentKind]*time.Time, today time.Time) PapersState {
	worst := PapersValid
	for _, k := range DocumentKinds {
		on, has := expires[k]
		if !has {
			return PapersMissing
		}
		switch state, _ := ExpiryOf(on, today); {
		case state == Expired:
			worst = PapersExpired
		case state == Expiring && worst == PapersValid:
			worst = PapersExpiring
		}
	}
	return worst
}

// A Register is an entry in the register of a company's owners, and from when until when
// it stood.
type Register struct {
	Owner
	Folded, Signs string
	From          time.Time
	Until         *time.Time
}

// OwnersOn are the owners at the end of a day, each from when on it has been one: who
// stayed and changed has several entries, of which those before count for that.
func OwnersOn(all []Register, end time.Time) []Register {
	var out []Register
	for _, r := range all {
		if r.From.Before(end) && (r.Until == nil || !r.Until.Before(end)) {
			r.From = since(all, r)
			r.Until = left(all, r)
			out = append(out, r)
		}
	}
	return out
}

// Former are the owners who have left by a moment and did not come back, the last to
// leave first.
func Former(all []Register, end time.Time) []Register {
	var out []Register
	for _, r := range all {
		if r.Until == nil || !r.Until.Before(end) {
			continue
		}
		later := slices.ContainsFunc(all, func(o Register) bool {
			return o.same(r) && o.From.Before(end) && (o.Until == nil || o.Until.After(*r.Until))
		})
		if !later {
			r.From = since(all, r)
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Register) int { return b.Until.Compare(*a.Until) })
	return out
}

// same reports whether two entries are of one owner: known by one name and one number.
func (r Register) same(o Register) bool {
	return r.Kind == o.Kind && r.Folded == o.Folded && r.Signs == o.Signs
}

// since follows entries that begin where another of the same owner ended.
func since(all []Register, r Register) time.Time {
	from := r.From
	for range all {
		at := slices.IndexFunc(all, func(o Register) bool {
			return o.same(r) && o.Until != nil && o.Until.Equal(from) && o.From.Before(from)
		})
		if at < 0 {
			break
		}
		from = all[at].From
	}
	return from
}

// left follows entries that begin where this one ended: who goes on has not left.
func left(all []Register, r Register) *time.Time {
	until := r.Until
	for range all {
		at := slices.IndexFunc(all, func(o Register) bool { return until != nil && o.same(r) && o.From.Equal(*until) })
		if at < 0 {
			break
		}
		until = all[at].Until
	}
	return until
}

// Located reports whether a folded address says where a company is: a number stands in it,
// or three words of which one is no name of a town, a region or a country. That a whole town
// is the address of two companies says nothing.
func Located(premises string, places []string) bool {
	if strings.ContainsFunc(premises, unicode.IsDigit) {
		return true
	}
	if len(strings.Fields(premises)) < 3 {
		return false
	}
	left := " " + premises + " "
	longest := func(a, b string) int { return len(b) - len(a) }
	for _, p := range slices.SortedFunc(slices.Values(places), longest) {
		for strings.Contains(left, " "+p+" ") {
			left = strings.ReplaceAll(left, " "+p+" ", " ")
		}
	}
	return strings.TrimSpace(left) != ""
}

// A TieKind is what ties two companies to one another.
type TieKind string

// Kinds of ties.
const (
	TieOwner   TieKind = "owner"  // one owns or directs the other
	TiePerson  TieKind = "person" // somebody stands in the registers of both
	TieOrgan   TieKind = "organisation"
	TiePhone   TieKind = "phone"
	TieAddress TieKind = "address"
	TieTax     TieKind = "tax"
)

// Values lists them.
func (TieKind) Values() []string {
	return closed.Values(TieOwner, TiePerson, TieOrgan, TiePhone, TieAddress, TieTax)
}

// A Role is what somebody is in a company.
type Role string

// Roles of owners.
const (
	Director    Role = "director"
	Shareholder Role = "shareholder"
)

// Values lists them.
func (Role) Values() []string { return closed.Values(Director, Shareholder) }
