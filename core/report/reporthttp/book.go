package reporthttp

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// JobPath names a job.
	JobPath struct {
		JobID uuid.UUID `path:"job_id" format:"uuid"`
	}
	// ReportPath names a report of a job.
	ReportPath struct {
		JobPath
		ReportName report.Name `path:"report_name"`
	}
	// JobReport is a report that a job has, now or one day.
	JobReport struct {
		Name       report.Name     `json:"name"`
		Categories int             `json:"categories" doc:"Of the job, that have such a report one day"`
		Ready      int             `json:"ready" doc:"Of them, those of which there is one for the asking person now"`
		Wait       string          `json:"wait,omitempty" doc:"Code of why there is none now"`
		Questions  bool            `json:"questions" doc:"Some are chosen"`
		Supplier   bool            `json:"supplier" doc:"One is chosen"`
		Formats    []report.Format `json:"formats"`
	}
	// JobReports is a job with its reports.
	JobReports struct {
		JobID     uuid.UUID         `json:"job_id" format:"uuid"`
		Activity  sourcing.Activity `json:"activity"`
		Title     string            `json:"title"`
		Reference string            `json:"reference"`
		Items     []JobReport       `json:"items"`
	}
	// ReportQuestion is one that a report may be about.
	ReportQuestion struct {
		ID           uuid.UUID `json:"id" format:"uuid"`
		CategoryID   uuid.UUID `json:"category_id" format:"uuid"`
		CategoryName string    `json:"category_name"`
		Reference    string    `json:"reference" doc:"Of the category"`
		Section      string    `json:"section"`
		Prompt       string    `json:"prompt"`
	}
	// ReportSupplier is one that a report may be about.
	ReportSupplier struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
	}
	// ReportChoices is what a report may be asked about.
	ReportChoices struct {
		JobID     uuid.UUID         `json:"job_id" format:"uuid"`
		Activity  sourcing.Activity `json:"activity"`
		Questions []ReportQuestion  `json:"questions"`
		Suppliers []ReportSupplier  `json:"suppliers"`
	}
	askReportInput struct {
		ReportPath
		Body struct {
			Format      report.Format   `json:"format"`
			Language    locale.Language `json:"language"`
			QuestionIDs []uuid.UUID     `json:"question_ids,omitempty" format:"uuid" maxItems:"200" doc:"Of the report that chooses some"`
			SupplierID  *uuid.UUID      `json:"supplier_id,omitempty" format:"uuid" doc:"Of the report that is about one"`
		}
	}
)

// A Start queues a report.
type Start func(context.Context, access.Actor, reportsvc.Asked) (uuid.UUID, error)

// MountReports registers the reports of jobs on a desk: the buyer's people take those of
// their own company, the operator's those of the buyer whose job it is, while it has
// bought that they do its work.
func MountReports(b *httpkit.BFF, s *reportsvc.Service, jobs *sourcingsvc.Service, start Start, desk access.UserType) {
	guard := sourcing.GuardAny(desk, sourcing.ToReport, sourcing.ToTell).ToSupport(false)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: "/jobs/{job_id}/reports" + path, Tag: "reports", Summary: summary}
	}
	of := func(ctx context.Context, in JobPath) (access.Actor, uuid.UUID, error) {
		a := httpkit.Actor(ctx)
		owner, err := jobs.OwnerOfJob(ctx, a, in.JobID)
		return a, owner, err
	}
	httpkit.Route(b, guard, op(http.MethodGet, "", "jobReports", "The reports of a job, and of which of them there is one now"),
		func(ctx context.Context, in *JobPath) (*httpkit.Body[JobReports], error) {
			a, owner, err := of(ctx, *in)
			if err != nil {
				return nil, err
			}
			r, err := s.Offered(ctx, a, owner, in.JobID)
			out := JobReports{JobID: r.ID, Activity: r.Activity, Title: r.Title, Reference: r.Reference, Items: httpkit.Each(r.Offers, offerOf)}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, guard, op(http.MethodGet, "/{report_name}", "reportChoices", "What a report may be asked about"),
		func(ctx context.Context, in *ReportPath) (*httpkit.Body[ReportChoices], error) {
			a, owner, err := of(ctx, in.JobPath)
			if err != nil {
				return nil, err
			}
			c, err := s.Choices(ctx, a, owner, in.JobID, in.ReportName)
			out := ReportChoices{
				JobID:     c.Job.ID,
				Activity:  c.Job.Activity,
				Questions: make([]ReportQuestion, len(c.Questions)),
				Suppliers: make([]ReportSupplier, len(c.Suppliers)),
			}
			for i, q := range c.Questions {
				out.Questions[i] = ReportQuestion{
					ID:           q.ID,
					CategoryID:   q.CategoryID,
					CategoryName: q.Name,
					Reference:    q.Reference,
					Section:      q.Section,
					Prompt:       q.Prompt,
				}
			}
			for i, one := range c.Suppliers {
				out.Suppliers[i] = ReportSupplier{ID: one.ID, Name: one.Name}
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, guard, op(http.MethodPost, "/{report_name}", "askReport", "Write a report, in the background"),
		func(ctx context.Context, in *askReportInput) (*httpkit.Body[taskhttp.TaskStarted], error) {
			a, owner, err := of(ctx, in.JobPath)
			if err != nil {
				return nil, err
			}
			id, err := start(ctx, a, reportsvc.Asked{
				Owner:     owner,
				Job:       in.JobID,
				Name:      in.ReportName,
				Format:    in.Body.Format,
				Language:  in.Body.Language,
				Questions: in.Body.QuestionIDs,
				Supplier:  in.Body.SupplierID,
			})
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
}

func offerOf(o reportsvc.Offer) JobReport {
	out := JobReport{
		Name:       o.Name,
		Categories: o.Of,
		Ready:      o.Now,
		Questions:  o.Questions,
		Supplier:   o.Supplier,
		Formats:    o.Formats,
	}
	if o.Now == 0 && o.Wait != nil {
		if f := (*fault.Error)(nil); errors.As(o.Wait, &f) {
			out.Wait = f.Code
		}
	}
	return out
}
