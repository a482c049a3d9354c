package paymenthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	disputesInput struct {
		Statuses   []payment.DisputeState `query:"status,explode" maxItems:"10"`
		Providers  []payment.Provider     `query:"provider,explode" maxItems:"20"`
		OpenedFrom day.Day                `query:"opened_from"`
		OpenedTo   day.Day                `query:"opened_to"`
		Search     string                 `query:"search" maxLength:"100" doc:"Code, order number, the provider's name of it, or supplier"`
		After      string                 `query:"after" maxLength:"200"`
		Limit      int                    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	disputeInput struct {
		ID uuid.UUID `path:"dispute_id" format:"uuid"`
	}
	packInput struct {
		ID       uuid.UUID       `path:"dispute_id" format:"uuid"`
		Language locale.Language `query:"language" default:"en"`
	}
	enterDisputeInput struct {
		Number string `path:"order_number" maxLength:"40" doc:"Of the order, or its id"`
		Key    string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser at the click"`
		Body   struct {
			Claimant    string     `json:"claimant" maxLength:"200" doc:"Who told of it"`
			Cause       string     `json:"cause" maxLength:"2000" doc:"Why the money is asked back"`
			ProviderRef string     `json:"provider_ref,omitempty" maxLength:"200" doc:"The provider's name of it"`
			DueOn       day.Day    `json:"due_on,omitempty" doc:"The last day on which it is answered"`
			EvidenceID  *uuid.UUID `json:"evidence_id,omitempty" format:"uuid" doc:"The letter"`
		}
	}
	answerDisputeInput struct {
		ID   uuid.UUID `path:"dispute_id" format:"uuid"`
		Body struct {
			Answer     string     `json:"answer" maxLength:"2000" doc:"What was sent to the provider"`
			EvidenceID *uuid.UUID `json:"evidence_id,omitempty" format:"uuid"`
		}
	}
	endDisputeInput struct {
		ID   uuid.UUID `path:"dispute_id" format:"uuid"`
		Body struct {
			Won        bool       `json:"won" doc:"False: the money stays gone"`
			Why        string     `json:"why" maxLength:"2000" doc:"Kept with who and when"`
			EvidenceID *uuid.UUID `json:"evidence_id,omitempty" format:"uuid" doc:"That the money came back"`
		}
	}
	decideDisputeInput struct {
		ID   uuid.UUID `path:"dispute_id" format:"uuid"`
		Body struct {
			Approve bool `json:"approve" doc:"False: it goes on, or there is none"`
		}
	}
	disputeAccessInput struct {
		ID   uuid.UUID `path:"dispute_id" format:"uuid"`
		Body struct {
			Ends bool   `json:"ends" doc:"What is open still counts as paid for no more; false: it does again"`
			Why  string `json:"why" maxLength:"2000" doc:"Kept with who and when"`
		}
	}
)

