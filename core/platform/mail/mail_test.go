package mail

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files")

func data() Data {
	return Data{
		Name: "Wanjikū <b>Mwangi</b>", Company: "Maji & Sons Ltd", Supplier: "Acacia Works", Title: "Supply of pumps",
		Reference: "ZB/TN/2026/0081", Category: "Pumps", Receipt: "R-7Q4M", Code: "482913", Day: "21-11-2026", Bids: "ZB/TN/2026/0081/1 Pumps; ZB/RFQ/2026/0007/2 Pipes", Tasks: "Site visit: 16-11-2026 → 20-11-2026", Place: "Gate 3, Lunga Lunga Road", Reason: "The proof is not legible.",
		Question: "Does item 4 include the fittings?", Answer: "It does: see drawing 7.", Subject: "Quantity of item 4", Text: "Item 4 is 300 metres now, and not 200.",
		Link: "https://zabuni.example/verify_email?token=a&b=c", Valid: 24 * 14 * time.Hour,
		At: time.Date(2026, 11, 21, 14, 5, 0, 0, time.FixedZone("EAT", 3*3600)), Was: time.Date(2026, 11, 20, 12, 0, 30, 987_654_321, time.UTC),
		By: "Amina Odhiambo", Version: "3", Number: "NKR/2026/7", Count: "2", Rejected: "1",
		Amount: "KES 1,000.00",
	}
}

func TestEveryKindInEveryLanguage(t *testing.T) {
	// A code is typed, and an address alone has no desk to open.
	buttonless := []Kind{TFACode, MeetingAsked, MeetingAskedAgain, MeetingMinutesOut}
	for _, lang := range Languages() {
		var out strings.Builder
		for _, kind := range Kinds() {
			d := data()
			if kind == Summary {
				d.Items = []Item{{Subject: "A question about <b>ZB/TN/2026/0081</b>", Link: d.Link}, {Subject: "Withdrawn bids: ZB/TN/2026/0081"}}
			}
			m, err := Render(kind, lang, d, nil)
			if err != nil {
				t.Fatal(err)
			}
			out.WriteString("=== " + string(kind) + "\n" + m.Subject + "\n\n" + m.Text + "\n")
			if strings.Contains(m.HTML, "<b>") || strings.Contains(m.HTML, "{{") || strings.Contains(m.Text, "{{") {
				t.Errorf("%s in %s: a value is markup or a mark is left", kind, lang)
			}
			if !strings.Contains(m.HTML, `lang="`+lang+`"`) {
				t.Errorf("%s in %s: no language", kind, lang)
			}
			if slices.Contains(buttonless, kind) == strings.Contains(m.HTML, "href=") {
				t.Errorf("%s in %s: wrong about the button", kind, lang)
			}
		}
		golden(t, lang+".txt", out.String())
	}
	m, err := Render(Activation, "fr", data(), nil)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "activation.html", m.HTML)
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s differs (%v); run with -update and read the difference", path, err)
	}
}

// A translation says what English says, and names the same things.
func TestLanguagesAgree(t *testing.T) {
	marks := func(x texts) []string {
		found := mark.FindAllString(strings.Join(append([]string{x.Subject, x.Preheader, x.Heading, x.Action}, x.Body...), " "), -1)
		slices.Sort(found)
		return found
	}
	en := catalogues["en"]
	for _, lang := range Languages() {
		w := catalogues[lang]
		if w.Greeting == "" || w.ButtonFallback == "" || w.Why == "" || w.Never == "" || len(w.Kinds) != len(Kinds()) {
			t.Errorf("%s: something common is missing", lang)
		}
		for _, kind := range Kinds() {
			a, b := en.Kinds[kind], w.Kinds[kind]
			if !reflect.DeepEqual(marks(a), marks(b)) {
				t.Errorf("%s %s names %v, English %v", lang, kind, marks(b), marks(a))
			}
			if len(a.Body) != len(b.Body) || b.Subject == "" || b.Preheader == "" || b.Heading == "" || (a.Action == "") != (b.Action == "") {
				t.Errorf("%s %s has a hole", lang, kind)
			}
		}
	}
}

func TestALetterWithAHoleIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Data){
		"name":     func(d *Data) { d.Name = " " },
		"hours":    func(d *Data) { d.Valid = 0 },
		"link":     func(d *Data) { d.Link = "" },
		"relative": func(d *Data) { d.Link = "/verify_email" },
		"script":   func(d *Data) { d.Link = "javascript:alert(1)" },
	} {
		d := data()
		spoil(&d)
		if m, err := Render(Activation, "en", d, nil); err == nil {
			t.Errorf("%s: %s", name, m.Text)
		}
	}
}

func TestAnUnknownLanguageIsEnglish(t *testing.T) {
	m, err := Render(Reset, "xx", data(), nil)
	if err != nil || m.Language != "en" {
		t.Fatal(m.Language, err)
	}
}

func TestValuesStayOnTheirLine(t *testing.T) {
	d := data()
	d.Company = "Maji\r\nBcc: everybody@example.com"
	m, err := Render(InvitedUser, "en", d, nil)
	if err != nil || strings.ContainsAny(m.Subject, "\r\n") {
		t.Fatalf("%q %v", m.Subject, err)
	}
}

// What a mail says of a decision is one thing in each language: who is chosen or passes is told so, who is not is told
// that; and none speaks of a contract, for lists are told by the same letters.
func TestAMailOfADecisionSaysOneThing(t *testing.T) {
	t.Parallel()
	said := map[string]struct{ won, lost, contract string }{
		"en": {`\b(has been (successful|chosen)|has passed)\b`, `has not been successful`, `contract`},
		"am": {`አሸንፏል|ተመርጧል|አልፏል|ተሳክቷል`, `አላሸነፈም|አልተሳካም`, `ውል አይ`},
		"fr": {`a été (retenue|choisie)|est admis`, `n’a pas été retenu`, `contrat`},
		"pt": {` foi (aceite|escolhida|aprovada)`, `não foi aceite`, `contrato`},
		"sw": {`imefaulu|imechaguliwa|limepita`, `halikufaulu|haikufaulu`, `mkataba`},
	}
	for _, kind := range []Kind{"award_letter", "success_letter", "result_award", "result_success", "regret_letter", "result_regret"} {
		chosen := !strings.Contains(string(kind), "regret")
		for lang, s := range said {
			k := catalogues[lang].Kinds[kind]
			text := strings.Join(append(k.Body, k.Subject, k.Preheader, k.Heading), "\n")
			lost := regexp.MustCompile(s.lost)
			won := regexp.MustCompile(s.won).MatchString(lost.ReplaceAllString(text, ""))
			if won != chosen || lost.MatchString(text) == chosen {
				t.Errorf("%s, %s: chosen %t, lost %t:\n%s", kind, lang, won, lost.MatchString(text), text)
			}
			if strings.Contains(text, s.contract) {
				t.Errorf("%s, %s speaks of a contract:\n%s", kind, lang, text)
			}
		}
	}
}
