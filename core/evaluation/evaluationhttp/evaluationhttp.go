// Package evaluationhttp is the operations from closing to ranking, for the desks
// that open and evaluate.
package evaluationhttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/diligence"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/party/partyhttp"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// CategoryPath names a category.
	CategoryPath struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	declareInput struct {
		CategoryPath
		Body struct {
			Interest    opening.Interest `json:"interest"`
			Declaration string           `json:"declaration,omitempty" maxLength:"4000"`
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
	visitDecisionInput struct {
		SubmissionID uuid.UUID `path:"submission_id" format:"uuid"`
		Body         struct {
			Outcome   diligence.Outcome `json:"outcome"`
			Reason    string            `json:"reason,omitempty" maxLength:"4000" doc:"Of who flags or fails"`
			ExpiresOn string            `json:"expires_on,omitempty" doc:"The last day on which this counts, as YYYY-MM-DD; absent: it counts without an end"`
			Version   int32             `json:"version" minimum:"0" doc:"Of the visit, the one that was seen"`
		}
	}
	// VisitDecided is the version that a visit has now.
	VisitDecided struct {
		Version int32 `json:"version"`
	}
	filePath struct {
		SubmissionID uuid.UUID `path:"submission_id" format:"uuid"`
		FileID       uuid.UUID `path:"file_id" format:"uuid"`
	}
)

// Mount registers the operations on a desk: the buyer's people work for their own
// company, the operator's for the buyer whose category it is, while it has bought
// that they do.
func Mount(b *httpkit.BFF, s *evaluationsvc.Service, categories *sourcingsvc.Service, desk access.UserType) {
	reads, evaluates := access.Sees(desk, access.Work), sourcing.Guard(desk, sourcing.ToJudge)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "evaluation", Summary: summary}
	}
	of := func(ctx context.Context, in CategoryPath) (access.Actor, uuid.UUID, error) {
		a := httpkit.Actor(ctx)
		owner, err := categories.OwnerOfCategory(ctx, a, in.CategoryID)
		return a, owner, err
	}
	httpkit.Route(b, reads, op(http.MethodGet, "/categories/{category_id}/evaluation", "evaluationDesk", "Where a category stands between closing and ranking"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Desk], error) {
			a, owner, err := of(ctx, *in)
			if err != nil {
				return nil, err
			}
			d, err := s.Desk(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(deskOf(d), err)
		})
	httpkit.Route(b, evaluates, op(http.MethodPost, "/categories/{category_id}/evaluation/declaration", "declareInterest", "Declare my interests in a category"),
		func(ctx context.Context, in *declareInput) (*httpkit.Empty, error) {
			a, owner, err := of(ctx, in.CategoryPath)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Declare(ctx, a, owner, in.CategoryID, string(in.Body.Interest), in.Body.Declaration))
		})
	httpkit.Route(b, evaluates.ToSupport(false), op(http.MethodGet, "/categories/{category_id}/evaluation/sheet", "evaluationSheet", "Opened answers with my own marks"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Sheet], error) {
			a, owner, err := of(ctx, *in)
			if err != nil {
				return nil, err
			}
			sheet, err := s.Sheet(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(sheetOf(sheet), err)
		})
	httpkit.Route(b, evaluates, op(http.MethodPut, "/categories/{category_id}/evaluation/marks", "putMarks", "Store my marks"),
		func(ctx context.Context, in *marksInput) (*httpkit.Empty, error) {
			a, owner, err := of(ctx, in.CategoryPath)
			if err != nil {
				return nil, err
			}
			marks := make([]evaluationsvc.Mark, len(in.Body.Marks))
			for i, m := range in.Body.Marks {
				marks[i] = evaluationsvc.Mark{Submission: m.SubmissionID, Question: m.QuestionID, Value: m.Value, Comment: m.Comment}
			}
			return httpkit.Done(s.PutMarks(ctx, a, owner, in.CategoryID, marks))
		})
	steps := []struct {
		path, id, summary string
		use               func(context.Context, access.Actor, uuid.UUID, uuid.UUID) error
	}{
		{path: "finish", id: "finishEvaluation", summary: "Make my marks final", use: s.Finish},
		{path: "complete", id: "completeEvaluation", summary: "Fix the results of what is open, and the ranking with the last envelope", use: s.Complete},
	}
	for _, step := range steps {
		httpkit.Route(b, evaluates, op(http.MethodPost, "/categories/{category_id}/evaluation/"+step.path, step.id, step.summary),
			func(ctx context.Context, in *CategoryPath) (*httpkit.Empty, error) {
				a, owner, err := of(ctx, *in)
				if err != nil {
					return nil, err
				}
				return httpkit.Done(step.use(ctx, a, owner, in.CategoryID))
			})
	}
	mountLow(b, s, evaluates)
	httpkit.Route(b, evaluates,
		op(http.MethodPost, "/submissions/{submission_id}/visit/decision", "decideVisit", "Decide on a visit, and make what stands of the results anew"),
		func(ctx context.Context, in *visitDecisionInput) (*httpkit.Body[VisitDecided], error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfFile(ctx, a, in.SubmissionID)
			if err != nil {
				return nil, err
			}
			var f fault.Fields
			d := diligence.Decision{Outcome: in.Body.Outcome, Reason: in.Body.Reason, ExpiresOn: partyhttp.ReadDay(&f, "/expires_on", in.Body.ExpiresOn)}
			if err := f.Err(); err != nil {
				return nil, err
			}
			version, err := s.DecideVisit(ctx, a, owner, in.SubmissionID, d, in.Body.Version)
			return httpkit.JSON(VisitDecided{Version: version}, err)
		})
	httpkit.Route(b, reads.ToSupport(false), op(http.MethodGet, "/categories/{category_id}/evaluation/origins", "evaluationOrigins", "The words behind the figures of a result"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Origins], error) {
			a, owner, err := of(ctx, *in)
			if err != nil {
				return nil, err
			}
			origins, err := s.Origins(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(originsOf(origins), err)
		})
	httpkit.Route(b, evaluates.ToSupport(false), op(http.MethodGet, "/categories/{category_id}/evaluation/prices", "openedPrices", "Opened prices line by line"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Prices], error) {
			a, owner, err := of(ctx, *in)
			if err != nil {
				return nil, err
			}
			rows, err := s.Prices(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(pricesOf(rows), err)
		})
	httpkit.Route(b, evaluates.ToSupport(false), op(http.MethodGet, "/submissions/{submission_id}/files/{file_id}", "openedFile", "A document of an opened bid"),
		func(ctx context.Context, in *filePath) (*httpkit.Download, error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfFile(ctx, a, in.SubmissionID)
			if err != nil {
				return nil, err
			}
			name, media, data, err := s.File(ctx, a, owner, in.SubmissionID, in.FileID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, media, data), nil
		})
}
