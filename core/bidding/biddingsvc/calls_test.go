package biddingsvc_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
)

// Each withdrawal promises a call within 48 hours: those who call know of it from its first
// moment, while other bids still come in, and whatever becomes of the category.
func TestWithdrawalsAreToldToCallersInEveryState(t *testing.T) {
	t.Parallel()
	c := sold(t, 0, 2)
	caller := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	told := func() {
		t.Helper()
		got, err := c.Bidding.AllWithdrawals(t.Context(), caller, biddingsvc.WithdrawalFilter{}, "", 10)
		if err != nil || len(got.Items) != 1 || got.Items[0].SupplierID != c.Bidders[0].Org || got.Items[0].Reason != "Our lorry was sold" {
			t.Errorf("%s: %+v %v", c.Status(), got.Items, err)
		}
	}
	for _, a := range c.Bidders {
		c.Bid(a, map[string]string{"Licensed?": "yes", "Licence": "licence.pdf"}, nil)
		c.Submit(a)
	}
	c.Must(c.TryWithdraw(c.Bidders[0], c.Bids[c.Bidders[0].Org], "Our lorry was sold"))
	told()
	c.Close()
	told()
	c.Open()
	told()
}
