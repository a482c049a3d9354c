package awardsvc_test

import (
	"slices"
	"testing"

	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// What may be read by itself stands in the list beside it, and nothing else does: at every
// status of a category its results on the desk of those who decide, and its result with
// each bidder, from the decision on.
func TestListsHoldWhatMayBeRead(t *testing.T) {
	t.Parallel()
	c := ranked(t, "private-default", 2)
	c.Award()
	a := c.Bidders[1]
	known := []sourcing.Status{sourcing.Notified, sourcing.Awarded, sourcing.Complete, sourcing.Unsuccessful}
	evaluated := append([]sourcing.Status{sourcing.Evaluated, sourcing.Recommended}, known...)
	owner := pgtest.As(t, c.DB, "")
	for _, status := range sourcing.Statuses {
		_, err := pgtest.Do(t.Context(), owner, "UPDATE category SET status = $1 WHERE id = $2", string(status), c.ID)
		c.Must(err)
		_, err = c.TryStanding(c.Officer)
		decided, failed := c.Awards.Decided(t.Context(), c.Officer, c.Officer.Org, awardsvc.DecidedFilter{}, "", 10)
		c.Must(failed)
		if want := slices.Contains(evaluated, status); (err == nil) != want || (len(decided.Items) == 1) != want {
			t.Errorf("%s: results are read with %v and stand in a list of %d, want %v", status, err, len(decided.Items), want)
		}
		_, err = c.Awards.MyResult(t.Context(), a, c.Bids[a.Org])
		list, failed := c.Bidding.Bids(t.Context(), a, biddingsvc.BidFilter{}, "", 10)
		c.Must(failed)
		results, failed := c.Bidding.Bids(t.Context(), a, biddingsvc.BidFilter{Ranked: true}, "", 10)
		c.Must(failed)
		row := list.Items[0]
		shown := bidding.Shown(bidding.Status(row.Status), row.CategoryStatus) == bidding.StatusRegret
		want := slices.Contains(known, status)
		for place, got := range map[string]bool{
			"its result":           err == nil,
			"the list of results":  len(results.Items) == 1,
			"the rank in the list": row.Rank != nil,
			"the status of a bid":  shown,
		} {
			if got != want {
				t.Errorf("%s: a bidder reads %s: %v, want %v", status, place, got, want)
			}
		}
	}
}
