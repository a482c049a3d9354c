package tell

import (
	"context"
	"encoding/json"

	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// evaluationTold is what is told of evaluations.
func (t *Teller) evaluationTold() []telling {
	return []telling{
		{evaluationsvc.PriceQuestioned, t.tellQuestioned},
		{evaluationsvc.PriceExplained, t.tellExplained},
		{evaluationsvc.ReportBegun, t.tellReport},
		{evaluationsvc.ReportSigned, t.tellReport},
	}
}

// tellQuestioned tells a bidder's people what is asked about their price, and until when.
func (t *Teller) tellQuestioned(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d evaluationsvc.Questioned
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, d.Supplier)
	if err != nil {
		return err
	}
	n := ofCategory(c, "price.asked", mail.PriceQuestion, map[string]string{"due_at": instant(d.Due)})
	n.Data.Reason, n.Data.At, n.Under = d.Question, c.In(d.Due), &c.ID
	return t.Notify.Spread(ctx, tx, people, n)
}

// tellExplained tells whoever asked about a price that its bidder has answered.
func (t *Teller) tellExplained(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d evaluationsvc.Explained
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, d.Buyer, d.Category)
	if err != nil {
		return err
	}
	who, err := t.Identity.Recipient(ctx, tx, d.AskedBy)
	if err != nil {
		return err
	}
	by, err := t.Identity.Recipient(ctx, tx, e.Actor)
	if err != nil {
		return err
	}
	n := ofCategory(c, "price.answered", mail.PriceAnswer, map[string]string{"supplier": by.CompanyName})
	n.Data.By, n.Path = by.CompanyName, inbox
	if who.Type == access.Buyer {
		n.Path = openingAt(c.ID)
	}
	return t.Notify.Spread(ctx, tx, []identitysvc.Recipient{who}, n)
}

// tellReport asks those to sign who judged, and tells them when the last of them has.
func (t *Teller) tellReport(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d evaluationsvc.ReportNews
	if err := json.Unmarshal(e.Detail, &d); err != nil || len(d.Signers) == 0 {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	n := ofCategory(c, "report.to_sign", "", nil)
	if d.Last {
		n = ofCategory(c, "report.signed", "", nil)
	}
	for _, id := range d.Signers {
		if id == e.Actor {
			continue
		}
		who, err := t.Identity.Recipient(ctx, tx, id)
		if err != nil {
			return err
		}
		n.Path = inbox
		if who.Type == access.Buyer {
			n.Path = openingAt(c.ID)
		}
		if err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{who}, n); err != nil {
			return err
		}
	}
	return nil
}
