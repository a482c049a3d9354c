package app_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/fault"
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
