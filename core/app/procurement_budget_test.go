package app_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/procurementsvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// job is one of an item, of its activity.
func (w *planned) job(code string, form sourcing.JobForm) uuid.UUID {
	w.Helper()
	form.Code, form.Title = code, "Of the plan"
	id, err := w.Sourcing.CreateJob(w.Context(), w.Officer, w.Officer.Org, form)
	w.Must(err)
	return id
}

// quotation is a category as an RFQ has it.
func quotation(estimate string) sourcing.CategoryForm {
	c := sourcing.CategoryForm{Name: "Laptops", Currency: "KES", OpensAt: story.Noon, ClosesAt: story.Noon.Add(48 * time.Hour), Openers: 1}
	if estimate != "" {
		c.Estimate = sum(estimate)
	}
	return c
}

func (w *planned) category(job uuid.UUID, form sourcing.CategoryForm) (uuid.UUID, error) {
	w.Helper()
	return w.Sourcing.CreateCategory(w.Context(), w.Officer, w.Officer.Org, job, form)
}

// published is a category of a job of an item, open for who was invited.
func (w *planned) published(job uuid.UUID, estimate string) uuid.UUID {
	w.Helper()
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	id, err := w.category(job, quotation(estimate))
	w.Must(err)
	_, err = w.Sourcing.AddItem(ctx, a, owner, id, sourcing.Item{Number: "1", Description: "Laptops", Unit: "each", Quantity: *story.Points(1)})
	w.Must(err)
	_, err = w.Sourcing.Invite(ctx, a, owner, id, []uuid.UUID{w.Bidders[0].Org})
	w.Must(err)
	w.Must(w.Sourcing.Publish(ctx, a, owner, id))
	return id
}

// What has ended without a result gives its part of the budget back, everywhere that says what is left.
func TestWhatEndsWithoutAResultGivesItsBudgetBack(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	item := w.adds(w.thing("1", sourcing.RFQ, "30213000", "1000"))
	w.approved()
	first := w.published(w.job("J1", sourcing.JobForm{Activity: sourcing.RFQ, PlanItem: &item}), "900")
	job := w.job("J2", sourcing.JobForm{Activity: sourcing.RFQ, PlanItem: &item})
	_, err := w.category(job, quotation("900"))
	w.field(err, "/estimate", sourcing.OverBudget)
	w.SetClock(story.Noon.Add(48 * time.Hour))
	_, err = w.Sourcing.CloseDue(ctx)
	w.Must(err)
	if c, err := w.Sourcing.Category(ctx, a, owner, first); err != nil || c.Category.Status != sourcing.Unsuccessful {
		t.Fatalf("%s, %v", c.Category.Status, err)
	}
	says := func(committed string) {
		t.Helper()
		x := w.item(item)
		p, err := w.Procurement.Plan(ctx, a, owner, w.plan)
		w.Must(err)
		left, err := w.Procurement.Choices(ctx, a, owner, sourcing.RFQ, "")
		w.Must(err)
		if want := sum(committed); !x.Committed.Equal(*want) || !p.Sums[0].Committed.Equal(*want) || !left[0].Remaining.Equal(money.New(1000, 0).Sub(*want)) {
			t.Errorf("%s, %s and %s", x.Committed, p.Sums[0].Committed, left[0].Remaining)
		}
	}
	says("0")
	form := quotation("900")
	form.ClosesAt = story.Noon.Add(96 * time.Hour)
	_, err = w.category(job, form)
	w.Must(err)
	says("900")
}

// item is one of the plan's as its list has it.
func (w *planned) item(id uuid.UUID) (out struct {
	Jobs      int64
	Committed money.Decimal
}) {
	w.Helper()
	page, err := w.Procurement.Items(w.Context(), w.Officer, w.Officer.Org, w.plan, procurementsvc.ItemFilter{Item: &id}, "", 10)
	w.Must(err)
	out.Jobs, out.Committed = page.Items[0].Jobs, page.Items[0].Committed
	return out
}

