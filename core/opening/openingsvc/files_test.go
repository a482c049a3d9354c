package openingsvc_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// Opened are the files of the version that counts: what a bidder took out of its bid
// before it sent that version in is read by nobody, though an older version held it.
func TestFilesOfOlderVersionsStayShut(t *testing.T) {
	for _, activity := range []sourcing.Activity{sourcing.Tender, sourcing.RFQ, sourcing.SupplierRegistration} {
		t.Run(string(activity), func(t *testing.T) {
			t.Parallel()
			p, _ := sourcing.PolicyOf(activity)
			terms := story.Terms{
				Technical: 40,
				Financial: 60,
				Without:   []sourcing.StepName{},
				Sections: []story.Section{{
					Section: sourcing.Section{Name: "Papers"},
					Questions: []sourcing.Question{
						{Prompt: "Licence", Response: sourcing.FileUpload},
						{Prompt: "Where?", Response: sourcing.TextBox, QA: true, Scored: true, MaxScore: story.Points(1)},
					},
				}},
				Items: []sourcing.Item{{Number: "1", Description: "Pump", Unit: "each", Quantity: *story.Points(3)}},
			}
			w := story.New(t, 2)
			c := w.Publish(p, terms)
			again, once := w.Bidders[0], w.Bidders[1]
			prices := map[string]string{"1": "10"}
			bid := c.Bid(again, map[string]string{"Licence": "first.pdf", "Where?": "Here"}, prices)
			kept := c.Bid(again, map[string]string{"Licence": "kept.pdf"}, nil)
			if bid != kept {
				t.Fatal("two bids of one supplier")
			}
			c.Submit(again)
			b, err := w.Bidding.Bid(w.Context(), again, bid)
			w.Must(err)
			gone := slices.IndexFunc(b.Files, func(f biddingsvc.File) bool { return f.Name == "first.pdf" })
			w.Must(w.Bidding.RemoveFile(w.Context(), again, bid, b.Files[gone].ID))
			c.Bid(again, map[string]string{"Licence": "last.pdf"}, nil)
			c.Submit(again)
			c.Bid(again, map[string]string{"Licence": "unsent.pdf"}, nil)
			c.Bid(once, map[string]string{"Licence": "only.pdf", "Where?": "There"}, prices)
			c.Submit(once)
			c.Close()
			c.Open()
			for a, want := range map[uuid.UUID]string{again.Org: "kept.pdf last.pdf", once.Org: "only.pdf"} {
				var got string
				w.Must(pgtest.As(t, w.DB, "").QueryRow(t.Context(), `SELECT coalesce(string_agg(b.name, ' ' ORDER BY b.name), '')
					FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id WHERE f.supplier_id = $1`, a).Scan(&got))
				if got != want {
					t.Errorf("opened are %s, not %s", got, want)
				}
			}
		})
	}
}
