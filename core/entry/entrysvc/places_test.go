package entrysvc_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Wherever a supplier looks, it finds the same: at every status of a category, from its
// opening to the instant of its closing, all lists and their counts hold it while it
// takes bids, and no longer.
func TestEveryListHoldsWhatTakesBids(t *testing.T) {
	t.Parallel()
	c := sold(t, 3)
	begun, paid, looks := c.Bidders[0], c.Bidders[1], c.Bidders[2]
	c.Pay(begun)
	c.Pay(paid)
	bid := c.Bid(begun, map[string]string{"Licensed?": "yes"}, nil)
	set := as(c)
	places := func() map[string]int {
		open, err := c.Sourcing.OpenCategories(t.Context(), looks, sourcingsvc.OpenFilter{}, "", 10)
		c.Must(err)
		companies, err := c.Sourcing.OpenCompanies(t.Context(), looks, "", "", 10)
		c.Must(err)
		waits, err := c.Bidding.PaidNotBegun(t.Context(), paid)
		c.Must(err)
		refused, err := c.Entry.Refused(t.Context(), paid, c.ID)
		c.Must(err)
		out := map[string]int{
			"what is open":            len(open.Items),
			"the count of it":         open.Total,
			"companies with it":       len(companies.Items),
			"paid and not begun":      len(waits),
			"what may be begun":       1 - len(refused),
			"a bid that may change":   0,
			"a draft that is changed": 0,
		}
		for state, ongoing := range map[string]bool{"bids under way": true, "bids of the past": false} {
			list, err := c.Bidding.Bids(t.Context(), begun, biddingsvc.BidFilter{Ongoing: ongoing}, "", 10)
			c.Must(err)
			out[state] = len(list.Items)
		}
		out["bids that are not over"] = 1 - out["bids of the past"]
		delete(out, "bids of the past")
		b, err := c.Bidding.Bid(t.Context(), begun, bid)
		c.Must(err)
		if b.Open {
			out["a bid that may change"]++
		}
		if _, err := c.TrySave(begun, bid, biddingsvc.Changes{}); err == nil {
			out["a draft that is changed"]++
		}
		return out
	}
	for _, status := range sourcing.Statuses {
		set("UPDATE category SET status = $1 WHERE id = $2", string(status), c.ID)
		for when, at := range map[string]time.Time{
			"first": c.Closes.Add(-48 * time.Hour),
			"last":  c.Closes.Add(-time.Microsecond),
			"late":  c.Closes,
		} {
			c.SetClock(at)
			want := 0
			if status == sourcing.Open && when != "late" {
				want = 1
			}
			got := places()
			for _, place := range slices.Sorted(maps.Keys(got)) {
				if got[place] != want {
					t.Errorf("%s: %s holds %d, want %d", fmt.Sprintf("%s at the %s instant", status, when), place, got[place], want)
				}
			}
		}
	}
}
