package paymentsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// Events that others follow.
const (
	OrderCompleted  = "payment.order.completed"  // detail: Completed; what unlocks bidding
	AttemptFailed   = "payment.attempt.failed"   // detail: Unpaid
	AttemptExpired  = "payment.attempt.expired"  // the same
	AttemptReviewed = "payment.attempt.review"   // the same: a person must look at it
	AttemptReversed = "payment.attempt.reversed" // detail: Reversal; the money of a payment went back
)

// Completed is the detail of OrderCompleted.
type Completed struct {
	Order      uuid.UUID        `json:"order_id"`
	Supplier   uuid.UUID        `json:"supplier_id"`
	Number     string           `json:"number"`
	Provider   payment.Provider `json:"provider"`
	Amount     money.Amount     `json:"amount"`
	Purpose    string           `json:"purpose"` // the names of the categories
	Categories []uuid.UUID      `json:"category_ids"`
	Late       bool             `json:"late,omitempty"`     // its attempt had failed or expired before
	Receipts   []string         `json:"receipts,omitempty"` // numbers of the papers
}

// Unpaid is the detail of an attempt that did not pay its order.
type Unpaid struct {
	Attempt  uuid.UUID        `json:"attempt"`
	Number   string           `json:"number"` // of the order
	Amount   money.Amount     `json:"amount"` // that was asked
	Order    payment.State    `json:"order"`  // as the attempt left it
	Reason   payment.Reason   `json:"reason"`
	Provider payment.Provider `json:"provider,omitempty"` // whose attempt it was
	Code     string           `json:"code,omitempty"`     // the provider's
	Received *money.Amount    `json:"received,omitempty"` // and not credited
}

// Reversal is the detail of AttemptReversed.
type Reversal struct {
	Attempt uuid.UUID    `json:"attempt"`
	Number  string       `json:"number"` // of the order
	Kind    string       `json:"kind"`   // reversed, disputed
	Amount  money.Amount `json:"amount"`
	Code    string       `json:"code,omitempty"`
}

const queryTimeout = 15 * time.Second // below the claim of ClaimDue

// ask puts the question to the provider, and takes what it holds for us where the
// order still wants it.
func (s *Service) ask(ctx context.Context, d paymentdb.ClaimDueRow, g Gateway) (payment.Result, error) {
	terms, _ := payment.TermsOf(payment.Provider(d.Provider))
	if d.ProviderRef == nil && !terms.Page() {
		return payment.Result{}, nil // nobody can be asked of a prompt without its name
	}
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	c := s.chargeOf(d)
	r, err := g.Query(ctx, c)
	if err != nil || r.Outcome != payment.Held {
		return r, err
	}
	capturer, ok := g.(Capturer)
	if !ok {
		return r, nil
	}
	if wanted, err := q.Wanted(ctx, s.db, d.OrderID, d.ID); err != nil || !wanted {
		return payment.Result{}, err
	}
	return capturer.Capture(ctx, c)
}

// apply does what a provider's answer means. The locks make repeats, replicas
// and a checkout at the same moment wait for each other.
func (s *Service) apply(ctx context.Context, tx pg.Tx, d paymentdb.ClaimDueRow, result payment.Result, leaving bool) error {
	if err := lock(ctx, tx, d.SupplierID); err != nil {
		return err
	}
	var last papers
	if err := s.applyLocked(ctx, tx, d, result, leaving, &last); err != nil {
		return err
	}
	return last.issue()
}

