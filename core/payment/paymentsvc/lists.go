package paymentsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// A Payment is one row of a list of orders.
type Payment struct {
	ID           uuid.UUID
	Number       string
	Provider     payment.Provider
	Receipt      string
	Purpose      string // names of the categories
	Lines        int64
	Amount       money.Amount
	Status       payment.State
	Attempt      payment.State // of the attempt that counts; empty: nobody tried
	Reason       payment.Reason
	CreatedAt    time.Time
	PaidAt       *time.Time
	Supplier     uuid.UUID
	SupplierName string      // operator's lists only
	Payer        string      // masked; operator's lists only
	Back         []GivenBack // of one's own orders only: what goes back, or went
	Receipts     []Receipt   // likewise: its papers
}

// Filter narrows a list; the zero value narrows nothing.
type Filter struct {
	Statuses  []payment.State
	Providers []payment.Provider
	At        day.Span // when it was paid, or else made; of what is in review, when it was begun
	Search    string   // order number or receipt; supplier in the operator's lists
}

func cursor(p Payment) page.Cursor { return page.Cursor{At: p.CreatedAt, ID: p.ID} }

// MyPayments is one page of the caller's orders, newest first.
func (s *Service) MyPayments(ctx context.Context, a access.Actor, f Filter, after string, limit int) (page.Of[Payment], error) {
	none := page.Of[Payment]{}
	if err := supplier(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	rows, err := q.MyPayments(ctx, s.db, paymentdb.MyPaymentsParams{
		PaperNumber: payment.ReadPaperNumber(f.Search),
		SupplierID:  a.Org,
		AfterAt:     c.At,
		AfterID:     c.ID,
		Statuses:    closed.Values(f.Statuses...),
		AtFrom:      f.At.First,
		AtTo:        f.At.Last,
		Zone:        f.At.Zone,
		Search:      pg.Sought(f.Search),
		MaxRows:     int32(limit + 1),
	})
	if err != nil {
		return none, err
	}
	orders := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		orders[i] = r.ID
	}
	back, err := s.givenBack(ctx, s.db, a.Org, orders...)
	if err != nil {
		return none, err
	}
	papers, err := s.papers(ctx, s.db, a.Org, orders...)
	if err != nil {
		return none, err
	}
	out := make([]Payment, len(rows))
	for i, r := range rows {
		out[i] = Payment{ID: r.ID, Number: r.Number, Provider: payment.Provider(r.Provider), Receipt: r.Receipt, Purpose: r.Purpose, Lines: r.Lines,
			Amount: amount(r.Amount, r.Currency), Status: payment.State(r.Status), Attempt: payment.State(r.Attempt), Reason: payment.Reason(r.Reason),
			CreatedAt: r.CreatedAt, PaidAt: r.PaidAt, Supplier: a.Org, Back: back[r.ID], Receipts: papers[r.ID]}
	}
	return page.Cut(out, limit, cursor), nil
}

// Payments is one page of the orders of every supplier; for operator staff.
func (s *Service) Payments(ctx context.Context, a access.Actor, f Filter, after string, limit int) (page.Of[Payment], error) {
	none := page.Of[Payment]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	p := paymentdb.AllPaymentsParams{
		AfterAt:   c.At,
		AfterID:   c.ID,
		Statuses:  closed.Values(f.Statuses...),
		Providers: closed.Values(f.Providers...),
		AtFrom:    f.At.First,
		AtTo:      f.At.Last,
		Zone:      f.At.Zone,
		MaxRows:   int32(limit + 1),
	}
	found, err := s.seekOrders(ctx, f.Search, p, payment.ReadPaperNumber(f.Search))
	if err != nil {
		return none, err
	}
	if found.empty() {
		return page.Of[Payment]{Items: []Payment{}}, nil
	}
	p.Narrowed, p.Sought, p.Named = found.narrowed, found.rows, found.named
	rows, err := q.AllPayments(ctx, s.db, p)
	if err != nil {
		return none, err
	}
	out := make([]Payment, len(rows))
	for i, r := range rows {
		out[i] = Payment{ID: r.ID, Number: r.Number, Provider: payment.Provider(r.Provider), Receipt: r.Receipt, Purpose: r.Purpose, Lines: r.Lines,
			Amount: amount(r.Amount, r.Currency), Status: payment.State(r.Status), Attempt: payment.State(r.Attempt), Reason: payment.Reason(r.Reason),
			CreatedAt: r.CreatedAt, PaidAt: r.PaidAt, Supplier: r.SupplierID, SupplierName: r.SupplierName, Payer: payment.Mask(r.Payer)}
	}
	return page.Cut(out, limit, cursor), nil
}

