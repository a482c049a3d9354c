package awardsvc_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// What is decided item by item are the lines that a bid is made of: rounded as they were
// when it was sealed, so that they add up to the total that was read out.
func TestLinesThatAreDecidedAddUpToTheBid(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.AssetDisposal)
	var lots []sourcing.Item
	for i, many := range []string{"1", "0.333333", "2.5", "0.051", "1000.123456"} {
		quantity, err := money.ParseQuantity(many)
		if err != nil {
			t.Fatal(err)
		}
		lots = append(lots, sourcing.Item{Number: fmt.Sprint(i + 1), Description: "Scrap", Unit: "tonne", Quantity: quantity})
	}
	c := story.New(t, 2).Publish(p, items("S", lots...))
	for i, a := range c.Bidders {
		prices := map[string]string{}
		for n, lot := range lots {
			prices[lot.Number] = fmt.Sprintf("%d.%d867", i+4, n+1)
		}
		c.Pay(a)
		c.Bid(a, nil, prices)
		c.Submit(a)
	}
	c.Close()
	c.Open()
	c.Judge()
	s := c.Standing()
	sums := map[uuid.UUID]money.Decimal{}
	for _, o := range s.Offers {
		sums[o.SubmissionID] = sums[o.SubmissionID].Add(o.Amount)
	}
	if len(s.Results) != len(c.Bidders) || len(s.Offers) != len(c.Bidders)*len(lots) {
		t.Fatalf("%d results, %d offers", len(s.Results), len(s.Offers))
	}
	for _, r := range s.Results {
		if r.Price == nil || !r.Price.Equal(sums[r.Submission]) {
			t.Errorf("the lines come to %s, the bid to %v", sums[r.Submission], r.Price)
		}
	}
}
