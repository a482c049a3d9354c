package sourcinghttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// Addendum is a change of what was published, as all who take part read it.
	Addendum struct {
		ID       uuid.UUID        `json:"id" format:"uuid"`
		Number   int              `json:"number" doc:"In its category, from 1"`
		Title    string           `json:"title"`
		Text     string           `json:"text"`
		Changes  []AddendumChange `json:"changes" doc:"Where there is one, who has submitted before has to confirm"`
		ClosesAt *time.Time       `json:"closes_at,omitempty" doc:"Where it moved the closing, to when"`
		IssuedAt time.Time        `json:"issued_at"`
	}
	// AddendumChange is one thing that reads otherwise from it on.
	AddendumChange struct {
		Part  sourcing.ChangedPart `json:"part"`
		Of    *uuid.UUID           `json:"object_id,omitempty" format:"uuid" doc:"Item, question or file"`
		Label string               `json:"label,omitempty" doc:"Number of the item, or the question as it was"`
		Was   string               `json:"was"`
		Is    string               `json:"now"`
	}
	// Addenda are the addenda of a category, the latest first.
	Addenda struct {
		Items    []Addendum `json:"items"`
		Refused  string     `json:"refused,omitempty" doc:"The code of why none can be issued now"`
		Earliest time.Time  `json:"earliest" doc:"The earliest closing after a change now"`
	}
	// SupplierAddenda are the same for who may take part.
	SupplierAddenda struct {
		Items []Addendum `json:"items"`
	}
	// AddendumPath names an addendum of a category.
	AddendumPath struct {
		CategoryPath
		AddendumID uuid.UUID `path:"addendum_id" format:"uuid"`
	}
	// AddendumForm is what its author says of an addendum.
	AddendumForm struct {
		Title        string           `json:"title" maxLength:"400"`
		Text         string           `json:"text" maxLength:"20000"`
		ClosesAt     *time.Time       `json:"closes_at,omitempty"`
		Instructions *string          `json:"instructions,omitempty" maxLength:"40000"`
		Items        []ItemChange     `json:"items" maxItems:"500"`
		Questions    []QuestionChange `json:"questions" maxItems:"500"`
		Version      int              `json:"version" doc:"Of the category as it was read"`

		NewItems        []AddedItem     `json:"new_items,omitempty" maxItems:"500"`
		GoneItems       []uuid.UUID     `json:"gone_items,omitempty" maxItems:"500"`
		NewQuestions    []AddedQuestion `json:"new_questions,omitempty" maxItems:"500" doc:"Without a score: what bids are judged by stays"`
		GoneQuestions   []uuid.UUID     `json:"gone_questions,omitempty" maxItems:"500"`
		Attachments     []uuid.UUID     `json:"attachments,omitempty" maxItems:"50" doc:"Files that were kept for it before"`
		GoneAttachments []uuid.UUID     `json:"gone_attachments,omitempty" maxItems:"50"`
	}
	// ItemChange is how an item reads from now on.
	ItemChange struct {
		ID          uuid.UUID      `json:"id" format:"uuid"`
		Description string         `json:"description" maxLength:"4000"`
		Unit        string         `json:"unit" maxLength:"100"`
		Quantity    money.Quantity `json:"quantity"`
	}
	// QuestionChange is how a question reads from now on.
	QuestionChange struct {
		ID         uuid.UUID `json:"id" format:"uuid"`
		Prompt     string    `json:"prompt" maxLength:"4000"`
		Help       string    `json:"help" maxLength:"4000"`
		MustAnswer bool      `json:"must_answer"`
	}
	// AddedItem is an item that comes.
	AddedItem struct {
		Number         string         `json:"number"`
		Code           string         `json:"code,omitempty"`
		Description    string         `json:"description"`
		Unit           string         `json:"unit"`
		Quantity       money.Quantity `json:"quantity"`
		Classification string         `json:"classification,omitempty"`
	}
	// AddedQuestion is a question that comes. It has no score.
	AddedQuestion struct {
		SectionID    uuid.UUID             `json:"section_id" format:"uuid"`
		Prompt       string                `json:"prompt"`
		Help         string                `json:"help,omitempty"`
		ResponseType sourcing.ResponseType `json:"response_type"`
		MustAnswer   bool                  `json:"must_answer,omitempty"`
		GoesQA       bool                  `json:"goes_qa,omitempty"`
		GoesDD       bool                  `json:"goes_dd,omitempty"`
		Options      []string              `json:"options,omitempty" maxItems:"100" doc:"What can be chosen"`
	}
	issueInput struct {
		AddendumPath
		Body AddendumForm
	}
)

