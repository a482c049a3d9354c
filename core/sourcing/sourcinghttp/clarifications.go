package sourcinghttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// Clarification is a question about what is published, as who answers reads it. Nobody
	// who asked stands in it.
	Clarification struct {
		ID        uuid.UUID                    `json:"id" format:"uuid"`
		Number    int                          `json:"number,omitempty" doc:"Among those answered"`
		Status    sourcing.ClarificationStatus `json:"status"`
		Asked     string                       `json:"asked" doc:"As it was written"`
		Question  string                       `json:"question" doc:"As all read it, or as it stands so far"`
		Answer    string                       `json:"reply" doc:"As all read it, or as it stands so far"`
		Reason    string                       `json:"reason,omitempty" doc:"Of a refusal"`
		AskedAt   time.Time                    `json:"asked_at"`
		DecidedAt *time.Time                   `json:"decided_at,omitempty"`
		Version   int                          `json:"version"`
		Note      bool                         `json:"note" doc:"Nobody asked it: the buyer's own word to all"`
	}
	// Clarifications are the questions about a category.
	Clarifications struct {
		Items   []Clarification `json:"items"`
		Until   time.Time       `json:"until" doc:"Until when questions are taken"`
		Refused string          `json:"refused,omitempty" doc:"The code of why none is taken now"`
	}
	// SupplierClarification is what all are told, or what the reader's company has asked.
	SupplierClarification struct {
		ID        uuid.UUID                    `json:"id" format:"uuid"`
		Number    int                          `json:"number,omitempty" doc:"Among those answered"`
		Status    sourcing.ClarificationStatus `json:"status"`
		Own       bool                         `json:"own" doc:"The reader's company has asked it"`
		Note      bool                         `json:"note" doc:"Nobody asked it: the buyer's own word to all"`
		Asked     string                       `json:"asked,omitempty" doc:"As it was written, to its asker"`
		Question  string                       `json:"question,omitempty" doc:"As all read it"`
		Answer    string                       `json:"reply,omitempty"`
		Reason    string                       `json:"reason,omitempty" doc:"Of a refusal, to its asker"`
		AskedAt   *time.Time                   `json:"asked_at,omitempty" doc:"To its asker"`
		DecidedAt *time.Time                   `json:"decided_at,omitempty"`
	}
	// SupplierClarifications are the questions about a category, as a supplier reads them.
	SupplierClarifications struct {
		Items   []SupplierClarification `json:"items"`
		Until   time.Time               `json:"until" doc:"Until when questions are taken"`
		Refused string                  `json:"refused,omitempty" doc:"The code of why none is taken now, or not of this reader"`
	}
	// ClarificationPath names a question about a category.
	ClarificationPath struct {
		CategoryPath
		ClarificationID uuid.UUID `path:"clarification_id" format:"uuid"`
	}
	// Asked is what a supplier asks.
	Asked struct {
		Question string `json:"question"`
	}
	// Reply is what is said to a question.
	Reply struct {
		Question string `json:"question" doc:"As all read it: without a sign of who asked"`
		Answer   string `json:"reply"`
		Version  int    `json:"version" doc:"Of the question as it was read"`
	}
	// Refusal is why a question is not answered.
	Refusal struct {
		Reason  string `json:"reason"`
		Version int    `json:"version" doc:"Of the question as it was read"`
	}
	askInput struct {
		ClarificationPath
		Body Asked
	}
	replyInput struct {
		ClarificationPath
		Body Reply
	}
	// Note is what a buyer tells all by itself.
	Note struct {
		Question string `json:"question" doc:"What it is about"`
		Answer   string `json:"reply"`
	}
	noteInput struct {
		ClarificationPath
		Body Note
	}
	refuseInput struct {
		ClarificationPath
		Body Refusal
	}
)

