package app_test

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/procurementsvc"
	"zabuni.org/core/reference"
	"zabuni.org/core/sourcing"
)

// A planned is a company with two people who manage jobs and a plan of its year.
type planned struct {
	*world
	second         access.Actor // who approves
	works, finance uuid.UUID
	foreign        uuid.UUID // a department of another company
	plan           uuid.UUID
	publish, award time.Time
}

func newPlanned(t *testing.T) *planned {
	t.Helper()
	w := &planned{world: newWorld(t, 1)}
	w.second = w.Second
	w.works, w.finance, w.foreign = parts(w.World)
	var err error
	w.plan, err = w.Procurement.Draw(w.Context(), w.Officer, w.Officer.Org, procurement.Form{Year: story.Noon.Year(), Title: "Annual plan", Regime: "ke-ppada"})
	w.Must(err)
	w.publish, w.award = story.Noon.Truncate(24*time.Hour), story.Noon.Truncate(24*time.Hour).AddDate(0, 2, 0)
	return w
}

func (w *planned) thing(number string, a sourcing.Activity, class, estimate string) procurement.Item {
	w.Helper()
	value, err := money.ParseDecimal(estimate)
	w.Must(err)
	return procurement.Item{Number: number, Title: "Thing " + number, Classification: class, Activity: a, Currency: "KES", Estimate: value,
		PublishOn: w.publish, AwardOn: w.award, DepartmentID: &w.works}
}

func (w *planned) adds(x procurement.Item) uuid.UUID {
	w.Helper()
	id, err := w.Procurement.AddItem(w.Context(), w.Officer, w.Officer.Org, w.plan, x)
	w.Must(err)
	return id
}

func (w *planned) version() int32 {
	w.Helper()
	p, err := w.Procurement.Plan(w.Context(), w.Officer, w.Officer.Org, w.plan)
	w.Must(err)
	return p.Version
}

func (w *planned) step(a access.Actor, to procurement.Status, reason string) error {
	w.Helper()
	return w.Procurement.Step(w.Context(), a, w.Officer.Org, w.plan, to, reason, w.version())
}

func (w *planned) approved() {
	w.Helper()
	w.Must(w.step(w.Officer, procurement.Submitted, ""))
	w.Must(w.step(w.second, procurement.Approved, ""))
}

// field wants an error that names a field, and nothing else.
func (w *planned) field(err error, pointer, code string) {
	w.Helper()
	w.Is(err, fault.Invalid)
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != pointer || f[0].Code != code {
		w.Errorf("%+v, want %s at %s", f, code, pointer)
	}
}

