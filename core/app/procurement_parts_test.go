package app_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/procurementsvc"
	"zabuni.org/core/sourcing"
)

// A plan and its items are for departments of their own company, active ones or the one they have had; a stale item is not
// written over, nobody but the buyer's people returns a plan, and items are found by the quarter in which they are published.
func TestAPlanTakesOnlyWhatIsItsOwn(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	idle := func(department uuid.UUID) {
		_, err := pgtest.Do(ctx, w.DB, "UPDATE department SET active = false WHERE id = $1", department)
		w.Must(err)
	}
	at := func(what string, err error, pointer, code string) {
		t.Helper()
		if f := fault.As(err); err == nil || len(f.Fields) != 1 || f.Fields[0].Pointer != pointer || f.Fields[0].Code != code {
			t.Errorf("%s: %v, want %s at %s", what, err, code, pointer)
		}
	}
	item := w.adds(w.thing("1", sourcing.Tender, "30213000", "1000"))
	idle(w.finance)
	for of, code := range map[*uuid.UUID]string{&w.foreign: fault.Unknown, &w.finance: fault.NotAllowed} {
		form := procurement.Form{Year: story.Noon.Year(), Title: "Another plan", Regime: "ke-ppada", Department: of}
		_, err := w.Procurement.Draw(ctx, a, owner, form)
		at("drawn", err, "/department_id", code)
		form.Title = "Annual plan"
		at("saved", w.Procurement.Save(ctx, a, owner, w.plan, form, w.version()), "/department_id", code)
		x := w.thing("2", sourcing.Tender, "30213000", "1")
		x.DepartmentID = of
		_, err = w.Procurement.AddItem(ctx, a, owner, w.plan, x)
		at("added", err, "/department_id", code)
	}
	idle(w.works)
	x := w.thing("1", sourcing.Tender, "30213000", "2000")
	x.ID, x.Version = item, 1
	if err := w.Procurement.ChangeItem(ctx, a, owner, w.plan, x); err != nil { // it keeps the one that it has had
		t.Error(err)
	}
	is := func(what string, err error, want fault.Kind, code string) {
		t.Helper()
		if f := fault.As(err); err == nil || f.Kind != want || f.Code != code {
			t.Errorf("%s: %v", what, err)
		}
	}
	is("a stale item is written", w.Procurement.ChangeItem(ctx, a, owner, w.plan, x), fault.KindConflict, "procurement.plan_changed")
	is("a stale item is dropped", w.Procurement.DropItem(ctx, a, owner, w.plan, item, 1), fault.KindConflict, "procurement.plan_changed")
	for quarter, want := range map[int]int{1: 0, 2: 0, 3: 0, 4: 1} {
		page, err := w.Procurement.Items(ctx, a, owner, w.plan, procurementsvc.ItemFilter{Quarter: quarter}, "", 10)
		w.Must(err)
		if len(page.Items) != want {
			t.Errorf("quarter %d has %d items", quarter, len(page.Items))
		}
	}
	w.Must(w.step(a, procurement.Submitted, ""))
	is("the operator returns", w.step(w.staff(), procurement.Returned, "Too much"), fault.KindForbidden, "forbidden")
}

