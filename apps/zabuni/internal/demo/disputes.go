//go:build demo

package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/gateway/stripe"
	calendar "zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/simulator/checkout"
)

// advice is the document of a transfer.
var advice = paymentsvc.File{Name: "advice.pdf", Bytes: []byte("%PDF-1.7\n%%EOF")}

// tills is Stripe as it was in the demonstration's past, and the ear for its messages.
type tills struct {
	*checkout.Simulator
	ear *http.Server
}

func openTills(ctx context.Context, a *app.App) (*tills, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	t := &tills{ear: &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m := payment.Message{Method: r.Method, Header: map[string][]string{}, Query: r.URL.Query(), Body: body, Token: "account"}
		for k, v := range r.Header {
			m.Header[strings.ToLower(k)] = v
		}
		if err := a.Payments.Hear(context.WithoutCancel(ctx), payment.Stripe, m, "127.0.0.1"); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})}}
	go func() { _ = t.ear.Serve(ln) }()
	if t.Simulator, err = checkout.Open(checkout.Options{Hooks: "http://" + ln.Addr().String() + "/"}); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *tills) Close() {
	t.Simulator.Close()
	_ = t.ear.Close()
}

// seedDisputes has two suppliers pay by card the day before, and their banks ask the money back: one dispute is won,
// one is to be answered. The day is compared with what Stripe tells, which then is of another day: a difference. At
// last some of what closed long ago is paid out to its buyer.
func seedDisputes(ctx context.Context, a *app.App, clock *Clock) error {
	if err := clock.set(ctx, -day); err != nil {
		return err
	}
	sim, err := openTills(ctx, a)
	if err != nil {
		return err
	}
	defer sim.Close()
	was := a.Gateways[payment.Stripe]
	if a.Gateways[payment.Stripe], err = stripe.New(sim.Stripe()); err != nil {
		return err
	}
	defer func() {
		if a.Gateways[payment.Stripe] = was; was == nil {
			delete(a.Gateways, payment.Stripe)
		}
	}()
	var category uuid.UUID
	if err := a.DB.QueryRow(ctx, `SELECT id FROM category WHERE name = $1`, transferred).Scan(&category); err != nil {
		return err
	}
	n := len(people)
	for i, p := range people[n-5 : n-3] {
		if err := sim.charged(ctx, a, p, category); err != nil {
			return err
		}
		id := sim.Sales()[0].ID
		presses := []string{"dispute"}
		if i == 0 {
			presses = append(presses, "win")
		}
		for _, button := range presses {
			if err := sim.Press(id, button); err != nil {
				return err
			}
			if _, err := a.Payments.SettleDue(ctx); err != nil {
				return err
			}
		}
	}
	if err := clock.set(ctx, 0); err != nil {
		return err
	}
	if _, err := a.Payments.CompareTotals(ctx); err != nil {
		return err
	}
	if err := seedLetter(ctx, a); err != nil {
		return err
	}
	return seedPayouts(ctx, a)
}

// seedLetter enters a dispute of a fee that was paid by phone, as a letter tells of it: it waits for a second person.
func seedLetter(ctx context.Context, a *app.App) error {
	clerk := people[0].actor
	now, err := pg.ClockOf(ctx, a.DB)
	if err != nil {
		return err
	}
	clerk.Confirmed = now
	proof, err := a.Payments.AddEvidence(ctx, clerk, advice)
	if err != nil {
		return err
	}
	var number string
	err = a.DB.QueryRow(ctx, `SELECT o.number FROM purchase_order o JOIN payment_attempt t ON t.order_id = o.id
		WHERE t.provider = 'mpesa' AND t.status = 'completed' ORDER BY o.paid_at DESC, o.id LIMIT 1`).Scan(&number)
	if err != nil {
		return err
	}
	_, err = a.Payments.EnterDispute(ctx, clerk, paymentsvc.DisputeEntry{
		Order:       number,
		Claimant:    "Safaricom, M-Pesa reversals",
		Cause:       "The payer says that the fee was sent to a wrong till",
		ProviderRef: "MR-40718",
		Due:         calendar.Day(now.Add(6 * day).UTC().Format(time.DateOnly)),
		Evidence:    proof,
		Key:         "demonstration-letter",
	})
	return err
}

// charged pays the fee of a category by card.
func (t *tills) charged(ctx context.Context, a *app.App, p *person, category uuid.UUID) error {
	if _, err := a.Payments.AddToCart(ctx, p.actor, category); err != nil {
		return err
	}
	key := "demonstration-card-" + p.email
	order, err := a.Payments.Checkout(ctx, p.actor, key)
	if err != nil {
		return err
	}
	if _, err := a.Payments.PayByPage(ctx, p.actor, payment.Stripe, paymentsvc.Pay{Order: order.ID, Key: key}); err != nil {
		return err
	}
	if err := t.Press(t.Sales()[0].ID, "pay"); err != nil {
		return err
	}
	if _, err := a.Payments.SettleDue(ctx); err != nil {
		return err
	}
	got, err := a.Payments.Order(ctx, p.actor, order.ID)
	if err == nil && got.Status != payment.Completed {
		err = errors.New("the fee is not settled")
	}
	return err
}

// seedPayouts writes down two transfers to the hospital: a small one, for which one person is enough, and one that
// waits for a second person.
func seedPayouts(ctx context.Context, a *app.App) error {
	clerk := people[0].actor
	now, err := pg.ClockOf(ctx, a.DB)
	if err != nil {
		return err
	}
	clerk.Confirmed = now
	proof, err := a.Payments.AddEvidence(ctx, clerk, advice)
	if err != nil {
		return err
	}
	small := paymentsvc.New(a.DB, a.Gateways, "", nil).With(paymentsvc.Desk{Documents: a.Documents, Alone: payment.Limits{"KES": money.New(1000, 0)}})
	for i, svc := range []*paymentsvc.Service{small, a.Payments} {
		_, err := svc.AskPayout(ctx, clerk, paymentsvc.PayoutAsk{
			Buyer:     hospital.id,
			Amount:    money.Amount{Value: money.New(int64(500*(i+1)), 0), Currency: "KES"},
			Reference: fmt.Sprintf("FT-PAYOUT-%d", i+1),
			PaidOn:    calendar.Day(now.UTC().Format(time.DateOnly)),
			Note:      "Fees of what has closed",
			Evidence:  proof,
			Key:       fmt.Sprintf("demonstration-payout-%d", i+1),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
