package app_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
)

// Whoever looks at a letter that has gone out sees it as it went out, however late and
// whatever else was written to its reader; and beside its result each bidder finds the
// letter that tells it, and no other.
func TestAPreviewAfterTheDecisionIsTheLetterThatWentOut(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	owner := w.Officer.Org
	everybody := []uuid.UUID{w.Bidders[0].Org, w.Bidders[1].Org, w.Bidders[2].Org}
	beside := func(key string) {
		_, err := w.TrySend(w.Second, award.DD, everybody, "en", key)
		w.Must(err)
	}
	beside("before-the-decision")
	w.Category.Award()
	w.SetClock(w.Closes.Add(100 * time.Hour))
	beside("after-the-decision")
	letters, err := w.Awards.Letters(w.Context(), w.Officer, owner, w.ID)
	w.Must(err)
	for _, row := range letters {
		if row.Kind == string(award.DD) {
			continue
		}
		sent, err := w.Awards.Letter(w.Context(), w.Officer, owner, row.ID)
		w.Must(err)
		p, err := w.TryPreview(w.Second, row.SupplierID, award.Kind(row.Kind), "en", false)
		w.Must(err)
		if p.Issued == nil || *p.Issued != row.ID {
			t.Errorf("the preview of %s names %v as the letter that went out", row.Reference, p.Issued)
		}
		words := []string{p.Subject, p.Body, p.Closing, p.Footer, p.Signature}
		went := []string{sent.Subject, sent.Body, sent.Closing, sent.Footer, sent.Signature}
		if !slices.Equal(words, went) || !slices.Equal(p.Figures, sent.Figures) {
			t.Errorf("%s went out as\n%+v\nand is shown as\n%+v", row.Reference, sent, p.Letter)
		}
		a := w.Bidder(row.SupplierID)
		var bid uuid.UUID
		w.Must(w.DB.QueryRow(w.Context(), "SELECT id FROM participation WHERE supplier_id = $1", a.Org).Scan(&bid))
		if r, err := w.Awards.MyResult(w.Context(), a, bid); err != nil || r.LetterID == nil || *r.LetterID != row.ID {
			t.Errorf("%s finds %v beside its result, not %s, %v", a.Name, r.LetterID, row.Reference, err)
		}
	}
	if len(letters) != 9 {
		t.Errorf("%d letters", len(letters))
	}
}
