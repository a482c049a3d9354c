package bffsupplier

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionhttp"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// SeenAuction is an auction in which my company may take part, or has.
	SeenAuction struct {
		ID        uuid.UUID         `json:"id" format:"uuid"`
		JobID     uuid.UUID         `json:"job_id" format:"uuid"`
		BuyerID   uuid.UUID         `json:"buyer_id" format:"uuid"`
		BuyerName string            `json:"buyer_name"`
		Activity  sourcing.Activity `json:"activity"`
		Reference string            `json:"reference"`
		Title     string            `json:"title"`
		Timezone  string            `json:"timezone"`
		Currency  money.Currency    `json:"currency"`
		Asks      bool              `json:"asks" doc:"It has a technical part"`
		Answering bool              `json:"answering" doc:"That can be answered now"`
		Answered  bool              `json:"answered"`
		Passed    *bool             `json:"passed,omitempty"`
		ClosesAt  time.Time         `json:"closes_at" doc:"Of the technical part"`
		StartsAt  time.Time         `json:"starts_at"`
		EndsAt    time.Time         `json:"ends_at"`
		Phase     auction.Phase     `json:"phase"`
		Invited   bool              `json:"invited"`
		Joined    bool              `json:"joined"`
		Blocked   bool              `json:"blocked"`
	}
	// SeenAuctions is one page of them, the last to start first.
	SeenAuctions struct {
		Items []SeenAuction `json:"items"`
		Next  string        `json:"next"`
	}
	// AuctionRoom is an auction as my company sees it.
	AuctionRoom struct {
		ID        uuid.UUID                `json:"id" format:"uuid"`
		JobID     uuid.UUID                `json:"job_id" format:"uuid"`
		BuyerID   uuid.UUID                `json:"buyer_id" format:"uuid"`
		Activity  sourcing.Activity        `json:"activity"`
		Reference string                   `json:"reference"`
		Title     string                   `json:"title"`
		Timezone  string                   `json:"timezone"`
		Best      sourcing.Direction       `json:"best_price"`
		Currency  money.Currency           `json:"currency"`
		Asks      bool                     `json:"asks" doc:"It has a technical part"`
		Joined    bool                     `json:"joined"`
		Alias     int                      `json:"alias,omitempty"`
		Blocked   bool                     `json:"blocked"`
		Refused   string                   `json:"refused,omitempty" doc:"Code of why my company may not bid"`
		Rules     auctionhttp.AuctionRules `json:"rules"`
		Reserve   *money.Decimal           `json:"reserve,omitempty" doc:"Once the result is told"`
		Salt      string                   `json:"reserve_salt,omitempty" doc:"With which the commitment of the rules is computed again: docs/formats.md 10"`
		View      auctionhttp.AuctionView  `json:"view"`
	}
	placeBidInput struct {
		sourcinghttp.CategoryPath
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true"`
		Body struct {
			Amount    money.Decimal `json:"amount"`
			Confirmed bool          `json:"confirmed,omitempty" doc:"That it goes further than usual"`
		}
	}
	// PlacedBid is what became of a bid that stands.
	PlacedBid struct {
		Amount money.Decimal           `json:"amount"`
		At     time.Time               `json:"at"`
		View   auctionhttp.AuctionView `json:"view" doc:"The room as the bid left it, without its lines"`
	}
)

func mountAuctions(b *httpkit.BFF, s *auctionsvc.Service) {
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "auctions", Summary: summary}
	}
	reads, bids := access.Only(access.Supplier), access.Only(access.Supplier, access.SubmitBid)
	httpkit.Route(b, reads, op(http.MethodGet, "/auctions", "auctions", "Auctions of a kind that my company may see"),
		func(ctx context.Context, in *auctionhttp.ListQuery) (*httpkit.Body[SeenAuctions], error) {
			rows, err := s.Seen(ctx, httpkit.Actor(ctx), in.Filter(ctx), in.After, in.Limit)
			return httpkit.JSON(SeenAuctions{Items: httpkit.Each(rows.Items, seenAuction), Next: rows.Next}, err)
		})
	httpkit.Route(b, reads, op(http.MethodGet, "/auctions/{category_id}", "auctionRoom", "An auction as my company sees it"),
		func(ctx context.Context, in *sourcinghttp.CategoryPath) (*httpkit.Body[AuctionRoom], error) {
			r, err := s.Room(ctx, httpkit.Actor(ctx), in.CategoryID)
			return httpkit.JSON(auctionRoom(r), err)
		})
	httpkit.Route(b, bids, op(http.MethodPost, "/auctions/{category_id}/join", "joinAuction", "Enter the room of an auction"),
		func(ctx context.Context, in *sourcinghttp.CategoryPath) (*httpkit.Empty, error) {
			return httpkit.Done(s.Join(ctx, httpkit.Actor(ctx), in.CategoryID))
		})
	httpkit.Route(b, bids, op(http.MethodPost, "/auctions/{category_id}/bids", "placeBid", "Bid; the same key is the same bid"),
		func(ctx context.Context, in *placeBidInput) (*httpkit.Body[PlacedBid], error) {
			p, err := s.Place(ctx, httpkit.Actor(ctx), in.CategoryID, in.Body.Amount, in.Body.Confirmed, in.Key)
			return httpkit.JSON(placedBid(p), err)
		})
	auctionhttp.MountPaper(b, s, reads)
}

