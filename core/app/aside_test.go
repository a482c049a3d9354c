package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/report/reportsvc"
)

// What was set aside was won by nobody: it is no part of what was spent, of how long awards took, of results, of what a bidder has won,
// or of how a supplier stands.
func TestWhatWasSetAsideIsWonByNobody(t *testing.T) {
	t.Parallel()
	w, _ := given(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	winner := w.Standing().Results[0].Supplier
	says := func() map[string]string {
		t.Helper()
		f, err := w.Reports.Figures(ctx, a, 12, nil)
		w.Must(err)
		results, err := w.Reports.Results(ctx, a, reportsvc.ResultFilter{Awarded: true}, "", 10)
		w.Must(err)
		closed, err := w.Reports.Results(ctx, a, reportsvc.ResultFilter{}, "", 10)
		w.Must(err)
		won, _, err := w.Reports.Bidders(ctx, a, reportsvc.BidderFilter{Winners: true}, "", 10)
		w.Must(err)
		s, err := w.Reports.Supplier(ctx, a, winner, nil)
		w.Must(err)
		decided, err := w.Awards.Decided(ctx, a, owner, awardsvc.DecidedFilter{}, "", 10)
		w.Must(err)
		months, types, bids, paid := 0, 0, 0, ""
		for _, m := range f.Months {
			months += int(m.Awards)
		}
		for _, x := range f.Types {
			types += int(x.Awards)
		}
		for _, b := range s.Bids {
			if b.Won {
				bids++
			}
			paid += fmt.Sprint(b.Amount.Sign(), b.Currency)
		}
		return map[string]string{
			"awards by month":    fmt.Sprint(months),
			"awards by kind":     fmt.Sprint(types),
			"awards in the pace": fmt.Sprint(f.Pace.Awards),
			"results":            fmt.Sprint(len(results.Items)),
			"winner of a result": fmt.Sprint(closed.Items[0].Winner != "", closed.Items[0].Priced),
			"bidders who won":    fmt.Sprint(len(won.Items)),
			"won by a supplier":  fmt.Sprint(s.Standing.Won),
			"bids that won":      fmt.Sprint(bids),
			"what bids are paid": paid,
			"winner of letters":  fmt.Sprint(decided.Items[0].Winner != ""),
		}
	}
	stood := map[string]string{"awards by month": "1", "awards by kind": "1", "awards in the pace": "1", "results": "1", "winner of a result": "true true", "bidders who won": "1",
		"won by a supplier": "1", "bids that won": "1", "what bids are paid": "1KES", "winner of letters": "true"}
	none := map[string]string{"awards by month": "0", "awards by kind": "0", "awards in the pace": "0", "results": "0", "winner of a result": "false false", "bidders who won": "0",
		"won by a supplier": "0", "bids that won": "0", "what bids are paid": "0", "winner of letters": "false"}
	agree := func(when string, want map[string]string) {
		t.Helper()
		for what, is := range says() {
			if is != want[what] {
				t.Errorf("%s: %s is %s, want %s", when, what, is, want[what])
			}
		}
	}
	agree("it stands", stood)
	w.Must(w.Awards.Freeze(ctx, w.Second, owner, w.ID, complaint))
	agree("while it is reviewed", stood)
	w.Must(w.Awards.AskEnd(ctx, w.Second, owner, w.ID, award.Upheld, "The board has decided"))
	w.Must(w.decides(w.Officer, true))
	agree("it was set aside", none)

	// The archive says so too, to the buyer and to who had won.
	var job uuid.UUID
	w.Must(w.DB.QueryRow(ctx, "SELECT job_id FROM category WHERE id = $1", w.ID).Scan(&job))
	keeper, _ := keepers(w.World)
	w.Must(w.Archive.Enter(ctx, keeper, job))
	contents, err := w.Archive.Contents(ctx, a, owner, job)
	w.Must(err)
	if c := contents.Categories[0]; c.Winners != "" || c.Bids == 0 {
		t.Errorf("the archive says %q of %d bids", c.Winners, c.Bids)
	}
	for name, data := range bundled(w.World, a, owner, job) {
		if text := string(data); strings.HasSuffix(name, "record.json") && (!strings.Contains(text, `"cancelled"`) || strings.Contains(text, `"status":"active"`)) {
			t.Errorf("the bundle's record is %s", text)
		}
	}
	bidders, err := w.Archive.Bidders(ctx, a, owner, w.ID)
	w.Must(err)
	for _, b := range bidders.Bidders {
		if b.Won {
			t.Errorf("%s has won in the archive", b.Name)
		}
	}
	for _, s := range w.Bidders {
		_, own, err := w.Archive.OwnBids(ctx, s, owner, "", "", 10)
		w.Must(err)
		for _, b := range own.Items {
			if b.Won {
				t.Errorf("%s reads in the archive that it has won", s.Name)
			}
		}
	}
}
