package evaluationhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
)

type (
	// LowSign is one reason to ask a bidder about its price.
	LowSign struct {
		Code    evaluation.LowCode `json:"code"`
		Percent string             `json:"percent" doc:"How far below it the price is"`
		Against string             `json:"against" doc:"The mean of the others, the next price or the estimate"`
	}
	// PriceQuery is a question to a bidder about its price.
	PriceQuery struct {
		Question   string                  `json:"question"`
		DueAt      time.Time               `json:"due_at"`
		AskedAt    time.Time               `json:"asked_at"`
		AskedBy    string                  `json:"asked_by"`
		Answer     string                  `json:"answer"`
		AnsweredAt *time.Time              `json:"answered_at,omitempty"`
		Outcome    evaluation.PriceOutcome `json:"outcome,omitempty" doc:"Absent before it is decided"`
		Reason     string                  `json:"reason"`
		DecidedAt  *time.Time              `json:"decided_at,omitempty"`
		DecidedBy  string                  `json:"decided_by"`
		Version    int32                   `json:"version"`
	}
	// SubmissionPath names a bid.
	SubmissionPath struct {
		SubmissionID uuid.UUID `path:"submission_id" format:"uuid"`
	}
	askPriceInput struct {
		SubmissionPath
		Body struct {
			Question string    `json:"question" maxLength:"8000"`
			DueAt    time.Time `json:"due_at"`
		}
	}
	decidePriceInput struct {
		SubmissionPath
		Body struct {
			Outcome evaluation.PriceOutcome `json:"outcome"`
			Reason  string                  `json:"reason" maxLength:"8000"`
			Version int32                   `json:"version" minimum:"1"`
		}
	}
)

// mountLow registers what is done about prices that look abnormally low.
func mountLow(b *httpkit.BFF, s *evaluationsvc.Service, evaluates access.Guard) {
	const path = "/submissions/{submission_id}/price-query"
	ask := httpkit.Operation{ID: "askPrice", Method: http.MethodPost, Path: path, Tag: "evaluation", Summary: "Ask a bidder to explain an abnormally low price"}
	httpkit.Route(b, evaluates, ask, func(ctx context.Context, in *askPriceInput) (*httpkit.Empty, error) {
		a := httpkit.Actor(ctx)
		owner, err := s.OwnerOfFile(ctx, a, in.SubmissionID)
		if err != nil {
			return nil, err
		}
		return httpkit.Done(s.AskPrice(ctx, a, owner, in.SubmissionID, evaluation.PriceAsk{Question: in.Body.Question, Due: in.Body.DueAt}))
	})
	decide := httpkit.Operation{
		ID:      "decidePrice",
		Method:  http.MethodPost,
		Path:    path + "/decision",
		Tag:     "evaluation",
		Summary: "Decide whether a price was explained; a bid whose price was not is out",
	}
	httpkit.Route(b, evaluates, decide, func(ctx context.Context, in *decidePriceInput) (*httpkit.Empty, error) {
		a := httpkit.Actor(ctx)
		owner, err := s.OwnerOfFile(ctx, a, in.SubmissionID)
		if err != nil {
			return nil, err
		}
		return httpkit.Done(s.DecidePrice(ctx, a, owner, in.SubmissionID, in.Body.Outcome, in.Body.Reason, in.Body.Version))
	})
}

func toSign(sign evaluation.LowSign) LowSign {
	return LowSign{
		Code:    sign.Code,
		Percent: money.RoundRat(sign.PerCent(), 2),
		Against: money.RoundRat(sign.Against, 2),
	}
}

func queryOf(r *evaluationsvc.PriceQuery) *PriceQuery {
	if r == nil {
		return nil
	}
	out := &PriceQuery{
		Question:   r.Question,
		DueAt:      r.DueAt.UTC(),
		AskedAt:    r.AskedAt.UTC(),
		AskedBy:    r.AskedByName,
		Answer:     r.Answer,
		AnsweredAt: r.AnsweredAt,
		Reason:     r.Reason,
		DecidedAt:  r.DecidedAt,
		DecidedBy:  r.DecidedByName,
		Version:    r.Version,
	}
	if r.Outcome != nil {
		out.Outcome = evaluation.PriceOutcome(*r.Outcome)
	}
	return out
}
