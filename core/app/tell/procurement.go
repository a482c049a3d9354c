package tell

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/procurementsvc"
)

// procurementTold is what is told of plans of procurement.
func (t *Teller) procurementTold() []telling {
	return []telling{
		{procurementsvc.PlanSubmitted, t.tellProcurementSent},
		{procurementsvc.PlanApproved, t.tellProcurementDecided},
		{procurementsvc.PlanReturned, t.tellProcurementDecided},
	}
}

// tellProcurementSent tells the buyer's people who may decide on it that a plan waits for them; who has sent it may not.
// Nobody is told of what was decided meanwhile.
func (t *Teller) tellProcurementSent(ctx context.Context, tx pg.Tx, e journal.Event) error {
	n, err := t.Procurement.Notice(ctx, tx, e.Owner, e.ObjectID)
	if err != nil || n.Status != procurement.Submitted {
		return err
	}
	people, err := t.Identity.Holders(ctx, tx, e.Owner, access.ManageJob, nil)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(p identitysvc.Recipient) bool { return n.SentBy != nil && p.Account == *n.SentBy })
	title := titleOf(n)
	return t.Notify.Spread(ctx, tx, people, notifysvc.News{
		Kind:   "procurement.submitted",
		Params: map[string]string{"title": title},
		Path:   procurementAt(access.Buyer, e.ObjectID),
		Mail:   mail.ProcurementSent,
		Data:   mail.Data{Title: title},
	})
}

// tellProcurementDecided tells who drew a plan and who sent it what another person has decided, as long as they may still
// read it.
func (t *Teller) tellProcurementDecided(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d procurementsvc.Stepped
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	n, err := t.Procurement.Notice(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	by, err := t.Identity.Recipient(ctx, tx, e.Actor)
	if err != nil {
		return err
	}
	ours, err := t.Identity.Holders(ctx, tx, e.Owner, access.ManageJob, nil)
	if err != nil {
		return err
	}
	staff, err := t.Identity.Staff(ctx, tx, access.ManageJob)
	if err != nil {
		return err
	}
	wrote := []uuid.UUID{n.DrawnBy}
	if n.SentBy != nil {
		wrote = append(wrote, *n.SentBy)
	}
	title, who := titleOf(n), by.FirstName+" "+by.LastName
	for _, p := range slices.Concat(ours, staff) {
		if p.Account == e.Actor || !slices.Contains(wrote, p.Account) {
			continue
		}
		news := notifysvc.News{
			Kind:   "procurement.approved",
			Params: map[string]string{"title": title, "buyer": n.Buyer, "by": who},
			Path:   procurementAt(p.Type, e.ObjectID),
			Mail:   mail.ProcurementGood,
			Data:   mail.Data{Title: title, Company: n.Buyer, By: who},
		}
		if e.Action == procurementsvc.PlanReturned {
			news.Kind, news.Mail, news.Data.Reason = "procurement.returned", mail.ProcurementBack, d.Reason
			news.Params["reason"] = d.Reason
		}
		if err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{p}, news); err != nil {
			return err
		}
	}
	return nil
}

// titleOf is a plan's title and its year: next year's is called the same.
func titleOf(n procurementsvc.Notice) string { return fmt.Sprintf("%s (%d)", n.Title, n.Year) }
