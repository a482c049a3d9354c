package trial_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pgtest"
)

// provider is M-Pesa as seen from a program that dies: what a phone did follows
// from the charge's name alone, so that it outlives every kill. Callbacks are in
// Daraja's form and read by the true client.
type provider struct {
	*mpesa.Client
	mu    sync.Mutex
	calls map[string]payment.Charge // by order number: the latest
}

func newProvider() (*provider, error) {
	client, err := mpesa.New(mpesa.Options{BaseURL: "http://127.0.0.1:1", Key: "k", Secret: "s", Shortcode: "174379", Passkey: "p", Now: time.Now})
	return &provider{Client: client, calls: map[string]payment.Charge{}}, err
}

// Initiate takes every charge.
func (p *provider) Initiate(_ context.Context, c payment.Charge) (payment.Accepted, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls[c.Number] = c
	return payment.Accepted{Ref: refOf(c)}, nil
}

func refOf(c payment.Charge) string { return "ws_CO_" + c.Attempt.String() }

// Query says no for one charge in eight, and yes for the others.
func (p *provider) Query(_ context.Context, c payment.Charge) (payment.Result, error) {
	ref := c.Ref
	if declined(ref) {
		return payment.Result{Outcome: payment.NotPaid, Reason: payment.ByPayer, Code: "1032"}, nil
	}
	return payment.Result{Outcome: payment.Paid, Code: "0"}, nil
}

func declined(ref string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(ref))
	return h.Sum32()%8 == 0
}

// callback is Daraja's word on the last charge of an order, and where it goes.
func (p *provider) callback(number string) (token string, body []byte, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, ok := p.calls[number]
	if !ok {
		return "", nil, false
	}
	ref := refOf(c)
	call := map[string]any{"MerchantRequestID": "29115-1-1", "CheckoutRequestID": ref, "ResultCode": 1032, "ResultDesc": "Request cancelled by user"}
	if !declined(ref) {
		call["ResultCode"] = 0
		call["CallbackMetadata"] = map[string]any{"Item": []any{
			map[string]any{"Name": "Amount", "Value": json.RawMessage(c.Amount.Value.Short())},
			map[string]any{"Name": "MpesaReceiptNumber", "Value": "R" + c.Attempt.String()},
		}}
	}
	body, _ = json.Marshal(map[string]any{"Body": map[string]any{"stkCallback": call}})
	return c.CallbackURL[strings.LastIndexByte(c.CallbackURL, '/')+1:], body, true
}

// payers pay an order in some way and return it once it is paid; nil: it is to be tried again.
var payers = map[payment.Provider]func(*crew, context.Context, int, uuid.UUID) (*paymentsvc.Order, error){payment.Mpesa: (*crew).prompt}

// way is by what a payer pays: with all their other sides each by another.
func (c *crew) way(i int) payment.Provider {
	ways := c.Payments.Ways()
	return ways[i%len(ways)]
}

// fees are the categories that a payer's way can pay.
func (c *crew) fees(i int) []uuid.UUID {
	if w := c.way(i); w == payment.PayPal || w == payment.Chapa {
		return c.Dollars
	}
	return c.Fees
}

// listen lets a crashling hear what providers send, where there are any.
func (c *crew) listen() error {
	if c.Tills.Addr == "" {
		return nil
	}
	return serveHooks(c)
}

// serveHooks opens the address of messages.
var serveHooks = func(*crew) error { return nil }

// followed asks until an order is no more under way.
func (c *crew) followed(ctx context.Context, i int, o paymentsvc.Order) (*paymentsvc.Order, error) {
	var err error
	for err == nil && payment.Live(o.Status) {
		if _, err = c.Payments.SettleDue(ctx); err == nil {
			o, err = c.Payments.Order(ctx, c.Payers[i], o.ID)
		}
	}
	if err != nil || o.Status != payment.Completed {
		return nil, err
	}
	return &o, nil
}

// pay is one supplier at the till: a category, an order, a phone, until it is paid.
func (c *crew) pay(ctx context.Context, i int) {
	for next := 0; !c.stopping.Load(); {
		var paid *paymentsvc.Order
		ok := c.until("pay", func() error {
			order, err := c.order(ctx, i, &next)
			if err != nil || order == uuid.Nil {
				return err
			}
			paid, err = payers[c.way(i)](c, ctx, i, order)
			return err
		})
		if !ok || next > len(c.fees(i)) {
			return
		}
		if paid == nil {
			continue
		}
		if c.Fault == creditTwice && !c.until("book again", func() error { return c.bookAgain(ctx, paid.ID) }) {
			return
		}
		c.say(line{Kind: "paid", Who: i, ID: paid.ID, Key: paid.Number, Text: string(paid.Attempt.Provider)})
	}
}

// order is the open order of a payer: the one that a death left, be it under way or not, or a new one.
func (c *crew) order(ctx context.Context, i int, next *int) (uuid.UUID, error) {
	a := c.Payers[i]
	cart, err := c.Payments.Cart(ctx, a)
	if err != nil {
		return uuid.Nil, err
	}
	if len(cart.UnderWay) > 0 {
		return cart.UnderWay[0].ID, nil // its categories stand apart from the cart: the payer goes on with it
	}
	for len(cart.Lines) == 0 {
		if *next >= len(c.fees(i)) {
			*next++
			return uuid.Nil, nil // everything is paid
		}
		cart, err = c.Payments.AddToCart(ctx, a, c.fees(i)[*next])
		if errors.Is(err, payment.AlreadyPaid) {
			*next++
			continue
		}
		if err != nil {
			return uuid.Nil, err
		}
	}
	o, err := c.Payments.Checkout(ctx, a, uuid.NewString())
	if errors.Is(err, payment.CartEmpty) {
		return uuid.Nil, nil // the money of an attempt that had been given up came just now
	}
	return o.ID, err
}

// prompt asks a phone and waits for what the provider says. nil: it said no, or
// nothing in time, and the payer tries again.
func (c *crew) prompt(ctx context.Context, i int, order uuid.UUID) (*paymentsvc.Order, error) {
	a := c.Payers[i]
	id := uuid.New()
	phone := fmt.Sprintf("2547%08d", id.ID()%100_000_000)
	o, err := c.Payments.PayByMpesa(ctx, a, paymentsvc.Pay{Order: order, Phone: phone, Key: id.String()})
	switch {
	case errors.Is(err, payment.UnderWay), errors.Is(err, payment.OrderDone): // an answer was cut off
		o, err = c.Payments.Order(ctx, a, order)
	case err == nil:
		if token, body, ok := c.gateway.callback(o.Number); ok {
			for range 2 { // Daraja repeats itself
				if err := c.Payments.Hear(ctx, payment.Mpesa, payment.Message{Method: "POST", Token: token, Body: body}, "196.201.214.200"); err != nil {
					return nil, err
				}
			}
		}
	}
	if err != nil {
		return nil, err
	}
	return c.followed(ctx, i, o)
}

// bookAgain is the planted fault: the money of an order credited once more.
func (c *crew) bookAgain(ctx context.Context, order uuid.UUID) error {
	_, err := pgtest.Do(ctx, c.db, `INSERT INTO ledger_entry (transfer_id, movement, part, account, supplier_id, buyer_id, category_id, order_id, attempt_id, currency, amount, at)
		SELECT t.id, movement, part, account, supplier_id, buyer_id, category_id, order_id, attempt_id, currency, amount, at
		FROM ledger_entry, (SELECT gen_random_uuid() AS id) t WHERE order_id = $1`, order)
	return err
}