// Once something of a job was published it stays of its item and of what it was said to buy: nobody takes it out of a budget.
func TestAPublishedJobStaysOfItsItem(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	item, other := w.adds(w.thing("1", sourcing.RFQ, "30213000", "1000")), w.adds(w.thing("2", sourcing.RFQ, "30213000", "1000"))
	w.approved()
	job := w.job("J1", sourcing.JobForm{Activity: sourcing.RFQ, PlanItem: &item})
	save := func(change func(*sourcing.JobForm)) error {
		t.Helper()
		j, err := w.Sourcing.Job(ctx, a, owner, job)
		w.Must(err)
		form := sourcing.JobForm{Code: j.Code, Title: j.Title, Regime: j.Regime, Department: j.DepartmentID, PlanItem: j.PlanItemID, Classification: j.Classification}
		change(&form)
		return w.Sourcing.UpdateJob(ctx, a, owner, job, j.Version, form)
	}
	leaves := func(f *sourcing.JobForm) { f.PlanItem = nil }
	changes := func(f *sourcing.JobForm) { f.PlanItem = &other }
	renames := func(f *sourcing.JobForm) { f.Classification = "30213100" }
	back := func(f *sourcing.JobForm) { f.PlanItem, f.Classification = &item, "30213000" }
	for _, change := range []func(*sourcing.JobForm){leaves, changes, renames, back} { // before anything was published
		w.Must(save(change))
	}
	w.published(job, "400")
	for pointer, all := range map[string][]func(*sourcing.JobForm){"/plan_item_id": {leaves, changes}, "/classification": {renames, func(f *sourcing.JobForm) { f.Classification = "" }}} {
		for _, change := range all {
			err := save(change)
			if f := fault.As(err); err == nil || f.Kind != fault.KindConflict || len(f.Fields) != 1 || f.Fields[0].Pointer != pointer || f.Fields[0].Code != fault.NotAllowed {
				t.Errorf("%s: %v", pointer, err)
			}
		}
	}
	w.Must(save(func(f *sourcing.JobForm) { f.Title = "Another title" }))
	w.Must(w.step(a, procurement.Revised, "A new budget")) // it goes on while the plan is written anew
	w.Must(save(func(f *sourcing.JobForm) { f.Title = "A third title" }))

	// What was published for no item may still be said to be of one, of its class and within its budget.
	w.approved()
	free := w.job("J2", sourcing.JobForm{Activity: sourcing.RFQ})
	w.published(free, "700")
	job = free
	w.field(save(func(f *sourcing.JobForm) { f.PlanItem = &item }), "/plan_item_id", sourcing.OverBudget)
	w.Must(save(changes))
	if x := w.item(other); x.Jobs != 1 || !x.Committed.Equal(*sum("700")) {
		t.Errorf("%+v", x)
	}
}

// A row of a job's workbook that asks for more than the rows above it have left comes back, with its field; the others come in.
func TestAWorkbookOfCategoriesIsHeldAgainstTheBudget(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	item := w.adds(w.thing("1", sourcing.RFQ, "30213000", "1000"))
	w.approved()
	of := sourcingsvc.Target{Book: sourcing.CategoryBook, Job: w.job("J1", sourcing.JobForm{Activity: sourcing.RFQ, PlanItem: &item})}
	row := func(number, currency, estimate string) map[string]string {
		return map[string]string{"number": number, "name": "Laptops " + number, "currency": currency, "estimate": estimate, "opens_at": "2026-11-23 15:00", "closes_at": "2026-11-25 15:00"}
	}
	takes := func(rows ...map[string]string) []sheet.Line {
		t.Helper()
		p, _ := sourcing.PolicyOf(sourcing.RFQ)
		upload, book, err := w.Sourcing.CheckWorkbook(ctx, a, owner, of, "a.xlsx", w.workbook(sourcing.CategorySheet(p), rows...))
		w.Must(err)
		id, err := w.Workbooks().Take(ctx, a, owner, of, upload, book.Stamp, "en")
		w.Must(err)
		w.Must(w.Tasks.Drain(ctx))
		if done, err := w.Tasks.Get(ctx, a, id); err != nil || done.State != "completed" {
			t.Errorf("%+v, %v", done, err)
		}
		return book.Lines
	}
	lines := takes(row("1", "KES", "600"), row("2", "KES", "400.01"), row("3", "USD", "1"), row("4", "KES", "300"), row("5", "KES", "0"), row("6", "KES", ""))
	for i, code := range []string{"", sourcing.OverBudget, sourcing.OtherCurrency, "", fault.OutOfRange, ""} {
		column := map[int]string{1: "estimate", 2: "currency", 4: "estimate"}[i]
		if l := lines[i]; (code == "") != (l.Act == sheet.Create) || code != "" && (len(l.Faults) != 1 || l.Faults[0].Code != code || l.Faults[0].Column != column) {
			t.Errorf("row %d: %s %+v", i, l.Act, l.Faults)
		}
	}
	if x := w.item(item); !x.Committed.Equal(*sum("1000")) { // what was left is copied into the last
		t.Errorf("%s is taken", x.Committed)
	}
	lines = takes(row("1", "KES", "500"), row("4", "KES", "400.01"), row("6", "KES", "200"))
	if n := sheet.Count(lines); n["change"] != 2 || n["refuse"] != 1 || lines[1].Faults[0].Code != sourcing.OverBudget {
		t.Errorf("%v", lines)
	}
	if x := w.item(item); !x.Committed.Equal(*sum("1000")) {
		t.Errorf("%s is taken", x.Committed)
	}
}

