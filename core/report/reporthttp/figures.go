package reporthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

type (
	// Work is a piece of work that waits for the asking person.
	Work struct {
		Kind       string            `json:"kind" enum:"opening,prices,minutes,evaluation,recommendation,approval"`
		CategoryID uuid.UUID         `json:"category_id" format:"uuid"`
		JobID      uuid.UUID         `json:"job_id" format:"uuid"`
		Activity   sourcing.Activity `json:"activity"`
		Name       string            `json:"name"`
		Reference  string            `json:"reference"`
		JobTitle   string            `json:"job_title"`
		Since      time.Time         `json:"since"`
	}
	// MonthSpend is what was awarded in a month in one currency.
	MonthSpend struct {
		Month    string         `json:"month" doc:"YYYY-MM, of the job's time zone"`
		Currency money.Currency `json:"currency"`
		Amount   money.Decimal  `json:"amount"`
		Awards   int64          `json:"awards"`
	}
	// TypeSpend is what was awarded for a kind of supply in one currency.
	TypeSpend struct {
		CategoryTypeID *uuid.UUID     `json:"category_type_id,omitempty" format:"uuid" doc:"Absent: categories without a kind"`
		Name           string         `json:"name"`
		Currency       money.Currency `json:"currency"`
		Amount         money.Decimal  `json:"amount"`
		Awards         int64          `json:"awards"`
	}
	// BuyerDashboard is a buyer's work in figures.
	BuyerDashboard struct {
		Counts
		AsOf    time.Time    `json:"as_of"`
		Since   string       `json:"since" doc:"The first month of the period, YYYY-MM"`
		Waiting []Work       `json:"waiting" doc:"What waits for the asking person, the longest first"`
		Months  []MonthSpend `json:"months"`
		Types   []TypeSpend  `json:"types"`
		Closed  int64        `json:"closed" doc:"Categories that closed in the period"`
		Bids    int64        `json:"bids" doc:"Bids counted at their closings"`
		Awards  int64        `json:"awards" doc:"Awards of the period"`
		Seconds int64        `json:"seconds" doc:"From closing to award, median"`
	}
	// MonthsQuery is how far back figures look.
	MonthsQuery struct {
		Months     int       `query:"months" minimum:"1" maximum:"36" default:"12" doc:"Length of the period that ends with the present month"`
		Department uuid.UUID `query:"department" format:"uuid" doc:"Of jobs for whose needs they are; absent: of all"`
	}
	exportFiguresInput struct {
		MonthsQuery
		Format   string          `query:"format" enum:"csv,xlsx" default:"xlsx"`
		Language locale.Language `query:"language" default:"en"`
	}
	resultsInput struct {
		PageQuery
		Awarded      bool                `query:"awarded" doc:"Those with an award, by its date; otherwise by the date of closing"`
		Spend        bool                `query:"spend" doc:"Those whose award counts as spend"`
		Months       int                 `query:"months" minimum:"0" maximum:"36" doc:"0: ever"`
		Month        string              `query:"month" maxLength:"7" doc:"YYYY-MM"`
		CategoryType uuid.UUID           `query:"category_type" format:"uuid"`
		Untyped      bool                `query:"untyped"`
		Currency     string              `query:"currency" maxLength:"3"`
		Department   uuid.UUID           `query:"department" format:"uuid"`
		SupplierID   uuid.UUID           `query:"supplier_id" format:"uuid" doc:"With an opened bid of this supplier; with awarded: won by it"`
		Activities   []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		Statuses     []sourcing.Status   `query:"status,explode" maxItems:"20"`
		ClosedFrom   day.Day             `query:"closed_from"`
		ClosedTo     day.Day             `query:"closed_to"`
		AwardedFrom  day.Day             `query:"awarded_from"`
		AwardedTo    day.Day             `query:"awarded_to"`
		Search       string              `query:"search" maxLength:"100"`
	}
	// ResultRow is a category that has closed.
	ResultRow struct {
		ID          uuid.UUID         `json:"id" format:"uuid"`
		JobID       uuid.UUID         `json:"job_id" format:"uuid"`
		Activity    sourcing.Activity `json:"activity"`
		Name        string            `json:"name"`
		Reference   string            `json:"reference"`
		JobTitle    string            `json:"job_title"`
		Status      sourcing.Status   `json:"status"`
		Type        string            `json:"type" doc:"Kind of supply"`
		Timezone    string            `json:"timezone"`
		ClosedAt    time.Time         `json:"closed_at"`
		Submissions *int32            `json:"submissions,omitempty"`
		Winner      string            `json:"winner"`
		Currency    *money.Currency   `json:"currency,omitempty"`
		Amount      *money.Decimal    `json:"amount,omitempty"`
		AwardedAt   *time.Time        `json:"awarded_at,omitempty"`
	}
	// Results is one page of them.
	Results struct {
		Items []ResultRow `json:"items"`
		Next  string      `json:"next,omitempty"`
	}
	biddersInput struct {
		PageQuery
		Activities  []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		Countries   []geo.Code          `query:"country,explode" maxItems:"50"`
		LastBidFrom day.Day             `query:"last_bid_from"`
		LastBidTo   day.Day             `query:"last_bid_to"`
		Search      string              `query:"search" maxLength:"100"`
		Winners     bool                `query:"winners" doc:"Only those with an award"`
	}
	// BidderRow is a supplier whose bids to the company were opened.
	BidderRow struct {
		ID         uuid.UUID `json:"id" format:"uuid"`
		Name       string    `json:"name"`
		Country    string    `json:"country"`
		Phone      string    `json:"phone"`
		Bids       int64     `json:"bids" doc:"Opened bids"`
		Won        int64     `json:"won"`
		Evaluated  int64     `json:"evaluated" doc:"Bids whose result may be seen"`
		Responsive int64     `json:"responsive" doc:"Of those, the ones that passed"`
		LastBid    time.Time `json:"last_bid"`
	}
	// Bidders is one page of them.
	Bidders struct {
		Items     []BidderRow `json:"items"`
		Next      string      `json:"next,omitempty"`
		Countries []string    `json:"countries" doc:"Where the company's bidders come from"`
	}
)

