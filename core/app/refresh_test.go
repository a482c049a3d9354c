package app_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/sourcing"
)

// refreshed has results computed again in the background, and tells what came of it.
func refreshed(c *story.Category, start func() (uuid.UUID, error)) map[string]int64 {
	c.Helper()
	id, err := start()
	c.Must(err)
	c.Must(c.Tasks.Drain(c.Context()))
	done, err := c.Tasks.Get(c.Context(), c.Officer, id)
	c.Must(err)
	if done.State != task.Completed {
		c.Fatalf("%s: %s", done.State, done.Error)
	}
	return counts(c.T, done.Result)
}

// Results that are computed again come out as they stand, and leave no trace; what
// does not stand as the rules have it is put right, once, and the log says so. It is
// so in every activity that has results, until a decision stands on them.
func TestResultsComputedAgain(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		if p.Has(sourcing.Live) {
			continue
		}
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := story.New(t, len(bidders)+1)
			owner := pgtest.As(t, w.DB, "")
			terms := lorries
			terms.Invited = w.Bidders[:len(bidders)]
			x := tale{w.Publish(p, terms), map[string]string{}}
			x.enter(terms.Invited, w.Bidders[len(bidders)])
			ofCategory := func() (uuid.UUID, error) { return x.StartScoreRefresh(x.Context(), x.Officer, x.ID) }
			ofJob := func() (uuid.UUID, error) { return x.StartJobScoreRefresh(x.Context(), x.Officer, x.Job) }
			for _, start := range []func() (uuid.UUID, error){ofCategory, ofJob} {
				_, err := start()
				x.Is(err, evaluationsvc.NoResults)
			}
			x.Close()
			x.judge()
			stands := func() string {
				t.Helper()
				var text string
				x.Must(owner.QueryRow(t.Context(), `SELECT concat((SELECT jsonb_agg(r ORDER BY submission_id) FROM bid_result r),
					(SELECT jsonb_agg(l ORDER BY item_id, submission_id) FROM line_result l), (SELECT jsonb_agg(f ORDER BY part) FROM frozen_price f))`).Scan(&text))
				return text
			}
			told := func() int {
				return x.Count("SELECT count(*) FROM audit_entry WHERE action = 'evaluation.ranking.refreshed' AND object_id = $1", x.ID)
			}
			before, bids := stands(), int64(len(bidders))
			for _, start := range []func() (uuid.UUID, error){ofCategory, ofJob, ofCategory} {
				if n := refreshed(x.Category, start); n["same"] != bids || n["change"] != 0 {
					t.Errorf("as it stands: %v", n)
				}
			}
			if stands() != before || told() != 0 {
				t.Errorf("what comes out the same leaves a trace: %d entries\n%s\n%s", told(), before, stands())
			}
			for i, start := range []func() (uuid.UUID, error){ofCategory, ofJob} {
				_, err := pgtest.Tamper(t.Context(), owner, "UPDATE bid_result SET technical = technical + 1 WHERE submission_id = $1", x.Submission(x.Bidders[0]))
				x.Must(err)
				if n := refreshed(x.Category, start); n["same"] != bids-1 || n["change"] != 1 {
					t.Errorf("one is wrong: %v", n)
				}
				if n := refreshed(x.Category, start); n["same"] != bids || told() != i+1 {
					t.Errorf("once more: %v, %d entries", n, told())
				}
			}
			x.Recommend()
			for _, start := range []func() (uuid.UUID, error){ofCategory, ofJob} {
				_, err := start()
				x.Is(err, evaluationsvc.Settled)
			}
		})
	}
}

// Only who judges has results computed again, and the operator's people only where
// the buyer has bought that they do.
func TestWhoHasResultsComputedAgain(t *testing.T) {
	t.Parallel()
	c := evaluated(t).ranked()
	reader, stranger := c.Officer, c.Bidders[0]
	reader.Privileges = []access.Privilege{access.ManageJob, access.AwardJob, access.ManageCategory}
	for who, x := range map[string]struct {
		a    access.Actor
		want *fault.Def
	}{
		"who does not judge": {reader, fault.Forbidden},
		"a bidder":           {stranger, fault.Forbidden},
	} {
		for _, start := range []func(access.Actor) (uuid.UUID, error){
			func(a access.Actor) (uuid.UUID, error) { return c.StartScoreRefresh(c.Context(), a, c.Category.ID) },
			func(a access.Actor) (uuid.UUID, error) { return c.StartJobScoreRefresh(c.Context(), a, c.Category.Job) },
		} {
			if id, err := start(x.a); err == nil {
				t.Errorf("%s starts %s", who, id)
			}
		}
		_, err := c.Evaluation.TryRefresh(c.Context(), x.a, c.Officer.Org, c.Category.ID)
		c.Is(err, x.want)
	}
	staff := c.Person("operator", access.Operator, uuid.Nil)
	_, err := c.StartScoreRefresh(c.Context(), staff, c.Category.ID)
	c.Is(err, party.ServiceOff)
	_, err = c.StartJobScoreRefresh(c.Context(), staff, c.Category.Job)
	c.Is(err, party.ServiceOff)
	_, err = c.Evaluation.TryRefresh(c.Context(), staff, c.Officer.Org, c.Category.ID)
	c.Is(err, party.ServiceOff)
}
