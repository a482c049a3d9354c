package main

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/sourcing"
)

// questions are asked about a category by both bidders: one is answered, one refused, one
// waits with an answer that nobody reads yet.
func (h *house) questions(t *tenant, category uuid.UUID) {
	h.Helper()
	a, owner := t.buyer, t.buyer.Org
	ask := func(s access.Actor) uuid.UUID {
		id := uuid.Must(uuid.NewV7())
		h.must(h.Sourcing.Ask(h.ctx, s, category, id, "Asked "+word(s, "asks")))
		return id
	}
	answered, refused, waits := ask(t.rival), ask(t.supplier), ask(t.supplier)
	live := word(a, "live")
	h.must(h.Sourcing.Reply(h.ctx, a, owner, category, answered, sourcing.Reply{Question: "Question " + live, Answer: "Answer " + live, Version: 1}))
	h.must(h.Sourcing.RefuseQuestion(h.ctx, a, owner, category, refused, 1, "Reason "+live))
	h.must(h.Sourcing.DraftReply(h.ctx, a, owner, category, waits, sourcing.Reply{Question: "Draft " + word(a, "hide"), Answer: "Draft " + word(a, "hide"), Version: 1}))
	t.set("clarification", waits)
}

// addenda change what is published, once in its words and its closing, once in nothing.
func (h *house) addenda(t *tenant, x tender) {
	h.Helper()
	live := word(t.buyer, "live")
	issue := func(form sourcing.AddendumForm) uuid.UUID {
		d, err := h.Sourcing.Category(h.ctx, t.buyer, t.buyer.Org, x.category)
		h.must(err)
		id := uuid.Must(uuid.NewV7())
		form.Version = d.Category.Version
		h.must(h.Sourcing.IssueAddendum(h.ctx, t.buyer, t.buyer.Org, x.category, id, form))
		return id
	}
	closes := h.now.Add(49 * time.Hour)
	issue(sourcing.AddendumForm{
		Title:     "Addendum " + live,
		Text:      "Because " + live,
		ClosesAt:  &closes,
		Items:     []sourcing.ItemChange{{ID: x.item, Description: "Item now " + live, Unit: "each", Quantity: *some(5)}},
		Questions: []sourcing.QuestionChange{{ID: x.essay, Prompt: "Method now " + live, Help: "In short", MustAnswer: true}},
	})
	t.set("addendum", issue(sourcing.AddendumForm{Title: "Visit " + live, Text: "Come and look " + live}))
}
