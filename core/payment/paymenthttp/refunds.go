package paymenthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	refundsInput struct {
		Statuses  []payment.RefundState `query:"status,explode" maxItems:"10"`
		Providers []payment.Provider    `query:"provider,explode" maxItems:"20"`
		AskedFrom day.Day               `query:"asked_from"`
		AskedTo   day.Day               `query:"asked_to"`
		Search    string                `query:"search" maxLength:"100" doc:"Code, order number or supplier"`
		After     string                `query:"after" maxLength:"200"`
		Limit     int                   `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	refundInput struct {
		ID uuid.UUID `path:"refund_id" format:"uuid"`
	}
	askRefundInput struct {
		Number string `path:"order_number" maxLength:"40" doc:"Of the order, or its id"`
		Key    string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser at the click"`
		Body   struct {
			Lines  []RefundPart `json:"lines,omitempty" maxItems:"100" doc:"None: all that is left of the order"`
			Ends   bool         `json:"ends" doc:"What goes back whole counts as paid for no more"`
			Reason string       `json:"reason" maxLength:"2000" doc:"Why; kept with who and when"`
		}
	}
	decideRefundInput struct {
		ID   uuid.UUID `path:"refund_id" format:"uuid"`
		Body struct {
			Approve bool `json:"approve" doc:"False: it is refused. Of a batch: for all that wait in it"`
		}
	}
	endRefundInput struct {
		ID   uuid.UUID `path:"refund_id" format:"uuid"`
		Body struct {
			Paid       bool       `json:"paid" doc:"False: nothing went out"`
			Reference  string     `json:"reference,omitempty" maxLength:"200" doc:"Of the transfer that was made"`
			Why        string     `json:"why,omitempty" maxLength:"2000" doc:"Nothing went out"`
			EvidenceID *uuid.UUID `json:"evidence_id,omitempty" format:"uuid"`
		}
	}
	jobRefundInput struct {
		ID   uuid.UUID `path:"job_id" format:"uuid"`
		Key  string    `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser at the click"`
		Body struct {
			Reason string `json:"reason" maxLength:"2000" doc:"Why; kept with who and when"`
		}
	}
)

