//go:build demo

package demo

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/catalog"
	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/sourcing"
)

// seedOffices writes what companies keep beside their jobs: branches, groups,
// staff with a role that is theirs, criteria, an application that waits.
func seedOffices(ctx context.Context, a *app.App) error {
	staff, rail, ziwa, s6 := people[0], people[3], people[4], people[12]
	branch, err := a.Party.SaveBranch(ctx, rail.actor, uuid.Nil, party.Branch{Name: "Dire Dawa depot", Code: "DD", Address: "Station Road, Dire Dawa", Active: true})
	if err != nil {
		return fmt.Errorf("branch: %w", err)
	}
	if _, err := a.Party.SaveDepartment(ctx, rail.actor, uuid.Nil, branch, party.Named{Name: "Permanent way", Active: true}); err != nil {
		return fmt.Errorf("department: %w", err)
	}
	if _, err := a.Party.SaveSpecialGroup(ctx, rail.actor, uuid.Nil, party.GroupForm{Named: party.Named{Name: "Firms along the line", Description: "Registered in a town with a station.", Active: true}}); err != nil {
		return fmt.Errorf("group: %w", err)
	}
	for _, h := range []struct {
		by          *person
		role        string
		first, last string
		email       string
		phone       string
	}{
		{ziwa, "Tender clerk", "Ruth", "Nansubuga", "ruth@zabuni.test", "256772000014"},
		{s6, "Bid writer", "Yonas", "Girma", "yonas@zabuni.test", "251911300118"},
	} {
		if err := h.by.hire(ctx, a, h.role, peoplesvc.UserForm{FirstName: h.first, LastName: h.last, Email: h.email, Phone: h.phone, Language: "en"}); err != nil {
			return fmt.Errorf("%s: %w", h.email, err)
		}
	}
	now, err := pg.ClockOf(ctx, a.DB)
	if err != nil {
		return err
	}
	visits := party.Purchase{Service: party.DueDiligence, Starts: now.Add(-day), Note: "Wherever a bidder is far away."}
	bought := []party.Purchase{{Service: party.ManagedSourcing, Starts: now.Add(-day), Note: "Canteens and offices."}, visits}
	if err := a.Party.SetServices(ctx, staff.actor, rail.actor.Org, bought); err != nil {
		return fmt.Errorf("services: %w", err)
	}
	if err := a.Party.SetServices(ctx, staff.actor, people[1].actor.Org, []party.Purchase{visits}); err != nil {
		return fmt.Errorf("visits: %w", err)
	}
	if err := lend(ctx, a, staff); err != nil {
		return fmt.Errorf("visitors: %w", err)
	}
	for _, p := range []*person{people[1], rail} {
		if err := p.computes(ctx, a); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	kind := uuid.MustParse(fmt.Sprintf("01900000-0000-7000-8000-%012d", 16))
	if _, err := a.Catalog.SaveCriterion(ctx, staff.actor, kind, catalog.Criterion{Name: "Experience", Description: "What was delivered before.",
		Questions: []sourcing.Question{{Prompt: "How many deliveries of this size in the last three years?", Response: sourcing.Number, MustAnswer: true}}}); err != nil {
		return fmt.Errorf("criterion: %w", err)
	}
	if err := apply(ctx, a, s6.actor); err != nil {
		return fmt.Errorf("application: %w", err)
	}
	_, err = a.Tasks.Start(ctx, a.DB, staff.actor, tasksvc.Start{Kind: app.MailReport, Input: notifysvc.ReportInput{Days: 30, Language: "en"},
		Path: "/zabuni/emails/report/progress/{task_id}", Back: "/zabuni/emails/analyze/outgoing"})
	return err
}

// computes has the results of somebody's last ranked category computed again.
func (p *person) computes(ctx context.Context, a *app.App) error {
	actor, err := p.fresh(ctx, a)
	if err != nil {
		return err
	}
	ranked, err := a.Awards.Decided(ctx, actor, actor.Org, awardsvc.DecidedFilter{Statuses: []sourcing.Status{sourcing.Evaluated}}, "", 1)
	if err != nil || len(ranked.Items) == 0 {
		return err
	}
	_, err = a.StartScoreRefresh(ctx, actor, ranked.Items[0].ID)
	return err
}

// hire makes a role and invites a person who has it.
func (p *person) hire(ctx context.Context, a *app.App, role string, f peoplesvc.UserForm) error {
	actor, err := p.fresh(ctx, a)
	if err != nil {
		return err
	}
	scope, err := a.People.Scope(ctx, actor, actor.Org)
	if err != nil {
		return err
	}
	id, err := a.People.CreateRole(ctx, actor, scope, peoplesvc.RoleForm{Name: role, Type: actor.Type})
	if err != nil {
		return err
	}
	f.Roles = []uuid.UUID{id}
	_, err = a.People.Create(ctx, actor, scope, f)
	return err
}

// apply asks for membership of a special group; staff has not decided.
func apply(ctx context.Context, a *app.App, by access.Actor) error {
	proof := []byte("%PDF-1.4 register of owners")
	u, err := a.Party.BeginUpload(ctx, by, by.Org, "proof", "register-of-owners.pdf", int64(len(proof)))
	if err != nil {
		return err
	}
	if u, err = a.Party.Append(ctx, by, by.Org, u.ID, 0, proof); err != nil {
		return err
	}
	p, err := a.Party.Profile(ctx, by, by.Org)
	if err != nil {
		return err
	}
	share := money.NewQuantity(80, 0)
	owners := []party.Owner{{Name: "Meron Haile", Kind: "person", Identity: "ET-4410021", Nationality: "ET", Director: true, Share: &share, Women: true}}
	if _, err := a.Party.Update(ctx, by, by.Org, partysvc.Update{Version: p.Version, Owners: &owners}); err != nil {
		return err
	}
	groups, err := a.Party.Groups(ctx)
	if err != nil {
		return err
	}
	for _, g := range groups {
		if g.Segment != nil && *g.Segment == "women" {
			_, err = a.Party.Apply(ctx, by, by.Org, g.ID, u.File, nil)
			return err
		}
	}
	return fmt.Errorf("no group of women among %d", len(groups))
}
