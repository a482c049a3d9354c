package paymentsvc

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Prompts land on a phone that need not be the caller's: they are counted per
// company and per phone.
var (
	perSupplier = journal.Limit{Burst: 10, Per: 30 * time.Second}
	perPhone    = journal.Limit{Burst: 5, Per: time.Minute}
)

const (
	initiateTimeout = 20 * time.Second // below the operation's own, so that the answer is still told
	noteTimeout     = 5 * time.Second
)

// Pay asks for the amount of an order.
type Pay struct {
	Order uuid.UUID
	Phone string // of a prompt
	Key   string // Idempotency-Key

	visitor string // code of the order, of somebody who pays without an account
	person  payment.Person
}

type started struct {
	Attempt uuid.UUID `json:"attempt"`
}

// PayByMpesa sends a prompt to a phone and returns the order as it stands then.
// What became of it is told by Order; the same key never sends a second prompt.
func (s *Service) PayByMpesa(ctx context.Context, a access.Actor, in Pay) (Order, error) {
	if err := supplier(a, access.MakePayments); err != nil {
		return Order{}, err
	}
	if _, err := s.gateway(payment.Mpesa); err != nil {
		return Order{}, err
	}
	var err error
	if in.Phone, err = payment.Phone(in.Phone); err != nil {
		return Order{}, err
	}
	return s.pay(ctx, a, payment.Mpesa, in)
}

// PayByPage begins a payment at a provider's page and returns the order with the
// way there. The same key never begins a second one.
func (s *Service) PayByPage(ctx context.Context, a access.Actor, way payment.Provider, in Pay) (Order, error) {
	if err := supplier(a, access.MakePayments); err != nil {
		return Order{}, err
	}
	if terms, ok := payment.TermsOf(way); !ok || !terms.Page() {
		return Order{}, payment.ProviderAbsent.New("%s has no page", way)
	}
	in.Phone = ""
	p, err := q.Payer(ctx, s.db, a.User, a.Org)
	if err != nil {
		return Order{}, err
	}
	in.person = payment.Person{First: p.FirstName, Last: p.LastName, Email: a.Email, Phone: p.Phone}
	return s.pay(ctx, a, way, in)
}

func (s *Service) pay(ctx context.Context, a access.Actor, way payment.Provider, in Pay) (Order, error) {
	g, err := s.gateway(way)
	if err != nil {
		return Order{}, err
	}
	if err := journal.Take(ctx, s.db, "pay:"+a.Org.String(), perSupplier); err != nil {
		return Order{}, err
	}
	if in.Phone != "" {
		if err := journal.Take(ctx, s.db, "pay-phone:"+in.Phone, perPhone); err != nil {
			return Order{}, err
		}
	}
	asked := map[string]any{"order": in.Order}
	if in.Phone != "" {
		asked["phone"] = in.Phone
	}
	var charge *payment.Charge // of this call: nil for a repeat
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		charge = nil
		_, err := journal.Once(ctx, tx, a, "payment."+string(way), in.Key, asked, func() (started, error) {
			c, err := s.begin(ctx, tx, a, way, in)
			charge = &c
			return started{c.Attempt}, err
		})
		return err
	})
	if err != nil {
		return Order{}, err
	}
	if charge != nil {
		if err := s.initiate(ctx, a, g, in.Order, *charge); err != nil {
			return Order{}, err
		}
	}
	return s.order(ctx, s.db, a, in.Order)
}

// begin writes the attempt, before anybody outside hears of it.
func (s *Service) begin(ctx context.Context, tx pg.Tx, a access.Actor, p payment.Provider, in Pay) (payment.Charge, error) {
	r, err := q.LockOrder(ctx, tx, in.Order, a.Org)
	if err != nil {
		return payment.Charge{}, notFound(err, payment.OrderNotFound)
	}
	to, err := payment.Order.Next(payment.State(r.Status), "attempt")
	switch {
	case err != nil && payment.Live(payment.State(r.Status)):
		return payment.Charge{}, payment.UnderWay.Wrap(err, "").With("number", r.Number)
	case err != nil:
		return payment.Charge{}, payment.OrderDone.Wrap(err, "").With("number", r.Number)
	}
	o := Order{ID: r.ID, Supplier: a.Org, Number: r.Number, Amount: amount(r.Amount, r.Currency)}
	held, err := q.InOrder(ctx, tx, o.ID, a.Org)
	if err != nil {
		return payment.Charge{}, err
	}
	if err := entrysvc.Hold(ctx, tx, held...); err != nil {
		return payment.Charge{}, err
	}
	if err := s.fill(ctx, tx, a, &o); err != nil {
		return payment.Charge{}, err
	}
	for _, l := range o.Lines {
		l.Entry.Right = l.Entry.Right || in.visitor != "" // whoever made the order had the right
		if err := l.Check(); err != nil {
			return payment.Charge{}, err
		}
	}
	terms, ok := payment.TermsOf(p)
	if !ok {
		return payment.Charge{}, payment.ProviderAbsent.New("%s", p)
	}
	if err := terms.Check(o.Amount); err != nil {
		return payment.Charge{}, err
	}
	if t, ok := s.gateways[p].(taker); ok && !t.Takes(o.Amount.Currency) {
		return payment.Charge{}, payment.ProviderCurrency.New("%s", o.Amount.Currency).With("currency", string(o.Amount.Currency))
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return payment.Charge{}, err
	}
	look := now.Add(payment.Grace)
	tries, err := q.Tries(ctx, tx, o.ID, a.Org)
	if err != nil {
		return payment.Charge{}, err
	}
	c := s.charge(asked{
		attempt: uuid.Must(uuid.NewV7()), order: o.ID, way: p, token: newToken(), number: o.Number,
		merchantRef: fmt.Sprintf("%s-%d", o.Number, tries+1), payer: in.Phone, amount: o.Amount, at: now,
		visitor: in.visitor,
	})
	c.Person = in.person
	token := c.CallbackURL[strings.LastIndexByte(c.CallbackURL, '/')+1:]
	err = q.InsertAttempt(ctx, tx, paymentdb.InsertAttemptParams{ID: c.Attempt, OrderID: o.ID, SupplierID: a.Org, Provider: string(p), Token: token,
		MerchantRef: c.MerchantRef, Payer: in.Phone,
		Currency: string(o.Amount.Currency), Amount: o.Amount.Value, Status: string(payment.Attempt.Start), NextAskAt: &look, CreatedAt: now})
	if pg.Constraint(err) == "payment_attempt_live" {
		return c, payment.UnderWay.Wrap(err, "").With("number", r.Number)
	}
	if err != nil {
		return c, err
	}
	if err := q.SetOrder(ctx, tx, string(to), nil, o.ID, a.Org); err != nil {
		return c, err
	}
	detail := map[string]any{"attempt": c.Attempt, "provider": p, "payer": payment.Mask(in.Phone), "amount": o.Amount}
	if in.visitor != "" {
		detail["by_link"] = true
	}
	return c, record(ctx, tx, a, "payment.attempt.begun", o.ID, a.Org, detail)
}

