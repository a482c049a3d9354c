package projectsvc_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

// A drawing is a plan of a story's buyer, and the operator's people beside it.
type drawing struct {
	*register
	staff access.Actor
	id    uuid.UUID
}

func on(day string) time.Time {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return d
}

// begun is a plan of no job, with one task.
func begun(t *testing.T, byBuyer bool) *drawing {
	t.Helper()
	r := open(t)
	d := &drawing{register: r, staff: r.Person("operator", access.Operator, uuid.Nil)}
	by := d.staff
	if byBuyer {
		by = r.Officer
	}
	d.draw(by, nil)
	d.Must(d.save(by, project.Task{Number: 1, Kind: project.Work, Name: "Dig", Start: on("2026-11-02"), End: on("2026-11-06")}))
	return d
}

func (d *drawing) draw(by access.Actor, job *uuid.UUID) {
	d.Helper()
	var err error
	d.id, err = d.svc.Draw(d.Context(), by, projectsvc.NewPlan{Context: project.General, Buyer: d.Officer.Org, Job: job, Title: "Boats"})
	d.Must(err)
}

func (d *drawing) plan(by access.Actor) projectsvc.Plan {
	d.Helper()
	p, err := d.svc.Plan(d.Context(), by, d.Officer.Org, d.id)
	d.Must(err)
	return p
}

// save draws tasks beside those that the job has.
func (d *drawing) save(by access.Actor, tasks ...project.Task) error {
	d.Helper()
	p := d.plan(by)
	form := project.PlanForm{Title: p.Title, Week: project.Week{1, 2, 3, 4, 5}}
	for _, r := range p.Rows {
		if x := projectsvc.TaskOf(r); x.Kind == project.Statutory {
			form.Tasks = append(form.Tasks, x)
		}
	}
	form.Tasks = append(form.Tasks, tasks...)
	_, err := d.svc.SavePlan(d.Context(), by, d.Officer.Org, d.id, form, p.Version)
	return err
}

func (d *drawing) step(by access.Actor, to project.PlanStatus, because string) error {
	d.Helper()
	return d.svc.Step(d.Context(), by, d.Officer.Org, d.id, to, because, d.plan(by).Version)
}

// What one side draws the other does not know of until it is sent, and never draws on.
func TestAPlanIsItsSidesUntilItIsSent(t *testing.T) {
	t.Parallel()
	for _, byBuyer := range []bool{false, true} {
		d := begun(t, byBuyer)
		by, other := d.staff, d.Officer
		if byBuyer {
			by, other = other, by
		}
		unknown := func() {
			t.Helper()
			_, err := d.svc.Plan(t.Context(), other, d.Officer.Org, d.id)
			d.is(err, project.PlanNotFound)
			rows, err := d.svc.Plans(t.Context(), other, projectsvc.PlanFilter{Context: project.General}, "", 10)
			d.Must(err)
			if len(rows.Items) > 0 {
				t.Errorf("the other side has %v", rows.Items)
			}
			d.is(d.svc.Step(t.Context(), other, d.Officer.Org, d.id, project.Submitted, "", 2), project.PlanNotFound)
		}
		unknown()
		d.Must(d.step(by, project.Submitted, ""))
		d.is(d.svc.Step(t.Context(), by, d.Officer.Org, d.id, project.Submitted, "", d.plan(by).Version), project.PlanNotSo)
		d.Must(d.step(d.Second, project.Returned, "Not so"))
		d.is(d.save(other), project.PlanOfOther)
		d.is(d.step(other, project.Submitted, ""), project.PlanOfOther)
	}
}

