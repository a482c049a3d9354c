// Package contracthttp is the operations of contracts for those who manage them.
package contracthttp

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	// ContractPath names a contract.
	ContractPath struct {
		ContractID uuid.UUID `path:"contract_id" format:"uuid"`
	}
	listInput struct {
		BuyerQuery
		Statuses []contract.Status `query:"status,explode" maxItems:"20"`
		View     contract.View     `query:"view" doc:"By what happens next"`
		EndsFrom day.Day           `query:"ends_from"`
		EndsTo   day.Day           `query:"ends_to"`
		JobID    uuid.UUID         `query:"job_id" format:"uuid" doc:"Of whose awards they are"`
		Search   string            `query:"search" maxLength:"100"`
		Platform bool              `query:"platform" doc:"With the operator of the platform alone"`
		After    string            `query:"after" maxLength:"200"`
		Limit    int               `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// ContractRow is a contract in a list.
	ContractRow struct {
		ID                uuid.UUID       `json:"id" format:"uuid"`
		Number            string          `json:"number"`
		Title             string          `json:"title"`
		SupplierName      string          `json:"supplier_name"`
		Currency          string          `json:"currency"`
		Value             money.Decimal   `json:"value"`
		Status            contract.Status `json:"status"`
		ContractDate      string          `json:"contract_date,omitempty" doc:"YYYY-MM-DD"`
		StartsOn          string          `json:"starts_on,omitempty"`
		EndsOn            string          `json:"ends_on,omitempty"`
		NoSignatureBefore time.Time       `json:"no_signature_before"`
		CreatedAt         time.Time       `json:"created_at"`
	}
	// ContractList is one page of contracts.
	ContractList struct {
		Items       []ContractRow `json:"items"`
		Next        string        `json:"next,omitempty"`
		Total       int           `json:"total"`
		TotalCapped bool          `json:"total_capped"`
	}
	// ContractDetails is a contract with where it came from.
	ContractDetails struct {
		ContractRow
		Description       string            `json:"description"`
		BuyerName         string            `json:"buyer_name"`
		Version           int32             `json:"version" doc:"Named by the next edit"`
		Timezone          string            `json:"timezone"`
		StandstillRuns    bool              `json:"standstill_runs"`
		AwardFrozen       bool              `json:"award_frozen" doc:"A complaint about the award stops it"`
		Activity          sourcing.Activity `json:"activity,omitempty" doc:"Of its job, where it has one"`
		JobID             *uuid.UUID        `json:"job_id,omitempty" format:"uuid"`
		JobTitle          string            `json:"job_title"`
		CategoryID        *uuid.UUID        `json:"category_id,omitempty" format:"uuid"`
		CategoryName      string            `json:"category_name"`
		CategoryReference string            `json:"category_reference"`
		AwardID           *uuid.UUID        `json:"award_id,omitempty" format:"uuid" doc:"It has decided with whom and for how much"`
		AwardedAt         *time.Time        `json:"awarded_at,omitempty"`
		ContractText
	}
	// ContractsByStatus counts contracts of one status and currency.
	ContractsByStatus struct {
		Status    contract.Status `json:"status"`
		Currency  string          `json:"currency"`
		Contracts int64           `json:"contracts"`
		Value     money.Decimal   `json:"value"`
	}
	// ContractWaiting is a contract whose standstill runs.
	ContractWaiting struct {
		ID                uuid.UUID `json:"id" format:"uuid"`
		Number            string    `json:"number"`
		Title             string    `json:"title"`
		SupplierName      string    `json:"supplier_name"`
		NoSignatureBefore time.Time `json:"no_signature_before"`
		Timezone          string    `json:"timezone"`
	}
	// ContractEnding is a contract that ends soon.
	ContractEnding struct {
		ID           uuid.UUID `json:"id" format:"uuid"`
		Number       string    `json:"number"`
		Title        string    `json:"title"`
		SupplierName string    `json:"supplier_name"`
		EndsOn       string    `json:"ends_on"`
	}
	// ContractFigure counts the contracts that a list shows by the same status or view.
	ContractFigure struct {
		Status    contract.Status `json:"status,omitempty"`
		View      contract.View   `json:"view,omitempty"`
		Contracts int             `json:"contracts"`
		Capped    bool            `json:"capped"`
	}
	// ContractDashboard is what the people of contract management see first.
	ContractDashboard struct {
		Figures  []ContractFigure    `json:"figures"`
		Approval []ContractRow       `json:"approval" doc:"Waiting for approval, the newest"`
		Statuses []ContractsByStatus `json:"statuses"`
		Waiting  []ContractWaiting   `json:"waiting" doc:"In standstill, the next to end first"`
		Expiring []ContractEnding    `json:"expiring" doc:"Within ninety days"`
	}
)

const dayFormat = "2006-01-02"

func written(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(dayFormat)
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// days reads the dates of a form; what is no date is told at its field.
func days(f *fault.Fields, pointer, s string) *time.Time {
	if s == "" {
		return nil
	}
	t, err := time.Parse(dayFormat, s)
	if err != nil {
		f.Add(pointer, fault.BadFormat, "expected", "YYYY-MM-DD")
		return nil
	}
	return &t
}

// Mount registers the operations for a user type of the buyer company.
func Mount(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	all := access.Only(who)
	b.Offer(find.Source{Guard: all, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		got, err := s.Contracts(ctx, a, uuid.Nil, contractsvc.Filter{Search: words}, "", limit)
		return find.Each(got.Items, err, func(r contractsvc.Row) find.Hit {
			return find.Hit{
				Kind:      find.Contract,
				ID:        r.ID,
				Name:      r.Title,
				Reference: r.Number,
				Of:        r.SupplierName,
			}
		})
	}})
}

func detailsOf(d contractsvc.Details) ContractDetails {
	k := d.Contract
	return ContractDetails{ContractRow: ContractRow{
		ID:                k.ID,
		Number:            k.Number,
		Title:             k.Title,
		SupplierName:      d.SupplierName,
		Currency:          k.Currency,
		Value:             k.Value,
		Status:            contract.Status(k.Status),
		ContractDate:      written(k.ContractDate),
		StartsOn:          written(k.StartsOn),
		EndsOn:            written(k.EndsOn),
		NoSignatureBefore: k.NoSignatureBefore.UTC(),
		CreatedAt:         k.CreatedAt.UTC(),
	}, Description: k.Description, BuyerName: d.BuyerName, Version: k.Version,
		Timezone: d.Zone().String(), StandstillRuns: d.Now.Before(k.NoSignatureBefore), AwardFrozen: d.AwardFrozen, Activity: sourcing.Activity(text(d.Activity)), JobID: d.JobID, JobTitle: text(d.JobTitle),
		CategoryID: d.CategoryID, CategoryName: text(d.CategoryName), CategoryReference: text(d.CategoryReference), AwardID: k.AwardID, AwardedAt: d.DecidedAt, ContractText: contractTextOf(d)}
}

func rowOf(r contractsvc.Row) ContractRow {
	return ContractRow{
		ID:                r.ID,
		Number:            r.Number,
		Title:             r.Title,
		SupplierName:      r.SupplierName,
		Currency:          r.Currency,
		Value:             r.Value,
		Status:            contract.Status(r.Status),
		ContractDate:      written(r.ContractDate),
		StartsOn:          written(r.StartsOn),
		EndsOn:            written(r.EndsOn),
		NoSignatureBefore: r.NoSignatureBefore.UTC(),
		CreatedAt:         r.CreatedAt.UTC(),
	}
}

func dashboardOf(d contractsvc.Dashboard) ContractDashboard {
	out := ContractDashboard{Figures: make([]ContractFigure, len(d.Figures)), Approval: make([]ContractRow, len(d.Approval)), Statuses: make([]ContractsByStatus, len(d.Statuses)), Waiting: make([]ContractWaiting, len(d.Waiting)),
		Expiring: make([]ContractEnding, len(d.Expiring))}
	for i, f := range d.Figures {
		out.Figures[i] = ContractFigure{View: f.View, Contracts: f.Contracts, Capped: f.Capped}
		if len(f.Statuses) == 1 {
			out.Figures[i].Status = f.Statuses[0]
		}
	}
	for i, r := range d.Approval {
		out.Approval[i] = rowOf(r)
	}
	for i, r := range d.Statuses {
		out.Statuses[i] = ContractsByStatus{
			Status:    contract.Status(r.Status),
			Currency:  r.Currency,
			Contracts: r.Contracts,
			Value:     r.Value,
		}
	}
	for i, r := range d.Waiting {
		out.Waiting[i] = ContractWaiting{
			ID:                r.ID,
			Number:            r.Number,
			Title:             r.Title,
			SupplierName:      r.SupplierName,
			NoSignatureBefore: r.NoSignatureBefore.UTC(),
			Timezone:          contractsvc.Zone(r.Timezone, r.BuyerCountry).String(),
		}
	}
	for i, r := range d.Expiring {
		out.Expiring[i] = ContractEnding{
			ID:           r.ID,
			Number:       r.Number,
			Title:        r.Title,
			SupplierName: r.SupplierName,
			EndsOn:       written(r.EndsOn),
		}
	}
	return out
}