// Shapes of what payers' banks ask back.
type (
	// Dispute is one payment that its payer's bank asks back.
	Dispute struct {
		ID           uuid.UUID             `json:"id" format:"uuid"`
		Code         string                `json:"code"`
		Number       string                `json:"number" doc:"Of the order"`
		AttemptID    uuid.UUID             `json:"attempt_id" format:"uuid"`
		SupplierID   uuid.UUID             `json:"supplier_id" format:"uuid"`
		SupplierName string                `json:"supplier_name"`
		Provider     payment.Provider      `json:"provider"`
		Amount       money.Amount          `json:"amount"`
		Status       payment.DisputeState  `json:"status"`
		ProviderRef  string                `json:"provider_ref,omitempty" doc:"The provider's name of it"`
		Cause        string                `json:"cause" doc:"Why, in the word of who told of it"`
		OpenedAt     time.Time             `json:"opened_at"`
		DueAt        time.Time             `json:"due_at" doc:"Until when it is to be answered"`
		Late         bool                  `json:"late" doc:"That is over, and nobody has answered"`
		Answer       string                `json:"answer,omitempty" doc:"What was sent to the provider"`
		Answerer     string                `json:"answerer,omitempty" doc:"Absent: the provider says that it was answered"`
		AnsweredAt   *time.Time            `json:"answered_at,omitempty"`
		AnswerFile   bool                  `json:"answer_file" doc:"There is a document of the answer"`
		EndAs        *payment.DisputeState `json:"end_as,omitempty" enum:"won,lost" doc:"What a person says became of it"`
		Ender        string                `json:"ender,omitempty"`
		EndWhy       string                `json:"end_why,omitempty"`
		EndAt        *time.Time            `json:"end_at,omitempty"`
		EndFile      bool                  `json:"end_file" doc:"There is a document of that"`
		Mine         bool                  `json:"mine" doc:"Who asks has said so, or entered it"`
		Decider      string                `json:"decider,omitempty" doc:"Absent of what has ended: the provider said so"`
		EndedAt      *time.Time            `json:"ended_at,omitempty"`
		ByHand       bool                  `json:"by_hand" doc:"A person entered it: its provider tells of none"`
		Claimant     string                `json:"claimant,omitempty" doc:"Who told of it, where a person entered it"`
		Enterer      string                `json:"enterer,omitempty"`
		EntryFile    bool                  `json:"entry_file" doc:"There is a letter that tells of it"`
		Approver     string                `json:"approver,omitempty" doc:"Who decided that it is one, or none"`
		ApprovedAt   *time.Time            `json:"approved_at,omitempty"`
	}
	// DisputeID names a dispute that was entered.
	DisputeID struct {
		ID uuid.UUID `json:"id" format:"uuid"`
	}
	// DisputeLine is what a disputed order had paid for.
	DisputeLine struct {
		CategoryID uuid.UUID    `json:"category_id" format:"uuid"`
		Name       string       `json:"name"`
		Buyer      string       `json:"buyer"`
		Fee        money.Amount `json:"fee"`
		ClosesAt   time.Time    `json:"closes_at"`
		Open       bool         `json:"open" doc:"A person may let it count as paid for no more"`
		Ends       bool         `json:"ends" doc:"It counts as paid for no more"`
	}
	// DisputeStory is one dispute with what its order had paid for.
	DisputeStory struct {
		Dispute
		Alone bool          `json:"alone" doc:"One person is enough to say what became of it"`
		Lines []DisputeLine `json:"lines"`
	}
	// Disputes is one page of them.
	Disputes struct {
		Items []Dispute `json:"items"`
		Next  string    `json:"next,omitempty"`
	}
)