// Another person of the buyer approves than who has sent a plan; who has sent it may take
// it back, and nobody of the operator decides.
func TestNobodyApprovesWhatTheyHaveSent(t *testing.T) {
	t.Parallel()
	d := begun(t, true)
	d.Must(d.step(d.Second, project.Submitted, ""))
	d.is(d.step(d.Second, project.Approved, ""), project.PlanOwn)
	d.is(d.step(d.staff, project.Approved, ""), fault.Forbidden)
	if p := d.plan(d.Second); p.MayPass || !p.MaySay {
		t.Errorf("who has sent it: %v %v", p.MayPass, p.MaySay)
	}
	d.field(d.step(d.Second, project.Returned, " "), "/reason", fault.Required)
	d.Must(d.step(d.Second, project.Returned, "A day is wrong"))
	d.Must(d.step(d.Officer, project.Submitted, ""))
	d.Must(d.step(d.Second, project.Approved, ""))
	if p := d.plan(d.Officer); p.Revision != 1 || len(p.Baseline) != 1 || p.Reason != "" {
		t.Errorf("approved as %d with %v, %q", p.Revision, p.Baseline, p.Reason)
	}
}

// Of two who draw at once the second is told; neither makes a circle of what the other drew.
func TestTwoWhoDrawAtOnce(t *testing.T) {
	t.Parallel()
	d := begun(t, false)
	form := project.PlanForm{Title: "Boats", Week: project.Week{1}, Tasks: []project.Task{{Number: 1, Kind: project.Milestone, Name: "Launch", Start: on("2026-11-02")}}}
	seen := d.plan(d.staff).Version
	_, err := d.svc.SavePlan(t.Context(), d.staff, d.Officer.Org, d.id, form, seen)
	d.Must(err)
	_, err = d.svc.SavePlan(t.Context(), d.staff, d.Officer.Org, d.id, form, seen)
	d.is(err, project.PlanChanged)
	form.Tasks[0].Owner = &uuid.UUID{1}
	_, err = d.svc.SavePlan(t.Context(), d.staff, d.Officer.Org, d.id, form, seen+1)
	d.field(err, "/tasks/0/owner_id", project.NotInvolved)
}

// A plan without anything to do is not sent, and progress is said of what was approved.
func TestWhatIsSentAndReported(t *testing.T) {
	t.Parallel()
	d := begun(t, false)
	d.Must(d.save(d.staff))
	d.is(d.step(d.staff, project.Submitted, ""), project.PlanEmpty)
	d.Must(d.save(d.staff, project.Task{Number: 1, Kind: project.Work, Name: "Dig", Start: on("2026-11-02"), End: on("2026-11-06")}))
	report := func(number, progress int) error {
		return d.svc.Report(t.Context(), d.Officer, d.Officer.Org, d.id, number, progress, d.plan(d.staff).Version)
	}
	d.Must(d.step(d.staff, project.Submitted, ""))
	d.is(report(1, 50), project.PlanNotSo)
	d.Must(d.step(d.Officer, project.Approved, ""))
	d.field(report(1, 101), "/progress", fault.OutOfRange)
	d.is(report(2, 1), project.TaskNotFound)
	d.Must(report(1, 50))
	if p := d.plan(d.Officer); p.Done != 50 || p.Rows[0].Progress != 50 {
		t.Errorf("done %d, %d", p.Done, p.Rows[0].Progress)
	}
	// A revision keeps how far it is, and what was approved stands.
	d.field(d.step(d.staff, project.Revised, ""), "/reason", fault.Required)
	d.Must(d.step(d.staff, project.Revised, "By sea"))
	d.Must(d.save(d.staff, project.Task{Number: 1, Kind: project.Work, Name: "Dig", Start: on("2026-11-09"), End: on("2026-11-13"), Progress: 3}))
	if r := d.plan(d.staff).Rows[0]; r.Progress != 50 || r.PlannedFrom == nil || !r.PlannedFrom.Equal(on("2026-11-02")) {
		t.Errorf("%d, planned from %v", r.Progress, r.PlannedFrom)
	}
}

