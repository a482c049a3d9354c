package procurement_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/procurement"
)

// Whatever rows exchange numbers, are refused or say them twice: what is taken over leaves each number to one item, and what
// nobody may write as it was.
func TestRowsThatAreTakenOverLeaveNumbersUnique(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		book := procurement.Book{Year: 2026, Locked: map[uuid.UUID]bool{}}
		for n := range rapid.IntRange(0, 4).Draw(t, "items") {
			x := item()
			x.ID, x.Number = uuid.New(), fmt.Sprint(n)
			book.Items = append(book.Items, x)
			book.Locked[x.ID] = rapid.IntRange(0, 3).Draw(t, "locked") == 0
		}
		rows := make([]sheet.Row, rapid.IntRange(1, 6).Draw(t, "rows"))
		for i := range rows {
			rows[i].Number = i + 3
			rows[i].Cells = map[string]string{"number": fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "number")), "title": "Beds", "classification": "33192100", "activity": "tender",
				"currency": "KES", "estimate": rapid.SampledFrom([]string{"5", "6", "-1"}).Draw(t, "estimate"), "publish_on": "2026-01-01", "award_on": "2027-12-31"}
			if of := rapid.IntRange(-2, len(book.Items)-1).Draw(t, "of"); of >= 0 {
				rows[i].Cells["id"] = book.Items[of].ID.String()
			}
		}
		lines, does := book.Plan(rows)
		after := map[uuid.UUID]string{}
		for _, x := range book.Items {
			after[x.ID] = x.Number
		}
		wrote := map[uuid.UUID]bool{}
		for i, d := range does {
			if lines[i].Act != d.Act || (d.Act == sheet.Refuse) != (len(lines[i].Faults) > 0) {
				t.Fatalf("row %d: %s and %s, %+v", i, lines[i].Act, d.Act, lines[i].Faults)
			}
			if d.Act == sheet.Refuse {
				continue
			}
			if wrote[d.Item.ID] || d.Act == sheet.Change && book.Locked[d.Item.ID] {
				t.Fatalf("row %d is %s", i, d.Act)
			}
			wrote[d.Item.ID], after[d.Item.ID] = true, strings.ToLower(d.Item.Number)
		}
		seen := map[string]bool{}
		for _, number := range after {
			if seen[number] {
				t.Fatalf("two items are called %s", number)
			}
			seen[number] = true
		}
	})
}
