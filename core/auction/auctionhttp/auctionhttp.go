package auctionhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// ListQuery narrows a list of auctions of one kind.
	ListQuery struct {
		sourcinghttp.PageQuery
		Kind       Kind            `query:"activity" required:"true"`
		Phases     []auction.Phase `query:"phase,explode" maxItems:"10"`
		StartsFrom day.Day         `query:"starts_from"`
		StartsTo   day.Day         `query:"starts_to"`
		Search     string          `query:"search" maxLength:"100"`
	}
	hostQuery struct {
		sourcinghttp.ForBuyer
		ListQuery
		Visibilities []auction.Visibility `query:"visibility,explode" maxItems:"10"`
		Departments  []uuid.UUID          `query:"department,explode" maxItems:"50"`
	}
	createAuctionInput struct {
		sourcinghttp.ForBuyer
		Body struct {
			Activity Kind `json:"activity"`
			AuctionForm
		}
	}
	updateAuctionInput struct {
		sourcinghttp.CategoryPath
		Body struct {
			AuctionForm
			Version int `json:"version" doc:"Of its category"`
		}
	}
	conductAuctionInput struct {
		sourcinghttp.CategoryPath
		Body struct {
			Act        auctionsvc.Act `json:"act"`
			Reason     string         `json:"reason" doc:"Who takes part reads it"`
			Seen       int64          `json:"seen,omitempty" doc:"The last event on the host's screen, for what settles something"`
			EndsAt     *time.Time     `json:"ends_at,omitempty"`
			Seq        *int64         `json:"seq,omitempty" doc:"Of the bid"`
			SupplierID *uuid.UUID     `json:"supplier_id,omitempty" format:"uuid"`
		}
	}
)

type (
	enterBidInput struct {
		sourcinghttp.CategoryPath
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true"`
		Body struct {
			SupplierID uuid.UUID     `json:"supplier_id" format:"uuid"`
			Amount     money.Decimal `json:"amount"`
			Confirmed  bool          `json:"confirmed,omitempty" doc:"That it goes further than usual"`
			Reason     string        `json:"reason" doc:"Who takes part and sees the bid as one from paper reads it"`
			PaperName  string        `json:"paper_name" doc:"As the scan is called"`
			Paper      []byte        `json:"scan" doc:"The scan, required"`
		}
	}
	// PaperPath names the scan of a bid that was entered from it.
	PaperPath struct {
		sourcinghttp.CategoryPath
		PaperID uuid.UUID `path:"paper_id" format:"uuid"`
	}
)

// maxPaper is a body with a scan of which no more is read: a third more than the file itself.
const maxPaper = 28 << 20

// Filter is a query of a list as the use case takes it.
func (q ListQuery) Filter(ctx context.Context) auctionsvc.Filter {
	return auctionsvc.Filter{
		Activity: sourcing.Activity(q.Kind),
		Phases:   q.Phases,
		Starts:   httpkit.Days(ctx, q.StartsFrom, q.StartsTo),
		Search:   q.Search,
	}
}

