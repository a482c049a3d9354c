// Package evaluationhttp is the operations from closing to ranking, for the desks
// that open and evaluate.
package evaluationhttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/seal"
)

type (
	// CategoryPath names a category.
	CategoryPath struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	// EnvelopePath names an envelope of a category.
	EnvelopePath struct {
		CategoryPath
		Envelope string `path:"envelope" enum:"technical,financial"`
	}
	declareInput struct {
		CategoryPath
		Body struct {
			Interest    string `json:"interest" enum:"none,interest,recused"`
			Declaration string `json:"declaration,omitempty" maxLength:"4000"`
		}
	}
	marksInput struct {
		CategoryPath
		Body struct {
			Marks []struct {
				SubmissionID uuid.UUID `json:"submission_id" format:"uuid"`
				QuestionID   uuid.UUID `json:"question_id" format:"uuid"`
				Value        string    `json:"value" maxLength:"20"`
				Comment      string    `json:"comment,omitempty" maxLength:"4000"`
			} `json:"marks" minItems:"1" maxItems:"500"`
		}
	}
	filePath struct {
		SubmissionID uuid.UUID `path:"submission_id" format:"uuid"`
		FileID       uuid.UUID `path:"file_id" format:"uuid"`
	}
)

// Mount registers the operations on the buyer's desk: an actor's own company is
// the owner.
func Mount(b *httpkit.BFF, s *evaluationsvc.Service) {
	buyer := access.Only(access.Buyer)
	opens, evaluates := access.Only(access.Buyer, access.OpenBids), access.Only(access.Buyer, access.EvaluateBids)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "evaluation", Summary: summary}
	}
	httpkit.Route(b, buyer, op(http.MethodGet, "/categories/{category_id}/evaluation", "evaluationDesk", "Where a category stands between closing and ranking"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Desk], error) {
			a := httpkit.Actor(ctx)
			d, err := s.Desk(ctx, a, a.Org, in.CategoryID)
			return httpkit.JSON(deskOf(d), err)
		})
	httpkit.Route(b, opens, op(http.MethodPost, "/categories/{category_id}/openings/{envelope}/confirm", "confirmOpening", "Give my word that an envelope shall be opened; with enough people's words it is"),
		func(ctx context.Context, in *EnvelopePath) (*httpkit.Body[Decision], error) {
			a := httpkit.Actor(ctx)
			d, err := s.Confirm(ctx, a, a.Org, in.CategoryID, seal.Envelope(in.Envelope))
			out := Decision{Opened: d.Opened, Missing: d.Missing}
			if !d.Expires.IsZero() {
				out.Expires = &d.Expires
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, opens, op(http.MethodPost, "/categories/{category_id}/openings/{envelope}/sign", "signMinutes", "Sign the minutes of an opening"),
		func(ctx context.Context, in *EnvelopePath) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			return &httpkit.Empty{}, s.SignMinutes(ctx, a, a.Org, in.CategoryID, seal.Envelope(in.Envelope))
		})
	httpkit.Route(b, evaluates, op(http.MethodPost, "/categories/{category_id}/evaluation/declaration", "declareInterest", "Declare my interests in a category"),
		func(ctx context.Context, in *declareInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			return &httpkit.Empty{}, s.Declare(ctx, a, a.Org, in.CategoryID, in.Body.Interest, in.Body.Declaration)
		})
	httpkit.Route(b, evaluates.ToSupport(false), op(http.MethodGet, "/categories/{category_id}/evaluation/sheet", "evaluationSheet", "Opened answers with my own marks"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Sheet], error) {
			a := httpkit.Actor(ctx)
			sheet, err := s.Sheet(ctx, a, a.Org, in.CategoryID)
			return httpkit.JSON(sheetOf(sheet), err)
		})
	httpkit.Route(b, evaluates, op(http.MethodPut, "/categories/{category_id}/evaluation/marks", "putMarks", "Store my marks"),
		func(ctx context.Context, in *marksInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			marks := make([]evaluationsvc.Mark, len(in.Body.Marks))
			for i, m := range in.Body.Marks {
				marks[i] = evaluationsvc.Mark{Submission: m.SubmissionID, Question: m.QuestionID, Value: m.Value, Comment: m.Comment}
			}
			return &httpkit.Empty{}, s.PutMarks(ctx, a, a.Org, in.CategoryID, marks)
		})
	steps := []struct {
		path, id, summary string
		use               func(context.Context, access.Actor, uuid.UUID, uuid.UUID) error
	}{
		{path: "finish", id: "finishEvaluation", summary: "Make my marks final", use: s.Finish},
		{path: "technical", id: "completeTechnical", summary: "Fix the technical results", use: s.CompleteTechnical},
		{path: "financial", id: "completeFinancial", summary: "Rank the bids whose prices were opened", use: s.CompleteFinancial},
	}
	for _, step := range steps {
		httpkit.Route(b, evaluates, op(http.MethodPost, "/categories/{category_id}/evaluation/"+step.path, step.id, step.summary),
			func(ctx context.Context, in *CategoryPath) (*httpkit.Empty, error) {
				a := httpkit.Actor(ctx)
				return &httpkit.Empty{}, step.use(ctx, a, a.Org, in.CategoryID)
			})
	}
	httpkit.Route(b, evaluates.ToSupport(false), op(http.MethodGet, "/categories/{category_id}/evaluation/prices", "openedPrices", "Opened prices line by line"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Prices], error) {
			a := httpkit.Actor(ctx)
			rows, err := s.Prices(ctx, a, a.Org, in.CategoryID)
			return httpkit.JSON(pricesOf(rows), err)
		})
	httpkit.Route(b, evaluates.ToSupport(false), op(http.MethodGet, "/submissions/{submission_id}/files/{file_id}", "openedFile", "A document of an opened bid"),
		func(ctx context.Context, in *filePath) (*httpkit.Download, error) {
			a := httpkit.Actor(ctx)
			name, media, data, err := s.File(ctx, a, a.Org, in.SubmissionID, in.FileID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, media, data), nil
		})
}
