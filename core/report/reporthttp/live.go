package reporthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

type (
	// JobCount counts jobs of one status and activity.
	JobCount struct {
		Status   sourcing.JobStatus `json:"status"`
		Activity sourcing.Activity  `json:"activity"`
		Jobs     int64              `json:"jobs"`
	}
	// CategoryCount counts categories of one status.
	CategoryCount struct {
		Status     sourcing.Status `json:"status"`
		Categories int64           `json:"categories"`
	}
	// ClosingCategory is an open category.
	ClosingCategory struct {
		ID           uuid.UUID         `json:"id" format:"uuid"`
		JobID        uuid.UUID         `json:"job_id" format:"uuid"`
		Activity     sourcing.Activity `json:"activity"`
		Name         string            `json:"name"`
		Reference    string            `json:"reference"`
		BuyerName    string            `json:"buyer_name"`
		JobTitle     string            `json:"job_title"`
		Timezone     string            `json:"timezone"`
		ClosesAt     time.Time         `json:"closes_at"`
		Participants int64             `json:"participants"`
	}
	liveJobsInput struct {
		PageQuery
		Activities []sourcing.Activity  `query:"activity,explode" maxItems:"20"`
		Statuses   []sourcing.JobStatus `query:"status,explode" enum:"published,closed" maxItems:"20"`
		ClosesFrom day.Day              `query:"closes_from" doc:"The next to close"`
		ClosesTo   day.Day              `query:"closes_to"`
		BuyerID    uuid.UUID            `query:"buyer_id" format:"uuid"`
		Search     string               `query:"search" maxLength:"100"`
		Open       bool                 `query:"open" doc:"Only those with an open category"`
	}
	// LiveJob is a published job.
	LiveJob struct {
		ID             uuid.UUID          `json:"id" format:"uuid"`
		BuyerID        uuid.UUID          `json:"buyer_id" format:"uuid"`
		BuyerName      string             `json:"buyer_name"`
		Activity       sourcing.Activity  `json:"activity"`
		Reference      string             `json:"reference"`
		Code           string             `json:"code"`
		Title          string             `json:"title"`
		Status         sourcing.JobStatus `json:"status"`
		Timezone       string             `json:"timezone"`
		Categories     int64              `json:"categories"`
		OpenCategories int64              `json:"open_categories"`
		Participants   int64              `json:"participants"`
		NextClosing    *time.Time         `json:"next_closing,omitempty"`
	}
	// LiveJobs is one page of them.
	LiveJobs struct {
		Items []LiveJob `json:"items"`
		Next  string    `json:"next,omitempty"`
	}
	// LiveCategory is a published category in numbers.
	LiveCategory struct {
		ID           uuid.UUID       `json:"id" format:"uuid"`
		Name         string          `json:"name"`
		Reference    string          `json:"reference"`
		Status       sourcing.Status `json:"status"`
		OpensAt      time.Time       `json:"opens_at"`
		ClosesAt     time.Time       `json:"closes_at"`
		Currency     money.Currency  `json:"currency"`
		BidFee       money.Decimal   `json:"bid_fee"`
		Participants int64           `json:"participants"`
		Submissions  *int32          `json:"submissions,omitempty" doc:"Told once the category has closed"`
	}
	// LiveCategories is a published job with its categories.
	LiveCategories struct {
		JobID     uuid.UUID          `json:"job_id" format:"uuid"`
		Title     string             `json:"title"`
		Reference string             `json:"reference"`
		BuyerName string             `json:"buyer_name"`
		Activity  sourcing.Activity  `json:"activity"`
		Status    sourcing.JobStatus `json:"status"`
		Timezone  string             `json:"timezone"`
		Items     []LiveCategory     `json:"items"`
	}
	// Participant is a company that takes part.
	Participant struct {
		ID         uuid.UUID `json:"id" format:"uuid"`
		SupplierID uuid.UUID `json:"supplier_id" format:"uuid"`
		Name       string    `json:"name"`
		Country    string    `json:"country"`
		Phone      string    `json:"phone"`
		PaidAt     time.Time `json:"paid_at"`
		Submitted  bool      `json:"submitted"`
	}
	// Participants is a category with who takes part in it.
	Participants struct {
		CategoryID  uuid.UUID         `json:"category_id" format:"uuid"`
		JobID       uuid.UUID         `json:"job_id" format:"uuid"`
		JobTitle    string            `json:"job_title"`
		Name        string            `json:"name"`
		Reference   string            `json:"reference"`
		BuyerName   string            `json:"buyer_name"`
		Activity    sourcing.Activity `json:"activity"`
		Status      sourcing.Status   `json:"status"`
		ClosesAt    time.Time         `json:"closes_at"`
		Timezone    string            `json:"timezone"`
		Submissions *int32            `json:"submissions,omitempty" doc:"Absent until it may be seen"`
		Number      int               `json:"number" doc:"How many take part"`
		Named       bool              `json:"named" doc:"Whether it may be seen who they are"`
		Items       []Participant     `json:"items"`
	}
	liveCategoriesInput struct {
		JobID uuid.UUID `path:"job_id" format:"uuid"`
	}
	participantsInput struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	// PageQuery is the part of a list's query that says which page.
	PageQuery struct {
		After string `query:"after" maxLength:"200"`
		Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// Counts is the state of work in numbers.
	Counts struct {
		Jobs       []JobCount        `json:"jobs"`
		Categories []CategoryCount   `json:"categories"`
		Closing    []ClosingCategory `json:"closing" doc:"Open categories, the next to close first"`
	}
)

// CountsOf is the state of work as the wire has it.
func CountsOf(live reportsvc.Live) Counts {
	out := Counts{
		Jobs:       make([]JobCount, len(live.Jobs)),
		Categories: make([]CategoryCount, len(live.Categories)),
		Closing:    make([]ClosingCategory, len(live.Closing)),
	}
	for i, r := range live.Jobs {
		out.Jobs[i] = JobCount{Status: sourcing.JobStatus(r.Status), Activity: sourcing.Activity(r.Activity), Jobs: r.Jobs}
	}
	for i, r := range live.Categories {
		out.Categories[i] = CategoryCount{Status: sourcing.Status(r.Status), Categories: r.Categories}
	}
	for i, r := range live.Closing {
		out.Closing[i] = ClosingCategory{
			ID:           r.ID,
			JobID:        r.JobID,
			Activity:     sourcing.Activity(r.Activity),
			Name:         r.Name,
			Reference:    r.Reference,
			BuyerName:    r.BuyerName,
			JobTitle:     r.JobTitle,
			Timezone:     r.Timezone,
			ClosesAt:     r.ClosesAt.UTC(),
			Participants: r.Participants,
		}
	}
	return out
}

// MountLive registers published work on a desk: a buyer's people see their
// company's, operator staff that of every buyer.
func MountLive(b *httpkit.BFF, s *reportsvc.Service, t access.UserType) {
	guard := access.Only(t)
	op := func(path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: http.MethodGet, Path: path, Tag: "live", Summary: summary}
	}
	httpkit.Route(b, guard, op("/livejobs", "liveJobs", "Published jobs, newest first"),
		func(ctx context.Context, in *liveJobsInput) (*httpkit.Body[LiveJobs], error) {
			f := reportsvc.LiveFilter{
				Activities: in.Activities,
				Statuses:   in.Statuses,
				Closes:     httpkit.Days(ctx, in.ClosesFrom, in.ClosesTo),
				Buyer:      httpkit.OrNil(in.BuyerID),
				Search:     in.Search,
				OnlyOpen:   in.Open,
			}
			page, err := s.LiveJobs(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			out := LiveJobs{Items: make([]LiveJob, len(page.Items)), Next: page.Next}
			for i, r := range page.Items {
				out.Items[i] = LiveJob{ID: r.ID, BuyerID: r.BuyerID, BuyerName: r.BuyerName, Activity: sourcing.Activity(r.Activity), Reference: r.Reference, Code: r.Code,
					Title: r.Title, Status: sourcing.JobStatus(r.Status), Timezone: r.Timezone, Categories: r.Categories, OpenCategories: r.OpenCategories, Participants: r.Participants}
				if r.NextClosing.Unix() != 0 {
					at := r.NextClosing.UTC()
					out.Items[i].NextClosing = &at
				}
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, guard, op("/livejobs/{job_id}/categories", "liveCategories", "A published job with its categories"),
		func(ctx context.Context, in *liveCategoriesInput) (*httpkit.Body[LiveCategories], error) {
			j, rows, err := s.LiveCategories(ctx, httpkit.Actor(ctx), in.JobID)
			out := LiveCategories{JobID: j.ID, Title: j.Title, Reference: j.Reference, BuyerName: j.BuyerName, Activity: sourcing.Activity(j.Activity), Status: sourcing.JobStatus(j.Status),
				Timezone: j.Timezone, Items: make([]LiveCategory, len(rows))}
			for i, r := range rows {
				out.Items[i] = LiveCategory{
					ID:           r.ID,
					Name:         r.Name,
					Reference:    r.Reference,
					Status:       sourcing.Status(r.Status),
					OpensAt:      r.OpensAt.UTC(),
					ClosesAt:     r.ClosesAt.UTC(),
					Currency:     money.Currency(r.Currency),
					BidFee:       r.BidFee,
					Participants: r.Participants,
					Submissions:  r.Submissions,
				}
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, sourcing.Guard(t, sourcing.ToAuthor), op("/livejobs/categories/{category_id}/participants", "participants", "How many take part in a category, and who once that may be seen; never what they submitted"),
		func(ctx context.Context, in *participantsInput) (*httpkit.Body[Participants], error) {
			c, err := s.Participants(ctx, httpkit.Actor(ctx), in.CategoryID)
			out := Participants{
				CategoryID:  c.ID,
				JobID:       c.JobID,
				JobTitle:    c.JobTitle,
				Name:        c.Name,
				Reference:   c.Reference,
				BuyerName:   c.BuyerName,
				Activity:    sourcing.Activity(c.Activity),
				Status:      sourcing.Status(c.Status),
				ClosesAt:    c.ClosesAt.UTC(),
				Timezone:    c.Timezone,
				Submissions: c.Submissions,
				Number:      c.Number,
				Named:       c.Named,
				Items:       make([]Participant, len(c.People)),
			}
			for i, r := range c.People {
				out.Items[i] = Participant{
					ID:         r.ID,
					SupplierID: r.Supplier,
					Name:       r.Name,
					Country:    r.Country,
					Phone:      r.Phone,
					PaidAt:     r.PaidAt,
					Submitted:  r.Submitted,
				}
			}
			return httpkit.JSON(out, err)
		})
}
