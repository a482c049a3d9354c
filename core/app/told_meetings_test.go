package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

// meetingsTold is who is told of meetings: who is asked by name, each alone, all who take
// part where they are asked, and who is asked no more.
func meetingsTold(t *testing.T) *chronicle {
	c := begin(t, 3)
	ctx, org, s := t.Context(), c.Officer.Org, c.Project
	staff := c.Person("operator", access.Operator, uuid.Nil)
	x := c.Publish(policyOf(sourcing.Tender), deep())
	x.Pay(c.Bidders[0])
	c.heedless()
	form := project.MeetingForm{
		Title:   "At the gate",
		Kind:    project.SiteVisit,
		Job:     &x.Job,
		Bidders: true,
		Starts:  x.Closes.Add(-24 * time.Hour),
		Ends:    x.Closes.Add(-23 * time.Hour),
		Zone:    "Africa/Nairobi",
		Place:   "Gate 3",
		Asked: []project.Asked{
			{Account: &c.Second.User},
			{Supplier: &c.Bidders[1].Org},
			{Name: "Ann", Email: "ann@example.org"},
		},
	}
	var id uuid.UUID
	version := func() int32 {
		m, err := s.Meeting(ctx, c.Officer, org, id)
		c.Must(err)
		return m.Version
	}
	call := func(by access.Actor, of project.Context, f project.MeetingForm) {
		var err error
		id, err = s.CallMeeting(ctx, by, projectsvc.NewMeeting{Context: of, Buyer: org, Form: f})
		c.Must(err)
	}
	c.when("the operator calls a site visit to which all who take part are asked", func() { call(staff, project.General, form) })
	c.when("a bidder says that it comes", func() {
		c.Must(s.AnswerMeeting(ctx, c.Bidders[0], uuid.Nil, id, project.Comes))
	})
	c.when("it is an hour later, without one and with another", func() {
		f := form
		f.Starts, f.Ends = f.Starts.Add(time.Hour), f.Ends.Add(time.Hour)
		f.Asked = []project.Asked{form.Asked[0], {Account: &staff.User}, form.Asked[2]}
		c.Must(s.ChangeMeeting(ctx, staff, org, id, f, version()))
	})
	c.when("minutes are written and published", func() {
		c.SetClock(form.Starts.Add(2 * time.Hour))
		c.Must(s.Minute(ctx, c.Officer, org, id, project.Minutes{Text: "The pumps are old"}, version()))
		c.Must(s.Minute(ctx, c.Officer, org, id, project.Minutes{Text: "The pumps are old", Publish: true}, version()))
	})
	c.when("a meeting of risks is called by the buyer, and called off", func() {
		f := form
		f.Job, f.Bidders, f.Kind = nil, false, project.AtOther
		f.Starts, f.Ends = f.Starts.AddDate(0, 0, 9), f.Ends.AddDate(0, 0, 9)
		call(c.Officer, project.OfRisk, f)
		c.Must(s.CancelMeeting(ctx, c.Officer, org, id, "Rain", version()))
	})
	return c
}
