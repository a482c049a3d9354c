package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// rolling are the policies that make lists.
func rolling() (out []sourcing.Policy) {
	for _, p := range sourcing.Policies {
		if p.Rolls() {
			out = append(out, p)
		}
	}
	return out
}

// applies answers as who passes, and submits.
func applies(c *story.Category, a access.Actor) {
	c.Helper()
	c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "x", "Licence": "licence.pdf"}, nil)
	c.Submit(a)
}

// decides opens, judges and decides a category that has closed, where some bidders pass.
func decides(c *story.Category, bidders ...access.Actor) {
	c.Helper()
	for c.Sealed() {
		c.Open()
	}
	var marks []story.Mark
	if c.Policy.Has(sourcing.Evaluation) {
		for _, a := range bidders {
			marks = append(marks, story.Mark{Bidder: a, Prompt: "Method", Value: "8"})
		}
	}
	c.Judge(marks...)
	c.Award()
}

// Each window is opened, judged and decided by itself, with a key of its own; who passes any
// of them stands on one list, and who stands on it cannot apply again, until it is put off
// or its time is over.
func TestApplicationsAreTakenWindowAfterWindow(t *testing.T) {
	t.Parallel()
	if len(rolling()) < 2 {
		t.Fatal("one policy proves nothing of all")
	}
	for _, p := range rolling() {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := listen(t, 4)
			first := w.Author(p, questions)
			until := first.Closes.Add(30 * 24 * time.Hour)
			first.Roll(sourcing.Weekly, until)
			w.Must(first.TryPublish(w.Officer))
			applies(first, w.Bidders[0])
			if n, err := w.Sourcing.RollDue(w.Context()); n != 0 || err != nil {
				t.Fatalf("%d windows open beside the first, %v", n, err)
			}
			first.Close()
			second := first.Next()
			if want := first.Closes.Add(7 * 24 * time.Hour); !second.Closes.Equal(want) || second.Status() != sourcing.Open {
				t.Fatalf("the second is %s and closes at %s, not %s", second.Status(), second.Closes, want)
			}
			if n, err := w.Sourcing.RollDue(w.Context()); n != 0 || err != nil {
				t.Fatalf("%d windows open beside the second, %v", n, err)
			}
			if keys := w.Count("SELECT count(*) FROM category_key WHERE category_id = $1 AND closes_at = $2", second.ID, second.Closes); keys != len(second.Envelopes()) {
				t.Errorf("%d keys are bound to its closing", keys)
			}
			applies(second, w.Bidders[1]) // while the first is still sealed
			_, err := first.TryStart(w.Bidders[2])
			w.Is(err, entry.Closed)
			decides(first, w.Bidders[0])
			_, err = second.TryStart(w.Bidders[0])
			w.Is(err, entry.Listed)
			second.Close()
			decides(second, w.Bidders[1])
			list := func(want ...access.Actor) {
				t.Helper()
				entries, err := w.Sourcing.Listed(w.Context(), w.Officer, w.Officer.Org, first.ID)
				w.Must(err)
				if len(entries) != len(want) {
					t.Fatalf("%d stand on the list, not %d", len(entries), len(want))
				}
			}
			list(w.Bidders[0], w.Bidders[1])
			// The list of a window is that of the first.
			if n := w.Count("SELECT count(*) FROM list_entry WHERE category_id <> $1", first.ID); n != 0 {
				t.Errorf("%d stand on lists of windows", n)
			}
			// Who was put off it may apply again, and stands on it as it passes.
			w.Must(w.Sourcing.SetEntry(w.Context(), w.Officer, w.Officer.Org, first.ID, w.Bidders[0].Org,
				sourcing.EntryForm{Status: sourcing.Removed, Reason: "Its licence is over"}))
			// So may who stands on it until a time that comes before the window closes, and nobody of a later one.
			lapsed, lapses := w.Bidders[1], second.Closes.Add(8*24*time.Hour)
			ends := func(at time.Time) {
				t.Helper()
				w.Must(w.Sourcing.SetEntry(w.Context(), w.Officer, w.Officer.Org, first.ID, lapsed.Org, sourcing.EntryForm{Status: sourcing.Listed, Until: &at}))
			}
			ends(lapses)
			third := second.Next()
			_, err = third.TryStart(lapsed)
			w.Is(err, entry.Listed)
			ends(second.Closes.Add(time.Hour))
			_, err = third.TryStart(lapsed)
			w.Must(err)
			applies(third, w.Bidders[0])
			applies(third, lapsed)
			third.Close()
			decides(third, w.Bidders[0], lapsed)
			entries, err := w.Sourcing.Listed(w.Context(), w.Officer, w.Officer.Org, first.ID)
			w.Must(err)
			for _, e := range entries {
				by := w.Bidders[0]
				if e.Supplier != by.Org {
					by = lapsed
				}
				if e.Status != sourcing.Listed || e.Reason != "" || e.Until != nil || e.Submission != third.Submission(by) {
					t.Errorf("on the list stands %+v", e)
				}
			}
			list(w.Bidders[0], w.Bidders[1])
		})
	}
}