// Mount registers the operations of those who write and conduct auctions.
func Mount(b *httpkit.BFF, s *auctionsvc.Service, src *sourcingsvc.Service, desk sourcinghttp.Desk) {
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "auctions", Summary: summary, Status: httpkit.Created(method, id)}
	}
	reads, hosts := access.Sees(desk.Type, access.Work), sourcing.Guard(desk.Type, sourcing.ToHost)
	httpkit.Route(b, reads, op(http.MethodGet, "/auctions", "auctions", "Auctions of a kind, the last to start first"),
		func(ctx context.Context, in *hostQuery) (*httpkit.Body[AuctionRows], error) {
			a := httpkit.Actor(ctx)
			owner, err := desk.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			filter := in.Filter(ctx)
			filter.Visibilities, filter.Departments = in.Visibilities, in.Departments
			rows, err := s.Auctions(ctx, a, owner, filter, in.After, in.Limit)
			return httpkit.JSON(AuctionRows{Items: httpkit.Each(rows.Items, rowOf), Next: rows.Next}, err)
		})
	httpkit.Route(b, hosts, op(http.MethodPost, "/auctions", "createAuction", "Draft an auction: its job, its category and its rules"),
		func(ctx context.Context, in *createAuctionInput) (*httpkit.Body[sourcinghttp.Made], error) {
			a := httpkit.Actor(ctx)
			owner, err := desk.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			id, err := s.Create(ctx, a, owner, in.Body.domain(in.Body.Activity))
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(b, reads, op(http.MethodGet, "/auctions/{category_id}", "auction", "An auction as its host looks at it"),
		func(ctx context.Context, in *sourcinghttp.CategoryPath) (*httpkit.Body[Auction], error) {
			a := httpkit.Actor(ctx)
			owner, err := src.OwnerOfCategory(ctx, a, in.CategoryID)
			if err != nil {
				return nil, err
			}
			d, err := s.Desk(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(deskOf(d), err)
		})
	httpkit.Route(b, hosts, op(http.MethodGet, "/auctions/{category_id}/log", "auctionLog", "The signed log of a closed room, in aliases: docs/formats.md 10"),
		func(ctx context.Context, in *sourcinghttp.CategoryPath) (*httpkit.Download, error) {
			a := httpkit.Actor(ctx)
			owner, err := src.OwnerOfCategory(ctx, a, in.CategoryID)
			if err != nil {
				return nil, err
			}
			data, err := s.Log(ctx, a, owner, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach("auction-log.jsonl", "application/x-ndjson", data), nil
		})
	httpkit.Route(b, hosts, op(http.MethodPut, "/auctions/{category_id}", "updateAuction", "Change an unpublished auction"),
		func(ctx context.Context, in *updateAuctionInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			owner, err := src.OwnerOfCategory(ctx, a, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Update(ctx, a, owner, in.CategoryID, in.Body.Version, in.Body.domain("")))
		})
	httpkit.Route(b, hosts, op(http.MethodPost, "/auctions/{category_id}/conduct", "conductAuction", "Do something in the room, with a reason"),
		func(ctx context.Context, in *conductAuctionInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			owner, err := src.OwnerOfCategory(ctx, a, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Conduct(ctx, a, owner, in.CategoryID, auctionsvc.Deed{
				Act:      in.Body.Act,
				Reason:   in.Body.Reason,
				Seen:     in.Body.Seen,
				EndsAt:   in.Body.EndsAt,
				Bid:      in.Body.Seq,
				Supplier: in.Body.SupplierID,
			}))
		})
	enter := op(http.MethodPost, "/auctions/{category_id}/paper-bids", "enterPaperBid", "Bid for a supplier from a paper; the same key is the same bid")
	enter.MaxBody = maxPaper
	httpkit.Route(b, hosts, enter, func(ctx context.Context, in *enterBidInput) (*httpkit.Empty, error) {
		a := httpkit.Actor(ctx)
		owner, err := src.OwnerOfCategory(ctx, a, in.CategoryID)
		if err != nil {
			return nil, err
		}
		return httpkit.Done(s.Enter(ctx, a, owner, in.CategoryID, auctionsvc.PaperBid{
			Supplier:  in.Body.SupplierID,
			Amount:    in.Body.Amount,
			Reason:    in.Body.Reason,
			Confirmed: in.Body.Confirmed,
			Name:      in.Body.PaperName,
			Paper:     in.Body.Paper,
			Key:       in.Key,
		}))
	})
	MountPaper(b, s, hosts)
}

// MountPaper registers how a scan is read by whom it is for: its host, and whose bid was entered from it.
func MountPaper(b *httpkit.BFF, s *auctionsvc.Service, reads access.Guard) {
	op := httpkit.Operation{
		ID:      "auctionPaper",
		Method:  http.MethodGet,
		Path:    "/auctions/{category_id}/papers/{paper_id}",
		Tag:     "auctions",
		Summary: "The scan that a bid was entered from",
	}
	httpkit.Route(b, reads, op, func(ctx context.Context, in *PaperPath) (*httpkit.Download, error) {
		return sourcinghttp.AttachmentFile(s.Paper(ctx, httpkit.Actor(ctx), in.CategoryID, in.PaperID))
	})
}
