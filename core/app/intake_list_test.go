package app_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// register is a registration whose first window is open, the others a week each.
func (w *listening) register(change func(*story.Terms)) *story.Category {
	w.Helper()
	terms := questions
	if change != nil {
		change(&terms)
	}
	c := w.Author(policyOf(sourcing.SupplierRegistration), terms)
	c.Roll(sourcing.Weekly, c.Closes.AddDate(0, 2, 0))
	w.Must(c.TryPublish(w.Officer))
	return c
}

func (w *listening) set(list *story.Category, a access.Actor, form sourcing.EntryForm) {
	w.Helper()
	w.Must(w.Sourcing.SetEntry(w.Context(), w.Officer, w.Officer.Org, list.ID, a.Org, form))
}

func (w *listening) entryOf(list *story.Category, a access.Actor) sourcingsvc.Entry {
	w.Helper()
	all, err := w.Sourcing.Listed(w.Context(), w.Officer, w.Officer.Org, list.ID)
	w.Must(err)
	i := slices.IndexFunc(all, func(e sourcingsvc.Entry) bool { return e.Supplier == a.Org })
	if i < 0 {
		w.Fatalf("%s is not on the list", a.Name)
	}
	return all[i]
}

// Who is suspended stands on the list and does not come back to it by applying anew; whose time ends with a window or before
// applies in it, and stands on from then.
func TestWhoMayApplyInANextWindow(t *testing.T) {
	t.Parallel()
	w := listen(t, 4)
	suspended, beyond, ends, removed := w.Bidders[0], w.Bidders[1], w.Bidders[2], w.Bidders[3]
	first := w.register(nil)
	for _, a := range w.Bidders {
		applies(first, a)
	}
	first.Close()
	decides(first, w.Bidders...)
	second := first.Next()
	at, after := second.Closes, second.Closes.Add(time.Microsecond)
	w.set(first, suspended, sourcing.EntryForm{Status: sourcing.Suspended, Reason: "Its licence is looked at"})
	w.set(first, beyond, sourcing.EntryForm{Status: sourcing.Listed, Until: &after})
	w.set(first, ends, sourcing.EntryForm{Status: sourcing.Listed, Until: &at})
	w.set(first, removed, sourcing.EntryForm{Status: sourcing.Removed, Reason: "It has closed"})
	for _, a := range []access.Actor{suspended, beyond} {
		_, err := second.TryStart(a)
		w.Is(err, entry.Listed)
	}
	applies(second, ends)
	applies(second, removed)
	second.Close()
	decides(second, ends, removed)
	for _, a := range []access.Actor{ends, removed} {
		if e := w.entryOf(first, a); e.Status != sourcing.Listed || e.Until != nil || e.Reason != "" || e.Submission != second.Submission(a) {
			t.Errorf("%+v", e)
		}
	}
	if e := w.entryOf(first, suspended); e.Status != sourcing.Suspended || e.Reason == "" {
		t.Errorf("%+v", e)
	}
}

// Who applied in two windows before the first was decided stands as the buyer has said between the two decisions.
func TestALaterDecisionLeavesWhatWasSaidOfAMember(t *testing.T) {
	t.Parallel()
	w := listen(t, 2)
	first := w.register(nil)
	for _, a := range w.Bidders {
		applies(first, a)
	}
	first.Close()
	second := first.Next()
	for _, a := range w.Bidders {
		applies(second, a)
	}
	decides(first, w.Bidders...)
	until := second.Closes.AddDate(1, 0, 0)
	w.set(first, w.Bidders[0], sourcing.EntryForm{Status: sourcing.Suspended, Reason: "Its licence is looked at"})
	w.set(first, w.Bidders[1], sourcing.EntryForm{Status: sourcing.Listed, Until: &until})
	second.Close()
	decides(second, w.Bidders...)
	if e := w.entryOf(first, w.Bidders[0]); e.Status != sourcing.Suspended || e.Reason != "Its licence is looked at" {
		t.Errorf("%+v", e)
	}
	if e := w.entryOf(first, w.Bidders[1]); e.Until == nil || !e.Until.Equal(until) || e.Submission != first.Submission(w.Bidders[1]) {
		t.Errorf("%+v", e)
	}
}

