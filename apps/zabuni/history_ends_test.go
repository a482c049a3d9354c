package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// aboutBids are the places where bids, what they cost and what became of them are read.
var aboutBids = regexp.MustCompile(`\{(category|submission|bid|letter|order|contract)_id}|^/(bids|find|live|letters|mypayments|supplier/mypayments)`)

// aboutEnds are the places where those read what came of it who had no part in it.
var aboutEnds = regexp.MustCompile(`^/(tenders|contract-jobs)`)

// now signs people in where the clock stands.
func (h *history) nowOn() {
	h.Helper()
	h.must(h.db.QueryRow(h.ctx, "SELECT zabuni.clock()").Scan(&h.now))
	h.must(h.Clock.Sync(h.ctx, h.db))
	clear(h.signed)
}

// stage keeps what people of every desk read of bids where the story stands.
func (h *history) stage(title string) {
	h.Helper()
	h.world.React()
	h.nowOn()
	who := []string{"officer", "third", "boss", "staff", "s1", "s2", "s3", "s4", "s5"}
	h.chapter = append(h.chapter, chapter{title: title, looks: h.everything(who, aboutBids)})
}

// endTerms ask in every way that is scored, by a section below another too, and for items
// of which one has the smallest sum that rounds.
func endTerms(p sourcing.Policy) tale.Terms {
	t := tale.Terms{
		Job:       sourcing.JobForm{Title: "Lorries"},
		Name:      "Heavy lorries",
		Currency:  "KES",
		Fee:       money.New(1000, 0),
		PassMark:  40,
		Technical: 70,
		Financial: 30,
		Opens:     tale.Noon,
		Closes:    tale.Noon.Add(72 * time.Hour),
		Sections: []tale.Section{{Section: sourcing.Section{Name: "Standing"}, Questions: []sourcing.Question{
			{Prompt: "Years in trade", Response: sourcing.Selection, MustAnswer: true, Scored: true, QA: true, DD: true, MinScore: tale.Points(2), MaxScore: tale.Points(10),
				Options: []sourcing.Option{{Label: "Ten", Score: tale.Points(10)}, {Label: "Five", Score: tale.Points(5)}, {Label: "None", Score: tale.Points(0)}}},
			{Prompt: "How?", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: tale.Points(8)},
			{Prompt: "Anything else", Response: sourcing.Text, Help: "If there is"},
		}, Below: []tale.Section{{Section: sourcing.Section{Name: "Means"}, Questions: []sourcing.Question{
			{Prompt: "Regions", Response: sourcing.Checkboxes, Scored: true, MaxScore: tale.Points(6),
				Options: []sourcing.Option{{Label: "Coast", Score: tale.Points(4)}, {Label: "Lake", Score: tale.Points(2)}}},
		}}}}},
		Items: []sourcing.Item{
			{Number: "1", Description: "Lorry", Unit: "each", Quantity: *tale.Points(2)},
			{Number: "2", Description: "Trailer", Unit: "each", Quantity: *tale.Points(3)},
		},
	}
	if p.Has(sourcing.Assets) {
		for i := range t.Items {
			t.Items[i].Asset = &sourcing.Asset{Condition: sourcing.Worn, Location: "Yard"}
		}
	}
	return t
}

// Every activity to its end, with bidders of whom one is the best, one as dear, one who
// fails, one who takes the bid back and one who never submits: what people of every desk
// read on the way of bids, prices, places, payments and results is as it was.
func TestWhatEveryEndLeavesIsReadAsItWas(t *testing.T) {
	for _, p := range sourcing.Policies {
		if p.Has(sourcing.Live) {
			continue
		}
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			h := newHistory(t, p, "ends")
			h.end(p)
			compareKept(t, filepath.Join("testdata", "ends", string(p.Activity)+".gz"), h.told())
		})
	}
}

func (h *history) end(p sourcing.Policy) {
	h.Helper()
	w := h.world
	c := w.Author(p, endTerms(p))
	h.reserves(c)
	w.Must(c.TryPublish(w.Officer))
	_, err := c.TryInvite(w.Officer, w.Bidders...)
	w.Must(err)
	h.stage("open")
	for i, b := range []struct{ years, first, second string }{
		{"Ten", "1000", "400"}, {"Five", "1000", "400"}, {"None", "900.555", "100"}, {"Five", "800", "250"}, {"Ten", "700", ""},
	} {
		a := w.Bidders[i]
		c.Pay(a)
		prices := map[string]string{"1": b.first, "2": b.second}
		if b.second == "" || i == 1 && p.Lines == sourcing.AnyLine {
			delete(prices, "2")
		}
		answers := map[string]string{"Years in trade": b.years, "How?": "By road"}
		c.Bid(a, answers, prices)
		if i < 4 {
			c.Submit(a)
		}
		w.SetClock(tale.Noon.Add(time.Duration(i+1) * time.Hour))
	}
	c.Must(c.TryWithdraw(w.Bidders[3], c.Bids[w.Bidders[3].Org], "A mistake"))
	h.stage("bids")
	c.Close()
	h.stage("closed")
	for c.Sealed() {
		c.Open()
		h.stage("opened " + string(c.Status()))
		var marks []tale.Mark
		for i, value := range []string{"7", "4", "1"} {
			if c.Policy.Has(sourcing.Criteria | sourcing.Evaluation) {
				marks = append(marks, tale.Mark{Bidder: w.Bidders[i], Prompt: "How?", Value: value})
			}
		}
		if c.Policy.Has(sourcing.Criteria|sourcing.QA) && !c.Policy.Has(sourcing.Letters|sourcing.Items) && c.Status() == sourcing.TechnicalEvaluation {
			c.Check(w.Bidders[2], "Years in trade", assurance.Altered, "The stamp is another's")
		}
		c.Judge(marks...)
	}
	h.stage("judged")
	switch c.Policy.Selects {
	case sourcing.OneBid: // another than the best, for a reason
		var other *uuid.UUID
		for _, r := range c.Standing().Results {
			if r.Rank != nil {
				other = &r.Submission
			}
		}
		w.Must(c.TryRecommend(w.Officer, other, "Its lorries are nearer"))
	case sourcing.EachLine:
		w.Must(c.TryRecommend(w.Officer, nil, "Nobody offered the reserve of the other"))
	default:
		w.Must(c.TryRecommend(w.Officer, nil, ""))
	}
	h.stage("recommended")
	_, err = c.TryAward(w.Second, "en", "award-"+strings.ReplaceAll(c.ID.String(), "-", ""))
	w.Must(err)
	h.stage("decided")
	w.SetClock(tale.Noon.Add(40 * 24 * time.Hour))
	w.Conclude()
	h.stage("the end")
	h.chapter = append(h.chapter, chapter{title: "what everybody reads, and who makes contracts", looks: h.everything([]string{"s1", "manager"}, aboutEnds)})
}

// reserves are of things that are sold: one that is reached, one that is not.
func (h *history) reserves(c *tale.Category) {
	h.Helper()
	if !c.Policy.Has(sourcing.Assets) {
		return
	}
	for number, amount := range map[string]int64{"1": 950, "2": 450} {
		h.must(h.Sourcing.SetReserve(h.ctx, h.world.Officer, h.world.Officer.Org, c.ID, c.Items[number], money.New(amount, 0), "As it was valued"))
	}
}
