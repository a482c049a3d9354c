package tell

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// paymentTold is what is told of payments.
func (t *Teller) paymentTold() []telling {
	return []telling{
		{paymentsvc.OrderCompleted, t.tellPaid},
		{paymentsvc.AttemptFailed, t.tellUnpaid},
		{paymentsvc.AttemptExpired, t.tellUnpaid},
		{paymentsvc.AttemptReviewed, t.tellUnpaid},
		{paymentsvc.RestAsked, t.tellRest},
		{paymentsvc.LineFailed, t.tellLine},
		{paymentsvc.RefundApproved, t.tellRefund},
		{paymentsvc.RefundDone, t.tellRefund},
		{paymentsvc.RefundFailed, t.tellRefundFailed},
		{paymentsvc.DisputeOpened, t.tellDispute},
		{paymentsvc.DisputeDue, t.tellDispute},
		{paymentsvc.DisputeWon, t.tellDispute},
		{paymentsvc.DisputeLost, t.tellDispute},
		{paymentsvc.DisputeEnds, t.tellDispute},
		{paymentsvc.DisputeRestored, t.tellDispute},
		{paymentsvc.PayoutDone, t.tellPayout},
		{paymentsvc.TotalsDiffer, t.tellTotals},
	}
}

// tellPaid tells the people of a supplier that they may bid now. Who had been told
// that a payment came to nothing is written to as well.
func (t *Teller) tellPaid(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Completed
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	n := notifysvc.News{Kind: "payment.completed", Path: ongoingBids}
	switch {
	case d.Late:
		n.Kind, n.Mail = "payment.found", mail.PaymentFound
	case d.Amount.Value.IsZero():
		n.Kind = "payment.free" // nothing was received, and nobody should look for it
	}
	n.Data.Category = cmp.Or(d.Purpose, d.Number) // an event of before may not name it
	n.Params = map[string]string{"purpose": n.Data.Category}
	return t.tellPayer(ctx, tx, d.Supplier, d.Number, d.Amount, n)
}

// unpaid is what is told by mail and in the app of an attempt that did not pay.
var unpaid = map[string]struct {
	kind string
	mail mail.Kind
}{
	paymentsvc.AttemptFailed:   {"payment.failed", mail.PaymentFailed},
	paymentsvc.AttemptExpired:  {"payment.expired", mail.PaymentExpired},
	paymentsvc.AttemptReviewed: {"payment.review", mail.PaymentReview},
}

// tellUnpaid tells the people of a supplier what became of a payment. An old attempt
// that fails while its order goes on with another, or is given up, is no news.
func (t *Teller) tellUnpaid(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Unpaid
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	waits := d.Order == payment.Failed || d.Order == payment.Expired
	if e.Action != paymentsvc.AttemptReviewed && !waits {
		return nil
	}
	by, sum := unpaid[e.Action], d.Amount
	if d.Received != nil {
		sum = *d.Received
	}
	n := notifysvc.News{Kind: by.kind, Mail: by.mail, Path: payments}
	if e.Action == paymentsvc.AttemptExpired {
		n.Params = expired(d)
		if d.Reason == payment.Abandoned { // who gave it up knows, and the others hear of it in the app
			n.Mail, n.Path = "", cart
		}
	}
	return t.tellPayer(ctx, tx, e.Owner, d.Number, sum, n)
}

// expired picks the sentence of what nobody was heard of: a transfer is found by a statement, and nobody is asked about it.
func expired(d paymentsvc.Unpaid) map[string]string {
	left, bank := d.Reason == payment.Abandoned, d.Provider == payment.Bank
	switch {
	case left && bank:
		return map[string]string{"context": "left_bank"}
	case left:
		return map[string]string{"context": "left"}
	case bank:
		return map[string]string{"context": "bank"}
	}
	return nil
}

// tellRest asks the people of a supplier for what is missing of an order.
func (t *Teller) tellRest(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Rest
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	return t.tellPayer(ctx, tx, e.Owner, d.Number, d.Amount, notifysvc.News{Kind: "payment.rest", Mail: mail.PaymentRest, Path: payments})
}

// tellLine tells whoever imported a statement that one of its lines cannot be settled: they have left it by then. Of a
// line that a provider told of everybody is told who moves money.
func (t *Teller) tellLine(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Unsettled
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	n := notifysvc.News{Kind: "payment.line_failed", Params: map[string]string{"code": d.Code}, Path: bankLine + d.Code}
	if d.Importer != uuid.Nil {
		return t.Notify.Tell(ctx, tx, d.Importer, n)
	}
	people, err := t.Identity.Staff(ctx, tx, access.ManagePayments)
	if err != nil {
		return err
	}
	return t.Notify.Spread(ctx, tx, people, n)
}

// tellRefund tells the people of a supplier that money goes back to them, or has gone. That it takes
// away what it had paid for is never silent.
func (t *Teller) tellRefund(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Refunded
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	n := notifysvc.News{Kind: "payment.refund", Mail: mail.PaymentRefund, Path: payments}
	switch {
	case e.Action == paymentsvc.RefundDone:
		n.Kind, n.Mail = "payment.refunded", mail.PaymentBack
	case len(d.Ends) > 0:
		n.Kind, n.Mail = "payment.refund_ends", mail.PaymentEnds
	}
	n.Data.Category = d.Purpose
	n.Params = map[string]string{"purpose": d.Purpose}
	return t.tellPayer(ctx, tx, e.Owner, d.Number, d.Amount, n)
}

// tellRefundFailed tells whoever asked for a refund that nothing went out.
func (t *Teller) tellRefundFailed(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d paymentsvc.Refunded
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	return t.Notify.Tell(ctx, tx, d.Asker, notifysvc.News{
		Kind:   "payment.refund_failed",
		Params: map[string]string{"code": d.Code, "number": d.Number, "amount": d.Amount.String()},
		Path:   refunds + "?search=" + d.Code,
	})
}

// tellPayer tells the people of a supplier of money: an amount is printed in its
// reader's language.
func (t *Teller) tellPayer(ctx context.Context, tx pg.Tx, supplier uuid.UUID, number string, sum money.Amount, n notifysvc.News) error {
	people, err := t.Identity.CompanyRecipients(ctx, tx, supplier)
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
