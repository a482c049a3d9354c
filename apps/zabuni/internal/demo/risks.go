//go:build demo

package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/party"
	"zabuni.org/core/project"
)

// A hazard is a risk of the demonstration. Its review is days from today.
type hazard struct {
	by, owner          *person
	title, text, plan  string
	likelihood, impact int
	response           project.Response
	due                int
	job                string // by its code
	about              *company
	becomes            project.Status
	because            string
}

// oldHazards were entered before the first job: their reviews have come since.
func oldHazards() []hazard {
	rail, rail2, amina, david := people[3], people[11], people[1], people[2]
	return []hazard{
		{by: rail, owner: rail2, title: "Customs holds back signalling parts", likelihood: 4, impact: 4, response: project.Reduce, due: -4,
			text: "Parts come by Djibouti; papers were missing three times last year.", plan: "Clearing agent checks the papers before shipping."},
		{by: rail, owner: rail, title: "The birr loses a fifth of its value within a year", likelihood: 5, impact: 4, response: project.Transfer, due: 21,
			text: "Half of what is bought is priced abroad.", plan: "Prices in birr, adjusted by a published index.",
			becomes: project.Accepted, because: "The board has approved a reserve for it."},
		{by: rail, owner: rail2, title: "Two people alone know the tender rules", likelihood: 3, impact: 3, response: project.Reduce, due: 45,
			plan: "Two more are trained by the end of the quarter.", becomes: project.Shut, because: "Four people were trained and have passed."},
		{by: amina, owner: david, title: "Oxygen runs out during a power cut", likelihood: 2, impact: 5, response: project.Reduce, due: -1,
			text: "The plant needs the grid; bottles last for nine hours.", plan: "A second generator; bottles for two days."},
	}
}

func newHazards() []hazard {
	rail, rail2, amina := people[3], people[11], people[1]
	return []hazard{
		{by: rail, owner: rail, title: "The only fuel depot in the north is flooded", likelihood: 4, impact: 5, response: project.Avoid, due: 6,
			text: "It was under water in two of five rainy seasons.", plan: "A second depot on higher ground before June.",
			job: "ARC/K/2026/02", about: suppliers[18], becomes: project.Treated, because: "The second depot is being tendered."},
		{by: rail, owner: rail2, title: "A key supplier loses its insurance", likelihood: 3, impact: 4, response: project.Transfer, due: 12,
			plan: "The policy is asked for every quarter.", job: "ARC/K/2026/01", about: suppliers[18]},
		{by: rail, owner: rail2, title: "Drivers' records leak from a subcontractor", likelihood: 2, impact: 5, response: project.Reduce, due: 30,
			job: "ARC/K/2026/01", about: suppliers[17]},
		{by: rail, owner: rail, title: "Copper is stolen from the open depots", likelihood: 4, impact: 3, response: project.Reduce, due: 9,
			plan: "Fences and guards; see the job.", job: "ARC/K/2026/03"},
		{by: rail, owner: rail2, title: "A quarry delivers ballast that is too fine", likelihood: 2, impact: 2, response: project.Accept, due: 60, about: suppliers[17]},
		{by: rail, owner: rail, title: "Bids fail on papers that have expired", likelihood: 3, impact: 2, response: project.Reduce, due: 14},
		{by: amina, owner: amina, title: "The cold chain breaks on the way to the wards", likelihood: 3, impact: 4, response: project.Reduce, due: 18,
			plan: "Data loggers in every box.", about: suppliers[0]},
	}
}

// seedRisks writes risks into the registers; what changes of them is changed at once.
func seedRisks(ctx context.Context, a *app.App, clock *Clock, hazards []hazard) error {
	today, err := clock.today(ctx)
	if err != nil {
		return err
	}
	for _, h := range hazards {
		if err := h.write(ctx, a, today.AddDate(0, 0, h.due)); err != nil {
			return fmt.Errorf("%s: %w", h.title, err)
		}
	}
	return nil
}

func (h hazard) write(ctx context.Context, a *app.App, due time.Time) error {
	form := project.Form{
		Title:       h.title,
		Description: h.text,
		Likelihood:  h.likelihood,
		Impact:      h.impact,
		Response:    h.response,
		Treatment:   h.plan,
		Owner:       h.owner.actor.User,
		Due:         party.Day(due),
	}
	if h.about != nil {
		form.Supplier = &h.about.id
	}
	if h.job != "" {
		var id uuid.UUID
		if err := a.DB.QueryRow(ctx, `SELECT id FROM job WHERE code = $1 AND buyer_id = $2`, h.job, h.by.actor.Org).Scan(&id); err != nil {
			return err
		}
		form.Job = &id
	}
	id, err := a.Project.Add(ctx, h.by.actor, form)
	if err != nil || h.becomes == "" {
		return err
	}
	return a.Project.Move(ctx, h.by.actor, id, project.Move{To: h.becomes, Note: h.because}, 1)
}
