package party

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestNumbersAreMasked(t *testing.T) {
	for number, want := range map[string]string{
		"":              "",
		" ":             "",
		"1":             "•••",
		"12345":         "•••",
		"123456":        "•••",
		"12-34-5":       "•••",
		"1234567":       "•••567",
		" A0012345678 ": "•••678",
		"ብ-መ-123-ሀለሐ":   "•••ሀለሐ",
	} {
		if got := Masked(number); got != want {
			t.Errorf("%q is shown as %q, wanted %q", number, got, want)
		}
	}
}

// What was typed is looked for by what an index can find, and by nothing where nothing is left of it.
func TestTermsOfASearch(t *testing.T) {
	for _, x := range []struct{ folded, signs, letters, longest, number, patterns string }{
		{folded: ""},
		{folded: "k", patterns: "%k%"},
		{folded: "kt", letters: "kt", patterns: "%kt%"},
		{folded: "kplc", letters: "kplc", longest: "kplc", patterns: "%kplc%"},
		{folded: "kazi traders", longest: "traders", patterns: "%kazi% %traders%"},
		{folded: "a b c", patterns: "%a% %b% %c%"},
		{folded: "አበበ", letters: "አበበ", longest: "አበበ", patterns: "%አበበ%"},
		{folded: "p051 234 567x", signs: "P051234567X", longest: "p051", number: "P051234567X", patterns: "%p051% %234% %567x%"},
		{folded: "123", signs: "123", letters: "123", longest: "123", patterns: "%123%"},
		{folded: "nairobi", signs: "NAIROBI", longest: "nairobi", patterns: "%nairobi%"},
	} {
		got := TermsOf(x.folded, x.signs, 9)
		if got.Text != x.folded || got.Letters != x.letters || got.Longest != x.longest || got.Signs != x.number || strings.Join(got.Patterns, " ") != x.patterns {
			t.Errorf("%q, %q: %+v", x.folded, x.signs, got)
		}
		n := len([]rune(x.folded))
		if (got.Pieces[0] != "") != (n >= 6) || n >= 9 && strings.ReplaceAll(strings.Join(got.Pieces[:], ""), "%", "") != x.folded {
			t.Errorf("%q is in pieces %q", x.folded, got.Pieces)
		}
		if got.Some() != (x.folded != "" || x.number != "") {
			t.Errorf("%q: there is something to look for: %v", x.folded, got.Some())
		}
	}
}

// One error of typing, wherever it is, leaves a part of a name whole; of the shortest, two letters of the middle that change
// places may not.
func TestAnErrorLeavesAPartWhole(t *testing.T) {
	for _, name := range []string{"abcdef", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijk", "abcdefghijklmnopq"} {
		all := []rune(name)
		for i := range all[:len(all)-1] {
			swapped := slices.Clone(all)
			swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
			for kind, typed := range map[string]string{"swapped": string(swapped), "left out": name[:i] + name[i+1:], "another": name[:i] + "z" + name[i+1:], "too much": name[:i] + "z" + name[i:]} {
				got := TermsOf(typed, "", 0)
				whole := got.Pieces[0] == "" // too short for parts: it is looked for otherwise
				for _, p := range got.Pieces {
					whole = whole || strings.Contains(name, strings.Trim(p, "%"))
				}
				if !whole && !(kind == "swapped" && len(all) == 6 && i == 2) {
					t.Errorf("%s, %s at %d as %q: no part of it is left in %q", name, kind, i, typed, got.Pieces)
				}
			}
		}
	}
}

func TestTheWorstPaperCounts(t *testing.T) {
	today := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	on := func(days int) *time.Time { d := Day(today).AddDate(0, 0, days); return &d }
	for _, x := range []struct {
		licence, tax *time.Time
		without      DocumentKind
		want         PapersState
	}{
		{on(100), on(100), "", PapersValid},
		{on(10), on(100), "", PapersExpiring},
		{on(100), on(0), "", PapersExpiring},
		{on(10), on(-1), "", PapersExpired},
		{on(-1), on(10), "", PapersExpired},
		{on(-1), on(-1), Registration, PapersMissing},
	} {
		all := map[DocumentKind]*time.Time{Registration: nil, TradingLicence: x.licence, TaxCompliance: x.tax}
		delete(all, x.without)
		if got := PapersOf(all, today); got != x.want {
			t.Errorf("%v, %v without %q: %s, wanted %s", x.licence, x.tax, x.without, got, x.want)
		}
	}
}

// Of a register any day can be read: who changed has stood there since before, who left has left, and who came back has not.
func TestARegisterIsReadOnAnyDay(t *testing.T) {
	at := func(day int) time.Time { return time.Date(2026, 1, day, 9, 0, 0, 0, time.UTC) }
	till := func(day int) *time.Time { d := at(day); return &d }
	entry := func(name string, from int, until *time.Time) Register {
		return Register{Owner: Owner{Name: name, Kind: "person"}, Folded: strings.ToLower(name), From: at(from), Until: until}
	}
	all := []Register{
		entry("Asha", 10, nil), entry("Asha", 5, till(10)), entry("Asha", 1, till(5)),
		entry("Baraka", 1, till(7)),
		entry("Chebet", 8, nil), entry("Chebet", 1, till(3)),
	}
	names := func(list []Register) string {
		var out []string
		for _, r := range list {
			until := ""
			if r.Until != nil {
				until = r.Until.Format("-2")
			}
			out = append(out, r.Name+r.From.Format(" 2")+until)
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	}
	for _, x := range []struct {
		end        int
		on, former string
	}{
		{1, "", ""},
		{2, "Asha 1, Baraka 1-7, Chebet 1-3", ""},
		{6, "Asha 1, Baraka 1-7", "Chebet 1-3"},
		{8, "Asha 1", "Baraka 1-7, Chebet 1-3"},
		{20, "Asha 1, Chebet 8", "Baraka 1-7"},
	} {
		if got := names(OwnersOn(all, at(x.end))); got != x.on {
			t.Errorf("before %d: %s, wanted %s", x.end, got, x.on)
		}
		if got := names(Former(all, at(x.end))); got != x.former {
			t.Errorf("left before %d: %s, wanted %s", x.end, got, x.former)
		}
	}
}

// A town, a region and a country say nothing of where a company is in them, whatever they are called.
func TestAnAddressSaysWhereACompanyIs(t *testing.T) {
	places := []string{"dar es salaam", "tanzania", "nakuru", "salaam", "addis ababa"}
	for premises, want := range map[string]bool{
		"":                                   false,
		"nakuru":                             false,
		"moi avenue":                         false,
		"moi avenue nakuru":                  true,
		"dar es salaam":                      false,
		"dar es salaam tanzania":             false,
		"addis ababa addis ababa":            false,
		"nakuru nakuru nakuru nakuru nakuru": false,
		"kariakoo dar es salaam":             true,
		"dar es salaam 11101":                true,
		"plot 7":                             true,
	} {
		if got := Located(premises, places); got != want {
			t.Errorf("%q says where: %v", premises, got)
		}
	}
}