func (s *Service) applyLocked(ctx context.Context, tx pg.Tx, d paymentdb.ClaimDueRow, result payment.Result, leaving bool, last *papers) error {
	r, err := q.LockOrder(ctx, tx, d.OrderID, d.SupplierID)
	if err != nil {
		return err
	}
	t, err := q.LockAttempt(ctx, tx, d.ID, d.SupplierID)
	if err != nil {
		return err
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return err
	}
	if result.Outcome == payment.Waiting || result.Outcome == payment.Held {
		if err := s.foundAgain(ctx, tx, t, result); err != nil {
			return err
		}
		return s.wait(ctx, tx, r, t, now, leaving)
	}
	o := Order{ID: r.ID, Supplier: r.SupplierID, Number: r.Number, Amount: amount(r.Amount, r.Currency), Status: payment.State(r.Status)}
	if err := s.fill(ctx, tx, access.Actor{Org: o.Supplier}, &o); err != nil {
		return err
	}
	f := payment.Facts{Order: o.Status, Attempt: payment.State(t.Status), Asked: amount(t.Amount, t.Currency)}
	wants(&f, &o)
	receipt, err := s.hear(ctx, tx, t, &f, result.Receipt)
	if err != nil {
		return err
	}
	if receipt != nil {
		if err := q.Lock(ctx, tx, "payment.receipt:"+t.Provider+":"+*receipt); err != nil {
			return err
		}
		if f.ReceiptTaken, err = q.ReceiptTaken(ctx, tx, t.Provider, receipt, t.ID); err != nil {
			return err
		}
	}
	back, err := q.WentBack(ctx, tx, t.ID)
	if err != nil {
		return err
	}
	f.Gone, f.Given, f.Dispute, f.Entered = back.Gone, back.Given, payment.DisputeState(back.Status), back.EnteredBy != nil
	decision, err := payment.Settle(f, result)
	if err != nil {
		return err
	}
	if decision.Won || decision.Dispute != "" || f.Gone && f.Dispute.Going() {
		return s.heardOfDispute(ctx, tx, &o, t, back, decision, result, now)
	}
	return s.carryOut(ctx, tx, &o, t, decision, result, receipt, now, last)
}

// wants notes whether an order still takes money: a category of it is open, and none is paid.
func wants(f *payment.Facts, o *Order) {
	for _, l := range o.Lines {
		f.LinesTake = f.LinesTake || l.Entry.Open(l.Entry.Now) == nil
		f.LinesPaid = f.LinesPaid || l.Entry.Paid
	}
}

// foundAgain notes what an initiation that was cut off had made.
func (s *Service) foundAgain(ctx context.Context, tx pg.Tx, t paymentdb.LockAttemptRow, r payment.Result) error {
	if r.Ref == "" || !payment.Live(payment.State(t.Status)) {
		return nil
	}
	n, err := q.FoundAgain(ctx, tx, r.Ref, r.URL, t.ID, t.SupplierID)
	if err != nil || n == 0 {
		return err
	}
	return record(ctx, tx, access.System, "payment.attempt.found", t.OrderID, t.SupplierID, map[string]any{"attempt": t.ID, "ref": r.Ref})
}

// hear adds what callbacks of the attempt claimed, and finds the receipt.
func (s *Service) hear(ctx context.Context, tx pg.Tx, t paymentdb.LockAttemptRow, f *payment.Facts, receipt string) (*string, error) {
	claims, err := q.Callbacks(ctx, tx, &t.ID)
	if err != nil {
		return nil, err
	}
	for _, c := range claims {
		if t.ProviderRef == nil || c.Ref != *t.ProviderRef {
			continue // speaks of something else
		}
		if c.Amount != nil {
			f.Claimed = append(f.Claimed, amount(*c.Amount, c.Currency))
		}
		if receipt == "" {
			receipt = c.Receipt
		}
	}
	if receipt == "" {
		return nil, nil
	}
	return &receipt, nil
}

