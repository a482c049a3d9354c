package bffsupplier

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// known takes everybody for one person.
type known struct{ access.Actor }

func (k known) Authenticate(context.Context, string, string) (access.Actor, bool, error) {
	return k.Actor, false, nil
}

// Each category of a list tells why it is refused itself, and nothing of another's
// reason: among what is open as among what was paid for and not begun.
func TestEachCategoryOfAListTellsItsOwnRefusal(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	a := w.Bidders[0]
	var categories []uuid.UUID
	for i, activity := range []sourcing.Activity{sourcing.Prequalification, sourcing.Tender, sourcing.SupplierRegistration} {
		p, _ := sourcing.PolicyOf(activity)
		c := w.Publish(p, story.Terms{
			Job:       sourcing.JobForm{Code: string(activity)},
			Closes:    story.Noon.Add(time.Duration(i+1) * 24 * time.Hour),
			Technical: 50,
			Financial: 50,
			Sections: []story.Section{{
				Section:   sourcing.Section{Name: "Papers"},
				Questions: []sourcing.Question{{Prompt: "Licensed?", Response: sourcing.TextBox, QA: true, Scored: true, MaxScore: story.Points(1)}},
			}},
			Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
		})
		c.Order(a)
		categories = append(categories, c.ID)
	}
	call := desk(w, a)
	owner := pgtest.As(t, w.DB, "")
	modules := []string{"prequalification", "tender", "supplier_registration"}
	for off, module := range modules {
		_, err := pgtest.Do(w.Context(), owner, `INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at)
			VALUES ($1, $2, false, $3, now())`, w.Officer.Org, module, w.Officer.User)
		w.Must(err)
		var open OpenCategories
		var bids BidList
		call("GET", "/dashboard/jobs", "", &open)
		call("GET", "/bids", "", &bids)
		told := map[uuid.UUID][]string{}
		for _, c := range open.Items {
			told[c.ID] = append(told[c.ID], c.Refused)
		}
		for _, p := range bids.Paid {
			told[p.CategoryID] = append(told[p.CategoryID], p.Refused)
		}
		for i, id := range categories {
			want := ""
			if i == off {
				want = "entry.module_off"
			}
			if got := told[id]; len(got) != 2 || got[0] != want || got[1] != want {
				t.Errorf("with %s off, the category of %s tells %q, want %q twice", module, modules[i], got, want)
			}
		}
		_, err = pgtest.Do(w.Context(), owner, `UPDATE buyer_module SET active = true`)
		w.Must(err)
	}
}
