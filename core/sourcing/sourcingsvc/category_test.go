package sourcingsvc_test

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

func TestCategoryEdits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	job := w.job(sourcing.Tender, "T-1")
	category, _, _, _ := w.category(job, form())
	f := form()
	f.Name, f.Number = "Pumps and pipes", "A"
	w.must(w.svc.UpdateCategory(ctx, a, owner, category, 1, f))
	w.is(w.svc.UpdateCategory(ctx, a, owner, category, 1, f), sourcing.Changed)
	second, err := w.svc.CreateCategory(ctx, a, owner, job, form())
	w.must(err)
	w.field(w.svc.UpdateCategory(ctx, a, owner, second, 1, f), "/number", fault.Taken)
	f.Type = &job
	f.Number = "B"
	w.field(w.svc.UpdateCategory(ctx, a, owner, second, 1, f), "/category_type_id", fault.Unknown)
	d, err := w.svc.Category(ctx, a, owner, category)
	w.must(err)
	if d.Category.Reference != "ZB/TN/2026/0001/A" || d.Category.Name != "Pumps and pipes" || len(d.Sections) != 1 || len(d.Questions) != 1 ||
		len(d.Questions[0].Options) != 2 || len(d.Items) != 1 || len(d.Findings) != 0 || !d.Category.PassMark.Equal(money.NewQuantity(70, 0)) {
		t.Fatalf("%+v", d)
	}

	rfq := w.job(sourcing.RFQ, "R-1")
	id, err := w.svc.CreateCategory(ctx, a, owner, rfq, form())
	w.must(err)
	_, err = w.svc.CreateSection(ctx, a, owner, id, sourcing.Section{Name: "x"})
	w.is(err, sourcing.NoSuchStep)
	if fee := w.text(`SELECT bid_fee::text || ' ' || financial_weight FROM category WHERE id = $1`, id); fee != "0.0000 100.000000" {
		t.Error(fee)
	}
}

func TestDuplicateCopiesEverything(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	job := w.job(sourcing.Tender, "T-1")
	category, section, _, _ := w.category(job, form())
	sub, err := w.svc.CreateSection(ctx, a, owner, category, sourcing.Section{Name: "Works abroad", Parent: &section})
	w.must(err)
	_, err = w.svc.SaveQuestion(ctx, a, owner, category, sourcing.Question{Section: sub, Prompt: "Turnover", Response: sourcing.Number, Scored: true, MaxScore: q(4),
		Bands: []sourcing.Band{{Upper: q(100)}, {Lower: q(100), Score: *q(4)}}})
	w.must(err)
	w.must(w.svc.Publish(ctx, a, owner, category))
	into := w.job(sourcing.Tender, "T-2")
	made, err := w.svc.Duplicate(ctx, a, owner, category, &into)
	w.must(err)
	from, err := w.svc.Category(ctx, a, owner, category)
	w.must(err)
	to, err := w.svc.Category(ctx, a, owner, made)
	w.must(err)
	if to.Category.Job != into || to.Category.Status != sourcing.Draft || to.Category.CriteriaHash != nil || len(to.Questions) != 2 || len(to.Items) != 1 {
		t.Fatalf("%+v", to)
	}
	i := slices.IndexFunc(to.Sections, func(s sourcing.Section) bool { return s.Parent != nil })
	if i < 0 || *to.Sections[i].Parent == section || len(to.Questions[1].Bands)+len(to.Questions[0].Bands) != 2 {
		t.Fatalf("%+v", to.Sections)
	}
	for _, x := range from.Questions {
		if slices.ContainsFunc(to.Questions, func(y sourcing.Question) bool { return x.ID == y.ID }) {
			t.Error("an id came along")
		}
	}
	// What was kept for a group stays kept for it, also once nobody joins that group any more: a copy is not open to everybody.
	group := uuid.New()
	w.exec("INSERT INTO special_group (id, name, created_at) VALUES ($1, 'Owned by women', now())", group)
	w.exec("UPDATE category SET reserved_for = $1 WHERE id = $2", group, category)
	w.exec("UPDATE special_group SET active = false WHERE id = $1", group)
	kept, err := w.svc.Duplicate(ctx, a, owner, category, nil)
	w.must(err)
	if got := w.text("SELECT reserved_for::text FROM category WHERE id = $1", kept); got != group.String() {
		t.Errorf("the copy is kept for %q", got)
	}
	rfq := w.job(sourcing.RFQ, "R-1")
	_, err = w.svc.Duplicate(ctx, a, owner, category, &rfq)
	w.field(err, "/job_id", fault.NotAllowed)
	foreign, err := w.svc.CreateJob(ctx, w.rival, w.rival.Org, sourcing.JobForm{Activity: sourcing.Tender, Code: "x", Title: "x"})
	w.must(err)
	_, err = w.svc.Duplicate(ctx, a, owner, category, &foreign)
	w.is(err, sourcing.JobNotFound)
}

