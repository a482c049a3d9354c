//go:build demo

package paymentsvc_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// sent lets the worker send what is approved, and ask about it, as often as n.
func (p *pages) sent(ctx context.Context, n int) {
	p.t.Helper()
	for range n {
		_, err := p.svc.SendRefunds(ctx)
		p.must(err)
		p.audit()
		p.advance(90 * time.Minute)
	}
}

// boughtBy is an order of two categories that a page paid, with what two people may give back of it alone.
func (p *pages) boughtBy(ctx context.Context, way payment.Provider) (o paymentsvc.Order, x, y uuid.UUID) {
	p.t.Helper()
	p.svc.With(paymentsvc.Desk{Alone: payment.Limits{"USD": money.New(1000, 0)}})
	x, y = p.category(fee(way, "20.50")), p.category(fee(way, "30"))
	o = p.ordered(ctx, x, y)
	p.begin(ctx, way, o.ID)
	p.press("pay")
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	p.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	return o, x, y
}

// heldOf asks the provider again about every payment, and says how much it holds of a way.
func (p *pages) heldOf(ctx context.Context, way payment.Provider) string {
	p.t.Helper()
	p.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() - interval '1 second'`)
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	p.audit()
	var sum string
	p.must(p.owner.QueryRow(ctx, `SELECT coalesce(sum(amount), 0)::numeric(20,2)::text FROM ledger_entry WHERE account = 'provider:' || $1::text`, string(way)).Scan(&sum))
	return sum
}

// What a provider can give back by itself it gives back once: all of an order, or parts where it takes
// parts; that its own word of it comes later is no second going back.
func TestProvidersGiveBackOnce(t *testing.T) {
	for _, way := range []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal} {
		for _, lost := range []bool{false, true} {
			name := string(way)
			if lost {
				name += " whose answer is lost"
			}
			t.Run(name, func(t *testing.T) {
				ctx, p := paged(t)
				o, x, y := p.boughtBy(ctx, way)
				clerk := p.clerks(1)[0]
				left := "0.00"
				if payment.BackBy(way, false) {
					half := money.New(1550, -2)
					p.back(ctx, clerk, o, true, payment.BackPart{Category: x})
					p.back(ctx, clerk, o, false, payment.BackPart{Category: y, Amount: &half})
					left = "14.50"
				} else {
					p.back(ctx, clerk, o, true)
				}
				if lost {
					p.sim.Next("cut refund", "")
				}
				p.sent(ctx, 1)
				// Stripe's is repeated below us, by its key, and known at once.
				if lost && way != payment.Stripe && p.count(`SELECT count(*) FROM payment_refund WHERE status = 'sent'`) == 0 {
					t.Error("an answer that was lost is known")
				}
				p.sent(ctx, 2)
				if n := p.count(`SELECT count(*) FROM payment_refund WHERE status <> 'done' OR finished_by IS NOT NULL`); n != 0 {
					t.Errorf("%d are not done", n)
				}
				if got := p.heldOf(ctx, way); got != left {
					t.Errorf("%s is held, want %s", got, left)
				}
				if n := p.count(`SELECT count(*) FROM payment_reversal`); n != 0 {
					t.Error("what we give back counts as taken back")
				}
				backs := 0
				for _, sale := range p.sim.Sales() {
					backs += len(sale.Backs)
				}
				if want := p.count(`SELECT count(*) FROM payment_refund`); backs != want {
					t.Errorf("the provider gave back %d times, want %d", backs, want)
				}
			})
		}
	}
}

// What a bank asks back of a payment of which a part was given back is the rest: it is booked as it is, and comes again.
func TestADisputeOverWhatIsLeft(t *testing.T) {
	for _, way := range []payment.Provider{payment.Stripe, payment.PayPal} {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			o, x, _ := p.boughtBy(ctx, way)
			p.back(ctx, p.clerks(1)[0], o, false, payment.BackPart{Category: x})
			p.sent(ctx, 2)
			if got := p.heldOf(ctx, way); got != "30.00" {
				t.Fatalf("%s is held", got)
			}
			p.press("dispute")
			if got := p.heldOf(ctx, way); got != "0.00" {
				t.Errorf("%s is held of what is disputed", got)
			}
			d, err := p.svc.Dispute(ctx, p.reader(), p.dispute(ctx, payment.DisputeOpen, 1))
			p.must(err)
			if d.Amount.Value.Short() != "30" {
				t.Errorf("disputed are %s", d.Amount)
			}
			p.press("win")
			if got := p.heldOf(ctx, way); got != "30.00" {
				t.Errorf("%s is held of what came again", got)
			}
			p.dispute(ctx, payment.DisputeWon, 1)
		})
	}
}

// A provider that does not know of a refund yet is asked again for an hour before it has failed.
func TestARefundThatIsNotHeardOfWaits(t *testing.T) {
	ctx, p := paged(t)
	o, x, _ := p.boughtBy(ctx, payment.PayPal)
	id := p.back(ctx, p.clerks(1)[0], o, false, payment.BackPart{Category: x})
	p.exec(`UPDATE payment_refund SET status = 'sent', sent_at = zabuni.clock() WHERE id = $1`, id) // and whoever sent it died before
	for _, want := range []string{"sent", "failed"} {
		p.exec(`UPDATE payment_refund SET next_at = zabuni.clock() WHERE id = $1 AND status = 'sent'`, id)
		_, err := p.svc.SendRefunds(ctx)
		p.must(err)
		if got := p.refundState(id); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		p.advance(61 * time.Minute)
	}
}

// A refund that a provider refuses leaves the fees with their buyers; one whose payment went back meanwhile is
// not sent; what only a person can give back is sent to nobody.
func TestRefundsThatAreNotSent(t *testing.T) {
	ctx, p := paged(t)
	o, x, _ := p.boughtBy(ctx, payment.Stripe)
	clerk := p.clerks(1)[0]
	id := p.back(ctx, clerk, o, false, payment.BackPart{Category: x})
	p.press("reverse")
	p.sent(ctx, 2) // Stripe says that all of it went back already
	if got := p.refundState(id); got != "failed" || p.owes(x) != "20.50" {
		t.Errorf("%s, %s", got, p.owes(x))
	}
	if n := p.count(`SELECT count(*) FROM audit_entry WHERE action = 'payment.refund.failed'`); n != 1 {
		t.Errorf("%d entries", n)
	}
	p.heldOf(ctx, payment.Stripe) // and now we know it as well
	_, err := p.svc.AskRefund(ctx, clerk, paymentsvc.RefundAsk{Order: o.Number, Reason: "Again"})
	is(t, err, payment.RefundGone)

	o, x, _ = p.boughtBy(ctx, payment.Stripe)
	id = p.back(ctx, clerk, o, false, payment.BackPart{Category: x})
	p.press("dispute")
	p.heldOf(ctx, payment.Stripe)
	p.sent(ctx, 1)
	if got := p.refundState(id); got != "failed" || p.count(`SELECT count(*) FROM payment_refund WHERE id = $1 AND sent_at IS NOT NULL`, id) != 0 {
		t.Errorf("of what is disputed: %s", got)
	}

	o, x, _ = p.boughtBy(ctx, payment.Pesapal)
	id = p.back(ctx, clerk, o, false, payment.BackPart{Category: x})
	p.sent(ctx, 2)
	if got := p.refundState(id); got != "approved" {
		t.Errorf("a part that the provider cannot give back: %s", got)
	}
	p.must(p.svc.EndRefund(ctx, clerk, paymentsvc.RefundEnd{Refund: id, Paid: true, Reference: "FT-9", Evidence: p.evidence()}))
	p.audit()
	if n := p.count(`SELECT count(*) FROM ledger_entry WHERE account = 'outgoing' AND amount = -20.5`); n != 1 {
		t.Errorf("%d transfers went out", n)
	}
}

// Of a way that gives back all of a payment or nothing, a person's transfer gives back what is left after a part as well: its
// provider would give the part a second time.
func TestWhatIsLeftOfAWholeIsATransfer(t *testing.T) {
	ctx, p := paged(t)
	o, x, _ := p.boughtBy(ctx, payment.Pesapal)
	clerk := p.clerks(1)[0]
	for _, parts := range [][]payment.BackPart{{{Category: x}}, nil} {
		id := p.back(ctx, clerk, o, false, parts...)
		p.sent(ctx, 2)
		if got := p.refundState(id); got != "approved" {
			t.Errorf("%s, with %d parts", got, len(parts))
		}
	}
	for _, sale := range p.sim.Sales() {
		if len(sale.Backs) > 0 {
			t.Error("the provider was told")
		}
	}
}
