package main

import (
	"path/filepath"
	"testing"
	"time"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// A tender with checks, judges of whom one stepped back, two rounds that move prices, one
// that was not answered, one bid taken back, and an award: whatever people of every desk
// read at its end is as it was. What was read out and what stands, what was asked and what
// was answered differ in all of it.
func TestWhatRoundsLeaveIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	h := newHistory(t, p, "rounds")
	w := h.world
	terms := tale.Terms{
		Job:       sourcing.JobForm{Title: "Lorries"},
		Name:      "Heavy lorries",
		Currency:  "KES",
		PassMark:  30,
		Technical: 70,
		Financial: 30,
		Opens:     tale.Noon,
		Closes:    tale.Noon.Add(72 * time.Hour),
		Sections: []tale.Section{{Section: sourcing.Section{Name: "Standing"}, Questions: []sourcing.Question{
			{Prompt: "Years in trade", Response: sourcing.Selection, MustAnswer: true, Scored: true, QA: true, MaxScore: tale.Points(10),
				Options: []sourcing.Option{{Label: "Ten", Score: tale.Points(10)}, {Label: "Five", Score: tale.Points(5)}, {Label: "None", Score: tale.Points(0)}}},
			{Prompt: "How?", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: tale.Points(8)},
		}}},
		Items: []sourcing.Item{
			{Number: "1", Description: "Lorry", Unit: "each", Quantity: *tale.Points(2)},
			{Number: "2", Description: "Trailer", Unit: "each", Quantity: *tale.Points(3)},
		},
	}
	c := w.Publish(p, terms)
	for i, b := range []struct{ years, first, second string }{
		{"Ten", "1000", "400"}, {"Five", "900", "300"}, {"Ten", "1500", "350"}, {"None", "100", "100"}, {"Five", "800", "250"},
	} {
		a := w.Bidders[i]
		c.Pay(a)
		c.Bid(a, map[string]string{"Years in trade": b.years, "How?": "By road"}, map[string]string{"1": b.first, "2": b.second})
		c.Submit(a)
		w.SetClock(tale.Noon.Add(time.Duration(i+1) * time.Hour))
	}
	c.Must(c.TryWithdraw(w.Bidders[4], c.Bids[w.Bidders[4].Org], "A mistake"))
	c.Close()
	c.Open()
	c.Must(c.Evaluation.Declare(h.ctx, h.people["third"], w.Officer.Org, c.ID, evaluationsvc.InterestRecused, "My brother bids"))
	c.CheckRest()
	var marks []tale.Mark
	for i, value := range []string{"7", "4", "8", "2"} {
		marks = append(marks, tale.Mark{Bidder: w.Bidders[i], Prompt: "How?", Value: value})
	}
	c.Judge(marks...)
	_, err := c.TryConfirm(w.Officer, seal.Financial)
	h.must(err)
	h.nowOn()
	waits := chapter{title: "one word of two", looks: []string{h.read("officer", "/categories/"+c.ID.String()+"/evaluation")}}
	c.Open()
	c.Judge()

	first := c.Negotiate(false, w.Bidders[0], w.Bidders[1])
	first.Offer(w.Bidders[0], map[string]string{"1": "950", "2": "380"})
	first.Offer(w.Bidders[1], map[string]string{"1": "870", "2": "300"})
	first.Rank()
	last := c.Negotiate(true, w.Bidders[0], w.Bidders[2])
	last.Offer(w.Bidders[0], map[string]string{"1": "940", "2": "375"})
	last.Rank()
	c.Recommend()
	c.Award()
	w.React()

	h.must(h.Clock.Sync(h.ctx, h.db))
	h.must(h.db.QueryRow(h.ctx, "SELECT zabuni.clock()").Scan(&h.now)) // from when people are signed in
	h.chapter = []chapter{waits, {title: "the end", looks: h.everything(readers, nil)}}
	compareKept(t, filepath.Join("testdata", "rounds.gz"), h.told())
}
