package tell

import (
	"context"
	"errors"

	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// contractTold is what is told of contracts.
func (t *Teller) contractTold() []telling {
	return []telling{
		{contractsvc.ContractDrafted, t.tellDrafted},
	}
}

// tellDrafted tells a buyer's contract managers of a draft that an award has left.
func (t *Teller) tellDrafted(ctx context.Context, tx pg.Tx, e journal.Event) error {
	if err := partysvc.NeedModule(ctx, tx, e.Owner, party.Contracts); err != nil {
		if errors.Is(err, party.ModuleOff) {
			return nil // nobody could open it
		}
		return err
	}
	k, err := t.Contracts.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := t.Identity.Holders(ctx, tx, e.Owner, access.ManageContract, nil)
	if err != nil {
		return err
	}
	c := k.Contract
	for _, p := range people { // each has contracts on a desk of their own
		err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{p}, notifysvc.News{
			Kind:   "contract.drafted",
			Params: map[string]string{"number": c.Number, "supplier": k.SupplierName, "category": c.Title},
			Path:   contractAt(p.Type, c.ID),
			Mail:   mail.ContractDraft,
			Data: mail.Data{
				Supplier: k.SupplierName,
				Title:    c.Description,
				Category: c.Title,
				Number:   c.Number,
				At:       c.NoSignatureBefore.In(k.Zone()),
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
