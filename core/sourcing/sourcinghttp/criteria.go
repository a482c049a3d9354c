package sourcinghttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	// SectionPath names a section of a category.
	SectionPath struct {
		CategoryPath
		SectionID uuid.UUID `path:"section_id" format:"uuid"`
	}
	// QuestionPath names a question of a category.
	QuestionPath struct {
		CategoryPath
		QuestionID uuid.UUID `path:"question_id" format:"uuid"`
	}
	createSectionInput struct {
		CategoryPath
		Body struct {
			ParentID    *uuid.UUID      `json:"parent_id,omitempty" format:"uuid"`
			Name        string          `json:"name"`
			Description string          `json:"description,omitempty"`
			Weight      *money.Quantity `json:"weight,omitempty"`
		}
	}
	updateSectionInput struct {
		SectionPath
		Body struct {
			Name        string          `json:"name"`
			Description string          `json:"description,omitempty"`
			Weight      *money.Quantity `json:"weight,omitempty"`
		}
	}
	moveSectionInput struct {
		SectionPath
		Body struct {
			Position int `json:"position" minimum:"0" doc:"Among its siblings, from zero"`
		}
	}
	// QuestionForm is what an author says of a question.
	QuestionForm struct {
		SectionID    uuid.UUID             `json:"section_id" format:"uuid"`
		Prompt       string                `json:"prompt"`
		Help         string                `json:"help,omitempty"`
		ResponseType sourcing.ResponseType `json:"response_type"`
		MustAnswer   bool                  `json:"must_answer,omitempty"`
		GoesQA       bool                  `json:"goes_qa,omitempty"`
		GoesDD       bool                  `json:"goes_dd,omitempty"`
		Scored       bool                  `json:"scored,omitempty"`
		MaxScore     *money.Quantity       `json:"max_score,omitempty"`
		MinScore     *money.Quantity       `json:"min_score,omitempty"`
		Options      []Option              `json:"options,omitempty"`
		Bands        []Band                `json:"bands,omitempty"`
	}
	createQuestionInput struct {
		CategoryPath
		Body QuestionForm
	}
	updateQuestionInput struct {
		QuestionPath
		Body QuestionForm
	}
	moveQuestionInput struct {
		QuestionPath
		Body struct {
			SectionID uuid.UUID `json:"section_id" format:"uuid"`
			Position  int       `json:"position" minimum:"0" doc:"In the section, from zero"`
		}
	}
)

// Domain is the question that the form says, with an id.
func (f QuestionForm) Domain(id uuid.UUID) sourcing.Question {
	q := sourcing.Question{ID: id, Section: f.SectionID, Prompt: f.Prompt, Help: f.Help, Response: f.ResponseType,
		MustAnswer: f.MustAnswer, QA: f.GoesQA, DD: f.GoesDD, Scored: f.Scored, MaxScore: f.MaxScore, MinScore: f.MinScore}
	for _, o := range f.Options {
		q.Options = append(q.Options, sourcing.Option{Label: o.Label, Score: o.Score})
	}
	for _, b := range f.Bands {
		q.Bands = append(q.Bands, sourcing.Band(b))
	}
	return q
}

func (m desk) criteria() {
	const sections, questions = "/categories/{category_id}/sections", "/categories/{category_id}/questions"
	op(m, sourcing.ToAsk, http.MethodPost, sections, "createSection", "Add a section or subsection",
		func(ctx context.Context, in *createSectionInput) (*httpkit.Body[Made], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.CreateSection(ctx, a, owner, in.CategoryID, sourcing.Section{Parent: in.Body.ParentID, Name: in.Body.Name,
				Description: in.Body.Description, Weight: in.Body.Weight})
			return httpkit.JSON(Made{id}, err)
		})
	op(m, sourcing.ToAsk, http.MethodPut, sections+"/{section_id}", "updateSection", "Change a section",
		func(ctx context.Context, in *updateSectionInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.UpdateSection(ctx, a, owner, in.CategoryID, sourcing.Section{ID: in.SectionID, Name: in.Body.Name,
				Description: in.Body.Description, Weight: in.Body.Weight}))
		})
	op(m, sourcing.ToAsk, http.MethodPost, sections+"/{section_id}/move", "moveSection", "Place a section among its siblings",
		func(ctx context.Context, in *moveSectionInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.MoveSection(ctx, a, owner, in.CategoryID, in.SectionID, in.Body.Position))
		})
	op(m, sourcing.ToAsk, http.MethodDelete, sections+"/{section_id}", "deleteSection", "Remove a section with all in it",
		func(ctx context.Context, in *SectionPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.DeleteSection(ctx, a, owner, in.CategoryID, in.SectionID))
		})
	op(m, sourcing.ToAsk, http.MethodPost, questions, "createQuestion", "Add a question",
		func(ctx context.Context, in *createQuestionInput) (*httpkit.Body[Made], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.SaveQuestion(ctx, a, owner, in.CategoryID, in.Body.Domain(uuid.Nil))
			return httpkit.JSON(Made{id}, err)
		})
	op(m, sourcing.ToAsk, http.MethodPut, questions+"/{question_id}", "updateQuestion", "Change a question",
		func(ctx context.Context, in *updateQuestionInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			_, err = m.svc.SaveQuestion(ctx, a, owner, in.CategoryID, in.Body.Domain(in.QuestionID))
			return httpkit.Done(err)
		})
	op(m, sourcing.ToAsk, http.MethodPost, questions+"/{question_id}/move", "moveQuestion", "Place a question in a section",
		func(ctx context.Context, in *moveQuestionInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.MoveQuestion(ctx, a, owner, in.CategoryID, in.QuestionID, in.Body.SectionID, in.Body.Position))
		})
	op(m, sourcing.ToAsk, http.MethodDelete, questions+"/{question_id}", "deleteQuestion", "Remove a question",
		func(ctx context.Context, in *QuestionPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.DeleteQuestion(ctx, a, owner, in.CategoryID, in.QuestionID))
		})
}
