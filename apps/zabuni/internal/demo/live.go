//go:build demo

package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// A show is a room that is live while somebody looks at the demonstration for the first time.
type show struct {
	code, title string
	items       []line
	begins      time.Duration // after the first start
	lasts       time.Duration
	start       int64 // price
	robots      []*person
}

// shows are a room in which robots bid and one that opens two minutes after the first start, so that there is time to sign in
// and to practise.
func shows() []show {
	masks := []line{{"Mask, surgical", "box of 50", 2400}, {"Gloves, nitrile, M", "box of 100", 3100}}
	return []show{
		{"MRH/RA/05", "Masks and gloves, this quarter", masks, 2 * time.Second, 2 * time.Hour, 4_800_000, []*person{people[8], people[10]}},
		{"MRH/RA/06", "Masks and gloves, next quarter", masks, 2 * time.Minute, time.Hour, 5_000_000, nil},
	}
}

// Live publishes the rooms that are live at a first start; once they are there it does nothing.
func Live(ctx context.Context, a *app.App) error {
	for _, s := range shows() {
		var done bool
		if err := a.DB.QueryRow(ctx, "SELECT EXISTS (SELECT FROM job WHERE code = $1)", s.code).Scan(&done); err != nil {
			return err
		}
		if done {
			continue
		}
		if err := s.publish(ctx, a); err != nil {
			return fmt.Errorf("%s: %w", s.code, err)
		}
	}
	return nil
}

func (s show) publish(ctx context.Context, a *app.App) error {
	by, err := people[1].here(ctx, a)
	if err != nil {
		return err
	}
	var invited []uuid.UUID
	for _, p := range []*person{people[6], people[8], people[10]} {
		who, err := p.here(ctx, a)
		if err != nil {
			return err
		}
		invited = append(invited, who.Org)
	}
	now, err := pg.ClockOf(ctx, a.DB)
	if err != nil {
		return err
	}
	step, start, starts := quantity(1), money.New(s.start, 0), now.Add(s.begins)
	id, err := a.Auctions.Create(ctx, by, by.Org, auctionsvc.Form{
		Job:      sourcing.JobForm{Activity: sourcing.ReverseAuction, Code: s.code, Title: s.title, Description: "Priced in one amount, in an open room."},
		Category: sourcing.CategoryForm{Name: s.title, Currency: "KES", OpensAt: now, Without: []sourcing.StepName{"criteria"}},
		Rules: auction.Rules{
			Visibility:  auction.SeeBestRank,
			ShowBidders: true,
			StepPercent: &step,
			Reference:   auction.Leader,
			Start:       &start,
			Jump:        quantity(20),
			StartsAt:    starts,
			EndsAt:      starts.Add(s.lasts),
			Window:      2 * time.Minute,
			Extend:      2 * time.Minute,
			From:        auction.FromReceipt,
			Trigger:     auction.AnyBid,
		},
	})
	if err != nil {
		return err
	}
	for i, l := range s.items {
		if _, err := a.Sourcing.AddItem(ctx, by, by.Org, id, l.item(i, uuid.Nil)); err != nil {
			return err
		}
	}
	if _, err := a.Sourcing.Invite(ctx, by, by.Org, id, invited); err != nil {
		return err
	}
	return a.Sourcing.Publish(ctx, by, by.Org, id)
}

// between are the least and the most time after which robots look at their room again.
const between, most = 15 * time.Second, 45 * time.Second

// Robots bid in the rooms that are theirs until the process ends. They are suppliers of the demonstration and do what suppliers
// may do, and nothing else.
func Robots(ctx context.Context, a *app.App, failed func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(between + rand.N(most-between)):
		}
		if err := Beat(ctx, a); err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}

// Beat lets each robot that does not lead its room bid once. Each has a price below which it does not go: who goes there wins.
func Beat(ctx context.Context, a *app.App) error {
	for _, s := range shows() {
		var id uuid.UUID
		err := a.DB.QueryRow(ctx, "SELECT c.id FROM category c JOIN job j ON j.id = c.job_id WHERE j.code = $1", s.code).Scan(&id)
		if pg.NoRows(err) {
			continue
		}
		if err != nil {
			return err
		}
		for i, r := range s.robots {
			floor := money.New(s.start*int64(82+3*i)/100, 0)
			if err := r.bidsOn(ctx, a, id, floor); err != nil {
				return fmt.Errorf("%s in %s: %w", r.email, s.code, err)
			}
		}
	}
	return nil
}

// bidsOn bids the weakest price that is accepted, or a little better; what refuses it refuses it.
func (p *person) bidsOn(ctx context.Context, a *app.App, id uuid.UUID, floor money.Decimal) error {
	who, err := p.here(ctx, a)
	if err != nil {
		return err
	}
	room, err := a.Auctions.Room(ctx, who, id)
	if err != nil || room.View.Phase != auction.Open && room.View.Phase != auction.Overtime {
		return err
	}
	if !room.Joined {
		if err := a.Auctions.Join(ctx, who, id); err != nil {
			return refused(err)
		}
		if room, err = a.Auctions.Room(ctx, who, id); err != nil {
			return err
		}
	}
	if room.View.Next == nil || room.View.Leads != nil && *room.View.Leads {
		return nil
	}
	price := room.View.Next.RoundTo(0).Sub(money.New(rand.Int64N(8)*500, 0))
	if price.Less(floor) {
		return nil
	}
	_, err = a.Auctions.Place(ctx, who, id, price, false, "robot "+uuid.NewString())
	return refused(err)
}

// refused is what is no answer to a bid.
func refused(err error) error {
	var f *fault.Error
	if errors.As(err, &f) && !errors.Is(err, fault.Internal) {
		return nil
	}
	return err
}

// here is a person as the database knows it: who was made at an earlier start as well.
func (p *person) here(ctx context.Context, a *app.App) (access.Actor, error) {
	out := access.Actor{Type: p.userType, Name: p.first + " " + p.last, Email: p.email, Privileges: access.Titles[p.userType]}
	err := a.DB.QueryRow(ctx, "SELECT id, company_id FROM account WHERE email = $1", p.email).Scan(&out.User, &out.Org)
	return out, err
}