func toClarification(c sourcing.Clarification) Clarification {
	return Clarification{
		ID:        c.ID,
		Number:    c.Number,
		Status:    c.Status,
		Asked:     c.Asked,
		Question:  c.Question,
		Answer:    c.Answer,
		Reason:    c.Reason,
		AskedAt:   c.AskedAt,
		DecidedAt: c.DecidedAt,
		Version:   c.Version,
		Note:      c.Note,
	}
}

func toSupplierClarification(c sourcing.Clarification) SupplierClarification {
	out := SupplierClarification{
		ID:        c.ID,
		Number:    c.Number,
		Status:    c.Status,
		Own:       c.Own,
		Note:      c.Note,
		Asked:     c.Asked,
		Question:  c.Question,
		Answer:    c.Answer,
		Reason:    c.Reason,
		DecidedAt: c.DecidedAt,
	}
	if c.Own {
		out.AskedAt = &c.AskedAt
	}
	return out
}

func (m desk) clarifications() {
	const (
		list = "/categories/{category_id}/clarifications"
		one  = list + "/{clarification_id}"
	)
	op(m, "", http.MethodGet, list, "clarifications", "Questions about a category, those that wait first",
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[Clarifications], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			c, err := m.svc.Clarifications(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(Clarifications{Items: httpkit.Each(c.Items, toClarification), Until: c.Until, Refused: c.Why}, err)
		})
	reply := func(id, method, path, summary string, act func(context.Context, access.Actor, uuid.UUID, uuid.UUID, uuid.UUID, sourcing.Reply) error) {
		op(m, sourcing.ToAuthor, method, path, id, summary, func(ctx context.Context, in *replyInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(act(ctx, a, owner, in.CategoryID, in.ClarificationID, sourcing.Reply(in.Body)))
		})
	}
	reply("draftReply", http.MethodPut, one+"/draft", "Keep what is to be answered, which nobody else reads yet", m.svc.DraftReply)
	reply("replyToAll", http.MethodPost, one+"/answer", "Answer a question to all who take part, for good", m.svc.Reply)
	op(m, sourcing.ToAuthor, http.MethodPut, one+"/note", "publishNote", "Tell all who take part something that nobody has asked; sent again it counts once",
		func(ctx context.Context, in *noteInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Note(ctx, a, owner, in.CategoryID, in.ClarificationID, sourcing.Reply{Question: in.Body.Question, Answer: in.Body.Answer}))
		})
	op(m, sourcing.ToAuthor, http.MethodPost, one+"/refuse", "refuseQuestion", "Leave a question without an answer; its asker is told why",
		func(ctx context.Context, in *refuseInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.RefuseQuestion(ctx, a, owner, in.CategoryID, in.ClarificationID, in.Body.Version, in.Body.Reason))
		})
}

// MountSupplierClarifications registers what suppliers ask and are told of categories.
func MountSupplierClarifications(b *httpkit.BFF, svc *sourcingsvc.Service) {
	const list = "/categories/{category_id}/clarifications"
	guard := access.Only(access.Supplier)
	httpkit.Route(b, guard, httpkit.Operation{ID: "clarifications", Method: http.MethodGet, Path: list, Tag: "sourcing", Summary: "What all are told of a category, and what the own company has asked"},
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[SupplierClarifications], error) {
			c, err := svc.SupplierClarifications(ctx, httpkit.Actor(ctx), in.CategoryID)
			return httpkit.JSON(SupplierClarifications{Items: httpkit.Each(c.Items, toSupplierClarification), Until: c.Until, Refused: c.Why}, err)
		})
	httpkit.Route(b, guard, httpkit.Operation{ID: "askQuestion", Method: http.MethodPut, Path: list + "/{clarification_id}", Tag: "sourcing", Summary: "Ask about a category; sent again it counts once"},
		func(ctx context.Context, in *askInput) (*httpkit.Empty, error) {
			return httpkit.Done(svc.Ask(ctx, httpkit.Actor(ctx), in.CategoryID, in.ClarificationID, in.Body.Question))
		})
}
