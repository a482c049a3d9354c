package reportsvc_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// everyPhase has categories of an activity in every phase that a figure is made of, all
// with a bid of one supplier.
func (d *desk) everyPhase(a sourcing.Activity, supplier int) (categories []uuid.UUID) {
	d.Helper()
	for _, l := range []lot{
		{job: sourcing.JobPublished, status: sourcing.Open},
		{job: sourcing.JobPublished, status: sourcing.Closed, closed: days(-2)},
		{job: sourcing.JobPublished, status: sourcing.Evaluated, closed: days(-3), passed: 1},
		{job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-40), passed: 1, amount: "500", awarded: days(-30)},
	} {
		l.by, l.activity, l.bids = d.buyer, a, []int{supplier}
		_, category := d.lot(l)
		categories = append(categories, category)
	}
	return categories
}

// answers are everything that the buyer's person reads of figures and lists, by name.
func (d *desk) answers() map[string]string {
	d.Helper()
	out := map[string]string{}
	tell := func(name string, answer any) {
		d.Helper()
		raw, err := json.Marshal(answer)
		d.must(err)
		out[name] = string(raw)
	}
	f, err := d.svc.Figures(d.Context(), d.buyer, 12, nil)
	d.must(err)
	tell("jobs", f.Jobs)
	tell("categories", f.Categories)
	tell("closing soon", f.Closing)
	tell("waiting", f.Waiting)
	tell("by month", f.Months)
	tell("by type", f.Types)
	tell("pace", f.Pace)
	for name, filter := range map[string]reportsvc.ResultFilter{"closed": {}, "awarded": {Awarded: true}, "spent": {Spend: true}} {
		page, err := d.svc.Results(d.Context(), d.buyer, filter, "", 50)
		d.must(err)
		tell(name, page.Items)
	}
	bidders, countries, err := d.svc.Bidders(d.Context(), d.buyer, reportsvc.BidderFilter{}, "", 50)
	d.must(err)
	tell("bidders", bidders.Items)
	tell("their countries", countries)
	live, err := d.svc.LiveJobs(d.Context(), d.buyer, reportsvc.LiveFilter{}, "", 50)
	d.must(err)
	tell("live jobs", live.Items)
	return out
}

// What is behind a closed door, or of a module that is switched off, is in no figure and
// in no list: each reads as if it were not there. A job is seen though its category is not.
func TestWhatIsHiddenChangesNoFigure(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.exec(`UPDATE company SET country = 'UG' WHERE id = $1`, d.suppliers[2])
	d.everyPhase(sourcing.RFQ, 0)
	without := d.answers()
	hidden := d.everyPhase(sourcing.Tender, 2)
	for name, got := range d.answers() {
		if got == without[name] {
			t.Errorf("%s does not tell of what is not hidden: %s", name, got)
		}
	}
	for _, category := range hidden {
		d.exec(`INSERT INTO category_access (buyer_id, account_id, category_id, allowed) VALUES ($1, $2, $3, false)`,
			d.buyer.Org, d.buyer.User, category)
	}
	for name, got := range d.answers() {
		if got != without[name] && name != "jobs" && name != "live jobs" {
			t.Errorf("behind a closed door, %s: %s, want %s", name, got, without[name])
		}
	}
	d.exec(`DELETE FROM category_access`)
	d.exec(`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at) VALUES ($1, 'tender', false, $2, $3)`,
		d.buyer.Org, d.buyer.User, noon)
	for name, got := range d.answers() {
		if got != without[name] {
			t.Errorf("of a module that is off, %s: %s, want %s", name, got, without[name])
		}
	}
}

// What was decided for nobody is not awarded, and what was awarded without a price is no
// spend: neither in a figure nor in the list behind it.
func TestOnlyWhatHasAPriceIsSpent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, awarded := range []int{0, 1} { // lines of the decision
		_, category := d.lot(lot{by: d.buyer, job: sourcing.JobClosed, status: sourcing.Awarded, closed: days(-50), bids: []int{1}, passed: 1})
		id := newID()
		d.exec(`INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
			SELECT $1, c.id, c.job_id, c.buyer_id, c.currency, $2, $3, $3 FROM category c WHERE c.id = $4`, id, d.buyer.User, days(-45), category)
		d.exec(`INSERT INTO award_line (award_id, category_id, buyer_id, position, submission_id, supplier_id)
			SELECT $1, s.category_id, s.buyer_id, 0, s.id, s.supplier_id FROM submission s WHERE s.category_id = $2 LIMIT $3`, id, category, awarded)
	}
	for name, x := range map[string]struct {
		f    reportsvc.ResultFilter
		want int
	}{
		"closed":  {reportsvc.ResultFilter{}, 2},
		"awarded": {reportsvc.ResultFilter{Awarded: true}, 1},
		"spent":   {reportsvc.ResultFilter{Spend: true}, 0},
	} {
		page, err := d.svc.Results(d.Context(), d.buyer, x.f, "", 50)
		d.must(err)
		if len(page.Items) != x.want {
			t.Errorf("%s: %d, want %d", name, len(page.Items), x.want)
		}
	}
	f, err := d.svc.Figures(d.Context(), d.buyer, 12, nil)
	d.must(err)
	if len(f.Months) != 0 || len(f.Types) != 0 || f.Pace.Awards != 1 {
		t.Errorf("%+v %+v %+v", f.Months, f.Types, f.Pace)
	}
}
