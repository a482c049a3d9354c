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
	statementInput struct {
		AtFrom day.Day `query:"at_from"`
		AtTo   day.Day `query:"at_to"`
		Search string  `query:"search" maxLength:"100" doc:"Order number or the provider's reference"`
		After  string  `query:"after" maxLength:"200"`
		Limit  int     `query:"limit" minimum:"1" maximum:"100" default:"50"`
	}
	owedInput struct {
		Search string `query:"search" maxLength:"100"`
		After  string `query:"after" maxLength:"200"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	payoutsInput struct {
		Statuses  []payment.PayoutState `query:"status,explode" maxItems:"10"`
		AskedFrom day.Day               `query:"asked_from"`
		AskedTo   day.Day               `query:"asked_to"`
		Search    string                `query:"search" maxLength:"100" doc:"Code, reference or buyer"`
		After     string                `query:"after" maxLength:"200"`
		Limit     int                   `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	payoutInput struct {
		ID uuid.UUID `path:"payout_id" format:"uuid"`
	}
	askPayoutInput struct {
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser at the click"`
		Body struct {
			BuyerID    uuid.UUID      `json:"buyer_id" format:"uuid"`
			Currency   money.Currency `json:"currency"`
			Amount     money.Decimal  `json:"amount"`
			Reference  string         `json:"reference" maxLength:"200" doc:"Of the transfer that was made"`
			PaidOn     day.Day        `json:"paid_on"`
			Note       string         `json:"note,omitempty" maxLength:"2000"`
			EvidenceID *uuid.UUID     `json:"evidence_id,omitempty" format:"uuid"`
		}
	}
	decidePayoutInput struct {
		ID   uuid.UUID `path:"payout_id" format:"uuid"`
		Body struct {
			Approve bool `json:"approve" doc:"False: it was not made"`
		}
	}
	myPayoutsInput struct {
		After string `query:"after" maxLength:"200"`
		Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	totalsInput struct {
		Providers []payment.Provider `query:"provider,explode" maxItems:"20"`
		Differing bool               `query:"differing" doc:"Only those that differ"`
		DayFrom   day.Day            `query:"day_from"`
		DayTo     day.Day            `query:"day_to"`
		After     string             `query:"after" maxLength:"200"`
		Limit     int                `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
)

// Shapes of money that came, went and is owed.
type (
	// Moved is what came from a supplier or went back to it, in one moment, for one order.
	Moved struct {
		OrderID   uuid.UUID        `json:"order_id" format:"uuid"`
		Number    string           `json:"number" doc:"Of the order"`
		At        time.Time        `json:"at"`
		Kind      string           `json:"kind" enum:"capture,suspense,match,refund,reversal,reversal_won,undo"`
		Provider  payment.Provider `json:"provider"`
		Reference string           `json:"reference,omitempty" doc:"The provider's"`
		Purpose   string           `json:"purpose" doc:"Names of the categories"`
		Amount    money.Amount     `json:"amount" doc:"Below zero: it went back"`
		Balance   money.Amount     `json:"balance" doc:"Held after it, of its currency"`
	}
	// MoneySum is one currency of a statement.
	MoneySum struct {
		Currency money.Currency `json:"currency"`
		Opening  money.Decimal  `json:"opening"`
		Came     money.Decimal  `json:"came"`
		Went     money.Decimal  `json:"went"`
		Closing  money.Decimal  `json:"closing"`
	}
	// MoneyStatement is one page of a statement, with the sums of its whole period.
	MoneyStatement struct {
		Items []Moved    `json:"items"`
		Next  string     `json:"next,omitempty"`
		Sums  []MoneySum `json:"sums"`
	}
	// OwedSum is what is owed to a buyer in one currency.
	OwedSum struct {
		Due   money.Amount `json:"due" doc:"Of what has closed"`
		Later money.Amount `json:"later" doc:"Of what is open still"`
		Asked money.Amount `json:"asked" doc:"Of what is due, somebody says that it was paid out"`
	}
	// OwedBuyer is a buyer that fees were collected for.
	OwedBuyer struct {
		ID      uuid.UUID `json:"id" format:"uuid"`
		Name    string    `json:"name"`
		Country string    `json:"country"`
		Sums    []OwedSum `json:"sums"`
	}
	// OwedBuyers is one page of them.
	OwedBuyers struct {
		Items []OwedBuyer `json:"items"`
		Next  string      `json:"next,omitempty"`
	}
	// Payout is a transfer of fees to their buyer.
	Payout struct {
		ID        uuid.UUID           `json:"id" format:"uuid"`
		Code      string              `json:"code"`
		BuyerID   uuid.UUID           `json:"buyer_id" format:"uuid"`
		BuyerName string              `json:"buyer_name"`
		Amount    money.Amount        `json:"amount"`
		Status    payment.PayoutState `json:"status"`
		Reference string              `json:"reference" doc:"Of the transfer"`
		PaidOn    day.Day             `json:"paid_on"`
		Note      string              `json:"note,omitempty"`
		Asker     string              `json:"asker"`
		Mine      bool                `json:"mine" doc:"Who asks has written it down"`
		AskedAt   time.Time           `json:"asked_at"`
		Decider   string              `json:"decider,omitempty"`
		DecidedAt *time.Time          `json:"decided_at,omitempty"`
	}
	// Payouts is one page of them.
	Payouts struct {
		Items []Payout `json:"items"`
		Next  string   `json:"next,omitempty"`
	}
	// PayoutID names a payout that was written down.
	PayoutID struct {
		ID uuid.UUID `json:"id" format:"uuid"`
	}
	// MyPayout is what my company was paid out.
	MyPayout struct {
		ID        uuid.UUID    `json:"id" format:"uuid"`
		Code      string       `json:"code"`
		Amount    money.Amount `json:"amount"`
		Reference string       `json:"reference" doc:"Of the transfer"`
		PaidOn    day.Day      `json:"paid_on"`
		DecidedAt time.Time    `json:"decided_at"`
	}
	// MyPayouts is one page of them, with what is due.
	MyPayouts struct {
		Items []MyPayout     `json:"items"`
		Next  string         `json:"next,omitempty"`
		Due   []money.Amount `json:"due" doc:"Of what has closed, by currency"`
	}
	// ComparedTotal is what a way took in a day, by our books and by its provider.
	ComparedTotal struct {
		ID        uuid.UUID           `json:"id" format:"uuid"`
		Provider  payment.Provider    `json:"provider"`
		Day       day.Day             `json:"day" doc:"In UTC"`
		Source    payment.TotalSource `json:"source"`
		Booked    money.Amount        `json:"booked"`
		Told      money.Amount        `json:"told"`
		Differs   money.Amount        `json:"differs" doc:"Since the beginning: what a provider tells a day later is nothing then"`
		CheckedAt time.Time           `json:"checked_at"`
	}
	// ComparedTotals is one page of them.
	ComparedTotals struct {
		Items []ComparedTotal `json:"items"`
		Next  string          `json:"next,omitempty"`
	}
)

// mountStatement registers what came from a supplier and went back.
func mountStatement(b *httpkit.BFF, s *paymentsvc.Service) {
	httpkit.Route(b, paymentsvc.ToStatement, httpkit.Operation{ID: "moneyStatement", Method: http.MethodGet, Path: "/supplier/payment/statement/", Tag: "payment",
		Summary: "What came from my company and went back, the newest first"},
		func(ctx context.Context, in *statementInput) (*httpkit.Body[MoneyStatement], error) {
			f := paymentsvc.MoneyFilter{At: httpkit.Days(ctx, in.AtFrom, in.AtTo), Search: in.Search}
			got, sums, err := s.Statement(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(MoneyStatement{
				Items: httpkit.Each(got.Items, func(m paymentsvc.Moved) Moved {
					return Moved{OrderID: m.Order, Number: m.Number, At: m.At, Kind: m.Kind, Provider: m.Provider, Reference: m.Reference, Purpose: m.Purpose, Amount: m.Amount, Balance: m.Balance}
				}),
				Next: got.Next,
				Sums: httpkit.Each(sums, func(s paymentsvc.MoneySum) MoneySum { return MoneySum(s) }),
			}, err)
		})
}

// mountPayouts registers what the operator's desk does with what is owed to buyers, and what it compares every night.
func mountPayouts(b *httpkit.BFF, s *paymentsvc.Service) {
	movers := access.Only(access.Operator, access.ManagePayments)
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "owedBuyers", Method: http.MethodGet, Path: "/payments/owed/", Tag: "payment", Summary: "What is owed to buyers, per currency"},
		func(ctx context.Context, in *owedInput) (*httpkit.Body[OwedBuyers], error) {
			got, err := s.Owed(ctx, httpkit.Actor(ctx), in.Search, in.After, in.Limit)
			return httpkit.JSON(OwedBuyers{
				Items: httpkit.Each(got.Items, func(b paymentsvc.OwedBuyer) OwedBuyer {
					return OwedBuyer{ID: b.ID, Name: b.Name, Country: b.Country, Sums: httpkit.Each(b.Sums, func(o paymentsvc.OwedSum) OwedSum { return OwedSum(o) })}
				}),
				Next: got.Next,
			}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "payouts", Method: http.MethodGet, Path: "/payments/payouts/", Tag: "payment", Summary: "What was paid out to buyers"},
		func(ctx context.Context, in *payoutsInput) (*httpkit.Body[Payouts], error) {
			f := paymentsvc.PayoutFilter{Statuses: in.Statuses, Asked: httpkit.Days(ctx, in.AskedFrom, in.AskedTo), Search: in.Search}
			got, err := s.Payouts(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(Payouts{Items: httpkit.Each(got.Items, payoutOf), Next: got.Next}, err)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "payoutEvidence", Method: http.MethodGet, Path: "/payments/payouts/{payout_id}/evidence/", Tag: "payment", Summary: "The document of a transfer to a buyer"},
		func(ctx context.Context, in *payoutInput) (*httpkit.Download, error) {
			d, err := s.PayoutEvidence(ctx, httpkit.Actor(ctx), in.ID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "askPayout", Method: http.MethodPost, Path: "/payments/payouts/", Tag: "payment", Summary: "Write down a transfer to a buyer; below the limit it is done"},
		func(ctx context.Context, in *askPayoutInput) (*httpkit.Body[PayoutID], error) {
			id, err := s.AskPayout(ctx, httpkit.Actor(ctx), paymentsvc.PayoutAsk{
				Buyer:     in.Body.BuyerID,
				Amount:    money.Amount{Value: in.Body.Amount, Currency: in.Body.Currency},
				Reference: in.Body.Reference,
				PaidOn:    in.Body.PaidOn,
				Note:      in.Body.Note,
				Evidence:  known(in.Body.EvidenceID),
				Key:       in.Key,
			})
			return httpkit.JSON(PayoutID{ID: id}, err)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "decidePayout", Method: http.MethodPost, Path: "/payments/payouts/{payout_id}/decision/", Tag: "payment",
		Summary: "Say that a transfer which another person wrote down was made, or was not", Status: http.StatusNoContent},
		func(ctx context.Context, in *decidePayoutInput) (*nothing, error) {
			return &nothing{}, s.DecidePayout(ctx, httpkit.Actor(ctx), in.ID, in.Body.Approve)
		})
	httpkit.Route(b, paymentsvc.ToDesk, httpkit.Operation{ID: "comparedTotals", Method: http.MethodGet, Path: "/payments/totals/", Tag: "payment", Summary: "Books and providers, day by day"},
		func(ctx context.Context, in *totalsInput) (*httpkit.Body[ComparedTotals], error) {
			f := paymentsvc.ComparedFilter{Providers: in.Providers, Differing: in.Differing, Days: day.Between(in.DayFrom, in.DayTo, "")}
			got, err := s.Compared(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(ComparedTotals{
				Items: httpkit.Each(got.Items, func(c paymentsvc.Compared) ComparedTotal {
					return ComparedTotal{ID: c.ID, Provider: c.Provider, Day: dayOf(c.Day), Source: c.Source, Booked: c.Booked, Told: c.Told, Differs: c.Differs, CheckedAt: c.CheckedAt}
				}),
				Next: got.Next,
			}, err)
		})
}

// mountMyPayouts registers what a buyer was paid out.
func mountMyPayouts(b *httpkit.BFF, s *paymentsvc.Service) {
	httpkit.Route(b, paymentsvc.ToBuyer, httpkit.Operation{ID: "myPayouts", Method: http.MethodGet, Path: "/payments/payouts", Tag: "payment", Summary: "What my company was paid out of its fees, and what is due"},
		func(ctx context.Context, in *myPayoutsInput) (*httpkit.Body[MyPayouts], error) {
			got, due, err := s.MyPayouts(ctx, httpkit.Actor(ctx), in.After, in.Limit)
			return httpkit.JSON(MyPayouts{
				Items: httpkit.Each(got.Items, func(p paymentsvc.MyPayout) MyPayout {
					return MyPayout{ID: p.ID, Code: p.Code, Amount: p.Amount, Reference: p.Reference, PaidOn: dayOf(p.PaidOn), DecidedAt: p.DecidedAt}
				}),
				Next: got.Next,
				Due:  due,
			}, err)
		})
}

func dayOf(t time.Time) day.Day { return day.Day(t.Format(time.DateOnly)) }

func payoutOf(p paymentsvc.PayoutRow) Payout {
	return Payout{
		ID:        p.ID,
		Code:      p.Code,
		BuyerID:   p.Buyer,
		BuyerName: p.BuyerName,
		Amount:    p.Amount,
		Status:    p.Status,
		Reference: p.Reference,
		PaidOn:    dayOf(p.PaidOn),
		Note:      p.Note,
		Asker:     p.Asker,
		Mine:      p.Mine,
		AskedAt:   p.AskedAt,
		Decider:   p.Decider,
		DecidedAt: p.DecidedAt,
	}
}
