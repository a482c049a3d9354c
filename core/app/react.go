package app

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/payment/paymentsvc"
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

// Reactions lists all of them.
func (a *App) Reactions() []Reaction {
	return []Reaction{
		{"notify", []string{"zabuni.>"}, a.Notify.Handle},
		{"contracts", []string{"zabuni.award.category.>"}, a.Draft},
		{"live", []string{"zabuni.notify.inbox.>"}, a.Ring},
		{"figures", []string{"zabuni.sourcing.category.>", "zabuni.sourcing.job.>", "zabuni.payment.order.>", "zabuni.identity.account.>"}, a.Moved},
	}
}

// react registers who is told of what verticals report.
func (a *App) react() {
	a.Notify.Handlers[paymentsvc.OrderCompleted] = a.tellPaid
	a.Notify.Handlers[awardsvc.LetterIssued] = a.tellLetter
	a.Notify.Handlers[partysvc.DocumentExpiring] = a.tellExpiring
	a.Notify.Handlers[partysvc.GroupExpiring] = a.tellExpiring
	a.Notify.Handlers[partysvc.GroupValidated] = a.tellGroup
	a.Notify.Handlers[partysvc.GroupRejected] = a.tellGroup
	for _, event := range []string{partysvc.CaseNoticed, partysvc.CaseDecided, partysvc.CaseLifted} {
		a.Notify.Handlers[event] = a.tellCase
	}
}

// Draft is the consumer of awards: each leaves the draft of a contract, once.
func (a *App) Draft(ctx context.Context, tx pg.Tx, payload []byte) error {
	var e journal.Event
	if err := json.Unmarshal(payload, &e); err != nil {
		return err
	}
	if e.Action != awardsvc.CategoryNotified && e.Action != awardsvc.CategoryAwarded {
		return nil
	}
	_, err := a.Contracts.DraftFromAward(ctx, tx, e.Owner, e.ObjectID)
	return err
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

// tellPaid tells the people of a supplier that they may bid now.
func (a *App) tellPaid(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Completed
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return fmt.Errorf("%s: %w", e.Action, err)
	}
	people, err := a.Identity.CompanyRecipients(ctx, tx, d.Supplier)
	if err != nil {
		return err
	}
	kind := "payment.completed"
	if d.Amount.Value.IsZero() {
		kind = "payment.free" // nothing was received, and nobody should look for it
	}
	for _, p := range people {
		params := map[string]string{"number": d.Number, "amount": d.Amount.Print(p.Language), "purpose": cmp.Or(d.Purpose, d.Number)} // an event of before may not name it
		if err := a.Notify.Tell(ctx, tx, p.Account, kind, params, "/supplier/ongoingbids"); err != nil {
			return err
		}
	}
	return nil
}

// tellCase tells the people of a supplier of a notice, a decision or its end, in the app.
func (a *App) tellCase(ctx context.Context, tx pg.Tx, e journal.Event) error {
	c, err := a.Party.Announcement(ctx, tx, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := a.Identity.CompanyRecipients(ctx, tx, c.Supplier)
	if err != nil {
		return err
	}
	by := c.BuyerName
	if by == "" {
		by = "Zabuni"
	}
	for _, p := range people {
		params := map[string]string{"company": by, "reply_by": c.ReplyBy.Format("02-01-2006")}
		if err := a.Notify.Tell(ctx, tx, p.Account, strings.TrimPrefix(e.Action, "party."), params, "/profile/notices"); err != nil {
			return err
		}
	}
	return nil
}
