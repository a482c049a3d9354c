package paymentsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// A CartLine is one category in a cart or an order, with what the screen says of it.
type CartLine struct {
	payment.Line
	Activity                        string
	BuyerName                       string
	Job                             uuid.UUID
	JobTitle, JobReference, JobZone string
}

// A Cart is what a supplier is about to pay. What stands in an order that is being paid is not: it is
// told apart, and neither ordered nor removed until that payment has ended.
type Cart struct {
	Lines     []CartLine
	UnderWay  []Order       // that are being paid, oldest first
	Total     *money.Amount // nil: empty, or of several currencies
	Order     *Order        // of exactly these lines, if it was made already
	Providers []payment.Provider

	idle []Order // that can still be paid, and nobody was paying
}

// Cart returns the caller's cart.
func (s *Service) Cart(ctx context.Context, a access.Actor) (Cart, error) {
	if err := supplier(a); err != nil {
		return Cart{}, err
	}
	return s.cart(ctx, s.db, a)
}

func (s *Service) cart(ctx context.Context, db pg.DB, a access.Actor) (Cart, error) {
	rows, err := q.Cart(ctx, db, a.Org)
	if err != nil {
		return Cart{}, err
	}
	open, err := s.openOrders(ctx, db, a)
	if err != nil {
		return Cart{}, err
	}
	c := Cart{Providers: []payment.Provider{}}
	for _, o := range open {
		if o.underWay() {
			c.UnderWay = append(c.UnderWay, o)
		} else {
			c.idle = append(c.idle, o)
		}
	}
	rows = slices.DeleteFunc(rows, func(r paymentdb.CartRow) bool { return c.standing(r.ID) != nil })
	c.Lines = make([]CartLine, len(rows))
	ids := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	facts, err := entrysvc.Of(ctx, db, a, ids...)
	if err != nil {
		return Cart{}, err
	}
	for i, r := range rows {
		c.Lines[i] = CartLine{
			Activity:     r.Activity,
			BuyerName:    r.BuyerName,
			Job:          r.JobID,
			JobTitle:     r.JobTitle,
			JobReference: r.JobReference,
			JobZone:      r.Timezone,
			Line: payment.Line{
				Category: r.ID,
				Buyer:    r.BuyerID,
				Name:     r.Name,
				Fee:      amount(r.BidFee, r.Currency),
				ClosesAt: r.ClosesAt,
				Entry:    facts[r.ID],
			},
		}
	}
	total, err := payment.Total(c.lines())
	if err != nil {
		return c, nil // an empty cart has no total, and one whose currencies differ says so at checkout
	}
	c.Total, c.Providers = &total, s.offers(total)
	for _, o := range c.idle {
		if payment.Same(o.lines(), c.lines()) {
			c.Order = &o
		}
	}
	return c, nil
}

// standing is the order under way that a category stands in.
func (c Cart) standing(category uuid.UUID) *Order {
	for i, o := range c.UnderWay {
		if slices.ContainsFunc(o.Lines, func(l CartLine) bool { return l.Category == category }) {
			return &c.UnderWay[i]
		}
	}
	return nil
}

// apart says that a category stands in an order that is being paid.
func (c Cart) apart(category uuid.UUID) error {
	o := c.standing(category)
	if o == nil {
		return nil
	}
	i := slices.IndexFunc(o.Lines, func(l CartLine) bool { return l.Category == category })
	return payment.CategoryUnderWay.New("").With("category", o.Lines[i].Name).With("number", o.Number)
}

func (c Cart) lines() []payment.Line {
	out := make([]payment.Line, len(c.Lines))
	for i, l := range c.Lines {
		out[i] = l.Line
	}
	return out
}

// AddToCart puts a category into the caller's cart. One that is there already stays.
func (s *Service) AddToCart(ctx context.Context, a access.Actor, category uuid.UUID) (Cart, error) {
	var out Cart
	if err := supplier(a); err != nil {
		return out, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := lock(ctx, tx, a.Org); err != nil {
			return err
		}
		c, err := s.cart(ctx, tx, a)
		if err != nil {
			return err
		}
		if err := c.apart(category); err != nil {
			return err
		}
		facts, err := entrysvc.One(ctx, tx, a, category)
		if err != nil {
			return err
		}
		r, err := q.Category(ctx, tx, category)
		if err != nil {
			return err
		}
		line := payment.Line{
			Category: r.ID,
			Buyer:    r.BuyerID,
			Name:     r.Name,
			Fee:      amount(r.BidFee, r.Currency),
			ClosesAt: r.ClosesAt,
			Entry:    facts,
		}
		for _, l := range c.Lines {
			if l.Category == category {
				out = c
				return line.Check()
			}
		}
		if err := payment.Join(c.lines(), line); err != nil {
			return err
		}
		n, err := q.AddToCart(ctx, tx, paymentdb.AddToCartParams{SupplierID: a.Org, CategoryID: category, BuyerID: r.BuyerID,
			Currency: r.Currency, AddedBy: a.User, AddedAt: tx.Now})
		if err == nil && n > 0 {
			err = s.cartChanged(ctx, tx, a, "payment.cart.added", category)
		}
		if err == nil {
			out, err = s.cart(ctx, tx, a)
		}
		return err
	})
	return out, err
}