// A copy of a planned category takes what it said where the budget has that, and what is left where not.
func TestACopyTakesNoMoreThanTheBudgetHas(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	item := w.adds(w.thing("1", sourcing.RFQ, "30213000", "1000"))
	w.approved()
	job := w.job("J1", sourcing.JobForm{Activity: sourcing.RFQ, PlanItem: &item})
	first, err := w.category(job, quotation("400"))
	w.Must(err)
	for _, want := range []string{"400", "200", ""} {
		id, err := w.Sourcing.Duplicate(ctx, a, owner, first, nil)
		w.Must(err)
		c, err := w.Sourcing.Category(ctx, a, owner, id)
		w.Must(err)
		if e := c.Category.Estimate; want == "" && e != nil || want != "" && (e == nil || !e.Equal(*sum(want))) {
			t.Errorf("%v is copied, not %q", e, want)
		}
	}
}

// Nothing is no estimate: it is refused at its field, and what says it from before is not published.
func TestAPlannedCategoryIsForSomething(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	item := w.adds(w.thing("1", sourcing.RFQ, "30213000", "1000"))
	w.approved()
	job := w.job("J1", sourcing.JobForm{Activity: sourcing.RFQ, PlanItem: &item})
	_, err := w.category(job, quotation("0"))
	w.field(err, "/estimate", fault.OutOfRange)
	free := w.job("J2", sourcing.JobForm{Activity: sourcing.RFQ})
	id, err := w.category(free, quotation("0"))
	w.Must(err)
	j, err := w.Sourcing.Job(ctx, a, owner, free)
	w.Must(err)
	w.Must(w.Sourcing.UpdateJob(ctx, a, owner, free, j.Version, sourcing.JobForm{Code: j.Code, Title: j.Title, Regime: j.Regime, PlanItem: &item}))
	c, err := w.Sourcing.Category(ctx, a, owner, id)
	w.Must(err)
	if !blocks(c.Findings, sourcing.LintPlanEstimate) {
		t.Errorf("%+v", c.Findings)
	}
}

// An item whose jobs were all cancelled is as free as one that never had any, but for going: they name it still.
func TestAnItemOfCancelledJobsIsWrittenAnew(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	item := w.adds(w.thing("1", sourcing.RFQ, "30213000", "1000"))
	w.approved()
	job := w.job("J1", sourcing.JobForm{Activity: sourcing.RFQ, PlanItem: &item})
	w.Must(w.step(a, procurement.Revised, "A new budget"))
	x := w.thing("1", sourcing.RFQ, "30213000", "2000")
	x.ID, x.Version = item, 1
	w.Is(w.Procurement.ChangeItem(ctx, a, owner, w.plan, x), procurement.InTender)
	row := map[string]string{"number": "1", "title": "Thing 1", "department": "Works", "classification": "30213000", "activity": "rfq", "currency": "KES", "estimate": "3000",
		"publish_on": w.publish.Format(time.DateOnly), "award_on": w.award.Format(time.DateOnly)}
	act := func(want sheet.Act) {
		t.Helper()
		_, book, err := w.Procurement.CheckWorkbook(ctx, a, owner, w.plan, "plan.xlsx", w.workbook(procurement.ItemSheet, row))
		w.Must(err)
		if book.Lines[0].Act != want {
			t.Errorf("%+v, want %s", book.Lines[0], want)
		}
	}
	act(sheet.Refuse)
	w.Must(w.Sourcing.CancelJob(ctx, a, owner, job, "No need"))
	act(sheet.Change)
	w.Must(w.Procurement.ChangeItem(ctx, a, owner, w.plan, x))
	w.Is(w.Procurement.DropItem(ctx, a, owner, w.plan, item, 2), procurement.InTender)
}

