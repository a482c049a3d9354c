package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
)

// spared is a purchase of four pumps at a price each, from the first bidders.
func spared(w *tale.World, code string, estimate *money.Decimal, kind *uuid.UUID, prices ...string) *tale.Category {
	w.Helper()
	p, _ := sourcing.PolicyOf(sourcing.RFQ)
	var now time.Time
	w.Must(w.DB.QueryRow(w.Context(), "SELECT zabuni.clock()").Scan(&now))
	c := w.Publish(p, tale.Terms{
		Job:       sourcing.JobForm{Code: code, Title: "Pumps"},
		Name:      "Pumps of " + code,
		Type:      kind,
		Estimate:  estimate,
		Opens:     now,
		Closes:    now.Add(48 * time.Hour),
		Financial: 100,
		Items:     []sourcing.Item{{Number: "1", Code: "PU-1", Description: "Pump", Unit: "each", Quantity: *tale.Points(4)}},
	})
	for i, price := range prices {
		c.Offer(w.Bidders[i], map[string]string{"1": price})
	}
	c.Rank()
	return c
}

// Two purchases of the same pumps, of which the second is dearer, a third that was negotiated, a sale
// of which one part found nobody, and an auction: what people of both desks read of their savings, before and after
// the operator is let look into bids, is as it was.
func TestWhatSavingsAreReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.AssetDisposal)
	h := newHistory(t, p, "savings")
	w := h.world
	kind, amount := uuid.MustParse("01900000-0000-7000-8000-000000000001"), money.New(450, 0)
	var all []*tale.Category
	award := func(c *tale.Category) {
		t.Helper()
		made := c.Award()
		if !made.StandstillEnds.IsZero() {
			w.SetClock(made.StandstillEnds)
			w.Conclude()
		}
		w.React()
		all = append(all, c)
	}
	needed := spared(w, "FIRST", &amount, &kind, "100", "120")
	branch, err := w.Party.SaveBranch(h.ctx, w.Officer, uuid.Nil, party.Branch{Name: "Head office", Code: "HO"})
	w.Must(err)
	department, err := w.Party.SaveDepartment(h.ctx, w.Officer, uuid.Nil, branch, party.Named{Name: "Works"})
	w.Must(err)
	job, err := w.Sourcing.Job(h.ctx, w.Officer, w.Officer.Org, needed.Job)
	w.Must(err)
	w.Must(w.Sourcing.UpdateJob(h.ctx, w.Officer, w.Officer.Org, needed.Job, job.Version, sourcing.JobForm{Code: job.Code, Title: job.Title, Regime: job.Regime, Department: &department}))
	award(needed)
	contract := uuid.MustParse(h.texts("SELECT id::text FROM contract")[0])
	w.Must(w.Contracts.Submit(h.ctx, h.people["manager"], contract))
	read, err := w.Contracts.Agreement(h.ctx, h.people["manager"], contract)
	w.Must(err)
	w.Must(w.Contracts.Approve(h.ctx, w.Person("buyer", access.Temp, w.Officer.Org), contract, read.Sum))
	award(spared(w, "DEARER", nil, nil, "110"))
	talked := spared(w, "TALKED", &amount, nil, "100", "120")
	round := talked.Negotiate(true, w.Bidders[0], w.Bidders[1])
	round.Offer(w.Bidders[0], map[string]string{"1": "95"})
	round.Offer(w.Bidders[1], map[string]string{"1": "90"})
	round.Rank()
	award(talked)

	sale := w.Publish(p, tale.Terms{
		Job:      sourcing.JobForm{Code: "SALE", Title: "Lorries"},
		Currency: "USD",
		Estimate: &amount,
		Opens:    round.Closes,
		Closes:   round.Closes.Add(30 * 24 * time.Hour),
		Items: []sourcing.Item{
			{Number: "1", Description: "Lorry", Unit: "each", Quantity: *tale.Points(1)},
			{Number: "2", Description: "Desk", Unit: "each", Quantity: *tale.Points(1)},
		},
	})
	for i, price := range []string{"300", "200"} {
		sale.Bid(w.Bidders[i], nil, map[string]string{"1": price})
		sale.Submit(w.Bidders[i])
	}
	sale.Rank()
	award(sale)

	live, _ := sourcing.PolicyOf(sourcing.ReverseAuction)
	room := w.Publish(live, tale.Terms{
		Job:     sourcing.JobForm{Code: "ROOM", Title: "Nets"},
		Without: []sourcing.StepName{},
		Opens:   sale.Closes,
		Closes:  sale.Closes.Add(48 * time.Hour),
		Invited: w.Bidders,
		Sections: []tale.Section{{Section: sourcing.Section{Name: "Means"}, Questions: []sourcing.Question{
			{Prompt: "How?", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: tale.Points(8)},
		}}},
		Items: []sourcing.Item{{Number: "1", Description: "Net", Unit: "each", Quantity: *tale.Points(10)}},
	})
	for i := range 2 {
		room.Bid(w.Bidders[i], map[string]string{"How?": "By hand"}, nil)
		room.Submit(w.Bidders[i])
	}
	room.Close()
	room.Open()
	room.Judge(tale.Mark{Bidder: w.Bidders[0], Prompt: "How?", Value: "8"}, tale.Mark{Bidder: w.Bidders[1], Prompt: "How?", Value: "8"})
	room.Live(tale.LiveBid{Bidder: w.Bidders[0], Price: "9000"}, tale.LiveBid{Bidder: w.Bidders[1], Price: "8800"}, tale.LiveBid{Bidder: w.Bidders[0], Price: "8500"})
	award(room)

	plain := h.persona("plain", access.Buyer, nil, nil)
	h.people["plain"] = access.Actor{User: plain.user, Org: w.Officer.Org, Type: access.Buyer}
	buyer := w.Officer.Org.String()
	stage := func(title string) {
		t.Helper()
		w.React()
		h.nowOn()
		var looks []string
		for _, look := range []struct{ who, path string }{
			{"officer", "/savings"},
			{"officer", "/savings?baseline=mean"},
			{"officer", "/savings?baseline=last_paid"},
			{"officer", "/savings?baseline=before"},
			{"officer", "/savings?baseline=before&limit=2"},
			{"officer", "/savings?activity=asset_disposal"},
			{"officer", "/savings?search=dearer"},
			{"officer", "/savings?category_type=" + kind.String()},
			{"officer", "/savings?year=2019"},
			{"officer", "/savings?department=" + department.String()},
			{"plain", "/savings?baseline=mean"},
			{"staff", "/savings/buyers"},
			{"staff", "/savings/buyers?baseline=last_paid"},
			{"staff", "/savings/buyers?search=nobody"},
			{"staff", "/savings/buyers/" + buyer},
			{"staff", "/savings/buyers/" + w.Bidders[0].Org.String()},
		} {
			looks = append(looks, h.read(look.who, look.path))
		}
		for _, c := range all {
			for _, who := range []string{"officer", "plain", "staff"} {
				looks = append(looks, h.read(who, "/savings/categories/"+c.ID.String()))
			}
		}
		h.chapter = append(h.chapter, chapter{title: title, looks: looks})
	}
	stage("the buyer alone")
	h.must(h.Party.SetServices(h.ctx, h.people["staff"], w.Officer.Org, []party.Purchase{{Service: party.ManagedSourcing, Starts: h.now.AddDate(0, 0, -1)}}))
	stage("with the operator")
	compareKept(t, filepath.Join("testdata", "ends", "savings.gz"), h.told())
}
