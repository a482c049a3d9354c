package evaluationhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// Round is a negotiation of a category, itself a category.
	Round struct {
		CategoryID   uuid.UUID       `json:"category_id" format:"uuid"`
		Round        int             `json:"round" doc:"From 1"`
		Reference    string          `json:"reference"`
		Status       sourcing.Status `json:"status"`
		BestAndFinal bool            `json:"best_and_final" doc:"No round follows it"`
		Invited      int             `json:"invited" doc:"Bidders who were asked"`
		OpensAt      time.Time       `json:"opens_at"`
		ClosesAt     time.Time       `json:"closes_at"`
	}
	// Rounds are the negotiations of a category in their order.
	Rounds struct {
		Items []Round `json:"items"`
	}
	// Begun names the round that was begun.
	Begun struct {
		ID uuid.UUID `json:"id" format:"uuid" doc:"A category"`
	}
	roundInput struct {
		CategoryPath
		Body struct {
			SubmissionIDs []uuid.UUID `json:"submission_ids" format:"uuid" minItems:"1" maxItems:"500" doc:"Of ranked bids: who is asked"`
			ClosesAt      time.Time   `json:"closes_at"`
			BestAndFinal  bool        `json:"best_and_final,omitempty" doc:"No round follows it"`
		}
	}
)

// MountRounds registers what a buyer's people do to negotiate; nobody does it for them.
func MountRounds(b *httpkit.BFF, s *evaluationsvc.Service) {
	const path = "/categories/{category_id}/rounds"
	list := httpkit.Operation{ID: "rounds", Method: http.MethodGet, Path: path, Tag: "evaluation", Summary: "Rounds of negotiation"}
	httpkit.Route(b, access.Only(access.Buyer), list,
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Rounds], error) {
			a := httpkit.Actor(ctx)
			rounds, err := s.Rounds(ctx, a, a.Org, in.CategoryID)
			return httpkit.JSON(Rounds{Items: httpkit.Each(rounds, toRound)}, err)
		})
	begin := httpkit.Operation{
		ID:      "createRound",
		Method:  http.MethodPost,
		Path:    path,
		Tag:     "evaluation",
		Summary: "Negotiate with chosen ranked bidders",
		Status:  http.StatusCreated,
	}
	httpkit.Route(b, sourcing.Guard(access.Buyer, sourcing.ToNegotiate), begin,
		func(ctx context.Context, in *roundInput) (*httpkit.Body[Begun], error) {
			a := httpkit.Actor(ctx)
			id, err := s.Negotiate(ctx, a, a.Org, in.CategoryID, evaluationsvc.Negotiation{
				RoundForm:   sourcing.RoundForm{ClosesAt: in.Body.ClosesAt, BestAndFinal: in.Body.BestAndFinal},
				Submissions: in.Body.SubmissionIDs,
			})
			return httpkit.JSON(Begun{id}, err)
		})
}

func toRound(r sourcingsvc.Round) Round {
	return Round{
		CategoryID:   r.ID,
		Round:        r.Round,
		Reference:    r.Reference,
		Status:       sourcing.Status(r.Status),
		BestAndFinal: r.BestAndFinal,
		Invited:      r.Invited,
		OpensAt:      r.OpensAt,
		ClosesAt:     r.ClosesAt,
	}
}
