//go:build demo

package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
)

// A gathering is a meeting of the demonstration, in days from today, and what became of it.
type gathering struct {
	by        *person
	buyer     *person
	of        project.Context
	kind      project.MeetingKind
	job       string // by its code
	bidders   bool
	title     string
	place     string
	link      string
	agenda    string
	in        int // days
	asked     []*person
	suppliers []uuid.UUID
	guests    []project.Asked
	yes       []*person
	off       string // why it was called off
	minutes   string
	publish   bool
	actions   []project.Action
}

func gatherings() []gathering {
	qed, amina, david, rail, rail2 := people[0], people[1], people[2], people[3], people[11]
	first := suppliers[0].id
	return []gathering{
		{by: rail, buyer: rail, of: project.General, kind: project.SiteVisit, job: "ARC/E/2026/02", bidders: true, in: 6,
			title: "Four depot roofs, one morning", place: "Depot Kality, gate 3", agenda: "Load and shade of each roof.\nWhere cranes may stand.",
			asked: []*person{rail2}, yes: []*person{rail2},
			guests: []project.Asked{{Name: "Selam Haile", Email: "selam.haile@roofs.example"}}},
		{by: qed, buyer: rail, of: project.General, kind: project.PreBid, job: "ARC/R/2026/01", bidders: true, in: 3,
			title: "Questions on toner", link: "https://meet.example.org/toner", agenda: "Originals or compatible ones, and how empties come back.", asked: []*person{rail}},
		{by: qed, buyer: amina, of: project.General, kind: project.AtContract, in: 9,
			title: "Oxygen plant: handing over the yard", place: "County works office, Nakuru", agenda: "Keys, power, water.", asked: []*person{amina, david},
			suppliers: []uuid.UUID{first}, yes: []*person{david}},
		{by: rail, buyer: rail, of: project.General, kind: project.AtOther, in: 12, title: "Trucks off the yard", place: "Head office, room 204",
			asked: []*person{rail2}, off: "The papers are not clear yet."},
		{by: rail, buyer: rail, of: project.General, kind: project.AtOther, in: -4, title: "What the depots need", place: "Head office, room 204",
			asked: []*person{rail2}, yes: []*person{rail2}, publish: true,
			minutes: "Each depot counts its own need until the end of the month.\nRoofs come first, masts after the rains.",
			actions: []project.Action{{What: "Count the masts", Owner: &rail2.actor.User}, {What: "Ask for the roof drawings", Owner: &rail.actor.User, Done: true}}},
		{by: qed, buyer: rail, of: project.OfRisk, kind: project.AtOther, job: "ARC/K/2026/01", in: 5, title: "Review of the largest suppliers",
			place: "Head office, board room", agenda: "Policies of insurance, and who visits whom.", asked: []*person{rail, rail2}, yes: []*person{rail2}},
		{by: rail2, buyer: rail, of: project.OfRisk, kind: project.AtOther, in: -9, title: "What the last review left open", place: "Head office, board room",
			asked: []*person{rail}, minutes: "Two policies have run out. Nobody has said so to the board."},
	}
}

// seedMeetings calls them; those that are over were called while they were ahead.
func seedMeetings(ctx context.Context, a *app.App, clock *Clock) error {
	for _, g := range gatherings() {
		if g.in < 0 {
			if err := clock.set(ctx, time.Duration(g.in-3)*24*time.Hour); err != nil {
				return err
			}
		}
		id, err := g.call(ctx, a, clock)
		if err == nil && g.in < 0 {
			if err = clock.set(ctx, 0); err == nil {
				err = g.minute(ctx, a, id)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", g.title, err)
		}
	}
	return nil
}

func (g gathering) call(ctx context.Context, a *app.App, clock *Clock) (uuid.UUID, error) {
	today, err := clock.today(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	owner, at := g.buyer.actor.Org, today.AddDate(0, 0, g.in)
	at = time.Date(at.Year(), at.Month(), at.Day(), 7, 0, 0, 0, time.UTC)
	form := project.MeetingForm{
		Title:     g.title,
		Kind:      g.kind,
		Bidders:   g.bidders,
		Starts:    at,
		Ends:      at.Add(90 * time.Minute),
		Zone:      g.buyer.actor.Zone,
		Place:     g.place,
		Link:      g.link,
		Agenda:    g.agenda,
		Organiser: g.by.actor.User,
		Asked:     g.guests,
	}
	for _, p := range g.asked {
		form.Asked = append(form.Asked, project.Asked{Account: &p.actor.User})
	}
	for _, s := range g.suppliers {
		form.Asked = append(form.Asked, project.Asked{Supplier: &s})
	}
	if g.job != "" {
		var job uuid.UUID
		if err := a.DB.QueryRow(ctx, `SELECT id FROM job WHERE code = $1 AND buyer_id = $2`, g.job, owner).Scan(&job); err != nil {
			return uuid.Nil, err
		}
		form.Job = &job
	}
	if form.Zone == "" {
		form.Zone = "Africa/Nairobi"
	}
	id, err := a.Project.CallMeeting(ctx, g.by.actor, projectsvc.NewMeeting{Context: g.of, Buyer: owner, Form: form})
	if err != nil {
		return id, err
	}
	for _, p := range g.yes {
		if err := a.Project.AnswerMeeting(ctx, p.actor, owner, id, project.Comes); err != nil {
			return id, err
		}
	}
	if g.off == "" {
		return id, nil
	}
	m, err := a.Project.Meeting(ctx, g.by.actor, owner, id)
	if err != nil {
		return id, err
	}
	return id, a.Project.CancelMeeting(ctx, g.by.actor, owner, id, g.off, m.Version)
}

func (g gathering) minute(ctx context.Context, a *app.App, id uuid.UUID) error {
	owner := g.buyer.actor.Org
	m, err := a.Project.Meeting(ctx, g.by.actor, owner, id)
	if err != nil {
		return err
	}
	return a.Project.Minute(ctx, g.by.actor, owner, id, project.Minutes{Text: g.minutes, Publish: g.publish, Actions: g.actions}, m.Version)
}
