package main

import (
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/procurement"
	"zabuni.org/core/sourcing"
)

// A plan is approved, a tender comes of one of its items, and it is approved anew without another: what everybody reads of it, in the
// reader's language, and what its buyer does, is as it was.
func TestWhatIsPlannedIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	h := newHistory(t, p, "planned")
	w := h.world
	officer, owner := w.Officer, w.Officer.Org
	plan := uuid.Nil
	stage := func(title string) {
		t.Helper()
		w.React()
		h.nowOn()
		var said []string
		for _, path := range []string{"/planned", "/planned?language=fr&limit=1", "/planned?search=4212&country=KE", "/planned?search=pumps"} {
			said = append(said, h.read("s1", path))
		}
		if plan != uuid.Nil {
			said = append(said, h.read("officer", "/procurement-plans/"+plan.String()))
		}
		h.chapter = append(h.chapter, chapter{title: title, looks: said})
	}
	stage("nothing is planned")
	h.brings("cpv", "code,en,fr\n42122000-0,Pumps,Pompes\n42131000-6,Taps\n")
	plan, err := h.Procurement.Draw(h.ctx, officer, owner, procurement.Form{Year: 2026, Title: "Water", Regime: "ke-ppada"})
	h.must(err)
	items := map[string]uuid.UUID{}
	for i, x := range []struct{ title, code string }{{"Pumps", "42122000"}, {"Taps", "42131000"}, {"Ladders", "44423200"}} {
		items[x.title], err = h.Procurement.AddItem(h.ctx, officer, owner, plan, procurement.Item{Number: x.title[:1], Title: x.title, Classification: x.code, Activity: p.Activity,
			Currency: "KES", Estimate: money.New(4_711_000, 0), PublishOn: h.now.AddDate(0, 0, i), AwardOn: h.now.AddDate(0, 2, i), BudgetLine: "L-4711"})
		h.must(err)
	}
	approve := func() {
		t.Helper()
		h.must(h.Procurement.Step(h.ctx, officer, owner, plan, procurement.Submitted, "", 0))
		h.must(h.Procurement.Step(h.ctx, w.Second, owner, plan, procurement.Approved, "", 0))
	}
	stage("it is written")
	approve()
	stage("it is approved")
	of := items["Pumps"]
	w.Publish(p, tale.Terms{
		Job: sourcing.JobForm{Code: "PLANNED", Title: "Pumps", PlanItem: &of, Classification: "42122000"}, Name: "Pumps", Currency: "KES",
		Opens: h.now, Closes: h.now.AddDate(0, 0, 20), Technical: 70, Financial: 30, PassMark: 50,
		Sections: []tale.Section{{Section: sourcing.Section{Name: "Means"}, Questions: []sourcing.Question{{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: tale.Points(10)}}}},
		Items:    []sourcing.Item{{Number: "1", Description: "Pump", Unit: "each", Quantity: *tale.Points(4)}},
	})
	stage("a tender came of it")
	h.must(h.Procurement.Step(h.ctx, officer, owner, plan, procurement.Revised, "Less money", 0))
	h.must(h.Procurement.DropItem(h.ctx, officer, owner, plan, items["Ladders"], 1))
	stage("it is revised")
	approve()
	stage("it is approved anew")
	compareKept(t, filepath.Join("testdata", "ends", "planned.gz"), h.told())
}
