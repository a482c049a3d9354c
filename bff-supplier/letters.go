package bffsupplier

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/awardhttp"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	letterListInput struct {
		Kinds      []award.Kind `query:"kind,explode" maxItems:"20"`
		IssuedFrom day.Day      `query:"issued_from"`
		IssuedTo   day.Day      `query:"issued_to"`
		Search     string       `query:"search" maxLength:"100"`
		After      string       `query:"after" maxLength:"200"`
		Limit      int          `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// MyLetterRow is a letter in the supplier's list.
	MyLetterRow struct {
		ID           uuid.UUID         `json:"id" format:"uuid"`
		Kind         award.Kind        `json:"kind"`
		Reference    string            `json:"reference"`
		Subject      string            `json:"subject"`
		BuyerName    string            `json:"buyer_name"`
		JobTitle     string            `json:"job_title"`
		CategoryName string            `json:"category_name"`
		Activity     sourcing.Activity `json:"activity"`
		IssuedAt     time.Time         `json:"issued_at"`
		ReadAt       *time.Time        `json:"read_at,omitempty"`
		Timezone     string            `json:"timezone" doc:"IANA, of its moments"`
	}
	// MyLetters is one page of them.
	MyLetters struct {
		Items  []MyLetterRow `json:"items"`
		Next   string        `json:"next,omitempty"`
		Unread int           `json:"unread"`
	}
	letterPath struct {
		LetterID uuid.UUID `path:"letter_id" format:"uuid"`
	}
	// BidResult is how a bid came out: its own figures, and the winner's name and price.
	BidResult struct {
		BidID          uuid.UUID         `json:"bid_id" format:"uuid"`
		CategoryID     uuid.UUID         `json:"category_id" format:"uuid"`
		CategoryName   string            `json:"category_name"`
		Reference      string            `json:"reference"`
		Activity       sourcing.Activity `json:"activity"`
		Outcome        string            `json:"outcome" enum:"winner,qualified,regret"`
		Currency       string            `json:"currency"`
		PassMark       money.Quantity    `json:"pass_mark"`
		Technical      *money.Quantity   `json:"technical,omitempty"`
		TechnicalPass  bool              `json:"technical_pass"`
		Price          *money.Decimal    `json:"price,omitempty"`
		Financial      *money.Quantity   `json:"financial,omitempty"`
		Combined       *money.Quantity   `json:"combined,omitempty"`
		Rank           *int32            `json:"rank,omitempty"`
		Bids           int64             `json:"bids"`
		Winner         *string           `json:"winner,omitempty"`
		AwardAmount    *money.Decimal    `json:"award_amount,omitempty" doc:"Of the whole award"`
		DecidedAt      time.Time         `json:"decided_at"`
		StandstillEnds time.Time         `json:"standstill_ends"`
		LetterID       *uuid.UUID        `json:"letter_id,omitempty" format:"uuid"`
		Items          []WonItem         `json:"items" doc:"That I won, where each item is decided by itself"`
	}
	// WonItem is an item that a bid won, with what it comes to.
	WonItem struct {
		Number      string        `json:"number"`
		Description string        `json:"description"`
		Amount      money.Decimal `json:"amount"`
	}
)

func mountLetters(b *httpkit.BFF, s *awardsvc.Service) {
	op := func(path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: http.MethodGet, Path: path, Tag: "award", Summary: summary}
	}
	b.Offer(find.Source{Guard: asSupplier, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		rows, _, err := s.MyLetters(ctx, a, awardsvc.LetterFilter{Search: words}, "", limit)
		return find.Each(rows.Items, err, func(l awardsvc.ReceivedLetter) find.Hit {
			return find.Hit{
				Kind:      find.Letter,
				ID:        l.ID,
				Activity:  l.Activity,
				Name:      l.Subject,
				Reference: l.Reference,
				Of:        l.BuyerName,
			}
		})
	}})
	httpkit.Route(b, asSupplier, op("/letters", "myLetters", "Letters to my company, newest first"),
		func(ctx context.Context, in *letterListInput) (*httpkit.Body[MyLetters], error) {
			page, unread, err := s.MyLetters(ctx, httpkit.Actor(ctx), awardsvc.LetterFilter{
				Kinds:  in.Kinds,
				Issued: httpkit.Days(ctx, in.IssuedFrom, in.IssuedTo),
				Search: in.Search,
			}, in.After, in.Limit)
			out := MyLetters{Items: make([]MyLetterRow, len(page.Items)), Next: page.Next, Unread: unread}
			for i, r := range page.Items {
				out.Items[i] = MyLetterRow{
					ID:           r.ID,
					Kind:         award.Kind(r.Kind),
					Reference:    r.Reference,
					Subject:      r.Subject,
					BuyerName:    r.BuyerName,
					JobTitle:     r.JobTitle,
					CategoryName: r.CategoryName,
					Activity:     sourcing.Activity(r.Activity),
					IssuedAt:     r.IssuedAt.UTC(),
					ReadAt:       r.ReadAt,
					Timezone:     r.Timezone,
				}
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, sealed, op("/letters/{letter_id}", "myLetter", "A letter to my company; the first look is noted"),
		func(ctx context.Context, in *letterPath) (*httpkit.Body[awardhttp.IssuedLetter], error) {
			l, err := s.MyLetter(ctx, httpkit.Actor(ctx), in.LetterID)
			return httpkit.JSON(awardhttp.ToLetter(l), err)
		})
	httpkit.Route(b, sealed, op("/letters/{letter_id}/pdf", "myLetterPDF", "The document of a letter to my company"),
		func(ctx context.Context, in *letterPath) (*httpkit.Download, error) {
			name, data, err := s.MyLetterPDF(ctx, httpkit.Actor(ctx), in.LetterID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/pdf", data), nil
		})
	httpkit.Route(b, asSupplier, op("/bids/{bid_id}/result", "bidResult", "How my bid came out, once the letters are issued"),
		func(ctx context.Context, in *BidPath) (*httpkit.Body[BidResult], error) {
			r, err := s.MyResult(ctx, httpkit.Actor(ctx), in.BidID)
			out := BidResult{
				BidID:          r.BidID,
				CategoryID:     r.CategoryID,
				CategoryName:   r.CategoryName,
				Reference:      r.Reference,
				Activity:       sourcing.Activity(r.Activity),
				Outcome:        r.Outcome,
				Currency:       r.Currency,
				PassMark:       r.PassMark,
				Technical:      r.Technical,
				TechnicalPass:  r.TechnicalPass,
				Price:          r.Price,
				Financial:      r.FinancialScore,
				Combined:       r.Combined,
				Rank:           r.Rank,
				Bids:           r.Bids,
				DecidedAt:      r.DecidedAt.UTC(),
				StandstillEnds: r.StandstillEnds.UTC(),
				LetterID:       r.LetterID,
				Items:          make([]WonItem, len(r.Items)),
			}
			for i, item := range r.Items {
				out.Items[i] = WonItem{Number: item.Number, Description: item.Description, Amount: *item.Amount}
			}
			if r.Winner != "" {
				out.Winner, out.AwardAmount = &r.Winner, &r.AwardAmount
			}
			return httpkit.JSON(out, err)
		})
}
