package paymentsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// A Moved is what came from a supplier or went back to it, in one moment, for one order.
type Moved struct {
	Order           uuid.UUID
	Number          string
	At              time.Time
	Kind            string // of the ledger: capture, suspense, match, refund, reversal, reversal_won, undo
	Provider        payment.Provider
	Reference       string // the provider's
	Purpose         string // the names of the categories
	Amount, Balance money.Amount
}

// A MoneySum is one currency of a statement.
type MoneySum struct {
	Currency                     money.Currency
	Opening, Came, Went, Closing money.Decimal
}

// A MoneyFilter narrows a statement; the zero value is all of it.
type MoneyFilter struct {
	At     day.Span
	Search string // order number or the provider's reference
}

// ToStatement is the right of reading what a supplier paid.
var ToStatement = access.Only(access.Supplier)

// StatementOf is one page of what came from the caller's company and went back, from the ledger, the newest first,
// with what is held of it after each; and the sums of the whole period.
func StatementOf(ctx context.Context, db pg.DB, a access.Actor, f MoneyFilter, after string, limit int) (page.Of[Moved], []MoneySum, error) {
	var none page.Of[Moved]
	if err := ToStatement.Admit(a); err != nil {
		return none, nil, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, nil, err
	}
	if f.At.Zone == "" {
		f.At.Zone = "UTC"
	}
	rows, err := q.MoneyOf(ctx, db, paymentdb.MoneyOfParams{
		SupplierID: &a.Org,
		AfterAt:    c.At,
		AfterID:    c.ID,
		AtFrom:     f.At.First,
		AtTo:       f.At.Last,
		Zone:       f.At.Zone,
		Search:     pg.Sought(f.Search),
		MaxRows:    int32(limit + 1),
	})
	if err != nil {
		return none, nil, err
	}
	out := make([]Moved, len(rows))
	for i, r := range rows {
		out[i] = Moved{
			Order:     r.OrderID,
			Number:    r.Number,
			At:        r.At,
			Kind:      r.Movement,
			Provider:  payment.Provider(r.Provider),
			Reference: r.Reference,
			Purpose:   r.Purpose,
			Amount:    amount(r.Amount, r.Currency),
			Balance:   amount(r.Balance, r.Currency),
		}
	}
	sums, err := q.MoneyTotals(ctx, db, f.At.Zone, f.At.First, f.At.Last, &a.Org)
	totals := make([]MoneySum, len(sums))
	for i, s := range sums {
		totals[i] = MoneySum{Currency: money.Currency(s.Currency), Opening: s.Opening, Came: s.Came, Went: s.Went, Closing: s.Opening.Add(s.Came).Sub(s.Went)}
	}
	return page.Cut(out, limit, func(m Moved) page.Cursor { return page.Cursor{At: m.At, ID: m.Order} }), totals, err
}

// Statement is the same for a desk.
func (s *Service) Statement(ctx context.Context, a access.Actor, f MoneyFilter, after string, limit int) (page.Of[Moved], []MoneySum, error) {
	return StatementOf(ctx, s.db, a, f, after, limit)
}
