package reportsvc_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

var update = flag.Bool("update", false, "write the golden file; read the difference before you commit it")

// roomOf is an auction whose answers two bidders have passed with.
func roomOf(t *testing.T, activity sourcing.Activity) *story.Category {
	t.Helper()
	p, _ := sourcing.PolicyOf(activity)
	w, estimate := story.New(t, 3), money.New(9500, 0)
	c := w.Publish(p, story.Terms{
		Estimate: &estimate,
		Without:  []sourcing.StepName{},
		Invited:  w.Bidders,
		Sections: []story.Section{{Section: sourcing.Section{Name: "Means"}, Questions: []sourcing.Question{
			{Prompt: "How?", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: story.Points(8)},
		}}},
		Items: []sourcing.Item{{Number: "1", Description: "Net", Unit: "each", Quantity: *story.Points(10)}},
	})
	var marks []story.Mark
	for _, a := range w.Bidders {
		c.Bid(a, map[string]string{"How?": "By hand"}, nil)
		c.Submit(a)
		marks = append(marks, story.Mark{Bidder: a, Prompt: "How?", Value: "8"})
	}
	c.Close()
	c.Open()
	c.Judge(marks...)
	return c
}

// What a room leaves is reported once it is closed, and its rules at any time: how it ended, what was gained against
// each of what there was before, and all that happened, in its order, in what is bought and in what is sold.
func TestARoomIsReportedWhenItIsClosed(t *testing.T) {
	t.Parallel()
	const file = "testdata/rooms.golden"
	var told strings.Builder
	for _, x := range []struct {
		activity sourcing.Activity
		bids     []string
		slip     string
	}{
		{sourcing.ReverseAuction, []string{"9000", "8800", "8500"}, "7000"},
		{sourcing.ForwardAuction, []string{"8000", "8200", "9900.50"}, "11000"},
	} {
		c := roomOf(t, x.activity)
		a := reader(c)
		refused := func(when string) {
			t.Helper()
			for _, name := range []report.Name{report.Room, report.Prices, report.Ranking, report.Evaluation} {
				if _, err := ask(c, a, reportsvc.Asked{Name: name}); !errors.Is(err, report.NotYet) && !errors.Is(err, report.Unsettled) {
					t.Errorf("%s, %s of %s: %v", when, name, x.activity, err)
				}
			}
			offered, err := c.Reports.Offered(t.Context(), a, c.Officer.Org, c.Job)
			c.Must(err)
			for _, o := range offered.Offers {
				if o.Now > 0 && slices.Contains([]report.Name{report.Room, report.Prices, report.Ranking, report.Evaluation}, o.Name) {
					t.Errorf("%s, %s of %s is offered", when, o.Name, x.activity)
				}
			}
		}
		refused("before the room")
		write(c, a, reportsvc.Asked{Name: report.RoomRules, Format: report.PDF})
		c.Begin()
		for i, price := range x.bids {
			by := c.Bidders[i%2]
			c.Must(c.TryJoin(by))
			c.Must(c.TryBid(by, price, by.Org.String()+price))
		}
		c.Must(c.TryJoin(c.Bidders[2]))
		refused("while the room is open")
		conduct := func(d auctionsvc.Deed) {
			t.Helper()
			c.Must(c.Auctions.Conduct(t.Context(), c.Officer, c.Officer.Org, c.ID, d))
		}
		c.Must(c.TryBid(c.Bidders[1], x.slip, "a slip"))
		desk, err := c.Auctions.Desk(t.Context(), c.Officer, c.Officer.Org, c.ID)
		c.Must(err)
		slip := desk.Auction.Seq
		conduct(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &slip, Seen: slip, Reason: "A slip, says the bidder"})
		conduct(auctionsvc.Deed{Act: auctionsvc.Block, Supplier: &c.Bidders[1].Org, Reason: "It told its price"})
		c.End()

		apart := c.Second
		apart.Privileges = append(slices.Clone(apart.Privileges), access.ViewReport)
		c.Must(c.TryDeclare(apart, evaluationsvc.InterestRecused))
		_, err = ask(c, apart, reportsvc.Asked{Name: report.Room})
		c.Is(err, report.Apart)
		none := a
		none.Privileges = nil
		_, err = ask(c, none, reportsvc.Asked{Name: report.Room})
		c.Is(err, fault.Forbidden)

		for _, name := range []report.Name{report.RoomRules, report.Room} {
			write(c, a, reportsvc.Asked{Name: name, Format: report.PDF})
			fmt.Fprintf(&told, "# %s of a %s\n%s\n", name, x.activity, write(c, a, reportsvc.Asked{Name: name}))
		}
	}
	other := tender(t)
	_, err := ask(other, reader(other), reportsvc.Asked{Name: report.Room})
	other.Is(err, sourcing.NoSuchStep)
	if *update {
		if err := os.WriteFile(file, []byte(told.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != told.String() {
		t.Errorf("what is reported differs from %s (%v); run with -update and read the difference:\n%s", file, err, told.String())
	}
}