// The clock opens a window though an author has called another category as windows are called, and an author may not call one
// so afterwards.
func TestAWindowHasANumberOfItsOwn(t *testing.T) {
	t.Parallel()
	w := listen(t, 0)
	first := w.register(nil)
	row, err := w.Sourcing.Category(w.Context(), w.Officer, w.Officer.Org, first.ID)
	w.Must(err)
	form := row.Category.Form()
	taken := form.Number + "-W2"
	form.Number, form.OpensAt, form.ClosesAt = taken, story.Noon, first.Closes.AddDate(1, 0, 0)
	_, err = w.Sourcing.CreateCategory(w.Context(), w.Officer, w.Officer.Org, first.Job, form)
	w.Must(err)
	first.Close()
	second := first.Next()
	if row, err = w.Sourcing.Category(w.Context(), w.Officer, w.Officer.Org, second.ID); err != nil || row.Category.Number == taken || !strings.HasSuffix(row.Category.Reference, "/"+row.Category.Number) {
		t.Errorf("it is %q, %q, %v", row.Category.Number, row.Category.Reference, err)
	}
	form.Number = row.Category.Number
	_, err = w.Sourcing.CreateCategory(w.Context(), w.Officer, w.Officer.Org, first.Job, form)
	if f := fault.As(err); len(f.Fields) != 1 || f.Fields[0].Pointer != "/number" || f.Fields[0].Code != fault.Taken {
		t.Errorf("%v", err)
	}
}

// Where the rules ask for two weeks, windows of a week are not set, nor published where the rules changed meanwhile; those of a
// month are, and none after an extension is shorter.
func TestNoWindowIsShorterThanTheRulesAsk(t *testing.T) {
	t.Parallel()
	w := listen(t, 0)
	ctx, a, org := w.Context(), w.Officer, w.Officer.Org
	terms := questions
	terms.Job.Regime, terms.Closes = "ke-ppada", story.Noon.AddDate(0, 0, 20)
	c := w.Author(policyOf(sourcing.SupplierRegistration), terms)
	set := func(unit sourcing.WindowUnit, until time.Time) error {
		return w.Sourcing.SetIntake(ctx, a, org, c.ID, sourcing.IntakeForm{Unit: unit, Until: until})
	}
	short := func(err error, pointer string) {
		t.Helper()
		if f := fault.As(err); err == nil || len(f.Fields) != 1 || f.Fields[0].Pointer != pointer || f.Fields[0].Code != sourcing.LintShortPeriod || f.Fields[0].Params["days"] != 14 {
			t.Errorf("%v", err)
		}
	}
	short(set(sourcing.Weekly, c.Closes.AddDate(0, 3, 0)), "/every")
	short(set(sourcing.Monthly, c.Closes.AddDate(0, 0, 14).Add(-time.Microsecond)), "/until")
	w.Must(set(sourcing.Monthly, c.Closes.AddDate(0, 0, 14)))
	w.Must(set(sourcing.Monthly, c.Closes.AddDate(0, 3, 0)))
	regime := func(code string) {
		t.Helper()
		j, err := w.Sourcing.Job(ctx, a, org, c.Job)
		w.Must(err)
		w.Must(w.Sourcing.UpdateJob(ctx, a, org, c.Job, j.Version, sourcing.JobForm{Code: j.Code, Title: j.Title, Regime: code}))
	}
	regime("private-default")
	w.Must(set(sourcing.Weekly, c.Closes.AddDate(0, 3, 0)))
	regime("ke-ppada")
	short(c.TryPublish(a), "/intake/every")
	w.Must(set(sourcing.Monthly, c.Closes.AddDate(0, 3, 0)))
	w.Must(c.TryPublish(a))
	c.Close()
	second := c.Next()
	// Extended to ten days before the next boundary: the third lasts until the one after.
	boundary := c.Closes.AddDate(0, 2, 0)
	to := boundary.AddDate(0, 0, -10)
	w.Must(w.Sourcing.Extend(ctx, a, org, second.ID, to, "A question is being clarified"))
	w.SetClock(to)
	if n, err := w.Sourcing.CloseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d closed, %v", n, err)
	}
	if third := second.Next(); !third.Closes.Equal(c.Closes.AddDate(0, 3, 0)) {
		t.Errorf("the third closes at %s", third.Closes)
	}
}

// Whoever may not look into a window does not read of it beside the others.
func TestWindowsBehindADoorAreNotTold(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	first := w.register(nil)
	applies(first, w.Bidders[0])
	first.Close()
	second := first.Next()
	shut := false
	w.Must(w.Sourcing.SetDoor(w.Context(), w.Officer, w.Officer.Org, w.Second.User, first.ID, &shut))
	for who, want := range map[access.UserType]int{access.Buyer: 1, access.Operator: 2} {
		by := w.Second
		if who == access.Operator {
			by = w.Person("operator", access.Operator, uuid.Nil)
		}
		in, err := w.Sourcing.Intake(w.Context(), by, w.Officer.Org, second.ID)
		w.Must(err)
		if len(in.Windows) != want || in.Windows[want-1].ID != second.ID || in.Follows == nil {
			t.Errorf("%s reads %+v", who, in)
		}
	}
}

