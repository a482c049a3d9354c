package sourcinghttp

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	jobsQuery struct {
		ForBuyer
		PageQuery
		Activities  []sourcing.Activity  `query:"activity,explode" maxItems:"20"`
		Statuses    []sourcing.JobStatus `query:"status,explode" maxItems:"20"`
		Departments []uuid.UUID          `query:"department,explode" maxItems:"50"`
		CreatedFrom day.Day              `query:"created_from"`
		CreatedTo   day.Day              `query:"created_to"`
		ClosesFrom  day.Day              `query:"closes_from" doc:"The last closing of its categories"`
		ClosesTo    day.Day              `query:"closes_to"`
		Search      string               `query:"search" maxLength:"100"`
	}
	// JobRow is a row of a list of jobs.
	JobRow struct {
		ID          uuid.UUID          `json:"id" format:"uuid"`
		Activity    sourcing.Activity  `json:"activity"`
		Reference   string             `json:"reference"`
		Code        string             `json:"code"`
		Title       string             `json:"title"`
		Status      sourcing.JobStatus `json:"status"`
		OwnerName   string             `json:"owner_name"`
		Categories  int                `json:"categories"`
		ClosesAt    *time.Time         `json:"closes_at,omitempty"`
		CreatedAt   time.Time          `json:"created_at"`
		PublishedAt *time.Time         `json:"published_at,omitempty"`
	}
	// Jobs is one page of jobs.
	Jobs struct {
		Items       []JobRow `json:"items"`
		Next        string   `json:"next"`
		Total       int      `json:"total"`
		TotalCapped bool     `json:"total_capped"`
	}
	// Department is a part of a company for whose needs a job may be.
	Department struct {
		ID     uuid.UUID `json:"id" format:"uuid"`
		Name   string    `json:"name"`
		Branch string    `json:"branch"`
		Active bool      `json:"active" doc:"Another one stays with the jobs that have it"`
	}
	// Departments are those of a company.
	Departments struct {
		Items []Department `json:"items"`
	}
	createJobInput struct {
		ForBuyer
		Body struct {
			Activity       sourcing.Activity   `json:"activity"`
			Code           string              `json:"code"`
			Title          string              `json:"title"`
			Description    string              `json:"description,omitempty"`
			Regime         sourcing.RegimeCode `json:"regime,omitempty"`
			DepartmentID   *uuid.UUID          `json:"department_id,omitempty" format:"uuid" doc:"For whose needs; of the same company"`
			PlanItemID     *uuid.UUID          `json:"plan_item_id,omitempty" format:"uuid" doc:"Of an approved plan of procurement"`
			Classification string              `json:"classification,omitempty" maxLength:"200" doc:"What it buys: CPV, eight digits"`
			Private        *bool               `json:"private,omitempty" doc:"Kept out of the public list"`
		}
	}
	updateJobInput struct {
		JobPath
		Body struct {
			Version        int                 `json:"version"`
			Code           string              `json:"code"`
			Title          string              `json:"title"`
			Description    string              `json:"description,omitempty"`
			Regime         sourcing.RegimeCode `json:"regime,omitempty"`
			DepartmentID   *uuid.UUID          `json:"department_id,omitempty" format:"uuid" doc:"For whose needs; absent: nobody's"`
			PlanItemID     *uuid.UUID          `json:"plan_item_id,omitempty" format:"uuid" doc:"Absent: of none"`
			Classification string              `json:"classification,omitempty" maxLength:"200" doc:"What it buys: CPV, eight digits"`
			Private        *bool               `json:"private,omitempty" doc:"Kept out of the public list; absent: as it is. What is public already stays so"`
		}
	}
	copyJobInput struct {
		JobPath
		Body struct {
			Code    string    `json:"code"`
			Title   string    `json:"title"`
			OpensAt time.Time `json:"opens_at" doc:"Of what opens first; all its times move with it"`
		}
	}
	cancelJobInput struct {
		JobPath
		Body reasonBody
	}
	// Unmapped is a part of an imported file that found no place.
	Unmapped struct {
		Pointer string `json:"pointer"`
		Reason  string `json:"reason"`
	}
	// ImportNote says where a job was imported from.
	ImportNote struct {
		Format   string     `json:"format"`
		OCID     string     `json:"ocid"`
		FileName string     `json:"file_name"`
		SHA256   string     `json:"sha256"`
		At       time.Time  `json:"at"`
		Unmapped []Unmapped `json:"unmapped"`
	}
	// Document is the metadata of a job's document.
	Document struct {
		ID      uuid.UUID `json:"id" format:"uuid"`
		Title   string    `json:"title"`
		Kind    string    `json:"kind"`
		URL     string    `json:"url"`
		AddedAt time.Time `json:"added_at"`
	}
	// JobDetails is a job with its categories.
	JobDetails struct {
		ID             uuid.UUID           `json:"id" format:"uuid"`
		BuyerID        uuid.UUID           `json:"buyer_id" format:"uuid"`
		Activity       sourcing.Activity   `json:"activity"`
		Reference      string              `json:"reference"`
		Code           string              `json:"code"`
		Title          string              `json:"title"`
		Description    string              `json:"description"`
		Regime         sourcing.RegimeCode `json:"regime"`
		Timezone       string              `json:"timezone"`
		Status         sourcing.JobStatus  `json:"status"`
		OwnerName      string              `json:"owner_name"`
		DepartmentID   *uuid.UUID          `json:"department_id,omitempty" format:"uuid"`
		Department     string              `json:"department" doc:"Its name; empty: of none"`
		PlanItemID     *uuid.UUID          `json:"plan_item_id,omitempty" format:"uuid"`
		PlanItem       string              `json:"plan_item" doc:"Number and title of the item of a plan that it is of; empty: of none"`
		Classification string              `json:"classification" doc:"CPV, eight digits; empty: nobody has said"`
		Private        bool                `json:"private" doc:"Kept out of the public list"`
		Public         bool                `json:"public" doc:"Everybody reads something of it: it cannot be kept out any more"`
		CreatedAt      time.Time           `json:"created_at"`
		PublishedAt    *time.Time          `json:"published_at,omitempty"`
		CancelledAt    *time.Time          `json:"cancelled_at,omitempty"`
		CancelReason   string              `json:"cancel_reason"`
		Version        int                 `json:"version" doc:"Named by the next edit"`
		Categories     []Category          `json:"categories"`
		Documents      []Document          `json:"documents"`
		Import         *ImportNote         `json:"import,omitempty"`
	}
)

