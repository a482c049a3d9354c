package contracthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	// ContractPage is a page that is asked for. Parts of an input are exported: Huma passes others over.
	ContractPage struct {
		Search string `query:"search" maxLength:"100"`
		After  string `query:"after" maxLength:"200"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	jobsOfAwards struct {
		BuyerQuery
		ContractPage
		Activities []sourcing.Activity `query:"activity,explode" maxItems:"20"`
	}
	jobOfAwards struct {
		JobID    uuid.UUID         `path:"job_id" format:"uuid"`
		Activity sourcing.Activity `query:"activity" required:"true" doc:"The job's own, as the address says it"`
	}
	// SourcedPath names a category of a job.
	SourcedPath struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	contractsOfCategory struct {
		SourcedPath
		ContractPage
		Activity sourcing.Activity `query:"activity" required:"true" doc:"The job's own, as the address says it"`
		Statuses []contract.Status `query:"status,explode" maxItems:"20"`
	}
	// ContractJob is a job that an award or a list came of.
	ContractJob struct {
		ID         uuid.UUID         `json:"id" format:"uuid"`
		Activity   sourcing.Activity `json:"activity"`
		Reference  string            `json:"reference"`
		Title      string            `json:"title"`
		Categories int64             `json:"categories" doc:"That chose somebody"`
		Contracts  int64             `json:"contracts"`
	}
	// ContractJobs is one page of them.
	ContractJobs struct {
		Items []ContractJob `json:"items"`
		Next  string        `json:"next,omitempty"`
	}
	// ContractJobCategory is a category that chose somebody.
	ContractJobCategory struct {
		ID             uuid.UUID       `json:"id" format:"uuid"`
		Reference      string          `json:"reference"`
		Name           string          `json:"name"`
		Status         sourcing.Status `json:"status"`
		DecidedAt      *time.Time      `json:"decided_at,omitempty"`
		StandstillEnds *time.Time      `json:"standstill_ends,omitempty"`
		Winners        int64           `json:"winners"`
		Listed         int64           `json:"listed"`
		Contracts      int64           `json:"contracts"`
	}
	// ContractJobDetails is a job with its categories that chose somebody.
	ContractJobDetails struct {
		ID         uuid.UUID             `json:"id" format:"uuid"`
		Activity   sourcing.Activity     `json:"activity"`
		Reference  string                `json:"reference"`
		Title      string                `json:"title"`
		Timezone   string                `json:"timezone"`
		Categories []ContractJobCategory `json:"categories"`
	}
	// ContractCategoryHead is a category of a job with what it belongs to.
	ContractCategoryHead struct {
		ID           uuid.UUID         `json:"id" format:"uuid"`
		Reference    string            `json:"reference"`
		Name         string            `json:"name"`
		JobID        uuid.UUID         `json:"job_id" format:"uuid"`
		Activity     sourcing.Activity `json:"activity"`
		JobTitle     string            `json:"job_title"`
		JobReference string            `json:"job_reference"`
	}
	// CategoryContracts is a category with a page of the contracts of its award.
	CategoryContracts struct {
		Category ContractCategoryHead `json:"category"`
		ContractList
	}
	// ChosenSupplier is whom an award or a list chose, with the contract that followed.
	ChosenSupplier struct {
		ID         uuid.UUID       `json:"id" format:"uuid"`
		Name       string          `json:"name"`
		Country    string          `json:"country"`
		AwardID    *uuid.UUID      `json:"award_id,omitempty" format:"uuid"`
		Currency   string          `json:"currency,omitempty"`
		Value      *money.Decimal  `json:"value,omitempty" doc:"Of the award, where it has prices"`
		Listed     bool            `json:"listed"`
		ContractID *uuid.UUID      `json:"contract_id,omitempty" format:"uuid"`
		Number     string          `json:"number,omitempty"`
		Status     contract.Status `json:"status,omitempty"`
	}
	// CategorySuppliers are those whom a category chose.
	CategorySuppliers struct {
		Category ContractCategoryHead `json:"category"`
		Items    []ChosenSupplier     `json:"items"`
	}
	// HelpedBuyer is a buyer with what its contracts wait for.
	HelpedBuyer struct {
		ID        uuid.UUID `json:"id" format:"uuid"`
		Name      string    `json:"name"`
		Country   string    `json:"country"`
		Drafts    int64     `json:"drafts"`
		Approval  int64     `json:"approval"`
		Signature int64     `json:"signature"`
		Active    int64     `json:"active"`
		Ending    int64     `json:"ending"`
	}
	// HelpedBuyers is one page of them.
	HelpedBuyers struct {
		Items []HelpedBuyer `json:"items"`
		Next  string        `json:"next,omitempty"`
	}
)

func headOf(c contractsvc.CategoryHead) ContractCategoryHead {
	return ContractCategoryHead{
		ID:           c.ID,
		Reference:    c.Reference,
		Name:         c.Name,
		JobID:        c.JobID,
		Activity:     sourcing.Activity(c.Activity),
		JobTitle:     c.JobTitle,
		JobReference: c.JobReference,
	}
}

func chosenOf(r contractsvc.ChosenSupplier) ChosenSupplier {
	out := ChosenSupplier{
		ID:         r.ID,
		Name:       r.Name,
		Country:    r.Country,
		AwardID:    httpkit.OrNil(r.AwardID),
		Listed:     r.Listed,
		ContractID: r.ContractID,
		Number:     r.Number,
		Status:     contract.Status(r.Status),
	}
	if r.Priced {
		out.Currency, out.Value = r.Currency, &r.Amount
	}
	return out
}

// MountDashboard registers what the people of a buyer see first of its contracts.
func MountDashboard(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	httpkit.Route(b, access.Only(who), operation(http.MethodGet, "/contracts/dashboard", "contractDashboard", "Contracts by status, in standstill, ending soon"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[ContractDashboard], error) {
			d, err := s.Dashboard(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(dashboardOf(d), err)
		})
}

// MountJobs registers the jobs that contracts come of.
func MountJobs(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	reads := access.Only(who)
	if who == access.Operator {
		reads = access.Only(who, access.ManageContract)
	}
	httpkit.Route(b, reads, operation(http.MethodGet, "/contract-jobs", "contractJobs", "Jobs of a buyer that an award or a list came of, the newest first"),
		func(ctx context.Context, in *jobsOfAwards) (*httpkit.Body[ContractJobs], error) {
			got, err := s.Jobs(ctx, httpkit.Actor(ctx), in.BuyerID, contractsvc.JobFilter{Activities: in.Activities, Search: in.Search}, in.After, in.Limit)
			return httpkit.JSON(ContractJobs{Next: got.Next, Items: httpkit.Each(got.Items, func(r contractsvc.SourcedJob) ContractJob {
				return ContractJob{
					ID:         r.ID,
					Activity:   sourcing.Activity(r.Activity),
					Reference:  r.Reference,
					Title:      r.Title,
					Categories: r.Categories,
					Contracts:  r.Contracts,
				}
			})}, err)
		})
}

// MountPlaces registers contracts by the job and the category that they came of.
func MountPlaces(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	reads := access.Only(who)
	httpkit.Route(b, reads, operation(http.MethodGet, "/contract-jobs/{job_id}", "contractJob", "A job with its categories that chose somebody"),
		func(ctx context.Context, in *jobOfAwards) (*httpkit.Body[ContractJobDetails], error) {
			j, err := s.Job(ctx, httpkit.Actor(ctx), in.JobID, in.Activity)
			return httpkit.JSON(ContractJobDetails{
				ID:        j.ID,
				Activity:  sourcing.Activity(j.Activity),
				Reference: j.Reference,
				Title:     j.Title,
				Timezone:  j.Timezone,
				Categories: httpkit.Each(j.Categories, func(c contractsvc.SourcedCategory) ContractJobCategory {
					return ContractJobCategory{
						ID:             c.ID,
						Reference:      c.Reference,
						Name:           c.Name,
						Status:         sourcing.Status(c.Status),
						DecidedAt:      c.DecidedAt,
						StandstillEnds: c.StandstillEnds,
						Winners:        c.Winners,
						Listed:         c.Listed,
						Contracts:      c.Contracts,
					}
				}),
			}, err)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contract-jobs/categories/{category_id}/contracts", "categoryContracts", "Contracts of the award of a category, newest first"),
		func(ctx context.Context, in *contractsOfCategory) (*httpkit.Body[CategoryContracts], error) {
			got, err := s.ContractsOfCategory(ctx, httpkit.Actor(ctx), in.CategoryID, in.Activity,
				contractsvc.Filter{Statuses: in.Statuses, Search: in.Search}, in.After, in.Limit)
			return httpkit.JSON(CategoryContracts{Category: headOf(got.CategoryHead), ContractList: listOf(got.List)}, err)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contract-jobs/categories/{category_id}/suppliers", "categoryContractSuppliers", "Whom a category chose, with the contracts that followed"),
		func(ctx context.Context, in *SourcedPath) (*httpkit.Body[CategorySuppliers], error) {
			head, rows, err := s.SuppliersOfCategory(ctx, httpkit.Actor(ctx), in.CategoryID)
			return httpkit.JSON(CategorySuppliers{Category: headOf(head), Items: httpkit.Each(rows, chosenOf)}, err)
		})
}

func listOf(l contractsvc.List) ContractList {
	return ContractList{Items: httpkit.Each(l.Items, rowOf), Next: l.Next, Total: l.Total, TotalCapped: l.TotalCapped}
}

// MountHelped registers what those who help buyers with contracts see first.
func MountHelped(b *httpkit.BFF, s *contractsvc.Service) {
	httpkit.Route(b, access.Only(access.Operator, access.ManageContract),
		operation(http.MethodGet, "/contract-buyers", "contractBuyers", "Buyers with contracts, and what these wait for"),
		func(ctx context.Context, in *ContractPage) (*httpkit.Body[HelpedBuyers], error) {
			got, err := s.HelpedBuyers(ctx, httpkit.Actor(ctx), in.Search, in.After, in.Limit)
			return httpkit.JSON(HelpedBuyers{Next: got.Next, Items: httpkit.Each(got.Items, func(r contractsvc.HelpedBuyer) HelpedBuyer {
				return HelpedBuyer{
					ID:        r.ID,
					Name:      r.Name,
					Country:   r.Country,
					Drafts:    r.Drafts,
					Approval:  r.Approval,
					Signature: r.Signature,
					Active:    r.Active,
					Ending:    r.Ending,
				}
			})}, err)
		})
}