// Who has not passed hears with the decision that another window takes applications, once; whose time on the list ends in a
// window hears as it opens; who stands on the list beyond it, or has begun to apply anew, hears nothing, nor do those to whom a
// window is nothing new.
func TestWhoHearsOfANextWindow(t *testing.T) {
	t.Parallel()
	w := listen(t, 4)
	passes, fails, again, other := w.Bidders[0], w.Bidders[1], w.Bidders[2], w.Bidders[3]
	kind := uuid.New()
	w.do("INSERT INTO category_type (id, name, code, position) VALUES ($1, 'Plumbing', 'PLB9', 99)", kind)
	w.do("INSERT INTO company_category_type (company_id, category_type_id) SELECT id, $1 FROM company WHERE kind = 'supplier'", kind)
	first := w.register(func(x *story.Terms) { x.Type = &kind })
	w.hears(other, "app category.published /supplier/category/:id", "mail publication en /supplier/category/:id")
	for _, a := range w.Bidders[:3] {
		applies(first, a)
	}
	first.Close()
	second := first.Next()
	for first.Sealed() {
		first.Open()
	}
	applies(second, again)
	for _, a := range []access.Actor{fails, again} {
		first.Check(a, "Licence", assurance.Expired, "Ended on 3 May")
	}
	first.Judge()
	w.heedless()
	first.Award()
	w.hears(passes, "app result.success /supplier/category/:id", "mail result_success fr /supplier/category/:id")
	w.hears(again, "app result.regret /supplier/category/:id", "mail result_regret sw /supplier/category/:id")
	w.hears(fails, "app result.regret /supplier/category/:id", "mail result_regret am /supplier/category/:id",
		"app category.window /supplier/category/:id", "mail window am /supplier/category/:id")
	w.hears(other)
	till := second.Closes.AddDate(0, 0, 7)
	w.set(first, passes, sourcing.EntryForm{Status: sourcing.Listed, Until: &till})
	second.Close()
	w.heedless()
	third := second.Next()
	if !third.Closes.Equal(till) {
		t.Fatal(third.Closes)
	}
	w.hears(passes, "app category.renewal /supplier/category/:id", "mail renewal fr /supplier/category/:id")
	for _, a := range []access.Actor{fails, again, other} {
		w.hears(a)
	}
	applies(third, passes)
	third.Close()
	w.heedless()
	third.Next()
	w.hears(passes)
}

// Where applications are by invitation, who stands on the list is not invited to a window in which it cannot apply.
func TestAMemberIsNotInvitedToAWindow(t *testing.T) {
	t.Parallel()
	w := listen(t, 3)
	first := w.register(func(x *story.Terms) { x.InvitedOnly, x.Invited = true, w.Bidders })
	ends := w.Bidders[2]
	applies(first, w.Bidders[0])
	applies(first, ends)
	first.Close()
	decides(first, w.Bidders[0], ends)
	till := first.Closes.AddDate(0, 0, 7) // when the second window closes: it can apply in it
	w.set(first, ends, sourcing.EntryForm{Status: sourcing.Listed, Until: &till})
	w.heedless()
	second := first.Next()
	if !second.Closes.Equal(till) {
		t.Fatal(second.Closes)
	}
	w.hears(w.Bidders[0])
	w.hears(ends, "app category.invited /supplier/category/:id", "mail invitation sw /supplier/category/:id")
	w.hears(w.Bidders[1], "app category.invited /supplier/category/:id", "mail invitation am /supplier/category/:id")
	w.set(first, w.Bidders[0], sourcing.EntryForm{Status: sourcing.Removed, Reason: "It has closed"})
	second.Close()
	w.heedless()
	second.Next()
	w.hears(w.Bidders[0], "app category.invited /supplier/category/:id", "mail invitation fr /supplier/category/:id")
}

