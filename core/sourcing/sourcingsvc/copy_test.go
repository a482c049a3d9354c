package sourcingsvc_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// A job is used once more whole: each category with what is asked, its times moved together;
// what was cancelled stays behind, and so does who took part.
func TestAJobIsUsedOnceMore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	job := w.job(sourcing.Tender, "T-1")
	f := form()
	first, _, _, _ := w.category(job, f)
	later := f
	later.Name, later.Number = "Valves", ""
	later.OpensAt, later.ClosesAt = f.OpensAt.Add(24*time.Hour), f.ClosesAt.Add(72*time.Hour)
	_, err := w.svc.CreateCategory(ctx, a, owner, job, later)
	w.must(err)
	later.Name, later.Number = "Cancelled", ""
	third, err := w.svc.CreateCategory(ctx, a, owner, job, later)
	w.must(err)
	w.must(w.svc.CancelCategory(ctx, a, owner, third, "Not needed"))
	_, err = w.svc.Invite(ctx, a, owner, first, []uuid.UUID{w.supplier.Org})
	w.must(err)
	opens := f.OpensAt.AddDate(1, 0, 0)
	made, err := w.svc.CopyJob(ctx, a, owner, job, sourcing.CopyForm{Code: "T-9", Title: "Pumps of next year", OpensAt: opens})
	w.must(err)
	is, err := w.svc.Job(ctx, a, owner, made)
	w.must(err)
	if is.Job.Code != "T-9" || is.Job.Title != "Pumps of next year" || is.Job.Status != sourcing.JobDraft || len(is.Categories) != 2 {
		t.Fatalf("%+v", is)
	}
	for i, of := range []struct{ from sourcing.CategoryForm }{{f}, {later}} {
		c := is.Categories[i]
		want := of.from.ClosesAt.Add(opens.Sub(f.OpensAt))
		if c.Status != sourcing.Draft || !c.OpensAt.Equal(of.from.OpensAt.Add(opens.Sub(f.OpensAt))) || !c.ClosesAt.Equal(want) {
			t.Errorf("%s is from %s to %s, want until %s", c.Name, c.OpensAt, c.ClosesAt, want)
		}
	}
	was, err := w.svc.Category(ctx, a, owner, first)
	w.must(err)
	copied, err := w.svc.Category(ctx, a, owner, is.Categories[0].ID)
	w.must(err)
	if len(copied.Questions) != len(was.Questions) || len(copied.Items) != len(was.Items) || copied.Invited != 0 {
		t.Errorf("%d questions, %d items, %d invited", len(copied.Questions), len(copied.Items), copied.Invited)
	}
	for _, x := range was.Questions {
		if slices.ContainsFunc(copied.Questions, func(y sourcing.Question) bool { return x.ID == y.ID }) {
			t.Error("an id came along")
		}
	}
	if n := w.text(`SELECT count(*) FROM audit_entry WHERE action = 'sourcing.job.copied' AND object_id = $1 AND detail->>'from' = $2::text AND (detail->>'categories')::int = 2`, made, job.String()); n != "1" {
		t.Error("nobody wrote down what it was made from")
	}

	// What a category hides from somebody is not copied for them; who may not draft copies nothing.
	_, err = w.svc.CopyJob(ctx, a, owner, job, sourcing.CopyForm{Code: "T-9", Title: "Twice the same code", OpensAt: opens})
	w.field(err, "/code", fault.Taken)
	_, err = w.svc.CopyJob(ctx, a, owner, job, sourcing.CopyForm{Title: "x"})
	w.field(err, "/code", fault.Required)
	_, err = w.svc.CopyJob(ctx, w.rival, w.rival.Org, job, sourcing.CopyForm{Code: "T-9", Title: "x", OpensAt: opens})
	w.is(err, sourcing.JobNotFound)
	reader := a
	reader.Privileges = []access.Privilege{access.ManageJob}
	_, err = w.svc.CopyJob(ctx, reader, owner, job, sourcing.CopyForm{Code: "T-8", Title: "x", OpensAt: opens})
	w.is(err, fault.Forbidden)
}