// initiate tells the provider, once, and notes what it said. The note is made
// even when the caller has gone.
func (s *Service) initiate(ctx context.Context, a access.Actor, g Gateway, order uuid.UUID, c payment.Charge) error {
	told, cancel := context.WithTimeout(ctx, initiateTimeout)
	defer cancel()
	accepted, err := g.Initiate(told, c)
	note, done := context.WithTimeout(context.WithoutCancel(ctx), noteTimeout)
	defer done()
	event := "accept"
	var refusal *payment.Refusal
	switch {
	case err == nil:
	case errors.As(err, &refusal):
		event = "fail"
	default:
		event = "lose"
		s.log.Warn("payment initiation unanswered", "attempt", c.Attempt, "error", err.Error())
	}
	return pg.InTx(note, s.db, func(tx pg.Tx) error {
		return s.noteAnswer(note, tx, a, order, c.Attempt, event, accepted, refusal)
	})
}

var entries = map[string]string{"accept": "payment.attempt.accepted", "fail": AttemptFailed, "lose": "payment.attempt.unanswered"}

func (s *Service) noteAnswer(ctx context.Context, tx pg.Tx, a access.Actor, order, attempt uuid.UUID, event string, accepted payment.Accepted, refusal *payment.Refusal) error {
	ref := accepted.Ref
	o, err := q.LockOrder(ctx, tx, order, a.Org)
	if err != nil {
		return err
	}
	t, err := q.LockAttempt(ctx, tx, attempt, a.Org)
	if err != nil {
		return err
	}
	from := payment.State(t.Status)
	to, err := payment.Attempt.Next(from, event)
	if err != nil {
		to = from // a callback was faster than the answer, and the provider was asked already
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return err
	}
	terms, _ := payment.TermsOf(payment.Provider(t.Provider))
	switch event {
	case "fail":
		if from != payment.Created && from != payment.Pending {
			return nil
		}
		err = q.SetAttempt(ctx, tx, paymentdb.SetAttemptParams{Status: string(to), Reason: string(refusal.Reason), SettledAt: &now, ID: attempt, SupplierID: a.Org})
	case "accept":
		next := now.Add(terms.Wait(0, 0))
		p := paymentdb.AttemptAcceptedParams{ProviderRef: &ref, PageUrl: accepted.URL, Status: string(to), NextAskAt: &next, ID: attempt, SupplierID: a.Org}
		if to == payment.Completed || to == payment.Review || to == payment.Failed {
			p.NextAskAt = nil
		}
		_, err = q.AttemptAccepted(ctx, tx, p)
	default:
		next := now.Add(payment.Lost)
		err = q.SetAttempt(ctx, tx, paymentdb.SetAttemptParams{Status: string(to), Reason: t.Reason, NextAskAt: &next, ID: attempt, SupplierID: a.Org})
	}
	if err != nil {
		return err
	}
	stands := payment.State(o.Status)
	if next, err := payment.Order.Next(stands, event); err == nil && from != to {
		stands = next
		if err := q.SetOrder(ctx, tx, string(next), nil, order, a.Org); err != nil {
			return err
		}
	}
	detail := any(map[string]any{"attempt": attempt})
	switch event {
	case "accept":
		detail = map[string]any{"attempt": attempt, "ref": ref}
	case "fail":
		detail = Unpaid{
			Attempt:  attempt,
			Number:   o.Number,
			Amount:   amount(t.Amount, t.Currency),
			Order:    stands,
			Reason:   refusal.Reason,
			Provider: payment.Provider(t.Provider),
			Code:     refusal.Code,
		}
	}
	return record(ctx, tx, a, entries[event], order, a.Org, detail)
}