// Another person approves a plan than who has sent it; what is approved is written anew only after it was taken back with a
// reason, and an item of which there is a job not at all.
func TestAPlanIsApprovedByAnother(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	w.Is(w.step(a, procurement.Submitted, ""), procurement.Empty)
	item := w.adds(w.thing("1", sourcing.Tender, "30213000-5", "1000"))
	w.Is(w.step(w.second, procurement.Approved, ""), procurement.NotSo)
	w.Must(w.step(a, procurement.Submitted, ""))
	w.Is(w.step(a, procurement.Approved, ""), procurement.Own)
	w.Is(w.step(w.staff(), procurement.Approved, ""), fault.Forbidden)
	w.field(w.step(w.second, procurement.Returned, " "), "/reason", fault.Required)
	w.Must(w.step(w.second, procurement.Returned, "Too little"))
	form := procurement.Form{Year: story.Noon.Year(), Title: "Annual plan", Regime: "ke-ppada"}
	w.Is(w.Procurement.Save(ctx, a, owner, w.plan, form, w.version()-1), procurement.Changed)
	form.Year++
	w.field(w.Procurement.Save(ctx, a, owner, w.plan, form, w.version()), "/year", fault.NotAllowed)
	w.approved()
	_, err := w.Procurement.AddItem(ctx, a, owner, w.plan, w.thing("2", sourcing.Tender, "30213000", "1"))
	w.Is(err, procurement.NotSo)
	job, err := w.Sourcing.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: sourcing.Tender, Code: "P1", Title: "Of the plan", PlanItem: &item})
	w.Must(err)
	j, err := w.Sourcing.Job(ctx, a, owner, job)
	w.Must(err)
	if j.Classification != "30213000" || j.DepartmentID == nil || *j.DepartmentID != w.works || j.PlanItem != "1 Thing 1" {
		t.Errorf("the job took %q of %v, %q", j.Classification, j.DepartmentID, j.PlanItem)
	}
	w.Must(w.step(a, procurement.Revised, "A new budget"))
	x := w.thing("1", sourcing.Tender, "30213000", "1")
	x.ID, x.Version = item, 1
	w.Is(w.Procurement.ChangeItem(ctx, a, owner, w.plan, x), procurement.InTender)
	w.Is(w.Procurement.DropItem(ctx, a, owner, w.plan, item, 1), procurement.InTender)
	_, err = w.Sourcing.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: sourcing.Tender, Code: "P2", Title: "Of the plan", PlanItem: &item})
	w.field(err, "/plan_item_id", sourcing.NotPlanned)
	form = procurement.Form{Year: story.Noon.Year(), Title: "annual PLAN", Regime: "ke-ppada"}
	_, err = w.Procurement.Draw(ctx, a, owner, form)
	w.field(err, "/title", fault.Taken)

	// Nobody else's people, and of the company's only who manages jobs.
	other := w.Person("buyer", access.Buyer, uuid.Nil)
	_, err = w.Procurement.Plan(ctx, other, other.Org, w.plan)
	w.Is(err, procurement.NotFound)
	_, err = w.Procurement.Plan(ctx, other, owner, w.plan)
	w.Is(err, fault.Forbidden)
	poor := a
	poor.Privileges = []access.Privilege{access.EvaluateBids}
	_, err = w.Procurement.Plan(ctx, poor, owner, w.plan)
	w.Is(err, fault.Forbidden)
	if p, err := w.Procurement.Plan(ctx, w.staff(), owner, w.plan); err != nil || p.Title != "Annual plan" {
		t.Errorf("staff read %q, %v", p.Title, err)
	}
	if n := w.Count("SELECT count(*) FROM audit_entry WHERE object_id = $1 AND action LIKE 'procurement.%'", w.plan); n != w.Count("SELECT count(*) FROM procurement_change WHERE plan_id = $1", w.plan) || n != 7 {
		t.Errorf("%d entries", n)
	}
}