// What keeps a next window from being opened: its intake is over, was ended, or somebody
// cancelled the latest; before that the clock opens it though nobody applied.
func TestWhatEndsAnIntake(t *testing.T) {
	t.Parallel()
	roll := func(t *testing.T) (*listening, *story.Category) {
		w := listen(t, 1)
		c := w.Author(policyOf(sourcing.SupplierRegistration), questions)
		c.Roll(sourcing.Weekly, c.Closes.Add(10*24*time.Hour))
		w.Must(c.TryPublish(w.Officer))
		c.Close()
		return w, c
	}
	stays := func(w *listening, c *story.Category) {
		w.Helper()
		w.SetClock(c.Closes.Add(time.Minute))
		if n, err := w.Sourcing.RollDue(w.Context()); n != 0 || err != nil {
			w.Errorf("%d windows opened, %v", n, err)
		}
		in, err := w.Sourcing.Intake(w.Context(), w.Officer, w.Officer.Org, c.ID)
		w.Must(err)
		if in.Follows != nil {
			w.Errorf("a window is said to follow, until %s", in.Follows)
		}
	}
	t.Run("its end", func(t *testing.T) {
		t.Parallel()
		w, c := roll(t)
		second := c.Next() // nobody applied: the job had closed with its only category
		if got := w.Count("SELECT count(*) FROM job WHERE id = $1 AND status = 'published'", c.Job); got != 1 {
			t.Error("the job of an open window is closed")
		}
		second.Close()
		third := second.Next()
		if want := c.Closes.Add(10 * 24 * time.Hour); !third.Closes.Equal(want) {
			t.Errorf("the last closes at %s", third.Closes)
		}
		third.Close()
		stays(w, third)
	})
	t.Run("somebody ends it", func(t *testing.T) {
		t.Parallel()
		w, c := roll(t)
		second := c.Next()
		w.Must(w.Sourcing.EndIntake(w.Context(), w.Officer, w.Officer.Org, second.ID, "There are enough"))
		w.Is(w.Sourcing.EndIntake(w.Context(), w.Officer, w.Officer.Org, second.ID, "There are enough"), sourcing.IntakeEnded)
		if second.Status() != sourcing.Open {
			t.Errorf("the open window is %s", second.Status())
		}
		second.Close()
		stays(w, second)
	})
	t.Run("the latest is cancelled", func(t *testing.T) {
		t.Parallel()
		w, c := roll(t)
		second := c.Next()
		w.Must(w.Sourcing.CancelCategory(w.Context(), w.Officer, w.Officer.Org, second.ID, "There are enough"))
		stays(w, second)
	})
}

