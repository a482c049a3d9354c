package app_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// parts are two departments of the officer's company and one of another.
func parts(w *story.World) (works, finance, foreign uuid.UUID) {
	w.Helper()
	of := func(a access.Actor, names ...string) (out []uuid.UUID) {
		branch, err := w.Party.SaveBranch(w.Context(), a, uuid.Nil, party.Branch{Name: "Nakuru", Code: "NKU"})
		w.Must(err)
		for _, name := range names {
			id, err := w.Party.SaveDepartment(w.Context(), a, uuid.Nil, branch, party.Named{Name: name})
			w.Must(err)
			out = append(out, id)
		}
		return out
	}
	own := of(w.Officer, "Works", "Finance")
	return own[0], own[1], of(w.Person("buyer", access.Buyer, uuid.Nil), "Works")[0]
}

// In every activity a job is for the needs of a department of its own company: an active one, or the one that it has had.
func TestAJobIsOfADepartmentOfItsCompany(t *testing.T) {
	t.Parallel()
	w := story.New(t, 0)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	works, finance, foreign := parts(w)
	for _, p := range sourcing.Policies {
		form := sourcing.JobForm{Activity: p.Activity, Code: "D-" + string(p.Activity), Title: "Pumps for the works"}
		refused := func(at uuid.UUID, want string) {
			t.Helper()
			form.Department = &at
			_, err := w.Sourcing.CreateJob(ctx, a, owner, form)
			w.Is(err, fault.Invalid)
			if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != "/department_id" || f[0].Code != want {
				t.Errorf("%s: %+v", p.Activity, f)
			}
		}
		refused(foreign, fault.Unknown)
		refused(uuid.New(), fault.Unknown)
		form.Department = &works
		job, err := w.Sourcing.CreateJob(ctx, a, owner, form)
		w.Must(err)
		with, err := w.Sourcing.Job(ctx, a, owner, job)
		w.Must(err)
		if with.Department != "Works" || with.DepartmentID == nil || *with.DepartmentID != works {
			t.Errorf("%s is of %q", p.Activity, with.Department)
		}
		form.Department = nil
		w.Must(w.Sourcing.UpdateJob(ctx, a, owner, job, with.Version, form))
		form.Department = &finance
		w.Must(w.Sourcing.UpdateJob(ctx, a, owner, job, with.Version+1, form))

		_, err = pgtest.Do(ctx, w.DB, "UPDATE department SET active = false WHERE id = $1", finance)
		w.Must(err)
		refused(finance, fault.NotAllowed)
		form.Title = "Pumps for whoever counts"
		w.Must(w.Sourcing.UpdateJob(ctx, a, owner, job, with.Version+2, form)) // keeps the one that it has
		form.Department = &works
		w.Must(w.Sourcing.UpdateJob(ctx, a, owner, job, with.Version+3, form))
		form.Department = &finance
		w.Is(w.Sourcing.UpdateJob(ctx, a, owner, job, with.Version+4, form), fault.Invalid)
		_, err = pgtest.Do(ctx, w.DB, "UPDATE department SET active = true WHERE id = $1", finance)
		w.Must(err)
		if n := w.Count("SELECT count(*) FROM audit_entry WHERE object_id = $1 AND action = 'sourcing.job.updated' AND detail->>'department' = $2", job, finance.String()); n != 2 {
			t.Errorf("%s: the log names its department %d times", p.Activity, n)
		}

		listed := func(of ...uuid.UUID) (ids []uuid.UUID) {
			t.Helper()
			page, err := w.Sourcing.Jobs(ctx, a, owner, sourcingsvc.JobFilter{Activities: []sourcing.Activity{p.Activity}, Departments: of}, "", 10)
			w.Must(err)
			if page.Total != len(page.Items) {
				t.Errorf("%d of %d are listed", len(page.Items), page.Total)
			}
			for _, r := range page.Items {
				ids = append(ids, r.ID)
			}
			return ids
		}
		if got := [][]uuid.UUID{listed(), listed(works), listed(finance), listed(finance, works), listed(foreign)}; len(got[2])+len(got[4]) != 0 || !slices.Equal(got[1], []uuid.UUID{job}) || !slices.Equal(got[3], got[0]) || len(got[0]) != 1 {
			t.Errorf("%s: %v", p.Activity, got)
		}
	}
	all, err := w.Sourcing.Departments(ctx, a, owner)
	w.Must(err)
	if len(all) != 2 || all[0].Name != "Finance" || all[0].Branch != "Nakuru" || !all[0].Active {
		t.Errorf("there are %+v", all)
	}
	_, err = pgtest.Do(ctx, w.DB, "UPDATE branch SET active = false WHERE company_id = $1", owner)
	w.Must(err)
	if all, err = w.Sourcing.Departments(ctx, a, owner); err != nil || len(all) != 2 || all[0].Active {
		t.Errorf("of a branch that was given up there are %+v, %v", all, err)
	}
	_, err = w.Sourcing.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: sourcing.Tender, Code: "D-OLD", Title: "Pumps", Department: &works})
	w.Is(err, fault.Invalid)
	_, err = w.Sourcing.Departments(ctx, w.Person("buyer", access.Buyer, uuid.Nil), owner)
	w.Is(err, fault.Forbidden)
}

