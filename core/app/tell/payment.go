package tell

import (
	"cmp"
	"context"
	"encoding/json"

	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// paymentTold is what is told of payments.
func (t *Teller) paymentTold() []telling {
	return []telling{
		{paymentsvc.OrderCompleted, t.tellPaid},
	}
}

// tellPaid tells the people of a supplier that they may bid now.
func (t *Teller) tellPaid(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Completed
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, d.Supplier)
	if err != nil {
		return err
	}
	kind := "payment.completed"
	if d.Amount.Value.IsZero() {
		kind = "payment.free" // nothing was received, and nobody should look for it
	}
	for _, p := range people { // an amount is printed in its reader's language
		err := t.Notify.Tell(ctx, tx, p.Account, notifysvc.News{
			Kind: kind,
			Params: map[string]string{
				"number":  d.Number,
				"amount":  d.Amount.Print(p.Language),
				"purpose": cmp.Or(d.Purpose, d.Number), // an event of before may not name it
			},
			Path: ongoingBids,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
