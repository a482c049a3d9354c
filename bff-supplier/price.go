package bffsupplier

import (
	"context"
	"net/http"
	"time"

	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	// PriceQuestion is what a buyer asks about a price that it finds unusually low.
	PriceQuestion struct {
		Question   string     `json:"question"`
		AskedAt    time.Time  `json:"asked_at"`
		DueAt      time.Time  `json:"due_at"`
		Answer     string     `json:"answer"`
		AnsweredAt *time.Time `json:"answered_at,omitempty"`
		Decided    bool       `json:"decided" doc:"Nothing can be answered any more; what was decided comes with the results"`
	}
	// AskedPrice is what was asked about the price of a bid.
	AskedPrice struct {
		Question *PriceQuestion `json:"question,omitempty" doc:"Absent where nobody asked"`
	}
	explainInput struct {
		BidPath
		Body struct {
			Answer string `json:"answer" maxLength:"32000"`
		}
	}
)

// mountPrice registers what is asked of a supplier about its prices.
func mountPrice(b *httpkit.BFF, s *evaluationsvc.Service) {
	const path = "/bids/{bid_id}/price-query"
	route(b, http.MethodGet, path, "priceQuestion", "What the buyer asks about the price of my bid",
		func(ctx context.Context, in *BidPath) (*httpkit.Body[AskedPrice], error) {
			got, err := s.MyPriceQuery(ctx, httpkit.Actor(ctx), in.BidID)
			if err != nil || got == nil {
				return httpkit.JSON(AskedPrice{}, err)
			}
			return httpkit.JSON(AskedPrice{&PriceQuestion{
				Question:   got.Question,
				AskedAt:    got.AskedAt.UTC(),
				DueAt:      got.DueAt.UTC(),
				Answer:     got.Answer,
				AnsweredAt: got.AnsweredAt,
				Decided:    got.Decided,
			}}, nil)
		})
	route(b, http.MethodPut, path, "explainPrice", "Explain the price of my bid, until it is due",
		func(ctx context.Context, in *explainInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.ExplainPrice(ctx, httpkit.Actor(ctx), in.BidID, in.Body.Answer))
		})
}