func toAddendum(a sourcing.Addendum) Addendum {
	return Addendum{
		ID:       a.ID,
		Number:   a.Number,
		Title:    a.Title,
		Text:     a.Text,
		ClosesAt: a.ClosesAt,
		IssuedAt: a.IssuedAt,
		Changes: httpkit.Each(a.Changes, func(c sourcing.Change) AddendumChange {
			out := AddendumChange{Part: c.Part, Label: c.Label, Was: c.Was, Is: c.Is}
			if c.Object != uuid.Nil {
				out.Of = &c.Object
			}
			return out
		}),
	}
}

func (x AddedItem) item() sourcing.Item {
	return sourcing.Item{
		Number:         x.Number,
		Code:           x.Code,
		Description:    x.Description,
		Unit:           x.Unit,
		Quantity:       x.Quantity,
		Classification: x.Classification,
	}
}

func (x AddedQuestion) question() sourcing.Question {
	return sourcing.Question{
		Section:    x.SectionID,
		Prompt:     x.Prompt,
		Help:       x.Help,
		Response:   x.ResponseType,
		MustAnswer: x.MustAnswer,
		QA:         x.GoesQA,
		DD:         x.GoesDD,
		Options:    httpkit.Each(x.Options, func(label string) sourcing.Option { return sourcing.Option{Label: label} }),
	}
}

func (in AddendumForm) form() sourcing.AddendumForm {
	return sourcing.AddendumForm{
		Title:        in.Title,
		Text:         in.Text,
		ClosesAt:     in.ClosesAt,
		Instructions: in.Instructions,
		Items:        httpkit.Each(in.Items, func(x ItemChange) sourcing.ItemChange { return sourcing.ItemChange(x) }),
		Questions:    httpkit.Each(in.Questions, func(x QuestionChange) sourcing.QuestionChange { return sourcing.QuestionChange(x) }),
		Version:      in.Version,
		Parts: sourcing.Parts{
			NewItems:        httpkit.Each(in.NewItems, AddedItem.item),
			GoneItems:       in.GoneItems,
			NewQuestions:    httpkit.Each(in.NewQuestions, AddedQuestion.question),
			GoneQuestions:   in.GoneQuestions,
			NewAttachments:  httpkit.Each(in.Attachments, func(id uuid.UUID) sourcing.Attachment { return sourcing.Attachment{ID: id} }),
			GoneAttachments: in.GoneAttachments,
		},
	}
}

func (m desk) addenda() {
	const list = "/categories/{category_id}/addenda"
	op(m, "", http.MethodGet, list, "addenda", "Addenda of a category, the latest first",
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Addenda], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			got, err := m.svc.Addenda(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(Addenda{Items: httpkit.Each(got.Items, toAddendum), Refused: got.Why, Earliest: got.Earliest}, err)
		})
	op(m, sourcing.ToAuthor, http.MethodPut, list+"/{addendum_id}", "issueAddendum", "Change what is published; who has submitted has to confirm. Sent again it counts once",
		func(ctx context.Context, in *issueInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.IssueAddendum(ctx, a, owner, in.CategoryID, in.AddendumID, in.Body.form()))
		})
}

// MountSupplierAddenda registers what suppliers read of changes.
func MountSupplierAddenda(b *httpkit.BFF, svc *sourcingsvc.Service) {
	httpkit.Route(b, access.Only(access.Supplier), httpkit.Operation{ID: "addenda", Method: http.MethodGet, Path: "/categories/{category_id}/addenda", Tag: "sourcing", Summary: "Addenda of a category, the latest first"},
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[SupplierAddenda], error) {
			got, err := svc.SupplierAddenda(ctx, httpkit.Actor(ctx), in.CategoryID)
			return httpkit.JSON(SupplierAddenda{Items: httpkit.Each(got, toAddendum)}, err)
		})
}