// A job against an item is refused, with its field named, for another method, another class, another department and a value
// above what the budget has left; two at once do not overdraw it.
func TestAJobIsHeldAgainstItsItem(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	item := w.adds(w.thing("1", sourcing.Tender, "30213000", "1000"))
	w.approved()
	form := sourcing.JobForm{Activity: sourcing.RFQ, Code: "J1", Title: "Computers", PlanItem: &item}
	makes := func() error { _, err := w.Sourcing.CreateJob(ctx, a, owner, form); return err }
	w.field(makes(), "/activity", sourcing.OtherMethod)
	form.Activity = sourcing.Tender
	for _, form.Classification = range []string{"30190000", "30220000"} { // another class by its third digit, and by its fourth
		w.field(makes(), "/classification", sourcing.OtherCPV)
	}
	form.Classification = "computers"
	w.field(makes(), "/classification", sourcing.BadCPV)
	form.Classification, form.Department = "CPV:30215000-2", &w.finance
	if err := makes(); fault.As(err).Fields[0].Code != sourcing.OtherCPV { // 3021 and 3021 are one class
		w.field(err, "/department_id", sourcing.OtherPart)
	} else {
		t.Error("3021 is not 3021")
	}
	form.Department = nil
	nobody := uuid.New()
	form.PlanItem = &nobody
	w.field(makes(), "/plan_item_id", fault.Unknown)
	form.PlanItem = &item
	job, err := w.Sourcing.CreateJob(ctx, a, owner, form)
	w.Must(err)
	form.Code = "J2"
	next, err := w.Sourcing.CreateJob(ctx, a, owner, form)
	w.Must(err)

	part := sourcing.CategoryForm{Name: "Laptops", Currency: "USD", Estimate: sum("1"), OpensAt: story.Noon, ClosesAt: story.Noon.Add(40 * 24 * time.Hour), Openers: 2,
		TechnicalWeight: money.NewQuantity(50, 0), FinancialWeight: money.NewQuantity(50, 0)}
	category := func(job uuid.UUID, c sourcing.CategoryForm) (uuid.UUID, error) {
		return w.Sourcing.CreateCategory(ctx, a, owner, job, c)
	}
	_, err = category(job, part)
	w.field(err, "/currency", sourcing.OtherCurrency)
	part.Currency, part.Estimate = "KES", sum("1000.01")
	_, err = category(job, part)
	w.field(err, "/estimate", sourcing.OverBudget)
	part.Estimate = sum("600")
	first, err := category(job, part)
	w.Must(err)
	part.Estimate = sum("400.01")
	_, err = category(next, part)
	w.field(err, "/estimate", sourcing.OverBudget)
	part.Estimate = sum("600.01")
	c, err := w.Sourcing.Category(ctx, a, owner, first)
	w.Must(err)
	part.Estimate = sum("1000.01")
	w.field(w.Sourcing.UpdateCategory(ctx, a, owner, first, c.Category.Version, part), "/estimate", sourcing.OverBudget)

	// Of what is left, 400, each asks for 300 at the same moment.
	var all sync.WaitGroup
	errs := make([]error, 2)
	for i, of := range []uuid.UUID{job, next} {
		all.Go(func() {
			mine := part
			mine.Estimate = sum("300")
			_, errs[i] = category(of, mine)
		})
	}
	all.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Errorf("both or none: %v", errs)
	}
	w.field(errors.Join(errs...), "/estimate", sourcing.OverBudget)

	// What is left is copied once, and a cancelled category gives its part back.
	w.Must(w.Sourcing.CancelCategory(ctx, a, owner, first, "No need"))
	part.Estimate = nil
	last, err := category(next, part)
	w.Must(err)
	if c, err = w.Sourcing.Category(ctx, a, owner, last); err != nil || c.Category.Estimate == nil || !c.Category.Estimate.Equal(*sum("700")) {
		t.Errorf("%v is copied", c.Category.Estimate)
	}
	form.Code = "J3"
	w.field(makes(), "/plan_item_id", sourcing.OverBudget)

	// What it asks for is of the class too, before anybody sees it.
	_, err = w.Sourcing.AddItem(ctx, a, owner, last, sourcing.Item{Number: "1", Description: "Chairs", Unit: "each", Quantity: *story.Points(1), Classification: "CPV:39110000"})
	w.Must(err)
	c, err = w.Sourcing.Category(ctx, a, owner, last)
	w.Must(err)
	if !blocks(c.Findings, sourcing.LintPlanCPV) {
		t.Errorf("%+v", c.Findings)
	}
	// The item shows what its jobs took, and where it stands.
	page, err := w.Procurement.Items(ctx, a, owner, w.plan, procurementsvc.ItemFilter{Departments: []uuid.UUID{w.works}}, "", 10)
	w.Must(err)
	if x := page.Items[0]; x.Jobs != 2 || !x.Committed.Equal(*sum("1000")) || procurementsvc.StageOf(x) != procurement.InStage {
		t.Errorf("%+v", x)
	}
	if page, err = w.Procurement.Items(ctx, a, owner, w.plan, procurementsvc.ItemFilter{Departments: []uuid.UUID{w.finance}}, "", 10); err != nil || len(page.Items) != 0 {
		t.Errorf("%+v, %v", page.Items, err)
	}
}

func sum(text string) *money.Decimal {
	v, err := money.ParseDecimal(text)
	if err != nil {
		panic(err)
	}
	return &v
}

func blocks(found []sourcing.Finding, code string) bool {
	for _, f := range found {
		if f.Code == code && f.Blocking {
			return true
		}
	}
	return false
}

