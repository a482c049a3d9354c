package app_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// Both desks see who takes part, and no more of a bid than its state allows.
func TestOperatorSeesNamesNeverContent(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	qed := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	for i := range w.bidders {
		bid := w.draft(w.bidders[i], w.ten, "x", "10")
		if i == 0 {
			_, err := w.Bidding.Submit(w.ctx, w.bidders[i], bid, fmt.Sprintf("key-%d-aaaa", i))
			w.must(err)
		}
	}
	look := func(named bool, submissions int32) {
		t.Helper()
		_, n, people, err := w.Evaluation.Participants(w.ctx, qed, w.category)
		if err != nil || len(people) != 2 || (people[0].Submitted != nil) != named || (n == nil) != (submissions < 0) || (n != nil && *n != submissions) {
			t.Fatalf("%v %+v %v", n, people, err)
		}
		if named && (!*people[0].Submitted || *people[1].Submitted) {
			t.Fatalf("%+v", people)
		}
	}
	look(false, -1)
	live, err := w.Evaluation.Live(w.ctx, qed)
	if err != nil || len(live.Jobs) != 1 || live.Jobs[0].Status != "published" || len(live.Closing) != 1 || live.Closing[0].Participants != 2 {
		t.Fatalf("%+v %v", live, err)
	}
	jobs, err := w.Evaluation.LiveJobs(w.ctx, qed, evaluationsvc.LiveFilter{OnlyOpen: true, Search: "pump", Activity: sourcing.Tender}, "", 10)
	if err != nil || len(jobs.Items) != 1 || jobs.Items[0].Participants != 2 {
		t.Fatalf("%+v %v", jobs, err)
	}
	_, rows, err := w.Evaluation.LiveCategories(w.ctx, qed, jobs.Items[0].ID)
	if err != nil || len(rows) != 1 || rows[0].Submissions != nil || rows[0].Participants != 2 {
		t.Fatalf("%+v %v", rows, err)
	}
	pgtest.SetClock(t, w.db, noon.Add(48*time.Hour))
	_, err = w.Sourcing.CloseDue(w.ctx)
	w.must(err)
	look(false, 1)
	w.open(seal.Technical)
	look(true, 1)

	_, err = w.Evaluation.Live(w.ctx, w.bidders[0])
	w.is(err, fault.Forbidden)
	_, _, _, err = w.Evaluation.Participants(w.ctx, w.bidders[0], w.category)
	w.is(err, fault.Forbidden)
	// Another company's people find nothing; the buyer's own see what the operator sees.
	stranger := w.officer
	stranger.Org = uuid.New()
	_, _, _, err = w.Evaluation.Participants(w.ctx, stranger, w.category)
	w.is(err, sourcing.CategoryNotFound)
	own := w.officer
	own.Privileges = access.Titles[access.Buyer]
	_, n, people, err := w.Evaluation.Participants(w.ctx, own, w.category)
	if err != nil || n == nil || *n != 1 || len(people) != 2 {
		t.Fatalf("%v %+v %v", n, people, err)
	}
	totals, err := w.Payments.Totals(w.ctx, qed)
	if err != nil || totals.Reviews != 0 {
		t.Fatal(totals, err)
	}
	suppliers, buyers, err := w.Party.Counts(w.ctx, qed)
	if err != nil || suppliers != 2 || buyers != 1 {
		t.Fatal(suppliers, buyers, err)
	}
	_, err = w.Awards.Standing(w.ctx, qed, w.officer.Org, w.category)
	w.is(err, fault.Forbidden)
}