// Shapes of what is given back.
type (
	// RefundPart is what is wanted back of one fee.
	RefundPart struct {
		CategoryID uuid.UUID      `json:"category_id" format:"uuid"`
		Amount     *money.Decimal `json:"amount,omitempty" doc:"Absent: all that is left"`
	}
	// PaidFee is one fee of a paid order.
	PaidFee struct {
		CategoryID uuid.UUID    `json:"category_id" format:"uuid"`
		Name       string       `json:"name"`
		Fee        money.Amount `json:"fee"`
		Left       money.Amount `json:"left" doc:"That can be given back"`
	}
	// Refund is money that we give back.
	Refund struct {
		ID           uuid.UUID           `json:"id" format:"uuid"`
		Code         string              `json:"code"`
		Number       string              `json:"number" doc:"Of the order"`
		SupplierID   uuid.UUID           `json:"supplier_id" format:"uuid"`
		SupplierName string              `json:"supplier_name"`
		JobTitle     string              `json:"job_title,omitempty" doc:"Of a cancelled job, whose refunds are decided together"`
		Provider     payment.Provider    `json:"provider"`
		ByHand       bool                `json:"by_hand" doc:"A person makes a transfer; else the provider is told to"`
		Amount       money.Amount        `json:"amount"`
		Status       payment.RefundState `json:"status"`
		Reason       string              `json:"reason"`
		Asker        string              `json:"asker"`
		Mine         bool                `json:"mine,omitempty" doc:"Who asks has asked for it"`
		AskedAt      time.Time           `json:"asked_at"`
		Decider      string              `json:"decider,omitempty"`
		DecidedAt    *time.Time          `json:"decided_at,omitempty"`
		SentAt       *time.Time          `json:"sent_at,omitempty"`
		FinishedAt   *time.Time          `json:"finished_at,omitempty"`
		Finisher     string              `json:"finisher,omitempty" doc:"Absent: the provider said so"`
		Reference    string              `json:"reference,omitempty" doc:"Of a transfer"`
		ProviderRef  string              `json:"provider_ref,omitempty" doc:"The provider's name of it"`
		Why          string              `json:"why,omitempty" doc:"Nothing went out"`
		Evidence     bool                `json:"evidence,omitempty" doc:"There is a document"`
	}
	// RefundFee is one fee of a refund.
	RefundFee struct {
		CategoryID uuid.UUID    `json:"category_id" format:"uuid"`
		Name       string       `json:"name"`
		Amount     money.Amount `json:"amount"`
		Ends       bool         `json:"ends" doc:"It counts as paid for no more"`
	}
	// RefundSum is what goes back together, in one currency.
	RefundSum struct {
		Orders    int64        `json:"orders"`
		Suppliers int64        `json:"suppliers"`
		Amount    money.Amount `json:"amount"`
		Alone     bool         `json:"alone" doc:"One person is enough to decide"`
	}
	// RefundStory is one refund with its fees.
	RefundStory struct {
		Refund
		Lines    []RefundFee `json:"lines"`
		Together []RefundSum `json:"together" doc:"What waits for the same decision"`
	}
	// Refunds is one page of them.
	Refunds struct {
		Items []Refund `json:"items"`
		Next  string   `json:"next,omitempty"`
	}
	// RefundID names a refund that was asked for.
	RefundID struct {
		ID uuid.UUID `json:"id" format:"uuid"`
	}
	// JobRefund is what would go back of what was cancelled of a job.
	JobRefund struct {
		Items []RefundSum `json:"items"`
	}
	// JobRefundAsked says how many orders give money back.
	JobRefundAsked struct {
		Orders int `json:"orders"`
	}
	// GivenBack is a refund as its supplier sees it.
	GivenBack struct {
		ID         uuid.UUID           `json:"id" format:"uuid"`
		Code       string              `json:"code"`
		Purpose    string              `json:"purpose" doc:"Names of the categories"`
		Amount     money.Amount        `json:"amount"`
		ByHand     bool                `json:"by_hand" doc:"By a transfer of a bank"`
		Status     payment.RefundState `json:"status" enum:"approved,sent,done"`
		DecidedAt  time.Time           `json:"decided_at"`
		FinishedAt *time.Time          `json:"finished_at,omitempty"`
		Reference  string              `json:"reference,omitempty" doc:"Of the transfer"`
	}
)

