package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// A reverse auction that everybody may come to, with a technical part that two pass and one fails; one
// of the two who bid is blocked, and the room ends. What the host and every bidder read of it is as it was.
func TestWhatARoomLeavesIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.ReverseAuction)
	h := newHistory(t, p, "room")
	w := h.world
	stage := func(title string) {
		t.Helper()
		w.React()
		h.nowOn()
		var looks []string
		for _, who := range []string{"officer", "staff", "s1", "s2", "s3", "s4"} {
			path := "/auctions"
			if who == "staff" {
				path += "?buyer_id=" + w.Officer.Org.String() + "&"
			} else {
				path += "?"
			}
			looks = append(looks, h.read(who, path+"activity=reverse_auction"))
			for _, id := range h.texts("SELECT id::text FROM category ORDER BY id") {
				looks = append(looks, h.read(who, "/auctions/"+id))
			}
		}
		h.chapter = append(h.chapter, chapter{title: title, looks: looks})
	}
	terms := endTerms(p)
	terms.Fee = money.Decimal{}
	c := w.Publish(p, terms)
	years := []string{"Ten", "Five", "None"}
	for i, value := range years {
		c.Bid(w.Bidders[i], map[string]string{"Years in trade": value, "How?": "By road"}, nil)
		c.Submit(w.Bidders[i])
	}
	stage("written for")
	c.Close()
	for c.Sealed() {
		c.Open()
		var marks []tale.Mark
		for i := range years {
			marks = append(marks, tale.Mark{Bidder: w.Bidders[i], Prompt: "How?", Value: []string{"8", "7", "1"}[i]})
		}
		c.Judge(marks...)
	}
	stage("judged")
	w.SetClock(c.Closes.Add(24*time.Hour + time.Minute))
	for i, amount := range []int64{9000, 8800} {
		h.must(h.Auctions.Join(h.ctx, w.Bidders[i], c.ID))
		_, err := h.Auctions.Place(h.ctx, w.Bidders[i], c.ID, money.New(amount, 0), false, "the first of "+uuid.Nil.String()[:i+1])
		h.must(err)
	}
	stage("bid in")
	h.must(h.Auctions.Conduct(h.ctx, w.Officer, w.Officer.Org, c.ID, auctionsvc.Deed{Act: auctionsvc.Block, Supplier: &w.Bidders[1].Org, Reason: "It told its price"}))
	stage("one is blocked")
	w.SetClock(c.Closes.Add(25*time.Hour + 2*time.Minute))
	_, err := h.Auctions.CloseDue(h.ctx)
	h.must(err)
	stage("over")
	compareKept(t, filepath.Join("testdata", "ends", "room.gz"), h.told())
}
