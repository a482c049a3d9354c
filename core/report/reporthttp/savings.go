package reporthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

type (
	// SavingRow is an award against one baseline.
	SavingRow struct {
		CategoryID uuid.UUID             `json:"category_id" format:"uuid"`
		JobID      uuid.UUID             `json:"job_id" format:"uuid"`
		Activity   sourcing.Activity     `json:"activity"`
		Name       string                `json:"name"`
		Reference  string                `json:"reference"`
		JobTitle   string                `json:"job_title"`
		TypeName   string                `json:"type_name" doc:"Kind of supply"`
		Department string                `json:"department" doc:"For whose needs; empty: nobody has said"`
		Timezone   string                `json:"timezone"`
		Winner     string                `json:"winner"`
		AwardedAt  time.Time             `json:"awarded_at"`
		Sold       bool                  `json:"sold" doc:"What is sold saves by a higher price"`
		Currency   money.Currency        `json:"currency"`
		Awarded    money.Decimal         `json:"awarded"`
		Baseline   *money.Decimal        `json:"baseline,omitempty" doc:"Absent: there is none, which is not zero"`
		Saved      *money.Decimal        `json:"saved,omitempty" doc:"Below zero where the award was worse than its baseline"`
		PerCent    *money.Decimal        `json:"per_cent,omitempty" doc:"Of the baseline, rounded once to two digits"`
		Missing    evaluation.NoBaseline `json:"missing,omitempty" doc:"Why there is no baseline"`
		Contracted *money.Decimal        `json:"contracted,omitempty" doc:"What its contracts are worth now, from their approval on; absent while there is none"`
	}
	// SavingTotal is what was saved in one currency, bought or sold. What has no baseline
	// is counted, and no part of the sums.
	SavingTotal struct {
		Currency money.Currency `json:"currency"`
		Sold     bool           `json:"sold"`
		Awards   int64          `json:"awards"`
		Compared int64          `json:"compared" doc:"Awards with a baseline"`
		Awarded  money.Decimal  `json:"awarded"`
		Baseline money.Decimal  `json:"baseline"`
		Saved    money.Decimal  `json:"saved"`
		PerCent  *money.Decimal `json:"per_cent,omitempty"`
	}
	// SavingType is a kind of supply that something was awarded of.
	SavingType struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
	}
	// SavingDepartment is for whose needs something was awarded.
	SavingDepartment struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
	}
	// Savings is one page of awards against one baseline.
	Savings struct {
		Items       []SavingRow        `json:"items"`
		Next        string             `json:"next,omitempty"`
		Totals      []SavingTotal      `json:"totals"`
		Years       []int32            `json:"years" doc:"In which something was awarded, the last first"`
		Types       []SavingType       `json:"types"`
		Departments []SavingDepartment `json:"departments"`
		Opens       bool               `json:"opens" doc:"Whether the person may see what the figures came from"`
	}
	// SavingsOf is the same of a buyer, with its name.
	SavingsOf struct {
		Savings
		Buyer string `json:"buyer"`
	}
	// SavingsBuyer is a buyer with what it saved.
	SavingsBuyer struct {
		ID      uuid.UUID     `json:"id" format:"uuid"`
		Name    string        `json:"name"`
		Country string        `json:"country"`
		Awards  int64         `json:"awards"`
		Totals  []SavingTotal `json:"totals"`
	}
	// SavingsBuyers is one page of them.
	SavingsBuyers struct {
		Items []SavingsBuyer `json:"items"`
		Next  string         `json:"next,omitempty"`
	}
	// SavingSource is a row that a baseline came from.
	SavingSource struct {
		Supplier     string          `json:"supplier"`
		ItemNumber   string          `json:"item_number"`
		Item         string          `json:"item"`
		Unit         string          `json:"unit"`
		Quantity     *money.Quantity `json:"quantity,omitempty"`
		UnitPrice    *money.Decimal  `json:"unit_price,omitempty"`
		Amount       money.Decimal   `json:"amount"`
		Bid          *int64          `json:"bid,omitempty" doc:"Number of a bid in its room"`
		At           *time.Time      `json:"at,omitempty"`
		CategoryID   *uuid.UUID      `json:"category_id,omitempty" format:"uuid" doc:"Where an item was paid for before; absent where it is not open to the person"`
		Reference    string          `json:"reference"`
		CategoryName string          `json:"category_name"`
	}
	// BaselineEvidence is an award against one of its baselines, with what that came from.
	BaselineEvidence struct {
		Kind     evaluation.Baseline   `json:"kind"`
		Baseline *money.Decimal        `json:"baseline,omitempty"`
		Saved    *money.Decimal        `json:"saved,omitempty"`
		PerCent  *money.Decimal        `json:"per_cent,omitempty"`
		Missing  evaluation.NoBaseline `json:"missing,omitempty"`
		Sources  []SavingSource        `json:"sources"`
	}
	// SavingEvidence is an award against all of its baselines.
	SavingEvidence struct {
		JobID     uuid.UUID          `json:"job_id" format:"uuid"`
		Activity  sourcing.Activity  `json:"activity"`
		Name      string             `json:"name"`
		Reference string             `json:"reference"`
		JobTitle  string             `json:"job_title"`
		Timezone  string             `json:"timezone"`
		AwardedAt time.Time          `json:"awarded_at"`
		Sold      bool               `json:"sold"`
		Currency  money.Currency     `json:"currency"`
		Awarded   money.Decimal      `json:"awarded"`
		Baselines []BaselineEvidence `json:"baselines"`
	}
	// SavingsQuery narrows savings. Parts of an input are exported: Huma passes others over.
	SavingsQuery struct {
		Baseline     evaluation.Baseline `query:"baseline" default:"estimate" doc:"Figures of two are never mixed"`
		Year         int                 `query:"year" minimum:"0" maximum:"2200" doc:"0: all"`
		Activities   []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		CategoryType uuid.UUID           `query:"category_type" format:"uuid"`
		Department   uuid.UUID           `query:"department" format:"uuid"`
		Search       string              `query:"search" maxLength:"100"`
	}
	// SavingsInput is a page of savings.
	SavingsInput struct {
		PageQuery
		SavingsQuery
	}
	savingsOfInput struct {
		SavingsInput
		BuyerID uuid.UUID `path:"buyer_id" format:"uuid"`
	}
	savingBuyersInput struct {
		PageQuery
		Baseline evaluation.Baseline `query:"baseline" default:"estimate"`
		Search   string              `query:"search" maxLength:"100"`
	}
	evidenceInput struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	// ExportSavingsInput is savings as a workbook.
	ExportSavingsInput struct {
		SavingsQuery
		Language locale.Language `query:"language" default:"en"`
	}
	exportSavingsOfInput struct {
		ExportSavingsInput
		BuyerID uuid.UUID `path:"buyer_id" format:"uuid"`
	}
)

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

