//go:build demo

package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// room drafts what goes on live three days after its technical part has closed.
func (t tender) room(ctx context.Context, a *app.App, job sourcing.JobForm, terms sourcing.CategoryForm) (uuid.UUID, error) {
	starts := t.closesAt.Add(3*day - evening + morning + time.Hour) // in the morning
	step := money.NewQuantity(1, 0)
	return a.Auctions.Create(ctx, t.by.actor, t.by.actor.Org, auctionsvc.Form{
		Job:      job,
		Category: terms,
		Rules: auction.Rules{
			Visibility:  auction.SeeBestRank,
			ShowBidders: true,
			StepPercent: &step,
			Reference:   auction.Leader,
			Jump:        quantity(20),
			StartsAt:    starts,
			EndsAt:      starts.Add(time.Hour),
			HardEnd:     starts.Add(2 * time.Hour),
			Window:      2 * time.Minute,
			Extend:      2 * time.Minute,
			From:        auction.FromReceipt,
			Trigger:     auction.AnyBid,
		},
	})
}

// live bids in the room a minute after the other, what was called in its order, and ranks what stands at its end.
func (t tender) live(ctx context.Context, a *app.App, clock *Clock, category uuid.UUID) error {
	actor, owner := t.by.actor, t.by.actor.Org
	d, err := a.Auctions.Desk(ctx, actor, owner, category)
	if err != nil {
		return err
	}
	at := d.Auction.StartsAt
	for i, c := range t.calls {
		at = at.Add(9 * time.Minute)
		if err := clock.at(ctx, at); err != nil {
			return err
		}
		if err := a.Auctions.Join(ctx, c.by.actor, category); err != nil {
			return err
		}
		price, err := money.ParseDecimal(c.price)
		if err != nil {
			return err
		}
		if _, err := a.Auctions.Place(ctx, c.by.actor, category, price, true, fmt.Sprintf("demonstration-%s-%d", category, i)); err != nil {
			return err
		}
	}
	if d, err = a.Auctions.Desk(ctx, actor, owner, category); err != nil {
		return err
	}
	if err := clock.at(ctx, d.View.EndsAt); err != nil {
		return err
	}
	if _, err := a.Auctions.CloseDue(ctx); err != nil {
		return err
	}
	return a.Evaluation.Complete(ctx, actor, owner, category)
}

// A call is a bid in the room.
type call struct {
	by    *person
	price string
}

// rooms are the demonstration's auctions: of each kind one that was decided, one whose papers
// were judged, one that takes answers, and one that is being written.
func rooms() []tender {
	buyer, buyer2 := people[1], people[2]
	s1, s3, s5 := people[6], people[8], people[10]
	answers := []bid{
		{by: s1, years: "9", method: "Delivered each month from our store in Nairobi.", mark: "50"},
		{by: s3, years: "6", method: "Shipped to Mombasa, then by road.", mark: "42"},
		{by: s5, years: "1", method: "On request.", mark: "12"},
	}
	begun := []bid{{by: s1, years: "9", method: "Within a week.", draft: true}, {by: s3, years: "6", method: "Within a month."}}
	linen := []line{{"Bed sheet, cotton", "each", 900}, {"Blanket, wool", "each", 300}}
	vans := []line{{"Ambulance of 2009, runs", "each", 2}, {"Van of 2011, does not run", "each", 1}}
	one := func(activity sourcing.Activity, code, title string, items []line, opens, closes int, s stage, bids []bid) tender {
		return tender{activity: activity, by: buyer, second: buyer2, code: code, title: title, text: "Priced in one amount, in an open room.", asks: true,
			category: title, kind: 5, currency: "KES", fee: "0", opens: opens, closes: closes, stage: s, items: items, bids: bids}
	}
	won := func(t tender, prices ...string) tender {
		for i, price := range prices {
			t.calls = append(t.calls, call{[]*person{s1, s3}[i%2], price})
		}
		return t
	}
	rail, rail2, s4, s6 := people[3], people[11], people[9], people[12]
	blankets := one(sourcing.ReverseAuction, "ARC/RA/2025/02", "Blankets for sleeping cars", []line{{"Blanket, wool, grey", "each", 1200}}, -34, -24, awarded, []bid{
		{by: s6, years: "8", method: "Woven in Adama, delivered each month.", mark: "49"},
		{by: s4, years: "6", method: "Shipped to Djibouti, then by rail.", mark: "41"},
	})
	blankets.by, blankets.second, blankets.kind, blankets.currency = rail, rail2, 20, "ETB"
	blankets.calls = []call{{s6, "690000"}, {s4, "672000"}, {s6, "655000"}}
	return []tender{
		blankets, // of a buyer for which the operator works
		won(one(sourcing.ReverseAuction, "MRH/RA/00", "Linen of last quarter", linen, -34, -24, awarded, answers),
			"2400000", "2310000", "2268000", "2205000"),
		won(one(sourcing.ForwardAuction, "MRH/FA/00", "Vehicles of last quarter", vans, -34, -24, awarded, answers),
			"850000", "910000", "1040000"),
		one(sourcing.ReverseAuction, "MRH/RA/01", "Linen for three wards", linen, -15, -2, ranked, answers),
		one(sourcing.ForwardAuction, "MRH/FA/01", "Vehicles out of service", vans, -15, -2, ranked, answers),
		one(sourcing.ReverseAuction, "MRH/RA/02", "Linen for the maternity ward", linen, -1, 9, open, begun),
		one(sourcing.ForwardAuction, "MRH/FA/02", "Vehicles of the old workshop", vans, -1, 9, open, begun),
		one(sourcing.ReverseAuction, "MRH/RA/03", "Linen for next year", linen, 12, 26, drafted, nil),
		one(sourcing.ForwardAuction, "MRH/FA/03", "Furniture of the old clinic", vans, 12, 26, drafted, nil),
	}
}
