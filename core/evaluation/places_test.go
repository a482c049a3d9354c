package evaluation_test

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zabuni.org/core/evaluation"
)

// lead is positive where a link of the chain puts one ranked bid before another: by
// what was published, told without the ranking's own words.
func lead(r evaluation.Rules, link string, a, b evaluation.Bid, x, y evaluation.Entry) int {
	dearer := b.Price.Cmp(a.Price)
	if r.Direction == evaluation.HighestBest {
		dearer = -dearer
	}
	switch link {
	case "score":
		if r.Method == evaluation.LCS {
			return dearer
		}
		return x.Score.Exact.Cmp(y.Score.Exact)
	case string(evaluation.HigherTechnical):
		return a.Technical.Exact.Cmp(b.Technical.Exact)
	case string(evaluation.BetterPrice):
		if r.Method == evaluation.QBS || r.Method == evaluation.CQS { // nobody may know it
			return 0
		}
		return dearer
	case string(evaluation.EarlierReceipt):
		return b.Received.Compare(a.Received)
	}
	lot := func(id string) []byte {
		sum := sha256.Sum256([]byte("zabuni/draw/v1\n" + string(r.DrawSeed) + "\n" + id))
		return sum[:]
	}
	return bytes.Compare(lot(b.ID), lot(a.ID))
}

// What is said to have decided between two neighbours did: it puts the one before
// the other, and nothing that comes before it in the chain does. Only what the whole
// chain leaves equal shares a place, however many they are.
func TestEveryPlaceIsEarned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, bids := drawRules(t), drawBids(t)
		chain := []string{"score"}
		for _, link := range r.Ties {
			chain = append(chain, string(link))
		}
		if r.Ties == nil {
			for _, link := range evaluation.DefaultTies {
				chain = append(chain, string(link))
			}
		}
		of := func(id string) evaluation.Bid {
			return bids[slices.IndexFunc(bids, func(b evaluation.Bid) bool { return b.ID == id })]
		}
		entries := mustRank(t, r, bids...).Official.Entries
		for i, e := range entries {
			if i == 0 {
				if e.Place != 1 {
					t.Fatalf("the first is at %d", e.Place)
				}
				continue
			}
			before, place, decided := entries[i-1], i+1, "equal"
			for _, link := range chain {
				n := lead(r, link, of(before.Bid), of(e.Bid), before, e)
				if n < 0 {
					t.Fatalf("%s stands before %s against %s", before.Bid, e.Bid, link)
				}
				if n > 0 {
					decided = link
					break
				}
			}
			if decided == "equal" {
				place = before.Place
			}
			if e.Place != place || e.DecidedBy != decided {
				t.Fatalf("%s is at %d by %s, want %d by %s", e.Bid, e.Place, e.DecidedBy, place, decided)
			}
		}
	})
}
