package evaluationsvc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// The published chain decides, link by link: of bids with equal scores the better
// technical one stands first though another is cheaper and came earlier, and of
// those that are equal in both the earlier one.
func TestEqualBidsStandInTheOrderOfTheChain(t *testing.T) {
	t.Parallel()
	c := tender(t, 4)
	// 50 + 50, twice 25 + 50 of another make, and one that is worse than all.
	bids(c, [2]string{"Five", "100"}, [2]string{"Ten", "200"}, [2]string{"Ten", "200"}, [2]string{"Five", "200"})
	c.Close()
	for c.Sealed() {
		c.Open()
		c.Judge()
	}
	d := c.Desk()
	slices.SortFunc(d.Bids, func(a, b evaluationsvc.Bid) int { return int(*a.Rank - *b.Rank) })
	var got []string
	for _, b := range d.Bids {
		i := slices.IndexFunc(c.Bidders, func(a access.Actor) bool { return a.Org == b.SupplierID })
		got = append(got, fmt.Sprintf("%d: bidder %d, %s by %s", *b.Rank, i+1, money.RoundRat(b.Combined.Rat(), 2), b.Why.DecidedBy))
	}
	want := []string{
		"1: bidder 2, 75.00 by score",
		"2: bidder 3, 75.00 by earlier_receipt",
		"3: bidder 1, 75.00 by higher_technical",
		"4: bidder 4, 50.00 by score",
	}
	if !slices.Equal(got, want) {
		t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The receipt that decides is that of the version which counts: who was first and sent
// the bid in again stands behind whoever came in between.
func TestWhoSubmittedAgainCameThen(t *testing.T) {
	t.Parallel()
	c := tender(t, 3)
	bids(c, [2]string{"Ten", "200"}, [2]string{"Ten", "200"}, [2]string{"Ten", "200"})
	c.Submit(c.Bidders[0])
	c.Close()
	for c.Sealed() {
		c.Open()
		c.Judge()
	}
	place := map[uuid.UUID]int32{}
	for _, b := range c.Desk().Bids {
		place[b.SupplierID] = *b.Rank
	}
	for i, want := range []int32{3, 1, 2} {
		if got := place[c.Bidders[i].Org]; got != want {
			t.Errorf("bidder %d stands at %d, not at %d", i+1, got, want)
		}
	}
}

// A question of a subsection counts to the section above it, by whose weight.
func TestASubsectionCountsToTheSectionAbove(t *testing.T) {
	t.Parallel()
	ask := func(prompt string) []sourcing.Question {
		return []sourcing.Question{{
			Prompt:   prompt,
			Response: sourcing.YesNo,
			Scored:   true,
			MaxScore: story.Points(10),
			Options:  []sourcing.Option{{Label: "yes", Score: story.Points(10)}, {Label: "no", Score: story.Points(0)}},
		}}
	}
	named := func(name string, weight *money.Quantity) sourcing.Section {
		return sourcing.Section{Name: name, Weight: weight}
	}
	p, _ := sourcing.PolicyOf(sourcing.Prequalification)
	c := story.New(t, 1).Publish(p, story.Terms{Sections: []story.Section{
		{
			Section:   named("Experience", story.Points(60)),
			Questions: ask("at home"),
			Below:     []story.Section{{Section: named("Further off", nil), Questions: ask("abroad")}},
		},
		{
			Section: named("Means", story.Points(40)),
			Below:   []story.Section{{Section: named("Machines", nil), Questions: ask("own")}},
		},
	}})
	c.Pay(c.Bidders[0])
	c.Bid(c.Bidders[0], map[string]string{"at home": "no", "abroad": "yes", "own": "no"}, nil)
	c.Submit(c.Bidders[0])
	c.Close()
	c.Open()
	c.Judge()
	// 60 × 10 ÷ 20 + 40 × 0 ÷ 10
	if got := money.RoundRat(c.Desk().Bids[0].Technical.Rat(), 2); got != "30.00" {
		t.Errorf("%s points", got)
	}
}

// Who has withdrawn is named when the bids are: until then nobody of the buyer knows
// who took part, though it be all over for them.
func TestWhoWithdrewIsNamedWithTheOpening(t *testing.T) {
	t.Parallel()
	c := tender(t, 3)
	bids(c, [2]string{"Ten", "100"}, [2]string{"Ten", "200"}, [2]string{"Ten", "300"})
	named := func(when string, bids, withdrawn int) {
		t.Helper()
		if d := c.Desk(); len(d.Bids) != bids || len(d.Withdrawn) != withdrawn {
			t.Errorf("%s: %d bids and %d withdrawals are named, want %d and %d", when, len(d.Bids), len(d.Withdrawn), bids, withdrawn)
		}
	}
	c.Must(c.TryWithdraw(c.Bidders[2], c.Bids[c.Bidders[2].Org], "Our pump was discontinued"))
	named("open for bids", 0, 0)
	c.Close()
	named("closed", 0, 0)
	_, err := c.TryConfirm(c.Officer, c.Envelopes()[0])
	c.Must(err)
	named("one person wants it opened", 0, 0)
	c.Open()
	named("opened", 2, 1)
}
