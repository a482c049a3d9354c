package project_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/project"
)

func TestWhereAPlanGets(t *testing.T) {
	t.Parallel()
	all := []project.PlanStatus{project.Drawn, project.Submitted, project.Approved, project.Returned, project.Revised}
	got := ""
	for _, from := range all {
		for _, to := range all {
			if from.Leads(to) {
				got += fmt.Sprintf("%s to %s\n", from, to)
			}
		}
	}
	want := `draft to submitted
submitted to approved
submitted to returned
approved to revised
returned to submitted
revised to submitted
`
	if got != want {
		t.Error(got)
	}
}

// What is wrong with a plan is told at each field, and all at once.
func TestAPlanIsChecked(t *testing.T) {
	t.Parallel()
	category := uuid.New()
	own := statutory(1, "2026-03-13", category, project.Closes)
	good := func() project.PlanForm {
		return project.PlanForm{Title: " Rollout ", Week: office.Week, Tasks: []project.Task{own, work(2, "2026-03-16", "2026-03-20", project.Link{On: 1})}}
	}
	for name, x := range map[string]struct {
		change func(*project.PlanForm)
		want   string
	}{
		"as it is":                {func(*project.PlanForm) {}, ""},
		"no title":                {func(f *project.PlanForm) { f.Title = " " }, "/title field.required"},
		"no day of work":          {func(f *project.PlanForm) { f.Week = nil }, "/week field.required"},
		"an eighth day":           {func(f *project.PlanForm) { f.Week = project.Week{8} }, "/week field.range"},
		"the end before":          {func(f *project.PlanForm) { f.Tasks[1].End = date("2026-03-15") }, "/tasks/1/ends_on field.period"},
		"more than ten years":     {func(f *project.PlanForm) { f.Tasks[1].End = date("2036-04-01") }, "/tasks/1/ends_on project.too_far"},
		"no first day":            {func(f *project.PlanForm) { f.Tasks[1].Start = project.Task{}.Start }, "/tasks/1/starts_on field.required"},
		"no last day":             {func(f *project.PlanForm) { f.Tasks[1].End = project.Task{}.End }, "/tasks/1/ends_on field.required"},
		"another century":         {func(f *project.PlanForm) { f.Tasks[1].Start = date("1926-03-16") }, "/tasks/1/starts_on field.date"},
		"no name":                 {func(f *project.PlanForm) { f.Tasks[1].Name = "" }, "/tasks/1/name field.required"},
		"a name of 200":           {func(f *project.PlanForm) { f.Tasks[1].Name = strings.Repeat("ሥ", 200) }, ""},
		"a name of 201":           {func(f *project.PlanForm) { f.Tasks[1].Name = strings.Repeat("ሥ", 201) }, "/tasks/1/name field.too_long"},
		"marks of a page":         {func(f *project.PlanForm) { f.Tasks[1].Name = "<b onload=alert(1)>" }, ""},
		"itself":                  {func(f *project.PlanForm) { f.Tasks[1].After = []project.Link{{On: 2}} }, "/tasks/1/after project.its_own"},
		"nobody":                  {func(f *project.PlanForm) { f.Tasks[1].After = []project.Link{{On: 3}} }, "/tasks/1/after project.no_such_task"},
		"twice":                   {func(f *project.PlanForm) { f.Tasks[1].After = []project.Link{{On: 1}, {On: 1}} }, "/tasks/1/after field.taken"},
		"less than no time":       {func(f *project.PlanForm) { f.Tasks[1].After[0].Lag = -1 }, "/tasks/1/after field.range"},
		"a number twice":          {func(f *project.PlanForm) { f.Tasks = append(f.Tasks, work(2, "2026-03-16", "2026-03-16")) }, "/tasks/2/number field.taken"},
		"no number":               {func(f *project.PlanForm) { f.Tasks[1].Number = 0 }, "/tasks/1/number field.range"},
		"a statutory that is not": {func(f *project.PlanForm) { f.Tasks[1].Kind = project.Statutory }, "/tasks/1/kind field.not_allowed"},
		"a statutory made a task": {func(f *project.PlanForm) { f.Tasks[0].Kind = project.Work }, "/tasks/0/kind field.not_allowed"},
		"a statutory that waits":  {func(f *project.PlanForm) { f.Tasks[0].After = []project.Link{{On: 2}} }, "/tasks/0/after project.statutory"},
		"each other": {func(f *project.PlanForm) {
			f.Tasks = append(f.Tasks, work(3, "2026-03-16", "2026-03-16", project.Link{On: 2}))
			f.Tasks[1].After = []project.Link{{On: 3}}
		}, "/tasks/1/after project.circular"},
		"too many": {func(f *project.PlanForm) {
			for n := range project.MostTasks {
				f.Tasks = append(f.Tasks, work(n+10, "2026-03-16", "2026-03-16"))
			}
		}, "/tasks field.too_long"},
	} {
		form := good()
		x.change(&form)
		_, err := form.Check([]project.Task{own})
		got := ""
		if err != nil {
			for _, f := range fault.As(err).Fields {
				got += f.Pointer + " " + f.Code
			}
		}
		if got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}

// A form sets owner and note of a statutory day and nothing else; one that it leaves out stays.
func TestStatutoryDaysAreTheJobs(t *testing.T) {
	t.Parallel()
	category, owner := uuid.New(), uuid.New()
	closes, opening := statutory(1, "2026-03-13", category, project.Closes), statutory(2, "2026-03-13", category, project.Opening)
	dragged := closes
	dragged.Start, dragged.End, dragged.Name, dragged.Owner, dragged.Note = date("2026-01-01"), date("2026-01-02"), "Mine", &owner, "Who watches"
	was := work(3, "2026-03-16", "2026-03-16")
	was.Progress = 40
	again := was
	again.Progress = 100
	form, err := project.PlanForm{Title: "A plan", Week: office.Week, Tasks: []project.Task{again, dragged}}.Check([]project.Task{closes, opening, was})
	if err != nil {
		t.Fatal(err)
	}
	want := closes
	want.Owner, want.Note = &owner, "Who watches"
	if !slices.EqualFunc(form.Tasks, []project.Task{was, want, opening}, project.Task.Same) {
		t.Errorf("%+v", form.Tasks)
	}
	if _, err := (project.PlanForm{}).Check(nil); !errors.Is(err, fault.Invalid) {
		t.Error(err)
	}
}
