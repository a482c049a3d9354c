package project_test

import (
	"errors"
	"testing"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/project"
)

// Every score of the matrix has one level, and the scores of the levels are all that there are.
func TestLevelsDivideTheScores(t *testing.T) {
	seen := 0
	for _, l := range project.Levels {
		from, to := l.Scores()
		for n := from; n <= to; n++ {
			seen++
			if got := project.LevelOf(n); got != l {
				t.Errorf("%d is %s, and stands among those of %s", n, got, l)
			}
		}
	}
	if seen != project.Most*project.Most {
		t.Errorf("%d scores have a level", seen)
	}
	for score, want := range map[int]project.Level{1: project.Low, 4: project.Low, 5: project.Moderate, 9: project.Moderate, 10: project.High, 16: project.High, 20: project.Critical, 25: project.Critical} {
		if got := project.LevelOf(score); got != want {
			t.Errorf("%d is %s, not %s", score, got, want)
		}
	}
}

func at(err error) map[string]string {
	out := map[string]string{}
	if f := fault.As(err); err != nil {
		for _, x := range f.Fields {
			out[x.Pointer] = x.Code
		}
	}
	return out
}

func TestWhatIsSaidOfARisk(t *testing.T) {
	today := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	good := project.Form{Title: " A flood ", Likelihood: 1, Impact: 5, Response: project.Avoid, Due: today}
	if f, err := good.Check(today, nil); err != nil || f.Title != "A flood" {
		t.Fatalf("%+v, %v", f, err)
	}
	yesterday := today.AddDate(0, 0, -1)
	for name, x := range map[string]struct {
		form    project.Form
		was     *time.Time
		pointer string
	}{
		"no title":               {form: project.Form{Likelihood: 1, Impact: 1, Response: project.Avoid, Due: today}, pointer: "/title"},
		"likelier than the most": {form: project.Form{Title: "A", Likelihood: 6, Impact: 1, Response: project.Avoid, Due: today}, pointer: "/likelihood"},
		"without any impact":     {form: project.Form{Title: "A", Likelihood: 1, Response: project.Avoid, Due: today}, pointer: "/impact"},
		"no such response":       {form: project.Form{Title: "A", Likelihood: 1, Impact: 1, Response: "pray", Due: today}, pointer: "/response"},
		"due yesterday":          {form: project.Form{Title: "A", Likelihood: 1, Impact: 1, Response: project.Avoid, Due: yesterday}, pointer: "/due_on"},
		"overdue since before":   {form: project.Form{Title: "A", Likelihood: 1, Impact: 1, Response: project.Avoid, Due: yesterday}, was: &yesterday},
	} {
		_, err := x.form.Check(today, x.was)
		if got := at(err); (x.pointer == "") != (err == nil) || x.pointer != "" && got[x.pointer] == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Who accepts, closes or opens again says why; what is closed only opens again.
func TestMovesOfARisk(t *testing.T) {
	for _, from := range project.Statuses {
		for _, to := range project.Statuses {
			_, said := project.Move{To: to, Note: "So"}.Check(from)
			_, silent := project.Move{To: to}.Check(from)
			leads := from != to && (from != project.Shut || to == project.Open)
			if leads != (said == nil) {
				t.Errorf("%s to %s: %v", from, to, said)
			}
			if !leads && !errors.Is(said, project.NoSuchWay) {
				t.Errorf("%s to %s: %v", from, to, said)
			}
			needs := to == project.Accepted || to == project.Shut || from == project.Shut
			if leads && needs != (silent != nil) {
				t.Errorf("%s to %s without a word: %v", from, to, silent)
			}
		}
	}
}
