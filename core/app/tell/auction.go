package tell

import (
	"context"
	"encoding/json"

	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// auctionTold is what is told of rooms.
func (t *Teller) auctionTold() []telling {
	return []telling{
		{auctionsvc.SurrogateEntered, t.tellEntered},
	}
}

// tellEntered tells a bidder's people that a host bid for them from a paper, and why.
func (t *Teller) tellEntered(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d auctionsvc.Surrogate
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	by, err := t.Identity.Recipient(ctx, tx, e.Actor)
	if err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, d.Supplier)
	if err != nil {
		return err
	}
	for _, p := range people { // an amount is printed in its reader's language
		name, amount := by.FirstName+" "+by.LastName, d.Sum().Print(p.Language)
		n := ofCategory(c, "bid.entered", mail.BidEntered, map[string]string{"by": name, "amount": amount})
		n.Data.By, n.Data.Amount, n.Data.Reason, n.Data.At, n.Under = name, amount, d.Reason, c.In(d.At), &c.ID
		if err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{p}, n); err != nil {
			return err
		}
	}
	return nil
}