func (m desk) jobs() {
	op(m, "", http.MethodGet, "/jobs", "jobs", "Jobs of a company, newest first",
		func(ctx context.Context, in *jobsQuery) (*httpkit.Body[Jobs], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			page, err := m.svc.Jobs(ctx, a, owner, sourcingsvc.JobFilter{
				Activities:  in.Activities,
				Statuses:    in.Statuses,
				Departments: in.Departments,
				Created:     httpkit.Days(ctx, in.CreatedFrom, in.CreatedTo),
				Closes:      httpkit.Days(ctx, in.ClosesFrom, in.ClosesTo),
				Search:      in.Search,
			}, in.After, in.Limit)
			return httpkit.JSON(Jobs{
				Items:       httpkit.Each(page.Items, toJobRow),
				Next:        page.Next,
				Total:       page.Total,
				TotalCapped: page.TotalCapped,
			}, err)
		})
	op(m, sourcing.ToConduct, http.MethodPost, "/jobs", "createJob", "Draft a job",
		func(ctx context.Context, in *createJobInput) (*httpkit.Body[Made], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.CreateJob(ctx, a, owner, sourcing.JobForm{Activity: in.Body.Activity, Code: in.Body.Code,
				Title: in.Body.Title, Description: in.Body.Description, Regime: string(in.Body.Regime), Department: in.Body.DepartmentID,
				PlanItem: in.Body.PlanItemID, Classification: in.Body.Classification, Private: in.Body.Private})
			return httpkit.JSON(Made{id}, err)
		})
	op(m, sourcing.ToConduct, http.MethodPost, "/jobs/{job_id}/copy", "copyJob", "Draft a job once more with all its categories",
		func(ctx context.Context, in *copyJobInput) (*httpkit.Body[Made], error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.CopyJob(ctx, a, owner, in.JobID, sourcing.CopyForm{Code: in.Body.Code, Title: in.Body.Title, OpensAt: in.Body.OpensAt})
			return httpkit.JSON(Made{id}, err)
		})
	op(m, "", http.MethodGet, "/departments", "departments", "Departments of a company for whose needs jobs are, or were",
		func(ctx context.Context, in *ForBuyer) (*httpkit.Body[Departments], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			rows, err := m.svc.Departments(ctx, a, owner)
			return httpkit.JSON(Departments{Items: httpkit.Each(rows, func(d sourcingsvc.Department) Department { return Department(d) })}, err)
		})
	op(m, "", http.MethodGet, "/jobs/{job_id}", "job", "A job with its categories",
		func(ctx context.Context, in *JobPath) (*httpkit.Body[JobDetails], error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			j, err := m.svc.Job(ctx, a, owner, in.JobID)
			return httpkit.JSON(toJob(j), err)
		})
	op(m, sourcing.ToConduct, http.MethodPut, "/jobs/{job_id}", "updateJob", "Change a job",
		func(ctx context.Context, in *updateJobInput) (*httpkit.Empty, error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.UpdateJob(ctx, a, owner, in.JobID, in.Body.Version, sourcing.JobForm{Code: in.Body.Code, Title: in.Body.Title,
				Description: in.Body.Description, Regime: string(in.Body.Regime), Department: in.Body.DepartmentID,
				PlanItem: in.Body.PlanItemID, Classification: in.Body.Classification, Private: in.Body.Private}))
		})
	op(m, sourcing.ToConduct, http.MethodPost, "/jobs/{job_id}/publish", "publishJob", "Publish all categories of a job, or none",
		func(ctx context.Context, in *JobPath) (*httpkit.Empty, error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.PublishJob(ctx, a, owner, in.JobID))
		})
	op(m, sourcing.ToConduct, http.MethodPost, "/jobs/{job_id}/cancel", "cancelJob", "Cancel a job with all its categories",
		func(ctx context.Context, in *cancelJobInput) (*httpkit.Empty, error) {
			a, owner, err := m.job(ctx, in.JobID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.CancelJob(ctx, a, owner, in.JobID, in.Body.Reason))
		})
}