// mountDisputes registers what the operator's desk does with what payers' banks ask back.
func mountDisputes(b *httpkit.BFF, s *paymentsvc.Service) {
	movers := access.Only(access.Operator, access.ManagePayments)
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "disputes", Method: http.MethodGet, Path: "/payments/disputes/", Tag: "payment", Summary: "What payers' banks ask back"},
		func(ctx context.Context, in *disputesInput) (*httpkit.Body[Disputes], error) {
			f := paymentsvc.DisputeFilter{Statuses: in.Statuses, Providers: in.Providers, Opened: httpkit.Days(ctx, in.OpenedFrom, in.OpenedTo), Search: in.Search}
			got, err := s.Disputes(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(Disputes{Items: httpkit.Each(got.Items, disputeOf), Next: got.Next}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "dispute", Method: http.MethodGet, Path: "/payments/disputes/{dispute_id}/", Tag: "payment", Summary: "One dispute with what its order had paid for"},
		func(ctx context.Context, in *disputeInput) (*httpkit.Body[DisputeStory], error) {
			got, err := s.Dispute(ctx, httpkit.Actor(ctx), in.ID)
			return httpkit.JSON(DisputeStory{
				Dispute: disputeOf(got),
				Alone:   got.Alone,
				Lines: httpkit.Each(got.Lines, func(l paymentsvc.DisputeLine) DisputeLine {
					return DisputeLine{CategoryID: l.Category, Name: l.Name, Buyer: l.Buyer, Fee: l.Fee, ClosesAt: l.ClosesAt, Open: l.Open, Ends: l.Ends}
				}),
			}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "disputePack", Method: http.MethodPost, Path: "/payments/disputes/{dispute_id}/pack/", Tag: "payment",
		Summary: "What speaks for us in a dispute: the order, its receipts and the entries of the log, in one archive; that it was taken is recorded"},
		func(ctx context.Context, in *packInput) (*httpkit.Download, error) {
			name, data, err := s.DisputePack(ctx, httpkit.Actor(ctx), in.ID, string(in.Language))
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/zip", data), nil
		})
	file := func(id string, of paymentsvc.DisputePaper, summary string) {
		httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: id, Method: http.MethodGet, Path: "/payments/disputes/{dispute_id}/" + string(of) + "/evidence/", Tag: "payment", Summary: summary},
			func(ctx context.Context, in *disputeInput) (*httpkit.Download, error) {
				d, err := s.DisputeFile(ctx, httpkit.Actor(ctx), in.ID, of)
				if err != nil {
					return nil, err
				}
				return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
			})
	}
	file("disputeEntryFile", paymentsvc.PaperOfEntry, "The letter that tells of a dispute")
	file("disputeAnswerFile", paymentsvc.PaperOfAnswer, "The document of a dispute's answer")
	file("disputeEndFile", paymentsvc.PaperOfEnd, "The document of what became of a dispute")
	httpkit.Route(b, movers, httpkit.Operation{ID: "enterDispute", Method: http.MethodPost, Path: "/payments/orders/{order_number}/disputes/", Tag: "payment",
		Summary: "Enter a dispute whose provider tells of none; below the limit its money is gone at once"},
		func(ctx context.Context, in *enterDisputeInput) (*httpkit.Body[DisputeID], error) {
			id, err := s.EnterDispute(ctx, httpkit.Actor(ctx), paymentsvc.DisputeEntry{
				Order:       in.Number,
				Claimant:    in.Body.Claimant,
				Cause:       in.Body.Cause,
				ProviderRef: in.Body.ProviderRef,
				Due:         in.Body.DueOn,
				Evidence:    known(in.Body.EvidenceID),
				Key:         in.Key,
			})
			return httpkit.JSON(DisputeID{ID: id}, err)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "answerDispute", Method: http.MethodPost, Path: "/payments/disputes/{dispute_id}/answer/", Tag: "payment",
		Summary: "Write down that a dispute was answered where its provider takes answers", Status: http.StatusNoContent},
		func(ctx context.Context, in *answerDisputeInput) (*nothing, error) {
			return &nothing{}, s.AnswerDispute(ctx, httpkit.Actor(ctx), paymentsvc.DisputeAnswer{Dispute: in.ID, Text: in.Body.Answer, Evidence: known(in.Body.EvidenceID)})
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "endDispute", Method: http.MethodPost, Path: "/payments/disputes/{dispute_id}/end/", Tag: "payment",
		Summary: "Say what became of a dispute where its provider does not; below the limit it is done", Status: http.StatusNoContent},
		func(ctx context.Context, in *endDisputeInput) (*nothing, error) {
			return &nothing{}, s.EndDispute(ctx, httpkit.Actor(ctx), paymentsvc.DisputeEnd{Dispute: in.ID, Won: in.Body.Won, Why: in.Body.Why, Evidence: known(in.Body.EvidenceID)})
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "decideDispute", Method: http.MethodPost, Path: "/payments/disputes/{dispute_id}/decision/", Tag: "payment",
		Summary: "Approve or refuse what another person says: that there is a dispute, or what became of it", Status: http.StatusNoContent},
		func(ctx context.Context, in *decideDisputeInput) (*nothing, error) {
			return &nothing{}, s.DecideDispute(ctx, httpkit.Actor(ctx), in.ID, in.Body.Approve)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "disputeAccess", Method: http.MethodPost, Path: "/payments/disputes/{dispute_id}/access/", Tag: "payment",
		Summary: "Let what a disputed order had paid for count no more, or again, where it is open still", Status: http.StatusNoContent},
		func(ctx context.Context, in *disputeAccessInput) (*nothing, error) {
			return &nothing{}, s.DecideAccess(ctx, httpkit.Actor(ctx), paymentsvc.DisputeAccess{Dispute: in.ID, Ends: in.Body.Ends, Why: in.Body.Why})
		})
}

// known is an id, or none.
func known(id *uuid.UUID) uuid.UUID {
	if id == nil {
		return uuid.Nil
	}
	return *id
}

func disputeOf(d paymentsvc.DisputeRow) Dispute {
	out := Dispute{
		ID:           d.ID,
		Code:         d.Code,
		Number:       d.Number,
		AttemptID:    d.Attempt,
		SupplierID:   d.Supplier,
		SupplierName: d.SupplierName,
		Provider:     d.Provider,
		Amount:       d.Amount,
		Status:       d.Status,
		ProviderRef:  d.ProviderRef,
		Cause:        d.Cause,
		OpenedAt:     d.OpenedAt,
		DueAt:        d.DueAt,
		Late:         d.Late,
		Answer:       d.Answer,
		Answerer:     d.Answerer,
		AnsweredAt:   d.AnsweredAt,
		AnswerFile:   d.AnswerFile,
		Ender:        d.Ender,
		EndWhy:       d.EndWhy,
		EndAt:        d.EndAt,
		EndFile:      d.EndFile,
		Mine:         d.Mine,
		Decider:      d.Decider,
		EndedAt:      d.EndedAt,
		ByHand:       d.ByHand,
		Claimant:     d.Claimant,
		Enterer:      d.Enterer,
		EntryFile:    d.EntryFile,
		Approver:     d.Approver,
		ApprovedAt:   d.ApprovedAt,
	}
	if d.EndAs != "" {
		out.EndAs = &d.EndAs
	}
	return out
}