// A Review is money that a person must look at.
type Review struct {
	Attempt, Order, Supplier    uuid.UUID
	Number, SupplierName        string
	Provider                    payment.Provider
	Payer, ProviderRef, Receipt string
	Asked                       money.Amount
	Held                        money.Decimal // in suspense
	Reason                      payment.Reason
	CreatedAt                   time.Time
	SettledAt                   *time.Time
}

// InReview is one page of the attempts that wait for a person, of whatever status; for operator staff.
func (s *Service) InReview(ctx context.Context, a access.Actor, f Filter, after string, limit int) (page.Of[Review], error) {
	none := page.Of[Review]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	rows, err := q.AttemptsInReview(ctx, s.db, paymentdb.AttemptsInReviewParams{
		AfterAt:     c.At,
		AfterID:     c.ID,
		Providers:   closed.Values(f.Providers...),
		CreatedFrom: f.At.First,
		CreatedTo:   f.At.Last,
		Zone:        f.At.Zone,
		Search:      pg.Sought(f.Search),
		MaxRows:     int32(limit + 1),
	})
	if err != nil {
		return none, err
	}
	out := make([]Review, len(rows))
	for i, r := range rows {
		out[i] = Review{Attempt: r.ID, Order: r.OrderID, Supplier: r.SupplierID, Number: r.Number, SupplierName: r.SupplierName, Provider: payment.Provider(r.Provider),
			Payer: payment.Mask(r.Payer), ProviderRef: r.ProviderRef, Receipt: r.Receipt, Asked: amount(r.Amount, r.Currency), Held: r.Held,
			Reason: payment.Reason(r.Reason), CreatedAt: r.CreatedAt, SettledAt: r.SettledAt}
	}
	return page.Cut(out, limit, func(r Review) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.Attempt} }), nil
}

// A Stray is a callback that belongs to no attempt, or speaks against one that is done.
type Stray struct {
	ID                     int64
	Provider               payment.Provider
	Number                 string // of the order, if there is one
	Body, Network, Verdict string
	ReceivedAt             time.Time
}

// Strays is one page of such callbacks, newest first, from before an id; for operator staff.
func (s *Service) Strays(ctx context.Context, a access.Actor, before int64, limit int) ([]Stray, error) {
	if err := ToDesk.Admit(a); err != nil {
		return nil, err
	}
	if before <= 0 {
		before = 1 << 62
	}
	rows, err := q.StrayCallbacks(ctx, s.db, before, int32(limit))
	out := make([]Stray, len(rows))
	for i, r := range rows {
		out[i] = Stray{ID: r.ID, Provider: payment.Provider(r.Provider), Number: r.Number, Body: r.Body, Network: r.Network, Verdict: r.Verdict, ReceivedAt: r.ReceivedAt}
	}
	return out, err
}

// CountedTo is as many as a queue is counted to.
const CountedTo = 1000

// Queues are how much waits for a person: payments under review, lines without an order, messages that no payment explains.
type Queues struct{ Review, Lines, Messages int64 }

// Queues counts what waits for a person; for operator staff.
func (s *Service) Queues(ctx context.Context, a access.Actor) (Queues, error) {
	if err := ToDesk.Admit(a); err != nil {
		return Queues{}, err
	}
	r, err := q.Queues(ctx, s.db, CountedTo)
	return Queues{Review: r.Review, Lines: min(int64(r.Lines), CountedTo), Messages: r.Messages}, err
}
