package award_test

import (
	"strings"
	"testing"
	"time"

	"zabuni.org/core/award"
)

// A template that is taken makes a letter for every reader, with the facts in
// the places of their names and nothing of the reader's read as a place.
func FuzzTemplate(f *testing.F) {
	f.Add("Result {reference}", "Dear {supplier},\r\n{rank} of {amount}", "{buyer}", "Amina", "Mwanzo {winner} Ltd", uint8(0))
	f.Add("{", "}{supplier", "{{buyer}}", "{ buyer }", "{buyer}", uint8(1))
	f.Add("{standstill_ends}", "{nobody}", "", "", "", uint8(7))
	f.Fuzz(func(t *testing.T, subject, body, footer, signature, supplier string, n uint8) {
		kind, language := award.Kinds[int(n)%len(award.Kinds)], award.Languages()[int(n)%len(award.Languages())]
		tpl, err := award.Template{Kind: kind, Language: language, Subject: subject, Body: body, Footer: footer, Signature: signature}.Check(true)
		if err != nil {
			return
		}
		best := three()[0]
		l, err := award.Compose(tpl, award.Facts{
			Supplier:       "S" + supplier,
			Buyer:          "Buyer",
			Job:            "Job",
			Category:       "Category",
			Reference:      "ZB/1",
			Currency:       "KES",
			Prices:         true,
			Own:            best,
			Bids:           3,
			Winner:         "Winner",
			WinnerPrice:    best.Price,
			StandstillEnds: time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC),
			Zone:           time.UTC,
		})
		if err != nil {
			t.Fatalf("%+v: %v", tpl, err)
		}
		if want := strings.Count(tpl.Body, "{supplier}"); strings.Count(l.Body, "S"+supplier) < want {
			t.Fatalf("%q names its reader %d times: %q", tpl.Body, want, l.Body)
		}
		if supplier == "" && strings.Contains(l.Subject+l.Body, "{supplier}") {
			t.Fatalf("a place is left empty: %q", l.Body)
		}
	})
}
