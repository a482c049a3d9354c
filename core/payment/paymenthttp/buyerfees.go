package paymenthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	buyerFeesInput struct {
		Activities []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		Search     string              `query:"search" maxLength:"100"`
		After      string              `query:"after" maxLength:"200"`
		Limit      int                 `query:"limit" minimum:"1" maximum:"100" default:"50"`
	}
	// BuyerFee is what came in for one category; figures are there once it has closed.
	BuyerFee struct {
		CategoryID uuid.UUID         `json:"category_id" format:"uuid"`
		JobID      uuid.UUID         `json:"job_id" format:"uuid"`
		Activity   sourcing.Activity `json:"activity"`
		Reference  string            `json:"reference"`
		Name       string            `json:"name"`
		JobTitle   string            `json:"job_title"`
		Timezone   string            `json:"timezone"`
		Status     sourcing.Status   `json:"status"`
		Fee        money.Amount      `json:"fee"`
		ClosesAt   time.Time         `json:"closes_at"`
		Came       *FeeTotal         `json:"came,omitempty" doc:"Absent until it closes: it would tell how many bid"`
	}
	// FeeTotal is what came in and went back.
	FeeTotal struct {
		Paid     int64        `json:"paid" doc:"Suppliers"`
		Received money.Amount `json:"received"`
		Back     money.Amount `json:"back" doc:"Of that, owed to my company no more"`
	}
	// BuyerFees is one page of them, with the sums of all that are told.
	BuyerFees struct {
		Items  []BuyerFee `json:"items"`
		Next   string     `json:"next"`
		Totals []FeeTotal `json:"totals" doc:"By currency, of every page"`
	}
)

// MountBuyer registers what a buyer reads of the fees of its jobs.
func MountBuyer(b *httpkit.BFF, s *paymentsvc.Service) {
	mountMyPayouts(b, s)
	httpkit.Route(b, paymentsvc.ToBuyer, httpkit.Operation{ID: "buyerFees", Method: http.MethodGet, Path: "/payments", Tag: "payment", Summary: "Fees of my company's jobs, the last to close first"},
		func(ctx context.Context, in *buyerFeesInput) (*httpkit.Body[BuyerFees], error) {
			fees, totals, err := s.BuyerFees(ctx, httpkit.Actor(ctx), in.Activities, in.Search, in.After, in.Limit)
			return httpkit.JSON(BuyerFees{
				Items: httpkit.Each(fees.Items, buyerFeeOf),
				Next:  fees.Next,
				Totals: httpkit.Each(totals, func(t paymentsvc.FeeTotal) FeeTotal {
					return FeeTotal{Paid: t.Paid, Received: t.Received, Back: t.Back}
				}),
			}, err)
		})
}

func buyerFeeOf(f paymentsvc.BuyerFee) BuyerFee {
	out := BuyerFee{
		CategoryID: f.Category,
		JobID:      f.Job,
		Activity:   f.Activity,
		Reference:  f.Reference,
		Name:       f.Name,
		JobTitle:   f.JobTitle,
		Timezone:   f.Zone,
		Status:     f.Status,
		Fee:        f.Fee,
		ClosesAt:   f.ClosesAt,
	}
	if f.Told {
		out.Came = &FeeTotal{Paid: f.Paid, Received: f.Received, Back: f.Back}
	}
	return out
}