// Three quotations of one class for one department, each below the ceiling and together above it, are found in the plan and
// at the job; the control differs by department, class, method or day.
func TestASplitPurchaseIsFound(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	seeded := []uuid.UUID{}
	for i := range 3 {
		x := w.thing(fmt.Sprint(i+1), sourcing.RFQ, "30213000", "1500000")
		x.PublishOn = w.publish.AddDate(0, i, 0)
		x.AwardOn = x.PublishOn.AddDate(0, 1, 0)
		seeded = append(seeded, w.adds(x))
	}
	for i, change := range []func(*procurement.Item){
		func(x *procurement.Item) { x.DepartmentID = &w.finance },
		func(x *procurement.Item) { x.Classification = "39110000" },
		func(x *procurement.Item) { x.Activity = sourcing.Tender },
		func(x *procurement.Item) {
			x.PublishOn, x.AwardOn = w.publish.AddDate(0, 6, 0), w.publish.AddDate(0, 7, 0)
		},
		func(x *procurement.Item) { x.Currency = "USD" },
	} {
		x := w.thing(fmt.Sprint("C", i), sourcing.RFQ, "30213000", "2900000")
		change(&x)
		w.adds(x)
	}
	p, err := w.Procurement.Plan(ctx, a, owner, w.plan)
	w.Must(err)
	if len(p.Splits) != 1 || len(p.Splits[0].Parts) != 3 || p.Splits[0].Class != "3021" || !p.Splits[0].Sum.Equal(*sum("4500000")) || p.Splits[0].Parts[0].Reference != "1" {
		t.Fatalf("%+v", p.Splits)
	}
	w.approved()
	var last uuid.UUID
	for i, item := range seeded[:2] {
		job, err := w.Sourcing.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: sourcing.RFQ, Regime: "ke-ppada", Code: fmt.Sprint("S", i), Title: "Computers", PlanItem: &item})
		w.Must(err)
		last, err = w.Sourcing.CreateCategory(ctx, a, owner, job, sourcing.CategoryForm{Name: "Laptops", Currency: "KES", OpensAt: story.Noon.AddDate(0, 0, i), ClosesAt: story.Noon.AddDate(0, 0, 40), Openers: 1})
		w.Must(err)
		if i == 0 {
			_, err = w.Sourcing.AddItem(ctx, a, owner, last, sourcing.Item{Number: "1", Description: "Laptops", Unit: "each", Quantity: *story.Points(1)})
			w.Must(err)
			c, err := w.Sourcing.Category(ctx, a, owner, last)
			w.Must(err)
			for _, f := range c.Findings {
				if f.Code == sourcing.LintSplit {
					t.Error("one purchase alone is split")
				}
			}
			_, err = w.Sourcing.Invite(ctx, a, owner, last, []uuid.UUID{w.Bidders[0].Org})
			w.Must(err)
			w.Must(w.Sourcing.Publish(ctx, a, owner, last))
		}
	}
	found, err := w.Sourcing.Category(ctx, a, owner, last)
	w.Must(err)
	warned := 0
	for _, f := range found.Findings {
		if f.Code == sourcing.LintSplit && !f.Blocking && f.Params["ceiling"] == "3000000" {
			warned++
		}
	}
	if warned != 0 {
		t.Error("two of 1.5 millions are not above three")
	}
	form := found.Category.Form()
	form.Estimate = sum("1500000")
	w.Must(w.Procurement.Step(ctx, a, owner, w.plan, procurement.Revised, "x", w.version()))
	_, err = w.Procurement.Splits(ctx, a, owner, story.Noon.Year())
	w.Must(err)
	job, err := w.Sourcing.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: sourcing.RFQ, Regime: "ke-ppada", Code: "S9", Title: "Computers", Classification: "30213000", Department: &w.works})
	w.Must(err)
	form.Estimate = sum("1500000.01")
	form.Number = ""
	more, err := w.Sourcing.CreateCategory(ctx, a, owner, job, form)
	w.Must(err)
	if found, err = w.Sourcing.Category(ctx, a, owner, more); err != nil {
		t.Fatal(err)
	}
	for _, f := range found.Findings {
		if f.Code == sourcing.LintSplit && !f.Blocking && f.Params["ceiling"] == "3000000" {
			warned++
		}
	}
	if warned != 1 {
		t.Errorf("%+v", found.Findings)
	}
	splits, err := w.Procurement.Splits(ctx, a, owner, story.Noon.Year())
	w.Must(err)
	if len(splits) != 1 || len(splits[0].Parts) != 3 {
		t.Errorf("%+v", splits)
	}
}

