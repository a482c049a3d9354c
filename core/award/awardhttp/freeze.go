package awardhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// AwardFreeze is a complaint that stopped an award.
	AwardFreeze struct {
		ID          uuid.UUID  `json:"id" format:"uuid"`
		Reference   string     `json:"reference" doc:"As whoever reviews it calls it"`
		Reason      string     `json:"reason"`
		BegunAt     time.Time  `json:"begun_at"`
		BegunByName string     `json:"begun_by_name"`
		Outcome     award.End  `json:"outcome,omitempty" doc:"Asked for, or decided"`
		Said        string     `json:"said" doc:"Why it ends so"`
		AskedBy     *uuid.UUID `json:"asked_by,omitempty" format:"uuid"`
		AskedByName string     `json:"asked_by_name"`
		AskedAt     *time.Time `json:"asked_at,omitempty"`
		EndedByName string     `json:"ended_by_name"`
		EndedAt     *time.Time `json:"ended_at,omitempty"`
	}
	// AwardFreezes are those of one award, the newest first.
	AwardFreezes struct {
		Items []AwardFreeze `json:"items"`
	}
	freezeInput struct {
		sourcinghttp.CategoryPath
		Body struct {
			Reference string `json:"reference,omitempty"`
			Reason    string `json:"reason"`
		}
	}
	endFreezeInput struct {
		sourcinghttp.CategoryPath
		Body struct {
			Outcome award.End `json:"outcome"`
			Said    string    `json:"said"`
		}
	}
	decideEndInput struct {
		sourcinghttp.CategoryPath
		Body struct {
			AskedAt time.Time `json:"asked_at" doc:"When that was asked which is decided on; anything newer is refused"`
			Ends    bool      `json:"ends" doc:"False: it goes on"`
		}
	}
)

func freezeOf(f awardsvc.FreezeRow) AwardFreeze {
	out := AwardFreeze{
		ID:          f.ID,
		Reference:   f.Reference,
		Reason:      f.Reason,
		BegunAt:     f.BegunAt.UTC(),
		BegunByName: f.BegunByName,
		Said:        f.Said,
		AskedBy:     f.AskedBy,
		AskedByName: f.AskedByName,
		AskedAt:     f.AskedAt,
		EndedByName: f.EndedByName,
		EndedAt:     f.EndedAt,
	}
	if f.Outcome != nil {
		out.Outcome = award.End(*f.Outcome)
	}
	return out
}

// freezes registers what stops an award: one person begins, two end it.
func (m desk) freezes() {
	op(m, "", http.MethodGet, "/categories/{category_id}/freezes", "awardFreezes", "Complaints that stopped the award of a category, the newest first",
		func(ctx context.Context, in *sourcinghttp.CategoryPath) (*httpkit.Body[AwardFreezes], error) {
			a := httpkit.Actor(ctx)
			rows, err := m.Awards.Freezes(ctx, a, a.Org, in.CategoryID)
			return httpkit.JSON(AwardFreezes{httpkit.Each(rows, freezeOf)}, err)
		})
	op(m, sourcing.ToAward, http.MethodPost, "/categories/{category_id}/freezes", "freezeAward", "Stop an award while a complaint about it is reviewed",
		func(ctx context.Context, in *freezeInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			return httpkit.Done(m.Awards.Freeze(ctx, a, a.Org, in.CategoryID, award.Complaint{Reference: in.Body.Reference, Reason: in.Body.Reason}))
		})
	op(m, sourcing.ToAward, http.MethodPost, "/categories/{category_id}/freezes/end", "askFreezeEnd", "Ask to end what stops an award; another person decides",
		func(ctx context.Context, in *endFreezeInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			return httpkit.Done(m.Awards.AskEnd(ctx, a, a.Org, in.CategoryID, in.Body.Outcome, in.Body.Said))
		})
	op(m, sourcing.ToAward, http.MethodPost, "/categories/{category_id}/freezes/decide", "decideFreezeEnd", "End what stops an award as was asked, or let it go on",
		func(ctx context.Context, in *decideEndInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			return httpkit.Done(m.Awards.DecideEnd(ctx, a, a.Org, in.CategoryID, in.Body.AskedAt, in.Body.Ends))
		})
}
