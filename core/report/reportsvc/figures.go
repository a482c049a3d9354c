package reportsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/report"
	"zabuni.org/core/report/internal/reportdb"
	"zabuni.org/core/sourcing"
)

// Rows of a buyer's dashboard.
type (
	// Waits is a piece of work that waits for the asking person.
	Waits = reportdb.WaitingRow
	// MonthSpend is what was awarded in one month in one currency.
	MonthSpend = reportdb.SpendByMonthRow
	// TypeSpend is what was awarded for one kind of supply in one currency.
	TypeSpend = reportdb.SpendByTypeRow
	// Pace is how many bids categories got and how long their award took.
	Pace = reportdb.PaceRow
	// Bidder is a supplier whose bids to a buyer were opened.
	Bidder = reportdb.BiddersRow
)

// Figures is a buyer's dashboard.
type Figures struct {
	Live
	AsOf    time.Time // by the database's clock
	Since   string    // the first month of the period, YYYY-MM
	Waiting []Waits
	Months  []MonthSpend
	Types   []TypeSpend
	Pace    Pace
}

// waitingRows is how many pieces of work a dashboard names.
const waitingRows = 20

var buyerDesk = access.Only(access.Buyer)

// bought are the activities in which the buyer pays: what is sold is no spend.
func bought() []string {
	out := []string{}
	for _, p := range sourcing.Policies {
		if p.Best != sourcing.Highest {
			out = append(out, string(p.Activity))
		}
	}
	return out
}

// since is the first month of a period that ends with the present month.
func since(now time.Time, months int) string {
	return time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, 1-months, 0).Format("2006-01")
}

// Figures returns the dashboard of the actor's company over the last months, or of one of its departments.
func (s *Service) Figures(ctx context.Context, a access.Actor, months int, department *uuid.UUID) (Figures, error) {
	var out Figures
	if err := buyerDesk.Admit(a); err != nil {
		return out, err
	}
	of, err := s.scopeOf(ctx, a, nil)
	if err != nil {
		return out, err
	}
	if out.AsOf, err = pg.ClockOf(ctx, s.db); err != nil {
		return out, err
	}
	out.Since = since(out.AsOf, months)
	if out.Live, err = s.live(ctx, a, department); err != nil {
		return out, err
	}
	if out.Waiting, err = q.Waiting(ctx, s.db, reportdb.WaitingParams{BuyerID: a.Org, AccountID: a.User, Opens: sourcing.MayAny(a, sourcing.ToOpen),
		Evaluates: sourcing.MayAny(a, sourcing.ToJudge), Awards: sourcing.MayAny(a, sourcing.ToAward), Off: of.off, Department: department, MaxRows: waitingRows}); err != nil {
		return out, err
	}
	if out.Months, err = q.SpendByMonth(ctx, s.db, reportdb.SpendByMonthParams{BuyerID: a.Org, AccountID: a.User, Bought: bought(), Off: of.off, Since: out.Since, Department: department}); err != nil {
		return out, err
	}
	if out.Types, err = q.SpendByType(ctx, s.db, reportdb.SpendByTypeParams{BuyerID: a.Org, AccountID: a.User, Bought: bought(), Off: of.off, Since: out.Since, Department: department}); err != nil {
		return out, err
	}
	out.Pace, err = q.Pace(ctx, s.db, reportdb.PaceParams{BuyerID: a.Org, Off: of.off, Since: out.Since, AccountID: a.User, Department: department})
	return out, err
}

// ExportFigures writes the dashboard as a file of a format: csv or xlsx. Who took
// it is written down.
func (s *Service) ExportFigures(ctx context.Context, a access.Actor, months int, department *uuid.UUID, format, language string) ([]byte, error) {
	if err := access.Only(access.Buyer, access.ViewReport).Admit(a); err != nil {
		return nil, err
	}
	f, err := s.Figures(ctx, a, months, department)
	if err != nil {
		return nil, err
	}
	sheet := report.FigureSheet{Since: f.Since, AsOf: f.AsOf, Closed: f.Pace.Closed, Bids: f.Pace.Bids, Awards: f.Pace.Awards,
		ToAward: time.Duration(f.Pace.Seconds) * time.Second}
	for _, j := range f.Jobs {
		sheet.Jobs = append(sheet.Jobs, report.FigureCount{Name: j.Activity, Status: j.Status, Count: j.Jobs})
	}
	for _, m := range f.Months {
		sheet.Months = append(sheet.Months, report.FigureSum{Name: m.Month, Currency: m.Currency, Amount: m.Amount, Count: m.Awards})
	}
	for _, t := range f.Types {
		sheet.Types = append(sheet.Types, report.FigureSum{Name: t.TypeName, Currency: t.Currency, Amount: t.Amount, Count: t.Awards})
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "report.figures.exported", Object: "company", ObjectID: a.Org, Owner: a.Org,
			Detail: map[string]any{"since": f.Since, "format": format, "department": department}})
		return err
	})
	if err != nil {
		return nil, err
	}
	if format == "csv" {
		return sheet.CSV(language)
	}
	return sheet.Workbook(language)
}