// RemoveFromCart takes a category out of the caller's cart.
func (s *Service) RemoveFromCart(ctx context.Context, a access.Actor, category uuid.UUID) (Cart, error) {
	var out Cart
	if err := supplier(a); err != nil {
		return out, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := lock(ctx, tx, a.Org); err != nil {
			return err
		}
		c, err := s.cart(ctx, tx, a)
		if err != nil {
			return err
		}
		if err := c.apart(category); err != nil {
			return err
		}
		n, err := q.RemoveFromCart(ctx, tx, a.Org, category)
		if err != nil {
			return err
		}
		if n == 0 {
			return payment.NotInCart.New("")
		}
		if err := s.cartChanged(ctx, tx, a, "payment.cart.removed", category); err != nil {
			return err
		}
		out, err = s.cart(ctx, tx, a)
		return err
	})
	return out, err
}

func (s *Service) cartChanged(ctx context.Context, tx pg.Tx, a access.Actor, action string, category uuid.UUID) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: "category", ObjectID: category, Owner: a.Org})
	return err
}

// An Order is a cart as it was checked out, and what became of it.
type Order struct {
	ID, Supplier     uuid.UUID
	Number, CartCode string
	Amount           money.Amount
	Status           payment.State
	CreatedAt        time.Time
	PaidAt           *time.Time
	Lines            []CartLine    // their fees frozen
	Attempt          *Attempt      // the one that counts: the completed one, else the latest
	Next             *payment.Next // while the attempt is live: where the payer goes
	Transfer         *Transfer     // what to tell the bank, while that is how it is paid
	ByHand           *ByHand       // how it may be paid at a till, without a prompt
	Providers        []payment.Provider
	Back             []GivenBack // what goes back of it, or went
	Receipts         []Receipt   // its papers, oldest first
}

// An Attempt is one try to pay an order.
type Attempt struct {
	ID        uuid.UUID
	Provider  payment.Provider
	Payer     string // masked
	Receipt   string
	Status    payment.State
	Reason    payment.Reason
	CreatedAt time.Time
	SettledAt *time.Time
}

func (o Order) lines() []payment.Line {
	out := make([]payment.Line, len(o.Lines))
	for i, l := range o.Lines {
		out[i] = l.Line
	}
	return out
}

// underWay reports whether somebody is paying an order just now: it keeps its categories.
func (o *Order) underWay() bool { return o.Status != payment.Created && payment.Live(o.Status) }

// openOrders are the orders that may still be paid. No category stands in two of them.
func (s *Service) openOrders(ctx context.Context, db pg.DB, a access.Actor) ([]Order, error) {
	rows, err := q.OpenOrders(ctx, db, a.Org)
	if err != nil {
		return nil, err
	}
	out := make([]Order, len(rows))
	for i, r := range rows {
		out[i] = Order{ID: r.ID, Supplier: a.Org, Number: r.Number, CartCode: r.CartCode, Amount: amount(r.Amount, r.Currency),
			Status: payment.State(r.Status), CreatedAt: r.CreatedAt}
		if err := s.fill(ctx, db, a, &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fill reads the lines of an order, as they are for the actor, and its attempt.
func (s *Service) fill(ctx context.Context, db pg.DB, a access.Actor, o *Order) error {
	rows, err := q.OrderLines(ctx, db, []uuid.UUID{o.ID}, o.Supplier)
	if err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		ids[i] = r.CategoryID
	}
	facts, err := entrysvc.Of(ctx, db, a, ids...)
	if err != nil {
		return err
	}
	o.Lines = make([]CartLine, len(rows))
	for i, r := range rows {
		o.Lines[i] = CartLine{
			Activity:     r.Activity,
			Job:          r.JobID,
			JobTitle:     r.JobTitle,
			JobReference: r.JobReference,
			JobZone:      r.Timezone,
			BuyerName:    r.BuyerName,
			Line: payment.Line{
				Category: r.CategoryID,
				Buyer:    r.BuyerID,
				Name:     r.Name,
				Fee:      amount(r.Fee, r.Currency),
				ClosesAt: r.ClosesAt,
				Entry:    facts[r.CategoryID],
			},
		}
	}
	o.Providers = s.offers(o.Amount)
	t, err := q.LatestAttempt(ctx, db, o.ID, o.Supplier)
	if pg.NoRows(err) {
		return nil
	}
	if terms, ok := payment.TermsOf(payment.Provider(t.Provider)); err == nil && ok && payment.Live(payment.State(t.Status)) {
		if !terms.Page() || t.PageUrl != "" {
			o.Next = &payment.Next{Kind: terms.Next, URL: t.PageUrl}
		}
		if terms.Next == payment.Form && o.Next != nil && a.Signed() {
			if o.Next.Fields, err = s.form(ctx, db, a, o.ID, payment.Provider(t.Provider)); err != nil {
				return err
			}
		}
	}
	o.Attempt = &Attempt{ID: t.ID, Provider: payment.Provider(t.Provider), Payer: payment.Mask(t.Payer), Receipt: t.Receipt,
		Status: payment.State(t.Status), Reason: payment.Reason(t.Reason), CreatedAt: t.CreatedAt, SettledAt: t.SettledAt}
	if err == nil && o.Attempt.Provider == payment.Bank && payment.Live(o.Attempt.Status) {
		o.Transfer, err = s.transfer(ctx, db, o)
	}
	return err
}

// form is what the browser of the person who looks is to post.
func (s *Service) form(ctx context.Context, db pg.DB, a access.Actor, order uuid.UUID, way payment.Provider) ([]payment.Field, error) {
	f, ok := s.gateways[way].(Former)
	if !ok {
		return nil, nil
	}
	t, err := q.LiveAttempt(ctx, db, order, a.Org)
	if pg.NoRows(err) { // it ended just now
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c := s.chargeOf(paymentdb.ClaimDueRow(t))
	c.Person.Email = a.Email
	return f.Fields(c), nil
}
