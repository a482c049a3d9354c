package openingsvc_test

import (
	"fmt"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/sourcing"
)

// Prices are opened of those who passed, however many they are: of nobody as well, where
// nobody did.
func TestPricesAreOpenedOfThoseWhoPassedAlone(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	const bidders = 2
	for pass := range bidders + 1 {
		t.Run(fmt.Sprint(pass), func(t *testing.T) {
			t.Parallel()
			c := story.New(t, bidders).Publish(p, story.Terms{
				PassMark:  50,
				Technical: 50,
				Financial: 50,
				Sections: []story.Section{{
					Section:   sourcing.Section{Name: "Standing"},
					Questions: []sourcing.Question{{Prompt: "Since when?", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)}},
				}},
				Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
			})
			var marks []story.Mark
			for i, a := range c.Bidders {
				c.Bid(a, map[string]string{"Since when?": "Long ago"}, map[string]string{"1": "10"})
				c.Submit(a)
				mark := story.Mark{Bidder: a, Prompt: "Since when?", Value: "0"}
				if i < pass {
					mark.Value = "1"
				}
				marks = append(marks, mark)
			}
			c.Close()
			c.Open()
			c.Judge(marks...)
			c.Open()
			const others = `SELECT count(*) FROM opened_bid b JOIN bid_result r ON r.submission_id = b.submission_id
				WHERE r.technical_pass <> EXISTS (SELECT FROM opened_price p WHERE p.submission_id = b.submission_id)
					OR r.technical_pass <> (b.price IS NOT NULL)`
			if n, passed := c.Count(others), c.Count("SELECT count(*) FROM bid_result WHERE technical_pass"); n != 0 || passed != pass {
				t.Errorf("%d of %d passed, and %d prices are not as they should be", passed, bidders, n)
			}
		})
	}
}
