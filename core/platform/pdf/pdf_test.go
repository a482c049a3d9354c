package pdf_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/platform/pdf"
)

var at = time.Date(2026, 11, 23, 9, 42, 7, 123_000_000, time.FixedZone("EAT", 3*3600))

var bodies = map[string][2]string{
	"en": {"Outcome of ZB/TN/2026/0081", "We thank you for your bid for “Supply of laboratory reagents”. It was not successful.\n\nYou may ask for a debriefing within five days."},
	"am": {"የጨረታ ውጤት ZB/TN/2026/0081", "ለተከበራችሁ አቅራቢ፦ ያቀረባችሁት የጨረታ ሰነድ በግምገማ ኮሚቴው ተገምግሟል። የውሉ ዋጋ ብር 1,250,000.00 ነው።"},
	"fr": {"Résultat de ZB/TN/2026/0081", "Nous avons l'honneur de vous informer que votre offre, reçue le 12 août 2026, n'a pas été retenue — coût total : 1\u202f250\u202f000,00 €."},
	"pt": {"Resultado de ZB/TN/2026/0081", "Informamos que a vossa proposta não foi a vencedora após a avaliação; as condições são as descritas no anexo."},
	"sw": {"Matokeo ya ZB/TN/2026/0081", "Tunasikitika kukujulisha kwamba zabuni yako haikufanikiwa; ng'ambo, mwaka 2026."},
}

func letter(lang string) pdf.Letter {
	return pdf.Letter{Language: lang, From: pdf.Party{Name: "County Government of Nakuru", Lines: []string{"Government Road, Nakuru", "+254 20 555 0100 · procurement@example.org"}},
		To: pdf.Party{Name: "Mwanzo Supplies Ltd", Lines: []string{"P.O. Box 90, Eldoret"}}, Reference: "ZB/TN/2026/0081/1/L02", Date: at,
		Subject: bodies[lang][0], Body: bodies[lang][1], Facts: "Evaluation",
		Figures:   []pdf.Row{{Label: "Technical score", Value: "83.33"}, {Label: "Your rank", Value: "2"}, {Label: "Price of the award", Value: "KES 1,250,000.00", Strong: true}},
		Signature: "Amina Otieno\nHead of supply chain", Footer: "County Government of Nakuru · supply chain management"}
}

func TestLettersInFiveLanguages(t *testing.T) {
	for _, lang := range pdf.Languages() {
		first, err := letter(lang).Render()
		if err != nil {
			t.Fatal(lang, err)
		}
		again, err := letter(lang).Render()
		if err != nil || !bytes.Equal(first, again) {
			t.Errorf("%s: twice the same letter is not twice the same bytes (%v)", lang, err)
		}
		if !bytes.HasPrefix(first, []byte("%PDF-1.")) || !bytes.Contains(first, []byte("/ToUnicode")) || !bytes.Contains(first, []byte("/Lang ("+lang+")")) {
			t.Errorf("%s: no PDF with text that can be read back", lang)
		}
		if n := bytes.Count(first, []byte("/Type /Page\n")); n != 1 {
			t.Errorf("%s: %d pages", lang, n)
		}
		if len(first) > 80_000 {
			t.Errorf("%s: %d bytes, the face is not cut down to what is used", lang, len(first))
		}
		keep(t, "letter-"+lang+".pdf", first)
	}
}

// keep leaves the document where a person can look at it, when one says where.
func keep(t *testing.T, name string, b []byte) {
	t.Helper()
	if dir := os.Getenv("PDF_DIR"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLongLettersBreakBetweenRows(t *testing.T) {
	l := letter("en")
	l.Body = strings.Repeat(l.Body+"\n\n", 12)
	for range 40 {
		l.Figures = append(l.Figures, pdf.Row{Label: strings.Repeat("A criterion with many words ", 4), Value: strings.Repeat("words ", 20)})
	}
	b, err := l.Render()
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(b, []byte("/Type /Page\n")); n < 3 {
		t.Errorf("%d pages", n)
	}
	keep(t, "long.pdf", b)
}

func TestNamesThatTheFaceLacksDoNotBreakALetter(t *testing.T) {
	l := letter("fr")
	l.To.Name, l.Signature = "王 Ltd \U0001F600\u202e \x00\t北", ""
	l.Body = strings.Repeat("x", 3000)
	if _, err := l.Render(); err != nil {
		t.Fatal(err)
	}
}

// What a letter may say is laid out as it is.
func TestLettersOfTheContinent(t *testing.T) {
	l := letter("en")
	l.To.Name = "Ɓarma Ƙanƙara & Ọlọ́ṣun Nigeria Ltd"
	l.Body = "Hausa: ɓ ɗ ƙ ƴ. Akan, Ewe: ɛ ɔ ɖ ƒ ŋ. Yoruba: ẹ́ ọ ṣ. 25 m³ ½ ¼ ± ≤ ≥ µ Ω № → ✓ ″ ‰ ₦ ₵ ₹. ጨረታ."
	plain := l
	plain.To.Name, plain.Body = strings.Repeat("?", len([]rune(l.To.Name))), strings.Repeat("?", len([]rune(l.Body)))
	shown, err := l.Render()
	if err != nil {
		t.Fatal(err)
	}
	replaced, err := plain.Render()
	if err != nil {
		t.Fatal(err)
	}
	if len(shown) < len(replaced)+2000 { // its face has the shapes of forty letters more
		t.Errorf("%d bytes, and %d of question marks", len(shown), len(replaced))
	}
	keep(t, "continent.pdf", shown)
}

func TestReceipt(t *testing.T) {
	r := pdf.Receipt{Language: "en", By: pdf.Party{Name: "Zabuni"}, Title: "Receipt of a submission", At: at,
		Rows: []pdf.Row{{Label: "Version", Value: "3"}, {Label: "Received", Value: pdf.Precisely(at), Strong: true}},
		Note: "zabuni receipt\nversion 3\n" + strings.Repeat("QUJD", 40) + "\n\n— zabuni.test " + strings.Repeat("Zm9v", 20) + "\n"}
	first, err := r.Render()
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := r.Render(); !bytes.Equal(first, again) {
		t.Error("twice the same receipt is not twice the same bytes")
	}
	if got := pdf.Precisely(at); got != "23-11-2026 09:42:07.123 (UTC+03:00)" {
		t.Error(got)
	}
	keep(t, "receipt.pdf", first)
}