// A workbook of 5,000 rows, 300 of them wrong in 14 ways, brings the others in and gives those back with what to correct;
// corrected they come in, and the same file again changes nothing.
func TestAPlanComesFromAWorkbook(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	w.takes(reference.Codes, "code,en\n30213000-5,Personal computers\n")
	wrong := []struct {
		column string
		cells  map[string]string
	}{
		{"title", map[string]string{"title": ""}}, {"classification", map[string]string{"classification": "3021"}}, {"activity", map[string]string{"activity": "war"}},
		{"currency", map[string]string{"currency": "XXX"}}, {"estimate", map[string]string{"estimate": "-5"}}, {"estimate", map[string]string{"estimate": "a lot"}},
		{"publish_on", map[string]string{"publish_on": "soon"}}, {"award_on", map[string]string{"award_on": "2020-01-01"}}, {"department", map[string]string{"department": "War"}},
		{"number", map[string]string{"number": "R-1"}}, {"award_on", map[string]string{"publish_on": "2026-12-31", "award_on": "2026-12-30"}}, {"id", map[string]string{"id": uuid.NewString()}},
		{"classification", map[string]string{"classification": "30213000-1"}}, {"classification", map[string]string{"classification": "30213001"}},
	}
	rows := make([]map[string]string, sheet.MaxRows)
	for i := range rows {
		rows[i] = map[string]string{"number": fmt.Sprintf("R-%d", i), "title": fmt.Sprint("Row ", i), "department": "works", "classification": "30213000-5", "activity": "tender",
			"currency": "kes", "estimate": "1000.50", "publish_on": "2026-12-01", "award_on": "2027-02-01"}
		if i >= 100 && i < 400 {
			for k, v := range wrong[i%len(wrong)].cells {
				rows[i][k] = v
			}
		}
	}
	does := func(data []byte) ([]sheet.Line, tasksvc.Task) {
		t.Helper()
		upload, book, err := w.Procurement.CheckWorkbook(ctx, a, owner, w.plan, "plan.xlsx", data)
		w.Must(err)
		id, err := w.TakePlan(ctx, a, owner, w.plan, upload, book.Stamp, "sw")
		w.Must(err)
		w.Must(w.Tasks.Drain(ctx))
		done, err := w.Tasks.Get(ctx, a, id)
		w.Must(err)
		return book.Lines, done
	}
	began := time.Now()
	lines, done := does(w.workbook(procurement.ItemSheet, rows...))
	t.Logf("5000 rows in %v", time.Since(began))
	if n := sheet.Count(lines); n["create"] != 4700 || n["refuse"] != 300 || done.State != "completed" || !done.HasFile {
		t.Fatalf("%v, %+v", n, done)
	}
	for i, l := range lines {
		if l.Act == sheet.Refuse && wrong[i%len(wrong)].column != "id" && l.Faults[0].Column != wrong[i%len(wrong)].column {
			t.Errorf("row %d: %+v", i, l.Faults)
		}
	}
	if n := w.Count("SELECT count(*) FROM procurement_item WHERE plan_id = $1 AND estimate = 1000.5 AND department_id = $2", w.plan, w.works); n != 4700 {
		t.Errorf("%d items", n)
	}
	var kept uuid.UUID
	w.Must(w.DB.QueryRow(ctx, "SELECT result_id FROM task WHERE id = $1", done.ID).Scan(&kept))
	file, err := w.Documents.Read(ctx, owner, kept)
	w.Must(err)
	back, err := excelize.OpenReader(bytes.NewReader(file.Bytes))
	w.Must(err)
	cells, err := back.GetRows("PROCUREMENT PLAN")
	w.Must(err)
	if len(cells) != 302 {
		t.Errorf("%d rows come back", len(cells))
	}
	// What is there, taken down and up again, changes nothing; a number is exchanged for another's, and a stale stamp does nothing.
	data, err := w.Procurement.WorkbookOf(ctx, a, owner, w.plan, "am")
	w.Must(err)
	if lines, _ = does(data); sheet.Count(lines)["same"] != 4700 {
		t.Errorf("%v", sheet.Count(lines))
	}
	read, err := sheet.Read(data, procurement.ItemSheet)
	w.Must(err)
	one, two := read[0].Cells, read[1].Cells
	one["number"], two["number"] = two["number"], one["number"]
	swap := w.workbook(procurement.ItemSheet, one, two)
	upload, book, err := w.Procurement.CheckWorkbook(ctx, a, owner, w.plan, "plan.xlsx", swap)
	w.Must(err)
	if lines, done = does(swap); sheet.Count(lines)["change"] != 2 || done.State != "completed" {
		t.Errorf("%v %+v", sheet.Count(lines), done)
	}
	_, err = w.TakePlan(ctx, a, owner, w.plan, upload, book.Stamp, "en")
	w.Is(err, procurement.Changed)
}
