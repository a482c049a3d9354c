package main

import (
	"path/filepath"
	"testing"
	"time"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/sourcing"
)

// A register that takes applications window after window, whose first is closed with one in it and whose second is ended
// by its buyer: what the buyer and two suppliers read of each window is as it was.
func TestWhatWindowsLeaveIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.SupplierRegistration)
	h := newHistory(t, p, "intake")
	w := h.world
	w.Bidders = w.Bidders[:2]
	stage := func(title string) {
		t.Helper()
		w.React()
		h.nowOn()
		var looks []string
		for _, id := range h.texts("SELECT id::text FROM category ORDER BY id") {
			looks = append(looks, h.read("officer", "/categories/"+id+"/intake"))
			for _, who := range []string{"officer", "s1", "s2"} {
				looks = append(looks, h.read(who, "/categories/"+id+"/preview"))
			}
		}
		h.chapter = append(h.chapter, chapter{title: title, looks: looks})
	}
	c := w.Author(p, tale.Terms{
		Job:    sourcing.JobForm{Code: "REGISTER", Title: "Plumbers"},
		Opens:  tale.Noon,
		Closes: tale.Noon.Add(48 * time.Hour),
		Sections: []tale.Section{{Section: sourcing.Section{Name: "Papers"}, Questions: []sourcing.Question{
			{Prompt: "Licence", Response: sourcing.TextBox, MustAnswer: true, QA: true},
		}}},
	})
	stage("once")
	c.Roll(sourcing.Weekly, c.Closes.Add(30*24*time.Hour))
	stage("by the week")
	h.must(c.TryPublish(w.Officer))
	c.Bid(w.Bidders[0], map[string]string{"Licence": "PL-1"}, nil)
	c.Submit(w.Bidders[0])
	stage("the first is open")
	c.Close()
	c.Next()
	stage("the second is open")
	h.must(w.Sourcing.EndIntake(h.ctx, w.Officer, w.Officer.Org, c.ID, "There are enough"))
	stage("ended")
	compareKept(t, filepath.Join("testdata", "ends", "intake.gz"), h.told())
}
