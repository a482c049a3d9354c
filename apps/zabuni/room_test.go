package main

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// auction is one whose room is open: both suppliers have bid in it.
func (h *house) auction(t *tenant) {
	h.Helper()
	a, owner, department := t.buyer, t.buyer.Org, uuid.MustParse(t.ids["department"])
	step, start := money.New(100, 0), money.New(90000, 0)
	starts := h.now.Add(-30 * time.Minute)
	id, err := h.Auctions.Create(h.ctx, a, owner, auctionsvc.Form{
		Job: sourcing.JobForm{Activity: sourcing.ReverseAuction, Code: "LIVE", Title: "Live " + word(a, "live"), Description: word(a, "live"), Department: &department},
		Category: sourcing.CategoryForm{
			Description: word(a, "live"),
			Currency:    "KES",
			OpensAt:     h.now.Add(-2 * time.Hour),
			InvitedOnly: true,
			Without:     []sourcing.StepName{"criteria"},
		},
		Rules: auction.Rules{
			Visibility:  auction.SeeRank,
			ShowBidders: true,
			Reference:   auction.Own,
			StepAmount:  &step,
			Start:       &start,
			Jump:        money.NewQuantity(20, 0),
			StartsAt:    starts,
			EndsAt:      h.now.Add(day),
			HardEnd:     h.now.Add(25 * time.Hour),
			Window:      2 * time.Minute,
			Extend:      3 * time.Minute,
			From:        auction.FromReceipt,
			Trigger:     auction.AnyBid,
		},
	})
	h.must(err)
	_, err = h.Sourcing.AddItem(h.ctx, a, owner, id, sourcing.Item{Number: "1", Description: "Net " + word(a, "live"), Unit: "each", Quantity: money.NewQuantity(40, 0)})
	h.must(err)
	_, err = h.Sourcing.Invite(h.ctx, a, owner, id, []uuid.UUID{t.supplier.Org, t.rival.Org})
	h.must(err)
	h.must(h.Sourcing.Publish(h.ctx, a, owner, id))
	h.react()
	h.must(h.Auctions.BeginPractice(h.ctx, t.supplier, id))
	h.at(-30 * time.Minute)
	_, err = h.Sourcing.CloseDue(h.ctx)
	h.must(err)
	for i, s := range []access.Actor{t.supplier, t.rival} {
		h.must(h.Auctions.Join(h.ctx, s, id))
		_, err = h.Auctions.Place(h.ctx, s, id, money.New(88000-int64(i)*500, 0), false, "first bid of "+s.Name)
		h.must(err)
	}
	proved := a
	proved.Confirmed = h.now
	h.must(h.Auctions.Enter(h.ctx, proved, owner, id, auctionsvc.PaperBid{
		Supplier: t.supplier.Org,
		Amount:   money.New(87900, 0),
		Reason:   "Brought " + word(a, "live"),
		Name:     "form.pdf",
		Paper:    paper("form of " + t.supplier.Name),
		Key:      "from a paper",
	}))
	h.react()
	t.set("auction", id)
	t.set("auction_paper", uuid.MustParse(h.id("SELECT paper_id FROM auction_event WHERE category_id = $1 AND paper_id IS NOT NULL", id)))
}
