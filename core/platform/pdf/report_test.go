package pdf_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"zabuni.org/core/platform/pdf"
)

// A word as it stands on a page, in points from its lower left corner.
type word struct {
	x, y float64
	text string
}

var (
	streams = regexp.MustCompile(`(?s)stream\r?\n(.*?)\nendstream`)
	shown   = regexp.MustCompile(`(?s)BT ([0-9.-]+) ([0-9.-]+) Td \((.*?[^\\]|)\) ?Tj`)
	escapes = strings.NewReplacer(`\\`, `\`, `\(`, "(", `\)`, ")", `\r`, "\r")
)

// read is what stands on the pages of a PDF, without what every page ends with.
func read(t *testing.T, data []byte) (pages [][]word) {
	t.Helper()
	for _, m := range streams.FindAllSubmatch(data, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		raw, err := io.ReadAll(r)
		if err != nil || !bytes.Contains(raw, []byte("BT ")) {
			continue
		}
		var page []word
		for _, w := range shown.FindAllSubmatch(raw, -1) {
			x, _ := strconv.ParseFloat(string(w[1]), 64)
			y, _ := strconv.ParseFloat(string(w[2]), 64)
			b := escapes.Replace(string(w[3]))
			units := make([]uint16, len(b)/2)
			for i := range units {
				units[i] = uint16(b[2*i])<<8 | uint16(b[2*i+1])
			}
			if y > 24*72/25.4 { // the small print begins at 24 millimetres
				page = append(page, word{x, y, string(utf16.Decode(units))})
			}
		}
		pages = append(pages, page)
	}
	return pages
}

// column is what stands on pages between two places across, line below line.
func column(pages [][]word, from, to float64) string {
	var lines []string
	for _, page := range pages {
		for _, w := range page {
			if w.x >= from && w.x < to {
				lines = append(lines, w.text)
			}
		}
	}
	return strings.Join(lines, " ")
}

// numbered is a text of at least so many characters whose words are all others.
func numbered(letter string, long int) string {
	var b strings.Builder
	for i := 0; b.Len() < long; i++ {
		fmt.Fprintf(&b, "%s%05d ", letter, i)
	}
	return strings.TrimSpace(b.String())
}

// without takes the headings out that every page has again.
func without(text, heading string) string {
	words := strings.Split(text, " ")
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == heading }), " ")
}

const millimetre = 72 / 25.4

// Of the longest answer that a bidder may give (20,000 characters), and of a question as long, no word is
// missing: they go on over as many pages as they need, beside each other, below their headings, and above
// the small print. What stands before and behind them is there once.
func TestARowTallerThanAPage(t *testing.T) {
	asked, said := numbered("q", 9_000), numbered("a", 20_000)
	made, err := pdf.Report{Language: "en", By: pdf.Party{Name: "Mwanzo"}, Title: "T", At: at, Tables: []pdf.Table{
		{Title: "S", Columns: []string{"Asked", "Answered"}, Rows: [][]string{{"before", "first"}, {asked, said}, {"behind", "last"}}},
	}}.Render()
	if err != nil {
		t.Fatal(err)
	}
	keep(t, "tall.pdf", made)
	pages := read(t, made)
	half := (22 + 83.0) * millimetre
	for i, page := range pages {
		if i > 0 && (len(page) == 0 || page[0].text != "Asked") {
			t.Errorf("page %d does not begin with the headings", i+1)
		}
		for _, w := range page {
			if w.y < 30*millimetre-1 {
				t.Errorf("page %d: %q stands in the small print", i+1, w.text)
			}
		}
	}
	if got := without(column(pages, half-1, 999), "Answered"); got != "first "+said+" last" {
		t.Errorf("of %d characters %d are on %d pages", len(said), len(got), len(pages))
	}
	if got := without(column(pages, 0, half-1), "Asked"); !strings.HasSuffix(got, "before "+asked+" behind") {
		t.Errorf("of %d characters of the other column %d are there: %.60s", len(asked), len(got), got)
	}
}

// The same of a table of which each row is a block of lines.
func TestABlockTallerThanAPage(t *testing.T) {
	label, value := numbered("l", 5_000), numbered("v", 20_000)
	made, err := pdf.Report{Language: "en", Title: "T", At: at, Tables: []pdf.Table{{
		Title: "S", Columns: []string{"A", "B", label, "D", "E", "F", "G"}, Rows: [][]string{{"a", "b", value, "d", "", "f", "g"}},
	}}}.Render()
	if err != nil {
		t.Fatal(err)
	}
	pages := read(t, made)
	half := (22 + 166*0.46) * millimetre
	if got := column(pages, half-1, 999); got != "a b "+value+" d f g" {
		t.Errorf("of %d characters %d are on %d pages", len(value), len(got), len(pages))
	}
	if got := column(pages, 0, half-1); !strings.HasSuffix(got, "A B "+label+" D F G") {
		t.Errorf("of %d characters of the labels %d are there", len(label), len(got))
	}
	for i, page := range pages {
		for _, w := range page {
			if w.y < 30*millimetre-1 {
				t.Errorf("page %d: %q stands in the small print", i+1, w.text)
			}
		}
	}
}

// A row that a page can hold is not torn: it goes onto the next, as before. Headings that are taller than
// a page are there once, and the report ends.
func TestRowsThatAPageHoldsAreWhole(t *testing.T) {
	rows := [][]string{{"1", numbered("x", 400)}}
	for i := range 12 {
		rows = append(rows, []string{fmt.Sprint(i + 2), fmt.Sprintf("from%d %s to%d", i, numbered("y", 900), i)})
	}
	made, err := pdf.Report{Language: "en", Title: "T", At: at, Tables: []pdf.Table{{Title: "S", Columns: []string{"N", "Words"}, Rows: rows}}}.Render()
	if err != nil {
		t.Fatal(err)
	}
	pages := read(t, made)
	if len(pages) < 2 {
		t.Fatalf("%d pages", len(pages))
	}
	for i := range 12 {
		for n := range pages {
			one := column(pages[n:n+1], 0, 999) + " "
			if strings.Contains(one, fmt.Sprintf("from%d ", i)) != strings.Contains(one, fmt.Sprintf(" to%d ", i)) {
				t.Errorf("row %d is torn on page %d", i, n+1)
			}
		}
	}
	heading := numbered("h", 12_000)
	made, err = pdf.Report{Language: "en", Title: "T", At: at, Tables: []pdf.Table{{Title: "S", Columns: []string{"N", heading}, Rows: rows}}}.Render()
	if err != nil {
		t.Fatal(err)
	}
	if got := column(read(t, made), 0, 999); strings.Count(got, "h00000") != 1 || !strings.Contains(got, " to11") {
		t.Errorf("%d times", strings.Count(got, "h00000"))
	}
}
