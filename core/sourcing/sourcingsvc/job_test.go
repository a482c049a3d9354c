package sourcingsvc_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

func TestJobFromDraftToDetails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.job(sourcing.Tender, "T-1")
	j, err := w.svc.Job(t.Context(), w.buyer, w.buyer.Org, id)
	w.must(err)
	if j.Reference != "ZB/TN/2026/0001" || j.Timezone != "Africa/Nairobi" || j.Regime != "private-default" || j.Status != sourcing.JobDraft ||
		j.OwnerName != "Amina Otieno" || j.Version != 1 {
		t.Fatalf("%+v", j)
	}
	form := sourcing.JobForm{Code: "T-1b", Title: "Boreholes", Regime: "ke-ppada"}
	w.must(w.svc.UpdateJob(t.Context(), w.buyer, w.buyer.Org, id, 1, form))
	w.is(w.svc.UpdateJob(t.Context(), w.buyer, w.buyer.Org, id, 1, form), sourcing.Changed)
	w.must(w.svc.UpdateJob(t.Context(), w.buyer, w.buyer.Org, id, 2, form))
	w.job(sourcing.Tender, "T-2")
	_, err = w.svc.CreateJob(t.Context(), w.buyer, w.buyer.Org, sourcing.JobForm{Activity: sourcing.RFQ, Code: "T-2", Title: "x"})
	w.field(err, "/code", fault.Taken)
	w.field(w.svc.UpdateJob(t.Context(), w.buyer, w.buyer.Org, id, 3, sourcing.JobForm{Code: "T-2", Title: "x"}), "/code", fault.Taken)
	_, err = w.svc.CreateJob(t.Context(), w.buyer, w.buyer.Org, sourcing.JobForm{Activity: "war"})
	w.field(err, "/activity", fault.NotAllowed)
	w.field(err, "/title", fault.Required)
	if n := w.text(`SELECT count(*)::text FROM audit_entry WHERE object_id = $1 AND company_id = $2`, id, w.buyer.Org); n != "3" {
		t.Errorf("%s entries in the journal", n)
	}
}

// References are unique per buyer and count by activity and year, whoever asks at once.
func TestReferencesAreUnique(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			_, err := w.svc.CreateJob(t.Context(), w.buyer, w.buyer.Org, sourcing.JobForm{Activity: sourcing.Tender, Code: fmt.Sprint("P-", i), Title: "x"})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := w.text(`SELECT string_agg(reference, ' ' ORDER BY reference) FROM job WHERE reference LIKE '%/0001' OR reference LIKE '%/0012'`); got != "ZB/TN/2026/0001 ZB/TN/2026/0012" {
		t.Error(got)
	}
	id := w.job(sourcing.RFQ, "R")
	if got := w.text(`SELECT reference FROM job WHERE id = $1`, id); got != "ZB/RQ/2026/0001" {
		t.Error(got)
	}
}

func TestListOfJobs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 7 {
		w.job(sourcing.Tender, fmt.Sprint("T-", i))
	}
	w.job(sourcing.RFQ, "R-1")
	_, err := w.svc.CreateJob(t.Context(), w.rival, w.rival.Org, sourcing.JobForm{Activity: sourcing.Tender, Code: "T-1", Title: "secret"})
	w.must(err)
	seen := map[uuid.UUID]bool{}
	after, pages := "", 0
	for {
		page, err := w.svc.Jobs(t.Context(), w.buyer, w.buyer.Org, sourcingsvc.JobFilter{Activities: []sourcing.Activity{sourcing.Tender}}, after, 3)
		w.must(err)
		if page.Total != 7 || page.TotalCapped {
			t.Fatalf("%+v", page)
		}
		for _, j := range page.Items {
			if seen[j.ID] || j.Activity != sourcing.Tender {
				t.Errorf("%+v", j)
			}
			seen[j.ID] = true
		}
		pages++
		if after = page.Next; after == "" {
			break
		}
	}
	if len(seen) != 7 || pages != 3 {
		t.Fatalf("%d jobs on %d pages", len(seen), pages)
	}
	for _, x := range []struct {
		f sourcingsvc.JobFilter
		n int
	}{{sourcingsvc.JobFilter{Search: "works of r"}, 1}, {sourcingsvc.JobFilter{Search: "tn/2026/0003"}, 1}, {sourcingsvc.JobFilter{Search: "T-4"}, 1},
		{sourcingsvc.JobFilter{Statuses: []sourcing.JobStatus{sourcing.JobPublished}}, 0}, {sourcingsvc.JobFilter{Statuses: []sourcing.JobStatus{sourcing.JobDraft}}, 8}} {
		page, err := w.svc.Jobs(t.Context(), w.buyer, w.buyer.Org, x.f, "", 50)
		w.must(err)
		if len(page.Items) != x.n || page.Total != x.n {
			t.Errorf("%+v: %d of %d", x.f, len(page.Items), page.Total)
		}
	}
	page, err := w.svc.Jobs(t.Context(), w.qed, w.rival.Org, sourcingsvc.JobFilter{}, "", 50)
	w.must(err)
	if len(page.Items) != 1 || page.Items[0].Title != "secret" {
		t.Errorf("the operator sees %+v", page.Items)
	}
}