// A window asks what the one before asked at its end, for the same fee, of the same people on both sides.
func TestAWindowIsWhatTheOneBeforeWas(t *testing.T) {
	t.Parallel()
	w := listen(t, 3)
	ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
	terms := questions
	terms.InvitedOnly, terms.Invited, terms.Fee, terms.Openers = true, w.Bidders[:2], money.New(500, 0), 3
	first := w.Author(policyOf(sourcing.Prequalification), terms)
	w.Must(w.Sourcing.AddAttachment(ctx, officer, org, first.ID, uuid.New(), "plan.pdf", story.PDF))
	first.Roll(sourcing.Monthly, first.Closes.AddDate(1, 0, 0))
	w.Must(first.TryPublish(officer))
	closed := false
	w.Must(w.Sourcing.SetDoor(ctx, officer, org, w.Second.User, first.ID, &closed))
	first.Close()
	second := first.Next()
	was, err := w.Sourcing.Category(ctx, officer, org, second.ID)
	w.Must(err)
	later := second.Closes.Add(48 * time.Hour)
	w.Must(w.Sourcing.IssueAddendum(ctx, officer, org, second.ID, uuid.New(), sourcing.AddendumForm{
		Title: "Warranty", Text: "It is asked as well.", ClosesAt: &later, Version: was.Category.Version,
		Parts: sourcing.Parts{NewQuestions: []sourcing.Question{{Section: was.Sections[0].ID, Prompt: "Warranty", Response: sourcing.Text, MustAnswer: true}}},
	}))
	w.SetClock(later)
	if n, err := w.Sourcing.CloseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d closed, %v", n, err)
	}
	w.React()
	w.heedless()
	third := second.Next()
	w.React()
	d, err := w.Sourcing.Category(ctx, officer, org, third.ID)
	w.Must(err)
	c := d.Category
	if c.BidFee.Cmp(money.New(500, 0)) != 0 || c.Openers != 3 || !c.InvitedOnly || d.Invited != 2 || !c.OpensAt.Equal(later) || len(d.Attachments) != 1 {
		t.Errorf("the third window is %+v, %d invited, %d files", c, d.Invited, len(d.Attachments))
	}
	if len(third.Questions) != len(first.Questions)+1 || third.Questions["Warranty"].ID == second.Questions["Warranty"].ID {
		t.Errorf("it asks %d questions", len(third.Questions))
	}
	if n := w.Count("SELECT count(*) FROM category_key WHERE category_id = $1 AND closes_at = $2", third.ID, third.Closes); n != len(third.Envelopes()) {
		t.Errorf("%d keys are bound to its closing", n)
	}
	_, err = w.Sourcing.Intake(ctx, w.Second, org, third.ID)
	w.Is(err, sourcing.CategoryDenied)
	_, err = third.TryStart(w.Bidders[2])
	w.Is(err, sourcing.NotInvited)
	_, err = third.TryStart(w.Bidders[0])
	w.Is(err, entry.NotPaid)
	w.hears(w.Bidders[0], "app category.invited /supplier/category/:id", "mail invitation fr /supplier/category/:id")
	w.hears(w.Bidders[2])
	nobody := officer
	nobody.Privileges = nil
	w.Is(w.Sourcing.EndIntake(ctx, nobody, org, third.ID, "There are enough"), fault.Forbidden)
	w.Is(w.Sourcing.EndIntake(ctx, officer, org, third.ID, " "), fault.Invalid)
}

// An intake is set before anything is published, by who may write the category, and the
// first window ends before it does.
func TestAnIntakeIsSetBeforeItIsPublished(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	c := w.Author(policyOf(sourcing.SupplierRegistration), questions)
	form := sourcing.IntakeForm{Unit: sourcing.Monthly, Until: c.Closes.Add(time.Hour)}
	set := func(a access.Actor) error { return w.Sourcing.SetIntake(w.Context(), a, w.Officer.Org, c.ID, form) }
	w.Is(w.Sourcing.DropIntake(w.Context(), w.Officer, w.Officer.Org, c.ID), sourcing.NoIntake)
	w.Must(set(w.Officer))
	w.Must(w.Sourcing.DropIntake(w.Context(), w.Officer, w.Officer.Org, c.ID))
	w.Must(set(w.Officer))
	w.Is(w.Sourcing.EndIntake(w.Context(), w.Officer, w.Officer.Org, c.ID, "Too early"), sourcing.IllegalMove)
	w.do("UPDATE category SET closes_at = closes_at + interval '2 hours' WHERE id = $1", c.ID)
	w.Is(c.TryPublish(w.Officer), sourcing.NotReady)
	form.Until = form.Until.Add(2 * time.Hour)
	w.Must(set(w.Officer))
	w.Must(c.TryPublish(w.Officer))
	w.Is(set(w.Officer), sourcing.Published)
	w.Is(w.Sourcing.DropIntake(w.Context(), w.Officer, w.Officer.Org, c.ID), sourcing.Published)
}
