package bffoperator

import (
	"context"
	"net/http"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report/reporthttp"
)

type (
	// PaidTotal is what was paid in one currency.
	PaidTotal struct {
		Currency money.Currency `json:"currency"`
		Amount   money.Decimal  `json:"amount"`
		Orders   int64          `json:"orders"`
	}
	// LiveDashboard is the operator's home in one call.
	LiveDashboard struct {
		reporthttp.Counts
		Suppliers int64       `json:"suppliers"`
		Buyers    int64       `json:"buyers"`
		Validate  *int64      `json:"validate,omitempty" doc:"Suppliers of special groups that wait to be validated"`
		Paid      []PaidTotal `json:"paid" doc:"Within thirty days; absent without the right to see payments"`
		Reviews   *int64      `json:"reviews,omitempty" doc:"Payments that wait for a person"`
	}
)

func mountLive(b *httpkit.BFF, a *app.App) {
	reporthttp.MountLive(b, a.Reports, access.Operator)
	httpkit.Route(b, access.Only(access.Operator), httpkit.Operation{ID: "liveDashboard", Method: http.MethodGet, Path: "/dashboard", Tag: "live", Summary: "The platform at a glance"},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[LiveDashboard], error) {
			out, err := dashboard(ctx, a)
			return httpkit.JSON(out, err)
		})
}

// dashboard gathers the operator's home; money only for who may see payments.
func dashboard(ctx context.Context, a *app.App) (LiveDashboard, error) {
	actor := httpkit.Actor(ctx)
	live, err := a.Reports.Live(ctx, actor)
	out := LiveDashboard{Counts: reporthttp.CountsOf(live), Paid: []PaidTotal{}}
	if err != nil {
		return out, err
	}
	if out.Suppliers, out.Buyers, err = a.Party.Counts(ctx, actor); err != nil {
		return out, err
	}
	if actor.See(access.Suppliers) == nil {
		waiting, err := a.Party.ToValidate(ctx, actor)
		if err != nil {
			return out, err
		}
		out.Validate = &waiting
	}
	if !actor.Has(access.ViewPayments) {
		return out, nil
	}
	totals, err := a.Payments.Totals(ctx, actor)
	for _, t := range totals.Paid {
		out.Paid = append(out.Paid, PaidTotal{Currency: t.Amount.Currency, Amount: t.Amount.Value, Orders: t.Orders})
	}
	out.Reviews = &totals.Reviews
	return out, err
}
