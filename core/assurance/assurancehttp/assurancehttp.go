// Package assurancehttp is the operations of quality assurance, for the desks
// that check what bidders claim.
package assurancehttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/assurancesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// CategoryPath names a category.
	CategoryPath struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	// BidPath names an opened bid.
	BidPath struct {
		SubmissionID uuid.UUID `path:"submission_id" format:"uuid"`
	}
	declareInput struct {
		CategoryPath
		Body struct {
			Interest    opening.Interest `json:"interest"`
			Declaration string           `json:"declaration,omitempty" maxLength:"4000"`
		}
	}
	sampleInput struct {
		CategoryPath
		Body struct {
			Percent int   `json:"percent" doc:"Of the opened bids, 0 to 100"`
			Version int32 `json:"version" minimum:"0" doc:"The one that was seen; 0 where none was set"`
		}
	}
	jobPath struct {
		JobID uuid.UUID `path:"job_id" format:"uuid"`
	}
	// PartPath names one of the two checks of an opened bid.
	PartPath struct {
		BidPath
		Turn assurance.Turn `path:"turn" doc:"The first check, or the second one of a drawn bid"`
	}
	giveInput struct {
		PartPath
		Body struct {
			CheckerID *uuid.UUID `json:"checker_id,omitempty" format:"uuid" doc:"Who has declared to have no interest; absent: whoever comes first"`
			Version   int32      `json:"version" minimum:"0" doc:"The one that was seen; 0 where nobody had begun"`
		}
	}
	checkInput struct {
		PartPath
		QuestionID uuid.UUID `path:"question_id" format:"uuid"`
		Body       struct {
			Verdict assurance.Verdict `json:"verdict"`
			Note    string            `json:"note,omitempty" maxLength:"4000" doc:"What a verdict other than valid rests on"`
			Version int32             `json:"version" minimum:"0" doc:"The one that was seen; 0 where nobody had checked"`
		}
	}
)

// Mount registers the operations on a desk: the buyer's people work for their own
// company, the operator's for the buyer whose category it is, while it has bought
// that they do.
func Mount(b *httpkit.BFF, s *assurancesvc.Service, categories *sourcingsvc.Service, desk access.UserType) {
	checks := sourcing.Guard(desk, sourcing.ToJudge)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "assurance", Summary: summary}
	}
	of := func(ctx context.Context, in CategoryPath) (access.Actor, uuid.UUID, error) {
		a := httpkit.Actor(ctx)
		owner, err := categories.OwnerOfCategory(ctx, a, in.CategoryID)
		return a, owner, err
	}
	ofBid := func(ctx context.Context, in BidPath) (access.Actor, uuid.UUID, error) {
		a := httpkit.Actor(ctx)
		owner, err := s.OwnerOfBid(ctx, a, in.SubmissionID)
		return a, owner, err
	}
	httpkit.Route(b, checks,
		op(http.MethodGet, "/categories/{category_id}/assurance", "assuranceDesk", "Where the checks of a category stand"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[AssuranceDesk], error) {
			a, owner, err := of(ctx, *in)
			if err != nil {
				return nil, err
			}
			d, err := s.Desk(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(deskOf(d), err)
		})
	httpkit.Route(b, checks,
		op(http.MethodPost, "/categories/{category_id}/assurance/declaration", "declareChecker", "Declare my interests before I check"),
		func(ctx context.Context, in *declareInput) (*httpkit.Empty, error) {
			a, owner, err := of(ctx, in.CategoryPath)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Declare(ctx, a, owner, in.CategoryID, string(in.Body.Interest), in.Body.Declaration))
		})
	httpkit.Route(b, checks,
		op(http.MethodGet, "/jobs/{job_id}/assurance", "assuranceControls", "How far the second checks of a job's categories are"),
		func(ctx context.Context, in *jobPath) (*httpkit.Body[AssuranceControls], error) {
			a := httpkit.Actor(ctx)
			owner, err := categories.OwnerOfJob(ctx, a, in.JobID)
			if err != nil {
				return nil, err
			}
			j, all, err := s.Controls(ctx, a, owner, in.JobID)
			return httpkit.JSON(controlsOf(j, all), err)
		})
	httpkit.Route(b, checks,
		op(http.MethodPut, "/categories/{category_id}/assurance/sample", "setSample", "Say how many bids are checked a second time"),
		func(ctx context.Context, in *sampleInput) (*httpkit.Empty, error) {
			a, owner, err := of(ctx, in.CategoryPath)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.SetSample(ctx, a, owner, in.CategoryID, in.Body.Percent, in.Body.Version))
		})
	httpkit.Route(b, checks.ToSupport(false),
		op(http.MethodGet, "/submissions/{submission_id}/checks/{turn}", "assuranceSheet", "What an opened bid says, with its checks of a turn"),
		func(ctx context.Context, in *PartPath) (*httpkit.Body[AssuranceSheet], error) {
			a, owner, err := ofBid(ctx, in.BidPath)
			if err != nil {
				return nil, err
			}
			sheet, err := s.Sheet(ctx, a, owner, in.SubmissionID, in.Turn)
			return httpkit.JSON(sheetOf(sheet), err)
		})
	httpkit.Route(b, checks,
		op(http.MethodPut, "/submissions/{submission_id}/checks/{turn}/answers/{question_id}", "putCheck", "Store what I found of an answer"),
		func(ctx context.Context, in *checkInput) (*httpkit.Body[CheckStored], error) {
			a, owner, err := ofBid(ctx, in.BidPath)
			if err != nil {
				return nil, err
			}
			found := assurance.Finding{Verdict: in.Body.Verdict, Note: in.Body.Note}
			version, err := s.Check(ctx, a, owner, in.part(), in.QuestionID, found, in.Body.Version)
			return httpkit.JSON(CheckStored{Version: version}, err)
		})
	httpkit.Route(b, checks,
		op(http.MethodPost, "/submissions/{submission_id}/checks/{turn}/finish", "finishCheck", "Say that a check of a bid is done"),
		func(ctx context.Context, in *PartPath) (*httpkit.Empty, error) {
			a, owner, err := ofBid(ctx, in.BidPath)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Finish(ctx, a, owner, in.part()))
		})
	httpkit.Route(b, checks,
		op(http.MethodPut, "/submissions/{submission_id}/checks/{turn}/checker", "giveCheck", "Give a check of a bid to somebody"),
		func(ctx context.Context, in *giveInput) (*httpkit.Empty, error) {
			a, owner, err := ofBid(ctx, in.BidPath)
			if err != nil {
				return nil, err
			}
			whom := uuid.Nil
			if in.Body.CheckerID != nil {
				whom = *in.Body.CheckerID
			}
			return httpkit.Done(s.Give(ctx, a, owner, in.part(), whom, in.Body.Version))
		})
}

func (p PartPath) part() assurance.Part {
	return assurance.Part{Submission: p.SubmissionID, Turn: p.Turn}
}