// wait sets when the provider is asked again, and lets go of the order when
// patience ends.
func (s *Service) wait(ctx context.Context, tx pg.Tx, r paymentdb.LockOrderRow, t paymentdb.LockAttemptRow, now time.Time, leaving bool) error {
	terms, _ := payment.TermsOf(payment.Provider(t.Provider))
	from, age := payment.State(t.Status), now.Sub(t.CreatedAt)
	p := paymentdb.SetAttemptParams{Status: t.Status, Reason: t.Reason, SettledAt: t.SettledAt, ID: t.ID, SupplierID: t.SupplierID}
	if next := now.Add(terms.Wait(int(t.Asked), age)); age < terms.Lifetime && !payment.Ended(from) {
		p.NextAskAt = &next
	}
	action, order := "", payment.State(r.Status)
	var err error
	switch {
	case payment.Live(from) && (leaving || age >= terms.Patience):
		to, err := payment.Attempt.Next(from, "expire")
		if err != nil {
			return err
		}
		p.Status, p.Reason, p.SettledAt, action = string(to), string(payment.TimedOut), &now, AttemptExpired
		if leaving {
			p.Reason = string(payment.Abandoned)
			if err := q.BackIntoCart(ctx, tx, r.ID, r.SupplierID); err != nil {
				return err
			}
		}
		if next, err := payment.Order.Next(order, "expire"); err == nil {
			order = next
			if err := q.SetOrder(ctx, tx, string(next), nil, r.ID, r.SupplierID); err != nil {
				return err
			}
		}
	case payment.Ended(from): // of what a dispute may bring back somebody goes on asking
		if p.NextAskAt, err = s.askAgain(ctx, tx, t.ID, now); err != nil {
			return err
		}
	case from == payment.Created: // its initiation died between the call and the answer
		to, err := payment.Attempt.Next(from, "lose")
		if err != nil {
			return err
		}
		p.Status, action = string(to), entries["lose"]
	}
	if err := q.SetAttempt(ctx, tx, p); err != nil || action == "" {
		return err
	}
	return record(ctx, tx, access.System, action, r.ID, r.SupplierID, Unpaid{
		Attempt:  t.ID,
		Number:   r.Number,
		Amount:   amount(t.Amount, t.Currency),
		Order:    order,
		Reason:   payment.Reason(p.Reason),
		Provider: payment.Provider(t.Provider),
	})
}

func (s *Service) carryOut(ctx context.Context, tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, d payment.Decision, result payment.Result, receipt *string, now time.Time, last *papers) error {
	if d.Back != nil {
		return s.takeBack(ctx, tx, o, t, *d.Back, result, now)
	}
	if d.Attempt == payment.State(t.Status) { // heard before: nobody asks again until something new comes
		return q.SetAttempt(ctx, tx, paymentdb.SetAttemptParams{Status: t.Status, Reason: t.Reason, SettledAt: t.SettledAt, ID: t.ID, SupplierID: o.Supplier})
	}
	p := paymentdb.SetAttemptParams{Status: string(d.Attempt), Reason: string(d.Reason), SettledAt: &now, ID: t.ID, SupplierID: o.Supplier}
	if d.Attempt == payment.Completed || (d.Attempt == payment.Review && d.Reason != payment.ReceiptReused) {
		p.Receipt = receipt
	}
	if err := q.SetAttempt(ctx, tx, p); err != nil {
		return err
	}
	if d.Unlocks {
		if err := book(ctx, tx, o, t, "capture", o.Amount, credits(o), now); err != nil {
			return err
		}
		if err := s.owe(ctx, tx, t, true, now); err != nil {
			return err
		}
		late := !payment.Live(payment.State(t.Status)) && o.Status != payment.Created // nobody heard of an order that nobody had begun to pay
		*last = append(*last, func() error {
			return s.completed(ctx, tx, access.System, o, payment.Provider(t.Provider), late, now)
		})
		return s.unlock(ctx, tx, o, d.Order, now)
	}
	if d.Order != o.Status {
		if err := q.SetOrder(ctx, tx, string(d.Order), nil, o.ID, o.Supplier); err != nil {
			return err
		}
	}
	action := entries["fail"]
	if d.Attempt == payment.Review {
		action = AttemptReviewed
	}
	if d.Suspense != nil {
		if err := book(ctx, tx, o, t, "suspense", *d.Suspense, []entry{{account: suspense, amount: d.Suspense.Value}}, now); err != nil {
			return err
		}
	}
	return record(ctx, tx, access.System, action, o.ID, o.Supplier, Unpaid{
		Attempt:  t.ID,
		Number:   o.Number,
		Amount:   amount(t.Amount, t.Currency),
		Order:    d.Order,
		Reason:   d.Reason,
		Provider: payment.Provider(t.Provider),
		Code:     result.Code,
		Received: d.Suspense,
	})
}
