// Package diligencehttp is the operations of due diligence, for the desks that visit
// bidders. What a visit comes to is decided with the results, in evaluationhttp.
package diligencehttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/diligencesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
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
	// PhotoPath names a photograph of a visit.
	PhotoPath struct {
		BidPath
		PhotoID uuid.UUID `path:"photo_id" format:"uuid"`
	}
	declareInput struct {
		CategoryPath
		Body struct {
			Interest    opening.Interest `json:"interest"`
			Declaration string           `json:"declaration,omitempty" maxLength:"4000"`
		}
	}
	askInput struct {
		CategoryPath
		Body struct {
			Prompt       string         `json:"prompt" maxLength:"1000"`
			Help         string         `json:"help,omitempty" maxLength:"2000"`
			Kind         diligence.Kind `json:"kind"`
			SubmissionID *uuid.UUID     `json:"submission_id,omitempty" format:"uuid" doc:"Of the bid that alone is asked; absent: all are"`
		}
	}
	questionPath struct {
		CategoryPath
		QuestionID uuid.UUID `path:"question_id" format:"uuid"`
	}
	planInput struct {
		BidPath
		Body struct {
			At      *time.Time `json:"at,omitempty" doc:"Absent: the visit is planned, and has no date yet"`
			Place   string     `json:"place,omitempty" maxLength:"600"`
			People  string     `json:"people,omitempty" maxLength:"1000" doc:"Who goes, and whom they meet"`
			Version int32      `json:"version" minimum:"0" doc:"The one that was seen; 0 where nobody had planned"`
		}
	}
	conductInput struct {
		BidPath
		Body struct {
			Arrival *Arrival      `json:"arrival,omitempty"`
			Answers []VisitChange `json:"answers" maxItems:"200"`
		}
	}
	findInput struct {
		BidPath
		Body struct {
			Findings string `json:"findings" maxLength:"8000"`
			Version  int32  `json:"version" minimum:"0" doc:"The one that was seen"`
		}
	}
	photoInput struct {
		PhotoPath
		QuestionID uuid.UUID `query:"question_id" format:"uuid" required:"true"`
		Name       string    `query:"name" maxLength:"400" required:"true"`
		RawBody    []byte    `contentType:"application/octet-stream"`
	}
)

