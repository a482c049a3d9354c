// Package awardhttp is the operations of decisions and letters. Words of letters
// and letters that went out are on both desks; results and decisions are the
// buyer's alone.
package awardhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Deps is what the operations need.
type Deps struct {
	Awards   *awardsvc.Service
	Sourcing *sourcingsvc.Service
}

type (
	templatesInput struct {
		sourcinghttp.JobPath
		Language locale.Language `query:"language" default:"en" doc:"Of words that nobody has written yet"`
	}
	templateInput struct {
		sourcinghttp.JobPath
		Kind award.Kind `path:"kind"`
		Body struct {
			Language  locale.Language `json:"language"`
			Subject   string          `json:"subject"`
			Body      string          `json:"body"`
			Footer    string          `json:"footer,omitempty"`
			Signature string          `json:"signature,omitempty"`
		}
	}
	jobsInput struct {
		sourcinghttp.ForBuyer
		sourcinghttp.PageQuery
		Activities     []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		Statuses       []sourcing.Status   `query:"status,explode" enum:"evaluated,recommended,notified,awarded,complete,unsuccessful" maxItems:"20"`
		StandstillFrom day.Day             `query:"standstill_from" doc:"Its end"`
		StandstillTo   day.Day             `query:"standstill_to"`
		Search         string              `query:"search" maxLength:"100"`
		JobID          uuid.UUID           `query:"job_id" format:"uuid"`
	}
	letterPath struct {
		LetterID uuid.UUID `path:"letter_id" format:"uuid"`
	}
	recommendInput struct {
		sourcinghttp.CategoryPath
		Body struct {
			SubmissionID *uuid.UUID    `json:"submission_id,omitempty" format:"uuid" doc:"Where one bid is chosen as a whole"`
			Lines        []AwardChoice `json:"lines,omitempty" maxItems:"2000" doc:"Where bids are chosen item by item; none: the best of each"`
			Reason       string        `json:"reason,omitempty"`
		}
	}
	awardInput struct {
		sourcinghttp.CategoryPath
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true"`
		Body struct {
			Language      locale.Language `json:"language" doc:"Of letters whose words nobody wrote"`
			RecommendedAt time.Time       `json:"recommended_at" doc:"When that was recommended which is decided on; anything newer is refused"`
		}
	}
	previewInput struct {
		sourcinghttp.CategoryPath
		SupplierID uuid.UUID       `path:"supplier_id" format:"uuid"`
		Kind       award.Kind      `query:"kind" enum:"award,regret" required:"true"`
		Language   locale.Language `query:"language" default:"en"`
	}
	sendInput struct {
		sourcinghttp.CategoryPath
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true"`
		Body struct {
			Kind        award.Kind      `json:"kind"`
			SupplierIDs []uuid.UUID     `json:"supplier_ids" maxItems:"500"`
			Language    locale.Language `json:"language,omitempty"`
		}
	}
)

type desk struct {
	sourcinghttp.Desk
	b *httpkit.BFF
	Deps
}

// Mount registers the words of letters and the letters that went out; on the
// buyer's desk also results, previews and decisions.
func Mount(b *httpkit.BFF, d Deps, side sourcinghttp.Desk) {
	m := desk{Desk: side, b: b, Deps: d}
	m.templates()
	m.issued()
	if side.Type == access.Buyer {
		m.decisions()
		m.previews()
		m.freezes()
	}
}

func op[I, O any](m desk, act sourcing.Act, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	guard := access.Sees(m.Type, access.Letters)
	if act != "" {
		guard = sourcing.Guard(m.Type, act)
	}
	httpkit.Route(m.b, guard, httpkit.Operation{ID: id, Method: method, Path: path, Tag: "award", Summary: summary}, use)
}

