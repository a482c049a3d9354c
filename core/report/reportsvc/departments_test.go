package reportsvc_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

var anyID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// needed puts jobs for the needs of a department of who writes them.
func (d *desk) needed(by access.Actor, department uuid.UUID, lots ...lot) {
	d.Helper()
	for _, l := range lots {
		l.by = by
		job, _ := d.lot(l)
		d.exec(`UPDATE job SET department_id = $2, created_at = $3 WHERE id = $1`, job, department, noon)
	}
}

func (d *desk) department(of access.Actor, name string) uuid.UUID {
	d.Helper()
	branch, id := newID(), newID()
	d.exec(`INSERT INTO branch (id, company_id, name, code, created_at) VALUES ($1, $2, $3, $3, $4)`, branch, of.Org, name, noon)
	d.exec(`INSERT INTO department (id, company_id, branch_id, name, created_at) VALUES ($1, $2, $3, $4, $5)`, id, of.Org, branch, name, noon)
	return id
}

// The dashboard of a department, its list of results and its file say what they say to a company that has nothing but the
// jobs of that department: every figure, whatever else the company of the department does.
func TestADepartmentsDashboardIsThatOfItsJobsAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	works, finance := d.department(d.buyer, "Works"), d.department(d.buyer, "Finance")
	own := []lot{
		{job: sourcing.JobPublished, status: sourcing.Open, bids: []int{0}},
		{job: sourcing.JobPublished, status: sourcing.Closed, closed: days(-2), bids: []int{0, 1}},
		{job: sourcing.JobPublished, status: sourcing.TechnicalEvaluation, closed: days(-3), bids: []int{0, 2}, passed: 1},
		{job: sourcing.JobDraft, status: sourcing.Draft},
		{job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-40), bids: []int{1}, passed: 1, amount: "500.25", awarded: days(-30)},
		{job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-90), bids: []int{2}, passed: 1, amount: "20", currency: "USD", awarded: days(-70)},
		{activity: sourcing.AssetDisposal, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-40), bids: []int{2}, passed: 1, amount: "77", awarded: days(-35)},
	}
	others := []lot{
		{job: sourcing.JobPublished, status: sourcing.Open, bids: []int{1, 2}},
		{job: sourcing.JobPublished, status: sourcing.Closed, closed: days(-5), bids: []int{2}},
		{job: sourcing.JobPublished, status: sourcing.TechnicalEvaluation, closed: days(-6), bids: []int{1}, passed: 1},
		{job: sourcing.JobCancelled, status: sourcing.Cancelled},
		{job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-41), bids: []int{0, 1}, passed: 1, amount: "9000", awarded: days(-30)},
		{job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-20), bids: []int{0}, passed: 1, amount: "3", currency: "UGX", awarded: days(-15)},
	}
	d.exec(`UPDATE company SET name = $2 WHERE id = $1`, d.rival.Org, "County of Nakuru")
	d.needed(d.buyer, works, own...)
	d.needed(d.buyer, finance, others...)
	for _, l := range others {
		l.by = d.buyer
		d.lot(l) // for nobody's needs
	}
	d.needed(d.rival, d.department(d.rival, "All"), own...)

	told := func(who access.Actor, of *uuid.UUID) map[string]string {
		t.Helper()
		out := map[string]string{}
		note := func(what string, value any) {
			text, err := json.MarshalIndent(value, "", " ")
			d.must(err)
			out[what] = anyID.ReplaceAllString(string(text), "ID")
		}
		f, err := d.svc.Figures(t.Context(), who, 12, of)
		d.must(err)
		note("jobs", f.Jobs)
		note("categories", f.Categories)
		note("closing", f.Closing)
		note("waiting", f.Waiting)
		note("months", f.Months)
		note("types", f.Types)
		note("pace", f.Pace)
		file, err := d.svc.ExportFigures(t.Context(), who, 12, of, "csv", "en")
		d.must(err)
		note("file", string(file))
		for name, filter := range map[string]reportsvc.ResultFilter{"results": {}, "awarded": {Awarded: true, Months: 12}, "spend": {Spend: true}, "of a month": {Spend: true, Month: "2026-10", Currency: "KES"}} {
			filter.Department = of
			page, err := d.svc.Results(t.Context(), who, filter, "", 50)
			d.must(err)
			note(name, page)
		}
		return out
	}
	all, got, want := told(d.buyer, nil), told(d.buyer, &works), told(d.rival, nil)
	for what := range want {
		if got[what] != want[what] {
			t.Errorf("%s: of the department\n%s\nof its jobs alone\n%s", what, got[what], want[what])
		}
		// A figure that nothing else could change would hold of any filter.
		if all[what] == want[what] {
			t.Errorf("%s: the company's are the department's", what)
		}
	}
	nobody := uuid.New()
	for what, text := range told(d.buyer, &nobody) {
		if text == all[what] {
			t.Errorf("%s: of a department that is none there is all", what)
		}
	}
}
