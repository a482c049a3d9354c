package sourcing

import (
	"strings"
	"testing"
)

// What is pasted out of a spreadsheet becomes items with a number each, or tells
// which line is at fault; nothing of it is left out in silence but a heading.
func FuzzReadPaste(f *testing.F) {
	for i, s := range []string{"Pipe\tm\t12,5", "No\tItem\tUnit\tQuantity\n1\tPipe\tm\t12.5\n\n2\tPump\teach\t1\t\t", "1\tA7\t\"Pipe\n10 m\"\tm\t1 250", "a\tb", "\"", "1\t\t\t\t0\r\n"} {
		f.Add(s, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		items, err := ReadPaste(text, []string{"en", "am", "fr", "pt", "sw"}[int(n)%5], 1)
		if err == nil && len(items) == 0 {
			t.Fatal("neither an item nor a fault")
		}
		if len(items) > strings.Count(text, "\n")+1 {
			t.Fatalf("%d items of %q", len(items), text)
		}
		for _, i := range items {
			if i.Number == "" {
				t.Fatalf("an item without a number: %+v", i)
			}
		}
		if checked, err := CheckItems(items, nil); err == nil {
			for _, i := range checked {
				if i.Description == "" || i.Unit == "" || i.Quantity.Sign() < 0 {
					t.Fatalf("%+v", i)
				}
			}
		}
	})
}
