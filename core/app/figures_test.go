package app_test

import (
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// comesTo is what two lines come to by the smallest unit of a currency: 2.5 at 100.30
// and 3 at 33.335, each rounded once, half up. Every other story is in shillings of Kenya.
var comesTo = map[money.Currency]string{"UGX": "351.0000", "TND": "350.7550"}

// The figure of a bid is the same wherever it is shown: on its own screen, in its
// workbook, at the opening, in the ranking, in a round that keeps it and in what is
// awarded, whatever the smallest unit of the currency.
func TestTheFigureOfABidIsOne(t *testing.T) {
	t.Parallel()
	terms := pumps
	quantity := money.NewQuantity(25, -1)
	terms.Items = []sourcing.Item{
		{Number: "1", Description: "Pump", Unit: "each", Quantity: quantity},
		{Number: "2", Description: "Pipe", Unit: "m", Quantity: *story.Points(3)},
	}
	prices := map[string]string{"1": "100.3", "2": "33.335"}
	for _, p := range sourcing.Policies {
		if !p.Has(sourcing.Items) || p.Has(sourcing.Live) {
			continue
		}
		for currency, want := range comesTo {
			t.Run(string(p.Activity)+" "+string(currency), func(t *testing.T) {
				t.Parallel()
				w := story.New(t, 1)
				terms := terms
				terms.Currency = currency
				c := w.Publish(p, terms)
				a := w.Bidders[0]
				bid := c.Bid(a, answers, prices)
				shown := map[string]string{}
				own, err := w.Bidding.Bid(w.Context(), a, bid)
				w.Must(err)
				shown["own screen"] = own.Total.String()
				_, book, err := w.Bidding.Template(w.Context(), a, bid, "en")
				w.Must(err)
				read, err := w.Bidding.ReadTemplate(w.Context(), a, bid, book, "en")
				w.Must(err)
				shown["workbook"] = read.Total.String()
				c.Submit(a)
				c.Close()
				for c.Sealed() {
					c.Open()
					c.Judge(story.Mark{Bidder: a, Prompt: "Method", Value: "8"})
				}
				desk := c.Desk().Bids[0]
				shown["opening"], shown["ranking"] = desk.ReadOut.String(), desk.Price.String()
				if p.Has(sourcing.Negotiation) {
					r := c.Negotiate(false, a)
					again := r.Bid(a, nil, prices)
					own, err := w.Bidding.Bid(w.Context(), a, again)
					w.Must(err)
					shown["to be improved"] = own.Round.Last.String()
					r.Submit(a) // what is kept is not worse
					r.Rank()
				}
				c.Recommend()
				_, err = c.TryAward(w.Second, "en", "award-in-its-currency")
				w.Must(err)
				var sum money.Decimal
				for _, l := range c.Standing().Award.Lines {
					sum = sum.Add(*l.Amount)
				}
				shown["award"] = sum.String()
				for where, got := range shown {
					if got != want {
						t.Errorf("%s: %s %s, want %s", where, currency, got, want)
					}
				}
			})
		}
	}
}