func (m desk) templates() {
	op(m, "", http.MethodGet, "/jobs/{job_id}/letter-templates", "letterTemplates", "The words of a job's letters, kind by kind",
		func(ctx context.Context, in *templatesInput) (*httpkit.Body[LetterTemplates], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Sourcing.OwnerOfJob(ctx, a, in.JobID)
			if err != nil {
				return nil, err
			}
			all, err := m.Awards.Templates(ctx, a, owner, in.JobID, string(in.Language))
			out := LetterTemplates{Items: make([]LetterTemplate, len(all))}
			for i, t := range all {
				out.Items[i] = templateOf(t)
			}
			return httpkit.JSON(out, err)
		})
	op(m, sourcing.ToConduct, http.MethodPut, "/jobs/{job_id}/letter-templates/{kind}", "saveLetterTemplate", "Write the words of a job's letters of one kind",
		func(ctx context.Context, in *templateInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Sourcing.OwnerOfJob(ctx, a, in.JobID)
			if err != nil {
				return nil, err
			}
			return &httpkit.Empty{}, m.Awards.SaveTemplate(ctx, a, owner, in.JobID, award.Template{Kind: in.Kind, Language: string(in.Body.Language),
				Subject: in.Body.Subject, Body: in.Body.Body, Footer: in.Body.Footer, Signature: in.Body.Signature})
		})
}

