package evaluationhttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// PaperSection says how many documents a section of opened bids has for the reader.
	PaperSection struct {
		ID    uuid.UUID `json:"id" format:"uuid"`
		Name  string    `json:"name"`
		Files int       `json:"files"`
		Bytes int64     `json:"bytes"`
	}
	// PaperSections are the sections of a category.
	PaperSections struct {
		Items []PaperSection `json:"items"`
	}
	papersInput struct {
		CategoryPath
		Body struct {
			SectionID uuid.UUID `json:"section_id" format:"uuid"`
		}
	}
)

// MountPapers registers the archives of documents of opened bids.
func MountPapers(b *httpkit.BFF, s *evaluationsvc.Service, categories *sourcingsvc.Service, desk access.UserType,
	start func(ctx context.Context, a access.Actor, in evaluationsvc.Papers) (uuid.UUID, error)) {
	evaluates := sourcing.Guard(desk, sourcing.ToJudge)
	const path = "/categories/{category_id}/papers"
	httpkit.Route(b, evaluates.ToSupport(false), httpkit.Operation{
		ID:      "paperSections",
		Method:  http.MethodGet,
		Path:    path,
		Tag:     "evaluation",
		Summary: "How many documents of opened bids each section has that I may open",
	}, func(ctx context.Context, in *CategoryPath) (*httpkit.Body[PaperSections], error) {
		a := httpkit.Actor(ctx)
		owner, err := categories.OwnerOfCategory(ctx, a, in.CategoryID)
		if err != nil {
			return nil, err
		}
		got, err := s.PaperSections(ctx, a, owner, in.CategoryID)
		out := PaperSections{Items: make([]PaperSection, len(got))}
		for i, x := range got {
			out.Items[i] = PaperSection(x)
		}
		return httpkit.JSON(out, err)
	})
	httpkit.Route(b, evaluates, httpkit.Operation{
		ID:      "startPapers",
		Method:  http.MethodPost,
		Path:    path,
		Tag:     "evaluation",
		Summary: "Put the documents of a section into an archive, in the background",
	}, func(ctx context.Context, in *papersInput) (*httpkit.Body[taskhttp.TaskStarted], error) {
		a := httpkit.Actor(ctx)
		owner, err := categories.OwnerOfCategory(ctx, a, in.CategoryID)
		if err != nil {
			return nil, err
		}
		id, err := start(ctx, a, evaluationsvc.Papers{
			Owner:    owner,
			Category: in.CategoryID,
			Section:  in.Body.SectionID,
		})
		return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
	})
}
