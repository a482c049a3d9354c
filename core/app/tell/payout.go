package tell

import (
	"context"
	"encoding/json"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// tellPayout tells the people of a buyer who see reports that fees were paid out to it.
func (t *Teller) tellPayout(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.PaidOut
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	people, err := t.Identity.Holders(ctx, tx, e.Owner, access.ViewReport, nil)
	if err != nil {
		return err
	}
	for _, p := range people {
		n := notifysvc.News{Kind: "payment.payout", Path: fees, Params: map[string]string{"amount": d.Amount.Print(p.Language), "reference": d.Reference}}
		if err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{p}, n); err != nil {
			return err
		}
	}
	return nil
}

// tellTotals tells the operator's people who decide about payments that a provider and our books differ.
func (t *Teller) tellTotals(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Differing
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	people, err := t.Identity.Staff(ctx, tx, access.ManagePayments)
	if err != nil {
		return err
	}
	for _, p := range people {
		n := notifysvc.News{Kind: "payment.totals_differ", Path: totals + "?differing=yes", Params: map[string]string{
			"day":    d.Day,
			"booked": d.Booked.Print(p.Language),
			"told":   d.Told.Print(p.Language),
		}}
		if err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{p}, n); err != nil {
			return err
		}
	}
	return nil
}
