package sourcinghttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// Rolling is how a category takes applications window after window.
	Rolling struct {
		Unit    sourcing.WindowUnit `json:"every" doc:"How long each window lasts"`
		Until   time.Time           `json:"until" doc:"No window is open after it"`
		EndedAt *time.Time          `json:"ended_at,omitempty" doc:"When it was ended before its time: no other window follows"`
		Window  int                 `json:"window" doc:"Which of its windows this category is, from 1"`
		Last    bool                `json:"last" doc:"No other window is open, and none follows"`
		Open    *OpenWindow         `json:"open,omitempty" doc:"The window that takes applications now, where it is another"`
	}
	// OpenWindow is the window of an intake that takes applications.
	OpenWindow struct {
		CategoryID uuid.UUID `json:"category_id" format:"uuid"`
		Window     int       `json:"window"`
	}
	// IntakeWindow is one window: a category of its own.
	IntakeWindow struct {
		CategoryID uuid.UUID       `json:"category_id" format:"uuid"`
		Window     int             `json:"window"`
		Number     string          `json:"number"`
		Reference  string          `json:"reference"`
		Status     sourcing.Status `json:"status"`
		OpensAt    time.Time       `json:"opens_at"`
		ClosesAt   time.Time       `json:"closes_at"`
		Bids       *int            `json:"bids,omitempty" doc:"Once it has closed"`
	}
	// Intake is a category's intake with its windows.
	Intake struct {
		Rolling
		ListID    uuid.UUID      `json:"list_id" format:"uuid" doc:"The first window: who passes any comes onto its list"`
		EndReason string         `json:"end_reason,omitempty"`
		Follows   *time.Time     `json:"follows,omitempty" doc:"When the window closes that follows the latest; left out where none does"`
		Windows   []IntakeWindow `json:"windows"`
	}
	// IntakeOf is the intake of a category where it has one.
	IntakeOf struct {
		Intake *Intake `json:"intake,omitempty"`
	}
	intakeInput struct {
		CategoryPath
		Body struct {
			Unit  sourcing.WindowUnit `json:"every"`
			Until time.Time           `json:"until"`
		}
	}
)

func (m desk) intakes() {
	op(m, "", http.MethodGet, "/categories/{category_id}/intake", "categoryIntake", "The windows in which a category takes applications",
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[IntakeOf], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			i, err := m.svc.Intake(ctx, a, owner, in.CategoryID)
			if err != nil || i == nil {
				return httpkit.JSON(IntakeOf{}, err)
			}
			out := intakeOf(*i)
			return httpkit.JSON(IntakeOf{&out}, nil)
		})
	op(m, sourcing.ToAuthor, http.MethodPut, "/categories/{category_id}/intake", "setIntake", "Have an unpublished category take applications window after window",
		func(ctx context.Context, in *intakeInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.SetIntake(ctx, a, owner, in.CategoryID, sourcing.IntakeForm{Unit: in.Body.Unit, Until: in.Body.Until}))
		})
	op(m, sourcing.ToAuthor, http.MethodDelete, "/categories/{category_id}/intake", "dropIntake", "Have an unpublished category take applications once",
		func(ctx context.Context, in *CategoryPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.DropIntake(ctx, a, owner, in.CategoryID))
		})
	op(m, sourcing.ToAuthor, http.MethodPost, "/categories/{category_id}/intake/end", "endIntake", "End an intake before its time: no other window follows",
		func(ctx context.Context, in *categoryReasonInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.EndIntake(ctx, a, owner, in.CategoryID, in.Body.Reason))
		})
}

func intakeOf(i sourcingsvc.Intake) Intake {
	return Intake{
		Rolling:   *toRolling(&i),
		ListID:    i.First,
		EndReason: i.EndReason,
		Follows:   i.Follows,
		Windows: httpkit.Each(i.Windows, func(w sourcingsvc.Window) IntakeWindow {
			return IntakeWindow{
				CategoryID: w.ID,
				Window:     w.Position,
				Number:     w.Number,
				Reference:  w.Reference,
				Status:     w.Status,
				OpensAt:    w.OpensAt,
				ClosesAt:   w.ClosesAt,
				Bids:       w.Bids,
			}
		}),
	}
}

func toRolling(i *sourcingsvc.Intake) *Rolling {
	if i == nil {
		return nil
	}
	out := &Rolling{Unit: i.Unit, Until: i.Until, EndedAt: i.EndedAt, Window: i.Number, Last: i.Follows == nil}
	if w := i.Open(); w != nil {
		out.Last, out.Open = false, &OpenWindow{CategoryID: w.ID, Window: w.Position}
	}
	return out
}