func TestSectionsAndQuestionsMove(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	category, one, first, _ := w.category(w.job(sourcing.Tender, "T-1"), form())
	made := func(id uuid.UUID, err error) uuid.UUID { w.must(err); return id }
	two := made(w.svc.CreateSection(ctx, a, owner, category, sourcing.Section{Name: "Two"}))
	three := made(w.svc.CreateSection(ctx, a, owner, category, sourcing.Section{Name: "Three"}))
	w.must(w.svc.MoveSection(ctx, a, owner, category, three, 0))
	second := made(w.svc.SaveQuestion(ctx, a, owner, category, sourcing.Question{Section: one, Prompt: "Second", Response: sourcing.Text}))
	w.must(w.svc.MoveQuestion(ctx, a, owner, category, second, one, 0))
	d, err := w.svc.Category(ctx, a, owner, category)
	w.must(err)
	if d.Sections[0].ID != three || d.Sections[1].ID != one || d.Sections[2].ID != two || d.Questions[0].ID != second || d.Questions[1].ID != first {
		t.Fatalf("%+v %+v", d.Sections, d.Questions)
	}
	w.must(w.svc.MoveQuestion(ctx, a, owner, category, first, two, 99))
	w.must(w.svc.DeleteSection(ctx, a, owner, category, two)) // takes the question with it
	w.is(w.svc.DeleteQuestion(ctx, a, owner, category, first), sourcing.QuestionNotFound)
	w.is(w.svc.DeleteSection(ctx, a, owner, category, two), sourcing.SectionNotFound)
	sub := made(w.svc.CreateSection(ctx, a, owner, category, sourcing.Section{Name: "Sub", Parent: &one}))
	_, err = w.svc.CreateSection(ctx, a, owner, category, sourcing.Section{Name: "Subsub", Parent: &sub})
	w.field(err, "/parent_id", fault.Unknown)
	_, err = w.svc.SaveQuestion(ctx, a, owner, category, sourcing.Question{ID: second, Section: two, Prompt: "x", Response: sourcing.Text})
	w.field(err, "/section_id", fault.Unknown)
	_, err = w.svc.SaveQuestion(ctx, a, owner, category, sourcing.Question{ID: second, Section: sub, Prompt: "Now a choice", Response: sourcing.Selection,
		Options: []sourcing.Option{{Label: "a"}, {Label: "b"}}})
	w.must(err)
}

func TestPasteIsAllOrNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	category, _, _, _ := w.category(w.job(sourcing.Tender, "T-1"), form())
	_, err := w.svc.PasteItems(ctx, a, owner, category, sourcingsvc.Paste{Text: "2\tHose\tm\t10\n1\tPump\teach\t2", Language: "en"})
	w.field(err, "/items/1/number", fault.Taken)
	n, err := w.svc.PasteItems(ctx, a, owner, category, sourcingsvc.Paste{Text: "Hose\tm\t1,250.5\nValve\teach\t3", Language: "en"})
	w.must(err)
	if got := w.text(`SELECT string_agg(number || ':' || quantity, ' ' ORDER BY position) FROM item WHERE category_id = $1`, category); n != 2 || got != "1:4.000000 2:1250.500000 3:3.000000" {
		t.Error(n, got)
	}
	var b strings.Builder
	for range 3000 {
		b.WriteString("Brick\teach\t10\n")
	}
	n, err = w.svc.PasteItems(ctx, a, owner, category, sourcingsvc.Paste{Text: b.String(), Language: "en", Replace: true})
	w.must(err)
	if got := w.text(`SELECT count(*)::text FROM item WHERE category_id = $1`, category); n != 3000 || got != "3000" {
		t.Error(n, got)
	}
	_, err = w.svc.PasteItems(ctx, a, owner, category, sourcingsvc.Paste{Text: b.String(), Language: "en"})
	w.field(err, "/items", fault.TooLong)
	_, err = w.svc.AddItem(ctx, a, owner, category, sourcing.Item{Number: "7", Description: "x", Unit: "x"})
	w.field(err, "/number", fault.Taken)
}