func savingsOp(method, path, id, summary string) httpkit.Operation {
	return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "savings", Summary: summary}
}

func (in SavingsQuery) filter() reportsvc.SavingFilter {
	return reportsvc.SavingFilter{
		Baseline:   in.Baseline,
		Year:       in.Year,
		Activities: in.Activities,
		Type:       httpkit.OrNil(in.CategoryType),
		Department: httpkit.OrNil(in.Department),
		Search:     in.Search,
	}
}

// MountSavings registers what a buyer saved by its awards.
func MountSavings(b *httpkit.BFF, s *reportsvc.Service) {
	guard := access.Only(access.Buyer)
	httpkit.Route(b, guard, savingsOp(http.MethodGet, "/savings", "savings", "What awards saved against one baseline, the last awarded first"),
		func(ctx context.Context, in *SavingsInput) (*httpkit.Body[Savings], error) {
			a := httpkit.Actor(ctx)
			out, err := s.Savings(ctx, a, a.Org, in.filter(), in.After, in.Limit)
			return httpkit.JSON(savingsOf(out), err)
		})
	httpkit.Route(b, access.Only(access.Buyer, access.ViewReport), savingsOp(http.MethodPost, "/savings/export", "exportSavings", "The same as a workbook; who took it is recorded"),
		func(ctx context.Context, in *ExportSavingsInput) (*httpkit.Download, error) {
			a := httpkit.Actor(ctx)
			data, err := s.ExportSavings(ctx, a, a.Org, in.filter(), in.Language)
			return attached("savings.xlsx", data, err)
		})
	mountEvidence(b, s, sourcing.Guard(access.Buyer, reportsvc.Opens...))
}

// MountSavingsOfBuyers registers the savings of all buyers, for who may see reports.
func MountSavingsOfBuyers(b *httpkit.BFF, s *reportsvc.Service) {
	guard := access.Only(access.Operator, access.ViewReport)
	httpkit.Route(b, guard, savingsOp(http.MethodGet, "/savings/buyers", "savingsBuyers", "Buyers with what they saved against one baseline, per currency"),
		func(ctx context.Context, in *savingBuyersInput) (*httpkit.Body[SavingsBuyers], error) {
			page, err := s.SavingsBuyers(ctx, httpkit.Actor(ctx), in.Baseline, in.Search, in.After, in.Limit)
			return httpkit.JSON(SavingsBuyers{Items: httpkit.Each(page.Items, savingsBuyerOf), Next: page.Next}, err)
		})
	httpkit.Route(b, guard, savingsOp(http.MethodGet, "/savings/buyers/{buyer_id}", "savingsOf", "What the awards of a buyer saved against one baseline"),
		func(ctx context.Context, in *savingsOfInput) (*httpkit.Body[SavingsOf], error) {
			a := httpkit.Actor(ctx)
			name, err := s.SavingBuyer(ctx, a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			out, err := s.Savings(ctx, a, in.BuyerID, in.filter(), in.After, in.Limit)
			return httpkit.JSON(SavingsOf{Savings: savingsOf(out), Buyer: name}, err)
		})
	httpkit.Route(b, guard, savingsOp(http.MethodPost, "/savings/buyers/{buyer_id}/export", "exportSavingsOf", "The same as a workbook; who took it is recorded"),
		func(ctx context.Context, in *exportSavingsOfInput) (*httpkit.Download, error) {
			data, err := s.ExportSavings(ctx, httpkit.Actor(ctx), in.BuyerID, in.filter(), in.Language)
			return attached("savings.xlsx", data, err)
		})
	mountEvidence(b, s, guard)
}

func attached(name string, data []byte, err error) (*httpkit.Download, error) {
	if err != nil {
		return nil, err
	}
	return httpkit.Attach(name, xlsx, data), nil
}

// mountEvidence registers where the figures of an award came from.
func mountEvidence(b *httpkit.BFF, s *reportsvc.Service, guard access.Guard) {
	httpkit.Route(b, guard.ToSupport(false), savingsOp(http.MethodGet, "/savings/categories/{category_id}", "savingEvidence",
		"An award against all of its baselines, with the rows that they came from"),
		func(ctx context.Context, in *evidenceInput) (*httpkit.Body[SavingEvidence], error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfSaving(ctx, a, in.CategoryID)
			if err != nil {
				return nil, err
			}
			e, err := s.Evidence(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(evidenceOf(e), err)
		})
}