// How a plan goes is held against what was approved last: not against what was approved first, nor against what is only drawn
// or waits for a yes.
func TestAPlanIsHeldAgainstTheLastApproval(t *testing.T) {
	t.Parallel()
	d := begun(t, false)
	approve := func() {
		t.Helper()
		d.Must(d.step(d.staff, project.Submitted, ""))
		d.Must(d.step(d.Officer, project.Approved, ""))
	}
	dig := func(from, to string) project.Task {
		return project.Task{Number: 1, Kind: project.Work, Name: "Dig", Start: on(from), End: on(to)}
	}
	pour := project.Task{Number: 2, Kind: project.Work, Name: "Pour", Start: on("2026-11-23"), End: on("2026-11-24")}
	told := func(what, rows, approved string) {
		t.Helper()
		p := d.plan(d.Officer)
		got, base := "", ""
		for _, r := range p.Rows {
			got += r.Name
			if r.PlannedFrom != nil && r.PlannedTo != nil {
				got += r.PlannedFrom.Format(" 2") + r.PlannedTo.Format("-2")
			}
			got += ";"
		}
		for _, b := range p.Baseline {
			base += b.Name + b.StartsOn.Format(" 2") + b.EndsOn.Format("-2") + ";"
		}
		if got != rows || base != approved {
			t.Errorf("%s: %q held against %q, want %q and %q", what, got, base, rows, approved)
		}
	}
	approve()
	told("once approved", "Dig 2-6;", "Dig 2-6;")
	d.Must(d.step(d.staff, project.Revised, "By sea"))
	d.Must(d.save(d.staff, dig("2026-11-09", "2026-11-13"), pour))
	told("drawn anew", "Dig 2-6;Pour;", "Dig 2-6;")
	d.Must(d.step(d.staff, project.Submitted, ""))
	told("sent", "Dig 2-6;Pour;", "Dig 2-6;")
	d.Must(d.step(d.Officer, project.Approved, ""))
	told("approved again", "Dig 9-13;Pour 23-24;", "Dig 9-13;Pour 23-24;")
	d.Must(d.svc.Report(t.Context(), d.Officer, d.Officer.Org, d.id, 1, 40, d.plan(d.Officer).Version))
	d.Must(d.step(d.staff, project.Revised, "By land"))
	d.Must(d.save(d.staff, dig("2026-11-16", "2026-11-17")))
	told("drawn a third time", "Dig 9-13;", "Dig 9-13;Pour 23-24;")
	approve()
	told("approved a third time", "Dig 16-17;", "Dig 16-17;")
	if p := d.plan(d.Officer); p.Revision != 3 || p.Rows[0].Progress != 40 {
		t.Errorf("revision %d, %d done", p.Revision, p.Rows[0].Progress)
	}
}

// The plan of a job has its days, and when a closing is put off they move with what waits
// for them: once, however often the event comes, and not at all once the job is another's.
func TestAPlanFollowsItsJob(t *testing.T) {
	t.Parallel()
	r := open(t)
	d := &drawing{register: r, staff: r.Person("operator", access.Operator, uuid.Nil)}
	policy := sourcing.Job{Activity: sourcing.Tender}.Policy()
	c := d.Publish(policy, boats())
	d.React()
	_, err := d.svc.Draw(t.Context(), d.staff, projectsvc.NewPlan{Context: project.OfRisk, Buyer: d.Officer.Org, Job: &c.Job, Title: "Boats"})
	d.field(err, "/job_id", project.OtherDesk)
	d.draw(d.staff, &c.Job)
	closes := d.number(project.Closes)
	task := project.Task{Number: 50, Kind: project.Work, Name: "Deliver", Owner: &d.Officer.User, Start: on("2026-01-01"), End: on("2026-01-01"), After: []project.Link{{On: closes, Lag: 3}}}
	d.Must(d.save(d.staff, task))
	was := d.rowOf(closes)
	before := d.rowOf(50)
	for _, later := range []int{2, 9} { // twice at once: the second is what stands
		d.Must(d.Sourcing.Extend(t.Context(), d.Officer, d.Officer.Org, c.ID, c.Closes.AddDate(0, 0, later), "A question"))
	}
	version := d.plan(d.staff).Version
	d.React()
	d.ReactAgain("plans")
	p := d.plan(d.staff)
	if got, want := d.rowOf(closes).StartsOn, was.StartsOn.AddDate(0, 0, 9); !got.Equal(want) || p.Version != version+1 {
		t.Errorf("the closing stands at %v, want %v, in version %d after %d", got, want, p.Version, version)
	}
	if got := d.rowOf(50).StartsOn; got.Before(was.StartsOn.AddDate(0, 0, 9+4)) || !got.After(before.StartsOn) {
		t.Errorf("what waits for it stands at %v", got)
	}
	moved := slices.DeleteFunc(p.Changes, func(x projectsvc.PlanChange) bool { return x.Act != string(project.WasMoved) })
	if len(moved) != 1 || moved[0].ByName != "" {
		t.Errorf("moved %+v", moved)
	}
	// What is called off stays where it stood.
	d.Must(d.Sourcing.CancelJob(t.Context(), d.Officer, d.Officer.Org, c.Job, "No money"))
	d.React()
	if got := d.rowOf(closes).StartsOn; !got.Equal(was.StartsOn.AddDate(0, 0, 9)) {
		t.Errorf("cancelled, the closing stands at %v", got)
	}
}