// mountPractice registers the room in which one bids alone, against robots.
func mountPractice(b *httpkit.BFF, s *auctionsvc.Service) {
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "auctions", Summary: summary}
	}
	reads, bids := access.Only(access.Supplier), access.Only(access.Supplier, access.SubmitBid)
	httpkit.Route(b, reads, op(http.MethodGet, "/auctions/{category_id}/practice", "practiceRoom", "A room against robots, for the actor alone"),
		func(ctx context.Context, in *sourcinghttp.CategoryPath) (*httpkit.Body[AuctionRoom], error) {
			r, err := s.Practice(ctx, httpkit.Actor(ctx), in.CategoryID)
			return httpkit.JSON(auctionRoom(r), err)
		})
	httpkit.Route(b, bids, op(http.MethodPost, "/auctions/{category_id}/practice", "beginPractice", "Begin to practise, or do anew"),
		func(ctx context.Context, in *sourcinghttp.CategoryPath) (*httpkit.Empty, error) {
			return httpkit.Done(s.BeginPractice(ctx, httpkit.Actor(ctx), in.CategoryID))
		})
	httpkit.Route(b, bids, op(http.MethodPost, "/auctions/{category_id}/practice/bids", "placePracticeBid", "Bid in a practice; the same key is the same bid"),
		func(ctx context.Context, in *placeBidInput) (*httpkit.Body[PlacedBid], error) {
			p, err := s.PlaceInPractice(ctx, httpkit.Actor(ctx), in.CategoryID, in.Body.Amount, in.Body.Confirmed, in.Key)
			return httpkit.JSON(placedBid(p), err)
		})
}

func seenAuction(r auctionsvc.SeenRow) SeenAuction {
	without, _ := sourcing.StepsOf(r.Without)
	c := sourcing.Category{Activity: sourcing.Activity(r.Activity), Without: without}
	asks := c.Policy().Has(sourcing.Criteria)
	return SeenAuction{
		ID:        r.CategoryID,
		JobID:     r.JobID,
		BuyerID:   r.BuyerID,
		BuyerName: r.BuyerName,
		Activity:  c.Activity,
		Reference: r.Reference,
		Title:     r.Title,
		Timezone:  r.Timezone,
		Currency:  money.Currency(r.Currency),
		Asks:      asks,
		Answering: asks && r.CategoryStatus == string(sourcing.Open),
		Answered:  r.Answered,
		Passed:    r.Passed,
		ClosesAt:  r.ClosesAt.UTC(),
		StartsAt:  r.StartsAt.UTC(),
		EndsAt:    r.EndsAt.UTC(),
		Phase:     auction.Phase(r.Phase),
		Invited:   r.Invited,
		Joined:    r.Joined,
		Blocked:   r.Blocked,
	}
}

func auctionRoom(r auctionsvc.Room) AuctionRoom {
	out := AuctionRoom{
		ID:        r.ID,
		JobID:     r.Category.Job,
		BuyerID:   r.Buyer,
		Activity:  r.Activity,
		Reference: r.Reference,
		Title:     r.Job.Title,
		Timezone:  r.Job.Timezone,
		Best:      r.Auction.Best,
		Currency:  r.Auction.Currency,
		Asks:      r.Policy().Has(sourcing.Criteria),
		Joined:    r.Joined,
		Alias:     r.Alias,
		Blocked:   r.Blocked,
		Refused:   auctionhttp.CodeOf(r.May),
		Rules:     auctionhttp.RulesOf(r.Auction),
		View:      auctionhttp.ViewOf(r.View, r.Now, r.Aliases),
	}
	if r.Category.Status.Told() && r.Auction.Reserve != nil {
		out.Reserve, out.Salt = r.Auction.Reserve, hex.EncodeToString(r.Auction.Salt)
	}
	return out
}

func placedBid(p auctionsvc.Placed) PlacedBid {
	out := PlacedBid{At: p.Event.At, View: auctionhttp.ViewOf(p.View, p.Now, nil)}
	if p.Event.Amount != nil {
		out.Amount = *p.Event.Amount
	}
	return out
}