func TestCancellingAJob(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	job, open := w.published(form())
	draft, err := w.svc.CreateCategory(t.Context(), w.buyer, w.buyer.Org, job, form())
	w.must(err)
	w.field(w.svc.CancelJob(t.Context(), w.buyer, w.buyer.Org, job, " "), "/reason", fault.Required)
	w.must(w.svc.CancelJob(t.Context(), w.buyer, w.buyer.Org, job, "No budget"))
	if w.status("job", job) != "cancelled" || w.status("category", open) != "cancelled" || w.status("category", draft) != "withdrawn" {
		t.Error(w.status("job", job), w.status("category", open), w.status("category", draft))
	}
	w.is(w.svc.CancelJob(t.Context(), w.buyer, w.buyer.Org, job, "again"), sourcing.IllegalMove)
	_, err = w.svc.CreateCategory(t.Context(), w.buyer, w.buyer.Org, job, form())
	w.is(err, sourcing.IllegalMove)

	job, open = w.published(form())
	w.exec(`UPDATE category SET status = 'notified' WHERE id = $1`, open)
	w.is(w.svc.CancelJob(t.Context(), w.buyer, w.buyer.Org, job, "late"), sourcing.IllegalMove)
	if w.status("job", job) != "published" {
		t.Error("a job was cancelled whose letters are out")
	}
}