// Several clocks at once open one window; an intake that is ended at that moment has one more or none, and then no other.
func TestClocksAndPeopleMeetAtAnIntake(t *testing.T) {
	t.Parallel()
	w := listen(t, 0)
	first := w.register(nil)
	first.Close()
	var all sync.WaitGroup
	made, errs := make([]int, 4), make([]error, 5)
	for i := range made {
		all.Go(func() { made[i], errs[i] = w.Sourcing.RollDue(w.Context()) })
	}
	all.Go(func() {
		errs[4] = w.Sourcing.EndIntake(w.Context(), w.Officer, w.Officer.Org, first.ID, "There are enough")
	})
	all.Wait()
	sum := 0
	for i, n := range made {
		sum += n
		w.Must(errs[i])
	}
	w.Must(errs[4])
	if n := w.Count("SELECT count(*) FROM intake_window WHERE intake_id = $1", first.ID); n != sum || n > 1 {
		t.Errorf("%d windows, %d are told", n, sum)
	}
	in, err := w.Sourcing.Intake(w.Context(), w.Officer, w.Officer.Org, first.ID)
	w.Must(err)
	w.SetClock(in.Windows[len(in.Windows)-1].ClosesAt)
	_, err = w.Sourcing.CloseDue(w.Context())
	w.Must(err)
	if n, err := w.Sourcing.RollDue(w.Context()); n != 0 || err != nil {
		t.Errorf("%d windows open after its end, %v", n, err)
	}
}

// Nobody but who may write the category says anything of its intake, and nobody else's people read of it. What each says is
// in the log, with who said it.
func TestWhoSaysWhatOfAnIntake(t *testing.T) {
	t.Parallel()
	w := listen(t, 0)
	ctx, org := w.Context(), w.Officer.Org
	c := w.Author(policyOf(sourcing.SupplierRegistration), questions)
	form := sourcing.IntakeForm{Unit: sourcing.Weekly, Until: c.Closes.AddDate(0, 1, 0)}
	other := w.Person("buyer", access.Buyer, uuid.Nil)
	poor := w.Officer
	poor.Privileges = []access.Privilege{access.EvaluateBids}
	w.Must(w.Sourcing.SetIntake(ctx, w.Officer, org, c.ID, form))
	for _, x := range []struct {
		who   access.Actor
		owner uuid.UUID
		want  *fault.Def
	}{{other, org, fault.Forbidden}, {other, other.Org, sourcing.CategoryNotFound}, {poor, org, fault.Forbidden}} {
		w.Is(w.Sourcing.SetIntake(ctx, x.who, x.owner, c.ID, form), x.want)
		w.Is(w.Sourcing.DropIntake(ctx, x.who, x.owner, c.ID), x.want)
		w.Is(w.Sourcing.EndIntake(ctx, x.who, x.owner, c.ID, "There are enough"), x.want)
		if x.who.User == other.User {
			_, err := w.Sourcing.Intake(ctx, x.who, x.owner, c.ID)
			w.Is(err, x.want)
		}
	}
	w.Must(w.Sourcing.DropIntake(ctx, w.Second, org, c.ID))
	w.Must(w.Sourcing.SetIntake(ctx, w.Second, org, c.ID, form))
	w.Must(c.TryPublish(w.Officer))
	c.Close()
	c.Next()
	w.Must(w.Sourcing.EndIntake(ctx, w.Second, org, c.ID, "There are enough"))
	for action, by := range map[string]map[uuid.UUID]int{
		"sourcing.intake.set":         {w.Officer.User: 1, w.Second.User: 1},
		"sourcing.intake.dropped":     {w.Second.User: 1},
		"sourcing.intake.ended":       {w.Second.User: 1},
		"sourcing.category.published": {w.Officer.User: 1, access.System.User: 1},
	} {
		for who, want := range by {
			if n := w.Count("SELECT count(*) FROM audit_entry WHERE action = $1 AND actor_id = $2", action, who); n != want {
				t.Errorf("%s by %s: %d entries, not %d", action, who, n, want)
			}
			if n := w.Count("SELECT count(*) FROM outbox WHERE payload ->> 'action' = $1", action); n == 0 {
				t.Errorf("%s: no event", action)
			}
		}
	}
}

// An intake goes on where its first window was cancelled while the second is open, and where the module was switched off:
// what was promised happens.
func TestAnIntakeGoesOn(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	first := w.register(nil)
	first.Close()
	second := first.Next()
	applies(second, w.Bidders[0])
	w.do("INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at) VALUES ($1, 'supplier_registration', false, $2, zabuni.clock())", w.Officer.Org, w.Officer.User)
	second.Close()
	if n, err := w.Sourcing.RollDue(w.Context()); n != 1 || err != nil {
		t.Errorf("%d windows opened, %v", n, err)
	}
}

// What is bought is never taken in windows, so no window is held against the budget of a plan.
func TestNothingPlannedRolls(t *testing.T) {
	for _, p := range sourcing.Policies {
		if p.Rolls() && p.Best != sourcing.NoPrice {
			t.Errorf("%s has a price and windows", p.Activity)
		}
	}
}