func (m desk) issued() {
	op(m, "", http.MethodGet, "/letters/jobs", "letterJobs", "Evaluated categories whose letters are due or done, newest first",
		func(ctx context.Context, in *jobsInput) (*httpkit.Body[LetterJobs], error) {
			a := httpkit.Actor(ctx)
			var job *uuid.UUID
			var owner uuid.UUID
			var err error
			if in.JobID != uuid.Nil { // whose it is says the job itself
				job = &in.JobID
				owner, err = m.Sourcing.OwnerOfJob(ctx, a, in.JobID)
			} else {
				owner, err = m.Company(a, in.BuyerID)
			}
			if err != nil {
				return nil, err
			}
			page, err := m.Awards.Decided(ctx, a, owner, awardsvc.DecidedFilter{
				Activities: in.Activities,
				Statuses:   in.Statuses,
				Standstill: httpkit.Days(ctx, in.StandstillFrom, in.StandstillTo),
				Job:        job,
				Search:     in.Search,
			}, in.After, in.Limit)
			out := LetterJobs{Items: make([]LetterJob, len(page.Items)), Next: page.Next}
			for i, r := range page.Items {
				out.Items[i] = LetterJob{
					CategoryID:     r.ID,
					JobID:          r.JobID,
					Activity:       sourcing.Activity(r.Activity),
					JobTitle:       r.JobTitle,
					JobReference:   r.JobReference,
					Name:           r.Name,
					Reference:      r.Reference,
					Status:         sourcing.Status(r.Status),
					Letters:        r.Letters,
					Winner:         r.Winner,
					DecidedAt:      r.DecidedAt,
					StandstillEnds: r.StandstillEnds,
					Timezone:       r.Timezone,
				}
			}
			return httpkit.JSON(out, err)
		})
	op(m, "", http.MethodGet, "/categories/{category_id}/letters", "categoryLetters", "Letters of a category that went out",
		func(ctx context.Context, in *sourcinghttp.CategoryPath) (*httpkit.Body[LetterRows], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Sourcing.OwnerOfCategory(ctx, a, in.CategoryID)
			if err != nil {
				return nil, err
			}
			rows, err := m.Awards.Letters(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(LetterRows{rowsOf(rows)}, err)
		})
	op(m, "", http.MethodGet, "/letters/{letter_id}", "letter", "A letter that went out",
		func(ctx context.Context, in *letterPath) (*httpkit.Body[IssuedLetter], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Awards.OwnerOfLetter(ctx, a, in.LetterID)
			if err != nil {
				return nil, err
			}
			l, err := m.Awards.Letter(ctx, a, owner, in.LetterID)
			return httpkit.JSON(ToLetter(l), err)
		})
	op(m, "", http.MethodGet, "/letters/{letter_id}/pdf", "letterPDF", "The document of a letter that went out",
		func(ctx context.Context, in *letterPath) (*httpkit.Download, error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Awards.OwnerOfLetter(ctx, a, in.LetterID)
			if err != nil {
				return nil, err
			}
			name, data, err := m.Awards.LetterPDF(ctx, a, owner, in.LetterID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/pdf", data), nil
		})
}

func (m desk) decisions() {
	op(m, "", http.MethodGet, "/categories/{category_id}/award", "awardStanding", "Results of a category and what was decided on them",
		func(ctx context.Context, in *sourcinghttp.CategoryPath) (*httpkit.Body[AwardStanding], error) {
			a := httpkit.Actor(ctx)
			s, err := m.Awards.Standing(ctx, a, a.Org, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.JSON(standingOf(s), nil)
		})
	op(m, sourcing.ToJudge, http.MethodPost, "/categories/{category_id}/recommendation", "recommendAward", "Propose who gets a category",
		func(ctx context.Context, in *recommendInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			var chosen []award.Choice
			if in.Body.SubmissionID != nil {
				chosen = append(chosen, award.Choice{Submission: *in.Body.SubmissionID})
			}
			for _, l := range in.Body.Lines {
				chosen = append(chosen, award.Choice{Submission: l.SubmissionID, Item: l.ItemID})
			}
			return httpkit.Done(m.Awards.Recommend(ctx, a, a.Org, in.CategoryID, chosen, in.Body.Reason))
		})
	op(m, sourcing.ToAward, http.MethodPost, "/categories/{category_id}/award", "awardCategory", "Decide as recommended and issue every letter",
		func(ctx context.Context, in *awardInput) (*httpkit.Body[Awarded], error) {
			a := httpkit.Actor(ctx)
			made, err := m.Awards.Award(ctx, a, a.Org, in.CategoryID, in.Body.RecommendedAt, string(in.Body.Language), in.Key)
			return httpkit.JSON(Awarded{AwardID: made.Award, StandstillEnds: made.StandstillEnds.UTC(), Letters: made.Letters}, err)
		})
	op(m, sourcing.ToAward, http.MethodPost, "/categories/{category_id}/letters", "sendLetters", "Issue custom or due diligence letters to chosen bidders",
		func(ctx context.Context, in *sendInput) (*httpkit.Body[LettersSent], error) {
			a := httpkit.Actor(ctx)
			n, err := m.Awards.Send(ctx, a, a.Org, in.CategoryID, in.Body.Kind, in.Body.SupplierIDs, string(in.Body.Language), in.Key)
			return httpkit.JSON(LettersSent{n}, err)
		})
}

func (m desk) previews() {
	read := func(ctx context.Context, in *previewInput, withPDF bool) (awardsvc.Preview, error) {
		a := httpkit.Actor(ctx)
		return m.Awards.Preview(ctx, a, a.Org, in.CategoryID, in.SupplierID, in.Kind, string(in.Language), withPDF)
	}
	op(m, "", http.MethodGet, "/categories/{category_id}/letters/preview/{supplier_id}", "previewLetter", "The award or regret letter of a bidder as it would be issued now",
		func(ctx context.Context, in *previewInput) (*httpkit.Body[LetterPreview], error) {
			p, err := read(ctx, in, false)
			return httpkit.JSON(LetterPreview{
				SupplierName:      p.Supplier,
				BuyerName:         p.Buyer,
				CategoryName:      p.CategoryName,
				CategoryReference: p.Reference,
				IssuedID:          p.Issued,
				Text:              textOf(p.Letter),
			}, err)
		})
	op(m, "", http.MethodGet, "/categories/{category_id}/letters/preview/{supplier_id}/pdf", "previewLetterPDF", "The same as a document",
		func(ctx context.Context, in *previewInput) (*httpkit.Download, error) {
			p, err := read(ctx, in, true)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach("preview.pdf", "application/pdf", p.PDF), nil
		})
}