// Mount registers the operations on a desk: the buyer's people work for their own
// company, the operator's for the buyer whose category it is, while it has bought
// their visits.
func Mount(b *httpkit.BFF, s *diligencesvc.Service, categories *sourcingsvc.Service, desk access.UserType) {
	visits := sourcing.Guard(desk, sourcing.ToJudge)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "diligence", Summary: summary}
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
	httpkit.Route(b, visits.ToSupport(false),
		op(http.MethodGet, "/categories/{category_id}/diligence", "diligenceDesk", "Where the visits of a category stand"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[DiligenceDesk], error) {
			a, owner, err := of(ctx, *in)
			if err != nil {
				return nil, err
			}
			d, err := s.Desk(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(deskOf(d), err)
		})
	httpkit.Route(b, visits,
		op(http.MethodPost, "/categories/{category_id}/diligence/declaration", "declareVisitor", "Declare my interests before I visit"),
		func(ctx context.Context, in *declareInput) (*httpkit.Empty, error) {
			a, owner, err := of(ctx, in.CategoryPath)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Declare(ctx, a, owner, in.CategoryID, string(in.Body.Interest), in.Body.Declaration))
		})
	httpkit.Route(b, visits,
		op(http.MethodPost, "/categories/{category_id}/diligence/questions", "askOnVisit", "Add a question to visits"),
		func(ctx context.Context, in *askInput) (*httpkit.Body[sourcinghttp.Made], error) {
			a, owner, err := of(ctx, in.CategoryPath)
			if err != nil {
				return nil, err
			}
			question := diligence.Question{Prompt: in.Body.Prompt, Help: in.Body.Help, Kind: in.Body.Kind}
			id, err := s.Ask(ctx, a, owner, in.CategoryID, in.Body.SubmissionID, question)
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(b, visits,
		op(http.MethodDelete, "/categories/{category_id}/diligence/questions/{question_id}", "unaskOnVisit", "Take a question back that nobody has answered"),
		func(ctx context.Context, in *questionPath) (*httpkit.Empty, error) {
			a, owner, err := of(ctx, in.CategoryPath)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Unask(ctx, a, owner, in.CategoryID, in.QuestionID))
		})
	httpkit.Route(b, visits.ToSupport(false),
		op(http.MethodGet, "/submissions/{submission_id}/visit", "visitSheet", "What is asked on a bidder's visit, and what was found"),
		func(ctx context.Context, in *BidPath) (*httpkit.Body[VisitSheet], error) {
			a, owner, err := ofBid(ctx, *in)
			if err != nil {
				return nil, err
			}
			sheet, err := s.Sheet(ctx, a, owner, in.SubmissionID)
			return httpkit.JSON(sheetOf(sheet), err)
		})
	httpkit.Route(b, visits,
		op(http.MethodPut, "/submissions/{submission_id}/visit", "planVisit", "Plan a bidder's visit, or say when and where it is"),
		func(ctx context.Context, in *planInput) (*httpkit.Body[VisitStored], error) {
			a, owner, err := ofBid(ctx, in.BidPath)
			if err != nil {
				return nil, err
			}
			p := diligence.Plan{At: in.Body.At, Place: in.Body.Place, People: in.Body.People}
			version, err := s.Plan(ctx, a, owner, in.SubmissionID, p, in.Body.Version)
			return httpkit.JSON(VisitStored{Version: version}, err)
		})
	httpkit.Route(b, visits,
		op(http.MethodPut, "/submissions/{submission_id}/visit/answers", "conductVisit", "Send what was found on a visit; sent again it counts once"),
		func(ctx context.Context, in *conductInput) (*httpkit.Body[VisitAnswersStored], error) {
			a, owner, err := ofBid(ctx, in.BidPath)
			if err != nil {
				return nil, err
			}
			done, err := s.Conduct(ctx, a, owner, in.SubmissionID, conducted(in.Body.Arrival, in.Body.Answers))
			return httpkit.JSON(storedOf(done), err)
		})
	httpkit.Route(b, visits,
		op(http.MethodPost, "/submissions/{submission_id}/visit/findings", "findVisit", "Sum a visit up once everything is answered"),
		func(ctx context.Context, in *findInput) (*httpkit.Body[VisitStored], error) {
			a, owner, err := ofBid(ctx, in.BidPath)
			if err != nil {
				return nil, err
			}
			version, err := s.Find(ctx, a, owner, in.SubmissionID, in.Body.Findings, in.Body.Version)
			return httpkit.JSON(VisitStored{Version: version}, err)
		})
	add := op(http.MethodPut, "/submissions/{submission_id}/visit/photos/{photo_id}", "addVisitPhoto", "Send a photograph; sent again it counts once")
	add.MaxBody = diligence.MaxPhoto + 1
	httpkit.Route(b, visits, add, func(ctx context.Context, in *photoInput) (*httpkit.Empty, error) {
		a, owner, err := ofBid(ctx, in.BidPath)
		if err != nil {
			return nil, err
		}
		p := diligencesvc.Photo{ID: in.PhotoID, Question: in.QuestionID, Name: in.Name, Bytes: in.RawBody}
		return httpkit.Done(s.AddPhoto(ctx, a, owner, in.SubmissionID, p))
	})
	httpkit.Route(b, visits.ToSupport(false),
		op(http.MethodGet, "/submissions/{submission_id}/visit/photos/{photo_id}", "visitPhoto", "A photograph of a visit"),
		func(ctx context.Context, in *PhotoPath) (*httpkit.Download, error) {
			a, owner, err := ofBid(ctx, in.BidPath)
			if err != nil {
				return nil, err
			}
			d, err := s.Photo(ctx, a, owner, in.SubmissionID, in.PhotoID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
		})
	httpkit.Route(b, visits,
		op(http.MethodDelete, "/submissions/{submission_id}/visit/photos/{photo_id}", "removeVisitPhoto", "Take a photograph back while the visit goes on"),
		func(ctx context.Context, in *PhotoPath) (*httpkit.Empty, error) {
			a, owner, err := ofBid(ctx, in.BidPath)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.RemovePhoto(ctx, a, owner, in.SubmissionID, in.PhotoID))
		})
}
