package paymentsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// TotalsDiffer is the event of a way whose provider tells another sum than our books; its detail is Differing.
const TotalsDiffer = "payment.totals.differ"

// Differing is the detail of TotalsDiffer.
type Differing struct {
	Provider payment.Provider `json:"provider"`
	Day      string           `json:"day"`
	Booked   money.Amount     `json:"booked"`
	Told     money.Amount     `json:"told"`
}

// A Totaler tells what came by a way in a period, less what went back: captures, refunds, disputes and what was won back.
type Totaler interface {
	Totals(ctx context.Context, from, until time.Time) ([]money.Amount, error)
}

// settled is how long after a day's end a provider is asked for its totals: what happened at midnight is heard by then.
const settled = 3 * time.Hour

// lookBack is how many days are compared that nobody could be asked about.
const lookBack = 7

// CompareTotals compares the books of a day that is over with what each provider tells of it, once for each way, and
// returns how many were compared.
func (s *Service) CompareTotals(ctx context.Context) (int, error) {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return 0, err
	}
	until := now.UTC().Add(-settled).Truncate(24 * time.Hour)
	n := 0
	for _, way := range s.Ways() {
		missed, err := s.missed(ctx, way, until)
		if err != nil {
			return n, err
		}
		for _, from := range missed {
			if err := s.compare(ctx, way, from, from.AddDate(0, 0, 1)); err != nil {
				s.log.Warn("payment totals", "provider", way, "error", err.Error()) // asked again in an hour
				break
			}
			n++
		}
	}
	return n, nil
}

// missed are the days before a moment that a way was not compared for, the oldest first: more than the last one only
// where a provider tells of each, after nights in which nobody could ask it.
func (s *Service) missed(ctx context.Context, way payment.Provider, until time.Time) ([]time.Time, error) {
	var out []time.Time
	for range lookBack {
		from := until.AddDate(0, 0, -1-len(out))
		done, err := q.CheckedDay(ctx, s.db, string(way), from)
		if err != nil {
			return nil, err
		}
		if done {
			slices.Reverse(out)
			return out, nil
		}
		out = append(out, from)
		if _, tells := s.gateways[way].(Totaler); !tells {
			break
		}
	}
	if len(out) == lookBack { // the first night
		out = out[:1]
	}
	return out, nil
}

// compare asks a provider for its totals, or adds up the rows of its payments where it tells none.
func (s *Service) compare(ctx context.Context, way payment.Provider, from, until time.Time) error {
	source, told := payment.ByRows, map[money.Currency]money.Decimal{}
	if t, ok := s.gateways[way].(Totaler); ok {
		asking, cancel := context.WithTimeout(ctx, 2*time.Minute)
		sums, err := t.Totals(asking, from, until)
		cancel()
		if err != nil {
			return err
		}
		source = payment.ByProvider
		for _, sum := range sums {
			told[sum.Currency] = told[sum.Currency].Add(sum.Value)
		}
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		booked := map[money.Currency]money.Decimal{}
		if source == payment.ByProvider {
			rows, err := q.BookedDay(ctx, tx, string(way), from, until)
			if err != nil {
				return err
			}
			for _, r := range rows {
				booked[money.Currency(r.Currency)] = r.Amount
			}
		} else {
			rows, err := q.RowsOfWay(ctx, tx, string(way))
			if err != nil {
				return err
			}
			for _, r := range rows {
				booked[money.Currency(r.Currency)], told[money.Currency(r.Currency)] = r.Booked, r.Told
			}
		}
		for _, c := range s.taken(way) { // that nothing came is told as well, once
			if len(booked)+len(told) == 0 {
				booked[c] = money.New(0, 0)
			}
		}
		return s.writeTotals(ctx, tx, way, from, source, booked, told, now)
	})
}

// writeTotals keeps what was compared; whoever compares at the same moment keeps nothing.
func (s *Service) writeTotals(ctx context.Context, tx pg.Tx, way payment.Provider, on time.Time, source payment.TotalSource, booked, told map[money.Currency]money.Decimal, now time.Time) error {
	var currencies []money.Currency
	for _, sums := range []map[money.Currency]money.Decimal{booked, told} {
		for c := range sums {
			currencies = append(currencies, c)
		}
	}
	slices.Sort(currencies)
	for _, c := range slices.Compact(currencies) {
		id := uuid.Must(uuid.NewV7())
		n, err := q.InsertTotal(ctx, tx, paymentdb.InsertTotalParams{
			ID:        id,
			Provider:  string(way),
			Currency:  string(c),
			Day:       on,
			Source:    string(source),
			Booked:    booked[c],
			Told:      told[c],
			CheckedAt: now,
		})
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		e := journal.Entry{Action: "payment.totals.agree", Object: "payment_total", ObjectID: id, Detail: Differing{
			Provider: way,
			Day:      on.Format(time.DateOnly),
			Booked:   money.Amount{Value: booked[c], Currency: c},
			Told:     money.Amount{Value: told[c], Currency: c},
		}}
		if !booked[c].Equal(told[c]) {
			e.Action = TotalsDiffer
		}
		if _, err := journal.Record(ctx, tx, access.System, e); err != nil {
			return err
		}
	}
	return nil
}

// A Compared is what a way took in a day, by our books and by its provider.
type Compared struct {
	ID           uuid.UUID
	Provider     payment.Provider
	Day          time.Time
	Source       payment.TotalSource
	Booked, Told money.Amount
	Differs      money.Amount // since the beginning: what is told a day later is nothing then
	CheckedAt    time.Time
}

// ComparedFilter narrows the list of days; the zero value narrows nothing.
type ComparedFilter struct {
	Providers []payment.Provider
	Differing bool // only those that differ
	Days      day.Span
}

// Compared is one page of the days of every way, the last compared first.
func (s *Service) Compared(ctx context.Context, a access.Actor, f ComparedFilter, after string, limit int) (page.Of[Compared], error) {
	none := page.Of[Compared]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	rows, err := q.Compared(ctx, s.db, paymentdb.ComparedParams{
		AfterAt:   c.At,
		AfterID:   c.ID,
		Providers: closed.Values(f.Providers...),
		Differing: f.Differing,
		DayFrom:   f.Days.First,
		DayTo:     f.Days.Last,
		MaxRows:   int32(limit + 1),
	})
	out := make([]Compared, len(rows))
	for i, r := range rows {
		out[i] = Compared{
			ID:        r.ID,
			Provider:  payment.Provider(r.Provider),
			Day:       r.Day,
			Source:    payment.TotalSource(r.Source),
			Booked:    amount(r.Booked, r.Currency),
			Told:      amount(r.Told, r.Currency),
			Differs:   amount(r.Differs, r.Currency),
			CheckedAt: r.CheckedAt,
		}
	}
	return page.Cut(out, limit, func(r Compared) page.Cursor { return page.Cursor{At: r.CheckedAt, ID: r.ID} }), err
}
