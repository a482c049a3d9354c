package app_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// Both desks see who takes part, and no more of a bid than its state allows.
func TestOperatorSeesNamesNeverContent(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	qed := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	for i := range w.Bidders {
		bid := w.draft(w.Bidders[i], w.ten, "x", "10")
		if i == 0 {
			_, err := w.TrySubmit(w.Bidders[i], bid, fmt.Sprintf("key-%d-aaaa", i))
			w.Must(err)
		}
	}
	look := func(named bool, submissions int32) {
		t.Helper()
		got, err := w.Reports.Participants(w.Context(), qed, w.ID)
		n := got.Submissions
		if err != nil || got.Number != 2 || got.Named != named || (n == nil) != (submissions < 0) || (n != nil && *n != submissions) {
			t.Fatalf("%+v %v", got, err)
		}
		if !named && len(got.People) > 0 || named && (len(got.People) != 2 || !got.People[0].Submitted || got.People[1].Submitted) {
			t.Fatalf("%+v", got.People)
		}
	}
	look(false, -1)
	live, err := w.Reports.Live(w.Context(), qed)
	if err != nil || len(live.Jobs) != 1 || live.Jobs[0].Status != "published" || len(live.Closing) != 1 || live.Closing[0].Participants != 2 {
		t.Fatalf("%+v %v", live, err)
	}
	jobs, err := w.Reports.LiveJobs(w.Context(), qed, reportsvc.LiveFilter{OnlyOpen: true, Search: "pump", Activities: []sourcing.Activity{sourcing.Tender}}, "", 10)
	if err != nil || len(jobs.Items) != 1 || jobs.Items[0].Participants != 2 {
		t.Fatalf("%+v %v", jobs, err)
	}
	_, rows, err := w.Reports.LiveCategories(w.Context(), qed, jobs.Items[0].ID)
	if err != nil || len(rows) != 1 || rows[0].Submissions != nil || rows[0].Participants != 2 {
		t.Fatalf("%+v %v", rows, err)
	}
	w.Close()
	look(false, 1)
	w.open(seal.Technical)
	look(true, 1)

	_, err = w.Reports.Live(w.Context(), w.Bidders[0])
	w.Is(err, fault.Forbidden)
	_, err = w.Reports.Participants(w.Context(), w.Bidders[0], w.ID)
	w.Is(err, fault.Forbidden)
	// Another company's people find nothing; the buyer's own see what the operator sees.
	stranger := w.Officer
	stranger.Org = uuid.New()
	_, err = w.Reports.Participants(w.Context(), stranger, w.ID)
	w.Is(err, sourcing.CategoryNotFound)
	own := w.Officer
	own.Privileges = access.Titles[access.Buyer]
	got, err := w.Reports.Participants(w.Context(), own, w.ID)
	if err != nil || got.Submissions == nil || *got.Submissions != 1 || len(got.People) != 2 {
		t.Fatalf("%+v %v", got, err)
	}
	totals, err := w.Payments.Totals(w.Context(), qed)
	if err != nil || totals.Reviews != 0 {
		t.Fatal(totals, err)
	}
	suppliers, buyers, err := w.Party.Counts(w.Context(), qed)
	if err != nil || suppliers != 2 || buyers != 1 {
		t.Fatal(suppliers, buyers, err)
	}
	_, err = w.TryStanding(qed)
	w.Is(err, fault.Forbidden)
}
