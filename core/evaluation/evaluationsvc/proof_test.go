package evaluationsvc_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/seal"
)

// A bidder takes a proof home and checks it with nothing but the public key: of
// each version that the log has it, of the last that the closing counted it.
func TestABidderProvesThatItWasCounted(t *testing.T) {
	t.Parallel()
	c := tender(t, 3)
	bids(c, [2]string{"Ten", "100"}, [2]string{"Five", "90"}, [2]string{"Ten", "80"})
	a, gone := c.Bidders[0], c.Bidders[2]
	submission := func(who access.Actor, version int) (id uuid.UUID) {
		t.Helper()
		c.Must(c.DB.QueryRow(t.Context(), "SELECT id FROM submission WHERE supplier_id = $1 AND version = $2", who.Org, version).Scan(&id))
		return id
	}
	first, last := submission(a, 1), c.Submit(a).ID
	c.Must(c.TryWithdraw(gone, c.Bids[gone.Org], "Our lorry was sold"))

	proven := func(who access.Actor, submission uuid.UUID) seal.Proven {
		t.Helper()
		_, data, err := c.Bidding.Proof(t.Context(), who, c.Bids[who.Org], submission)
		c.Must(err)
		p, err := seal.ReadProof(data)
		c.Must(err)
		v, err := seal.NewVerifier(p.Key)
		c.Must(err)
		got, err := v.Proof(p)
		c.Must(err)
		if got.Receipt.Submission != submission || got.Receipt.Supplier != who.Org {
			t.Errorf("it is the proof of another submission: %+v", got.Receipt)
		}
		return got
	}
	if got := proven(a, last); got.Closing != nil {
		t.Error("an open category has a closing")
	}
	c.Close()
	if got := proven(a, last); got.Closing == nil || got.Closing.Count != 2 || got.Closing.Category != c.ID {
		t.Errorf("the closing says %+v", got.Closing)
	}
	if got := proven(a, first); got.Closing != nil || got.Receipt.Version != 1 {
		t.Error("a replaced version was counted")
	}
	if got := proven(gone, submission(gone, 1)); got.Closing != nil {
		t.Error("a withdrawn bid was counted")
	}
	_, _, err := c.Bidding.Proof(t.Context(), c.Bidders[1], c.Bids[c.Bidders[1].Org], last)
	c.Is(err, bidding.BidNotFound)
	_, _, err = c.Bidding.Proof(t.Context(), c.Bidders[1], c.Bids[a.Org], last)
	c.Is(err, bidding.BidNotFound)
	_, _, err = c.Bidding.Proof(t.Context(), c.Officer, c.Bids[a.Org], last)
	c.Is(err, fault.Forbidden)
}