func (d *drawing) number(of project.Source) int {
	d.Helper()
	for _, r := range d.plan(d.staff).Rows {
		if r.Source != nil && *r.Source == string(of) {
			return int(r.Number)
		}
	}
	d.Fatalf("no day %s", of)
	return 0
}

func (d *drawing) rowOf(number int) projectsvc.TaskRow {
	d.Helper()
	rows := d.plan(d.staff).Rows
	i := slices.IndexFunc(rows, func(r projectsvc.TaskRow) bool { return int(r.Number) == number })
	if i < 0 {
		d.Fatalf("no task %d", number)
	}
	return rows[i]
}

// Another company has no part in it, and who may not manage jobs reads and does no more.
func TestWhoseAPlanIs(t *testing.T) {
	t.Parallel()
	d := begun(t, false)
	d.Must(d.step(d.staff, project.Submitted, ""))
	rival := d.Person("buyer", access.Buyer, uuid.Nil)
	_, err := d.svc.Plan(t.Context(), rival, rival.Org, d.id)
	d.is(err, project.PlanNotFound)
	reader := d.Second
	reader.Privileges = nil
	_ = d.plan(reader)
	for _, to := range []project.PlanStatus{project.Approved, project.Returned, project.Revised, project.Submitted} {
		d.is(d.step(reader, to, "Why"), fault.Forbidden)
	}
	clerk := d.staff
	clerk.Privileges = nil
	_, err = d.svc.Plan(t.Context(), clerk, d.Officer.Org, d.id)
	d.is(err, fault.Forbidden)
	_, err = d.svc.Draw(t.Context(), d.Bidders[0], projectsvc.NewPlan{Context: project.General, Buyer: d.Officer.Org, Title: "Boats"})
	d.is(err, fault.Forbidden)
}

// What is drawn rests on the holidays of the buyer's own country, and on nobody else's.
func TestAPlanRestsWhereItsBuyerDoes(t *testing.T) {
	t.Parallel()
	d := begun(t, true)
	// A Tuesday and a Wednesday: Madaraka Day in Kenya, Heroes’ Day in Uganda.
	for country, want := range map[string][2]string{"KE": {"2027-06-02", "2027-06-09"}, "UG": {"2027-06-01", "2027-06-10"}, "FR": {"2027-06-01", "2027-06-09"}} {
		_, err := pgtest.Do(t.Context(), d.DB, "UPDATE company SET country = $2 WHERE id = $1", d.Officer.Org, country)
		d.Must(err)
		d.Must(d.save(d.Officer,
			project.Task{Number: 1, Kind: project.Work, Name: "Dig", Start: on("2027-06-01"), End: on("2027-06-04")},
			project.Task{Number: 2, Kind: project.Work, Name: "Pour", Start: on("2027-06-09"), End: on("2027-06-11")},
		))
		for i, r := range d.plan(d.Officer).Rows {
			if !r.StartsOn.Equal(on(want[i])) {
				t.Errorf("%s: task %d begins on %s, want %s", country, r.Number, r.StartsOn.Format(time.DateOnly), want[i])
			}
		}
	}
}

