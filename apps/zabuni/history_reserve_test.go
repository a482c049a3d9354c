package main

import (
	"path/filepath"
	"testing"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// An auction without papers whose reserve one of two bids reaches, and whose bidders are told so: before, in the room, when it
// is ranked, and once the reserve is opened with the result. What its host and both bidders read of it is as it was.
func TestWhatARoomWithAReserveLeavesIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.ReverseAuction)
	h := newHistory(t, p, "reserve")
	w := h.world
	w.Bidders = w.Bidders[:2]
	stage := func(title string) {
		t.Helper()
		w.React()
		h.nowOn()
		var looks []string
		for _, id := range h.texts("SELECT id::text FROM category ORDER BY id") {
			for _, who := range []string{"officer", "s1", "s2"} {
				looks = append(looks, h.read(who, "/auctions/"+id))
			}
			looks = append(looks, h.read("officer", "/categories/"+id+"/award"))
		}
		h.chapter = append(h.chapter, chapter{title: title, looks: looks})
	}
	c := w.Author(p, tale.Terms{
		Without: []sourcing.StepName{"criteria"},
		Items:   []sourcing.Item{{Number: "1", Description: "Maize", Unit: "bag", Quantity: *tale.Points(100)}},
		Invited: w.Bidders,
	})
	d, err := h.Auctions.Desk(h.ctx, w.Officer, w.Officer.Org, c.ID)
	h.must(err)
	details, err := h.Sourcing.Category(h.ctx, w.Officer, w.Officer.Org, c.ID)
	h.must(err)
	form := auctionsvc.Form{
		Job:      sourcing.JobForm{Code: d.Job.Code, Title: d.Job.Title},
		Category: sourcing.CategoryForm{Currency: d.Category.Currency, OpensAt: d.Category.OpensAt, Without: []sourcing.StepName{"criteria"}},
		Rules:    d.Auction.Rules,
	}
	reserve := money.New(4800, 0)
	form.Rules.Reserve, form.Rules.ShowMet = &reserve, true
	h.must(h.Auctions.Update(h.ctx, w.Officer, w.Officer.Org, c.ID, details.Category.Version, form))
	h.must(c.TryPublish(w.Officer))
	c.Close()
	c.Begin()
	stage("begun")
	h.must(c.TryJoin(w.Bidders[0]))
	h.must(c.TryJoin(w.Bidders[1]))
	h.must(c.TryBid(w.Bidders[1], "5000", "one"))
	stage("not reached")
	h.must(c.TryBid(w.Bidders[0], "4800", "one"))
	stage("reached")
	c.End()
	h.must(c.TryComplete(w.Officer))
	stage("ranked")
	best := c.Submission(w.Bidders[0])
	h.must(c.TryRecommend(w.Officer, &best, ""))
	_, err = c.TryAward(w.Second, "en", "the decision")
	h.must(err)
	stage("awarded")
	compareKept(t, filepath.Join("testdata", "ends", "reserve.gz"), h.told())
}
