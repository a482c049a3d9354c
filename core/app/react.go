package app

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/live/livehttp"
	"zabuni.org/core/platform/pg"
)

// A Reaction is what follows events of some subjects, each event once. Its name
// is that of the durable consumer.
type Reaction struct {
	Name     string
	Subjects []string
	Do       func(ctx context.Context, tx pg.Tx, payload []byte) error
}

// Hears reports whether events of a subject come to the reaction.
func (r Reaction) Hears(subject string) bool {
	return slices.ContainsFunc(r.Subjects, func(s string) bool {
		prefix, all := strings.CutSuffix(s, ">")
		return subject == s || all && strings.HasPrefix(subject, prefix)
	})
}

// Reactions lists all of them.
func (a *App) Reactions() []Reaction {
	return []Reaction{
		{"notify", []string{"zabuni.>"}, a.Notify.Handle},
		{"contracts", []string{"zabuni.award.category.>"}, a.Draft},
		{"agreed", []string{"zabuni.contract.contract.>", "zabuni.party.case.>"}, a.Agreed},
		{"plans", []string{"zabuni.sourcing.category.>", "zabuni.opening.>", "zabuni.award.category.>"}, a.FollowJob},
		{"publication", []string{"zabuni.sourcing.job.>", "zabuni.sourcing.category.>", "zabuni.opening.>", "zabuni.award.category.>", "zabuni.contract.>",
			"zabuni.procurement.plan.approved"}, a.Disclose},
		{"live", []string{"zabuni.notify.inbox.>"}, a.Ring},
		{"figures", []string{"zabuni.sourcing.category.>", "zabuni.sourcing.job.>", "zabuni.payment.order.>", "zabuni.identity.account.>"}, a.Moved},
	}
}

// Draft is the consumer of awards: each leaves the draft of a contract, once.
func (a *App) Draft(ctx context.Context, tx pg.Tx, payload []byte) error {
	var e journal.Event
	if err := json.Unmarshal(payload, &e); err != nil {
		return err
	}
	if e.Action != awardsvc.CategoryNotified && e.Action != awardsvc.CategoryAwarded && e.Action != awardsvc.CategoryUnfrozen {
		return nil
	}
	_, err := a.Contracts.DraftFromAward(ctx, tx, e.Owner, e.ObjectID)
	return err
}

// Agreed is the consumer that completes a category once each of its winners has a contract in force,
// and tells of contracts whose other side was blacklisted.
func (a *App) Agreed(ctx context.Context, tx pg.Tx, payload []byte) error {
	var e journal.Event
	if err := json.Unmarshal(payload, &e); err != nil {
		return err
	}
	switch e.Action {
	case contractsvc.ContractBegun, contractsvc.ScanTaken:
		k, err := a.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
		if err != nil || k.CategoryID == nil { // it follows no award
			return err
		}
		return a.Awards.Complete(ctx, tx, e.Owner, *k.CategoryID)
	case partysvc.CaseDecided:
		_, err := a.Contracts.Bar(ctx, tx, e.ObjectID)
		return err
	}
	return nil
}

// FollowJob is the consumer by which plans of projects follow the days of their job.
func (a *App) FollowJob(ctx context.Context, tx pg.Tx, payload []byte) error {
	var e journal.Event
	if err := json.Unmarshal(payload, &e); err != nil {
		return err
	}
	if e.Object != "category" {
		return nil
	}
	return a.Project.Follow(ctx, tx, e.Owner, e.ObjectID)
}

// Disclose is the consumer by which what happens to a job, and what is planned, is published.
func (a *App) Disclose(ctx context.Context, tx pg.Tx, payload []byte) error {
	var e journal.Event
	if err := json.Unmarshal(payload, &e); err != nil {
		return err
	}
	return a.Publication.Follow(ctx, tx, e)
}

// Ring is the consumer that tells browsers of what is in an inbox now.
func (a *App) Ring(_ context.Context, _ pg.Tx, payload []byte) error {
	var e journal.Event
	if err := json.Unmarshal(payload, &e); err != nil {
		return err
	}
	if a.Tell != nil && (e.Action == "notify.inbox.told" || e.Action == "notify.inbox.read") {
		a.Tell(livehttp.Inbox(e.ObjectID), struct{}{})
	}
	return nil
}

// Moved is the consumer that tells operator staff's screens to read their figures
// again: work that was published or closed, payments, registrations. Nothing of
// bidding comes here, whose moments are sealed.
func (a *App) Moved(context.Context, pg.Tx, []byte) error {
	if a.Tell != nil {
		a.Tell(livehttp.Platform, struct{}{})
	}
	return nil
}
