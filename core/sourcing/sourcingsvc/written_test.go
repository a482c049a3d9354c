package sourcingsvc_test

import (
	"flag"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var update = flag.Bool("update", false, "write the golden file; read the difference before you commit it")

// tables are those that authors and the clock write.
var tables = []string{
	"job", "job_import", "job_import_unmapped", "job_document", "category", "closing_change", "closing_reminder", "category_key",
	"section", "question", "question_option", "question_band", "item", "invitation", "category_access", "audit_entry",
}

// What authors do and what the clock does is written down as it was said, each column
// and each entry of the log: nothing lost, nothing more, each under its own name.
func TestWhatAuthorsDoIsWrittenDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.inFull()
	w.inEveryEnd()
	w.forPeople()
	w.fromAFile()
	got := pgtest.Rows(t, w.db, tables...)
	const file = "testdata/written.golden"
	if *update {
		w.must(os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	w.must(err)
	if line, is, ought := pgtest.Differ(got, string(want)); line > 0 {
		t.Errorf("line %d of %s is %q, not %q (run with -update and read the difference)", line, file, is, ought)
	}
}

// full are terms in which no two fields are alike.
func full() sourcing.CategoryForm {
	estimate := money.New(750_000, 0)
	return sourcing.CategoryForm{
		Number:          "7",
		Name:            "Pumps",
		Description:     "Boreholes of the north",
		Instructions:    "Read the drawings",
		Grouping:        "Water",
		Currency:        "KES",
		BidFee:          money.New(1500, 0),
		Estimate:        &estimate,
		OpensAt:         noon.Add(time.Hour),
		ClosesAt:        noon.Add(50 * time.Hour),
		PassMark:        *q(40),
		TechnicalWeight: *q(65),
		FinancialWeight: *q(35),
		PriceFormula:    "lead_percent",
		Openers:         3,
		InvitedOnly:     true,
	}
}

// inFull takes a category with everything that it can have from its draft to its end
// by the clock, and draws all that may be drawn anew on the way.
func (w *world) inFull() {
	w.Helper()
	ctx, a, owner := w.Context(), w.buyer, w.buyer.Org
	job := w.job(sourcing.Tender, "T-1")
	w.must(w.svc.UpdateJob(ctx, a, owner, job, 1, sourcing.JobForm{Code: "T-1/A", Title: "Water", Description: "Of the county", Regime: "private-default"}))
	c, section, question, item := w.category(job, form())
	f := full()
	kind := uuid.MustParse(w.text(`SELECT id::text FROM category_type ORDER BY position LIMIT 1`))
	f.Type = &kind
	w.must(w.svc.UpdateCategory(ctx, a, owner, c, 1, f))
	w.must(w.svc.UpdateSection(ctx, a, owner, c, sourcing.Section{ID: section, Name: " Record", Description: "Of ten years ", Weight: q(60)}))
	staff, err := w.svc.CreateSection(ctx, a, owner, c, sourcing.Section{Name: "Staff ", Description: " Of the site", Weight: q(40)})
	w.must(err)
	below, err := w.svc.CreateSection(ctx, a, owner, c, sourcing.Section{Parent: &staff, Name: "Engineers", Description: "Registered"})
	w.must(err)
	w.must(w.svc.MoveSection(ctx, a, owner, c, staff, 0))
	ask := func(x sourcing.Question) uuid.UUID {
		id, err := w.svc.SaveQuestion(ctx, a, owner, c, x)
		w.must(err)
		return id
	}
	ask(sourcing.Question{ID: question, Section: section, Prompt: " Years", Help: "In the trade ", Response: sourcing.Number, MustAnswer: true, Scored: true,
		MaxScore: q(10), MinScore: q(2), Bands: []sourcing.Band{{Upper: q(5), Score: *q(2)}, {Lower: q(5), Score: *q(10)}}})
	ask(sourcing.Question{Section: below, Prompt: "Engineers", Response: sourcing.Checkboxes, Scored: true, MaxScore: q(7),
		Options: []sourcing.Option{{Label: "Civil", Score: q(4)}, {Label: "Water", Score: q(3)}}})
	licence := ask(sourcing.Question{Section: staff, Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: true, QA: true})
	visit := ask(sourcing.Question{Section: staff, Prompt: "Yard", Response: sourcing.TextBox, DD: true})
	w.must(w.svc.MoveQuestion(ctx, a, owner, c, visit, staff, 0))
	w.must(w.svc.MoveQuestion(ctx, a, owner, c, licence, section, 0))
	w.must(w.svc.UpdateItem(ctx, a, owner, c, sourcing.Item{ID: item, Number: " 1.1", Code: "P-4 ", Description: " Pump", Unit: "set", Quantity: *q(3), Classification: "UNSPSC:40151500"}))
	_, err = w.svc.AddItem(ctx, a, owner, c, sourcing.Item{Number: " 2", Code: "H ", Description: "Hose ", Unit: " m", Quantity: *q(90), Classification: "CPV:1"})
	w.must(err)
	_, err = w.svc.PasteItems(ctx, a, owner, c, sourcingsvc.Paste{Text: "3\tV-1\tValve\teach\t12\n4\tWell\teach\t1", Language: "en"})
	w.must(err)
	for _, invited := range []access.Actor{w.supplier, w.other} {
		_, err = w.svc.Invite(ctx, a, owner, c, []uuid.UUID{invited.Org})
		w.must(err)
	}
	w.must(w.svc.SendForApproval(ctx, a, owner, c))
	w.must(w.svc.Publish(ctx, a, owner, c))
	copied, err := w.svc.Duplicate(ctx, a, owner, c, nil)
	w.must(err)
	gone, err := w.svc.CreateSection(ctx, a, owner, copied, sourcing.Section{Name: "Gone"})
	w.must(err)
	lost, err := w.svc.SaveQuestion(ctx, a, owner, copied, sourcing.Question{Section: gone, Prompt: "Lost", Response: sourcing.Text})
	w.must(err)
	w.must(w.svc.DeleteQuestion(ctx, a, owner, copied, lost))
	w.must(w.svc.DeleteSection(ctx, a, owner, copied, gone))
	_, err = w.svc.PasteItems(ctx, a, owner, copied, sourcingsvc.Paste{Text: "Pipe\tm\t1.5\nTap\teach\t2", Language: "en", Replace: true})
	w.must(err)
	w.must(w.svc.InsertContent(ctx, a, owner, copied, sourcing.Content{Sections: []sourcing.Section{{ID: newID(), Name: "Kept"}, {ID: newID(), Name: "Ready"}}}))
	w.must(w.svc.SendForApproval(ctx, a, owner, copied))
	w.must(w.svc.RefuseApproval(ctx, a, owner, copied, "Too few lots"))
	w.until(noon.Add(2 * time.Hour))
	w.must(w.svc.Extend(ctx, a, owner, c, noon.Add(60*time.Hour), "A holiday"))
	w.until(noon.Add(3 * time.Hour))
	w.must(w.svc.Extend(ctx, a, owner, c, noon.Add(72*time.Hour), "Questions came"))
	w.until(noon.Add(50 * time.Hour))
	w.until(noon.Add(72 * time.Hour))
}

// until lets a moment come, and what is due by it.
func (w *world) until(at time.Time) {
	w.Helper()
	pgtest.SetClock(w.T, w.db, at)
	for _, due := range []func() (int, error){
		func() (int, error) { return w.svc.OpenDue(w.Context()) },
		func() (int, error) { return w.svc.CloseDue(w.Context()) },
		func() (int, error) { return w.svc.RemindDue(w.Context()) },
	} {
		_, err := due()
		w.must(err)
	}
}

// inEveryEnd ends jobs and categories as people end them.
func (w *world) inEveryEnd() {
	w.Helper()
	ctx, a, owner := w.Context(), w.buyer, w.buyer.Org
	f := form()
	f.OpensAt, f.ClosesAt = noon.Add(70*time.Hour), noon.Add(100*time.Hour)
	job := w.job(sourcing.Tender, "T-2")
	published, _, _, _ := w.category(job, f)
	draft, _, _, _ := w.category(job, f)
	w.must(w.svc.Publish(ctx, a, owner, published))
	w.must(w.svc.CancelCategory(ctx, a, owner, draft, "Was a mistake"))
	w.must(w.svc.CancelCategory(ctx, a, owner, published, "No money"))
	again, _, _, _ := w.category(job, f)
	w.must(w.svc.PublishJob(ctx, a, owner, job)) // which had closed
	w.category(job, f)
	w.must(w.svc.CancelJob(ctx, w.qed, owner, job, "The project ended"))
	if w.status("category", again) != "cancelled" {
		w.Error("a category outlives its job")
	}
}

// forPeople opens and closes categories to a person.
func (w *world) forPeople() {
	w.Helper()
	ctx, owner := w.Context(), w.buyer.Org
	officer := w.actor("buyer", "of the same company", access.Buyer, access.Titles[access.Buyer])
	w.exec(`UPDATE account SET company_id = $1 WHERE id = $2`, owner, officer.User)
	officer.Org = owner
	admin := w.buyer
	admin.Confirmed = noon.Add(72 * time.Hour)
	job := w.job(sourcing.RFQ, "Q-1")
	yes, no := true, false
	for _, allowed := range []*bool{&yes, &no, nil} {
		c, err := w.svc.CreateCategory(ctx, w.buyer, owner, job, form())
		w.must(err)
		w.must(w.svc.SetDoor(ctx, admin, owner, officer.User, c, &yes))
		w.must(w.svc.SetDoor(ctx, admin, owner, officer.User, c, allowed))
	}
	_, err := w.svc.CreateCategory(ctx, officer, owner, job, form())
	w.must(err)
}

// fromAFile drafts a job out of a published plan.
func (w *world) fromAFile() {
	w.Helper()
	_, err := w.svc.ImportJob(w.Context(), w.buyer, w.buyer.Org, sourcingsvc.Import{FileName: "plan.json", Data: []byte(published)})
	w.must(err)
}