// An item is contracted from the first day of a contract of a job of it, and stays so, however that ends; one that waits or was given
// up counts for nothing, nor does the contract of another item.
func TestAnItemIsContractedByWhatIsInForce(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	jobs := map[string]uuid.UUID{} // of the items, by their numbers
	for _, number := range []string{"1", "2"} {
		jobs[number] = w.adds(w.thing(number, sourcing.Tender, "30213000", "1000"))
	}
	w.approved()
	for number, item := range jobs {
		var err error
		jobs[number], err = w.Sourcing.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: sourcing.Tender, Code: "C" + number, Title: "Computers", PlanItem: &item})
		w.Must(err)
	}
	category, err := w.Sourcing.CreateCategory(ctx, a, owner, jobs["1"], sourcing.CategoryForm{Name: "Laptops", Currency: "KES", OpensAt: story.Noon, ClosesAt: story.Noon.AddDate(0, 0, 40), Openers: 2,
		TechnicalWeight: money.NewQuantity(50, 0), FinancialWeight: money.NewQuantity(50, 0)})
	w.Must(err)
	for _, sql := range []string{
		`INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
		 SELECT gen_random_uuid(), id, job_id, buyer_id, currency, $2, zabuni.clock(), zabuni.clock() FROM category WHERE id = $1`,
		`INSERT INTO contract (id, buyer_id, supplier_id, award_id, number, title, currency, value, status, no_signature_before, created_at, created_by)
		 SELECT gen_random_uuid(), buyer_id, $2, id, 'K/1', 'Laptops', currency, 900, 'draft', decided_at, decided_at, decided_by FROM award WHERE category_id = $1`,
	} {
		who := a.User
		if strings.Contains(sql, "'K/1'") {
			who = w.Bidders[0].Org
		}
		_, err := pgtest.Do(ctx, w.DB, sql, category, who)
		w.Must(err)
	}
	signed := map[contract.Status]bool{contract.Active: true, contract.Expired: true, contract.Terminated: true, contract.Completed: true, contract.Archived: true}
	for _, status := range contract.Status("").Values() {
		_, err := pgtest.Do(ctx, w.DB, "UPDATE contract SET status = $2 WHERE buyer_id = $1", owner, status)
		w.Must(err)
		if status == string(contract.Effective) { // an amendment's, which is of no award
			continue
		}
		want := map[string]procurement.Stage{"1": procurement.InStage, "2": procurement.InStage}
		if signed[contract.Status(status)] {
			want["1"] = procurement.Contracted
		}
		page, err := w.Procurement.Items(ctx, a, owner, w.plan, procurementsvc.ItemFilter{}, "", 10)
		w.Must(err)
		for _, x := range page.Items {
			if got := procurementsvc.StageOf(x); got != want[x.Number] {
				t.Errorf("its contract is %s, and item %s is %s, not %s", status, x.Number, got, want[x.Number])
			}
		}
	}
}

// Whoever brings a workbook reads in their own language what of it is to be corrected.
func TestWhatIsToBeCorrectedIsSaidInTheLanguageOfTheReader(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	row := map[string]string{"number": "A", "title": "Laptops", "department": "works", "classification": "30213000-1", "activity": "tender", "currency": "KES", "estimate": "5",
		"publish_on": "2026-12-01", "award_on": "2027-02-01"}
	for language, want := range map[string]struct{ title, department, unknown string }{
		"en": {"What is bought", "Department", "There is no active department War."},
		"am": {"የሚገዛው", "ክፍል", "War የሚባል ንቁ ክፍል የለም።"},
		"fr": {"Ce qui est acheté", "Service", "Il n’y a pas de service actif War."},
		"pt": {"O que se compra", "Departamento", "Não há departamento ativo War."},
		"sw": {"Kinachonunuliwa", "Idara", "Hakuna idara hai War."},
	} {
		wrong := maps.Clone(row)
		wrong["number"], wrong["department"] = "B", "War"
		upload, book, err := w.Procurement.CheckWorkbook(ctx, a, owner, w.plan, "plan.xlsx", w.workbook(procurement.ItemSheet, row, wrong))
		w.Must(err)
		id, err := w.TakePlan(ctx, a, owner, w.plan, upload, book.Stamp, language)
		w.Must(err)
		w.Must(w.Tasks.Drain(ctx))
		var result uuid.UUID
		w.Must(w.DB.QueryRow(ctx, "SELECT result_id FROM task WHERE id = $1", id).Scan(&result))
		file, err := w.Documents.Read(ctx, owner, result)
		w.Must(err)
		back, err := excelize.OpenReader(bytes.NewReader(file.Bytes))
		w.Must(err)
		cells, err := back.GetRows("PROCUREMENT PLAN")
		w.Must(err)
		heads, said := cells[1], cells[2][len(cells[2])-1]
		if !slices.Contains(heads, want.title) || !slices.Contains(heads, want.department) || said != want.department+": "+want.unknown {
			t.Errorf("%s: %q under %q", language, said, heads)
		}
		empty, err := w.Procurement.WorkbookOf(ctx, a, owner, w.plan, language)
		w.Must(err)
		form, err := excelize.OpenReader(bytes.NewReader(empty))
		w.Must(err)
		cells, err = form.GetRows("PROCUREMENT PLAN")
		w.Must(err)
		if !slices.Contains(cells[1], want.title) {
			t.Errorf("%s: its own workbook has %q", language, cells[1])
		}
	}
}