// mountRefunds registers what the operator's desk does with money that goes back.
func mountRefunds(b *httpkit.BFF, s *paymentsvc.Service) {
	movers := access.Only(access.Operator, access.ManagePayments)
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "refunds", Method: http.MethodGet, Path: "/payments/refunds/", Tag: "payment", Summary: "What is given back"},
		func(ctx context.Context, in *refundsInput) (*httpkit.Body[Refunds], error) {
			f := paymentsvc.RefundFilter{Statuses: in.Statuses, Providers: in.Providers, Asked: httpkit.Days(ctx, in.AskedFrom, in.AskedTo), Search: in.Search}
			got, err := s.Refunds(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(Refunds{Items: httpkit.Each(got.Items, refundOf), Next: got.Next}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "refund", Method: http.MethodGet, Path: "/payments/refunds/{refund_id}/", Tag: "payment", Summary: "One refund with its fees"},
		func(ctx context.Context, in *refundInput) (*httpkit.Body[RefundStory], error) {
			got, err := s.Refund(ctx, httpkit.Actor(ctx), in.ID)
			return httpkit.JSON(RefundStory{
				Refund: refundOf(got),
				Lines: httpkit.Each(got.Lines, func(l paymentsvc.RefundLine) RefundFee {
					return RefundFee{CategoryID: l.Category, Name: l.Name, Amount: l.Amount, Ends: l.Ends}
				}),
				Together: httpkit.Each(got.Together, sumOf),
			}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "refundEvidence", Method: http.MethodGet, Path: "/payments/refunds/{refund_id}/evidence/", Tag: "payment", Summary: "The document that a refund was ended with"},
		func(ctx context.Context, in *refundInput) (*httpkit.Download, error) {
			d, err := s.RefundEvidence(ctx, httpkit.Actor(ctx), in.ID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "askRefund", Method: http.MethodPost, Path: "/payments/orders/{order_number}/refunds/", Tag: "payment",
		Summary: "Ask that money of an order be given back; below the limit it is approved"},
		func(ctx context.Context, in *askRefundInput) (*httpkit.Body[RefundID], error) {
			ask := paymentsvc.RefundAsk{Order: in.Number, Ends: in.Body.Ends, Reason: in.Body.Reason, Key: in.Key}
			for _, l := range in.Body.Lines {
				ask.Parts = append(ask.Parts, payment.BackPart{Category: l.CategoryID, Amount: l.Amount})
			}
			id, err := s.AskRefund(ctx, httpkit.Actor(ctx), ask)
			return httpkit.JSON(RefundID{ID: id}, err)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "decideRefund", Method: http.MethodPost, Path: "/payments/refunds/{refund_id}/decision/", Tag: "payment",
		Summary: "Approve or refuse what another person asked to be given back", Status: http.StatusNoContent},
		func(ctx context.Context, in *decideRefundInput) (*nothing, error) {
			return &nothing{}, s.DecideRefund(ctx, httpkit.Actor(ctx), in.ID, in.Body.Approve)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "endRefund", Method: http.MethodPost, Path: "/payments/refunds/{refund_id}/end/", Tag: "payment",
		Summary: "Say, with a document, what became of a refund", Status: http.StatusNoContent},
		func(ctx context.Context, in *endRefundInput) (*nothing, error) {
			end := paymentsvc.RefundEnd{Refund: in.ID, Paid: in.Body.Paid, Reference: in.Body.Reference, Why: in.Body.Why}
			if in.Body.EvidenceID != nil {
				end.Evidence = *in.Body.EvidenceID
			}
			return &nothing{}, s.EndRefund(ctx, httpkit.Actor(ctx), end)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "jobRefund", Method: http.MethodGet, Path: "/payments/jobs/{job_id}/refunds/", Tag: "payment", Summary: "What would go back of what was cancelled of a job"},
		func(ctx context.Context, in *jobInput) (*httpkit.Body[JobRefund], error) {
			got, err := s.JobRefund(ctx, httpkit.Actor(ctx), in.ID)
			return httpkit.JSON(JobRefund{Items: httpkit.Each(got, sumOf)}, err)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "askJobRefund", Method: http.MethodPost, Path: "/payments/jobs/{job_id}/refunds/", Tag: "payment",
		Summary: "Ask in one act that all fees of what was cancelled of a job be given back"},
		func(ctx context.Context, in *jobRefundInput) (*httpkit.Body[JobRefundAsked], error) {
			n, err := s.AskJobRefund(ctx, httpkit.Actor(ctx), in.ID, in.Body.Reason, in.Key)
			return httpkit.JSON(JobRefundAsked{Orders: n}, err)
		})
}

func refundOf(r paymentsvc.RefundRow) Refund {
	return Refund{
		ID:           r.ID,
		Code:         r.Code,
		Number:       r.Number,
		SupplierID:   r.Supplier,
		SupplierName: r.SupplierName,
		JobTitle:     r.JobTitle,
		Provider:     r.Provider,
		ByHand:       r.ByHand,
		Amount:       r.Amount,
		Status:       r.Status,
		Reason:       r.Reason,
		Asker:        r.Asker,
		Mine:         r.Mine,
		AskedAt:      r.AskedAt,
		Decider:      r.Decider,
		DecidedAt:    r.DecidedAt,
		SentAt:       r.SentAt,
		FinishedAt:   r.FinishedAt,
		Finisher:     r.Finisher,
		Reference:    r.Reference,
		ProviderRef:  r.ProviderRef,
		Why:          r.Why,
		Evidence:     r.Evidence,
	}
}

func sumOf(s paymentsvc.JobBack) RefundSum {
	return RefundSum{
		Orders:    s.Orders,
		Suppliers: s.Suppliers,
		Amount:    money.Amount{Value: s.Amount, Currency: s.Currency},
		Alone:     s.Alone,
	}
}

func feeOf(c money.Currency) func(payment.PaidFee) PaidFee {
	return func(f payment.PaidFee) PaidFee {
		return PaidFee{
			CategoryID: f.Category,
			Name:       f.Name,
			Fee:        money.Amount{Value: f.Fee, Currency: c},
			Left:       money.Amount{Value: f.Fee.Sub(f.Back), Currency: c},
		}
	}
}

func givenOf(g paymentsvc.GivenBack) GivenBack { return GivenBack(g) }
