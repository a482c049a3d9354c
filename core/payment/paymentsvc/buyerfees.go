package paymentsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// ToBuyer are who may read what came in for a buyer's jobs.
var ToBuyer = access.Only(access.Buyer, access.ViewReport)

// A BuyerFee is what came in for one category of a buyer. Until it closes nothing is
// told but the fee: how many have paid would tell how many bid.
type BuyerFee struct {
	Category, Job                   uuid.UUID
	Activity                        sourcing.Activity
	Reference, Name, JobTitle, Zone string
	Status                          sourcing.Status
	Fee                             money.Amount
	ClosesAt                        time.Time
	Told                            bool
	Paid                            int64
	Received, Back                  money.Amount
}

// A FeeTotal is what came in and went back in one currency.
type FeeTotal struct {
	Paid           int64
	Received, Back money.Amount
}

// BuyerFees is one page of the fees of a buyer's categories, with the sums of all that
// are told, of every page.
func (s *Service) BuyerFees(ctx context.Context, a access.Actor, activities []sourcing.Activity, search, after string, limit int) (page.Of[BuyerFee], []FeeTotal, error) {
	return FeesOf(ctx, s.db, a, activities, search, after, limit)
}

// FeesOf is the same for who has a database alone, as reports do.
func FeesOf(ctx context.Context, db pg.DB, a access.Actor, activities []sourcing.Activity, search, after string, limit int) (page.Of[BuyerFee], []FeeTotal, error) {
	var none page.Of[BuyerFee]
	if err := ToBuyer.Admit(a); err != nil {
		return none, nil, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, nil, err
	}
	off, err := partysvc.ActivitiesOff(ctx, db, a.Org)
	if err != nil {
		return none, nil, err
	}
	rows, err := q.BuyerFees(ctx, db, paymentdb.BuyerFeesParams{
		BuyerID:    a.Org,
		Off:        off,
		AccountID:  a.User,
		AfterAt:    c.At,
		AfterID:    c.ID,
		Activities: closed.Values(activities...),
		Search:     pg.Sought(search),
		MaxRows:    int32(limit + 1),
	})
	if err != nil {
		return none, nil, err
	}
	fees := make([]BuyerFee, len(rows))
	for i, r := range rows {
		fees[i] = BuyerFee{
			Category:  r.ID,
			Job:       r.JobID,
			Activity:  sourcing.Activity(r.Activity),
			Reference: r.Reference,
			Name:      r.Name,
			JobTitle:  r.JobTitle,
			Zone:      r.Timezone,
			Status:    sourcing.Status(r.Status),
			Fee:       amount(r.BidFee, r.Currency),
			ClosesAt:  r.ClosesAt.UTC(),
			Told:      r.Told,
			Paid:      r.Paid,
			Received:  amount(r.Received, r.Currency),
			Back:      amount(r.Received.Sub(r.Owed), r.Currency),
		}
	}
	sums, err := q.BuyerFeeTotals(ctx, db, paymentdb.BuyerFeeTotalsParams{
		BuyerID:    a.Org,
		Off:        off,
		AccountID:  a.User,
		Activities: closed.Values(activities...),
		Search:     pg.Sought(search),
	})
	totals := make([]FeeTotal, len(sums))
	for i, t := range sums {
		totals[i] = FeeTotal{Paid: t.Paid, Received: amount(t.Received, t.Currency), Back: amount(t.Received.Sub(t.Owed), t.Currency)}
	}
	return page.Cut(fees, limit, func(f BuyerFee) page.Cursor { return page.Cursor{At: f.ClosesAt, ID: f.Category} }), totals, err
}
