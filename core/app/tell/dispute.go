package tell

import (
	"context"
	"encoding/json"
	"maps"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// what is told of a dispute: to whom it is a task, and to who had paid.
var (
	toDesk = map[string]notifysvc.News{
		paymentsvc.DisputeOpened: {Kind: "payment.dispute", Mail: mail.Dispute},
		paymentsvc.DisputeDue:    {Kind: "payment.dispute_due", Mail: mail.DisputeDue},
		paymentsvc.DisputeWon:    {Kind: "payment.dispute_recovered"},
		paymentsvc.DisputeLost:   {Kind: "payment.dispute_gone"},
	}
	toPayer = map[string]notifysvc.News{
		paymentsvc.DisputeOpened:   {Kind: "payment.disputed", Mail: mail.PaymentTaken},
		paymentsvc.DisputeWon:      {Kind: "payment.dispute_won", Mail: mail.DisputeWon},
		paymentsvc.DisputeLost:     {Kind: "payment.dispute_lost", Mail: mail.DisputeLost},
		paymentsvc.DisputeEnds:     {Kind: "payment.dispute_ends", Mail: mail.DisputeEnds},
		paymentsvc.DisputeRestored: {Kind: "payment.dispute_restored"},
	}
)

// tellDispute tells the operator's people who decide about payments of a dispute, and the people of the supplier
// whose payment it is. That it takes away what was paid for is never silent.
func (t *Teller) tellDispute(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Disputed
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	if n, ok := toDesk[e.Action]; ok {
		n.Path = disputes + d.Dispute.String()
		n.Data.Code, n.Data.Day = d.Code, d.Due.Format("02-01-2006")
		n.Params = map[string]string{"code": d.Code, "day": n.Data.Day}
		if err := t.tellStaff(ctx, tx, d.Number, d.Amount, n); err != nil {
			return err
		}
	}
	n, ok := toPayer[e.Action]
	if !ok {
		return nil
	}
	n.Path = payments
	n.Data.Category = d.Purpose
	n.Params = map[string]string{"purpose": d.Purpose}
	return t.tellPayer(ctx, tx, e.Owner, d.Number, d.Amount, n)
}

// tellStaff tells the operator's people who decide about payments of money: an amount is printed in its reader's
// language.
func (t *Teller) tellStaff(ctx context.Context, tx pg.Tx, number string, sum money.Amount, n notifysvc.News) error {
	people, err := t.Identity.Staff(ctx, tx, access.ManagePayments)
	if err != nil {
		return err
	}
	common := n.Params
	for _, p := range people {
		n.Params = map[string]string{"number": number, "amount": sum.Print(p.Language)}
		maps.Copy(n.Params, common)
		n.Data.Number, n.Data.Amount = number, n.Params["amount"]
		if err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{p}, n); err != nil {
			return err
		}
	}
	return nil
}