// An auction is written in one act, its department with it.
func TestAnAuctionIsOfADepartment(t *testing.T) {
	t.Parallel()
	w := story.New(t, 0)
	works, finance, foreign := parts(w)
	terms := pumps
	terms.Job.Department = &works
	c := w.Author(policyOf(sourcing.ReverseAuction), terms)
	job, err := w.Sourcing.Job(w.Context(), w.Officer, w.Officer.Org, c.Job)
	w.Must(err)
	if job.Department != "Works" {
		t.Errorf("it is of %q", job.Department)
	}
	listed := func(of ...uuid.UUID) (names []string) {
		t.Helper()
		page, err := w.Auctions.Auctions(w.Context(), w.Officer, w.Officer.Org, auctionsvc.Filter{Activity: sourcing.ReverseAuction, Departments: of}, "", 10)
		w.Must(err)
		for _, r := range page.Items {
			names = append(names, r.Department)
		}
		return names
	}
	other := pumps
	other.Job.Code = "NONE"
	w.Author(policyOf(sourcing.ReverseAuction), other)
	if all, own, none := listed(), listed(works), listed(finance, foreign); len(all) != 2 || !slices.Equal(own, []string{"Works"}) || len(none) != 0 {
		t.Errorf("auctions are listed as %q, of the works %q, of others %q", all, own, none)
	}
	form := auctionsvc.Form{Job: sourcing.JobForm{Activity: sourcing.ReverseAuction, Code: "X", Title: "X", Department: &foreign}}
	_, err = w.Auctions.Create(w.Context(), w.Officer, w.Officer.Org, form)
	w.Is(err, fault.Invalid)
}

// What was saved is told by department, in the list, in its sums and in its workbook.
func TestSavingsOfADepartment(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	works, finance, _ := parts(w)
	first, second := bought(w, 450, "100", "120"), bought(w, 1000, "110", "130")
	for c, d := range map[*story.Category]*uuid.UUID{first: &works, second: nil} {
		job, err := w.Sourcing.Job(w.Context(), w.Officer, w.Officer.Org, c.Job)
		w.Must(err)
		w.Must(w.Sourcing.UpdateJob(w.Context(), w.Officer, w.Officer.Org, c.Job, job.Version,
			sourcing.JobForm{Code: job.Code, Title: job.Title, Regime: job.Regime, Department: d}))
		c.Award()
	}
	told := func(of *uuid.UUID) reportsvc.Savings {
		t.Helper()
		out, err := w.Reports.Savings(w.Context(), w.Officer, w.Officer.Org, reportsvc.SavingFilter{Baseline: evaluation.ByEstimate, Department: of}, "", 50)
		w.Must(err)
		if len(out.Departments) != 1 || out.Departments[0].ID != works {
			t.Errorf("it can be narrowed by %+v", out.Departments)
		}
		return out
	}
	if all := told(nil); len(all.Items) != 2 || all.Totals[0].Awards != 2 {
		t.Errorf("%+v", all)
	}
	if own := told(&works); len(own.Items) != 1 || own.Items[0].CategoryID != first.ID || own.Items[0].Department != "Works" || own.Totals[0].Awards != 1 || own.Totals[0].Saved.Short() != "50" {
		t.Errorf("%+v", own)
	}
	if none := told(&finance); len(none.Items)+len(none.Totals) != 0 {
		t.Errorf("%+v", none)
	}
	// Who may not look into a category is told of no department that only it is of, and reads sums without it.
	shut := false
	w.Must(w.Sourcing.SetDoor(w.Context(), w.Officer, w.Officer.Org, w.Second.User, first.ID, &shut))
	out, err := w.Reports.Savings(w.Context(), w.Second, w.Officer.Org, reportsvc.SavingFilter{Baseline: evaluation.ByEstimate}, "", 50)
	w.Must(err)
	if len(out.Departments) != 0 || len(out.Items) != 1 || out.Items[0].CategoryID != second.ID || out.Totals[0].Awards != 1 || out.Totals[0].Baseline.Short() != "1000" {
		t.Errorf("behind a closed door somebody reads %+v", out)
	}
	book, err := w.Reports.ExportSavings(w.Context(), w.Officer, w.Officer.Org, reportsvc.SavingFilter{Baseline: evaluation.ByEstimate, Department: &works}, "en")
	w.Must(err)
	sheets, err := excelize.OpenReader(bytes.NewReader(book))
	w.Must(err)
	rows, err := sheets.GetRows(sheets.GetSheetName(0))
	w.Must(err)
	if len(rows) != 2 || slices.Index(rows[0], "Department") != slices.Index(rows[1], "Works") || !slices.Contains(rows[1], "Works") {
		t.Errorf("%q", rows)
	}
}
