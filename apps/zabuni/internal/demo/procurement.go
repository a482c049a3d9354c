//go:build demo

package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/procurement"
	"zabuni.org/core/sourcing"
)

// A need is something that a buyer means to buy, in days from today.
type need struct {
	title, code string
	activity    sourcing.Activity
	estimate    int64
	from, to    int
	tender      string // the number of a job that came of it; empty: none
}

// A year is what a buyer means to buy in one.
type year struct {
	by, second *person // who approves it; nil: it is being written
	title      string
	currency   money.Currency
	needs      []need
	private    bool   // nobody else reads of it
	moved      string // what is bought two weeks later, by its revision; empty: there is none
	dropped    string // what is not bought any more
	added      []need
}

// years are the plans of procurement: one is approved, and approved again with what changed, one is written and buys the same
// twice, one is a railway's, which nobody else reads.
func years() []year {
	amina, david, rail, rail2 := people[1], people[2], people[3], people[11]
	return []year{
		{by: amina, second: david, title: "What the hospital buys", currency: "KES", needs: []need{
			{"Beds for the new wards", "33192100", sourcing.Tender, 5_000_000, 5, 90, "MRH/T/039"},
			{"Oxygen, yearly supply", "24111900", sourcing.Tender, 7_500_000, 20, 120, ""},
			{"Cleaning of all buildings", "90911200", sourcing.RFQ, 2_400_000, 15, 60, ""},
		}, moved: "Oxygen, yearly supply", dropped: "Cleaning of all buildings", added: []need{
			{"Cleaning of the wards alone", "90911200", sourcing.RFQ, 1_650_000, 30, 75, ""},
		}},
		{by: amina, title: "What came up since", currency: "KES", needs: []need{
			{"Laptops for the wards", "30213000", sourcing.RFQ, 1_800_000, 10, 50, ""},
			{"Laptops for the laboratory", "30213100", sourcing.RFQ, 1_700_000, 25, 65, ""},
		}},
		{by: rail, second: rail2, title: "What the yards buy", currency: "ETB", private: true, needs: []need{
			{"Sleepers of concrete", "34946100", sourcing.Tender, 40_000_000, 30, 150, ""},
			{"Signal lamps", "34992200", sourcing.ReverseAuction, 3_200_000, 12, 70, ""},
		}},
	}
}

// seedProcurement writes them.
func seedProcurement(ctx context.Context, a *app.App, clock *Clock) error {
	today, err := clock.today(ctx)
	if err != nil {
		return err
	}
	for _, y := range years() {
		if err := y.write(ctx, a, party.Day(today)); err != nil {
			return fmt.Errorf("%s: %w", y.title, err)
		}
	}
	return nil
}

func (y year) write(ctx context.Context, a *app.App, today time.Time) error {
	by, owner := y.by.actor, y.by.actor.Org
	plan, err := a.Procurement.Draw(ctx, by, owner, procurement.Form{Year: today.Year(), Title: y.title, Regime: "ke-ppada", Private: &y.private})
	if err != nil {
		return err
	}
	items := map[string]procurement.Item{}
	add := func(needs []need) error {
		for _, n := range needs {
			x := procurement.Item{
				Number:         fmt.Sprint(len(items) + 1),
				Title:          n.title,
				Classification: n.code,
				Activity:       n.activity,
				Currency:       y.currency,
				Estimate:       money.New(n.estimate, 0),
				PublishOn:      today.AddDate(0, 0, n.from),
				AwardOn:        today.AddDate(0, 0, n.to),
				Version:        1,
			}
			if x.ID, err = a.Procurement.AddItem(ctx, by, owner, plan, x); err != nil {
				return err
			}
			items[n.title] = x
		}
		return nil
	}
	if err := add(y.needs); err != nil || y.second == nil {
		return err
	}
	approve := func() error {
		if err := a.Procurement.Step(ctx, by, owner, plan, procurement.Submitted, "", 0); err != nil {
			return err
		}
		if err := a.Procurement.Step(ctx, y.second.actor, owner, plan, procurement.Approved, "", 0); err != nil {
			return err
		}
		return disclosed(ctx, a, "procurement_plan", plan, owner)
	}
	if err := approve(); err != nil || y.moved == "" {
		return err
	}
	for _, n := range y.needs {
		if n.tender != "" {
			if err := comesOf(ctx, a, by, n.tender, items[n.title].ID); err != nil {
				return fmt.Errorf("%s: %w", n.tender, err)
			}
		}
	}
	if err := a.Procurement.Step(ctx, by, owner, plan, procurement.Revised, "The county has cut the budget of the offices.", 0); err != nil {
		return err
	}
	later := items[y.moved]
	later.PublishOn, later.AwardOn = later.PublishOn.AddDate(0, 0, 14), later.AwardOn.AddDate(0, 0, 14)
	if err := a.Procurement.ChangeItem(ctx, by, owner, plan, later); err != nil {
		return err
	}
	if err := a.Procurement.DropItem(ctx, by, owner, plan, items[y.dropped].ID, 1); err != nil {
		return err
	}
	if err := add(y.added); err != nil {
		return err
	}
	return approve()
}

// comesOf lets a job say of which item of a plan it is.
func comesOf(ctx context.Context, a *app.App, by access.Actor, code string, item uuid.UUID) error {
	var id uuid.UUID
	if err := a.DB.QueryRow(ctx, "SELECT id FROM job WHERE code = $1 AND buyer_id = $2", code, by.Org).Scan(&id); err != nil {
		return err
	}
	j, err := a.Sourcing.Job(ctx, by, by.Org, id)
	if err != nil {
		return err
	}
	form := sourcing.JobForm{Code: j.Code, Title: j.Title, Description: j.Description, Regime: j.Regime, Department: j.DepartmentID, PlanItem: &item}
	if err := a.Sourcing.UpdateJob(ctx, by, by.Org, id, j.Version, form); err != nil {
		return err
	}
	return disclosed(ctx, a, "job", id, by.Org)
}
