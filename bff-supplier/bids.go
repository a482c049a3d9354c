package bffsupplier

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	// BidRow is a bid in a list.
	BidRow struct {
		ID             uuid.UUID         `json:"id" format:"uuid"`
		CategoryID     uuid.UUID         `json:"category_id" format:"uuid"`
		Activity       sourcing.Activity `json:"activity"`
		CategoryName   string            `json:"category_name"`
		Reference      string            `json:"reference"`
		JobTitle       string            `json:"job_title"`
		BuyerName      string            `json:"buyer_name"`
		Status         bidding.Status    `json:"status"`
		CategoryStatus sourcing.Status   `json:"category_status"`
		ClosesAt       time.Time         `json:"closes_at"`
		Timezone       string            `json:"timezone"`
		Done           int               `json:"done" doc:"Mandatory answers and prices that are there"`
		Total          int               `json:"total" doc:"That must be there"`
		Percent        int               `json:"percent"`
		LastSavedAt    *time.Time        `json:"last_saved_at,omitempty"`
		Version        int32             `json:"version" doc:"Latest submitted version; 0 before the first"`
		Changed        bool              `json:"changed" doc:"Since that version, which stays the bid until it is submitted again"`
		Rank           *int32            `json:"rank,omitempty" doc:"Once the results are notified"`
		Outcome        *string           `json:"outcome,omitempty" enum:"pass,fail"`
	}
	// PaidRow is a category that was paid for and has no bid yet.
	PaidRow struct {
		CategoryID   uuid.UUID         `json:"category_id" format:"uuid"`
		Activity     sourcing.Activity `json:"activity"`
		CategoryName string            `json:"category_name"`
		Reference    string            `json:"reference"`
		JobTitle     string            `json:"job_title"`
		BuyerName    string            `json:"buyer_name"`
		ClosesAt     time.Time         `json:"closes_at"`
		Timezone     string            `json:"timezone"`
		Refused      string            `json:"refused,omitempty" doc:"Code of why I cannot take part now"`
	}
	// BidList is one page of bids.
	BidList struct {
		Items []BidRow  `json:"items"`
		Paid  []PaidRow `json:"paid" doc:"Paid for, open and not begun; with the first page of ongoing bids"`
		Next  string    `json:"next,omitempty"`
	}
	bidListInput struct {
		State      string              `query:"state" enum:"ongoing,closed,ranked" default:"ongoing"`
		Activities []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		ClosesFrom day.Day             `query:"closes_from"`
		ClosesTo   day.Day             `query:"closes_to"`
		Search     string              `query:"search" maxLength:"100"`
		After      string              `query:"after" maxLength:"200"`
		Limit      int                 `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// BidPath names a bid.
	BidPath struct {
		BidID uuid.UUID `path:"bid_id" format:"uuid"`
	}
	startInput struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	// Started names the bid of a category.
	Started struct {
		BidID uuid.UUID `json:"bid_id" format:"uuid"`
	}
	// MyBid is what a company has in a category.
	MyBid struct {
		Bid *Bid `json:"bid,omitempty" doc:"Absent before it takes part"`
	}
	saveInput struct {
		BidPath
		Body struct {
			Answers []struct {
				QuestionID uuid.UUID `json:"question_id" format:"uuid"`
				Value      string    `json:"value" maxLength:"40000" doc:"Empty takes the answer back; checkboxes: a JSON list of option ids"`
				Version    int64     `json:"version" minimum:"0" doc:"The version that this client has seen"`
			} `json:"answers,omitempty" maxItems:"1000"`
			Prices []struct {
				ItemID    uuid.UUID `json:"item_id" format:"uuid"`
				UnitPrice string    `json:"unit_price" maxLength:"40"`
				Remarks   string    `json:"remarks,omitempty" maxLength:"8000"`
				Version   int64     `json:"version" minimum:"0"`
			} `json:"prices,omitempty" maxItems:"1000"`
		}
	}
	// Saved is what a save left.
	Saved struct {
		SavedAt   time.Time        `json:"saved_at"`
		Versions  map[string]int64 `json:"versions" doc:"By question or item"`
		Conflicts []uuid.UUID      `json:"conflicts" doc:"Changed elsewhere meanwhile, not saved"`
		Progress  Progress         `json:"progress"`
	}
	// Progress is how complete a bid is.
	Progress struct {
		Done    int   `json:"done"`
		Total   int   `json:"total"`
		Percent int   `json:"percent"`
		Gaps    []Gap `json:"gaps"`
	}
	// Gap is one mandatory thing that is missing.
	Gap struct {
		SectionID  *uuid.UUID `json:"section_id,omitempty" format:"uuid"`
		QuestionID *uuid.UUID `json:"question_id,omitempty" format:"uuid"`
		ItemID     *uuid.UUID `json:"item_id,omitempty" format:"uuid"`
	}
	submitInput struct {
		BidPath
		Key string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true"`
	}
	// Receipt is a submission with its signed note.
	Receipt struct {
		SubmissionID uuid.UUID  `json:"submission_id" format:"uuid"`
		Version      int32      `json:"version"`
		ReceivedAt   time.Time  `json:"received_at" doc:"The database's clock, to the microsecond"`
		Note         string     `json:"note" doc:"Signed receipt; zabuni verify checks it offline"`
		SHA256       string     `json:"sha256" doc:"Of the note's bytes, as the audit log holds it"`
		WithdrawnAt  *time.Time `json:"withdrawn_at,omitempty"`
		SetAside     bool       `json:"set_aside" doc:"By an addendum that came after it: it does not count"`
	}
	acknowledgeInput struct {
		BidPath
		Body struct {
			Number int `json:"number" minimum:"1" doc:"Of the latest addendum, as it was read"`
		}
	}
	withdrawInput struct {
		BidPath
		Body struct {
			Reason string `json:"reason" maxLength:"4000"`
		}
	}
	// WithdrawalRow is one withdrawal.
	WithdrawalRow struct {
		ID           uuid.UUID  `json:"id" format:"uuid"`
		CategoryName string     `json:"category_name"`
		Reference    string     `json:"reference"`
		JobTitle     string     `json:"job_title"`
		Reason       string     `json:"reason"`
		At           time.Time  `json:"at"`
		ContactBy    time.Time  `json:"contact_by"`
		ContactedAt  *time.Time `json:"contacted_at,omitempty"`
		Timezone     string     `json:"timezone" doc:"IANA, of its moments"`
	}
	// WithdrawalList is one page of withdrawals.
	WithdrawalList struct {
		Items []WithdrawalRow `json:"items"`
		Next  string          `json:"next,omitempty"`
	}
	withdrawalsInput struct {
		WithdrawnFrom day.Day `query:"withdrawn_from"`
		WithdrawnTo   day.Day `query:"withdrawn_to"`
		Search        string  `query:"search" maxLength:"100"`
		After         string  `query:"after" maxLength:"200"`
		Limit         int     `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
)

// asSupplier is the guard of bids: which privilege depends on the bid's activity,
// so the use case asks for it.
var asSupplier = access.Only(access.Supplier)

// sealed is the same where drafts are read, which the support view never does.
var sealed = asSupplier.ToSupport(false)

func route[I, O any](b *httpkit.BFF, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	guard := asSupplier
	if method == http.MethodGet && path != "/bids" && path != "/withdrawals" {
		guard = sealed
	}
	httpkit.Route(b, guard, httpkit.Operation{ID: id, Method: method, Path: path, Tag: "bidding", Summary: summary}, use)
}

// findBids finds bids that can still be worked on, then those that have closed.
func findBids(s *biddingsvc.Service) find.Source {
	return find.Source{Guard: asSupplier, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		var rows []biddingsvc.BidRow
		for _, ongoing := range []bool{true, false} {
			got, err := s.Bids(ctx, a, biddingsvc.BidFilter{Ongoing: ongoing, Search: words}, "", limit)
			if err != nil {
				return nil, err
			}
			rows = append(rows, got.Items...)
		}
		return find.Each(rows, nil, func(r biddingsvc.BidRow) find.Hit {
			return find.Hit{
				Kind:      find.Bid,
				ID:        r.CategoryID,
				Activity:  r.Activity,
				Name:      r.CategoryName,
				Reference: r.Reference,
				Of:        r.JobTitle,
			}
		})
	}}
}

func mountBids(b *httpkit.BFF, s *biddingsvc.Service, entry *entrysvc.Service) {
	b.Offer(findBids(s))
	route(b, http.MethodGet, "/bids", "bids", "My bids",
		func(ctx context.Context, in *bidListInput) (*httpkit.Body[BidList], error) {
			got, err := s.Bids(ctx, httpkit.Actor(ctx), biddingsvc.BidFilter{
				Ongoing:    in.State == "ongoing",
				Ranked:     in.State == "ranked",
				Activities: in.Activities,
				Closes:     httpkit.Days(ctx, in.ClosesFrom, in.ClosesTo),
				Search:     in.Search,
			}, in.After, in.Limit)
			out := BidList{Items: make([]BidRow, len(got.Items)), Paid: []PaidRow{}, Next: got.Next}
			for i, r := range got.Items {
				out.Items[i] = BidRow{
					ID:             r.ID,
					CategoryID:     r.CategoryID,
					Activity:       sourcing.Activity(r.Activity),
					CategoryName:   r.CategoryName,
					Reference:      r.Reference,
					JobTitle:       r.JobTitle,
					BuyerName:      r.BuyerName,
					Status:         bidding.Status(bidding.Shown(bidding.Status(r.Status), r.CategoryStatus)),
					CategoryStatus: sourcing.Status(r.CategoryStatus),
					ClosesAt:       r.ClosesAt.UTC(),
					Timezone:       r.Timezone,
					Done:           int(r.Done),
					Total:          int(r.Total),
					Percent:        bidding.Percent(int(r.Done), int(r.Total)),
					LastSavedAt:    r.LastSavedAt,
					Version:        r.LatestVersion,
					Changed:        r.Changed,
					Rank:           r.Rank,
					Outcome:        r.Outcome,
				}
			}
			if err != nil || in.State != "ongoing" || in.After != "" || in.Search != "" {
				return httpkit.JSON(out, err)
			}
			paid, err := s.PaidNotBegun(ctx, httpkit.Actor(ctx), in.Activities...)
			if err != nil {
				return nil, err
			}
			ids := make([]uuid.UUID, len(paid))
			for i, r := range paid {
				ids[i] = r.ID
			}
			refused, err := entry.Refused(ctx, httpkit.Actor(ctx), ids...)
			for _, r := range paid {
				out.Paid = append(out.Paid, PaidRow{
					CategoryID:   r.ID,
					Activity:     sourcing.Activity(r.Activity),
					CategoryName: r.Name,
					Reference:    r.Reference,
					JobTitle:     r.JobTitle,
					BuyerName:    r.BuyerName,
					ClosesAt:     r.ClosesAt.UTC(),
					Timezone:     r.Timezone,
					Refused:      refused[r.ID],
				})
			}
			return httpkit.JSON(out, err)
		})
	route(b, http.MethodPost, "/categories/{category_id}/bid", "startBid", "Take part in a category; the same bid at every call",
		func(ctx context.Context, in *startInput) (*httpkit.Body[Started], error) {
			id, err := s.Start(ctx, httpkit.Actor(ctx), in.CategoryID)
			return httpkit.JSON(Started{id}, err)
		})
	route(b, http.MethodGet, "/categories/{category_id}/bid", "bidIn", "My bid in a category, with its draft",
		func(ctx context.Context, in *startInput) (*httpkit.Body[MyBid], error) {
			got, err := s.BidIn(ctx, httpkit.Actor(ctx), in.CategoryID)
			if err != nil || got == nil {
				return httpkit.JSON(MyBid{}, err)
			}
			own := bidOf(*got)
			return httpkit.JSON(MyBid{&own}, nil)
		})
	route(b, http.MethodPatch, "/bids/{bid_id}/draft", "saveDraft", "Save what changed in a draft",
		func(ctx context.Context, in *saveInput) (*httpkit.Body[Saved], error) {
			var c biddingsvc.Changes
			for _, a := range in.Body.Answers {
				c.Answers = append(c.Answers, biddingsvc.Answer{Question: a.QuestionID, Value: a.Value, Version: a.Version})
			}
			for _, p := range in.Body.Prices {
				c.Prices = append(c.Prices, biddingsvc.Price{Item: p.ItemID, UnitPrice: p.UnitPrice, Remarks: p.Remarks, Version: p.Version})
			}
			got, err := s.Save(ctx, httpkit.Actor(ctx), in.BidID, c)
			return httpkit.JSON(savedOf(got), err)
		})
	route(b, http.MethodPost, "/bids/{bid_id}/submit", "submitBid", "Submit the draft as it is",
		func(ctx context.Context, in *submitInput) (*httpkit.Body[Receipt], error) {
			got, err := s.Submit(ctx, httpkit.Actor(ctx), in.BidID, in.Key)
			return httpkit.JSON(receiptOf(got), err)
		})
	route(b, http.MethodPost, "/bids/{bid_id}/acknowledge", "acknowledgeAddenda", "Say that the addenda of the category were read; nothing is submitted before",
		func(ctx context.Context, in *acknowledgeInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Acknowledge(ctx, httpkit.Actor(ctx), in.BidID, in.Body.Number))
		})
	route(b, http.MethodPost, "/bids/{bid_id}/withdraw", "withdrawBid", "Withdraw a submitted bid, with a reason",
		func(ctx context.Context, in *withdrawInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.Withdraw(ctx, httpkit.Actor(ctx), in.BidID, in.Body.Reason)
		})
	route(b, http.MethodGet, "/withdrawals", "withdrawals", "My withdrawals",
		func(ctx context.Context, in *withdrawalsInput) (*httpkit.Body[WithdrawalList], error) {
			got, err := s.Withdrawals(ctx, httpkit.Actor(ctx), biddingsvc.WithdrawalFilter{
				Withdrawn: httpkit.Days(ctx, in.WithdrawnFrom, in.WithdrawnTo),
				Search:    in.Search,
			}, in.After, in.Limit)
			out := WithdrawalList{Items: make([]WithdrawalRow, len(got.Items)), Next: got.Next}
			for i, r := range got.Items {
				out.Items[i] = WithdrawalRow{
					ID:           r.ID,
					CategoryName: r.CategoryName,
					Reference:    r.Reference,
					JobTitle:     r.JobTitle,
					Reason:       r.Reason,
					At:           r.At.UTC(),
					ContactBy:    r.ContactBy.UTC(),
					ContactedAt:  r.ContactedAt,
					Timezone:     r.Timezone,
				}
			}
			return httpkit.JSON(out, err)
		})
	mountBid(b, s)
	mountPapers(b, s)
	mountFiles(b, s)
	mountEarlier(b, s)
	mountProfilePapers(b, s)
}

func savedOf(s biddingsvc.Saved) Saved {
	out := Saved{SavedAt: s.At.UTC(), Versions: map[string]int64{}, Conflicts: s.Conflicts, Progress: progressOf(s.Progress)}
	for id, v := range s.Versions {
		out.Versions[id.String()] = v
	}
	if out.Conflicts == nil {
		out.Conflicts = []uuid.UUID{}
	}
	return out
}

func progressOf(p bidding.Progress) Progress {
	out := Progress{Done: p.Done, Total: p.Total, Percent: p.Percent, Gaps: make([]Gap, len(p.Gaps))}
	for i, g := range p.Gaps {
		out.Gaps[i] = Gap{SectionID: httpkit.OrNil(g.Section), QuestionID: httpkit.OrNil(g.Question), ItemID: httpkit.OrNil(g.Item)}
	}
	return out
}

func receiptOf(s biddingsvc.Submission) Receipt {
	hash := sha256.Sum256([]byte(s.Receipt))
	return Receipt{
		SubmissionID: s.ID,
		Version:      s.Version,
		ReceivedAt:   s.ReceivedAt.UTC(),
		Note:         s.Receipt,
		SHA256:       hex.EncodeToString(hash[:]),
		WithdrawnAt:  s.WithdrawnAt,
		SetAside:     s.SetAside,
	}
}

func decimal(d *money.Decimal) *string {
	if d == nil {
		return nil
	}
	s := d.String()
	return &s
}