// Every operation that takes an id refuses another company's object, and every
// operation refuses an actor who lacks its right.
func TestForeignersAndTheUnprivilegedAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	job := w.job(sourcing.Tender, "T-1")
	category, section, question, item := w.category(job, form())
	ctx := t.Context()
	ops := map[string]func(a access.Actor, owner uuid.UUID) error{
		"Job": func(a access.Actor, o uuid.UUID) error { _, err := w.svc.Job(ctx, a, o, job); return err },
		"UpdateJob": func(a access.Actor, o uuid.UUID) error {
			return w.svc.UpdateJob(ctx, a, o, job, 1, sourcing.JobForm{Code: "x", Title: "x"})
		},
		"CancelJob":  func(a access.Actor, o uuid.UUID) error { return w.svc.CancelJob(ctx, a, o, job, "x") },
		"PublishJob": func(a access.Actor, o uuid.UUID) error { return w.svc.PublishJob(ctx, a, o, job) },
		"CreateCategory": func(a access.Actor, o uuid.UUID) error {
			_, err := w.svc.CreateCategory(ctx, a, o, job, form())
			return err
		},
		"Category":       func(a access.Actor, o uuid.UUID) error { _, err := w.svc.Category(ctx, a, o, category); return err },
		"Preview":        func(a access.Actor, o uuid.UUID) error { _, err := w.svc.Preview(ctx, a, o, category); return err },
		"UpdateCategory": func(a access.Actor, o uuid.UUID) error { return w.svc.UpdateCategory(ctx, a, o, category, 1, form()) },
		"Duplicate": func(a access.Actor, o uuid.UUID) error {
			_, err := w.svc.Duplicate(ctx, a, o, category, nil)
			return err
		},
		"CancelCategory": func(a access.Actor, o uuid.UUID) error { return w.svc.CancelCategory(ctx, a, o, category, "x") },
		"Publish":        func(a access.Actor, o uuid.UUID) error { return w.svc.Publish(ctx, a, o, category) },
		"Extend": func(a access.Actor, o uuid.UUID) error {
			return w.svc.Extend(ctx, a, o, category, noon.AddDate(0, 1, 0), "x")
		},
		"SendForApproval": func(a access.Actor, o uuid.UUID) error { return w.svc.SendForApproval(ctx, a, o, category) },
		"RefuseApproval":  func(a access.Actor, o uuid.UUID) error { return w.svc.RefuseApproval(ctx, a, o, category, "x") },
		"CreateSection": func(a access.Actor, o uuid.UUID) error {
			_, err := w.svc.CreateSection(ctx, a, o, category, sourcing.Section{Name: "x"})
			return err
		},
		"UpdateSection": func(a access.Actor, o uuid.UUID) error {
			return w.svc.UpdateSection(ctx, a, o, category, sourcing.Section{ID: section, Name: "x"})
		},
		"MoveSection":   func(a access.Actor, o uuid.UUID) error { return w.svc.MoveSection(ctx, a, o, category, section, 0) },
		"DeleteSection": func(a access.Actor, o uuid.UUID) error { return w.svc.DeleteSection(ctx, a, o, category, section) },
		"SaveQuestion": func(a access.Actor, o uuid.UUID) error {
			_, err := w.svc.SaveQuestion(ctx, a, o, category, sourcing.Question{ID: question, Section: section, Prompt: "x", Response: sourcing.Text})
			return err
		},
		"MoveQuestion": func(a access.Actor, o uuid.UUID) error {
			return w.svc.MoveQuestion(ctx, a, o, category, question, section, 0)
		},
		"DeleteQuestion": func(a access.Actor, o uuid.UUID) error { return w.svc.DeleteQuestion(ctx, a, o, category, question) },
		"AddItem": func(a access.Actor, o uuid.UUID) error {
			_, err := w.svc.AddItem(ctx, a, o, category, sourcing.Item{Number: "9", Description: "x", Unit: "x"})
			return err
		},
		"UpdateItem": func(a access.Actor, o uuid.UUID) error {
			return w.svc.UpdateItem(ctx, a, o, category, sourcing.Item{ID: item, Number: "9", Description: "x", Unit: "x"})
		},
		"DeleteItem": func(a access.Actor, o uuid.UUID) error { return w.svc.DeleteItem(ctx, a, o, category, item) },
		"PasteItems": func(a access.Actor, o uuid.UUID) error {
			_, err := w.svc.PasteItems(ctx, a, o, category, sourcingsvc.Paste{Text: "x\tx\t1"})
			return err
		},
		"Invitations": func(a access.Actor, o uuid.UUID) error {
			_, err := w.svc.Invitations(ctx, a, o, category, sourcingsvc.InvitedFilter{}, "", 5)
			return err
		},
		"Invitable": func(a access.Actor, o uuid.UUID) error {
			_, err := w.svc.Invitable(ctx, a, o, category, sourcingsvc.SupplierFilter{}, "", 5)
			return err
		},
		"Invite": func(a access.Actor, o uuid.UUID) error {
			_, err := w.svc.Invite(ctx, a, o, category, []uuid.UUID{w.supplier.Org})
			return err
		},
	}
	reads := map[string]bool{"Job": true, "Category": true, "Preview": true, "Invitations": true, "Invitable": true}
	before := w.text(`SELECT count(*)::text FROM audit_entry`)
	for name, op := range ops {
		// The rival's own company in the query finds nothing; the other's in it is refused.
		if err := op(w.rival, w.rival.Org); fault.As(err).Kind != fault.KindNotFound {
			t.Errorf("%s of another company: %v", name, err)
		}
		if err := op(w.rival, w.buyer.Org); fault.As(err).Kind != fault.KindForbidden {
			t.Errorf("%s for another company: %v", name, err)
		}
		if err := op(w.supplier, w.buyer.Org); fault.As(err).Kind != fault.KindForbidden {
			t.Errorf("%s by a supplier: %v", name, err)
		}
		if err := op(w.qed, w.rival.Org); fault.As(err).Kind != fault.KindNotFound {
			t.Errorf("%s by the operator in the wrong company: %v", name, err)
		}
		bare := w.buyer
		bare.Privileges = nil
		if err := op(bare, bare.Org); !reads[name] && fault.As(err).Kind != fault.KindForbidden {
			t.Errorf("%s without the right: %v", name, err)
		}
	}
	if after := w.text(`SELECT count(*)::text FROM audit_entry`); after != before {
		t.Errorf("%s entries became %s", before, after)
	}
	for name, read := range map[string]func(access.Actor) error{
		"OpenCategories": func(a access.Actor) error {
			_, err := w.svc.OpenCategories(ctx, a, sourcingsvc.OpenFilter{}, "", 5)
			return err
		},
		"OpenCompanies":   func(a access.Actor) error { _, err := w.svc.OpenCompanies(ctx, a, "", "", 5); return err },
		"SupplierPreview": func(a access.Actor) error { _, err := w.svc.SupplierPreview(ctx, a, category); return err },
	} {
		w.is(read(w.buyer), fault.Forbidden)
		if err := read(w.supplier); name == "SupplierPreview" {
			w.is(err, sourcing.CategoryNotFound) // a draft is not there
		} else {
			w.must(err)
		}
	}
}

func TestTheOperatorActsForTheOwner(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	job := w.job(sourcing.Tender, "T-1")
	category, _, _, _ := w.category(job, form())
	owner, err := w.svc.OwnerOfCategory(t.Context(), w.qed, category)
	w.must(err)
	if owner != w.buyer.Org {
		t.Fatal(owner)
	}
	w.must(w.svc.Publish(t.Context(), w.qed, owner, category))
	_, err = w.svc.OwnerOfJob(t.Context(), w.qed, newID())
	w.is(err, sourcing.JobNotFound)
	_, err = w.svc.CreateJob(t.Context(), w.qed, w.supplier.Org, sourcing.JobForm{Activity: sourcing.Tender, Code: "x", Title: "x"})
	w.field(err, "/buyer_id", fault.Unknown)
	if owner, _ = w.svc.OwnerOfCategory(t.Context(), w.rival, category); owner != w.rival.Org {
		t.Error("a buyer acts for another company")
	}
}