func TestPublishIsRefusedWithAllReasons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	job := w.job(sourcing.Tender, "T-1")
	f := form()
	f.FinancialWeight, f.Openers, f.Currency = money.NewQuantity(20, 0), 1, "ETB"
	bad, err := w.svc.CreateCategory(ctx, a, owner, job, f)
	w.must(err)
	err = w.svc.Publish(ctx, a, owner, bad)
	w.is(err, sourcing.NotReady)
	for pointer, code := range map[string]string{"/sections": sourcing.LintNoSections, "/items": sourcing.LintNoItems, "/openers": sourcing.LintOpeners,
		"/bid_fee": sourcing.LintNoPaymentMode} {
		w.field(err, pointer, code)
	}
	w.field(err, "/technical_weight", sourcing.LintWeights)
	good, _, _, _ := w.category(job, form())
	err = w.svc.PublishJob(ctx, a, owner, job)
	w.field(err, "/categories/"+bad.String()+"/sections", sourcing.LintNoSections)
	if w.status("category", good) != "draft" || w.status("job", job) != "draft" || w.text(`SELECT count(*)::text FROM category_key`) != "0" {
		t.Error("something was published")
	}
	w.must(w.svc.CancelCategory(ctx, a, owner, bad, "Not needed"))
	w.must(w.svc.PublishJob(ctx, a, owner, job))
	if w.status("category", good) != "open" || w.status("job", job) != "published" {
		t.Error(w.status("category", good), w.status("job", job))
	}
	w.field(w.svc.PublishJob(ctx, a, owner, job), "/categories", sourcing.LintNoCategories)
}

func TestPublishFreezesAndMakesAnnouncedKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	_, category := w.published(form())
	d, err := w.svc.Category(ctx, a, owner, category)
	w.must(err)
	if d.Category.Status != sourcing.Open || hex.EncodeToString(d.Category.CriteriaHash) != hex.EncodeToString(d.Content.Hash()) {
		t.Fatalf("%s %x", d.Category.Status, d.Category.CriteriaHash)
	}
	for _, envelope := range []string{"technical", "financial"} {
		var id uuid.UUID
		var note, recipient string
		w.must(w.db.QueryRow(ctx, `SELECT id, announced, recipient FROM category_key WHERE category_id = $1 AND envelope = $2`, category, envelope).Scan(&id, &note, &recipient))
		if _, key, err := w.verifier.Recipient([]byte(note), category, seal.Envelope(envelope)); err != nil || key != id {
			t.Errorf("%s: %v %v", envelope, key, err)
		}
	}
	if s := w.text(`SELECT string_agg(DISTINCT a.action, ' ') FROM category_key k JOIN audit_entry a ON a.id = k.sequence`); s != "sourcing.category.published" {
		t.Error("keys are bound to", s)
	}
	w.is(w.svc.UpdateCategory(ctx, a, owner, category, d.Category.Version, form()), sourcing.Published)
	w.is(w.svc.DeleteQuestion(ctx, a, owner, category, d.Questions[0].ID), sourcing.Published)
	_, err = w.svc.PasteItems(ctx, a, owner, category, sourcingsvc.Paste{Text: "x\tx\t1"})
	w.is(err, sourcing.Published)
	w.is(w.svc.Publish(ctx, a, owner, category), sourcing.Published)
}

func TestApproval(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	category, section, _, _ := w.category(w.job(sourcing.Tender, "T-1"), form())
	w.must(w.svc.SendForApproval(ctx, a, owner, category))
	w.is(w.svc.DeleteSection(ctx, a, owner, category, section), sourcing.IllegalMove)
	w.must(w.svc.RefuseApproval(ctx, a, owner, category, "Weights"))
	w.must(w.svc.UpdateSection(ctx, a, owner, category, sourcing.Section{ID: section, Name: "Better"}))
	w.is(w.svc.Publish(ctx, a, owner, category), sourcing.IllegalMove)
	w.must(w.svc.SendForApproval(ctx, a, owner, category))
	w.must(w.svc.Publish(ctx, a, owner, category))
}

func TestAServiceWithoutKeysPublishesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	category, _, _, _ := w.category(w.job(sourcing.Tender, "T-1"), form())
	w.svc.Keys = nil
	w.is(w.svc.Publish(t.Context(), w.buyer, w.buyer.Org, category), fault.Unavailable)
	if w.status("category", category) != "draft" {
		t.Error(w.status("category", category))
	}
	w.svc.Closing = nil
	w.exec(`UPDATE category SET status = 'open', closes_at = $1`, noon.Add(-time.Second))
	_, err := w.svc.CloseDue(t.Context())
	w.is(err, fault.Unavailable)
}

// A category has as many items as may be and not one more, whichever way it comes.
func TestThereAreNoMoreItemsThanMayBe(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	c, _, _, _ := w.category(w.job(sourcing.Tender, "T-1"), form())
	lines := strings.Repeat("Pipe\tm\t1\n", sourcing.MaxItems-1)
	_, err := w.svc.PasteItems(ctx, a, owner, c, sourcingsvc.Paste{Text: lines + "Tap\teach\t1", Language: "en"})
	w.field(err, "/items", fault.TooLong)
	n, err := w.svc.PasteItems(ctx, a, owner, c, sourcingsvc.Paste{Text: lines, Language: "en"})
	w.must(err)
	if n != sourcing.MaxItems-1 {
		t.Errorf("%d items", n)
	}
	_, err = w.svc.AddItem(ctx, a, owner, c, sourcing.Item{Number: "x", Description: "Tap", Unit: "each"})
	w.field(err, "/number", fault.TooLong)
}
