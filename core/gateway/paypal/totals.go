package paypal

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"zabuni.org/core/gateway/thin"
	"zabuni.org/core/kernel/money"
)

// counted are the beginnings of PayPal's event codes that our books follow: payments, what went back, and disputes.
var counted = []string{"T00", "T11", "T12"}

// Totals adds up the transactions of a period, page by page.
func (c *Client) Totals(ctx context.Context, from, until time.Time) ([]money.Amount, error) {
	sums := map[money.Currency]money.Amount{}
	for page, pages := 1, 1; page <= pages; page++ {
		q := url.Values{"start_date": {from.Format(time.RFC3339)}, "end_date": {until.Add(-time.Second).Format(time.RFC3339)}, "fields": {"transaction_info"},
			"transaction_status": {"S"}, "page_size": {"500"}, "page": {strconv.Itoa(page)}}
		got, err := c.do(ctx, http.MethodGet, "/v1/reporting/transactions?"+q.Encode(), "", nil)
		if err != nil {
			return nil, err
		}
		var told struct {
			Pages int `json:"total_pages"`
			Rows  []struct {
				Info struct {
					Event  string `json:"transaction_event_code"`
					Amount value  `json:"transaction_amount"`
				} `json:"transaction_info"`
			} `json:"transaction_details"`
		}
		if err := got.Into(&told); err != nil || got.Status != http.StatusOK {
			return nil, fmt.Errorf("paypal: answer %d tells no transactions", got.Status)
		}
		pages = told.Pages
		for _, r := range told.Rows {
			if !begins(r.Info.Event) {
				continue
			}
			digits, out := strings.CutPrefix(string(r.Info.Amount.Value), "-") // what goes out has a sign here, and only here
			one, err := thin.Number(digits).Amount(r.Info.Amount.Currency)
			if err != nil {
				return nil, fmt.Errorf("paypal: %w", err)
			}
			if out {
				one.Value = one.Value.Neg()
			}
			sum := sums[one.Currency]
			sum.Currency, sum.Value = one.Currency, sum.Value.Add(one.Value)
			sums[one.Currency] = sum
		}
	}
	out := make([]money.Amount, 0, len(sums))
	for _, sum := range sums {
		out = append(out, sum)
	}
	return out, nil
}

func begins(event string) bool {
	for _, c := range counted {
		if strings.HasPrefix(event, c) {
			return true
		}
	}
	return false
}