// MountFigures registers a buyer's dashboard and the lists behind its figures.
func MountFigures(b *httpkit.BFF, s *reportsvc.Service) {
	guard := access.Only(access.Buyer)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "figures", Summary: summary}
	}
	httpkit.Route(b, guard, op(http.MethodGet, "/dashboard", "buyerDashboard", "The company's work in figures"),
		func(ctx context.Context, in *MonthsQuery) (*httpkit.Body[BuyerDashboard], error) {
			f, err := s.Figures(ctx, httpkit.Actor(ctx), in.Months, httpkit.OrNil(in.Department))
			return httpkit.JSON(boardOf(f), err)
		})
	httpkit.Route(b, access.Only(access.Buyer, access.ViewReport), op(http.MethodPost, "/dashboard/export", "exportDashboard", "The same as a file; who took it is recorded"),
		func(ctx context.Context, in *exportFiguresInput) (*httpkit.Download, error) {
			data, err := s.ExportFigures(ctx, httpkit.Actor(ctx), in.Months, httpkit.OrNil(in.Department), in.Format, string(in.Language))
			if err != nil {
				return nil, err
			}
			media := "text/csv; charset=utf-8"
			if in.Format == "xlsx" {
				media = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
			}
			return httpkit.Attach("figures."+in.Format, media, data), nil
		})
	httpkit.Route(b, guard, op(http.MethodGet, "/results", "results", "Categories that have closed, the last first"),
		func(ctx context.Context, in *resultsInput) (*httpkit.Body[Results], error) {
			f := reportsvc.ResultFilter{
				Awarded:     in.Awarded,
				Spend:       in.Spend,
				Months:      in.Months,
				Month:       in.Month,
				Type:        httpkit.OrNil(in.CategoryType),
				Untyped:     in.Untyped,
				Currency:    in.Currency,
				Supplier:    httpkit.OrNil(in.SupplierID),
				Department:  httpkit.OrNil(in.Department),
				Search:      in.Search,
				Activities:  in.Activities,
				Statuses:    in.Statuses,
				Closed:      httpkit.Days(ctx, in.ClosedFrom, in.ClosedTo),
				AwardedDays: httpkit.Days(ctx, in.AwardedFrom, in.AwardedTo),
			}
			page, err := s.Results(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			out := Results{Items: make([]ResultRow, len(page.Items)), Next: page.Next}
			for i, r := range page.Items {
				out.Items[i] = resultOf(r)
			}
			return httpkit.JSON(out, err)
		})
	b.Offer(find.Source{Guard: guard, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		page, _, err := s.Bidders(ctx, a, reportsvc.BidderFilter{Search: words}, "", limit)
		return find.Each(page.Items, err, func(r reportsvc.Bidder) find.Hit {
			return find.Hit{Kind: find.Bidder, ID: r.ID, Name: r.Name}
		})
	}})
	httpkit.Route(b, guard, op(http.MethodGet, "/bidders", "bidders", "Suppliers whose bids were opened, the last to bid first"),
		func(ctx context.Context, in *biddersInput) (*httpkit.Body[Bidders], error) {
			f := reportsvc.BidderFilter{
				Search:     in.Search,
				Countries:  in.Countries,
				Activities: in.Activities,
				LastBid:    httpkit.Days(ctx, in.LastBidFrom, in.LastBidTo),
				Winners:    in.Winners,
			}
			page, countries, err := s.Bidders(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			out := Bidders{Items: make([]BidderRow, len(page.Items)), Next: page.Next, Countries: countries}
			for i, r := range page.Items {
				r.LastBid = r.LastBid.UTC()
				out.Items[i] = BidderRow(r)
			}
			return httpkit.JSON(out, err)
		})
}

