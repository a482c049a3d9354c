package paymenthttp

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	triesInput struct {
		Providers   []payment.Provider `query:"provider,explode" maxItems:"20"`
		Statuses    []payment.State    `query:"status,explode" enum:"created,pending,processing,completed,failed,expired,review,dismissed" maxItems:"20"`
		CreatedFrom day.Day            `query:"created_from"`
		CreatedTo   day.Day            `query:"created_to"`
		Search      string             `query:"search" maxLength:"100" doc:"Order number, receipt or supplier"`
		After       string             `query:"after" maxLength:"200"`
		Limit       int                `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	wayInput struct {
		Way payment.Provider `path:"way"`
	}
	attemptInput struct {
		ID uuid.UUID `path:"attempt_id" format:"uuid"`
	}
	storyInput struct {
		Number string `path:"order_number" maxLength:"40" doc:"Of the order, or its id"`
	}
	resolutionsInput struct {
		Acts         []paymentsvc.Act `query:"act,explode" maxItems:"5"`
		ProposedFrom day.Day          `query:"proposed_from"`
		ProposedTo   day.Day          `query:"proposed_to"`
		Search       string           `query:"search" maxLength:"100" doc:"Order number or supplier"`
		After        string           `query:"after" maxLength:"200"`
		Limit        int              `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	jobInput struct {
		ID uuid.UUID `path:"job_id" format:"uuid"`
	}
	payersInput struct {
		ID     uuid.UUID `path:"category_id" format:"uuid"`
		Search string    `query:"search" maxLength:"100" doc:"Order number, receipt or supplier"`
		After  string    `query:"after" maxLength:"200"`
		Limit  int       `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
)

// Shapes of the operator's desk.
type (
	// PaymentTry is one attempt to pay an order.
	PaymentTry struct {
		ID           uuid.UUID        `json:"id" format:"uuid"`
		OrderID      uuid.UUID        `json:"order_id" format:"uuid"`
		Number       string           `json:"number"`
		SupplierID   uuid.UUID        `json:"supplier_id" format:"uuid"`
		SupplierName string           `json:"supplier_name,omitempty"`
		Provider     payment.Provider `json:"provider"`
		Payer        string           `json:"payer,omitempty" doc:"Masked"`
		MerchantRef  string           `json:"merchant_ref,omitempty" doc:"Ours"`
		ProviderRef  string           `json:"provider_ref,omitempty" doc:"The provider's"`
		Receipt      string           `json:"receipt,omitempty"`
		Amount       money.Amount     `json:"amount"`
		Held         *money.Amount    `json:"held,omitempty" doc:"In suspense"`
		Status       payment.State    `json:"status" enum:"created,pending,processing,completed,failed,expired,review,dismissed"`
		Reason       payment.Reason   `json:"reason,omitempty"`
		Asked        int32            `json:"asked" doc:"How often the provider was asked"`
		NextAskAt    *time.Time       `json:"next_ask_at,omitempty" doc:"Absent: not by itself any more"`
		CreatedAt    time.Time        `json:"created_at"`
		SettledAt    *time.Time       `json:"settled_at,omitempty"`
	}
	// PaymentTries is one page of them.
	PaymentTries struct {
		Items []PaymentTry `json:"items"`
		Next  string       `json:"next,omitempty"`
	}
	// WayDay is what a way took today in one currency.
	WayDay struct {
		Begun  int64        `json:"begun"`
		Paid   int64        `json:"paid"`
		Amount money.Amount `json:"amount" doc:"Of what was paid"`
		Held   money.Amount `json:"held" doc:"By the provider, of today: with what a person looks at, less what went back"`
	}
	// WayDays are those of a way.
	WayDays struct {
		Items []WayDay `json:"items"`
	}
	// PaymentQueues is how much waits for a person.
	PaymentQueues struct {
		Review   int64 `json:"review" doc:"Payments under review; 1000: so many or more"`
		Lines    int64 `json:"lines" doc:"Lines of statements without an order, likewise"`
		Messages int64 `json:"messages" doc:"Messages that no payment explains, likewise"`
	}
	// PaymentMessage is what a provider told of an order.
	PaymentMessage struct {
		ID         int64            `json:"id"`
		Provider   payment.Provider `json:"provider"`
		Method     string           `json:"sent_by" doc:"Method of HTTP"`
		Verdict    string           `json:"verdict" enum:"heard,late,contradicts,unmatched,unreadable,forged"`
		Network    string           `json:"network"`
		Body       string           `json:"body" doc:"As it came: never a proof of anything"`
		Times      int32            `json:"times"`
		ReceivedAt time.Time        `json:"received_at"`
	}
	// PaymentMovement is one line of the ledger.
	PaymentMovement struct {
		Kind     string       `json:"kind" enum:"capture,suspense,match,refund,reversal,reversal_won,fee,tax,payout,undo"`
		Account  string       `json:"account"`
		Buyer    string       `json:"buyer_name,omitempty"`
		Category string       `json:"category_name,omitempty"`
		Amount   money.Amount `json:"amount"`
		At       time.Time    `json:"at"`
	}
	// Resolution is what one person proposed to become of money, and another decided.
	Resolution struct {
		ID           uuid.UUID        `json:"id" format:"uuid"`
		AttemptID    *uuid.UUID       `json:"attempt_id,omitempty" format:"uuid"`
		LineCode     string           `json:"line_code,omitempty" doc:"Of the line of a statement that it is about"`
		Target       string           `json:"target,omitempty" doc:"Number of the order that the money goes to"`
		Evidence     bool             `json:"evidence,omitempty" doc:"There is a document"`
		Number       string           `json:"number,omitempty"`
		SupplierName string           `json:"supplier_name,omitempty"`
		Provider     payment.Provider `json:"provider,omitempty"`
		Amount       *money.Amount    `json:"amount,omitempty"`
		Act          paymentsvc.Act   `json:"act"`
		Reason       string           `json:"reason"`
		Proposer     string           `json:"proposer"`
		Mine         bool             `json:"mine,omitempty" doc:"Who asks has proposed it"`
		ProposedAt   time.Time        `json:"proposed_at"`
		Decider      string           `json:"decider,omitempty"`
		DecidedAt    *time.Time       `json:"decided_at,omitempty"`
		Approved     *bool            `json:"approved,omitempty"`
	}
	// Resolutions is one page of them.
	Resolutions struct {
		Items []Resolution `json:"items"`
		Next  string       `json:"next,omitempty"`
	}
	// PaymentStory is all that is known of the money of one order.
	PaymentStory struct {
		ID           uuid.UUID         `json:"id" format:"uuid"`
		Number       string            `json:"number"`
		SupplierID   uuid.UUID         `json:"supplier_id" format:"uuid"`
		SupplierName string            `json:"supplier_name"`
		MadeBy       string            `json:"made_by,omitempty"`
		Amount       money.Amount      `json:"amount"`
		Status       payment.State     `json:"status" enum:"created,pending,processing,completed,failed,expired,cancelled"`
		Shown        string            `json:"shown" enum:"Pending,Processing,Completed,Failed"`
		CreatedAt    time.Time         `json:"created_at"`
		PaidAt       *time.Time        `json:"paid_at,omitempty"`
		Lines        []CartLine        `json:"lines"`
		Tries        []PaymentTry      `json:"tries"`
		Messages     []PaymentMessage  `json:"messages"`
		Movements    []PaymentMovement `json:"movements"`
		Resolutions  []Resolution      `json:"resolutions"`
		Slips        []Slip            `json:"slips"`
		BankLines    []BankLine        `json:"bank_lines"`
		Refunds      []Refund          `json:"refunds"`
		Disputes     []Dispute         `json:"disputes"`
		Disputable   bool              `json:"disputable" doc:"Its provider tells of no dispute: a person may enter one"`
		Receipts     []PaymentReceipt  `json:"receipts"`
		Fees         []PaidFee         `json:"fees" doc:"Of what is paid: how much of each can be given back"`
		Alone        bool              `json:"alone" doc:"One person is enough to decide about what is under review"`
		NoMatch      string            `json:"no_match,omitempty" enum:"under_way,order_done,already_paid,no_match" doc:"Why what lies in suspense cannot pay the order"`
	}
	// BankLine is what a bank told of an order.
	BankLine struct {
		Code      string            `json:"code"`
		Day       day.Day           `json:"day"`
		Amount    money.Amount      `json:"amount"`
		Reference string            `json:"reference,omitempty"`
		Payer     string            `json:"payer,omitempty"`
		Narration string            `json:"narration"`
		Status    payment.LineState `json:"status"`
	}
	// CategoryFee is what came in for one category.
	CategoryFee struct {
		CategoryID   uuid.UUID    `json:"category_id" format:"uuid"`
		Reference    string       `json:"reference"`
		Name         string       `json:"name"`
		Fee          money.Amount `json:"fee"`
		Participants int64        `json:"participants"`
		Paid         int64        `json:"paid"`
		Pending      int64        `json:"pending"`
		InReview     int64        `json:"in_review"`
		WentBack     int64        `json:"went_back"`
		Received     money.Amount `json:"received"`
		Back         money.Amount `json:"back" doc:"Of that, owed to the buyer no more"`
	}
	// JobFees is what came in for a job.
	JobFees struct {
		Title     string        `json:"title"`
		Reference string        `json:"reference"`
		BuyerName string        `json:"buyer_name"`
		Items     []CategoryFee `json:"items"`
	}
	// CategoryPayer is who ordered a category, and what became of it.
	CategoryPayer struct {
		OrderID      uuid.UUID        `json:"order_id" format:"uuid"`
		Number       string           `json:"number"`
		SupplierID   uuid.UUID        `json:"supplier_id" format:"uuid"`
		SupplierName string           `json:"supplier_name"`
		Fee          money.Amount     `json:"fee"`
		Provider     payment.Provider `json:"provider,omitempty"`
		Receipt      string           `json:"receipt,omitempty"`
		Status       payment.State    `json:"status" enum:"created,pending,processing,completed,failed,expired,cancelled"`
		Shown        string           `json:"shown" enum:"Pending,Processing,Completed,Failed"`
		InReview     bool             `json:"in_review"`
		CreatedAt    time.Time        `json:"created_at"`
		PaidAt       *time.Time       `json:"paid_at,omitempty"`
	}
	// CategoryPayers is one page of them, with what the category is called.
	CategoryPayers struct {
		Name      string          `json:"name"`
		Reference string          `json:"reference"`
		BuyerName string          `json:"buyer_name"`
		JobID     uuid.UUID       `json:"job_id" format:"uuid"`
		Items     []CategoryPayer `json:"items"`
		Next      string          `json:"next,omitempty"`
	}
)

// mountDesk registers what the operator reads of payments one by one, and of jobs.
func mountDesk(b *httpkit.BFF, s *paymentsvc.Service) {
	movers := access.Only(access.Operator, access.ManagePayments)
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "paymentAttempts", Method: http.MethodGet, Path: "/payments/attempts/", Tag: "payment", Summary: "Tries to pay of every supplier"},
		func(ctx context.Context, in *triesInput) (*httpkit.Body[PaymentTries], error) {
			got, err := s.Tries(ctx, httpkit.Actor(ctx), paymentsvc.Filter{Providers: in.Providers, Statuses: in.Statuses, At: httpkit.Days(ctx, in.CreatedFrom, in.CreatedTo), Search: in.Search}, in.After, in.Limit)
			return httpkit.JSON(PaymentTries{Items: httpkit.Each(got.Items, tryOf), Next: got.Next}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "paymentWayToday", Method: http.MethodGet, Path: "/payments/ways/{way}/today/", Tag: "payment", Summary: "What a way took today, as its attempts and as the ledger say it"},
		func(ctx context.Context, in *wayInput) (*httpkit.Body[WayDays], error) {
			got, err := s.Today(ctx, httpkit.Actor(ctx), in.Way)
			return httpkit.JSON(WayDays{Items: httpkit.Each(got, func(d paymentsvc.WayDay) WayDay {
				return WayDay{Begun: d.Begun, Paid: d.Paid, Amount: money.Amount{Value: d.Amount, Currency: d.Currency}, Held: money.Amount{Value: d.Held, Currency: d.Currency}}
			})}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "paymentQueues", Method: http.MethodGet, Path: "/payments/queues/", Tag: "payment", Summary: "How much of what came waits for a person"},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[PaymentQueues], error) {
			got, err := s.Queues(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(PaymentQueues(got), err)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "askPayment", Method: http.MethodPost, Path: "/payments/attempts/{attempt_id}/ask/", Tag: "payment",
		Summary: "Ask the provider now what became of a payment", Status: http.StatusNoContent},
		func(ctx context.Context, in *attemptInput) (*nothing, error) {
			return &nothing{}, s.Ask(ctx, httpkit.Actor(ctx), in.ID)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "paymentStory", Method: http.MethodGet, Path: "/payments/orders/{order_number}/", Tag: "payment", Summary: "All that is known of the money of one order"},
		func(ctx context.Context, in *storyInput) (*httpkit.Body[PaymentStory], error) {
			got, err := s.OrderStory(ctx, httpkit.Actor(ctx), in.Number)
			return httpkit.JSON(storyOf(got), err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "paymentResolutions", Method: http.MethodGet, Path: "/payments/resolutions/", Tag: "payment", Summary: "What was proposed and decided about money under review"},
		func(ctx context.Context, in *resolutionsInput) (*httpkit.Body[Resolutions], error) {
			got, err := s.Resolutions(ctx, httpkit.Actor(ctx), in.Acts, httpkit.Days(ctx, in.ProposedFrom, in.ProposedTo), in.Search, in.After, in.Limit)
			return httpkit.JSON(Resolutions{Items: httpkit.Each(got.Items, resolutionOf), Next: got.Next}, err)
		})
	httpkit.Route(b, access.Only(access.Operator, access.ManageJob), httpkit.Operation{ID: "jobFees", Method: http.MethodGet, Path: "/payments/jobs/{job_id}/", Tag: "payment", Summary: "What came in for a job, by category"},
		func(ctx context.Context, in *jobInput) (*httpkit.Body[JobFees], error) {
			got, err := s.JobFees(ctx, httpkit.Actor(ctx), in.ID)
			return httpkit.JSON(JobFees{Title: got.Title, Reference: got.Reference, BuyerName: got.Buyer, Items: httpkit.Each(got.Fees, func(f paymentsvc.Fee) CategoryFee {
				return CategoryFee{CategoryID: f.Category, Reference: f.Reference, Name: f.Name, Fee: f.Fee, Participants: f.Participants, Paid: f.Paid, Pending: f.Pending,
					InReview: f.InReview, WentBack: f.WentBack, Received: f.Received, Back: f.Back}
			})}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "categoryPayers", Method: http.MethodGet, Path: "/payments/categories/{category_id}/suppliers/", Tag: "payment", Summary: "Who ordered a category, and what became of it"},
		func(ctx context.Context, in *payersInput) (*httpkit.Body[CategoryPayers], error) {
			got, err := s.CategoryPayers(ctx, httpkit.Actor(ctx), in.ID, in.Search, in.After, in.Limit)
			return httpkit.JSON(CategoryPayers{Name: got.Name, Reference: got.Reference, BuyerName: got.Buyer, JobID: got.Job, Next: got.Next, Items: httpkit.Each(got.Items, func(p paymentsvc.CategoryPayer) CategoryPayer {
				return CategoryPayer{OrderID: p.Order, Number: p.Number, SupplierID: p.Supplier, SupplierName: p.SupplierName, Fee: p.Fee, Provider: p.Provider, Receipt: p.Receipt,
					Status: p.Status, Shown: payment.Shown(p.Status), InReview: p.Attempt == payment.Review, CreatedAt: p.CreatedAt, PaidAt: p.PaidAt}
			})}, err)
		})
}

func tryOf(t paymentsvc.Try) PaymentTry {
	out := PaymentTry{ID: t.ID, OrderID: t.Order, Number: t.Number, SupplierID: t.Supplier, SupplierName: t.SupplierName, Provider: t.Provider, Payer: t.Payer, MerchantRef: t.MerchantRef,
		ProviderRef: t.ProviderRef, Receipt: t.Receipt, Amount: t.Amount, Status: t.Status, Reason: t.Reason, Asked: t.Asked, NextAskAt: t.NextAskAt, CreatedAt: t.CreatedAt, SettledAt: t.SettledAt}
	if !t.Held.IsZero() {
		out.Held = &money.Amount{Value: t.Held, Currency: t.Amount.Currency}
	}
	return out
}

func resolutionOf(r paymentsvc.Resolution) Resolution {
	out := Resolution{ID: r.ID, Number: r.Number, LineCode: r.Line, Target: r.Target, Evidence: r.Evidence != nil, SupplierName: r.SupplierName, Provider: r.Provider, Act: r.Act, Reason: r.Reason, Proposer: r.Proposer, Mine: r.Mine, ProposedAt: r.ProposedAt,
		Decider: r.Decider, DecidedAt: r.DecidedAt, Approved: r.Approved}
	if r.Attempt != uuid.Nil {
		out.AttemptID = &r.Attempt
	}
	if r.Amount.Currency != "" {
		out.Amount = &r.Amount
	}
	return out
}

func storyOf(s paymentsvc.Story) PaymentStory {
	out := PaymentStory{ID: s.Order, Number: s.Number, SupplierID: s.Supplier, SupplierName: s.SupplierName, MadeBy: s.MadeBy, Amount: s.Amount, Status: s.Status, Shown: payment.Shown(s.Status),
		CreatedAt: s.CreatedAt, PaidAt: s.PaidAt, Lines: httpkit.Each(s.Lines, lineOf), Tries: httpkit.Each(s.Tries, tryOf), Resolutions: httpkit.Each(s.Resolutions, resolutionOf),
		Alone: s.Alone, Slips: httpkit.Each(s.Slips, slipOf), BankLines: httpkit.Each(s.BankLines, bankLineOf),
		Refunds: httpkit.Each(s.Refunds, refundOf), Disputes: httpkit.Each(s.Disputes, disputeOf), Disputable: s.Disputable, Receipts: httpkit.Each(s.Receipts, receiptOf), Fees: httpkit.Each(s.Fees, feeOf(s.Amount.Currency)),
		Messages:  httpkit.Each(s.Messages, func(m paymentsvc.Heard) PaymentMessage { return PaymentMessage(m) }),
		Movements: httpkit.Each(s.Movements, func(m paymentsvc.Movement) PaymentMovement { return PaymentMovement(m) })}
	if s.NoMatch != nil {
		out.NoMatch = strings.TrimPrefix(fault.As(s.NoMatch).Code, "payment.")
	}
	return out
}

func bankLineOf(l paymentsvc.StatementLine) BankLine {
	return BankLine{
		Code:      l.Code,
		Day:       l.Day,
		Amount:    l.Amount,
		Reference: l.Reference,
		Payer:     l.Payer,
		Narration: l.Narration,
		Status:    l.Status,
	}
}