func toJobRow(j sourcingsvc.JobRow) JobRow {
	return JobRow{ID: j.ID, Activity: j.Activity, Reference: j.Reference, Code: j.Code, Title: j.Title, Status: j.Status,
		OwnerName: j.OwnerName, Categories: j.Categories, ClosesAt: j.ClosesAt, CreatedAt: j.CreatedAt, PublishedAt: j.PublishedAt}
}

func toJob(j sourcingsvc.JobDetails) JobDetails {
	out := JobDetails{ID: j.ID, BuyerID: j.Buyer, Activity: j.Activity, Reference: j.Reference, Code: j.Code, Title: j.Title,
		Description: j.Description, Regime: sourcing.RegimeCode(j.Regime), Timezone: j.Timezone, Status: j.Status, OwnerName: j.OwnerName,
		DepartmentID: j.Job.DepartmentID, Department: j.Department,
		PlanItemID: j.PlanItemID, PlanItem: j.PlanItem, Classification: j.Classification, Private: j.Private, Public: j.Public,
		CreatedAt: j.CreatedAt, PublishedAt: j.PublishedAt, CancelledAt: j.CancelledAt, CancelReason: j.CancelReason, Version: j.Version,
		Categories: httpkit.Each(j.Categories, toCategory),
		Documents:  httpkit.Each(j.Documents, toDocument)}
	if n := j.Import; n != nil {
		out.Import = &ImportNote{
			Format:   n.Format,
			OCID:     n.OCID,
			FileName: n.FileName,
			SHA256:   hex.EncodeToString(n.SHA256),
			At:       n.At,
			Unmapped: httpkit.Each(n.Unmapped, func(u sourcingsvc.Unmapped) Unmapped { return Unmapped(u) }),
		}
	}
	return out
}
