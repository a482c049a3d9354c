package bffoperator

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	buyersQuery struct {
		sourcinghttp.PageQuery
		Search         string           `query:"search" maxLength:"100"`
		Countries      []geo.Code       `query:"country,explode" maxItems:"50"`
		Statuses       []party.Standing `query:"status,explode" maxItems:"2"`
		RegisteredFrom day.Day          `query:"registered_from"`
		RegisteredTo   day.Day          `query:"registered_to"`
	}
	// BuyerRow is a company for which the operator's people may act.
	BuyerRow struct {
		ID        uuid.UUID      `json:"id" format:"uuid"`
		Name      string         `json:"name"`
		Country   string         `json:"country"`
		Status    party.Standing `json:"status"`
		Jobs      int64          `json:"jobs"`
		CreatedAt time.Time      `json:"created_at"`
	}
	// Buyers is one page of them.
	Buyers struct {
		Items       []BuyerRow `json:"items"`
		Next        string     `json:"next"`
		Total       int        `json:"total"`
		TotalCapped bool       `json:"total_capped"`
	}
)

// mountBuyers registers the picker from which the operator's people begin: every
// list and creation on their desk names the buyer that it is for.
func mountBuyers(b *httpkit.BFF, party *partysvc.Service) {
	guard := access.Only(access.Operator, access.ManageJob)
	b.Offer(find.Source{Guard: guard, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		page, err := party.Buyers(ctx, a, partysvc.BuyerFilter{Search: words}, "", limit)
		return find.Each(page.Items, err, func(r partysvc.Buyer) find.Hit {
			return find.Hit{Kind: find.Buyer, ID: r.ID, Name: r.Name}
		})
	}})
	picks := access.Only(access.Operator, access.ManageJob, access.ManageContract) // whoever works for buyers
	httpkit.Route(b, picks, httpkit.Operation{ID: "buyers", Method: http.MethodGet, Path: "/buyers",
		Tag: "sourcing", Summary: "Buyer companies, newest first"},
		func(ctx context.Context, in *buyersQuery) (*httpkit.Body[Buyers], error) {
			f := partysvc.BuyerFilter{
				Search:     in.Search,
				Countries:  in.Countries,
				Statuses:   in.Statuses,
				Registered: httpkit.Days(ctx, in.RegisteredFrom, in.RegisteredTo),
			}
			page, err := party.Buyers(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			if err != nil {
				return nil, err
			}
			total, capped, err := party.CountBuyers(ctx, httpkit.Actor(ctx), f)
			out := Buyers{Total: total, TotalCapped: capped, Items: make([]BuyerRow, len(page.Items)), Next: page.Next}
			for i, c := range page.Items {
				out.Items[i] = rowOfBuyer(c)
			}
			return httpkit.JSON(out, err)
		})
}

func rowOfBuyer(c partysvc.Buyer) BuyerRow {
	return BuyerRow{
		ID:        c.ID,
		Name:      c.Name,
		Country:   c.Country,
		Status:    party.Standing(c.Status),
		Jobs:      c.Jobs,
		CreatedAt: c.CreatedAt,
	}
}