func boardOf(f reportsvc.Figures) BuyerDashboard {
	out := BuyerDashboard{Counts: CountsOf(f.Live), AsOf: f.AsOf.UTC(), Since: f.Since, Waiting: make([]Work, len(f.Waiting)),
		Months: make([]MonthSpend, len(f.Months)), Types: make([]TypeSpend, len(f.Types)), Closed: f.Pace.Closed, Bids: f.Pace.Bids,
		Awards: f.Pace.Awards, Seconds: f.Pace.Seconds}
	for i, r := range f.Waiting {
		out.Waiting[i] = Work{
			Kind:       r.Kind,
			CategoryID: r.ID,
			JobID:      r.JobID,
			Activity:   sourcing.Activity(r.Activity),
			Name:       r.Name,
			Reference:  r.Reference,
			JobTitle:   r.JobTitle,
			Since:      r.Since.UTC(),
		}
	}
	for i, r := range f.Months {
		out.Months[i] = MonthSpend{Month: r.Month, Currency: money.Currency(r.Currency), Amount: r.Amount, Awards: r.Awards}
	}
	for i, r := range f.Types {
		out.Types[i] = TypeSpend{
			CategoryTypeID: r.CategoryTypeID,
			Name:           r.TypeName,
			Currency:       money.Currency(r.Currency),
			Amount:         r.Amount,
			Awards:         r.Awards,
		}
	}
	return out
}

func resultOf(r reportsvc.Result) ResultRow {
	out := ResultRow{
		ID:          r.ID,
		JobID:       r.JobID,
		Activity:    sourcing.Activity(r.Activity),
		Name:        r.Name,
		Reference:   r.Reference,
		JobTitle:    r.JobTitle,
		Status:      sourcing.Status(r.Status),
		Type:        r.TypeName,
		Timezone:    r.Timezone,
		ClosedAt:    r.ClosedAt.UTC(),
		Submissions: r.ClosingCount,
		Winner:      r.Winner,
	}
	if r.Priced {
		out.Amount = &r.Amount
	}
	if r.Currency != nil {
		c := money.Currency(*r.Currency)
		out.Currency = &c
	}
	if r.DecidedAt != nil {
		at := r.DecidedAt.UTC()
		out.AwardedAt = &at
	}
	return out
}
