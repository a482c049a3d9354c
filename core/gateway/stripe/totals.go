package stripe

import (
	"context"
	"fmt"
	"time"

	sdk "github.com/stripe/stripe-go/v85"

	"zabuni.org/core/kernel/money"
)

// counted are what Stripe's balance moves by that our books follow: its own fees and its transfers to a bank are not.
var counted = map[sdk.BalanceTransactionReportingCategory]bool{
	"charge": true, "charge_failure": true, "refund": true, "refund_failure": true, "partial_capture_reversal": true, "dispute": true, "dispute_reversal": true,
}

// Totals adds up what moved Stripe's balance in a period. It tells them in the currencies that the account settles in.
func (c *Client) Totals(ctx context.Context, from, until time.Time) ([]money.Amount, error) {
	params := &sdk.BalanceTransactionListParams{CreatedRange: &sdk.RangeQueryParams{GreaterThanOrEqual: from.Unix(), LesserThan: until.Unix()}}
	params.Limit = sdk.Int64(100)
	units := map[string]int64{}
	for t, err := range c.sdk.V1BalanceTransactions.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, fmt.Errorf("stripe: %w", err)
		}
		if counted[t.ReportingCategory] {
			units[string(t.Currency)] += t.Amount
		}
	}
	out := make([]money.Amount, 0, len(units))
	for currency, n := range units {
		out = append(out, c.amount(n, currency))
	}
	return out, nil
}
