package bffoperator

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	withdrawalsInput struct {
		sourcinghttp.PageQuery
		Search        string  `query:"search" maxLength:"100" doc:"Category, reference, job, buyer or supplier"`
		WithdrawnFrom day.Day `query:"withdrawn_from"`
		WithdrawnTo   day.Day `query:"withdrawn_to"`
	}
	// Withdrawal is a bid that was taken back, whose supplier is called.
	Withdrawal struct {
		ID            uuid.UUID      `json:"id" format:"uuid"`
		CategoryID    uuid.UUID      `json:"category_id" format:"uuid"`
		CategoryName  string         `json:"category_name"`
		Reference     string         `json:"reference"`
		JobTitle      string         `json:"job_title"`
		BuyerName     string         `json:"buyer_name"`
		SupplierID    uuid.UUID      `json:"supplier_id" format:"uuid"`
		SupplierName  string         `json:"supplier_name"`
		SupplierPhone string         `json:"supplier_phone"`
		Person        string         `json:"person" doc:"Who withdrew it"`
		Reason        string         `json:"reason"`
		At            time.Time      `json:"at"`
		ContactBy     time.Time      `json:"contact_by"`
		ContactedAt   *time.Time     `json:"contacted_at,omitempty"`
		Timezone      string         `json:"timezone" doc:"IANA, of its moments"`
		Currency      money.Currency `json:"currency"`
		BidFee        money.Decimal  `json:"bid_fee"`
		FeeBack       bool           `json:"fee_back" doc:"The law of the job gives the fee back"`
	}
	// Withdrawals is one page of them.
	Withdrawals struct {
		Items []Withdrawal `json:"items"`
		Next  string       `json:"next,omitempty"`
	}
)

// mountWithdrawals registers the list of whom support calls within 48 hours.
func mountWithdrawals(b *httpkit.BFF, s *biddingsvc.Service) {
	op := httpkit.Operation{ID: "withdrawals", Method: http.MethodGet, Path: "/withdrawals", Tag: "bidding", Summary: "Bids that were withdrawn, the last first"}
	httpkit.Route(b, access.Only(access.Operator, access.ManageSupplier), op,
		func(ctx context.Context, in *withdrawalsInput) (*httpkit.Body[Withdrawals], error) {
			got, err := s.AllWithdrawals(ctx, httpkit.Actor(ctx), biddingsvc.WithdrawalFilter{
				Withdrawn: httpkit.Days(ctx, in.WithdrawnFrom, in.WithdrawnTo),
				Search:    in.Search,
			}, in.After, in.Limit)
			return httpkit.JSON(Withdrawals{Items: httpkit.Each(got.Items, withdrawalOf), Next: got.Next}, err)
		})
}

func withdrawalOf(r biddingsvc.ToCall) Withdrawal {
	law, _ := sourcing.RegimeOf(r.Regime)
	return Withdrawal{
		ID:            r.ID,
		CategoryID:    r.CategoryID,
		CategoryName:  r.CategoryName,
		Reference:     r.Reference,
		JobTitle:      r.JobTitle,
		BuyerName:     r.BuyerName,
		SupplierID:    r.SupplierID,
		SupplierName:  r.SupplierName,
		SupplierPhone: r.SupplierPhone,
		Person:        r.Person,
		Reason:        r.Reason,
		At:            r.At.UTC(),
		ContactBy:     r.ContactBy.UTC(),
		ContactedAt:   r.ContactedAt,
		Timezone:      r.Timezone,
		Currency:      money.Currency(r.Currency),
		BidFee:        r.BidFee,
		FeeBack:       law.FeeBack,
	}
}
