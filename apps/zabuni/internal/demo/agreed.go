//go:build demo

package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
)

// approve submits a contract and has somebody else approve it; it returns the sum of its text.
func approve(ctx context.Context, a *app.App, author, approver access.Actor, id uuid.UUID) (string, error) {
	if err := a.Contracts.Submit(ctx, author, id); err != nil {
		return "", err
	}
	read, err := a.Contracts.Agreement(ctx, approver, id)
	if err != nil {
		return "", err
	}
	return read.Sum, a.Contracts.Approve(ctx, approver, id, read.Sum)
}

// seedAgreed sends two contracts to their supplier, who proposes another text of the second, writes
// one with the operator, and says which contracts have to be approved by whom from now on.
func seedAgreed(ctx context.Context, a *app.App, today time.Time) error {
	grace, amina, peter := people[5].actor, people[1].actor, people[6].actor
	for i, of := range []deal{
		{number: "MRH/K/2026/09", title: "Infusion pumps", currency: "KES", value: "3150000.00", starts: 14, months: 12, with: suppliers[0],
			body: "{supplier} delivers infusion pumps to {buyer} for {value}.\nThe buyer pays within thirty days."},
		{number: "MRH/K/2026/10", title: "Dressings and bandages", currency: "KES", value: "890000.00", starts: 14, months: 12, with: suppliers[0],
			body: "{supplier} delivers dressings to {buyer} for {value}.\nThe buyer pays within sixty days."},
	} {
		id, err := a.Contracts.Create(ctx, amina, contractsvc.Beginning{Form: of.form(today)})
		if err != nil {
			return fmt.Errorf("%s: %w", of.number, err)
		}
		sum, err := approve(ctx, a, amina, grace, id)
		if err == nil {
			err = a.Contracts.Send(ctx, amina, id, sum)
		}
		if err == nil && i > 0 {
			read, readErr := a.Contracts.SupplierContract(ctx, peter, id)
			if readErr != nil {
				return fmt.Errorf("%s: %w", of.number, readErr)
			}
			err = a.Contracts.ProposeText(ctx, peter, id, sum, strings.ReplaceAll(read.Body, "sixty", "thirty"), "Sixty days are more than our bank bears.")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", of.number, err)
		}
	}
	platform := deal{number: "MRH/Z/2026/01", title: "Use of Zabuni", currency: "KES", value: "600000.00", starts: 30, months: 12, with: operator,
		body: "{supplier} runs the platform for {buyer} from {starts_on} until {ends_on} for {value}."}
	if _, err := a.Contracts.Create(ctx, amina, contractsvc.Beginning{Form: platform.form(today)}); err != nil {
		return fmt.Errorf("%s: %w", platform.number, err)
	}
	return seedLevels(ctx, a)
}

// seedLevels says from which values on which levels decide, and who holds them.
func seedLevels(ctx context.Context, a *app.App) error {
	amina := people[1].actor
	levels, err := a.Contracts.Levels(ctx, amina)
	if err != nil {
		return err
	}
	err = a.Contracts.SetRules(ctx, amina, contractsvc.CategoryRules{Sum: levels.Rules[0].Sum, Rules: []contract.Rule{
		{Currency: "KES", Level: 1, From: money.New(25_000_000, 0)},
		{Currency: "KES", Level: 2, From: money.New(50_000_000, 0)},
	}})
	if err != nil {
		return err
	}
	if amina.Confirmed, err = pg.ClockOf(ctx, a.DB); err != nil {
		return err
	}
	scope, err := a.People.Scope(ctx, amina, amina.Org)
	if err != nil {
		return err
	}
	for i, who := range []*person{people[5], people[2]} {
		u, err := a.People.User(ctx, scope, who.actor.User)
		if err != nil {
			return err
		}
		err = a.People.Update(ctx, amina, scope, u.ID, peoplesvc.UserForm{
			FirstName:     u.FirstName,
			LastName:      u.LastName,
			Phone:         u.Phone,
			Language:      u.Language,
			Roles:         u.RoleIds,
			ApprovalLevel: i + 1,
		})
		if err != nil {
			return fmt.Errorf("level of %s: %w", who.email, err)
		}
	}
	return nil
}
