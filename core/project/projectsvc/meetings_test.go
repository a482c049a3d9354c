package projectsvc_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

// A calling is a meeting of a story's buyer.
type calling struct {
	*register
	staff access.Actor
	id    uuid.UUID
	form  project.MeetingForm
}

// called is a site visit of a tender to which all who take part are asked, and beside them
// one of the buyer, one supplier by name and somebody by mail.
func called(t *testing.T, bidders bool) *calling {
	t.Helper()
	w := story.New(t, 3)
	now, err := pg.ClockOf(t.Context(), w.DB)
	w.Must(err)
	c := &calling{register: &register{w, w.App.Project, now}, staff: w.Person("operator", access.Operator, uuid.Nil)}
	c.form = project.MeetingForm{
		Title:  "At the gate",
		Kind:   project.SiteVisit,
		Starts: now.Add(time.Hour).Truncate(time.Second),
		Ends:   now.Add(2 * time.Hour).Truncate(time.Second),
		Zone:   "Africa/Nairobi",
		Place:  "Gate 3",
		Agenda: "The pumps",
		Asked: []project.Asked{
			{Account: &w.Second.User},
			{Supplier: &w.Bidders[2].Org},
			{Name: "Ann", Email: "ann@example.org"},
		},
	}
	if bidders {
		x := w.Publish(sourcing.Job{Activity: sourcing.Tender}.Policy(), story.Terms{
			Fee:       money.New(1500, 0),
			PassMark:  50,
			Technical: 70,
			Financial: 30,
			Sections: []story.Section{{
				Section:   sourcing.Section{Name: "Trade"},
				Questions: []sourcing.Question{{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: story.Points(10)}},
			}},
			Items: []sourcing.Item{{Number: "1", Description: "Pump", Unit: "each", Quantity: *story.Points(2)}},
		})
		x.Pay(w.Bidders[0])
		c.form.Job, c.form.Bidders = &x.Job, true
	}
	c.id, err = c.svc.CallMeeting(t.Context(), c.Officer, projectsvc.NewMeeting{Context: project.General, Buyer: c.Officer.Org, Form: c.form})
	w.Must(err)
	return c
}

func (c *calling) see(by access.Actor) projectsvc.Meeting {
	c.Helper()
	m, err := c.svc.Meeting(c.Context(), by, c.Officer.Org, c.id)
	c.Must(err)
	return m
}

func (c *calling) change() error {
	return c.svc.ChangeMeeting(c.Context(), c.Officer, c.Officer.Org, c.id, c.form, c.see(c.Officer).Version)
}

