package bffsupplier

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	// EarlierSource is where and when something was answered or offered before.
	EarlierSource struct {
		BidID        uuid.UUID `json:"bid_id" format:"uuid"`
		Version      int64     `json:"version" doc:"Of the answer there; 0 of files"`
		Reference    string    `json:"reference"`
		CategoryName string    `json:"category_name"`
		BuyerName    string    `json:"buyer_name"`
		Submitted    bool      `json:"submitted" doc:"The bid was submitted at least once; else it is a draft"`
		At           time.Time `json:"at" doc:"When it was answered"`
	}
	// EarlierAnswer is what I answered last to the same question.
	EarlierAnswer struct {
		QuestionID uuid.UUID     `json:"question_id" format:"uuid"`
		Value      string        `json:"value" doc:"With the choices of this bid"`
		Files      []BidFile     `json:"files"`
		Source     EarlierSource `json:"source"`
	}
	// EarlierPrice is what I offered last for the same item.
	EarlierPrice struct {
		ItemID    uuid.UUID     `json:"item_id" format:"uuid"`
		UnitPrice string        `json:"unit_price"`
		Remarks   string        `json:"remarks"`
		Source    EarlierSource `json:"source"`
	}
	// Earlier is what may be taken over from other bids of mine.
	Earlier struct {
		Answers []EarlierAnswer `json:"answers"`
		Prices  []EarlierPrice  `json:"prices"`
	}
	takeEarlierInput struct {
		BidPath
		Body struct {
			Answers []struct {
				QuestionID  uuid.UUID `json:"question_id" format:"uuid"`
				Version     int64     `json:"version" minimum:"0" doc:"Of my answer here, as this client has seen it"`
				FromBidID   uuid.UUID `json:"from_bid_id" format:"uuid"`
				FromVersion int64     `json:"from_version" minimum:"0" doc:"As it was offered"`
			} `json:"answers,omitempty" maxItems:"1000"`
			Prices []struct {
				ItemID      uuid.UUID `json:"item_id" format:"uuid"`
				Version     int64     `json:"version" minimum:"0"`
				FromBidID   uuid.UUID `json:"from_bid_id" format:"uuid"`
				FromVersion int64     `json:"from_version" minimum:"0"`
			} `json:"prices,omitempty" maxItems:"1000"`
		}
	}
)

func sourceOf(s biddingsvc.Source) EarlierSource {
	return EarlierSource{
		BidID:        s.Bid,
		Version:      s.Version,
		Reference:    s.Reference,
		CategoryName: s.Category,
		BuyerName:    s.Buyer,
		Submitted:    s.Submitted,
		At:           s.At.UTC(),
	}
}

func mountEarlier(b *httpkit.BFF, s *biddingsvc.Service) {
	route(b, http.MethodGet, "/bids/{bid_id}/earlier", "earlierAnswers", "What I answered and offered to the same in other bids",
		func(ctx context.Context, in *BidPath) (*httpkit.Body[Earlier], error) {
			got, err := s.Earlier(ctx, httpkit.Actor(ctx), in.BidID)
			return httpkit.JSON(Earlier{
				Answers: httpkit.Each(got.Answers, func(e biddingsvc.EarlierAnswer) EarlierAnswer {
					return EarlierAnswer{QuestionID: e.Question, Value: e.Value, Files: httpkit.Each(e.Files, fileOf), Source: sourceOf(e.Source)}
				}),
				Prices: httpkit.Each(got.Prices, func(e biddingsvc.EarlierPrice) EarlierPrice {
					return EarlierPrice{ItemID: e.Item, UnitPrice: e.UnitPrice.String(), Remarks: e.Remarks, Source: sourceOf(e.Source)}
				}),
			}, err)
		})
	route(b, http.MethodPost, "/bids/{bid_id}/earlier", "takeEarlier", "Take over what I have chosen of it",
		func(ctx context.Context, in *takeEarlierInput) (*httpkit.Body[Saved], error) {
			var t biddingsvc.Taking
			for _, x := range in.Body.Answers {
				t.Answers = append(t.Answers, biddingsvc.Taken{ID: x.QuestionID, Version: x.Version, From: x.FromBidID, Seen: x.FromVersion})
			}
			for _, x := range in.Body.Prices {
				t.Prices = append(t.Prices, biddingsvc.Taken{ID: x.ItemID, Version: x.Version, From: x.FromBidID, Seen: x.FromVersion})
			}
			got, err := s.TakeEarlier(ctx, httpkit.Actor(ctx), in.BidID, t)
			return httpkit.JSON(savedOf(got), err)
		})
}
