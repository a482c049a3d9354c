package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// authored are the tables of what an author writes.
var authored = []string{
	"job", "category", "section", "question", "question_option", "item", "invitation", "category_access",
	"category_key", "closing_change", "list_entry", "audit_entry", "outbox",
}

// The same of what an author does: from a draft to a category that is called off.
func TestAnAuthorsActIsDoneWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 1)
	w.changed = pgtest.Changes(t, w.DB, authored...)
	ctx, a, s := t.Context(), w.Officer, w.Sourcing
	owner := a.Org
	var job, category, section, question, item uuid.UUID
	made := func(into *uuid.UUID, make func() (uuid.UUID, error)) func() error {
		return func() (err error) { *into, err = make(); return err }
	}
	w.act("draft a job", made(&job, func() (uuid.UUID, error) {
		return s.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: sourcing.Tender, Code: "T1", Title: "Pumps"})
	}))
	w.act("change a job", func() error {
		return s.UpdateJob(ctx, a, owner, job, 1, sourcing.JobForm{Activity: sourcing.Tender, Code: "T1", Title: "Water pumps"})
	})
	form := sourcing.CategoryForm{
		Name:            "Pumps",
		Currency:        "KES",
		OpensAt:         story.Noon,
		ClosesAt:        story.Noon.Add(48 * time.Hour),
		TechnicalWeight: money.NewQuantity(50, 0),
		FinancialWeight: money.NewQuantity(50, 0),
		Openers:         2,
	}
	w.act("draft a category", made(&category, func() (uuid.UUID, error) { return s.CreateCategory(ctx, a, owner, job, form) }))
	form.Name = "Large pumps"
	w.act("change a category", func() error { return s.UpdateCategory(ctx, a, owner, category, 1, form) })
	w.act("draft a section", made(&section, func() (uuid.UUID, error) {
		return s.CreateSection(ctx, a, owner, category, sourcing.Section{Name: "Experience"})
	}))
	asked := sourcing.Question{
		Section:  section,
		Prompt:   "Years in trade",
		Response: sourcing.Selection,
		Scored:   true,
		MaxScore: story.Points(10),
		Options:  []sourcing.Option{{Label: "Ten", Score: story.Points(10)}, {Label: "Five", Score: story.Points(5)}},
	}
	w.act("ask a question", made(&question, func() (uuid.UUID, error) { return s.SaveQuestion(ctx, a, owner, category, asked) }))
	w.Must(only(s.SaveQuestion(ctx, a, owner, category, sourcing.Question{Section: section, Prompt: "Method", Response: sourcing.TextBox})))
	w.act("move a question", func() error { return s.MoveQuestion(ctx, a, owner, category, question, section, 2) })
	w.act("add an item", made(&item, func() (uuid.UUID, error) {
		return s.AddItem(ctx, a, owner, category, sourcing.Item{Number: "1", Description: "Pump", Unit: "each", Quantity: *story.Points(4)})
	}))
	w.act("change an item", func() error {
		return s.UpdateItem(ctx, a, owner, category, sourcing.Item{ID: item, Number: "1", Description: "A pump", Unit: "each", Quantity: *story.Points(5)})
	})
	w.act("paste items", func() error {
		return only(s.PasteItems(ctx, a, owner, category, sourcingsvc.Paste{Text: "2\tHose\tm\t30", Language: "en"}))
	})
	w.act("invite", func() error { return only(s.Invite(ctx, a, owner, category, []uuid.UUID{w.Bidders[0].Org})) })
	w.act("duplicate", func() error { return only(s.Duplicate(ctx, a, owner, category, nil)) })
	w.act("open a door", func() error { allowed := true; return s.SetDoor(ctx, a, owner, w.Second.User, category, &allowed) })
	w.act("send for approval", func() error { return s.SendForApproval(ctx, a, owner, category) })
	w.act("refuse", func() error { return s.RefuseApproval(ctx, a, owner, category, "A hose is missing") })
	w.act("take a question out", func() error { return s.DeleteQuestion(ctx, a, owner, category, question) })
	w.act("take an item out", func() error { return s.DeleteItem(ctx, a, owner, category, item) })
	w.Must(only(s.SaveQuestion(ctx, a, owner, category, sourcing.Question{Section: section, Prompt: asked.Prompt, Response: asked.Response,
		Scored: true, MaxScore: asked.MaxScore, Options: asked.Options})))
	w.act("publish a job", func() error { return s.PublishJob(ctx, a, owner, job) })
	w.act("call a category off", func() error { return s.CancelCategory(ctx, a, owner, category, "The budget was withdrawn") })
	if t.Logf("%d statements failed", w.failed); w.failed < 150 {
		t.Errorf("only %d statements failed", w.failed)
	}
}
