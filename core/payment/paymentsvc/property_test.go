package paymentsvc_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// Whatever people, provider, forgers and clocks do in whatever order and at the
// same moment: the ledger sums to zero, an order is credited at most once, and
// only for money that the provider confirmed.
func TestTheLedgerHoldsUnderAnyInterleaving(t *testing.T) {
	ctx, b := setup(t)
	rapid.Check(t, func(r *rapid.T) {
		b.exec(`DELETE FROM rate_limit`)
		b.actor = b.supplier()
		categories := []uuid.UUID{b.category("20", "KES"), b.category("30", "KES"), b.category("0", "KES")}
		confirmed := map[string]bool{} // orders whose money the provider says it has
		var orders []uuid.UUID
		charges := func() []payment.Charge {
			b.mpesa.mu.Lock()
			defer b.mpesa.mu.Unlock()
			return append([]payment.Charge(nil), b.mpesa.charges...)
		}
		start := len(charges())
		mine := func() (payment.Charge, bool) {
			all := charges()[start:]
			if len(all) == 0 {
				return payment.Charge{}, false
			}
			return rapid.SampledFrom(all).Draw(r, "charge"), true
		}
		allowed := func(err error) { // a fault that was declared is an answer
			if err != nil && fault.As(err).Kind == fault.KindInternal {
				r.Fatal(err)
			}
		}
		var deeds []func() error
		r.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) { b.audit() },
			"change cart": func(r *rapid.T) {
				c := rapid.SampledFrom(categories).Draw(r, "category")
				deeds = append(deeds, func() error { _, err := b.svc.AddToCart(ctx, b.actor, c); return err })
			},
			"checkout": func(*rapid.T) {
				o, err := b.svc.Checkout(ctx, b.actor, uuid.NewString())
				allowed(err)
				if err == nil {
					orders = append(orders, o.ID)
				}
			},
			"pay": func(r *rapid.T) {
				if len(orders) == 0 {
					return
				}
				o, mood := rapid.SampledFrom(orders).Draw(r, "order"), rapid.IntRange(0, 5).Draw(r, "mood")
				b.mpesa.mu.Lock()
				b.mpesa.initiate = map[int]func(payment.Charge) (payment.Accepted, error){
					0: func(payment.Charge) (payment.Accepted, error) { return payment.Accepted{}, errors.New("cut off") },
					1: func(payment.Charge) (payment.Accepted, error) {
						return payment.Accepted{}, &payment.Refusal{Reason: payment.Busy}
					},
				}[mood]
				b.mpesa.mu.Unlock()
				b.exec(`DELETE FROM rate_limit`)
				_, err := b.pay(ctx, o)
				allowed(err)
			},
			"provider": func(r *rapid.T) {
				if c, ok := mine(); ok {
					if rapid.Bool().Draw(r, "paid") {
						said := yes
						if rapid.Bool().Draw(r, "names the amount") {
							off := rapid.SampledFrom([]int64{0, 0, 0, -1, 1}).Draw(r, "off")
							said.Amount = &money.Amount{Value: c.Amount.Value.Add(money.New(off, 0)), Currency: c.Amount.Currency}
						}
						b.mpesa.says(ref(c), said)
						confirmed[c.Number] = true
					} else if !confirmed[c.Number] {
						b.mpesa.says(ref(c), cancelled)
					}
				}
			},
			"takes back": func(r *rapid.T) {
				c, ok := mine()
				if !ok || !confirmed[c.Number] {
					return
				}
				gone := payment.Result{Outcome: rapid.SampledFrom([]payment.Outcome{payment.Reversed, payment.Disputed}).Draw(r, "how"), Code: "back"}
				if rapid.Bool().Draw(r, "a part") {
					gone.Amount = &money.Amount{Value: money.New(3, 0), Currency: c.Amount.Currency}
				}
				b.mpesa.says(ref(c), gone)
				deeds = append(deeds, func() error {
					b.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() WHERE id = $1 AND provider_ref IS NOT NULL`, c.Attempt)
					_, err := b.svc.SettleDue(ctx)
					return err
				})
			},
			"callback": func(r *rapid.T) {
				c, ok := mine()
				if !ok {
					return
				}
				units := c.Amount.Value.RoundTo(0).Rat().Num().Int64() + rapid.SampledFrom([]int64{0, 0, 0, -1, 1}).Draw(r, "off")
				tok, name := token(c), ref(c)
				switch rapid.IntRange(0, 5).Draw(r, "forged") {
				case 0:
					tok = "guessed"
				case 1:
					name = "ws_CO_other"
				}
				body := callback(name, rapid.SampledFrom([]string{"A", "B", ""}).Draw(r, "receipt")+c.Attempt.String()[:8], units)
				for range rapid.IntRange(1, 3).Draw(r, "times") {
					deeds = append(deeds, func() error { return b.svc.Hear(ctx, payment.Mpesa, message(tok, body), "192.0.2.1") })
				}
			},
			"time": func(r *rapid.T) {
				b.advance(time.Duration(rapid.SampledFrom([]int{5, 30, 300, 4000}).Draw(r, "seconds")) * time.Second)
				for range 2 {
					deeds = append(deeds, func() error { _, err := b.svc.SettleDue(ctx); return err })
				}
			},
			"at once": func(*rapid.T) { // everything that waited, together
				var wait sync.WaitGroup
				said := make([]error, len(deeds))
				for i, d := range deeds {
					wait.Go(func() { said[i] = d() })
				}
				wait.Wait()
				deeds = nil
				for _, err := range said {
					allowed(err)
				}
			},
		})
		p, err := b.svc.MyPayments(ctx, b.actor, paymentsvc.Filter{Statuses: []payment.State{payment.Completed}}, "", 100)
		if err != nil {
			r.Fatal(err)
		}
		for _, row := range p.Items {
			if row.Provider == payment.Mpesa && !confirmed[row.Number] {
				r.Fatalf("%s was completed without money", row.Number)
			}
		}
	})
}