// ResultFilter narrows the list of results; the zero value is every category that closed.
type ResultFilter struct {
	Awarded    bool // those with an award, by its date; otherwise by the date of closing
	Spend      bool // those whose award counts as spend
	Months     int  // 0: ever
	Month      string
	Type       *uuid.UUID
	Untyped    bool // those without a kind of supply
	Currency   string
	Department *uuid.UUID
	Supplier   *uuid.UUID // awarded to it; otherwise with a bid of its that was opened
	Search     string

	Activities          []sourcing.Activity
	Statuses            []sourcing.Status
	Closed, AwardedDays day.Span // in the zone of each job
}

// A Result is a category that has closed.
type Result = reportdb.ResultsRow

// Results is one page of categories of the actor's company that have closed.
func (s *Service) Results(ctx context.Context, a access.Actor, f ResultFilter, after string, limit int) (page.Of[Result], error) {
	var out page.Of[Result]
	if err := buyerDesk.Admit(a); err != nil {
		return out, err
	}
	of, err := s.scopeOf(ctx, a, nil)
	if err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	if f.Month != "" {
		if _, err := time.Parse("2006-01", f.Month); err != nil {
			return out, fault.Invalid.New("").At("/month", fault.BadFormat)
		}
	}
	from := ""
	if f.Months > 0 {
		now, err := pg.ClockOf(ctx, s.db)
		if err != nil {
			return out, err
		}
		from = since(now, f.Months)
	}
	rows, err := q.Results(ctx, s.db, reportdb.ResultsParams{
		BuyerID:      a.Org,
		AccountID:    a.User,
		Off:          of.off,
		Awarded:      f.Awarded || f.Spend,
		BoughtOnly:   f.Spend,
		Bought:       bought(),
		AfterAt:      c.At,
		AfterID:      c.ID,
		Since:        from,
		Activities:   closed.Values(f.Activities...),
		Statuses:     closed.Values(f.Statuses...),
		ClosedFrom:   f.Closed.First,
		ClosedTo:     f.Closed.Last,
		AwardedFrom:  f.AwardedDays.First,
		AwardedTo:    f.AwardedDays.Last,
		Month:        pg.OrNil(f.Month),
		CategoryType: f.Type,
		Untyped:      f.Untyped,
		Currency:     pg.OrNil(f.Currency),
		Supplier:     f.Supplier,
		Department:   f.Department,
		Named:        statusesShowing(opening.FieldIdentity),
		Search:       pg.Sought(f.Search),
		MaxRows:      int32(limit + 1),
	})
	for i, r := range rows {
		rows[i].ClosingCount = counted(r.Status, r.ClosingCount)
	}
	return page.Cut(rows, limit, func(r Result) page.Cursor { return page.Cursor{At: r.At, ID: r.ID} }), err
}

// BidderFilter narrows the list of bidders; the zero value narrows nothing.
type BidderFilter struct {
	Search     string
	Countries  []geo.Code
	Activities []sourcing.Activity
	LastBid    day.Span
	Winners    bool // those with an award
}

// Bidders is one page of the suppliers whose bids to the actor's company were
// opened, the last to bid first, with the countries that they come from.
func (s *Service) Bidders(ctx context.Context, a access.Actor, f BidderFilter, after string, limit int) (page.Of[Bidder], []string, error) {
	var out page.Of[Bidder]
	if err := buyerDesk.Admit(a); err != nil {
		return out, nil, err
	}
	of, err := s.scopeOf(ctx, a, nil)
	if err != nil {
		return out, nil, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, nil, err
	}
	named := statusesShowing(opening.FieldIdentity)
	rows, err := q.Bidders(ctx, s.db, reportdb.BiddersParams{
		BuyerID:     a.Org,
		AccountID:   a.User,
		Off:         of.off,
		Named:       named,
		Scored:      statusesShowing(opening.FieldScores),
		Activities:  closed.Values(f.Activities...),
		Countries:   closed.Values(f.Countries...),
		Search:      pg.Sought(f.Search),
		Winners:     f.Winners,
		AfterAt:     c.At,
		AfterID:     c.ID,
		LastBidFrom: f.LastBid.First,
		LastBidTo:   f.LastBid.Last,
		Zone:        f.LastBid.Zone,
		MaxRows:     int32(limit + 1),
	})
	if err != nil {
		return out, nil, err
	}
	countries, err := q.BidderCountries(ctx, s.db, a.Org, named, of.off, a.User)
	return page.Cut(rows, limit, func(r Bidder) page.Cursor { return page.Cursor{At: r.LastBid, ID: r.ID} }), countries, err
}
