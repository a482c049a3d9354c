package page_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/page"
)

// A cursor that is taken names one row, and is printed as one that is taken again.
func FuzzCursor(f *testing.F) {
	f.Add("")
	f.Add(page.First.String())
	f.Add(page.Cursor{At: time.Date(2026, 3, 2, 9, 0, 0, 1000, time.FixedZone("EAT", 3*3600)), ID: uuid.UUID{7}}.String())
	f.Add("eyJ0IjoiMDAwMC0wMS0wMVQwMDowMDowMFoifQ")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := page.Parse(text)
		if err != nil {
			return
		}
		again, err := page.Parse(c.String())
		if err != nil || !again.At.Equal(c.At) || again.ID != c.ID {
			t.Fatalf("%q is read as %+v, printed %q and read as %+v, %v", text, c, c, again, err)
		}
	})
}
