package app_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A killed is a world whose workers die.
type killed struct {
	*fragile
	tale
	at    time.Time
	kills int
}

// through has a kind of work done again and again, its worker dying each time at another
// statement of its work, fifty times at most: another worker takes it over, and what is to come
// of it has come once.
func (w *killed) through(name string, start func(n int) (uuid.UUID, error), once func(n int, id uuid.UUID) bool) {
	w.tale.Helper()
	for n := 1; n <= 50; n++ {
		id, err := start(n)
		w.tale.Must(err)
		w.db.Arm(n)
		_ = w.tale.Tasks.Drain(w.tale.Context()) // the worker is dead
		sql := w.db.Disarm()
		w.quiet()
		w.at = w.at.Add(time.Hour)
		w.tale.SetClock(w.at)
		w.tale.Must(w.tale.Tasks.Drain(w.tale.Context()))
		done, err := w.tale.Tasks.Get(w.tale.Context(), w.tale.Officer, id)
		w.tale.Must(err)
		if done.State != task.Completed || !once(n, id) {
			w.tale.Fatalf("%s, killed at statement %d: %s: it is %s %s", name, n, sql, done.State, done.Error)
		}
		if sql == "" {
			return // it asks nothing more
		}
		w.kills++
	}
}

// Whatever statement a worker dies at, what it was to do is done once: results computed again,
// a workbook taken, a report written.
func TestWorkThatIsKilledHasItsEffectsOnce(t *testing.T) {
	t.Parallel()
	f := begins(t, len(bidders)+1)
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	terms := lorries
	terms.Invited = f.Bidders[:len(bidders)]
	x := tale{f.Publish(p, terms), map[string]string{}}
	x.enter(terms.Invited, f.Bidders[len(bidders)])
	x.Close()
	x.judge()
	w := &killed{fragile: f, tale: x, at: x.Closes.Add(48 * time.Hour)}
	x.SetClock(w.at)
	ctx, officer, org := t.Context(), x.Officer, x.Officer.Org
	owner := pgtest.As(t, f.DB, "")

	refreshed := func() int {
		return x.Count("SELECT count(*) FROM audit_entry WHERE action = 'evaluation.ranking.refreshed' AND object_id = $1", x.ID)
	}
	first := x.Submission(x.Bidders[0])
	w.through("refresh", func(int) (uuid.UUID, error) {
		_, err := pgtest.Tamper(ctx, owner, "UPDATE bid_result SET technical = technical + 1 WHERE submission_id = $1", first)
		x.Must(err)
		return x.StartScoreRefresh(ctx, officer, x.ID)
	}, func(n int, _ uuid.UUID) bool { return refreshed() == n })

	draft := f.Author(p, story.Terms{Job: sourcing.JobForm{Code: "K2"}, Opens: w.at.Add(1000 * time.Hour), Closes: w.at.Add(2000 * time.Hour), Sections: lorries.Sections})
	of := sourcingsvc.Target{Book: sourcing.QuestionBook, Job: draft.Job, Category: draft.ID}
	section := ""
	x.Must(f.DB.QueryRow(ctx, "SELECT name FROM section WHERE category_id = $1 AND parent_id IS NULL ORDER BY position LIMIT 1", draft.ID).Scan(&section))
	w.through("workbook", func(n int) (uuid.UUID, error) {
		row := map[string]string{"section": section, "question": fmt.Sprintf("Asked %d", n), "response": "text"}
		data := (&world{Category: draft}).workbook(sourcing.QuestionSheet(false), row)
		upload, book, err := f.Sourcing.CheckWorkbook(ctx, officer, org, of, "a.xlsx", data)
		if err != nil {
			return uuid.Nil, err
		}
		return f.Workbooks().Take(ctx, officer, org, of, upload, book.Stamp, "en")
	}, func(n int, _ uuid.UUID) bool {
		return x.Count("SELECT count(*) FROM question WHERE category_id = $1 AND prompt LIKE 'Asked %'", draft.ID) == n
	})

	files := func() int { return x.Count("SELECT count(*) FROM document") }
	before := files()
	w.through("report", func(int) (uuid.UUID, error) {
		return f.StartReport(ctx, officer, reportsvc.Asked{Owner: org, Job: x.Job, Name: report.Ranking, Format: report.Workbook, Language: "en"})
	}, func(n int, _ uuid.UUID) bool { return files() == before+n })
	t.Logf("%d workers were killed", w.kills)
	if w.kills < 20 {
		t.Errorf("only %d statements were cut", w.kills)
	}
}