// names are who is asked, with their answers.
func names(m projectsvc.Meeting) string {
	out := make([]string, len(m.Asked))
	for i, r := range m.Asked {
		out[i] = r.Name + " " + r.Answer
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

// Whoever comes is likely to bid: until the bids are open the buyer and the operator know
// neither who of all bidders comes nor what a supplier that they named has answered, and
// each bidder knows of itself alone.
func TestABiddersAnswerIsItsOwnUntilTheBidsAreOpen(t *testing.T) {
	t.Parallel()
	c := called(t, true)
	ctx, org := t.Context(), c.Officer.Org
	before := names(c.see(c.Officer))
	for _, i := range []int{0, 2} {
		c.Must(c.svc.AnswerMeeting(ctx, c.Bidders[i], uuid.Nil, c.id, project.Comes))
		m, may, err := c.svc.OwnMeeting(ctx, c.Bidders[i], c.id)
		c.Must(err)
		if m.Answer != string(project.Comes) || !may || m.Minutes != "" {
			t.Errorf("%d sees %s, %v, %q", i, m.Answer, may, m.Minutes)
		}
	}
	c.is(c.svc.AnswerMeeting(ctx, c.Bidders[1], uuid.Nil, c.id, project.Comes), project.MeetingNotFound)
	_, _, err := c.svc.OwnMeeting(ctx, c.Bidders[1], c.id)
	c.is(err, project.MeetingNotFound)
	for i, want := range []int{1, 0, 1} {
		list, err := c.svc.OwnMeetings(ctx, c.Bidders[i], nil, "", "", 10)
		c.Must(err)
		if len(list.Items) != want {
			t.Errorf("bidder %d lists %d meetings, want %d", i, len(list.Items), want)
		}
	}
	for _, by := range []access.Actor{c.Officer, c.staff} {
		m := c.see(by)
		if got := names(m); got != before || !m.Hidden {
			t.Errorf("%s sees %q, before %q", by.Type, got, before)
		}
	}
	if n := c.Count("SELECT count(*) FROM audit_entry WHERE action = $1 AND company_id = $2", projectsvc.MeetingAnswered, org); n != 0 {
		t.Errorf("the buyer's log has %d answers", n)
	}
	// A version that rises would tell as much.
	if m := c.see(c.Officer); m.Version != 1 || len(m.Changes) != 1 {
		t.Errorf("version %d, %d changes", m.Version, len(m.Changes))
	}
	if _, err := c.DB.Exec(ctx, "UPDATE meeting SET job_id = NULL, bidders = false WHERE id = $1", c.id); err == nil {
		t.Error("a meeting is changed without an entry in the log")
	}
}

// What was called off before its opening stays as closed as it was: who came to its site visit is told to nobody afterwards.
func TestACancelledJobTellsNobodyWhoCame(t *testing.T) {
	t.Parallel()
	c := called(t, true)
	before := names(c.see(c.Officer))
	for _, i := range []int{0, 2} {
		c.Must(c.svc.AnswerMeeting(t.Context(), c.Bidders[i], uuid.Nil, c.id, project.Comes))
	}
	var job uuid.UUID
	c.Must(c.DB.QueryRow(t.Context(), "SELECT job_id FROM meeting WHERE id = $1", c.id).Scan(&job))
	c.Must(c.Sourcing.CancelJob(t.Context(), c.Officer, c.Officer.Org, job, "The money is needed elsewhere"))
	for _, by := range []access.Actor{c.Officer, c.staff} {
		if m := c.see(by); names(m) != before || !m.Hidden {
			t.Errorf("%s sees %q, before %q", by.Type, names(m), before)
		}
	}
}

// Of a meeting of no job there is nothing to hide.
func TestWithoutAJobAnswersAreOpen(t *testing.T) {
	t.Parallel()
	c := called(t, false)
	c.Must(c.svc.AnswerMeeting(t.Context(), c.Bidders[2], uuid.Nil, c.id, project.Perhaps))
	c.Must(c.svc.AnswerMeeting(t.Context(), c.Second, c.Officer.Org, c.id, project.StaysAway))
	if got := names(c.see(c.Officer)); !strings.Contains(got, " perhaps") || !strings.Contains(got, " no") || !strings.Contains(got, "Ann none") {
		t.Errorf("answers: %s", got)
	}
	c.is(c.svc.AnswerMeeting(t.Context(), c.Officer, c.Officer.Org, c.id, project.Comes), project.NotAsked)
}

// Each change raises the sequence; another time asks everybody again, another agenda nobody.
func TestAnotherTimeAsksAgain(t *testing.T) {
	t.Parallel()
	c := called(t, false)
	c.Must(c.svc.AnswerMeeting(t.Context(), c.Second, c.Officer.Org, c.id, project.Comes))
	c.form.Agenda = "The valves"
	c.Must(c.change())
	if m := c.see(c.Second); m.Own != project.Comes || m.Sequence != 1 {
		t.Errorf("%s, sequence %d", m.Own, m.Sequence)
	}
	c.form.Ends = c.form.Ends.Add(time.Minute)
	c.form.Asked = c.form.Asked[:2]
	c.Must(c.change())
	m := c.see(c.Second)
	if m.Own != project.Unanswered || m.Sequence != 2 || len(m.Asked) != 2 {
		t.Errorf("%s, sequence %d, %d asked", m.Own, m.Sequence, len(m.Asked))
	}
	c.is(c.svc.ChangeMeeting(t.Context(), c.Officer, c.Officer.Org, c.id, c.form, 1), project.MeetingChanged)
	c.form.Asked = append(c.form.Asked, project.Asked{Name: "Anne", Email: "ann@example.org"})
	c.Must(c.change())
	if got := names(c.see(c.Officer)); !strings.Contains(got, "Anne none") {
		t.Errorf("asked again: %s", got)
	}
}

// What is over or off is changed, answered and called off no more.
func TestWhatIsOverStays(t *testing.T) {
	t.Parallel()
	c := called(t, false)
	ctx, org := t.Context(), c.Officer.Org
	version := c.see(c.Officer).Version
	c.is(c.svc.Minute(ctx, c.Officer, org, c.id, project.Minutes{Text: "Too soon"}, version), project.MeetingNotYet)
	c.field(c.svc.CancelMeeting(ctx, c.Officer, org, c.id, " ", version), "/reason", fault.Required)
	c.Must(c.svc.CancelMeeting(ctx, c.Officer, org, c.id, "Rain", version))
	m := c.see(c.Second)
	if m.Status != "cancelled" || m.Sequence != 1 || m.MayAnswer || m.MayKeep || m.MayMinute {
		t.Errorf("%s, sequence %d: %+v", m.Status, m.Sequence, m)
	}
	c.is(c.svc.CancelMeeting(ctx, c.Officer, org, c.id, "Rain", m.Version), project.MeetingOver)
	c.is(c.change(), project.MeetingOver)
	c.is(c.svc.AnswerMeeting(ctx, c.Second, org, c.id, project.Comes), project.MeetingOver)
	c.is(c.svc.Minute(ctx, c.Officer, org, c.id, project.Minutes{Text: "Late"}, m.Version), project.MeetingOver)
}

// Minutes are internal until they are published; from then on who was asked reads them, and
// a change of what was published goes out again.
func TestMinutesAreReadOnceTheyArePublished(t *testing.T) {
	t.Parallel()
	c := called(t, true)
	ctx, org := t.Context(), c.Officer.Org
	c.SetClock(c.now.Add(3 * time.Hour))
	read := func() string {
		m, _, err := c.svc.OwnMeeting(ctx, c.Bidders[0], c.id)
		c.Must(err)
		return m.Minutes
	}
	due := c.now.Truncate(24 * time.Hour)
	in := project.Minutes{Text: "The pumps are old", Actions: []project.Action{{What: "Look at them", Owner: &c.Second.User, Due: &due}}}
	c.Must(c.svc.Minute(ctx, c.Officer, org, c.id, in, 1))
	m := c.see(c.Officer)
	if m.Status != "held" || read() != "" || len(m.Actions) != 1 {
		t.Errorf("%s, %q, %d actions", m.Status, read(), len(m.Actions))
	}
	in.Actions[0].Owner = &c.Bidders[0].User
	c.field(c.svc.Minute(ctx, c.Officer, org, c.id, in, m.Version), "/actions/0/owner_id", project.NotInvolved)
	in.Actions, in.Publish = nil, true
	c.Must(c.svc.Minute(ctx, c.Officer, org, c.id, in, m.Version))
	if read() != in.Text || len(c.see(c.Officer).Actions) != 0 {
		t.Errorf("published: %q", read())
	}
	in.Text, in.Publish = "The pumps are new", false
	c.Must(c.svc.Minute(ctx, c.Officer, org, c.id, in, c.see(c.Officer).Version))
	if last := c.see(c.Officer).Changes[0]; last.Act != string(project.WasPublished) || read() != in.Text {
		t.Errorf("%s, %q", last.Act, read())
	}
	c.is(c.change(), project.MeetingOver)
}

// A buyer's meetings are its own, and kept by those who manage jobs.
func TestAMeetingIsItsBuyers(t *testing.T) {
	t.Parallel()
	c := called(t, false)
	ctx := t.Context()
	foreign := c.Person("buyer", access.Buyer, uuid.Nil)
	_, err := c.svc.Meeting(ctx, foreign, foreign.Org, c.id)
	c.is(err, project.MeetingNotFound)
	c.is(c.svc.CancelMeeting(ctx, foreign, foreign.Org, c.id, "No", 1), project.MeetingNotFound)
	clerk := c.Second
	clerk.Privileges = nil
	c.is(c.svc.CancelMeeting(ctx, clerk, c.Officer.Org, c.id, "No", 1), fault.Forbidden)
	m := c.see(clerk)
	if m.MayKeep || slices.ContainsFunc(m.Asked, func(r projectsvc.Attendee) bool { return r.Email != "" }) {
		t.Error("a clerk reads addresses or keeps the meeting")
	}
	form := c.form
	form.Asked = []project.Asked{{Account: &foreign.User}, {Supplier: &foreign.Org}}
	form.Organiser = foreign.User
	_, err = c.svc.CallMeeting(ctx, c.Officer, projectsvc.NewMeeting{Context: project.General, Buyer: c.Officer.Org, Form: form})
	c.field(err, "/attendees/0", project.NotInvolved)
	c.field(err, "/attendees/1", project.NoSupplier)
	c.field(err, "/organiser_id", project.NotInvolved)

	// nor is it the operator's, before one of its people is asked or organises
	staff := c.Person("operator", access.Operator, uuid.Nil)
	sees := func(want bool) {
		t.Helper()
		page, err := c.svc.Meetings(ctx, staff, projectsvc.MeetingFilter{Context: project.General}, "", 10)
		c.Must(err)
		if len(page.Items) == 1 != want {
			t.Errorf("the operator lists %d meetings", len(page.Items))
		}
		owner, err := c.svc.OwnerOfMeeting(ctx, staff, c.id)
		if want {
			c.Must(err)
		} else {
			c.is(err, project.MeetingNotFound)
		}
		if want && owner != c.Officer.Org {
			t.Errorf("it is of %s", owner)
		}
	}
	sees(false)
	form = c.form
	form.Asked = []project.Asked{{Account: &staff.User}}
	c.Must(c.svc.ChangeMeeting(ctx, staff, c.Officer.Org, c.id, form, 1))
	sees(true)
	form.Asked = nil
	c.Must(c.svc.ChangeMeeting(ctx, c.Officer, c.Officer.Org, c.id, form, 2))
	sees(false)
}

// Who calls a meeting again, because the answer was lost, has called one; its people are asked once.
func TestAMeetingIsCalledOnce(t *testing.T) {
	c := called(t, false)
	again := projectsvc.NewMeeting{Context: project.General, Buyer: c.Officer.Org, Form: c.form, Key: "one-form-of-a-meeting"}
	first, err := c.svc.CallMeeting(t.Context(), c.Officer, again)
	c.Must(err)
	second, err := c.svc.CallMeeting(t.Context(), c.Officer, again)
	c.Must(err)
	page, err := c.svc.Meetings(t.Context(), c.Officer, projectsvc.MeetingFilter{Context: project.General}, "", 10)
	c.Must(err)
	if first != second || len(page.Items) != 2 { // with the one that the test begins with
		t.Errorf("%d meetings", len(page.Items))
	}
	again.Form.Title = "Another"
	_, err = c.svc.CallMeeting(t.Context(), c.Officer, again)
	c.is(err, journal.KeyReused)
}
