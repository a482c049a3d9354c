package auctionsvc_test

import (
	"bytes"
	"encoding/hex"
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/award"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// reserved is an auction without papers whose buyer has said what its room must reach, at the start of its room.
func reserved(t *testing.T, of sourcing.Activity, reserve string, show bool) *story.Category {
	t.Helper()
	c := drafted(t, of)
	d, err := c.Auctions.Desk(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	form := formOf(d)
	price := amount(t, reserve)
	form.Rules.Reserve, form.Rules.ShowMet = &price, show
	details, err := c.Sourcing.Category(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	c.Must(c.Auctions.Update(c.Context(), c.Officer, c.Officer.Org, c.ID, details.Category.Version, form))
	c.Must(c.TryPublish(c.Officer))
	c.Close()
	c.Begin()
	return c
}

// drafted is an auction without papers that is not published yet.
func drafted(t *testing.T, of sourcing.Activity) *story.Category {
	t.Helper()
	w := story.New(t, 2)
	p, _ := sourcing.PolicyOf(of)
	return w.Author(p, story.Terms{
		Without: []sourcing.StepName{"criteria"},
		Items:   []sourcing.Item{{Number: "1", Description: "Maize", Unit: "bag", Quantity: *story.Points(100)}},
		Invited: w.Bidders,
	})
}

// formOf is what an author would send again.
func formOf(d auctionsvc.Desk) auctionsvc.Form {
	return auctionsvc.Form{
		Job:      sourcing.JobForm{Code: d.Job.Code, Title: d.Job.Title},
		Category: sourcing.CategoryForm{Currency: d.Category.Currency, OpensAt: d.Category.OpensAt, Without: []sourcing.StepName{"criteria"}},
		Rules:    d.Auction.Rules,
	}
}

// A price that does not reach the reserve is awarded to nobody, with or without a reason, and where none does the category ends
// without a result; one that reaches it to the coin is awarded as every other. Both ways around.
func TestNothingIsAwardedThatDoesNotReachTheReserve(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		of                   sourcing.Activity
		reserve, worse, good string
	}{
		{sourcing.ReverseAuction, "4800", "4800.01", "4800"},
		{sourcing.ForwardAuction, "5200", "5199.99", "5200"},
	} {
		for _, met := range []bool{false, true} {
			t.Run(string(x.of)+map[bool]string{true: " met", false: " not met"}[met], func(t *testing.T) {
				t.Parallel()
				c := reserved(t, x.of, x.reserve, false)
				price := map[bool]string{true: x.good, false: x.worse}[met]
				c.Must(c.TryJoin(c.Bidders[0]))
				if met { // another, who does not reach it
					c.Must(c.TryJoin(c.Bidders[1]))
					c.Must(c.TryBid(c.Bidders[1], "5000", "one"))
				}
				c.Must(c.TryBid(c.Bidders[0], price, "one"))
				if d, err := c.Auctions.Desk(c.Context(), c.Officer, c.Officer.Org, c.ID); err != nil || d.View.Met == nil || *d.View.Met != met {
					t.Errorf("the host reads %v, %v", d.View.Met, err)
				}
				room, err := c.Auctions.Room(c.Context(), c.Bidders[0], c.ID)
				c.Must(err)
				if room.View.Met != nil || len(room.Auction.Commitment) != 32 {
					t.Errorf("its bidder reads %v", room.View.Met)
				}
				c.End()
				c.Must(c.TryComplete(c.Officer))
				best := c.Submission(c.Bidders[0])
				if met {
					other := c.Submission(c.Bidders[1])
					c.Is(c.TryRecommend(c.Officer, &other, "We know them"), award.ReserveNotMet)
					c.Must(c.TryRecommend(c.Officer, &best, ""))
					return
				}
				c.Is(c.TryRecommend(c.Officer, &best, ""), award.ReserveNotMet)
				c.Is(c.TryRecommend(c.Officer, &best, "Nobody will bid more"), award.ReserveNotMet)
				c.Must(c.TryRecommend(c.Officer, nil, "The reserve was not met"))
				_, err = c.TryAward(c.Second, "en", "the decision")
				c.Must(err)
				if s := c.Status(); s != sourcing.Unsuccessful {
					t.Error(s)
				}
			})
		}
	}
}

// Whether the reserve is met is shown where the rules say so, and to nobody who only practises; the hash that was published is
// that of the reserve, and the log of the room opens it for everybody.
func TestAReserveOpensToItsHash(t *testing.T) {
	t.Parallel()
	c := reserved(t, sourcing.ReverseAuction, "4800.50", true)
	a := c.Bidders[0]
	c.Must(c.TryJoin(a))
	look := func() *bool {
		t.Helper()
		r, err := c.Auctions.Room(c.Context(), a, c.ID)
		c.Must(err)
		return r.View.Met
	}
	if met := look(); met != nil {
		t.Error("met before anybody bid:", *met)
	}
	c.Must(c.TryBid(a, "5000", "one"))
	if met := look(); met == nil || *met {
		t.Error("met too early")
	}
	c.Must(c.TryBid(a, "4800", "two"))
	if met := look(); met == nil || !*met {
		t.Error("not met")
	}
	c.End()
	log, err := c.Auctions.Log(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	if _, err := auction.CheckLog(log, c.Sequencer.Notary.Verifier); err != nil {
		t.Error(err)
	}
	d, err := c.Auctions.Desk(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	for _, part := range []string{`"reserve":"4800.5"`, `"reserve_salt":"` + hex.EncodeToString(d.Auction.Salt), `"reserve_commitment":"` + hex.EncodeToString(d.Auction.Commitment)} {
		if !bytes.Contains(log, []byte(part)) {
			t.Errorf("no %s in\n%s", part, log)
		}
	}
	if !bytes.Equal(d.Auction.Commit(d.Auction.Salt), d.Auction.Commitment) {
		t.Error("it does not open")
	}
	if salt := d.Auction.Salt; len(salt) != auction.SaltSize || bytes.Equal(salt, make([]byte, auction.SaltSize)) {
		t.Errorf("who tries prices finds it: the salt is %x", salt) // it is drawn
	}
	changed := d.Auction
	price := money.New(4801, 0)
	changed.Reserve = &price
	if bytes.Equal(changed.Commit(d.Auction.Salt), d.Auction.Commitment) {
		t.Error("another reserve opens it")
	}
	if r := d.Auction.Practised(time.Now()); r.Reserve != nil || r.ShowMet {
		t.Error("who practises can look for it")
	}
}
