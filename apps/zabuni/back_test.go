package main

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// goesBack has two suppliers of each tenant pay for what has closed since. The bank of one asks its money back: what
// became of that somebody has said, and nobody has decided. Of what the other paid one part was paid out, and one
// waits for a second person; so does the dispute of which a letter tells. The day before was compared.
func (h *house) goesBack(a, second access.Actor, proof uuid.UUID) {
	h.Helper()
	h.at(-5 * day)
	disputed := map[string]string{} // the provider's name of it, by its charge
	h.Gateways[payment.Mpesa] = &tale.Till{Says: func(ref string) payment.Result {
		if name := disputed[ref]; name != "" {
			return payment.Result{Outcome: payment.Disputed, Code: "fraudulent", Contest: &payment.Contest{Ref: name, Cause: "fraudulent", State: payment.DisputeOpen}}
		}
		return payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "R" + ref}
	}}
	defer delete(h.Gateways, payment.Mpesa)
	settled := func(order uuid.UUID) { // one at a time: what is settled at once is told in an order drawn by lot
		h.Helper()
		h.exec("UPDATE payment_attempt SET next_ask_at = zabuni.clock() WHERE order_id = $1", order)
		_, err := h.Payments.SettleDue(h.ctx)
		h.must(err)
	}
	var asked []string  // back, by each tenant's payer
	var others []string // orders of the other ones
	for i, t := range h.tenants {
		x := h.author(t, "GONE", "pub", -5*day, -3*day)
		h.exec("UPDATE category SET bid_fee = 800 WHERE id = $1", x.category)
		h.must(h.Sourcing.Publish(h.ctx, t.buyer, t.buyer.Org, x.category))
		for n, name := range [][2]string{{"moto", "nuru"}, {"pesa", "quid"}}[i] {
			payer := h.person(name, "supplier", access.Supplier, uuid.Nil)
			_, err := h.Payments.AddToCart(h.ctx, payer, x.category)
			h.must(err)
			o, err := h.Payments.Checkout(h.ctx, payer, "gone-"+payer.Org.String())
			h.must(err)
			_, err = h.Payments.PayByMpesa(h.ctx, payer, paymentsvc.Pay{Order: o.ID, Phone: "254712345678", Key: "phone-" + o.ID.String()})
			h.must(err)
			settled(o.ID)
			if n > 0 {
				others = append(others, o.Number)
			} else {
				asked = append(asked, h.id("SELECT id FROM payment_attempt WHERE order_id = $1", o.ID))
				disputed["ws_CO_"+asked[i]] = fmt.Sprint("du_", i+1)
				settled(o.ID)
			}
		}
	}
	for i, order := range others { // a letter tells of it: nothing moves before somebody else has said so
		id, err := h.Payments.EnterDispute(h.ctx, a, paymentsvc.DisputeEntry{
			Order:       order,
			Claimant:    "Safaricom, disputes",
			Cause:       "The payer does not know the payment",
			ProviderRef: "CB-77",
			Due:         "2026-11-10",
			Evidence:    proof,
			Key:         "letter-" + order,
		})
		h.must(err)
		h.tenants[i].set("letter_dispute", id)
	}
	for i, t := range h.tenants {
		t.ids["dispute"] = h.id("SELECT id FROM payment_dispute WHERE attempt_id = $1", asked[i])
		id := uuid.MustParse(t.ids["dispute"])
		h.must(h.Payments.DecideAccess(h.ctx, a, paymentsvc.DisputeAccess{Dispute: id, Ends: true, Why: "It was taken back"}))
		h.must(h.Payments.AnswerDispute(h.ctx, a, paymentsvc.DisputeAnswer{Dispute: id, Text: "The order and its receipt", Evidence: proof}))
		h.must(h.Payments.EndDispute(h.ctx, a, paymentsvc.DisputeEnd{Dispute: id, Won: true, Why: "It came by a transfer", Evidence: proof}))
	}
	h.at(-2 * day)
	_, err := h.Sourcing.CloseDue(h.ctx)
	h.must(err)
	h.at(-time.Hour)
	for _, t := range h.tenants {
		for i, reference := range []string{"FT-2", "FT-3"} {
			id, err := h.Payments.AskPayout(h.ctx, a, paymentsvc.PayoutAsk{
				Buyer:     t.buyer.Org,
				Amount:    money.Amount{Value: money.New(int64(100+i), 0), Currency: "KES"},
				Reference: reference,
				PaidOn:    "2026-10-30",
				Note:      "By RTGS",
				Evidence:  proof,
				Key:       fmt.Sprint("payout ", reference, t.buyer.Org),
			})
			h.must(err)
			if t.set("payout", id); reference == "FT-2" {
				h.must(h.Payments.DecidePayout(h.ctx, second, id, true))
			}
		}
	}
	h.must(h.Payments.DecideDispute(h.ctx, second, uuid.MustParse(h.tenants[0].ids["letter_dispute"]), true)) // the other waits
	_, err = h.Payments.CompareTotals(h.ctx)
	h.must(err)
}
