package bffsupplier

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partyhttp"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	// ProfilePaper is a paper of my company's profile, as it stands now.
	ProfilePaper struct {
		ID    uuid.UUID         `json:"id" format:"uuid"`
		Name  string            `json:"name"`
		Size  int64             `json:"size"`
		State party.ExpiryState `json:"state"`
		Paper partyhttp.Paper   `json:"paper"`
	}
	// ProfilePapers are those that may answer a question.
	ProfilePapers struct {
		Papers []ProfilePaper `json:"papers"`
	}
	takePaperInput struct {
		BidPath
		Body struct {
			QuestionID uuid.UUID `json:"question_id" format:"uuid"`
			PaperID    uuid.UUID `json:"paper_id" format:"uuid" doc:"As the profile was seen: another version is refused"`
		}
	}
)

func mountProfilePapers(b *httpkit.BFF, s *biddingsvc.Service) {
	route(b, http.MethodGet, "/bids/{bid_id}/papers", "profilePapers", "Papers of my company's profile that may answer a question",
		func(ctx context.Context, in *BidPath) (*httpkit.Body[ProfilePapers], error) {
			got, err := s.Papers(ctx, httpkit.Actor(ctx), in.BidID)
			return httpkit.JSON(ProfilePapers{httpkit.Each(got, func(d partysvc.DocumentVersion) ProfilePaper {
				return ProfilePaper{
					ID:    d.ID,
					Name:  d.Name,
					Size:  d.Size,
					State: d.State,
					Paper: *partyhttp.PaperOf(d.Kind, d.ExpiresOn),
				}
			})}, err)
		})
	route(b, http.MethodPost, "/bids/{bid_id}/papers", "takePaper", "Answer a question with a paper of my company's profile",
		func(ctx context.Context, in *takePaperInput) (*httpkit.Body[BidFile], error) {
			got, err := s.TakePaper(ctx, httpkit.Actor(ctx), in.BidID, in.Body.QuestionID, in.Body.PaperID)
			return httpkit.JSON(fileOf(got), err)
		})
}