// Purchases are of the day that it was where they were published: in their year, and within ninety days to the last of them.
func TestPurchasesAreOfTheirOwnDay(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	// 00:30 of New Year's day in Nairobi, and 23:30 of the ninetieth day after it.
	newYear := time.Date(2026, 12, 31, 21, 30, 0, 0, time.UTC)
	last := time.Date(2027, 4, 1, 20, 30, 0, 0, time.UTC)
	for i, at := range []time.Time{newYear, last} {
		w.SetClock(at)
		form := quotation("2000000")
		form.OpensAt, form.ClosesAt = at, at.AddDate(0, 0, 20)
		job := w.job([]string{"J1", "J2"}[i], sourcing.JobForm{Activity: sourcing.RFQ, Regime: "ke-ppada", Classification: "30213000", Department: &w.works})
		id, err := w.category(job, form)
		w.Must(err)
		_, err = w.Sourcing.AddItem(ctx, a, owner, id, sourcing.Item{Number: "1", Description: "Laptops", Unit: "each", Quantity: *story.Points(1)})
		w.Must(err)
		_, err = w.Sourcing.Invite(ctx, a, owner, id, []uuid.UUID{w.Bidders[0].Org})
		w.Must(err)
		c, err := w.Sourcing.Category(ctx, a, owner, id)
		w.Must(err)
		if warned := slices.ContainsFunc(c.Findings, func(f sourcing.Finding) bool { return f.Code == sourcing.LintSplit }); warned != (i == 1) {
			t.Errorf("purchase %d is warned of: %v", i+1, warned)
		}
		w.Must(w.Sourcing.Publish(ctx, a, owner, id))
	}
	for year, want := range map[int]int{2026: 0, 2027: 1} {
		if found, err := w.Procurement.Splits(ctx, a, owner, year); err != nil || len(found) != want {
			t.Errorf("%d: %+v, %v", year, found, err)
		}
	}
}

// Of many items those are offered that are sought: by the beginning of their number, or what their title has.
func TestItemsOfAJobAreFound(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	for i := range 60 {
		x := w.thing(string(rune('A'+i%26))+string(rune('0'+i/26)), sourcing.RFQ, "30213000", "1")
		x.Title = "Thing " + x.Number
		w.adds(x)
	}
	x := w.thing("Z9", sourcing.RFQ, "30213000", "1")
	x.Title, x.PublishOn, x.AwardOn = "100 % of the beds", w.publish.AddDate(0, 0, 30), w.award
	last := w.adds(x)
	found := func(who access.Actor, activity sourcing.Activity, search string) []uuid.UUID {
		t.Helper()
		rows, err := w.Procurement.Choices(ctx, who, owner, activity, search)
		w.Must(err)
		var out []uuid.UUID
		for _, r := range rows {
			out = append(out, r.ID)
		}
		return out
	}
	if got := found(a, sourcing.RFQ, ""); len(got) != 0 {
		t.Errorf("%d of a plan that nobody approved", len(got))
	}
	w.approved()
	if got := found(a, sourcing.RFQ, ""); len(got) != 50 || slices.Contains(got, last) {
		t.Errorf("%d are offered", len(got))
	}
	for _, search := range []string{"z9", "BEDS", "100 %"} {
		if got := found(a, sourcing.RFQ, search); !slices.Equal(got, []uuid.UUID{last}) {
			t.Errorf("%q finds %v", search, got)
		}
	}
	if got := found(a, sourcing.Tender, "beds"); len(got) != 0 {
		t.Errorf("%v by another method", got)
	}
	poor := a
	poor.Privileges = []access.Privilege{access.ManageCategory}
	_, err := w.Procurement.Choices(ctx, poor, owner, sourcing.RFQ, "")
	w.Is(err, fault.Forbidden)
}

// What was to open long ago is bought on the day on which it is published.
func TestALateDraftIsBoughtToday(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	draft := func(code string) uuid.UUID {
		t.Helper()
		form := quotation("2000000")
		form.ClosesAt = story.Noon.AddDate(1, 0, 0)
		id, err := w.category(w.job(code, sourcing.JobForm{Activity: sourcing.RFQ, Regime: "ke-ppada", Classification: "30213000", Department: &w.works}), form)
		w.Must(err)
		return id
	}
	old := draft("J1")
	w.SetClock(story.Noon.AddDate(0, 0, 120))
	next := draft("J3")
	_, err := w.Sourcing.AddItem(ctx, a, owner, next, sourcing.Item{Number: "1", Description: "Laptops", Unit: "each", Quantity: *story.Points(1)})
	w.Must(err)
	_, err = w.Sourcing.Invite(ctx, a, owner, next, []uuid.UUID{w.Bidders[0].Org})
	w.Must(err)
	w.Must(w.Sourcing.Publish(ctx, a, owner, next))
	c, err := w.Sourcing.Category(ctx, a, owner, old)
	w.Must(err)
	if !slices.ContainsFunc(c.Findings, func(f sourcing.Finding) bool { return f.Code == sourcing.LintSplit }) {
		t.Errorf("%+v", c.Findings)
	}
}