// Of a year whose list was taken over the list is all there is: what the moon told rests, and what is not on it does not.
func TestAPlanRestsOnTheListOfItsYear(t *testing.T) {
	t.Parallel()
	d := begun(t, true)
	for _, q := range []string{"UPDATE company SET country = 'KE' WHERE kind = 'buyer'", "INSERT INTO holiday VALUES ('KE', '2027-03-10', 'Idd-ul-Fitr'), ('UG', '2027-03-17', 'Elsewhere')"} {
		_, err := pgtest.Do(t.Context(), d.DB, q)
		d.Must(err)
	}
	// 10 March 2027 is on the list, 17 March on another country's, 1 June on that of every year but this; 1 June 2028 is not listed. A
	// list does not name the Saturday and Sunday of 13 March, and nobody works on them.
	for begins, want := range map[string]string{"2027-03-10": "2027-03-11", "2027-03-13": "2027-03-15", "2027-03-14": "2027-03-15", "2027-03-17": "2027-03-17", "2027-06-01": "2027-06-01", "2028-06-01": "2028-06-02"} {
		d.Must(d.save(d.Officer, project.Task{Number: 1, Kind: project.Work, Name: "Dig", Start: on(begins), End: on(begins).AddDate(0, 0, 5)}))
		if got := d.plan(d.Officer).Rows[0].StartsOn; !got.Equal(on(want)) {
			t.Errorf("what begins on %s begins on %s, want %s", begins, got.Format(time.DateOnly), want)
		}
	}
}

// What waits for a closing that is put off is moved over the days of the list, as what somebody draws is.
func TestWhatFollowsAJobRestsOnTheList(t *testing.T) {
	t.Parallel()
	r := open(t)
	d := &drawing{register: r, staff: r.Person("operator", access.Operator, uuid.Nil)}
	terms := boats()
	terms.Opens, terms.Closes = on("2026-11-24").Add(9*time.Hour), on("2026-11-26").Add(9*time.Hour)
	c := d.Publish(sourcing.Job{Activity: sourcing.Tender}.Policy(), terms)
	// The day after the later closing, a Friday; before a weekend, which is on no list.
	for _, q := range []string{"UPDATE company SET country = 'KE' WHERE kind = 'buyer'", "INSERT INTO holiday VALUES ('KE', '2026-12-04', 'Proclaimed')"} {
		_, err := pgtest.Do(t.Context(), d.DB, q)
		d.Must(err)
	}
	d.draw(d.staff, &c.Job)
	d.Must(d.save(d.staff, project.Task{Number: 50, Kind: project.Work, Name: "Deliver", Start: on("2026-11-27"), End: on("2026-11-27"), After: []project.Link{{On: d.number(project.Closes)}}}))
	stands := func(when, want string) {
		t.Helper()
		if got := d.rowOf(50); !got.StartsOn.Equal(on(want)) || !got.EndsOn.Equal(on(want)) {
			t.Errorf("%s: from %s to %s, want %s", when, got.StartsOn.Format(time.DateOnly), got.EndsOn.Format(time.DateOnly), want)
		}
	}
	stands("drawn", "2026-11-27")
	d.Must(d.Sourcing.Extend(t.Context(), d.Officer, d.Officer.Org, c.ID, c.Closes.AddDate(0, 0, 7), "A question"))
	d.React()
	stands("put off", "2026-12-07")
}

// A plan whose tasks wait for each other is not taken, and says which: what was there before stands.
func TestNoCircleIsDrawn(t *testing.T) {
	t.Parallel()
	d := begun(t, true)
	before := d.plan(d.Officer)
	work := func(n, after int) project.Task {
		return project.Task{Number: n, Kind: project.Work, Name: "Dig", Start: on("2026-11-02"), End: on("2026-11-06"), After: []project.Link{{On: after}}}
	}
	alone := work(1, 0)
	alone.After = nil
	d.field(d.save(d.Officer, alone, work(2, 3), work(3, 2)), "/tasks/1/after", project.Circular)
	if after := d.plan(d.Officer); after.Version != before.Version || len(after.Rows) != 1 {
		t.Errorf("%d tasks in version %d, before it was %d", len(after.Rows), after.Version, before.Version)
	}
}
