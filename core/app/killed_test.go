package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
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
	least int // workers that die of each kind of work, all of its statements besides
	kills int
}

// through has a kind of work done again and again, its worker dying each time at another
// statement of its work, and from the first on anew until enough have died: another worker takes
// it over, and what is to come of it has come once.
func (w *killed) through(name string, start func(n int) (uuid.UUID, error), once func(n int, id uuid.UUID) bool) {
	w.tale.Helper()
	died := 0
	for n, at, all := 1, 1, false; !all || died < w.least; n, at = n+1, at+1 {
		id, err := start(n)
		w.tale.Must(err)
		w.db.Arm(at)
		_ = w.tale.Tasks.Drain(w.tale.Context()) // the worker is dead
		sql := w.db.Disarm()
		w.quiet()
		w.at = w.at.Add(time.Hour)
		w.tale.SetClock(w.at)
		w.tale.Must(w.tale.Tasks.Drain(w.tale.Context()))
		done, err := w.tale.Tasks.Get(w.tale.Context(), w.tale.Officer, id)
		w.tale.Must(err)
		if done.State != task.Completed || !once(n, id) {
			w.tale.Fatalf("%s, killed at statement %d: %s: it is %s %s", name, at, sql, done.State, done.Error)
		}
		switch {
		case sql != "":
			died++
		case at == 1:
			w.tale.Fatalf("%s asks nothing of the database", name)
		default: // it asks nothing more
			at, all = 0, true
		}
	}
	w.kills += died
}

// Whatever statement a worker dies at, what it was to do is done once: results computed again,
// a workbook taken, a report written, an archive of papers read. Each kind of work is cut until
// fifty of its workers have died, the archive while it is taken as well.
func TestWorkThatIsKilledHasItsEffectsOnce(t *testing.T) {
	t.Parallel()
	f := begins(t, len(bidders)+1)
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	terms := lorries
	terms.Invited = f.Bidders[:len(bidders)]
	paper := sourcing.Question{Prompt: "Licence", Response: sourcing.FileUpload}
	terms.Sections = append(slices.Clone(terms.Sections), story.Section{Section: sourcing.Section{Name: "Papers"}, Questions: []sourcing.Question{paper}})
	x := tale{f.Publish(p, terms), map[string]string{}}
	x.enter(terms.Invited, f.Bidders[len(bidders)])
	x.Close()
	x.judge()
	w := &killed{fragile: f, tale: x, at: x.Closes.Add(48 * time.Hour), least: 50}
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
	papers := evaluationsvc.Papers{Owner: org, Category: x.ID, Section: x.Questions["Licence"].Section}
	entries := func(action string) int {
		return x.Count("SELECT count(*) FROM audit_entry WHERE action = $1 AND detail->>'kind' IS NOT DISTINCT FROM $2", action, string(app.SectionPapers))
	}
	before = files()
	w.through("archive", func(int) (uuid.UUID, error) { return f.StartPapers(ctx, officer, papers) }, func(n int, id uuid.UUID) bool {
		done, err := f.Tasks.Get(ctx, officer, id)
		x.Must(err)
		var got evaluationsvc.Archived
		x.Must(json.Unmarshal(done.Result, &got))
		return got == evaluationsvc.Archived{Files: 3, Bytes: int64(3 * len(story.PDF))} && files() == before+n && entries(tasksvc.TaskCompleted) == n
	})
	t.Logf("%d workers were killed", w.kills)
	if w.kills < 200 {
		t.Errorf("only %d statements were cut", w.kills)
	}
	w.taken(papers)
}

// taken takes an archive again and again, each time cut off at another statement, fifty times:
// what came before is no archive, and that it was taken is in the log once, before its first byte.
func (w *killed) taken(of evaluationsvc.Papers) {
	t := w.tale
	entries := func() int {
		return t.Count("SELECT count(*) FROM audit_entry WHERE action = 'evaluation.papers.read' AND object_id = $1", of.Category)
	}
	for died, at := 0, 1; died < 50; at++ {
		before, to := entries(), bytes.Buffer{}
		w.db.Arm(at)
		_, err := t.Evaluation.Archive(t.Context(), t.Officer, of, &to, func(int64, int64) error { return nil })
		sql := w.db.Disarm()
		w.quiet()
		told := entries() - before
		_, broken := zip.NewReader(bytes.NewReader(to.Bytes()), int64(to.Len()))
		if told > 1 || to.Len() > 0 && told == 0 || (err == nil) != (broken == nil) || (err == nil) != (sql == "") {
			t.Errorf("cut at statement %d: %s: %d bytes, %d entries, %v; as a ZIP %v", at, sql, to.Len(), told, err, broken)
		}
		if died++; sql == "" {
			died, at = died-1, 0 // it asks nothing more
		}
	}
}
